#include <fmt/format.h>

#include <algorithm>

#include "base/variant.h"
#include "emit/emit.h"
#include "emit/printer.h"

namespace refold {
namespace {

constexpr int kWarpsPerBlock = 4;

/// A warp runs what a thread runs in the OpenMP text: its lanes hold the same variables, share innermost loops and the
/// tile, and lane 0 alone writes to memory between them.
class Cuda final : public Dialect {
 public:
  std::string_view infinity() const override { return "__longlong_as_double(0x7ff0000000000000LL)"; }
  std::string_view function_prefix() const override { return "static __device__ inline"; }
  void parallel_loop(Printer& out, const ForLoop& loop) const override {
    out.loop_from(loop, out.text(loop.lo) + " + warp", out.name(loop.variable) + " += warps");
  }
  void innermost_loop(Printer& out, const ForLoop& loop) const override {
    if (!loop.reductions.empty()) out.open("{  // each lane sums a part");
    for (const ForLoop::Reduction& sum : loop.reductions) {
      out.line(fmt::format("const double before_{} = {};", out.name(sum.variable), out.name(sum.variable)));
      out.line(fmt::format("{} = {};", out.name(sum.variable), out.text.number(sum.unit)));
    }
    out.loop_from(loop, out.text(loop.lo) + " + lane", out.name(loop.variable) + " += 32");
    for (const ForLoop::Reduction& sum : loop.reductions) {
      out.open("for (int distance = 16; distance > 0; distance /= 2) {");
      const std::string mine = out.name(sum.variable);
      out.line(fmt::format("const double other = __shfl_xor_sync(0xffffffffu, {}, distance);", mine));
      out.line(combined(sum.op, mine, mine, "other"));
      out.close();
      out.line(combined(sum.op, mine, "before_" + mine, mine));
    }
    if (!loop.reductions.empty()) out.close();
    out.line("__syncwarp();");
  }
  void tile(Printer& out, const LetTile& tile) const override {
    const KernelArray& array = out.array(tile.array);
    out.line(fmt::format("__shared__ double {}_of_warps[{}][{}];", array.name, kWarpsPerBlock, std::max<std::int64_t>(1, array.size)));
    out.line(fmt::format("double* const {} = {}_of_warps[threadIdx.x / 32];", array.name, array.name));
    out.line(fmt::format("for (int64_t at = lane; at < {}; at += 32) {}[at] = {};", array.size, array.name, out.text(tile.fill)));
    out.line("__syncwarp();");
  }
  void store(Printer& out, const std::string& text, bool memory) const override {
    if (!memory) return out.line(text);
    out.line("if (lane == 0) " + text);
    out.line("__syncwarp();");
  }
  void prefetch(Printer&, const std::string&) const override {}

 private:
  static std::string combined(ScalarOp op, const std::string& into, const std::string& a, const std::string& b) {
    const ScalarInfo function = info(op);
    return function.infix ? fmt::format("{} = {} {} {};", into, a, function.name, b)
                          : fmt::format("{} = refold_{}({}, {});", into, function.name, a, b);
  }
};

struct Parameter {
  std::string type, name, comment;
  std::string value;  // the host's argument
};

std::vector<Parameter> parameters(const Kernel& kernel) {
  std::vector<Parameter> list;
  for (std::size_t i = 0; i < kernel.arrays.size(); ++i) {
    const KernelArray& array = kernel.arrays[i];
    if (array.role == KernelArray::Role::Local) continue;
    const std::string type = fmt::format("{}{}*", is_input(array) ? "const " : "", element_name(array.type));
    list.push_back({type + " __restrict__", array.name, role_text(array), fmt::format("({})device[{}]", type, i)});
  }
  for (std::size_t s = 0; s < kernel.sizes.size(); ++s)
    if (!kernel.sizes[s].fixed)
      list.push_back({"const int64_t", kernel[kernel.sizes[s].variable], "a size", fmt::format("sizes[{}]", s)});
  return list;
}

/// A loop whose iterations the whole grid can share: a warp or a lane for each.
const ForLoop* shared_loop(const LoopStatement& statement) {
  const auto* loop = std::get_if<ForLoop>(&statement.node);
  if (loop == nullptr || loop->kind == ForLoop::Kind::Serial) return nullptr;
  return loop->kind == ForLoop::Kind::Parallel || loop->reductions.empty() ? loop : nullptr;
}

/// The statements of each __global__ function: a parallel loop alone, or what stands between two of them.
std::vector<LoopBody> stages(const LoopBody& body) {
  std::vector<LoopBody> stages;
  bool open = false;
  for (const LoopStatement& statement : body) {
    const bool alone = shared_loop(statement) != nullptr;
    if (alone || !open) stages.emplace_back();
    stages.back().push_back(statement);
    open = !alone && !std::holds_alternative<Heading>(statement.node);
    if (std::holds_alternative<Heading>(statement.node)) open = false, stages.pop_back();
  }
  return stages;
}

void print_stage(Printer& out, const Kernel& kernel, const LoopBody& stage, std::size_t number) {
  out.line(fmt::format("static __global__ void stage_{}(", number));
  const std::vector<Parameter> list = parameters(kernel);
  for (std::size_t i = 0; i < list.size(); ++i)
    out.line(fmt::format("    {} {}{}  // {}", list[i].type, list[i].name, i + 1 < list.size() ? "," : ") {", list[i].comment));
  if (list.empty()) out.line("    ) {");
  out.open("  const int lane = threadIdx.x % 32;");
  out.line("const int64_t warp = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / 32;");
  out.line("const int64_t warps = gridDim.x * (int64_t)blockDim.x / 32;");
  for (const KernelSize& size : kernel.sizes)
    if (size.fixed) out.line(fmt::format("const int64_t {} = {};", kernel[size.variable], size.value));
  if (shared_loop(stage[0]) == nullptr) out.line("if (warp != 0) return;");
  for (const KernelSize& size : kernel.sizes)
    if (size.fixed) out.line(fmt::format("(void){};", kernel[size.variable]));
  out.line("(void)warp, (void)warps, (void)lane;");
  const ForLoop* loop = shared_loop(stage[0]);
  if (loop != nullptr && loop->kind != ForLoop::Kind::Parallel)
    out.loop_from(*loop, out.text(loop->lo) + " + warp * 32 + lane", out.name(loop->variable) + " += warps * 32");
  else out.body(stage);
  out.close();
  out.line("");
}

/// Copies the operands to the device, runs the stages in order, copies the result back.
void print_host(Printer& out, const Kernel& kernel, const std::vector<LoopBody>& stages) {
  out.open("extern \"C\" int refold_kernel(void* const* arrays, const int64_t* lengths, const int64_t* sizes, int) {");
  const std::size_t count = kernel.arrays.size();
  out.line(fmt::format("void* device[{}] = {{}};", std::max<std::size_t>(1, count)));
  out.line("cudaError_t error = cudaSuccess;");
  for (std::size_t i = 0; i < count; ++i) {
    const KernelArray& array = kernel.arrays[i];
    if (array.role == KernelArray::Role::Local) continue;
    const std::string bytes = fmt::format("lengths[{}] * sizeof({})", i, element_name(array.type));
    out.line(fmt::format("if (error == cudaSuccess) error = cudaMalloc(&device[{}], {} + 8);  // {}", i, bytes, array.name));
    if (is_input(array))
      out.line(fmt::format("if (error == cudaSuccess) error = cudaMemcpy(device[{}], arrays[{}], {}, cudaMemcpyHostToDevice);", i, i, bytes));
  }
  std::string arguments;
  for (const Parameter& parameter : parameters(kernel)) arguments += (arguments.empty() ? "" : ", ") + parameter.value;
  out.open("if (error == cudaSuccess) {");
  for (std::size_t s = 0; s < stages.size(); ++s)
    out.line(fmt::format("stage_{}<<<{}, {}>>>({});", s + 1, shared_loop(stages[s][0]) ? 1024 : 1, 32 * kWarpsPerBlock, arguments));
  out.line("error = cudaGetLastError();");
  out.close();
  for (std::size_t i = 0; i < count; ++i)
    if (kernel.arrays[i].role == KernelArray::Role::Output)
      out.line(fmt::format("if (error == cudaSuccess) error = cudaMemcpy(arrays[{}], device[{}], lengths[{}] * sizeof(double), "
                           "cudaMemcpyDeviceToHost);", i, i, i));
  out.line("for (void* memory : device) cudaFree(memory);");
  out.line("(void)sizes;");
  out.line("return (int)error;");
  out.close();
}

}  // namespace

std::string emit_cuda(const Kernel& kernel) {
  const Cuda dialect;
  Printer out(kernel, dialect);
  out.line("#include <stdint.h>");
  out.line("");
  out.lines(support_functions(kernel, dialect));
  const std::vector<LoopBody> parts = stages(kernel.body);
  for (std::size_t s = 0; s < parts.size(); ++s) print_stage(out, kernel, parts[s], s + 1);
  print_host(out, kernel, parts);
  return out.take();
}

}  // namespace refold
