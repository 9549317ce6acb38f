#include "plan/loop_text.h"

#include <fmt/format.h>

#include <cmath>

namespace refold {
namespace {

bool is_sum(const IndexExpr& index) {
  return index.kind == IndexExpr::Kind::Add || index.kind == IndexExpr::Kind::Subtract;
}
bool is_product(const IndexExpr& index) {
  return index.kind == IndexExpr::Kind::Multiply || index.kind == IndexExpr::Kind::Divide;
}

}  // namespace

std::string LoopText::number(double value) const {
  if (std::isinf(value)) return fmt::format("{}{}", value < 0 ? "-" : "", infinity);
  std::string digits = fmt::format("{}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

std::string LoopText::operator()(const IndexExpr& index) const {
  const auto operand = [&](std::size_t i, bool bracket_sums, bool bracket_products = false) {
    const IndexExpr& inner = index.operands[i];
    const bool bracket = (bracket_sums && is_sum(inner)) || (bracket_products && is_product(inner));
    return bracket ? "(" + (*this)(inner) + ")" : (*this)(inner);
  };
  const auto choice = [&](std::string_view sign) {
    const std::string a = (*this)(index.operands[0]), b = (*this)(index.operands[1]);
    return fmt::format("({} {} {} ? {} : {})", a, sign, b, a, b);
  };
  switch (index.kind) {
    case IndexExpr::Kind::Constant: return std::to_string(index.constant);
    case IndexExpr::Kind::Variable: return kernel[index.variable];
    case IndexExpr::Kind::Load: return fmt::format("{}[{}]", kernel[index.array].name, (*this)(index.operands[0]));
    case IndexExpr::Kind::Add: return operand(0, false) + " + " + operand(1, false);
    case IndexExpr::Kind::Subtract: return operand(0, false) + " - " + operand(1, true);
    case IndexExpr::Kind::Multiply:
      return operand(0, true, index.operands[0].kind == IndexExpr::Kind::Divide) + " * " + operand(1, true, true);
    case IndexExpr::Kind::Divide: return operand(0, true) + " / " + operand(1, true, true);
    case IndexExpr::Kind::Min: return choice("<");
    case IndexExpr::Kind::Max: return choice(">");
  }
  __builtin_unreachable();
}

std::string LoopText::operator()(const ValueExpr& value) const {
  switch (value.kind) {
    case ValueExpr::Kind::Constant: return number(value.constant);
    case ValueExpr::Kind::Variable: return kernel[value.variable];
    case ValueExpr::Kind::Load: return fmt::format("{}[{}]", kernel[value.array].name, (*this)(value.index));
    case ValueExpr::Kind::OfIndex: return fmt::format("(double)({})", (*this)(value.index));
    case ValueExpr::Kind::Apply: break;
  }
  const ScalarInfo function = info(value.op);
  std::string operands;
  for (std::size_t i = 0; i < value.operands.size(); ++i) {
    const ValueExpr& operand = value.operands[i];
    const bool chain = i == 0 && value.op == ScalarOp::Multiply && operand.op == ScalarOp::Multiply;  // a * b * c
    const bool bracket = function.infix && operand.kind == ValueExpr::Kind::Apply && info(operand.op).infix && !chain;
    if (i > 0) operands += function.infix ? fmt::format(" {} ", function.name) : ", ";
    operands += bracket ? "(" + (*this)(operand) + ")" : (*this)(operand);
  }
  return function.infix ? operands : fmt::format("{}{}({})", functions, function.name, operands);
}

std::string LoopText::operator()(const IndexComparison& comparison) const {
  const std::string left = (*this)(comparison.left), right = (*this)(comparison.right);
  switch (comparison.kind) {
    case IndexComparison::Kind::Less: return left + " < " + right;
    case IndexComparison::Kind::LessEqual: return left + " <= " + right;
    case IndexComparison::Kind::Equal: return left + " == " + right;
  }
  __builtin_unreachable();
}

std::string LoopText::place(const Assign& assign) const {
  return assign.array.valid() ? fmt::format("{}[{}]", kernel[assign.array].name, (*this)(assign.index))
                              : kernel[assign.variable];
}

std::string LoopText::operator()(const Assign& assign) const {
  const std::string to = place(assign), value = (*this)(assign.value);
  const ScalarInfo function = info(assign.op);
  if (!assign.combine) return fmt::format("{} = {}", to, value);
  return function.infix ? fmt::format("{} {}= {}", to, function.name, value)
                        : fmt::format("{} = {}{}({}, {})", to, functions, function.name, to, value);
}

}  // namespace refold
