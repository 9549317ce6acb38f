// src/eval/carrier.h: a value sort at one instance: its elements and their arithmetic.
//
// Invariant: every operation is total on the elements of its carrier or answers with a Fault. A finite carrier is the
// numbers 0 .. size-1 with tables; it has the operations whose tables it has. Float carriers hold doubles, all others
// exact numbers (min_plus and its kind also an infinity, their 0).
#pragma once

#include <string>
#include <vector>

#include "eval/value.h"
#include "term/op.h"

namespace refold {

struct Carrier {
  enum class Kind : std::uint8_t { Real, Int, Bool, Finite, MinPlus, MaxPlus, MaxTimes, Wrap, Float };
  Kind kind = Kind::Real;
  std::uint32_t size = 0;  // of a finite carrier; bits of Wrap and Float
  std::string name = "real";  // as a witness clause writes it: real, int, bool, [3], min_plus, int32, ...
  // Finite only; add[a*size + b]. Empty: no such operation.
  std::vector<std::uint32_t> add = {}, mul = {}, neg = {}, inverse = {};
  std::uint32_t zero = 0, one = 0;

  bool finite() const { return kind == Kind::Finite || kind == Kind::Bool; }
  bool operator==(const Carrier& other) const { return name == other.name && add == other.add && mul == other.mul; }
};

namespace carriers {
Carrier real();
Carrier integers();
Carrier booleans();
/// 0 .. size-1 without arithmetic.
Carrier atoms(std::uint32_t size);
/// Integers modulo `size`; division (x/0 = 0) where size is prime.
Carrier modulo(std::uint32_t size);
/// {0, 1} with or, and.
Carrier or_and();
/// {0, .. size-1} with max and saturating addition shifted so that the units are 0 and 1: an idempotent semiring.
Carrier chain(std::uint32_t size);
/// {0, 1, 2} with unit 0 where a + b is a unless a is 0: a monoid that does not commute.
Carrier leftmost();
/// The 16 matrices of order 2 over the integers modulo 2: a ring whose product does not commute.
Carrier matrices();
/// int8 .. int64, float32, float64, min_plus, max_plus, max_times, or_and, real, int, bool, leftmost, matrices,
/// mod<k>, chain<k>; size 0 and Finite
/// for any other name.
Carrier named(const std::string& name);
}  // namespace carriers

/// The elements of a finite carrier in order.
Values elements(const Carrier& carrier);
/// The number of the language at this carrier: 0 and 1 are the units, n is 1 + .. + 1 (n times).
Evaluated<Value> numeral(const Carrier& carrier, const Rational& value);
/// One scalar operator: + * - / ^ div mod quot rem abs min max, over one or more operands.
Evaluated<Value> arithmetic(Op op, const Carrier& carrier, const Values& operands);
/// a < b (or <=): the carrier's order.
Evaluated<bool> less(const Carrier& carrier, const Value& a, const Value& b, bool or_equal);
/// a == b: the carrier's comparison (for floats -0 == 0 and nan != nan), not identity.
Evaluated<bool> equal(const Carrier& carrier, const Value& a, const Value& b);
/// The unit and the operation of a named reduction: sum prod max min all any gcd xor.
Evaluated<Value> unit(const std::string& reduction, const Carrier& carrier);
Evaluated<Value> combine(const std::string& reduction, const Carrier& carrier, const Value& a, const Value& b);

}  // namespace refold
