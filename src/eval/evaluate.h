// src/eval/evaluate.h: the value of a term at an instance: the definitions of algebra.md, executed.
//
// Invariant: nothing is simplified, reordered or assumed. A term means what its operators say, sets are enumerated in
// one fixed order, functions on a finite set are equal when they agree at each element. Where a finite computation
// cannot tell (all reals, all bags) the answer is Undecided, never "true". Nothing here looks at term/at.h.
#pragma once

#include "base/budget.h"
#include "base/result.h"
#include "eval/inputs.h"
#include "eval/instance.h"

namespace refold {

/// The value of a closed term; a function is a Value that apply() takes.
/// Cost:   one node of the budget for each step.
/// Errors: E0240 ill-formed at this instance, E0241 undecided, E0242 a limit, E0243 an input that is not given.
Result<Value> evaluate(const TermStore& store, TermId term, const Instance& instance, Budget& budget);
/// The value of a function at an index of its domain. Errors: as evaluate.
Result<Value> value_at(const TermStore& store, TermId function, const Value& index, const Instance& instance,
                       Budget& budget);
/// The elements of a set in the fixed order. Errors: as evaluate.
Result<Values> elements(const TermStore& store, TermId set, const Instance& instance, Budget& budget);

/// What a fault is called as a message.
Diagnostic diagnostic(const Fault& fault, Span where = {});

}  // namespace refold
