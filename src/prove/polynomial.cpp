#include "prove/polynomial.h"

#include <algorithm>

namespace refold {
namespace {

void add(Polynomial& sum, const Monomial& monomial, const Integer& factor) {
  const auto at = sum.emplace(monomial, 0).first;
  at->second += factor;
  if (at->second == 0) sum.erase(at);
}

}  // namespace

Polynomial constant_polynomial(const Integer& value) { return value == 0 ? Polynomial{} : Polynomial{{{}, value}}; }

Polynomial polynomial(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  switch (term.op) {
    case Op::Number: {
      const Rational& value = terms.store().number_value(term.payload);
      if (denominator(value) != 1) return {{{id}, 1}};
      return constant_polynomial(numerator(value));
    }
    case Op::Add: {
      Polynomial sum;
      for (const TermId part : term.operands) sum = std::move(sum) + polynomial(terms, part);
      return sum;
    }
    case Op::Mul: {
      Polynomial product = constant_polynomial(1);
      for (const TermId part : term.operands) product = product * polynomial(terms, part);
      return product;
    }
    case Op::Neg: return scaled(polynomial(terms, term.operands[0]), -1);
    default: return {{{id}, 1}};
  }
}

TermId term_of(Terms& terms, const Polynomial& polynomial) {
  std::vector<TermId> parts;
  for (const auto& [monomial, factor] : polynomial) {
    const TermId number = terms.number(Rational(factor), terms.integer());
    std::vector<TermId> factors;
    if (factor != 1 || monomial.empty()) factors.push_back(number);
    factors.insert(factors.end(), monomial.begin(), monomial.end());
    parts.push_back(factors.size() == 1 ? factors[0] : terms.must(Op::Mul, std::move(factors)));
  }
  if (parts.empty()) return terms.int_number(0);
  return parts.size() == 1 ? parts[0] : terms.must(Op::Add, std::move(parts));
}

Polynomial operator+(Polynomial a, const Polynomial& b) {
  for (const auto& [monomial, factor] : b) add(a, monomial, factor);
  return a;
}
Polynomial operator-(Polynomial a, const Polynomial& b) {
  for (const auto& [monomial, factor] : b) add(a, monomial, -factor);
  return a;
}
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  for (const auto& [m, x] : a)
    for (const auto& [n, y] : b) {
      Monomial both(m.size() + n.size());
      std::merge(m.begin(), m.end(), n.begin(), n.end(), both.begin());
      add(product, both, x * y);
    }
  return product;
}
Polynomial scaled(Polynomial polynomial, const Integer& factor) {
  if (factor == 0) return {};
  for (auto& entry : polynomial) entry.second *= factor;
  return polynomial;
}

std::optional<Integer> constant(const Polynomial& polynomial) {
  if (polynomial.empty()) return Integer(0);
  if (polynomial.size() == 1 && polynomial.begin()->first.empty()) return polynomial.begin()->second;
  return std::nullopt;
}

std::optional<Linear> linear_in(Terms& terms, const Polynomial& polynomial, TermId atom) {
  Linear made;
  for (const auto& [monomial, factor] : polynomial) {
    Monomial others;
    std::size_t times = 0;
    for (const TermId part : monomial)
      if (part == atom) ++times;
      else if (terms.mentions(part, atom)) return std::nullopt;
      else others.push_back(part);
    if (times > 1) return std::nullopt;
    add(times == 1 ? made.factor : made.rest, others, factor);
  }
  return made;
}

std::optional<Monomial> quotient(const Monomial& monomial, const Monomial& divisor) {
  if (!std::includes(monomial.begin(), monomial.end(), divisor.begin(), divisor.end())) return std::nullopt;
  Monomial left;
  std::set_difference(monomial.begin(), monomial.end(), divisor.begin(), divisor.end(), std::back_inserter(left));
  return left;
}

}  // namespace refold
