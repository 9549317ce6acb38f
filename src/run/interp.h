// src/run/interp.h: a kernel executed directly, without a compiler.
//
// Invariant: the meaning of every statement of plan/loop_nest.h as it is written there, in the order written: parallel
// and vector loops run one iteration after the other. Slow (some ten nanoseconds for each operation) and plain, the
// yardstick of the emitted kernels and the back end where no compiler is installed.
#pragma once

#include "run/arguments.h"

namespace refold {

void interpret(const Kernel& kernel, KernelArguments& arguments);

}  // namespace refold
