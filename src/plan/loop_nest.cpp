#include "plan/loop_nest.h"

#include <algorithm>

namespace refold {
namespace {

IndexExpr binary(IndexExpr::Kind kind, IndexExpr a, IndexExpr b) {
  return {.kind = kind, .operands = {std::move(a), std::move(b)}};
}
bool is(const IndexExpr& index, std::int64_t value) {
  return index.kind == IndexExpr::Kind::Constant && index.constant == value;
}
bool constants(const IndexExpr& a, const IndexExpr& b) {
  return a.kind == IndexExpr::Kind::Constant && b.kind == IndexExpr::Kind::Constant;
}

}  // namespace

VariableId Kernel::add_variable(std::string name) {
  variables.push_back(std::move(name));
  return {static_cast<std::uint32_t>(variables.size() - 1)};
}

ArrayId Kernel::add_array(KernelArray array) {
  arrays.push_back(std::move(array));
  return {static_cast<std::uint32_t>(arrays.size() - 1)};
}

IndexExpr constant(std::int64_t value) { return {.kind = IndexExpr::Kind::Constant, .constant = value}; }
IndexExpr variable(VariableId id) { return {.kind = IndexExpr::Kind::Variable, .variable = id}; }
IndexExpr load(ArrayId array, IndexExpr at) {
  return {.kind = IndexExpr::Kind::Load, .array = array, .operands = {std::move(at)}};
}

IndexExpr operator+(IndexExpr a, IndexExpr b) {
  if (constants(a, b)) return constant(a.constant + b.constant);
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  if (b.kind == IndexExpr::Kind::Constant && b.constant < 0) return std::move(a) - constant(-b.constant);
  if (b.kind == IndexExpr::Kind::Constant && a.kind == IndexExpr::Kind::Add &&
      a.operands[1].kind == IndexExpr::Kind::Constant)
    return a.operands[0] + constant(a.operands[1].constant + b.constant);
  return binary(IndexExpr::Kind::Add, std::move(a), std::move(b));
}
IndexExpr operator-(IndexExpr a, IndexExpr b) {
  if (constants(a, b)) return constant(a.constant - b.constant);
  if (is(b, 0)) return a;
  if (b.kind == IndexExpr::Kind::Constant && b.constant < 0) return std::move(a) + constant(-b.constant);
  return binary(IndexExpr::Kind::Subtract, std::move(a), std::move(b));
}
IndexExpr operator*(IndexExpr a, IndexExpr b) {
  if (constants(a, b)) return constant(a.constant * b.constant);
  if (is(a, 0) || is(b, 0)) return constant(0);
  if (is(a, 1)) return b;
  if (is(b, 1)) return a;
  return binary(IndexExpr::Kind::Multiply, std::move(a), std::move(b));
}
IndexExpr divide(IndexExpr a, IndexExpr b) {
  return is(b, 1) ? a : binary(IndexExpr::Kind::Divide, std::move(a), std::move(b));
}
IndexExpr smaller(IndexExpr a, IndexExpr b) {
  if (a == b) return a;
  return constants(a, b) ? constant(std::min(a.constant, b.constant)) : binary(IndexExpr::Kind::Min, std::move(a), std::move(b));
}
IndexExpr larger(IndexExpr a, IndexExpr b) {
  if (a == b) return a;
  return constants(a, b) ? constant(std::max(a.constant, b.constant)) : binary(IndexExpr::Kind::Max, std::move(a), std::move(b));
}

ValueExpr number(double value) { return {.kind = ValueExpr::Kind::Constant, .constant = value}; }
ValueExpr value_of(VariableId id) { return {.kind = ValueExpr::Kind::Variable, .variable = id}; }
ValueExpr element(ArrayId array, IndexExpr at) { return {.kind = ValueExpr::Kind::Load, .array = array, .index = std::move(at)}; }
ValueExpr from_index(IndexExpr index) { return {.kind = ValueExpr::Kind::OfIndex, .index = std::move(index)}; }
ValueExpr apply(ScalarOp op, std::vector<ValueExpr> operands) {
  return {.kind = ValueExpr::Kind::Apply, .op = op, .operands = std::move(operands)};
}

}  // namespace refold
