// src/prove/polynomial.h: integer terms in normal form.
//
// Invariant: a Polynomial maps monomials (sorted lists of terms that are no sums, products or numbers) to coefficients
// other than 0; equal polynomials are equal maps. polynomial() and term() are inverse up to the laws of a commutative
// ring. Nothing here needs a divisor to be positive; that is tidy()'s (integers.h).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "term/build.h"

namespace refold {

using Monomial = std::vector<TermId>;
using Polynomial = std::map<Monomial, Integer>;

/// Of a term of sort int (or cut from it).
Polynomial polynomial(const Terms& terms, TermId term);
Polynomial constant_polynomial(const Integer& value);
TermId term_of(Terms& terms, const Polynomial& polynomial);

Polynomial operator+(Polynomial a, const Polynomial& b);
Polynomial operator-(Polynomial a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
Polynomial scaled(Polynomial polynomial, const Integer& factor);

/// The number, if it is one.
std::optional<Integer> constant(const Polynomial& polynomial);
/// P = factor * atom + rest, where `atom` is in no monomial of `factor` and `rest`; nothing if it occurs with a power or
/// inside another atom.
struct Linear {
  Polynomial factor, rest;
};
std::optional<Linear> linear_in(Terms& terms, const Polynomial& polynomial, TermId atom);
/// A monomial divided by another: what is left of it; nothing if it does not divide.
std::optional<Monomial> quotient(const Monomial& monomial, const Monomial& divisor);

}  // namespace refold
