// src/io/numpy.h: dense tensors in numpy's .npy files (format versions 1 to 3).
//
// Invariant: little-endian f8, f4, i8 and bool are read and written; C order is row-major, Fortran order column-major,
// and neither is changed on the way. A file whose size differs from what its header promises is refused.
#pragma once

#include "io/read.h"

namespace refold {

Result<Tensor> read_numpy(const std::string& path, const ReadOptions& options);
/// Errors: E0706 for sparse tensors, and for dense ones in a mode order that is neither row- nor column-major.
Result<void> write_numpy(const std::string& path, const Tensor& tensor);

}  // namespace refold
