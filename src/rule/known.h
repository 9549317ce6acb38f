// src/rule/known.h: propositions that hold because of where a term stands.
//
// Invariant: every proposition returned is true for all values of the term's inputs, by the meaning of subsets and
// enumerations alone.
#pragma once

#include "term/build.h"

namespace refold {

/// The operands of an `and`, of an `all` over listed propositions, or the proposition itself; simplified.
std::vector<TermId> conjuncts(Terms& terms, TermId prop);

/// What an element of this set satisfies: the predicates of subsets.
std::vector<TermId> known_membership(Terms& terms, TermId element, TermId set);

/// What holds of every value of an enumeration that occurs in the term: it lies in the enumerated set.
std::vector<TermId> enumerated(Terms& terms, TermId term);

}  // namespace refold
