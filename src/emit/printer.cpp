#include "emit/printer.h"

#include <fmt/format.h>

#include <set>

#include "base/variant.h"

namespace refold {
namespace {

void collect(const ValueExpr& value, std::set<ScalarOp>& used) {
  if (value.kind == ValueExpr::Kind::Apply && !info(value.op).infix) used.insert(value.op);
  for (const ValueExpr& operand : value.operands) collect(operand, used);
}

void collect(const LoopBody& body, std::set<ScalarOp>& used) {
  for (const LoopStatement& statement : body) {
    std::visit(overloaded{
        [&](const LetValue& let) { collect(let.value, used); },
        [&](const Assign& assign) {
          if (assign.combine && !info(assign.op).infix) used.insert(assign.op);
          collect(assign.value, used);
        },
        [&](const ForLoop& loop) { collect(loop.body, used); },
        [&](const MergeLoop& loop) { collect(loop.body, used); },
        [&](const IfAll& condition) { collect(condition.body, used); },
        [](const auto&) {}}, statement.node);
  }
}

}  // namespace

std::string comment_text(std::string_view text) {
  std::string plain;
  for (const char c : text) plain += c >= ' ' && c <= '~' && c != '\\' ? c : '?';
  return plain;
}

std::string_view element_name(ArrayType type) {
  switch (type) {
    case ArrayType::Float64: return "double";
    case ArrayType::Int32: return "int32_t";
  }
  __builtin_unreachable();
}

bool is_input(const KernelArray& array) {
  switch (array.role) {
    case KernelArray::Role::Values:
    case KernelArray::Role::Offsets:
    case KernelArray::Role::Coordinates: return true;
    case KernelArray::Role::Output:
    case KernelArray::Role::Scratch:
    case KernelArray::Role::Local: return false;
  }
  __builtin_unreachable();
}

std::string role_text(const KernelArray& array) {
  switch (array.role) {
    case KernelArray::Role::Values: return "values of an operand";
    case KernelArray::Role::Offsets: return fmt::format("offsets of level {}", array.level);
    case KernelArray::Role::Coordinates: return fmt::format("coordinates of level {}", array.level);
    case KernelArray::Role::Output: return "the result";
    case KernelArray::Role::Scratch: return "memory of this call";
    case KernelArray::Role::Local: return "tile of a thread";
  }
  __builtin_unreachable();
}

std::vector<std::string> size_declarations(const Kernel& kernel) {
  std::vector<std::string> lines;
  for (std::size_t s = 0; s < kernel.sizes.size(); ++s) {
    const KernelSize& size = kernel.sizes[s];
    lines.push_back(size.fixed ? fmt::format("const int64_t {} = {};", kernel[size.variable], size.value)
                               : fmt::format("const int64_t {} = sizes[{}];", kernel[size.variable], s));
  }
  return lines;
}

std::string support_functions(const Kernel& kernel, const Dialect& dialect) {
  std::set<ScalarOp> used;
  collect(kernel.body, used);
  std::string text;
  for (const ScalarOp op : used) {
    const ScalarInfo function = info(op);
    const std::string parameters = function.arity == 1   ? "double a"
                                   : function.arity == 2 ? "double a, double b"
                                                         : "double a, double b, double c";
    text += fmt::format("{} double refold_{}({}) {{ return {}; }}\n", dialect.function_prefix(), function.name, parameters,
                        function.body);
  }
  return text;
}

void Printer::line(std::string_view text) {
  if (!text.empty()) text_.append(static_cast<std::size_t>(2 * indent_), ' ').append(text);
  text_ += '\n';
}

void Printer::lines(std::string_view text) {
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    line(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

void Printer::body(const LoopBody& body) {
  for (const LoopStatement& statement : body) std::visit([this](const auto& node) { print(node); }, statement.node);
}

void Printer::print(const LetIndex& let) { line(fmt::format("const int64_t {} = {};", name(let.variable), text(let.value))); }
void Printer::print(const LetValue& let) { line(fmt::format("double {} = {};", name(let.variable), text(let.value))); }

void Printer::print(const Assign& assign) {
  const std::string statement = text(assign) + ';';
  if (in_vector) line(statement);
  else dialect_.store(*this, statement, assign.array.valid());
}

/// A bisection in place; `stop` is no name that a kernel has.
void Printer::print(const FindFirst& find) {
  const std::string found = name(find.variable), probe = name(find.probe);
  line(fmt::format("int64_t {} = {};  // the first place in order that reaches {}", found, text(find.lo), comment_text(text(find.key))));
  open(fmt::format("for (int64_t stop = {}; {} < stop;) {{", text(find.hi), found));
  line(fmt::format("const int64_t {} = {} + (stop - {}) / 2;", probe, found, found));
  line(fmt::format("if ({} >= {}) stop = {};", text(find.at), text(find.key), probe));
  line(fmt::format("else {} = {} + 1;", found, probe));
  close();
}

void Printer::print(const Prefetch& prefetch) {
  dialect_.prefetch(*this, fmt::format("{}[{}]", kernel_[prefetch.array].name, text(prefetch.index)));
}

void Printer::print(const ForLoop& loop) {
  switch (loop.kind) {
    case ForLoop::Kind::Serial: return plain_loop(loop);
    case ForLoop::Kind::Parallel: return dialect_.parallel_loop(*this, loop);
    case ForLoop::Kind::Lanes:
    case ForLoop::Kind::Vector: return dialect_.innermost_loop(*this, loop);
  }
}

void Printer::plain_loop(const ForLoop& loop) {
  loop_from(loop, text(loop.lo), loop.step == 1 ? "++" + name(loop.variable) : fmt::format("{} += {}", name(loop.variable), loop.step));
}

void Printer::loop_from(const ForLoop& loop, const std::string& first, const std::string& step) {
  const std::string variable = name(loop.variable);
  open(fmt::format("for (int64_t {} = {}; {} < {}; {}) {{{}{}", variable, first, variable, text(loop.hi), step,
                   loop.note.empty() ? "" : "  // ", comment_text(loop.note)));
  const bool outside = in_vector;
  in_vector = in_vector || loop.kind == ForLoop::Kind::Vector || loop.kind == ForLoop::Kind::Lanes;
  body(loop.body);
  in_vector = outside;
  close();
}

void Printer::print(const MergeLoop& loop) {
  const std::string p = name(loop.left.position), q = name(loop.right.position), i = name(loop.coordinate);
  const auto key = [&](const MergeLoop::Side& side) {
    return fmt::format("{}[{}]", kernel_[side.coordinates].name, name(side.position));
  };
  line("// " + comment_text(loop.note));
  open(fmt::format("for (int64_t {} = {}, {} = {}; {} < {} && {} < {};) {{", p, text(loop.left.lo), q, text(loop.right.lo), p,
                   text(loop.left.hi), q, text(loop.right.hi)));
  line(fmt::format("const int64_t {} = {}, other = {};", i, key(loop.left), key(loop.right)));
  open(fmt::format("if ({} == other) {{", i));
  body(loop.body);
  close();
  line(fmt::format("{} += {} <= other;", p, i));
  line(fmt::format("{} += other <= {};", q, i));
  close();
}

void Printer::print(const IfAll& condition) {
  std::string all;
  for (const IndexComparison& comparison : condition.all) all += (all.empty() ? "" : " && ") + text(comparison);
  open(fmt::format("if ({}) {{", all));
  body(condition.body);
  close();
}

void Printer::print(const Heading& heading) { line("// " + comment_text(heading.text)); }

}  // namespace refold
