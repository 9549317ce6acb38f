// src/io/read.h: tensors from files.
//
// Invariant: what read_tensor returns is exactly what the file says: every stored entry (also explicit zeros) once, no
// coordinate outside the extents, symmetric files expanded; a file that is damaged, ambiguous or too large yields a
// Diagnostic that names its line. Sparse files come back as entries that ascend row by row (sorted_by 0, 1, ..;
// unique), so packing them into CSR moves their memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/tensor.h"

namespace refold {

enum class FileFormat { MatrixMarket, Frostt, Numpy };
/// By the ending of the name: .mtx, .mtx.gz, .tns, .tns.gz, .npy. Errors: E0704.
Result<FileFormat> file_format(const std::string& path);

using KnownExtents = std::vector<std::optional<std::int64_t>>;  // by mode; nothing: unknown

struct ReadOptions {
  /// Adds entries with the same index instead of refusing them.
  bool sum_duplicates = false;
  /// The element type of the result; nothing: what the file says (real f64, integer i64, pattern bool; .tns f64).
  std::optional<ElementType> element = {};
  /// The extents that the tensor must have, as far as they are known. A .tns file without an extents line takes them
  /// from here. One mode is also read from an n x 1 or 1 x n matrix, a scalar from a 1 x 1 matrix.
  std::optional<KnownExtents> shape = {};
};

struct Loaded {
  Tensor tensor;
  bool has_nonfinite = false;  // a NaN or an infinity among the stored values
};

/// Errors: E0201 header, E0202 not an entry, E0203 coordinate outside, E0204 number too large, E0205 duplicate,
/// E0206 too few entries, E0207 trailing data, E0208 too large, E0210 other shape, E0213 other element type,
/// E0214 symmetry; E0701 not there, E0702 unreadable or damaged, E0704 unknown kind, E0705 memory.
Result<Loaded> read_tensor(const std::string& path, const ReadOptions& options = {});

}  // namespace refold
