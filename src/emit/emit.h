// src/emit/emit.h: a kernel as text of a programming language.
//
// Invariant: both texts are printed from the same loops by the same code; a Dialect holds all that differs. The text
// depends on the loops alone: sizes that are not fixed, and everything else that only data decides, are arguments. It
// holds no text of the user, only identifiers made by plan/identifier.h.
// Both define
//   extern "C" int refold_kernel(void* const* arrays, const int64_t* lengths, const int64_t* sizes, int threads)
// with arrays (and their numbers of elements) in the order of Kernel::arrays, sizes in the order of Kernel::sizes; it
// returns 0, or an error of the device.
#pragma once

#include <string>

#include "plan/loop_nest.h"

namespace refold {

/// C++ with OpenMP pragmas; includes only <stdint.h> and <omp.h>.
std::string emit_openmp(const Kernel& kernel);

/// CUDA: one __global__ function for each outermost loop, a warp for each chunk, its lanes for the innermost loop.
std::string emit_cuda(const Kernel& kernel);

}  // namespace refold
