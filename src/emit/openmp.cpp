#include <fmt/format.h>

#include "emit/emit.h"
#include "emit/printer.h"

namespace refold {
namespace {

/// How a vector loop sums with an operator (plan/vector_loops.h): OpenMP's own max and min may lose a NaN.
std::string clause_name(ScalarOp op) {
  return info(op).infix ? std::string(info(op).name) : fmt::format("refold_{}", info(op).name);
}

/// What such loops need to know of those that are not OpenMP's own.
std::string declared_reductions(const std::string& text) {
  std::string lines;
  for (const auto& [op, unit] : {std::pair{ScalarOp::Max, "-__builtin_inf()"}, std::pair{ScalarOp::Min, "__builtin_inf()"}}) {
    const std::string name = clause_name(op);
    if (text.find(fmt::format("reduction({} : ", name)) != std::string::npos)
      lines += fmt::format("#pragma omp declare reduction({0} : double : omp_out = {0}(omp_out, omp_in)) initializer(omp_priv = {1})\n", name, unit);
  }
  return lines;
}

class OpenMp final : public Dialect {
 public:
  std::string_view infinity() const override { return "__builtin_inf()"; }
  std::string_view function_prefix() const override { return "static inline"; }
  void parallel_loop(Printer& out, const ForLoop& loop) const override {
    out.line(fmt::format("#pragma omp parallel for schedule({}) num_threads(threads) if (threads > 1)",
                         loop.even ? "static" : "dynamic, 1"));
    out.plain_loop(loop);
  }
  void innermost_loop(Printer& out, const ForLoop& loop) const override {
    if (loop.kind == ForLoop::Kind::Lanes) return out.plain_loop(loop);  // gathers lose against scalar loads
    std::string clauses;
    for (const ForLoop::Reduction& sum : loop.reductions)
      clauses += fmt::format(" reduction({} : {})", clause_name(sum.op), out.name(sum.variable));
    out.line("#pragma omp simd" + clauses);
    out.plain_loop(loop);
  }
  void tile(Printer& out, const LetTile& tile) const override {
    const KernelArray& array = out.array(tile.array);
    out.line(fmt::format("double {}[{}];", array.name, array.size));
    out.line(fmt::format("for (int64_t at = 0; at < {}; ++at) {}[at] = {};", array.size, array.name, out.text(tile.fill)));
  }
  void store(Printer& out, const std::string& text, bool) const override { out.line(text); }
  void prefetch(Printer& out, const std::string& place) const override {
    out.line(fmt::format("__builtin_prefetch(&{});", place));
  }
};

}  // namespace

std::string emit_openmp(const Kernel& kernel) {
  const OpenMp dialect;
  const std::string support = support_functions(kernel, dialect);
  Printer out(kernel, dialect);
  out.line("#include <stdint.h>");
  out.line("#include <omp.h>");
  out.line("");
  for (const std::string_view function : {"exp(double)", "log(double)", "sqrt(double)", "pow(double, double)"})
    if (support.find(fmt::format(" {}", function.substr(0, function.find('(') + 1))) != std::string::npos)
      out.line(fmt::format("extern \"C\" double {};", function));
  out.lines(support);
  Printer loops(kernel, dialect);
  loops.body(kernel.body);
  out.lines(declared_reductions(loops.take()));
  out.open("extern \"C\" int refold_kernel(void* const* arrays, const int64_t*, const int64_t* sizes, int threads) {");
  for (std::size_t i = 0; i < kernel.arrays.size(); ++i) {
    const KernelArray& array = kernel.arrays[i];
    if (array.role == KernelArray::Role::Local) continue;
    const std::string type = fmt::format("{}{}*", is_input(array) ? "const " : "", element_name(array.type));
    out.line(fmt::format("{} __restrict const {} = ({})arrays[{}];  // {}", type, array.name, type, i, role_text(array)));
  }
  for (const std::string& declaration : size_declarations(kernel)) out.line(declaration);
  out.line("(void)arrays, (void)sizes, (void)threads;");
  out.body(kernel.body);
  out.line("return 0;");
  out.close();
  return out.take();
}

}  // namespace refold
