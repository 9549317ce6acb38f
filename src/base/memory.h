// src/base/memory.h: how much memory there is, asked before much of it is taken.
//
// Invariant: nothing is taken here. What the machine cannot give is refused with its size before it is asked for,
// because asking may succeed and the first writes then end the process, or another one.
#pragma once

#include <cstdint>
#include <string>

#include "base/number.h"
#include "base/result.h"

namespace refold {

/// The bytes that this process may still take: what the machine has available, and what a limit on its address space
/// (ulimit -v) leaves. Where neither can be read, more than any machine has.
std::uint64_t available_memory();

/// Three digits and a decimal unit: "960 B", "12.3 kB", "205 MB".
std::string in_bytes(const Integer& bytes);

/// Whether these bytes can be taken and some are left. `what` wants them: "a dense tensor of 3 x 4". Errors: E0705.
Result<void> check_memory(const Integer& bytes, const std::string& what,
                          std::string help = "use smaller data, or a machine with more memory");

}  // namespace refold
