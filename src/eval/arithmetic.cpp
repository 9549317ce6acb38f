// The operators of a carrier: exact numbers, doubles, tables.
#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "eval/carrier.h"

namespace refold {
namespace {

using Kind = Carrier::Kind;

constexpr int kLargestExponent = 4096;

Integer floor_div(const Integer& a, const Integer& b) {
  Integer quotient = a / b;  // toward zero
  if (quotient * b != a && (a < 0) != (b < 0)) --quotient;
  return quotient;
}

/// Two's complement of `bits` bits.
Rational wrapped(const Integer& value, std::uint32_t bits) {
  const Integer modulus = Integer(1) << bits;
  Integer rest = value - floor_div(value, modulus) * modulus;
  if (rest >= modulus / 2) rest -= modulus;
  return rest;
}

Integer whole(const Value& value) { return boost::multiprecision::numerator(value.number()); }
std::uint32_t index(const Value& value) { return static_cast<std::uint32_t>(whole(value)); }

double as_double(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Double: return value.real();
    case Value::Kind::Infinity: return value.negative_infinity() ? -INFINITY : INFINITY;
    case Value::Kind::Truth: return value.truth() ? 1 : 0;
    default: return value.number().convert_to<double>();
  }
}

Value rounded(double value, const Carrier& carrier) {
  return Value::real(carrier.kind == Kind::Float && carrier.size == 32 ? static_cast<double>(static_cast<float>(value))
                                                                       : value);
}

Fault no_operation(Op op, const Carrier& carrier) {
  return undecided(fmt::format("{} has no meaning in {}", info(op).name, carrier.name));
}

Evaluated<Value> power(const Carrier& carrier, const Value& base, const Value& exponent) {
  if (!exponent.is(Value::Kind::Number) || exponent.number() < 0)
    return ill_formed("an exponent must be an integer >= 0");
  if (exponent.number() > kLargestExponent)
    return Fault{Fault::Kind::Limit, fmt::format("an exponent above {}", kLargestExponent)};
  REFOLD_TRY(Value result, numeral(carrier, 1));
  for (std::uint32_t k = index(exponent); k > 0; --k) {
    REFOLD_TRY(result, arithmetic(Op::Mul, carrier, {result, base}));
  }
  return result;
}

Evaluated<Value> on_doubles(Op op, const Carrier& carrier, const Value& left, const Value& right) {
  const double a = as_double(left), b = as_double(right);
  switch (op) {
    case Op::Add: return rounded(a + b, carrier);
    case Op::Mul: return rounded(a * b, carrier);
    case Op::Divide: return carrier.kind == Kind::Real && b == 0 ? Value::number(0) : rounded(a / b, carrier);
    default: return no_operation(op, carrier);
  }
}

Evaluated<Value> on_integers(Op op, const Carrier& carrier, const Integer& a, const Integer& b) {
  if (op == Op::Add || op == Op::Mul) {
    const Integer result = op == Op::Add ? Integer(a + b) : Integer(a * b);
    return Value::number(carrier.kind == Kind::Wrap ? wrapped(result, carrier.size) : Rational(result));
  }
  if (b < 1) return ill_formed(fmt::format("the divisor of {} is {}, not >= 1", info(op).name, b.str()));
  switch (op) {
    case Op::Div: return Value::number(floor_div(a, b));
    case Op::Mod: return Value::number(a - b * floor_div(a, b));
    case Op::Quot: return Value::number(a / b);
    case Op::Rem: return Value::number(a % b);
    default: return no_operation(op, carrier);
  }
}

Evaluated<Value> on_tables(Op op, const Carrier& carrier, const Value& a, const Value& b) {
  for (const Value* v : {&a, &b})
    if (!v->is(Value::Kind::Number) || v->number() < 0 || v->number() >= carrier.size)
      return ill_formed(fmt::format("{} is no element of {}", text(*v), carrier.name));
  const std::size_t cell = static_cast<std::size_t>(index(a)) * carrier.size + index(b);
  if (op == Op::Add && !carrier.add.empty()) return Value::number(carrier.add[cell]);
  if (op == Op::Mul && !carrier.mul.empty()) return Value::number(carrier.mul[cell]);
  if (op == Op::Divide && !carrier.inverse.empty())
    return on_tables(Op::Mul, carrier, a, Value::number(carrier.inverse[index(b)]));
  return no_operation(op, carrier);
}

/// + and * where the 0 of the algebra may be an infinity: min_plus and max_plus.
Evaluated<Value> tropical(Op op, const Carrier& carrier, const Value& a, const Value& b) {
  if (op == Op::Mul) {
    if (a.is(Value::Kind::Infinity)) return a;
    if (b.is(Value::Kind::Infinity)) return b;
    return Value::number(a.number() + b.number());
  }
  if (op != Op::Add) return no_operation(op, carrier);
  REFOLD_TRY(const bool first, less(carrier, a, b, true));
  return first == (carrier.kind == Kind::MinPlus) ? a : b;
}

Evaluated<Value> binary(Op op, const Carrier& carrier, const Value& a, const Value& b) {
  switch (carrier.kind) {
    case Kind::Finite: return on_tables(op, carrier, a, b);
    case Kind::MinPlus: case Kind::MaxPlus: return tropical(op, carrier, a, b);
    case Kind::Bool: return no_operation(op, carrier);
    case Kind::Float: return on_doubles(op, carrier, a, b);
    case Kind::Real: case Kind::Int: case Kind::Wrap: case Kind::MaxTimes: break;
  }
  if (a.is(Value::Kind::Infinity) || b.is(Value::Kind::Infinity))
    return ill_formed(fmt::format("{} meets an infinity", info(op).name));
  if (a.is(Value::Kind::Double) || b.is(Value::Kind::Double)) return on_doubles(op, carrier, a, b);
  if (carrier.kind == Kind::Int || carrier.kind == Kind::Wrap) return on_integers(op, carrier, whole(a), whole(b));
  switch (op) {
    case Op::Add:
      if (carrier.kind == Kind::MaxTimes) return Value::number(std::max(a.number(), b.number()));
      return Value::number(a.number() + b.number());
    case Op::Mul: return Value::number(a.number() * b.number());
    case Op::Divide: return Value::number(b.number() == 0 ? Rational(0) : Rational(a.number() / b.number()));
    default: return no_operation(op, carrier);
  }
}

Evaluated<Value> negated(const Carrier& carrier, const Value& a) {
  if (a.is(Value::Kind::Infinity) && (carrier.kind == Kind::Real || carrier.kind == Kind::Int))
    return Value::infinity(!a.negative_infinity());
  if (a.is(Value::Kind::Double)) return Value::real(-a.real());
  switch (carrier.kind) {
    case Kind::Real: case Kind::Int: return Value::number(-a.number());
    case Kind::Wrap: return Value::number(wrapped(-whole(a), carrier.size));
    case Kind::Finite:
      if (!carrier.neg.empty() && a.number() >= 0 && a.number() < carrier.size)
        return Value::number(carrier.neg[index(a)]);
      break;
    case Kind::Bool: case Kind::MinPlus: case Kind::MaxPlus: case Kind::MaxTimes: case Kind::Float: break;
  }
  return no_operation(Op::Neg, carrier);
}

/// Bitwise exclusive or in two's complement of any length.
Integer exclusive_or(const Integer& a, const Integer& b) {
  const Integer x = a < 0 ? Integer(-a - 1) : a, y = b < 0 ? Integer(-b - 1) : b;
  const Integer bits = x ^ y;
  return (a < 0) == (b < 0) ? bits : Integer(-bits - 1);
}

}  // namespace

Evaluated<Value> arithmetic(Op op, const Carrier& carrier, const Values& operands) {
  assert(!operands.empty());
  const Value& first = operands.front();
  switch (op) {
    case Op::Neg: return negated(carrier, first);
    case Op::Abs: {
      if (first.is(Value::Kind::Double)) return Value::real(std::fabs(first.real()));
      REFOLD_TRY(const Value zero, numeral(carrier, 0));
      REFOLD_TRY(const bool negative, less(carrier, first, zero, false));
      return negative ? negated(carrier, first) : first;
    }
    case Op::Pow: return power(carrier, first, operands[1]);
    case Op::Min: case Op::Max: {
      const auto no_number = [](const Value& v) { return v.is(Value::Kind::Double) && std::isnan(v.real()); };
      const auto nan = std::find_if(operands.begin(), operands.end(), no_number);
      if (nan != operands.end()) return *nan;  // as of every operation that meets NaN
      Value best = first;
      for (std::size_t k = 1; k < operands.size(); ++k) {
        REFOLD_TRY(const bool better,
                   op == Op::Min ? less(carrier, operands[k], best, false) : less(carrier, best, operands[k], false));
        if (better) best = operands[k];
      }
      return best;
    }
    case Op::Add: case Op::Mul: case Op::Divide: case Op::Div: case Op::Mod: case Op::Quot: case Op::Rem: {
      Value result = first;
      for (std::size_t k = 1; k < operands.size(); ++k) {
        REFOLD_TRY(result, binary(op, carrier, result, operands[k]));
      }
      return result;
    }
    default: return no_operation(op, carrier);
  }
}

Evaluated<Value> numeral(const Carrier& carrier, const Rational& value) {
  const bool natural = boost::multiprecision::denominator(value) == 1 && value >= 0;
  switch (carrier.kind) {
    case Kind::Real: case Kind::Int: return Value::number(value);
    case Kind::Wrap: return Value::number(wrapped(boost::multiprecision::numerator(value), carrier.size));
    case Kind::Float: return rounded(value.convert_to<double>(), carrier);
    case Kind::MinPlus: case Kind::MaxPlus:
      if (value == 0) return Value::infinity(carrier.kind == Kind::MaxPlus);
      if (natural) return Value::number(0);
      break;
    case Kind::MaxTimes:
      if (natural) return Value::number(value == 0 ? 0 : 1);
      break;
    case Kind::Finite: {
      if (value == 0) return Value::number(carrier.zero);
      if (value == 1) return Value::number(carrier.one);
      if (!natural || carrier.add.empty()) break;
      std::uint32_t sum = carrier.zero;  // the multiples of 1 repeat with a period <= size
      const Integer count = value > 4 * carrier.size ? Integer(0) : boost::multiprecision::numerator(value);
      if (count == 0) return undecided(fmt::format("{} is large for {}", text(value), carrier.name));
      for (Integer k = 0; k < count; ++k) sum = carrier.add[sum * carrier.size + carrier.one];
      return Value::number(sum);
    }
    case Kind::Bool: break;
  }
  return undecided(fmt::format("{} has no meaning in {}", text(value), carrier.name));
}

Evaluated<bool> less(const Carrier& carrier, const Value& a, const Value& b, bool or_equal) {
  if (carrier.kind == Kind::Float || a.is(Value::Kind::Double) || b.is(Value::Kind::Double)) {
    const double x = as_double(a), y = as_double(b);
    return or_equal ? x <= y : x < y;
  }
  // -inf, numbers, inf
  const auto rank = [](const Value& v) { return v.is(Value::Kind::Infinity) ? (v.negative_infinity() ? -1 : 1) : 0; };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  const int order = compare(a, b);
  return order < 0 || (or_equal && order == 0);
}

Evaluated<bool> equal(const Carrier& carrier, const Value& a, const Value& b) {
  if (carrier.kind == Kind::Float) return as_double(a) == as_double(b);
  if (a.is(Value::Kind::Double) || b.is(Value::Kind::Double)) return as_double(a) == as_double(b);
  return compare(a, b) == 0;
}

Evaluated<Value> unit(const std::string& reduction, const Carrier& carrier) {
  const bool truth = carrier.kind == Kind::Bool;
  if (reduction == "sum") return numeral(carrier, 0);
  if (reduction == "prod") return numeral(carrier, 1);
  if (reduction == "all") return Value::truth(true);
  if (reduction == "any") return Value::truth(false);
  if (reduction == "xor") return truth ? Value::truth(false) : Value::number(0);
  if (reduction == "gcd") return Value::number(0);
  if (reduction == "max" || reduction == "min") {
    const bool max = reduction == "max";
    if (truth) return Value::truth(!max);
    if (carrier.kind == Kind::Finite) return Value::number(max ? 0 : carrier.size - 1);
    if (carrier.kind == Kind::Float) return Value::real(max ? -INFINITY : INFINITY);
    if (carrier.kind == Kind::Wrap) {
      const Integer top = Integer(1) << (carrier.size - 1);
      return Value::number(max ? Rational(-top) : Rational(top - 1));
    }
    return Value::infinity(max);
  }
  return missing(fmt::format("no reduction is called {}", reduction));
}

Evaluated<Value> combine(const std::string& reduction, const Carrier& carrier, const Value& a, const Value& b) {
  if (reduction == "sum") return binary(Op::Add, carrier, a, b);
  if (reduction == "prod") return binary(Op::Mul, carrier, a, b);
  if (reduction == "max" || reduction == "min")
    return arithmetic(reduction == "max" ? Op::Max : Op::Min, carrier, {a, b});
  const bool truths = a.is(Value::Kind::Truth) && b.is(Value::Kind::Truth);
  if (truths && reduction == "all") return Value::truth(a.truth() && b.truth());
  if (truths && reduction == "any") return Value::truth(a.truth() || b.truth());
  if (truths && reduction == "xor") return Value::truth(a.truth() != b.truth());
  if (a.is(Value::Kind::Number) && b.is(Value::Kind::Number)) {
    if (reduction == "gcd") return Value::number(Rational(boost::multiprecision::gcd(whole(a), whole(b))));
    if (reduction == "xor") return Value::number(Rational(exclusive_or(whole(a), whole(b))));
  }
  return undecided(fmt::format("{} has no meaning in {}", reduction, carrier.name));
}

}  // namespace refold
