// src/prove/integers.h: integer arithmetic that is not linear, for a solver that is asked linear questions only.
//
// Invariant: tidy(t) equals t wherever every divisor in t is at least 1. It may drop a division, so whoever compares
// tidied terms has shown (or stated as a guard) that the divisors of both are positive where they are compared. Every
// lemma is true of all integers: Euclid's q = E div c, c * q <= E < c * q + c where c >= 1; and that multiplying by
// c >= 0 keeps order. Products of unknowns are atoms; lemmas speak of those that occur. Source: prover.md, section 6.
#pragma once

#include <unordered_map>

#include "prove/ground.h"
#include "prove/polynomial.h"

namespace refold {

class Integers {
 public:
  explicit Integers(Terms& terms) : terms_(terms) {}

  /// The normal form: polynomials in every integer part, also under binders; comparisons as P <= 0, P == 0, decided
  /// where P is a number; (c * Q + R) div c as Q + R div c; mod, quot, rem and abs by div and cases; tuples compared part by
  /// part; trivial conditions gone. Index sets inside stay as they are.
  TermId tidy(TermId term);
  /// Facts about what occurs in these propositions (outside binders): Euclid's for the divisions; then that multiplying
  /// keeps order, for a few distances between the terms that are multiplied, or for many.
  enum class Effort { Divisions, Few, Many };
  std::vector<NamedProp> lemmas(const std::vector<TermId>& props, Effort effort);

  TermId less_equal(TermId a, TermId b) { return tidy(terms_.must(Op::LessEq, {a, b})); }

 private:
  TermId step(const Term& term, TermId id);
  TermId integer(const Term& term, TermId id);
  TermId divided(const Polynomial& dividend, const Polynomial& divisor);
  TermId comparison(Op op, TermId left, TermId right);
  TermId equation(TermId left, TermId right);
  TermId connective(const Term& term, TermId id);
  TermId chosen(const Term& term, TermId id);
  TermId stacked(const Term& stack, TermId index);
  bool is_int(TermId id) { return terms_.is(terms_.erase(terms_.sort(id)), Op::Int); }
  Polynomial poly(TermId id) const { return polynomial(terms_, id); }

  Terms& terms_;
  std::unordered_map<TermId, TermId> known_;
};

}  // namespace refold
