#include "plan/loop_nest.h"

#include <algorithm>

namespace refold {
namespace {

Index binary(Index::Kind kind, Index a, Index b) {
  return {.kind = kind, .operands = {std::move(a), std::move(b)}};
}
bool is(const Index& index, std::int64_t value) {
  return index.kind == Index::Kind::Constant && index.constant == value;
}
bool constants(const Index& a, const Index& b) {
  return a.kind == Index::Kind::Constant && b.kind == Index::Kind::Constant;
}

}  // namespace

VariableId Kernel::add_variable(std::string name) {
  variables.push_back({std::move(name)});
  return {static_cast<std::uint32_t>(variables.size() - 1)};
}

ArrayId Kernel::add_array(Array array) {
  arrays.push_back(std::move(array));
  return {static_cast<std::uint32_t>(arrays.size() - 1)};
}

Index constant(std::int64_t value) { return {.kind = Index::Kind::Constant, .constant = value}; }
Index variable(VariableId id) { return {.kind = Index::Kind::Variable, .variable = id}; }
Index load(ArrayId array, Index at) {
  return {.kind = Index::Kind::Load, .array = array, .operands = {std::move(at)}};
}

Index operator+(Index a, Index b) {
  if (constants(a, b)) return constant(a.constant + b.constant);
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  if (b.kind == Index::Kind::Constant && b.constant < 0) return std::move(a) - constant(-b.constant);
  return binary(Index::Kind::Add, std::move(a), std::move(b));
}
Index operator-(Index a, Index b) {
  if (constants(a, b)) return constant(a.constant - b.constant);
  if (is(b, 0)) return a;
  if (b.kind == Index::Kind::Constant && b.constant < 0) return std::move(a) + constant(-b.constant);
  return binary(Index::Kind::Subtract, std::move(a), std::move(b));
}
Index operator*(Index a, Index b) {
  if (constants(a, b)) return constant(a.constant * b.constant);
  if (is(a, 0) || is(b, 0)) return constant(0);
  if (is(a, 1)) return b;
  if (is(b, 1)) return a;
  return binary(Index::Kind::Multiply, std::move(a), std::move(b));
}
Index divide(Index a, Index b) {
  return is(b, 1) ? a : binary(Index::Kind::Divide, std::move(a), std::move(b));
}
Index smaller(Index a, Index b) {
  if (a == b) return a;
  return constants(a, b) ? constant(std::min(a.constant, b.constant)) : binary(Index::Kind::Min, std::move(a), std::move(b));
}
Index larger(Index a, Index b) {
  if (a == b) return a;
  return constants(a, b) ? constant(std::max(a.constant, b.constant)) : binary(Index::Kind::Max, std::move(a), std::move(b));
}

Value number(double value) { return {.kind = Value::Kind::Constant, .constant = value}; }
Value value_of(VariableId id) { return {.kind = Value::Kind::Variable, .variable = id}; }
Value element(ArrayId array, Index at) { return {.kind = Value::Kind::Load, .array = array, .index = std::move(at)}; }
Value from_index(Index index) { return {.kind = Value::Kind::OfIndex, .index = std::move(index)}; }
Value apply(ScalarOp op, std::vector<Value> operands) {
  return {.kind = Value::Kind::Apply, .op = op, .operands = std::move(operands)};
}

}  // namespace refold
