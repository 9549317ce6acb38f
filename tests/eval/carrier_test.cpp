#include "eval/carrier.h"

#include <cmath>

namespace refold {
namespace {

Value n(Rational value) { return Value::number(std::move(value)); }
std::string shown(const Evaluated<Value>& value) { return value ? text(*value) : value.error().what; }

TEST(Carrier, CalculatesExactly) {
  const Carrier real = carriers::real();
  EXPECT_EQ(shown(arithmetic(Op::Divide, real, {n(1), n(3)})), "1/3");
  EXPECT_EQ(shown(arithmetic(Op::Add, real, {n(Rational(1, 3)), n(Rational(1, 6))})), "1/2");
  EXPECT_EQ(shown(arithmetic(Op::Pow, real, {n(2), n(100)})), "1267650600228229401496703205376");
}

TEST(Carrier, RoundsDivisionOfIntegersDownOrTowardZero) {
  const Carrier integers = carriers::integers();
  EXPECT_EQ(shown(arithmetic(Op::Div, integers, {n(-7), n(2)})), "-4");
  EXPECT_EQ(shown(arithmetic(Op::Mod, integers, {n(-7), n(2)})), "1");
  EXPECT_EQ(shown(arithmetic(Op::Quot, integers, {n(-7), n(2)})), "-3");
  EXPECT_EQ(shown(arithmetic(Op::Rem, integers, {n(-7), n(2)})), "-1");
}

TEST(Carrier, WrapsAround) {
  const Carrier byte = carriers::named("int8");
  EXPECT_EQ(shown(arithmetic(Op::Add, byte, {n(127), n(1)})), "-128");
  EXPECT_EQ(shown(arithmetic(Op::Mul, byte, {n(100), n(3)})), "44");
  EXPECT_EQ(shown(arithmetic(Op::Neg, byte, {n(-128)})), "-128");
}

TEST(Carrier, RoundsFloatsAndTellsZerosApart) {
  const Carrier single = carriers::named("float32");
  const Value tenth = *numeral(single, Rational(1, 10));
  EXPECT_NE(tenth.real(), 0.1);
  EXPECT_NE(compare(Value::real(0.0), Value::real(-0.0)), 0);
  EXPECT_TRUE(*equal(single, Value::real(0.0), Value::real(-0.0)));
  EXPECT_FALSE(*equal(single, Value::real(NAN), Value::real(NAN)));
  EXPECT_EQ(compare(Value::real(NAN), Value::real(-NAN)), 0);
}

TEST(Carrier, HasTheUnitsOfASemiringAsZeroAndOne) {
  const Carrier shortest = carriers::named("min_plus");
  EXPECT_EQ(shown(numeral(shortest, 0)), "inf");
  EXPECT_EQ(shown(numeral(shortest, 1)), "0");
  EXPECT_EQ(shown(arithmetic(Op::Mul, shortest, {n(3), Value::infinity(false)})), "inf");
  EXPECT_EQ(shown(arithmetic(Op::Add, shortest, {n(3), Value::infinity(false), n(2)})), "2");
}

/// x + (y + z) = (x + y) + z and so on, for all elements.
void expect_semiring(const Carrier& carrier, bool commutative) {
  const auto add = [&](const Value& a, const Value& b) { return *arithmetic(Op::Add, carrier, {a, b}); };
  const auto mul = [&](const Value& a, const Value& b) { return *arithmetic(Op::Mul, carrier, {a, b}); };
  const Value zero = *numeral(carrier, 0), one = *numeral(carrier, 1);
  bool commutes = true;
  for (const Value& a : elements(carrier)) {
    EXPECT_EQ(add(a, zero), a);
    EXPECT_EQ(mul(a, one), a);
    EXPECT_EQ(mul(one, a), a);
    EXPECT_EQ(mul(a, zero), zero);
    EXPECT_EQ(mul(zero, a), zero);
    for (const Value& b : elements(carrier)) {
      EXPECT_EQ(add(a, b), add(b, a));
      commutes = commutes && mul(a, b) == mul(b, a);
      for (const Value& c : elements(carrier)) {
        EXPECT_EQ(add(a, add(b, c)), add(add(a, b), c));
        EXPECT_EQ(mul(a, mul(b, c)), mul(mul(a, b), c));
        EXPECT_EQ(mul(a, add(b, c)), add(mul(a, b), mul(a, c)));
        EXPECT_EQ(mul(add(a, b), c), add(mul(a, c), mul(b, c)));
      }
    }
  }
  EXPECT_EQ(commutes, commutative) << carrier.name;
}

TEST(Carrier, EveryFiniteSemiringIsOne) {
  for (const Carrier& carrier :
       {carriers::modulo(2), carriers::modulo(3), carriers::modulo(4), carriers::or_and(), carriers::chain(3)})
    expect_semiring(carrier, true);
  expect_semiring(carriers::matrices(), false);
}

TEST(Carrier, IsKnownByTheNameItPrints) {
  for (const Carrier& carrier :
       {carriers::real(), carriers::integers(), carriers::booleans(), carriers::modulo(4), carriers::chain(3),
        carriers::or_and(), carriers::leftmost(), carriers::matrices(), carriers::named("min_plus")})
    EXPECT_EQ(carriers::named(carrier.name), carrier) << carrier.name;
  EXPECT_EQ(carriers::named("mod99").size, 0u);
}

TEST(Carrier, FoldsNamedReductions) {
  const Carrier integers = carriers::integers();
  EXPECT_EQ(shown(combine("gcd", integers, n(12), n(-18))), "6");
  EXPECT_EQ(shown(combine("xor", integers, n(6), n(3))), "5");
  EXPECT_EQ(shown(combine("xor", integers, n(-1), n(3))), "-4");
  EXPECT_EQ(shown(unit("max", integers)), "-inf");
  EXPECT_EQ(shown(unit("all", carriers::booleans())), "true");
  EXPECT_EQ(shown(unit("median", integers)), "no reduction is called median");
}

TEST(Value, OrdersBagsByTheirContentOnly) {
  const Value a = Value::bag({{n(2), 1}, {n(1), 2}}), b = Value::bag({{n(1), 1}, {n(2), 1}, {n(1), 1}});
  EXPECT_EQ(a, b);
  EXPECT_EQ(text(a), "{1, 1, 2}");
  EXPECT_FALSE(a == Value::bag({{n(1), 1}, {n(2), 2}}));
}

}  // namespace
}  // namespace refold
