// src/run/execute.h: a kernel run on tensors by one of the back ends.
//
// Invariant: every back end computes the same from the same kernel; only the order in which sums add up may differ. The
// number of threads changes no result.
#pragma once

#include "plan/contraction.h"
#include "run/compile.h"

namespace refold {

enum class Backend { Interp, OpenMp, Cuda };

struct ExecuteOptions {
  Backend backend = Backend::OpenMp;
  int threads = 1;
  int repeat = 1;  // timed calls after one that warms up; 1: the first call is the timed one
  CompileOptions compile = {};
};

struct Execution {
  KernelArguments arguments;            // holds the output
  std::vector<double> kernel_seconds;   // one for each timed call
  double compile_seconds = 0;
  bool from_cache = false;
  std::string source;                   // emitted text; empty for interp
  double median_seconds() const;
};

/// The text that a back end compiles; empty for interp.
std::string emit(const Kernel& kernel, Backend backend);

/// Errors: of bind_arguments and compile; E0714 the device reports an error.
Result<Execution> execute(const Kernel& kernel, const TensorInputs& inputs, const ExecuteOptions& options);

/// The result as a tensor: dense in the order of its modes, or with the pattern of the operand whose pattern it shares.
Tensor take_result(const Contraction& last, Execution& execution, const TensorInputs& inputs);

}  // namespace refold
