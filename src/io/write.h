// src/io/write.h: tensors to files.
//
// Invariant: reading a written file back (with the same element type) gives the same extents, indices and values, bit
// by bit: numbers are printed with the fewest digits that determine them, and explicit zeros are written.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace refold {

/// Writes by the ending of the name. Sparse: .mtx (coordinate; two modes), .tns. Dense: .npy, .mtx (array; one mode is
/// written as n x 1, a scalar as 1 x 1), .tns (every element). Entries are written in the order of their memory.
/// Errors: E0703 cannot write, E0704 unknown kind, E0706 the format does not hold such a tensor.
Result<void> write_tensor(const std::string& path, const Tensor& tensor);

/// Whether the name has an ending that is known and its folder is there, before work is put into what goes there.
/// Errors: E0703, E0704.
Result<void> can_be_written(const std::string& path);

}  // namespace refold
