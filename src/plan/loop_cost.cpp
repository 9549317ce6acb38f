#include "plan/loop_cost.h"

#include "base/variant.h"
#include "plan/stride.h"

namespace refold {
namespace {

constexpr std::int64_t kFirstCache = 32 * 1024;
constexpr std::int64_t kSecondCache = 1024 * 1024;

/// A loop around the statement: its variables and how often its body runs in all.
struct Frame {
  std::vector<VariableId> variables;
  Integer trips;
  bool vector = false;
};

class Walk {
 public:
  explicit Walk(const Kernel& kernel) : kernel_(kernel), definitions_(definitions(kernel.body)) {}
  Walk(const Kernel& kernel, const LoopBody& body) : kernel_(kernel), definitions_(definitions(body)) {}

  /// The cost of a body; `annotate` also writes the cost of each loop into it.
  template <class Body>
  Cost body(Body& statements) {
    Cost total;
    for (auto& statement : statements) total += std::visit([&](auto& node) { return cost(node); }, statement.node);
    return total;
  }

 private:
  Integer trips() const { return frames_.empty() ? Integer(1) : frames_.back().trips; }

  Cost access(const KernelArray& array, const IndexExpr& index) {
    const std::int64_t width = array.type == ArrayType::Float64 ? 8 : 4;
    if (array.role == KernelArray::Role::Local) return {};
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      Stride moves = Stride::Stays;
      for (const VariableId variable : frame->variables) moves = std::max(moves, stride(index, variable, definitions_));
      if (moves == Stride::Stays) continue;
      const bool near = moves == Stride::Unit || array.size * width <= kFirstCache;
      return {.bytes = frame->trips * (near ? width : array.size * width <= kSecondCache ? 24 : 64)};
    }
    return {.bytes = width};
  }

  Cost cost(const IndexExpr& index) {
    Cost total;
    if (index.kind == IndexExpr::Kind::Load)
      total += access(kernel_[index.array], index.operands[0]) + Cost{.index_steps = trips()};
    for (const IndexExpr& operand : index.operands) total += cost(operand);
    return total;
  }

  Cost operation(ScalarOp op) const {
    const bool vector = !frames_.empty() && frames_.back().vector;
    return {.operations = trips(), .scalar_operations = vector ? Integer(0) : trips(),
            .products = op == ScalarOp::Multiply ? trips() : Integer(0)};
  }

  Cost cost(const ValueExpr& value) {
    Cost total;
    if (value.kind == ValueExpr::Kind::Load) total += access(kernel_[value.array], value.index);
    if (value.kind == ValueExpr::Kind::Apply) total += operation(value.op);
    for (const ValueExpr& operand : value.operands) total += cost(operand);
    return total;
  }

  Cost cost(const LetIndex& let) { return cost(let.value); }
  Cost cost(const LetValue& let) { return cost(let.value); }
  Cost cost(const LetTile& tile) { return {.bytes = trips() * kernel_[tile.array].size * 2}; }
  Cost cost(const Prefetch&) { return {}; }
  Cost cost(const Heading&) { return {}; }
  Cost cost(const Assign& assign) {
    Cost total = cost(assign.value);
    if (assign.combine) total += operation(assign.op);
    if (!assign.array.valid()) return total;
    const Cost store = access(kernel_[assign.array], assign.index);
    return total + store + (assign.combine ? store : Cost{});
  }
  Cost cost(const FindFirst& find) {
    std::int64_t steps = 1, length = 1024;
    if (find.at.kind == IndexExpr::Kind::Load) length = kernel_[find.at.array].size;
    while (length > 1) length /= 2, ++steps;
    return Cost{.index_steps = trips() * steps};
  }
  template <class Loop>
  Cost cost_inside(Loop& loop, Frame frame) {
    frames_.push_back(std::move(frame));
    const Cost inside = body(loop.body);
    frames_.pop_back();
    return inside;
  }
  template <class Loop>
  Cost for_loop(Loop& loop) {
    const Cost head = cost(loop.lo) + cost(loop.hi) + Cost{.index_steps = trips()};
    return head + cost_inside(loop, {{loop.variable}, loop.trips, loop.kind == ForLoop::Kind::Vector});
  }
  template <class Loop>
  Cost merge_loop(Loop& loop) {
    const Cost walk{.index_steps = loop.trips, .bytes = 4 * loop.trips};
    return walk + cost_inside(loop, {{loop.left.position, loop.right.position}, loop.matches});
  }
  Cost cost(const ForLoop& loop) { return for_loop(loop); }
  Cost cost(ForLoop& loop) { return loop.cost = for_loop(loop); }
  Cost cost(const MergeLoop& loop) { return merge_loop(loop); }
  Cost cost(MergeLoop& loop) { return loop.cost = merge_loop(loop); }
  template <class If>
  Cost condition(If& condition) {
    Cost total{.index_steps = trips()};
    for (const IndexComparison& comparison : condition.all) total += cost(comparison.left) + cost(comparison.right);
    return total + body(condition.body);
  }
  Cost cost(const IfAll& node) { return condition(node); }
  Cost cost(IfAll& node) { return condition(node); }

  const Kernel& kernel_;
  Definitions definitions_;
  std::vector<Frame> frames_;
};

}  // namespace

Cost cost_of(const Kernel& kernel, const LoopBody& body) { return Walk(kernel, body).body(body); }

void annotate_costs(Kernel& kernel) { kernel.cost = Walk(kernel).body(kernel.body); }

}  // namespace refold
