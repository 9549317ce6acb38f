// src/io/data_spec.h: what stands after `NAME=` on the command line.
//
// Invariant: a spec names data without touching it; load() is the only function that opens files or draws numbers, and
// the same spec, shape and element type always load the same tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "io/read.h"

namespace refold {

struct FileData {
  std::string path;
  FileFormat format;
};
struct RandomData {  // random(seed=1), random(seed=1, density=0.01)
  std::uint64_t seed = 0;
  std::optional<double> density = {};  // nothing: dense
};
struct IntegerData {  // 64: a size, or an integer scalar
  std::int64_t value = 0;
};
struct RealData {  // 2.5, 1e-3: a scalar
  double value = 0;
};
using DataSpec = std::variant<FileData, RandomData, IntegerData, RealData>;

/// Errors: E0211 or E0222, with the text and the forms that are understood.
Result<DataSpec> parse_data_spec(std::string_view text);

/// Reads the file, draws the random numbers (every extent of options.shape must be known) or makes the scalar.
Result<Loaded> load(const DataSpec& spec, const ReadOptions& options);

}  // namespace refold
