#include "plan/vector_loops.h"

#include <algorithm>
#include <limits>

#include "base/variant.h"
#include "plan/stride.h"

namespace refold {
namespace {

/// Operators that OpenMP and the warp shuffles can sum in parts.
bool sums_in_parts(ScalarOp op) {
  return op == ScalarOp::Add || op == ScalarOp::Multiply || op == ScalarOp::Min || op == ScalarOp::Max;
}

double unit_of(ScalarOp op) {
  if (op == ScalarOp::Multiply) return 1;
  const double infinity = std::numeric_limits<double>::infinity();
  return op == ScalarOp::Min ? infinity : op == ScalarOp::Max ? -infinity : 0;
}

bool reads(const ValueExpr& value, VariableId variable) {
  if (value.kind == ValueExpr::Kind::Variable && value.variable == variable) return true;
  return std::any_of(value.operands.begin(), value.operands.end(), [&](const ValueExpr& v) { return reads(v, variable); });
}

bool steady(const ValueExpr& value, VariableId loop, const Definitions& known) {
  if (value.kind == ValueExpr::Kind::Load && stride(value.index, loop, known) == Stride::Jumps) return false;
  return std::all_of(value.operands.begin(), value.operands.end(), [&](const ValueExpr& v) { return steady(v, loop, known); });
}

/// Serial, Lanes or Vector, for an innermost loop.
ForLoop::Kind kind_of(const ForLoop& loop) {
  const Definitions known = definitions(loop.body);
  bool vector = true;
  for (const LoopStatement& statement : loop.body) {
    if (const auto* let = std::get_if<LetIndex>(&statement.node)) {
      vector = vector && stride(let->value, loop.variable, known) != Stride::Jumps;
      continue;
    }
    const auto* assign = std::get_if<Assign>(&statement.node);
    if (assign == nullptr) return ForLoop::Kind::Serial;
    if (assign->array.valid()) {
      if (stride(assign->index, loop.variable, known) != Stride::Unit) return ForLoop::Kind::Serial;
    } else if (!assign->combine || !sums_in_parts(assign->op) || reads(assign->value, assign->variable)) {
      return ForLoop::Kind::Serial;
    }
    vector = vector && steady(assign->value, loop.variable, known);
  }
  return vector ? ForLoop::Kind::Vector : ForLoop::Kind::Lanes;
}

void mark(LoopBody& body) {
  for (LoopStatement& statement : body) {
    std::visit(overloaded{
        [](ForLoop& loop) {
          mark(loop.body);
          if (loop.kind != ForLoop::Kind::Serial || loop.step != 1 || loop.body.empty()) return;
          loop.kind = kind_of(loop);
          if (loop.kind == ForLoop::Kind::Serial) return;
          for (const LoopStatement& inner : loop.body) {
            const auto* assign = std::get_if<Assign>(&inner.node);
            if (assign != nullptr && assign->variable.valid())
              loop.reductions.push_back({assign->variable, assign->op, unit_of(assign->op)});
          }
        },
        [](MergeLoop& loop) { mark(loop.body); },
        [](IfAll& condition) { mark(condition.body); },
        [](auto&) {}}, statement.node);
  }
}

}  // namespace

void mark_vector_loops(Kernel& kernel) { mark(kernel.body); }

}  // namespace refold
