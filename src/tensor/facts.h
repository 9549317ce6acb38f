// src/tensor/facts.h: checks of what a tensor's data is said to satisfy.
//
// Invariant: each check takes time linear in what is stored (plus one extent) and changes nothing; no answer means that
// the fact holds, else the answer names the first place where it fails. The structural checks assume nothing, so they
// may run on data that a kernel must not touch before they pass; the others assume a valid structure. An element that
// is not stored is 0.
#pragma once

#include <optional>
#include <string>

#include "tensor/entries.h"

namespace refold {

struct Violation {
  TensorIndex index;    // of the first element that breaks the fact; empty where the fact is not about one element
  std::string message;  // "element (2, 3) is -1, not in 0..4"
};
using Check = std::optional<Violation>;

/// Offsets start at 0, ascend and end at the number of coordinates; coordinates lie inside the extents and ascend below
/// each parent; there are as many values as positions. (COO: the columns; dense: as many values as elements.)
Check structure_valid(const Tensor& tensor);
Check coordinates_in_range(const CooTensor& tensor);
/// Entries ascend by the modes of `order` (several with one index are allowed).
Check coordinates_sorted(const CooTensor& tensor, const ModeOrder& order);
/// No index is stored twice. A list that is not known to be sorted is copied and sorted first.
Check coordinates_unique(const Tensor& tensor);

Check all_finite(const Tensor& tensor);
Check zero_or_one(const Tensor& tensor);
/// lo <= x <= hi for every stored value x; a NaN fails.
Check values_between(const Tensor& tensor, std::int64_t lo, std::int64_t hi);
/// For two modes: element (i, i) is 0.
Check zero_diagonal(const Tensor& tensor);
/// For two modes of the same extent: element (i, j) equals element (j, i).
Check symmetric(const Tensor& tensor);
/// For one dense mode: x[i] <= x[i+1].
Check non_decreasing(const DenseTensor& tensor);

}  // namespace refold
