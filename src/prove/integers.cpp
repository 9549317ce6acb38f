#include "prove/integers.h"

#include <algorithm>

namespace refold {

TermId Integers::tidy(TermId id) {
  if (const auto at = known_.find(id); at != known_.end()) return at->second;
  if (terms_.is_set(id) || terms_.is_value_sort(id) || terms_.is(terms_.sort(id), Op::Type)) return id;
  const Term term = terms_[id];
  std::vector<TermId> operands;
  for (const TermId operand : term.operands) operands.push_back(tidy(operand));
  const TermId rebuilt = operands == term.operands ? id : terms_.rebuild(id, std::move(operands));
  const Term now = terms_[rebuilt];
  TermId result = step(now, rebuilt);
  if (result != rebuilt && result != id) result = tidy(result);
  known_.emplace(id, result);
  known_.emplace(rebuilt, result);
  known_.emplace(result, result);
  return result;
}

TermId Integers::step(const Term& term, TermId id) {
  switch (term.op) {
    case Op::Add: case Op::Mul: case Op::Neg: case Op::Div: case Op::Mod: case Op::Quot: case Op::Rem: case Op::Abs: case Op::Pow:
      return is_int(id) ? integer(term, id) : id;
    case Op::Less: case Op::LessEq: return is_int(term.operands[0]) && is_int(term.operands[1]) ? comparison(term.op, term.operands[0], term.operands[1]) : id;
    case Op::Eq: case Op::Same: return term.operands[0] == term.operands[1] ? terms_.truth(true) : equation(term.operands[0], term.operands[1]);
    case Op::And: case Op::Or: case Op::Not: case Op::Implies: case Op::ForAll: case Op::ForSome: return connective(term, id);
    case Op::If: return chosen(term, id);
    case Op::ToInt: case Op::ToReal:
      if (terms_.is(term.operands[0], Op::True) || terms_.is(term.operands[0], Op::False))
        return terms_.number(terms_.is(term.operands[0], Op::True) ? 1 : 0, term.sort);
      if (terms_.is(term.operands[0], Op::Number)) return terms_.number(terms_.store().number_value(terms_[term.operands[0]].payload), term.sort);
      return id;
    case Op::Apply: return terms_.is(term.operands[0], Op::Stack) ? stacked(terms_[term.operands[0]], term.operands[1]) : id;
    default: return id;
  }
}

// -- integers

TermId Integers::integer(const Term& term, TermId id) {
  const auto operand = [&](std::size_t k) { return term.operands[k]; };
  switch (term.op) {
    case Op::Add: case Op::Mul: case Op::Neg: {
      const TermId made = term_of(terms_, poly(id));
      return made;
    }
    case Op::Div: return divided(poly(operand(0)), poly(operand(1)));
    case Op::Mod: return term_of(terms_, poly(operand(0)) - poly(operand(1)) * poly(divided(poly(operand(0)), poly(operand(1)))));
    case Op::Quot: {  // toward zero
      const Polynomial e = poly(operand(0)), c = poly(operand(1));
      return terms_.must(Op::If, {comparison(Op::LessEq, terms_.int_number(0), operand(0)), divided(e, c), term_of(terms_, scaled(poly(divided(scaled(e, -1), c)), -1))});
    }
    case Op::Rem: return terms_.must(Op::Add, {operand(0), terms_.must(Op::Neg, {terms_.must(Op::Mul, {operand(1), terms_.must(Op::Quot, {operand(0), operand(1)})})})});
    case Op::Abs: return terms_.must(Op::If, {comparison(Op::LessEq, terms_.int_number(0), operand(0)), operand(0), term_of(terms_, scaled(poly(operand(0)), -1))});
    case Op::Pow: {
      const auto exponent = constant(poly(operand(1)));
      if (!exponent || *exponent < 0 || *exponent > 8) return id;
      Polynomial power = constant_polynomial(1);
      for (int k = 0; k < *exponent; ++k) power = power * poly(operand(0));
      return term_of(terms_, power);
    }
    default: return id;
  }
}

namespace {

Integer floor_div(const Integer& a, const Integer& b) {
  Integer q = a / b;
  if (a % b != 0 && ((a < 0) != (b < 0))) --q;
  return q;
}

std::size_t degree(const Polynomial& polynomial) {
  std::size_t most = 0;
  for (const auto& entry : polynomial) most = std::max(most, entry.first.size());
  return most;
}

/// The monomial of the highest degree, the last one of them.
const std::pair<const Monomial, Integer>& leading(const Polynomial& polynomial) {
  const auto* best = &*polynomial.begin();
  for (const auto& entry : polynomial)
    if (entry.first.size() >= best->first.size()) best = &entry;
  return *best;
}

}  // namespace

/// (c * Q + R) div c = Q + R div c.
TermId Integers::divided(const Polynomial& dividend, const Polynomial& divisor) {
  Polynomial whole, rest = dividend;
  const auto number = constant(divisor);
  if (number && *number >= 1) {
    rest = {};
    for (const auto& [monomial, factor] : dividend) {
      const Integer q = floor_div(factor, *number), r = factor - q * *number;
      if (q != 0) whole[monomial] = q;
      if (r != 0) rest[monomial] = r;
    }
  } else if (!divisor.empty()) {
    const auto lead = leading(divisor);
    if (lead.second == 1 || lead.second == -1)
      for (int round = 0; round < 32; ++round) {
        const auto step = std::find_if(rest.rbegin(), rest.rend(), [&](const auto& entry) { return quotient(entry.first, lead.first).has_value(); });
        if (step == rest.rend()) break;
        const Polynomial part{{*quotient(step->first, lead.first), step->second * lead.second}};
        whole = whole + part;
        rest = rest - part * divisor;
      }
    const bool shorter = rest.size() < dividend.size() || (rest.size() == dividend.size() && degree(rest) < degree(dividend));
    if (!shorter) whole = {}, rest = dividend;
  }
  if (rest.empty()) return term_of(terms_, whole);
  if (number && *number >= 1)
    if (const auto left = constant(rest)) return term_of(terms_, whole + constant_polynomial(floor_div(*left, *number)));
  TermId inner = term_of(terms_, rest), by = term_of(terms_, divisor);
  if (const Term nested = terms_[inner]; nested.op == Op::Div) {  // (E div c) div d = E div (c * d)
    inner = nested.operands[0];
    by = term_of(terms_, poly(nested.operands[1]) * divisor);
  }
  const TermId quotient_term = terms_.must(Op::Div, {inner, by});
  return whole.empty() ? quotient_term : term_of(terms_, whole + poly(quotient_term));
}

TermId Integers::comparison(Op op, TermId left, TermId right) {
  Polynomial difference = poly(left) - poly(right);  // <= 0
  if (op == Op::Less) difference = difference + constant_polynomial(1);
  Integer common = 0;
  for (const auto& [monomial, factor] : difference)
    if (!monomial.empty()) common = gcd(common, factor);
  if (common == 0) return terms_.truth(difference.empty() || difference.begin()->second <= 0);
  if (common > 1) {  // g * P + k <= 0 where P <= floor(-k / g)
    Polynomial reduced;
    for (const auto& [monomial, factor] : difference) {
      const Integer value = monomial.empty() ? Integer(-floor_div(Integer(-factor), common)) : Integer(factor / common);
      if (value != 0) reduced[monomial] = value;
    }
    difference = std::move(reduced);
  }
  return terms_.must(Op::LessEq, {term_of(terms_, difference), terms_.int_number(0)});
}

TermId Integers::equation(TermId left, TermId right) {
  if (is_int(left) && is_int(right)) {
    Polynomial difference = poly(left) - poly(right);
    if (const auto number = constant(difference)) return terms_.truth(*number == 0);
    if (difference.rbegin()->second < 0) difference = scaled(std::move(difference), -1);
    return terms_.must(Op::Eq, {term_of(terms_, difference), terms_.int_number(0)});
  }
  const TermId sort = terms_.erase(terms_.sort(left));
  if (terms_.is(sort, Op::Product) && terms_.is(terms_.erase(terms_.sort(right)), Op::Product)) {
    std::vector<TermId> parts;
    for (std::size_t k = 0; k < terms_[sort].operands.size(); ++k) {
      const auto at = static_cast<std::int64_t>(k);
      parts.push_back(terms_.must(Op::Eq, {terms_.proj(at, left), terms_.proj(at, right)}));
    }
    if (parts.empty()) return terms_.truth(true);
    return parts.size() == 1 ? parts[0] : terms_.must(Op::And, std::move(parts));
  }
  const Term vector = terms_[sort];
  if (vector.op == Op::Arrow && terms_.is(terms_.sort(vector.operands[0]), Op::AxesKind)) {
    const TermId axis = terms_.bound(0, terms_.shift(vector.operands[0], 1));
    return terms_.must(Op::ForAll, {vector.operands[0], terms_.must(Op::Eq, {terms_.apply(terms_.shift(left, 1), axis), terms_.apply(terms_.shift(right, 1), axis)})});
  }
  const Term number = terms_[left], other = terms_[right];
  if (number.op == Op::Number && other.op == Op::Number && number.sort == other.sort)
    return terms_.truth(terms_.store().number_value(number.payload) == terms_.store().number_value(other.payload));
  if (left > right) std::swap(left, right);
  return terms_.must(Op::Eq, {left, right});
}

// -- conditions

TermId Integers::connective(const Term& term, TermId id) {
  switch (term.op) {
    case Op::And: case Op::Or: {
      const Op neutral = term.op == Op::And ? Op::True : Op::False, absorbing = term.op == Op::And ? Op::False : Op::True;
      std::vector<TermId> parts;
      const auto take = [&](const auto& self, TermId part) -> bool {
        if (terms_.is(part, absorbing)) return false;
        if (terms_.is(part, term.op)) {
          const std::vector<TermId> inner = terms_[part].operands;
          return std::all_of(inner.begin(), inner.end(), [&](TermId one) { return self(self, one); });
        }
        if (!terms_.is(part, neutral) && std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
        return true;
      };
      for (const TermId part : term.operands)
        if (!take(take, part)) return terms_.must(absorbing);
      if (parts.empty()) return terms_.must(neutral);
      if (parts.size() == 1) return parts[0];
      return parts == term.operands ? id : terms_.must(term.op, std::move(parts));
    }
    case Op::Not: {
      const Term inner = terms_[term.operands[0]];
      if (inner.op == Op::True || inner.op == Op::False) return terms_.truth(inner.op == Op::False);
      if (inner.op == Op::Not) return inner.operands[0];
      if (inner.op == Op::LessEq && is_int(inner.operands[0])) return comparison(Op::Less, inner.operands[1], inner.operands[0]);
      return id;
    }
    case Op::Implies:
      if (terms_.is(term.operands[0], Op::True)) return term.operands[1];
      return terms_.is(term.operands[0], Op::False) || terms_.is(term.operands[1], Op::True) || term.operands[0] == term.operands[1] ? terms_.truth(true) : id;
    case Op::ForAll: {
      const Term body = terms_[term.operands[1]];
      if (body.op == Op::True) return term.operands[1];
      if (body.op != Op::And) return id;
      std::vector<TermId> parts;  // for all a: (p and q) is (for all a: p) and (for all a: q)
      for (const TermId part : body.operands) parts.push_back(terms_.must(Op::ForAll, {term.operands[0], part}));
      return terms_.must(Op::And, std::move(parts));
    }
    case Op::ForSome: return terms_.is(term.operands[1], Op::False) ? term.operands[1] : id;
    default: return id;
  }
}

TermId Integers::chosen(const Term& term, TermId id) {
  if (terms_.is(term.operands[0], Op::True) || term.operands[1] == term.operands[2]) return term.operands[1];
  if (terms_.is(term.operands[0], Op::False)) return term.operands[2];
  if (terms_.is(term.operands[0], Op::Not)) return terms_.must(Op::If, {terms_[term.operands[0]].operands[0], term.operands[2], term.operands[1]});
  return id;
}

/// [X, Y][k, ..]: the member where the first component says so.
TermId Integers::stacked(const Term& stack, TermId index) {
  const Term given = terms_[index];
  const auto rest_of = [&]() -> TermId {
    if (given.op != Op::Tuple || given.operands.size() < 2) return {};
    const std::vector<TermId> rest(given.operands.begin() + 1, given.operands.end());
    return rest.size() == 1 ? rest[0] : terms_.tuple(rest);
  };
  const TermId rest = rest_of();
  const TermId whole = terms_.apply(terms_.must(Op::Stack, stack.operands), index);
  if (!rest.valid() || !is_int(given.operands[0])) return whole;
  for (const TermId member : stack.operands)
    if (!terms_.meet(terms_.domain(member), terms_.sort(rest))) return whole;
  TermId value = terms_.apply(stack.operands.back(), rest);
  for (std::size_t k = stack.operands.size() - 1; k-- > 0;)
    value = terms_.must(Op::If, {terms_.must(Op::Eq, {given.operands[0], terms_.int_number(static_cast<std::int64_t>(k))}), terms_.apply(stack.operands[k], rest), value});
  return value;
}

}  // namespace refold
