#include "plan/lower_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "term/at.h"
#include "term/text.h"

namespace refold {
namespace {

std::optional<std::int64_t> checked(const Rational& value) {
  static const Rational limit{Integer{1} << 62};
  if (boost::multiprecision::denominator(value) != 1 || value > limit || value < -limit) return std::nullopt;
  return static_cast<std::int64_t>(boost::multiprecision::numerator(value));
}

/// Two comprehensions over the same sets with the same guards, whatever their values are.
bool same_elements(Terms& terms, TermId a, TermId b) {
  if (a == b) return true;
  const Term left = terms[a], right = terms[b];
  if (left.op == Op::Guard && right.op == Op::Guard)
    return left.operands[0] == right.operands[0] && same_elements(terms, left.operands[1], right.operands[1]);
  if (left.op != Op::Apply || right.op != Op::Apply) return false;
  if (terms.is(left.operands[0], Op::Single)) return terms.is(right.operands[0], Op::Single);
  if (!terms.is(left.operands[0], Op::Flatten) || !terms.is(right.operands[0], Op::Flatten)) return false;
  const Term over_left = terms[left.operands[1]], over_right = terms[right.operands[1]];
  if (over_left.op != Op::Apply || over_right.op != Op::Apply || over_left.operands[1] != over_right.operands[1])
    return false;
  if (!terms.is(over_left.operands[0], Op::Star) || !terms.is(over_right.operands[0], Op::Star)) return false;
  const TermId f = terms[over_left.operands[0]].operands[0], g = terms[over_right.operands[0]].operands[0];
  if (terms.domain(f) != terms.domain(g)) return false;
  const TermId t = terms.input("%t", terms.domain(f));
  return same_elements(terms, pointwise(terms, terms.apply(f, t)), pointwise(terms, terms.apply(g, t)));
}

}  // namespace

bool always_inside(const Affine& index, std::int64_t extent, const Letters& letters) {
  Integer lo = index.constant, hi = index.constant;
  for (const Affine::Term& term : index.terms)
    (term.coefficient > 0 ? hi : lo) +=
        Integer(term.coefficient) * std::max<std::int64_t>(0, letters.latents[term.latent].extent - 1);
  return lo >= 0 && hi < extent;
}

bool says_not_empty(Terms& terms, TermId condition, TermId bag) {
  const Term term = terms[condition];
  if (term.op != Op::LessEq || !terms.is(term.operands[1], Op::Card)) return false;
  const Term& one = terms[term.operands[0]];
  if (one.op != Op::Number || terms.store().number_value(one.payload) != 1) return false;
  return same_elements(terms, terms[term.operands[1]].operands[0], bag);
}

std::optional<std::size_t> Letters::find(TermId input) const {
  const auto at = std::find(inputs.begin(), inputs.end(), input);
  return at == inputs.end() ? std::nullopt : std::optional<std::size_t>(static_cast<std::size_t>(at - inputs.begin()));
}

std::optional<std::int64_t> IndexReader::number(TermId id) const {
  const std::optional<Affine> value = affine(id, {});
  if (!value || !value->terms.empty()) return std::nullopt;
  return value->constant;
}

std::optional<Affine> IndexReader::affine(TermId id, const Letters& letters) const {
  const Term& term = terms_[id];
  switch (term.op) {
    case Op::Number: {
      const std::optional<std::int64_t> value = checked(terms_.store().number_value(term.payload));
      return value ? std::optional<Affine>(Affine::number(*value)) : std::nullopt;
    }
    case Op::Input: {
      if (const auto letter = letters.find(id)) return Affine::of(*letter);
      const auto size = input_.sizes.find(id);
      return size == input_.sizes.end() ? std::nullopt : std::optional<Affine>(Affine::number(size->second));
    }
    case Op::Add: {
      Affine sum;
      for (const TermId part : term.operands) {
        const std::optional<Affine> value = affine(part, letters);
        if (!value) return std::nullopt;
        sum = sum + *value;
      }
      return sum;
    }
    case Op::Neg: {
      const std::optional<Affine> value = affine(term.operands[0], letters);
      return value ? std::optional<Affine>(-1 * *value) : std::nullopt;
    }
    case Op::Mul: {
      Affine product = Affine::number(1);
      for (const TermId part : term.operands) {
        const std::optional<Affine> value = affine(part, letters);
        if (!value || (!value->terms.empty() && !product.terms.empty())) return std::nullopt;
        product = value->terms.empty() ? value->constant * product : product.constant * *value;
      }
      return product;
    }
    case Op::Div: case Op::Mod: {
      const auto a = number(term.operands[0]), b = number(term.operands[1]);
      if (!a || !b || *b < 1) return std::nullopt;
      const std::int64_t quotient = *a / *b - (*a % *b < 0 ? 1 : 0);
      return Affine::number(term.op == Op::Div ? quotient : *a - *b * quotient);
    }
    default: return std::nullopt;
  }
}

Result<std::int64_t> IndexReader::extent(TermId set) const {
  const Term& term = terms_[set];
  if (term.op != Op::Range)
    return Diagnostic{"E0602",
                      {},
                      fmt::format("{} is no range, so it cannot be looped over", readable(terms_.store(), set)),
                      {},
                      terms_.is(set, Op::Int) ? "give its indices sets: `let m[i in [n], j in [n]] = ..`, a mask as `mask m(n : int)[i in [n], j in [n]] = ..`"
                                              : "bind the tensors that are indexed by it to data with [n] indices"};
  const std::optional<std::int64_t> value = number(term.operands[0]);
  if (!value)
    return Diagnostic{"E0602",
                      {},
                      fmt::format("the extent {} is not known", readable(terms_.store(), term.operands[0])),
                      {},
                      "give it with --bind NAME=NUMBER"};
  if (*value < 0)
    return Diagnostic{
        "E0602",
        {},
        fmt::format("the extent {} is {}, which is negative", readable(terms_.store(), term.operands[0]), *value)};
  return *value;
}

bool IndexReader::guard(TermId condition, bool negated, const Letters& letters,
                        std::vector<LatentGuard>& guards) const {
  const Term& term = terms_[condition];
  if (term.op == (negated ? Op::False : Op::True)) return true;
  if (term.op == Op::Not) return guard(term.operands[0], !negated, letters, guards);
  if (term.op == (negated ? Op::Or : Op::And))
    return std::all_of(term.operands.begin(), term.operands.end(),
                       [&](TermId part) { return guard(part, negated, letters, guards); });
  if (term.op != Op::LessEq && term.op != Op::Less && (term.op != Op::Eq || negated)) return false;
  const std::optional<Affine> a = affine(term.operands[0], letters), b = affine(term.operands[1], letters);
  if (!a || !b) return false;
  // a <= b is a - b <= 0, a < b is a - b + 1 <= 0; not (a <= b) is b - a + 1 <= 0.
  const Affine difference = negated ? *b + -1 * *a : *a + -1 * *b;
  const bool strict = (term.op == Op::Less) != negated;
  if (term.op == Op::Eq) guards.push_back({difference, true});
  else guards.push_back({difference + Affine::number(strict ? 1 : 0), false});
  return true;
}

Semiring semiring_of(const Algebra& algebra) {
  if (algebra.structure == "min_plus") return min_plus();
  if (algebra.structure == "max_plus") return max_plus();
  if (algebra.structure == "max_times") return max_times();
  if (algebra.structure == "or_and") return or_and();
  return plus_times();
}

ScalarExpr index_value(const Affine& index) {
  ScalarExpr sum = ScalarExpr::number(static_cast<double>(index.constant));
  for (const Affine::Term& part : index.terms)
    sum = ScalarExpr::apply(
        ScalarOp::Add,
        {sum, ScalarExpr::apply(ScalarOp::Multiply, {ScalarExpr::number(static_cast<double>(part.coefficient)),
                                                     ScalarExpr::latent(part.latent)})});
  return sum;
}

std::vector<ScalarExpr> factors_of_product(ScalarExpr value) {
  if (value.kind != ScalarExpr::Kind::Apply || value.op != ScalarOp::Multiply) return {std::move(value)};
  std::vector<ScalarExpr> all;
  for (ScalarExpr& part : value.operands)
    for (ScalarExpr& inner : factors_of_product(std::move(part))) all.push_back(std::move(inner));
  return all;
}

double evaluate(const ScalarExpr& e, double result) {
  if (e.kind == ScalarExpr::Kind::Constant) return e.constant;
  if (e.kind != ScalarExpr::Kind::Apply) return result;
  std::vector<double> values;
  for (const ScalarExpr& part : e.operands) values.push_back(evaluate(part, result));
  return apply(e.op, values.data());
}

std::vector<TermId> factors_of(const Terms& terms, TermId set) {
  const Term& term = terms[set];
  return term.op == Op::Product ? term.operands : std::vector<TermId>{set};
}

std::vector<TermId> components(Terms& terms, TermId index, std::size_t count) {
  if (count == 1) return {index};
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < count; ++k) parts.push_back(terms.proj(static_cast<std::int64_t>(k), index));
  return parts;
}

std::optional<ScalarOp> scalar_op(Op op, const Semiring& semiring) {
  switch (op) {
    case Op::Add: return semiring.add;
    case Op::Mul: return semiring.multiply;
    case Op::Min: return ScalarOp::Min;
    case Op::Max: return ScalarOp::Max;
    case Op::Neg: return ScalarOp::Negate;
    case Op::Abs: return ScalarOp::Abs;
    case Op::Divide: return ScalarOp::Divide;
    case Op::Pow: return ScalarOp::Power;
    case Op::Eq: return ScalarOp::Equal;
    case Op::Less: return ScalarOp::Less;
    case Op::LessEq: return ScalarOp::LessEqual;
    case Op::And: return ScalarOp::And;
    case Op::Or: return ScalarOp::Or;
    case Op::Not: return ScalarOp::Not;
    case Op::If: return ScalarOp::Select;
    default: return std::nullopt;
  }
}

}  // namespace refold
