// src/io/matrix_market.h: the Matrix Market exchange format (NIST), coordinate and array.
//
// Invariant: fields real, integer and pattern and the symmetries general, symmetric and skew-symmetric are read in
// full; complex and hermitian are refused. Of a symmetric file both triangles may hold entries, as long as no element
// is given twice; skew-symmetric files hold nothing on the diagonal.
#pragma once

#include "io/read.h"

namespace refold {

Result<Tensor> read_matrix_market(const std::string& path, const ReadOptions& options);
/// Of one or two modes (a scalar too, as 1 x 1): entries as `coordinate`, a dense tensor as `array`.
Result<void> write_matrix_market(const std::string& path, const Tensor& tensor);

}  // namespace refold
