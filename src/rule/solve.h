// src/rule/solve.h: variables that only a hypothesis determines (internal to apply.cpp).
//
// Invariant: a value is only proposed here; the hypothesis it was taken from stays an obligation.
#pragma once

#include "rule/substitution.h"

namespace refold {

/// Gives a value to each variable s (or member s(k)) that has none and stands in a hypothesis `P = single . s` whose P
/// is known: what follows `single` in P, else `the . P`, which is right where P has exactly one element.
void solve_hypotheses(Terms& terms, const RuleView& rule, Substitution& substitution);

/// The variables that would get a value: by number.
std::vector<std::size_t> solvable(Terms& terms, const RuleView& rule);

}  // namespace refold
