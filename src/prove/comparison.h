// src/prove/comparison.h: two values are equal for all sizes: their normal forms agree point by point.
//
// Invariant: `equal` is true only if the solver proved everything that it rests on: that each change of bound variables is
// injective where the guards hold, and that at every point of the common variables both sides combine the same values.
// Which variables are matched with which is a guess (transport.h). Source: algebra.md, section 6; prover.md, sections 5 and 6.
//
// A term (+)_{y : G(y)} m(y) is moved to variables x along psi : y -> x with phi(psi(y)) = y where G(y): it is
// (+)_x [G(phi(x)) and psi(phi(x)) = x] m(phi(x)), for every operation, because psi is one to one onto that guard.
#pragma once

#include "prove/cleaning.h"
#include "prove/transport.h"

namespace refold {

class Comparison {
 public:
  Comparison(Terms& terms, Integers& integers, Flatten& flatten, Questions& questions)
      : terms_(terms), integers_(integers), flatten_(flatten), questions_(questions) {}

  /// Of one sort, in point-wise form (term/at.h), under conditions. Throws NoNormalForm.
  bool equal(TermId left, TermId right, const std::vector<TermId>& conditions);

 private:
  using Conditions = std::vector<TermId>;
  bool values(TermId left, TermId right, const Conditions& conditions);
  bool bags(TermId left, TermId right, const Conditions& conditions);
  bool summands(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions);
  bool group(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions);
  bool along(const Summand& reference, const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions);
  bool at_each_point(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions);
  bool one_each(const Summand& left, const Summand& right, const Operation& operation, const Conditions& conditions);
  /// The ways to move a term that were proved to be injective, at most `most`.
  std::vector<Summand> moved(const Summand& summand, const Summand& reference, const Conditions& conditions, std::size_t most);
  Summands refined(Summands summands, const Operation& operation);
  void cancel(Summand& summand);
  Summands possible(const Summands& summands, const Conditions& conditions);
  /// Equations between reductions inside the values of both sides that hold where both terms count.
  Conditions nested(const Summands& left, const Summands& right, const Conditions& conditions);
  TermId combined(const Summand& summand, const Operation& operation);
  TermId total(const Summands& summands, const Operation& operation);

  Terms& terms_;
  Integers& integers_;
  Flatten& flatten_;
  Questions& questions_;
  int depth_ = 0;
};

}  // namespace refold
