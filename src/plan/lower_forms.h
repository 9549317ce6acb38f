// src/plan/lower_forms.h: what a part of a point-wise form is (internal to lowering).
//
// Invariant: every function looks at the form of the term alone, and returns nothing rather than a guess.
#pragma once

#include <optional>
#include <string_view>

#include "term/build.h"

namespace refold {

/// A reduction applied to a bag.
bool is_reduction(const Terms& terms, TermId term);
/// Its name; empty for an unknown reduction. Precondition: is_reduction.
std::string_view reduction_name(const Terms& terms, TermId reduction);
/// The product of factors that are listed. Precondition: is_reduction.
bool is_product(const Terms& terms, TermId reduction);

/// The set S if the bag is elements([|S|]); else an invalid id.
TermId enumerated_set(const Terms& terms, TermId bag);

/// positions(S)(i) of the condition |positions(S)(i)| == 1 or >= 1.
std::optional<TermId> stored_index(const Terms& terms, TermId condition);

/// positions(S)(i) of the sum over the stored positions at i of the values there: an entry of a sparse tensor, read
/// anywhere.
std::optional<TermId> sparse_entry(Terms& terms, TermId term);

}  // namespace refold
