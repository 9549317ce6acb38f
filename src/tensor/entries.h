// src/tensor/entries.h: one loop over the stored values of any tensor.
//
// Invariant: each stored value is visited once, in the order in which it lies in memory, with its whole index (by
// mode). For checks, conversions and tests; kernels have loops of their own.
#pragma once

#include "base/variant.h"
#include "tensor/tensor.h"

namespace refold {

using TensorIndex = std::vector<std::int64_t>;

/// Calls visit(index, position) for every element; stops when it returns false.
template <class Visit>
void for_each_entry(const DenseTensor& tensor, Visit visit) {
  TensorIndex index(tensor.extents.size(), 0);
  for (std::int64_t position = 0; position < length(tensor.values); ++position) {
    if (!visit(static_cast<const TensorIndex&>(index), position)) return;
    for (std::size_t k = index.size(); k-- > 0;) {  // the next index, innermost mode first
      const auto mode = tensor.order[k];
      if (++index[mode] < tensor.extents[mode]) break;
      index[mode] = 0;
    }
  }
}

template <class Visit>
void for_each_entry(const CooTensor& tensor, Visit visit) {
  TensorIndex index(tensor.extents.size());
  for (std::int64_t e = 0; e < tensor.stored(); ++e) {
    for (std::size_t mode = 0; mode < index.size(); ++mode) index[mode] = tensor.coordinates[mode][e];
    if (!visit(static_cast<const TensorIndex&>(index), e)) return;
  }
}

/// The part of a LevelTensor below one position of level k-1.
template <class Visit>
bool visit_below(const LevelTensor& tensor, std::size_t k, std::int64_t parent, TensorIndex& index, Visit& visit) {
  if (k == tensor.levels.size()) return visit(static_cast<const TensorIndex&>(index), parent);
  std::int64_t& coordinate = index[tensor.packing.modes[k]];
  return std::visit(overloaded{
      [&](const RangeLevel& level) {
        for (std::int64_t i = 0; i < level.extent; ++i) {
          coordinate = i;
          if (!visit_below(tensor, k + 1, parent * level.extent + i, index, visit)) return false;
        }
        return true;
      },
      [&](const CompressedLevel& level) {
        for (std::int64_t p = level.offsets[parent]; p < level.offsets[parent + 1]; ++p) {
          coordinate = level.coordinates[p];
          if (!visit_below(tensor, k + 1, p, index, visit)) return false;
        }
        return true;
      },
      [&](const SingletonLevel& level) {
        coordinate = level.coordinates[parent];
        return visit_below(tensor, k + 1, parent, index, visit);
      }}, tensor.levels[k]);
}

template <class Visit>
void for_each_entry(const LevelTensor& tensor, Visit visit) {
  TensorIndex index(tensor.extents.size(), 0);
  visit_below(tensor, 0, 0, index, visit);
}

template <class Visit>
void for_each_entry(const Tensor& tensor, Visit visit) {
  std::visit([&](const auto& t) { for_each_entry(t, visit); }, tensor);
}

}  // namespace refold
