// src/eval/value.h: what a term means.
//
// Invariant: numbers are exact; a double occurs only where a transcendental function was applied or a float model is
// read. Elements of unknown sets and of finite value sorts are numbers 0, 1, ..; an element (k, i) of a union is the
// pair (k, i); a vector over axes is a list with one entry for each axis; a bag is sorted and counts multiplicities, so
// equal bags are equal lists. `compare` is a total order on everything but functions, which are never compared by it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "base/number.h"
#include "base/result.h"
#include "term/store.h"

namespace refold {

class Value;
using Values = std::vector<Value>;

/// The values of the bound variables around a term, innermost first.
using Env = std::shared_ptr<const struct Frame>;

/// A function-valued term and the values of its free variables.
struct Closure {
  TermId term;
  Env env;
};

/// An input, or a member X(k) of a family: `path` holds the k. `sort` is to be read in `env`.
struct InputRef {
  TermId input;
  Values path;
  TermId sort;
  Env env;
};

/// Distinct elements in increasing order, each with its multiplicity >= 1.
using Bag = std::vector<std::pair<Value, std::uint64_t>>;

class Value {
 public:
  enum class Kind : std::uint8_t { Truth, Number, Double, Infinity, Tuple, Vector, Bag, Closure, Input };

  Value() : data_(Rational(0)) {}
  static Value truth(bool value) { return Value(value); }
  static Value number(Rational value) { return Value(std::move(value)); }
  static Value real(double value) { return Value(value); }
  static Value infinity(bool negative) { return Value(Infinite{negative}); }
  static Value tuple(Values parts) { return Value(Parts<0>{std::make_shared<const Values>(std::move(parts))}); }
  static Value vector(Values parts) { return Value(Parts<1>{std::make_shared<const Values>(std::move(parts))}); }
  /// From elements in any order, repeated or not. Precondition: no functions among them.
  static Value bag(Bag elements);
  static Value closure(TermId term, Env env) {
    return Value(std::make_shared<const Closure>(Closure{term, std::move(env)}));
  }
  static Value input(InputRef input) { return Value(std::make_shared<const InputRef>(std::move(input))); }

  Kind kind() const { return static_cast<Kind>(data_.index()); }
  bool is(Kind k) const { return kind() == k; }
  bool is_function() const { return is(Kind::Closure) || is(Kind::Input); }
  bool truth() const { return std::get<bool>(data_); }
  const Rational& number() const { return std::get<Rational>(data_); }
  double real() const { return std::get<double>(data_); }
  bool negative_infinity() const { return std::get<Infinite>(data_).negative; }
  /// The entries of a tuple or of a vector.
  const Values& parts() const {
    return is(Kind::Tuple) ? *std::get<Parts<0>>(data_).values : *std::get<Parts<1>>(data_).values;
  }
  const Bag& bag() const { return *std::get<std::shared_ptr<const Bag>>(data_); }
  const Closure& closure() const { return *std::get<std::shared_ptr<const Closure>>(data_); }
  const InputRef& input() const { return *std::get<std::shared_ptr<const InputRef>>(data_); }
  bool holds_function() const;

 private:
  struct Infinite { bool negative; };
  template <int>
  struct Parts { std::shared_ptr<const Values> values; };
  using Data = std::variant<bool, Rational, double, Infinite, Parts<0>, Parts<1>, std::shared_ptr<const Bag>,
                            std::shared_ptr<const Closure>, std::shared_ptr<const InputRef>>;
  explicit Value(Data data) : data_(std::move(data)) {}
  Data data_;
};

struct Frame {
  Value value;
  Env next;
};
inline Env push(Value value, Env env) { return std::make_shared<const Frame>(Frame{std::move(value), std::move(env)}); }

/// Less, equal, greater as -1, 0, 1; on doubles the order of bits: -0 before 0, all NaN one value above the rest.
int compare(const Value& a, const Value& b);
inline bool operator==(const Value& a, const Value& b) { return compare(a, b) == 0; }
inline bool operator<(const Value& a, const Value& b) { return compare(a, b) < 0; }

/// As the language writes it: 3, 1/2, -inf, (0, 1), [1, 2] for a vector, {0, 0, 1}; a function has no text.
std::string text(const Value& value);
std::string text(const Rational& value);
/// The same between the brackets of X[..]: a tuple or vector without its own.
std::string index_text(const Value& index);

/// The total number of elements of a bag.
std::uint64_t cardinality(const Bag& bag);

/// Why a term has no value here. Ill-formed: it has no meaning at this instance. Undecided: a finite computation cannot
/// tell. Limit: the budget stopped it. Missing: the instance does not say what an input is.
struct Fault {
  enum class Kind : std::uint8_t { IllFormed, Undecided, Limit, Missing };
  Kind kind;
  std::string what;
};

template <class T>
class [[nodiscard]] Evaluated : public tl::expected<T, Fault> {
 public:
  using tl::expected<T, Fault>::expected;
  Evaluated(Fault fault)
      : tl::expected<T, Fault>(tl::unexpect, std::move(fault)) {}  // NOLINT(google-explicit-constructor)
};

inline Fault ill_formed(std::string what) { return {Fault::Kind::IllFormed, std::move(what)}; }
inline Fault undecided(std::string what) { return {Fault::Kind::Undecided, std::move(what)}; }
inline Fault missing(std::string what) { return {Fault::Kind::Missing, std::move(what)}; }

}  // namespace refold
