// src/tensor/sort.h: entries in the order of their coordinates.
//
// Invariant: sorting is stable and linear in the stored entries (a counting sort per mode), so equal entries keep the
// order in which they were read, and sums over duplicates do not depend on the machine.
#pragma once

#include <optional>

#include "tensor/tensor.h"

namespace refold {

/// The entries in ascending order of the modes of `order`: item k is the entry that comes k-th.
/// Cost: O(stored) per mode; modes that `sorted_by` makes superfluous are skipped. 8 bytes for each entry while it
/// runs.
Buffer<std::int32_t> sorted_permutation(const CooTensor& tensor, const ModeOrder& order);

/// Puts the entries in the order of the permutation, one column at a time.
void permute(CooTensor& tensor, const Buffer<std::int32_t>& permutation);

/// Both, or nothing where the entries are known to ascend already.
void sort(CooTensor& tensor, const ModeOrder& order);

/// Do entries a and b have the same index?
bool same_index(const CooTensor& tensor, std::int64_t a, std::int64_t b);
std::vector<std::int64_t> index_of(const CooTensor& tensor, std::int64_t entry);

/// In a sorted tensor, the first entry that has the index of the one before it.
std::optional<std::int64_t> first_duplicate(const CooTensor& sorted);

/// In a sorted tensor, makes one entry of all with the same index: their sum, added in the order in which they stand
/// (bool: or). Afterwards `unique` holds. Errors: E0204 where a sum of i64 overflows.
Result<void> sum_duplicates(CooTensor& sorted);

}  // namespace refold
