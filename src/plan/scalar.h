// src/plan/scalar.h: the functions on values that kernels compute, as data.
//
// Invariant: a ScalarOp is one function on doubles with one meaning, given by apply(); every back end prints or calls
// exactly that function. true is 1 and false is 0; x/0 is 0, as in the exact reals of the language; the larger of NaN and a
// number is NaN, as of any operation that meets NaN. A semiring is two of
// these functions with their units: (+,*), (min,+) and (or,and) differ in data, never in code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace refold {

enum class ScalarOp : std::uint8_t {
  Add, Subtract, Multiply, Divide, Min, Max,
  Negate, Abs, Exp, Log, Sqrt, Power,
  Less, LessEqual, Equal, NotEqual, And, Or, Not,
  Select,  // condition, then, else
};

struct ScalarInfo {
  std::string_view name;  // an operator sign if infix, else a function name
  std::size_t arity;
  bool infix;             // printed as `a + b`; the others as a call
  std::string_view body;  // C++ and CUDA expression for the value at a, b, c
};
ScalarInfo info(ScalarOp op);
/// The meaning; `operands` has info(op).arity elements.
double apply(ScalarOp op, const double* operands);

/// An expression over the values that one visit of a loop sees.
struct ScalarExpr {
  enum class Kind : std::uint8_t {
    Constant,  // `constant`
    Operand,   // the value of operand `leaf` of the contraction
    Latent,    // the latent index `leaf` as a number
    Result,    // in an epilogue: the reduced value
    Apply,     // `op` of `operands`
  };
  Kind kind = Kind::Constant;
  double constant = 0;
  std::size_t leaf = 0;
  ScalarOp op = ScalarOp::Add;
  std::vector<ScalarExpr> operands = {};

  static ScalarExpr number(double value);
  static ScalarExpr operand(std::size_t k);
  static ScalarExpr latent(std::size_t l);
  static ScalarExpr result();
  static ScalarExpr apply(ScalarOp op, std::vector<ScalarExpr> operands);
  bool operator==(const ScalarExpr&) const = default;
};

struct Semiring {
  ScalarOp add = ScalarOp::Add;
  double zero = 0;  // unit of add, absorbs for multiply
  ScalarOp multiply = ScalarOp::Multiply;
  double one = 1;
  bool operator==(const Semiring&) const = default;
};
Semiring plus_times();
Semiring min_plus();
Semiring max_plus();
Semiring max_times();
Semiring or_and();

/// May a factor that does not depend on the reduced index leave the sum: a*b + a*c = a*(b + c)?
bool distributes(const Semiring& semiring);

}  // namespace refold
