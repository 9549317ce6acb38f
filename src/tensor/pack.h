// src/tensor/pack.h: a list of entries <-> a chain of levels.
//
// Invariant: packing and unpacking keep every stored entry, also explicit zeros, and change no value. Packing takes the
// entries over and builds the levels in their memory: beside them it needs only the offsets (and, where the entries
// are not sorted yet, one permutation).
#pragma once

#include "tensor/tensor.h"

namespace refold {

/// Packs entries into the levels of `packing`.
/// Cost:   O(stored) per mode, plus the positions of range levels.
/// Errors: E0205 two entries with one index (both are named by their number in the list);
///         E0208 more than 2^31-1 positions, or an extent beyond 32 bits;
///         E0209 a singleton level below a parent that has no or several children;
///         E0705 offsets or values of range levels that do not fit into memory.
Result<LevelTensor> pack(CooTensor entries, const Packing& packing);

/// The entries of the levels, in their order. A last RangeLevel stores every position, also those nobody filled.
CooTensor unpack(const LevelTensor& tensor);
CooTensor unpack(LevelTensor&& tensor);  // in the memory of the values

/// Every element as an entry, in the tensor's own order. Errors: E0208, E0705 as above.
Result<CooTensor> entries_of(const DenseTensor& tensor);
/// Zeros where nothing is stored. Errors: E0205 on a duplicate; E0208, E0705 too many elements.
Result<DenseTensor> to_dense(const Tensor& tensor, ModeOrder order);

}  // namespace refold
