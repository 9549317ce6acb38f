#include "run/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "emit/emit.h"
#include "plan/vector_loops.h"
#include "run/interp.h"

namespace refold {
namespace {

using Clock = std::chrono::steady_clock;

/// The kernel as a back end runs it.
Kernel tuned(const Kernel& kernel, Backend backend) {
  Kernel copy = kernel;
  if (backend == Backend::OpenMp) unroll_for_cpu(copy);
  return copy;
}

/// What a CUDA kernel returns when it did not run (cudaError_t; the numbers are stable).
Diagnostic device_error(int status) {
  const auto [what, help] = [&]() -> std::pair<std::string, const char*> {
    switch (status) {
      case 2: return {"the GPU has not enough memory for the operands and the result", "bind smaller data, or run with --backend openmp"};
      case 35: return {"the driver of the GPU is missing or older than the CUDA toolkit", "install a newer driver"};
      case 100: return {"this machine has no GPU that CUDA can use", ""};
      case 209: return {"the kernel was compiled for another kind of GPU", "`--keep DIR` shows how nvcc was called"};
      default: return {fmt::format("the GPU reports error {}", status), ""};
    }
  }();
  std::string more = help;
  if (!more.empty()) more += "; ";
  return {"E0714", {}, what, {}, more + "`refold emit --backend cuda` prints the kernel for another machine, --backend openmp runs it on this one's processor"};
}

}  // namespace

double Execution::median_seconds() const {
  std::vector<double> sorted = kernel_seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted.empty() ? 0 : sorted[sorted.size() / 2];
}

std::string emit(const Kernel& kernel, Backend backend) {
  switch (backend) {
    case Backend::Interp: return {};
    case Backend::OpenMp: return emit_openmp(tuned(kernel, backend));
    case Backend::Cuda: return emit_cuda(kernel);
  }
  __builtin_unreachable();
}

Result<Execution> execute(const Kernel& kernel, const TensorInputs& inputs, const ExecuteOptions& options) {
  Execution execution;
  REFOLD_TRY(execution.arguments, bind_arguments(kernel, inputs));
  execution.source = emit(kernel, options.backend);
  CompiledKernel compiled;
  if (options.backend != Backend::Interp) {
    const Language language = options.backend == Backend::Cuda ? Language::Cuda : Language::OpenMp;
    REFOLD_TRY(compiled, compile(language, execution.source, options.compile));
    execution.compile_seconds = compiled.seconds;
    execution.from_cache = compiled.from_cache;
  }
  std::vector<std::int64_t> lengths;
  for (const KernelArray& array : kernel.arrays) lengths.push_back(array.size);
  const int calls = options.repeat <= 1 ? 1 : options.repeat + 1;
  for (int call = 0; call < calls; ++call) {
    const Clock::time_point start = Clock::now();
    int status = 0;
    if (options.backend == Backend::Interp) interpret(kernel, execution.arguments);
    else status = compiled.function(execution.arguments.arrays.data(), lengths.data(), execution.arguments.sizes.data(), options.threads);
    if (status != 0) return device_error(status);
    if (call > 0 || calls == 1) execution.kernel_seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  return execution;
}

Tensor take_result(const Contraction& last, Execution& execution, const TensorInputs& inputs) {
  const KernelArguments& arguments = execution.arguments;
  std::size_t place = 0;  // of the output among the owned buffers
  while (arguments.owned[place].data() != arguments.result()) ++place;
  Buffer<double> result = std::move(execution.arguments.owned[place]);
  if (last.output.pattern_of) {
    const Tensor& pattern = inputs.find(last.operands[*last.output.pattern_of].tensor)->second.get();
    if (const auto* levels = std::get_if<LevelTensor>(&pattern)) {
      LevelTensor copy = clone(*levels);
      copy.values = std::move(result);
      return copy;
    }
  }
  return DenseTensor{last.output.shape, row_major(last.output.shape.size()), std::move(result)};
}

}  // namespace refold
