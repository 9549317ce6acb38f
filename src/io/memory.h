// src/io/memory.h: data that does not fit into memory.
//
// Invariant: too much data is wrong input with a diagnostic, never a crash.
#pragma once

#include <new>

#include "base/result.h"

namespace refold {

/// The result of `load`; where the machine has no memory for it, E0705.
template <class Load>
auto within_memory(Load load) -> decltype(load()) {
  try {
    return load();
  } catch (const std::bad_alloc&) {
    return Diagnostic{"E0705", {}, "there is not enough memory for this data", {},
                      "use smaller data, or a machine with more memory"};
  }
}

}  // namespace refold
