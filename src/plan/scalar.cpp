#include "plan/scalar.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace refold {

ScalarInfo info(ScalarOp op) {
  switch (op) {
    case ScalarOp::Add: return {"+", 2, true, "a + b"};
    case ScalarOp::Subtract: return {"-", 2, true, "a - b"};
    case ScalarOp::Multiply: return {"*", 2, true, "a * b"};
    case ScalarOp::Divide: return {"divide", 2, false, "b == 0 ? 0 : a / b"};
    case ScalarOp::Min: return {"min", 2, false, "b < a || b != b ? b : a"};
    case ScalarOp::Max: return {"max", 2, false, "a < b || b != b ? b : a"};
    case ScalarOp::Negate: return {"negate", 1, false, "-a"};
    case ScalarOp::Abs: return {"abs", 1, false, "a < 0 ? -a : a"};
    case ScalarOp::Exp: return {"exp", 1, false, "exp(a)"};
    case ScalarOp::Log: return {"log", 1, false, "log(a)"};
    case ScalarOp::Sqrt: return {"sqrt", 1, false, "sqrt(a)"};
    case ScalarOp::Power: return {"power", 2, false, "pow(a, b)"};
    case ScalarOp::Less: return {"less", 2, false, "a < b ? 1 : 0"};
    case ScalarOp::LessEqual: return {"less_equal", 2, false, "a <= b ? 1 : 0"};
    case ScalarOp::Equal: return {"equal", 2, false, "a == b ? 1 : 0"};
    case ScalarOp::NotEqual: return {"not_equal", 2, false, "a != b ? 1 : 0"};
    case ScalarOp::And: return {"and", 2, false, "a != 0 && b != 0 ? 1 : 0"};
    case ScalarOp::Or: return {"or", 2, false, "a != 0 || b != 0 ? 1 : 0"};
    case ScalarOp::Not: return {"not", 1, false, "a == 0 ? 1 : 0"};
    case ScalarOp::Select: return {"select", 3, false, "a != 0 ? b : c"};
  }
  __builtin_unreachable();
}

double apply(ScalarOp op, const double* operands) {
  const double a = operands[0];
  const double b = info(op).arity > 1 ? operands[1] : 0;
  switch (op) {
    case ScalarOp::Add: return a + b;
    case ScalarOp::Subtract: return a - b;
    case ScalarOp::Multiply: return a * b;
    case ScalarOp::Divide: return b == 0 ? 0 : a / b;
    case ScalarOp::Min: return b < a || b != b ? b : a;
    case ScalarOp::Max: return a < b || b != b ? b : a;
    case ScalarOp::Negate: return -a;
    case ScalarOp::Abs: return a < 0 ? -a : a;
    case ScalarOp::Exp: return std::exp(a);
    case ScalarOp::Log: return std::log(a);
    case ScalarOp::Sqrt: return std::sqrt(a);
    case ScalarOp::Power: return std::pow(a, b);
    case ScalarOp::Less: return a < b ? 1 : 0;
    case ScalarOp::LessEqual: return a <= b ? 1 : 0;
    case ScalarOp::Equal: return a == b ? 1 : 0;
    case ScalarOp::NotEqual: return a != b ? 1 : 0;
    case ScalarOp::And: return a != 0 && b != 0 ? 1 : 0;
    case ScalarOp::Or: return a != 0 || b != 0 ? 1 : 0;
    case ScalarOp::Not: return a == 0 ? 1 : 0;
    case ScalarOp::Select: return a != 0 ? b : operands[2];
  }
  __builtin_unreachable();
}

ScalarExpr ScalarExpr::number(double value) { return {.kind = Kind::Constant, .constant = value}; }
ScalarExpr ScalarExpr::operand(std::size_t k) { return {.kind = Kind::Operand, .leaf = k}; }
ScalarExpr ScalarExpr::latent(std::size_t l) { return {.kind = Kind::Latent, .leaf = l}; }
ScalarExpr ScalarExpr::result() { return {.kind = Kind::Result}; }
ScalarExpr ScalarExpr::apply(ScalarOp op, std::vector<ScalarExpr> operands) {
  assert(operands.size() == info(op).arity);
  return {.kind = Kind::Apply, .op = op, .operands = std::move(operands)};
}

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}

Semiring plus_times() { return {}; }
Semiring min_plus() { return {ScalarOp::Min, kInfinity, ScalarOp::Add, 0}; }
Semiring max_plus() { return {ScalarOp::Max, -kInfinity, ScalarOp::Add, 0}; }
Semiring max_times() { return {ScalarOp::Max, 0, ScalarOp::Multiply, 1}; }
Semiring or_and() { return {ScalarOp::Or, 0, ScalarOp::And, 1}; }

bool distributes(const Semiring& semiring) {
  return semiring == plus_times() || semiring == min_plus() || semiring == max_plus() || semiring == or_and();
}

}  // namespace refold
