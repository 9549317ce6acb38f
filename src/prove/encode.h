// src/prove/encode.h: ground facts of the term store as an Obligation.
//
// Invariant: the obligation is true in every model in which the facts imply the goal: unknown sets, value sorts, bags,
// products and function spaces become uninterpreted sorts; a function is an element that `apply` takes, so equal
// functions have equal values; elements of [n] are integers; a closed binder term or quantifier is a constant of its
// own. Members J(k) of a family of sets share one sort (docs/trusted-base.md says why that is sound). Reals are the
// solver's reals where the statement is about exact reals, else an uninterpreted sort with instances of the laws of the
// declared algebra at the sums and products that occur, each under its own name.
#pragma once

#include "prove/ground.h"
#include "prove/obligation.h"
#include "term/module.h"

namespace refold {

struct EncodeOptions {
  Algebra algebra;
  bool reorder = false;  // instances of commutativity and associativity too, only for goals that need them
};

Obligation encode(Terms& terms, const std::vector<NamedProp>& facts, TermId goal, const EncodeOptions& options);

/// Whether `weaker` asks for no more than `given` provides, so that a result over `weaker` holds over `given`.
bool provides(const Algebra& given, const Algebra& weaker);

}  // namespace refold
