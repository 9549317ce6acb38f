// src/term/wellformed.h: what must hold so that a term has a meaning.
//
// Invariant: the propositions are closed up to the term's own Inputs, each under the guards that enclose its place
// (language.md, "well formed"): every [e] has e >= 0, every divisor is >= 1, every exponent is >= 0, every index used as an element of [n] lies
// in 0 .. n-1, of a subset satisfies its condition, the largest or smallest of no values (an infinity) meets no operation. What the sorts already say is not listed. All of them true at an
// instance means that evaluation meets no ill-formed place there.
#pragma once

#include <vector>

#include "term/module.h"

namespace refold {

enum class Requirement : std::uint8_t { Extent, Divisor, InRange, InSubset, NotEmpty };

struct WellFormed {
  Requirement kind;
  TermId prop;  // "for all binders: guards => condition"
};

/// max or min of a sort without a least and a greatest element: of no values it is no value.
bool is_extremum(const Terms& terms, TermId function);
/// That a bag has elements, as far as its form tells.
TermId not_empty(Terms& terms, TermId bag);

std::vector<WellFormed> well_formed(Terms& terms, TermId term);

}  // namespace refold
