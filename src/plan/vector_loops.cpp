#include "plan/vector_loops.h"

#include <algorithm>

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

bool steady(const IndexExpr& index, VariableId loop) { return stride(index, loop, {}) != Stride::Jumps; }

bool steady(const ValueExpr& value, VariableId loop) {
  if (value.kind == ValueExpr::Kind::Load && !steady(value.index, loop)) return false;
  return std::all_of(value.operands.begin(), value.operands.end(), [&](const ValueExpr& v) { return steady(v, loop); });
}

bool can_be_vector(const ForLoop& loop) {
  return std::all_of(loop.body.begin(), loop.body.end(), [&](const LoopStatement& statement) {
    const auto* assign = std::get_if<Assign>(&statement.node);
    if (assign == nullptr || !steady(assign->value, loop.variable)) return false;
    if (assign->array.valid()) return stride(assign->index, loop.variable, {}) == Stride::Unit;
    return assign->combine && sums_in_parts(assign->op);
  });
}

void mark(LoopBody& body) {
  for (LoopStatement& statement : body) {
    std::visit(overloaded{
        [](ForLoop& loop) {
          mark(loop.body);
          if (loop.kind != ForLoop::Kind::Serial || loop.step != 1 || loop.body.empty() || !can_be_vector(loop)) return;
          loop.kind = ForLoop::Kind::Vector;
          for (const LoopStatement& inner : loop.body) {
            const auto& assign = std::get<Assign>(inner.node);
            if (assign.variable.valid()) loop.reductions.push_back({assign.variable, assign.op, unit_of(assign.op)});
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
