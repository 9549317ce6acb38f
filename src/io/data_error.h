// src/io/data_error.h: the one way in which this layer makes diagnostics.
//
// Invariant: a diagnostic about a file names the file, and the line where there is one.
#pragma once

#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace refold {

inline Diagnostic data_error(std::string code, DataPlace place, std::string message, std::string help = {}) {
  return {std::move(code), {}, std::move(message), {}, std::move(help), std::move(place)};
}

}  // namespace refold
