// src/cli/program_data.h: the data of one run: what --bind says, fitted to the declarations of the file.
//
// Invariant: after bind_data every size that a bound tensor or number tells has one value, every bound tensor has the
// extents of its declaration under these sizes, and no index is stored twice. Nothing is guessed: two bindings that
// disagree about a size are an error that names both.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/data_spec.h"
#include "plan/lower.h"
#include "term/module.h"

namespace refold {

struct BoundData {
  std::string source;           // as the command line says it
  Tensor tensor;                // sparse: packed in the levels of its format
  bool has_nonfinite = false;
};

struct ProgramData {
  std::map<std::string, std::int64_t> sizes;
  std::map<std::string, BoundData> tensors;

  /// What lowering needs to know of sizes and tensors, for the let of this name.
  LoweringInput lowering(const Module& module, const std::string& name, const Algebra& algebra) const;
};

/// Errors: E0220 a binding that is no NAME=DATA, E0221 sizes that disagree, E0222 a size that nothing tells, E0224 a
/// format that does not fit, E0225 a binding that names nothing, E0226 two bindings of one name; those of io.
Result<ProgramData> bind_data(const Module& module, const std::vector<std::string>& binds, bool sum_duplicates);

}  // namespace refold
