// tests/cli/small_data.h: the examples, and small random data for whatever a file declares.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "term/module.h"

namespace refold {

/// The names of all files of examples/, in order.
inline std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REFOLD_SOURCE_DIR) / "examples"))
    if (entry.path().extension() == ".rf") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// NAME=DATA for every size and every tensor: sizes 12, 15, .., one element in five stored where they are sparse.
inline std::vector<std::string> small_data(const Module& module) {
  std::vector<std::string> binds;
  int number = 0;
  for (const Variable& size : module.sizes) binds.push_back(size.name + "=" + std::to_string(12 + 3 * number++));
  for (const TensorInfo& tensor : module.tensors)
    binds.push_back(tensor.variable.name + "=random(seed=" + std::to_string(++number) +
                    (tensor.sparse ? ", density=0.2)" : ")"));
  return binds;
}

}  // namespace refold
