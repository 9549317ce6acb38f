#include "run/interp.h"

#include <algorithm>
#include <cassert>

#include "base/variant.h"

namespace refold {
namespace {

class Machine {
 public:
  Machine(const Kernel& kernel, KernelArguments& arguments)
      : kernel_(kernel), arguments_(arguments), indices_(kernel.variables.size(), 0), values_(kernel.variables.size(), 0),
        tiles_(kernel.arrays.size()) {
    for (std::size_t s = 0; s < kernel.sizes.size(); ++s) indices_[kernel.sizes[s].variable.index] = arguments.sizes[s];
  }
  void run(const LoopBody& body) {
    for (const LoopStatement& statement : body) std::visit([this](const auto& node) { execute(node); }, statement.node);
  }

 private:
  std::int64_t& at(VariableId id) { return indices_[id.index]; }

  std::int64_t coordinate(ArrayId array, std::int64_t place) const {
    assert(place >= 0 && place < kernel_[array].size && kernel_[array].type == ArrayType::Int32);
    return static_cast<const std::int32_t*>(arguments_.arrays[array.index])[place];
  }

  std::int64_t eval(const IndexExpr& index) {
    switch (index.kind) {
      case IndexExpr::Kind::Constant: return index.constant;
      case IndexExpr::Kind::Variable: return at(index.variable);
      case IndexExpr::Kind::Load: return coordinate(index.array, eval(index.operands[0]));
      case IndexExpr::Kind::Add: return eval(index.operands[0]) + eval(index.operands[1]);
      case IndexExpr::Kind::Subtract: return eval(index.operands[0]) - eval(index.operands[1]);
      case IndexExpr::Kind::Multiply: return eval(index.operands[0]) * eval(index.operands[1]);
      case IndexExpr::Kind::Divide: return eval(index.operands[0]) / eval(index.operands[1]);
      case IndexExpr::Kind::Min: return std::min(eval(index.operands[0]), eval(index.operands[1]));
      case IndexExpr::Kind::Max: return std::max(eval(index.operands[0]), eval(index.operands[1]));
    }
    __builtin_unreachable();
  }

  double& cell(ArrayId array, std::int64_t place) {
    assert(place >= 0 && place < kernel_[array].size && kernel_[array].type == ArrayType::Float64);
    if (kernel_[array].role == KernelArray::Role::Local) return tiles_[array.index][static_cast<std::size_t>(place)];
    return static_cast<double*>(arguments_.arrays[array.index])[place];
  }

  double eval(const ValueExpr& value) {
    switch (value.kind) {
      case ValueExpr::Kind::Constant: return value.constant;
      case ValueExpr::Kind::Variable: return values_[value.variable.index];
      case ValueExpr::Kind::Load: return cell(value.array, eval(value.index));
      case ValueExpr::Kind::OfIndex: return static_cast<double>(eval(value.index));
      case ValueExpr::Kind::Apply: break;
    }
    double operands[3] = {};
    for (std::size_t i = 0; i < value.operands.size(); ++i) operands[i] = eval(value.operands[i]);
    return apply(value.op, operands);
  }

  bool holds(const IndexComparison& comparison) {
    const std::int64_t left = eval(comparison.left), right = eval(comparison.right);
    switch (comparison.kind) {
      case IndexComparison::Kind::Less: return left < right;
      case IndexComparison::Kind::LessEqual: return left <= right;
      case IndexComparison::Kind::Equal: return left == right;
    }
    __builtin_unreachable();
  }

  void execute(const LetIndex& let) { at(let.variable) = eval(let.value); }
  void execute(const LetValue& let) { values_[let.variable.index] = eval(let.value); }
  void execute(const LetTile& tile) {
    tiles_[tile.array.index].assign(static_cast<std::size_t>(kernel_[tile.array].size), eval(tile.fill));
  }
  void execute(const Assign& assign) {
    const double value = eval(assign.value);
    double& place = assign.array.valid() ? cell(assign.array, eval(assign.index)) : values_[assign.variable.index];
    const double operands[2] = {place, value};
    place = assign.combine ? apply(assign.op, operands) : value;
  }
  void execute(const FindFirst& find) {
    std::int64_t lo = eval(find.lo), hi = eval(find.hi);
    const std::int64_t key = lo < hi ? eval(find.key) : 0;
    while (lo < hi) {
      const std::int64_t middle = lo + (hi - lo) / 2;
      at(find.probe) = middle;
      if (eval(find.at) >= key) hi = middle;
      else lo = middle + 1;
    }
    at(find.variable) = lo;
  }
  void execute(const ForLoop& loop) {
    const std::int64_t lo = eval(loop.lo), hi = eval(loop.hi);
    for (std::int64_t i = lo; i < hi; i += loop.step) {
      at(loop.variable) = i;
      run(loop.body);
    }
  }
  void execute(const MergeLoop& loop) {
    std::int64_t p = eval(loop.left.lo), q = eval(loop.right.lo);
    const std::int64_t p_end = eval(loop.left.hi), q_end = eval(loop.right.hi);
    while (p < p_end && q < q_end) {
      const std::int64_t i = coordinate(loop.left.coordinates, p), j = coordinate(loop.right.coordinates, q);
      if (i == j) {
        at(loop.left.position) = p, at(loop.right.position) = q, at(loop.coordinate) = i;
        run(loop.body);
      }
      p += i <= j ? 1 : 0;
      q += j <= i ? 1 : 0;
    }
  }
  void execute(const IfAll& condition) {
    for (const IndexComparison& comparison : condition.all)
      if (!holds(comparison)) return;
    run(condition.body);
  }
  void execute(const Prefetch&) {}
  void execute(const Heading&) {}

  const Kernel& kernel_;
  KernelArguments& arguments_;
  std::vector<std::int64_t> indices_;
  std::vector<double> values_;
  std::vector<std::vector<double>> tiles_;
};

}  // namespace

void interpret(const Kernel& kernel, KernelArguments& arguments) { Machine(kernel, arguments).run(kernel.body); }

}  // namespace refold
