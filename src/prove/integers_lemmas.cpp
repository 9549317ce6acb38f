// Facts about products and divisions that occur: Euclid's, and that multiplication by c >= 0 keeps order.
#include <algorithm>
#include <set>

#include "prove/integers.h"

namespace refold {
namespace {

constexpr std::size_t kMostPoints = 12;  // of one multiplier
constexpr std::size_t kFewPoints = 7;

/// The divisions and integer polynomials of propositions, outside binders.
class Occurrences {
 public:
  explicit Occurrences(Terms& terms) : terms_(terms) {}
  std::vector<TermId> divisions;
  std::vector<Polynomial> sides;       // of comparisons, left - right
  std::vector<Monomial> products;      // of degree 2 and more

  void visit(TermId id) {
    if (!seen_.insert(id).second || terms_.store().free_depth(id) != 0) return;
    if (terms_.is_set(id) || terms_.is_value_sort(id) || terms_.is(terms_.sort(id), Op::Type)) return;
    const Term term = terms_[id];
    const bool numbers = !term.operands.empty() && is_int(term.operands[0]);
    if (numbers && (term.op == Op::LessEq || term.op == Op::Less || term.op == Op::Eq || term.op == Op::Same))
      sides.push_back(polynomial(terms_, term.operands[0]) - polynomial(terms_, term.operands[1]));
    if (term.op == Op::Div) divisions.push_back(id);
    if (is_int(id)) note(polynomial(terms_, id));
    if (info(term.op).binder) return;
    for (const TermId operand : term.operands) visit(operand);
  }
  void note(const Polynomial& polynomial) {
    for (const auto& entry : polynomial)
      if (entry.first.size() >= 2 && known_.insert(entry.first).second) products.push_back(entry.first);
  }

 private:
  bool is_int(TermId id) { return terms_.is(terms_.erase(terms_.sort(id)), Op::Int); }
  Terms& terms_;
  std::set<TermId> seen_;
  std::set<Monomial> known_;
};

/// For each multiplier the terms that it is multiplied with, and 0.
class Points {
 public:
  explicit Points(std::size_t most) : most_(most) {}
  void add(TermId multiplier, const Polynomial& point) {
    std::vector<Polynomial>& points = points_[multiplier];
    if (points.empty()) order_.push_back(multiplier), points.push_back({});
    if (points.size() < most_ && std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
  }
  bool knows(TermId multiplier) const { return points_.count(multiplier) > 0; }
  const std::vector<TermId>& multipliers() const { return order_; }
  const std::vector<Polynomial>& of(TermId multiplier) const { return points_.at(multiplier); }

 private:
  std::size_t most_;
  std::map<TermId, std::vector<Polynomial>> points_;
  std::vector<TermId> order_;
};

Polynomial cofactor(const Polynomial& polynomial, TermId multiplier) {
  Polynomial found;
  for (const auto& [monomial, factor] : polynomial)
    if (const auto left = quotient(monomial, {multiplier})) found[*left] = factor;
  return found;
}

}  // namespace

std::vector<NamedProp> Integers::lemmas(const std::vector<TermId>& props, Effort effort) {
  Occurrences seen(terms_);
  for (const TermId prop : props) seen.visit(prop);
  std::vector<NamedProp> facts;
  const auto number = [&](int n) { return terms_.int_number(n); };
  const auto at_most = [&](const Polynomial& a, const Polynomial& b) { return comparison(Op::LessEq, term_of(terms_, a), term_of(terms_, b)); };
  const auto add = [&](TermId condition, std::vector<TermId> claims) {
    facts.push_back({"arithmetic", terms_.must(Op::Implies, {condition, terms_.must(Op::And, std::move(claims))})});
  };
  // Divisions in the facts themselves are divisions of what occurs already.
  for (std::size_t k = 0; k < seen.divisions.size(); ++k) {
    const TermId quotient_term = seen.divisions[k];
    const Term division = terms_[quotient_term];
    const Polynomial e = poly(division.operands[0]), c = poly(division.operands[1]), product = c * poly(quotient_term);
    add(comparison(Op::LessEq, number(1), division.operands[1]), {at_most(product, e), at_most(e, product + c - constant_polynomial(1))});
    seen.note(product);
  }
  if (effort == Effort::Divisions) return facts;
  const bool many = effort == Effort::Many;
  const int far = many ? 2 : 1;  // distances up to which order is kept
  Points points(many ? kMostPoints : kFewPoints);
  for (const Monomial& product : seen.products)
    for (const TermId factor : std::set<TermId>(product.begin(), product.end())) points.add(factor, {{*quotient(product, {factor}), 1}});
  for (const Polynomial& side : seen.sides)
    for (const TermId multiplier : std::vector<TermId>(points.multipliers()))
      if (const Polynomial point = cofactor(side, multiplier); !point.empty()) points.add(multiplier, point);
  for (const TermId c : points.multipliers()) {
    const std::vector<Polynomial>& all = points.of(c);
    const Polynomial by{{{c}, 1}};
    std::set<Polynomial> distances;
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        for (const bool sum : {false, true}) {
          if (sum && !many) continue;
          const Polynomial d = sum ? all[a] + all[b] : all[a] - all[b];
          if (constant(d) || !distances.insert(d).second) continue;
          std::vector<TermId> keeps;
          for (int k = -far; k <= far; ++k) {
            const Polynomial at = constant_polynomial(k);
            keeps.push_back(terms_.must(Op::Implies, {at_most(at, d), at_most(scaled(by, k), by * d)}));
            keeps.push_back(terms_.must(Op::Implies, {at_most(d, at), at_most(by * d, scaled(by, k))}));
          }
          add(comparison(Op::LessEq, number(0), c), std::move(keeps));
        }
  }
  return facts;
}

}  // namespace refold
