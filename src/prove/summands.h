// src/prove/summands.h: a value as a bag of terms under one operation: (+)_{x : G(x)} c * f1(x) * f2(x) * ..
//
// Invariant: combining the terms of `summands(v)` with the operation gives v, at every instance where v has a meaning;
// each step is a law of bags (Lemmas 5, 6, 8), of the operation, or distributivity where the operation is a sum. Bound
// variables are new Inputs, one name each in a run, of whole sets (int, an unknown set, vectors over axes): what cuts
// them is among the guards, which are exactly the conditions under which the term counts. A bag that is not known
// counts each element j as often as its multiplicity says: by a copy number t with 0 <= t < count(j, bag).
// Source: algebra.md, section 6; prover.md, section 3.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "prove/integers.h"
#include "term/module.h"

namespace refold {

struct Operation {
  enum class Kind : std::uint8_t {
    Sum,         // of exact numbers: terms have coefficients and factors
    Semiring,    // + of an algebra: terms are products, their coefficient is 1
    Monoid,      // any other commutative operation: a term is one value
    Idempotent,  // the same, and counts do not matter
  };
  Kind kind = Kind::Sum;
  TermId reduction;           // of `sum` too
  TermId value_sort;
  std::string name;           // sum, prod, max, .., empty for a variable
  bool commutes = true;       // products, in a semiring
  bool distributes() const { return kind == Kind::Sum || kind == Kind::Semiring; }
};

struct Summand {
  Rational coefficient = 1;
  std::vector<TermId> variables;
  std::vector<TermId> guards;
  std::vector<TermId> factors;  // of a Monoid: exactly one, the value
};
using Summands = std::vector<Summand>;

/// What stopped the normal form: a set that has no elements that can be named, or too many terms.
struct NoNormalForm {
  std::string why;
};

class Flatten {
 public:
  Flatten(Terms& terms, Integers& integers, const Algebra& algebra) : terms_(terms), integers_(integers), algebra_(algebra) {}

  /// How a reduction combines values in this algebra.
  Operation operation(TermId reduction) const;
  /// The operation under which two values are best compared: that of the outermost reduction that is no sum, else a sum.
  Operation operation_for(TermId left, TermId right);
  /// Throws NoNormalForm.
  Summands summands(TermId value, const Operation& operation);
  /// A new element of a set with the conditions on it; several for a union.
  struct Element {
    TermId value;
    std::vector<TermId> variables, guards;
  };
  std::vector<Element> elements(TermId set);
  TermId variable(TermId sort);

 private:
  void bag(TermId bag, const Operation& operation, const Summand& outer, Summands& out);
  void value(TermId value, const Operation& operation, const Summand& outer, Summands& out);
  void product(const std::vector<TermId>& parts, std::size_t at, const Operation& operation, const Summand& outer, Summands& out);
  void sum_of_numbers(TermId value, const Operation& operation, const Summand& outer, Summands& out);
  std::optional<std::vector<TermId>> factors(TermId id);
  void over(TermId source, TermId body, const Operation& operation, const Summand& outer, Summands& out);
  bool is_unit(TermId value, const Operation& operation) const;
  void put(Summand summand, Summands& out);
  std::vector<Element> joined(const std::vector<std::vector<Element>>& parts);

  Terms& terms_;
  Integers& integers_;
  const Algebra& algebra_;
  int count_ = 0;
};

}  // namespace refold
