// src/prove/cleaning.h: terms of a normal form made simpler, one law a step.
//
// Invariant: each function keeps the combined value of its term under the operation, wherever its divisors are positive
// under its guards. One-point rule: a guard x = t leaves t for x, where x is a variable and t does not speak of it.
// Empty: a term whose guards are impossible is no term. Source: prover.md, section 4; rules/normal_form.rf proves them.
#pragma once

#include "prove/questions.h"
#include "prove/summands.h"

namespace refold {

/// Tidies, splits conjunctions, applies the one-point rule until nothing changes; nothing if a guard is false.
std::optional<Summand> cleaned(Terms& terms, Integers& integers, Summand summand);
Summands cleaned(Terms& terms, Integers& integers, const Summands& summands);

/// The same summand with terms put in for variables, which are then no variables any more.
Summand put_in(Terms& terms, const Summand& summand, const std::vector<std::pair<TermId, TermId>>& values);

}  // namespace refold
