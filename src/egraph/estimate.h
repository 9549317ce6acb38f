// src/egraph/estimate.h: how much work a term is, from sizes and stored counts, before there is a plan.
//
// Invariant: exact rational arithmetic, no clock; a term that visits only stored entries is never estimated above the
// same term over all indices. Conditions that say the same count once: what one tensor stores is no second tensor's. What
// different tensors store is taken to be independent. It is a guess that orders the search; no verdict depends on it.
#pragma once

#include <functional>
#include <map>

#include "term/build.h"

namespace refold {

/// What is known of the data; what is not has `size` elements and one value in `sparsity` stored.
struct DataSizes {
  std::map<TermId, Integer> sizes = {};   // of Inputs that are sizes, and of Inputs that are sets
  std::map<TermId, Integer> stored = {};  // of Inputs that are sparse tensors
  Integer size = 1000;
  Integer sparsity = 100;
};

struct Estimate {
  Integer products = 0;  // products and scalar functions
  Integer steps = 0;     // elements of bags gone through
  /// What the search compares.
  Integer weight() const { return 2 * products + steps; }
};

Estimate estimate(Terms& terms, const DataSizes& data, TermId term);

/// The same for many terms of one store, which share what is known of their parts.
std::function<Estimate(TermId)> estimator(Terms& terms, const DataSizes& data);

}  // namespace refold
