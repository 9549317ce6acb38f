// src/io/frostt.h: the FROSTT text format of sparse tensors, `i j k value` on each line.
//
// Invariant: every line has as many coordinates as the first one. The format names no extents, so the largest
// coordinate of a mode is its extent, unless the caller says more, or a comment before the first entry has the word
// `extents` or `dims` and one number for each mode behind it. refold writes `# extents 3 4 5`, so that empty rows,
// empty tensors and scalars survive.
#pragma once

#include "io/read.h"

namespace refold {

Result<Tensor> read_frostt(const std::string& path, const ReadOptions& options);
Result<void> write_frostt(const std::string& path, const Tensor& tensor);

}  // namespace refold
