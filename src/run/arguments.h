// src/run/arguments.h: the memory that one call of a kernel works on.
//
// Invariant: every array of the kernel has its memory, of the kernel's element type and size: inputs point into tensors
// that the caller keeps alive, the output and scratch arrays are owned here. Nothing is filled: a kernel writes before
// it reads.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plan/loop_nest.h"
#include "tensor/tensor.h"

namespace refold {

using TensorInputs = std::map<std::string, std::reference_wrapper<const Tensor>, std::less<>>;

struct KernelArguments {
  std::vector<void*> arrays;         // by ArrayId; null for Local arrays, which live in the kernel
  std::vector<std::int64_t> sizes;   // by KernelSize
  std::vector<Buffer<double>> owned; // the output's and scratch memory
  std::size_t output = 0;            // which array is the output

  const double* result() const { return static_cast<const double*>(arrays[output]); }
};

/// Finds the memory of every array. Errors: E0603 a tensor is not given, E0610 one does not lie in memory as the plan says;
/// E0611 not enough memory.
Result<KernelArguments> bind_arguments(const Kernel& kernel, const TensorInputs& inputs);

}  // namespace refold
