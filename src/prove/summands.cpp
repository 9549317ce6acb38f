#include "prove/summands.h"

#include <fmt/format.h>

#include <algorithm>

#include "prove/unfold.h"

namespace refold {
namespace {

constexpr std::size_t kMostSummands = 128;

Summand with_guard(Summand summand, TermId guard) {
  summand.guards.push_back(guard);
  return summand;
}

}  // namespace

Operation Flatten::operation(TermId reduction) const {
  Operation made{Operation::Kind::Monoid, reduction, terms_[terms_.sort(reduction)].operands[0], {}};
  if (!terms_.is(reduction, Op::Reduce)) return made;
  made.name = terms_.store().name_text(terms_[reduction].payload);
  const bool exact = algebra_.structure.empty() || made.value_sort != algebra_.carrier;
  if (made.name == "sum") made.kind = exact ? Operation::Kind::Sum : algebra_.structure == "monoid" ? Operation::Kind::Monoid : Operation::Kind::Semiring;
  if (made.name == "max" || made.name == "min" || made.name == "all" || made.name == "any") made.kind = Operation::Kind::Idempotent;
  const std::string& s = algebra_.structure;
  const bool named = s == "min_plus" || s == "max_plus" || s == "max_times" || s == "or_and";
  if (made.kind == Operation::Kind::Semiring) made.commutes = algebra_.commutative || named;
  return made;
}

Operation Flatten::operation_for(TermId left, TermId right) {
  const auto outermost = [&](const auto& self, TermId id) -> TermId {  // a reduction that is no sum
    const Term term = terms_[id];
    if (term.op == Op::Apply && terms_.is(terms_.sort(term.operands[0]), Op::ReductionOf)) {
      const bool sum = terms_.is(term.operands[0], Op::Reduce) && terms_.store().name_text(terms_[term.operands[0]].payload) == "sum";
      return sum ? TermId{} : term.operands[0];
    }
    if (term.op == Op::If) {
      const TermId first = self(self, term.operands[1]);
      return first.valid() ? first : self(self, term.operands[2]);
    }
    const TermId sort = terms_.erase(term.sort);
    const char* folded = term.op == Op::Max ? "max" : term.op == Op::Min ? "min" : term.op == Op::And ? "all" : term.op == Op::Or ? "any" : nullptr;
    return folded == nullptr ? TermId{} : terms_.reduce(folded, sort);
  };
  for (const TermId side : {left, right})
    if (const TermId found = outermost(outermost, side); found.valid()) return operation(found);
  const TermId sort = terms_.erase(terms_.sort(left));
  if (terms_.is(sort, Op::Bool)) return operation(terms_.reduce("all", sort));
  if (terms_.is(sort, Op::Real) || terms_.is(sort, Op::Int)) return operation(terms_.reduce("sum", sort));
  return {Operation::Kind::Monoid, {}, sort, {}};
}

Summands Flatten::summands(TermId value_term, const Operation& operation) {
  Summands out;
  value(integers_.tidy(value_term), operation, {}, out);
  return out;
}

void Flatten::put(Summand summand, Summands& out) {
  if (out.size() >= kMostSummands) throw NoNormalForm{"the normal form has too many terms"};
  out.push_back(std::move(summand));
}

bool Flatten::is_unit(TermId value_term, const Operation& operation) const {
  const Term term = terms_[value_term];
  if (term.op == Op::Apply && terms_.is(term.operands[1], Op::Empty)) return term.operands[0] == operation.reduction;
  if (operation.name == "all") return term.op == Op::True;
  if (operation.name == "any") return term.op == Op::False;
  if (operation.name == "min") return term.op == Op::Infinity;
  if (operation.name == "max") return term.op == Op::Neg && terms_.is(term.operands[0], Op::Infinity);
  return operation.name == "prod" && term.op == Op::Number && terms_.store().number_value(term.payload) == 1;
}

// -- values

void Flatten::value(TermId id, const Operation& operation, const Summand& outer, Summands& out) {
  const Term term = terms_[id];
  if (is_unit(id, operation)) return;
  if (term.op == Op::If) {
    value(term.operands[1], operation, with_guard(outer, term.operands[0]), out);
    return value(term.operands[2], operation, with_guard(outer, negation(terms_, term.operands[0])), out);
  }
  if (term.op == Op::Apply && operation.reduction.valid() && term.operands[0] == operation.reduction) return bag(term.operands[1], operation, outer, out);
  const bool folded = (operation.name == "max" && term.op == Op::Max) || (operation.name == "min" && term.op == Op::Min) ||
                      (operation.name == "all" && term.op == Op::And) || (operation.name == "any" && term.op == Op::Or) ||
                      (operation.name == "prod" && term.op == Op::Mul) || (operation.name == "sum" && term.op == Op::Add);
  if (folded) {
    for (const TermId part : term.operands) value(part, operation, outer, out);
    return;
  }
  if (operation.distributes()) return sum_of_numbers(id, operation, outer, out);
  Summand one = outer;
  one.factors.push_back(id);
  put(std::move(one), out);
}

/// Terms of a sum: products, multiples, quotients.
void Flatten::sum_of_numbers(TermId id, const Operation& operation, const Summand& outer, Summands& out) {
  const Term term = terms_[id];
  const bool exact = operation.kind == Operation::Kind::Sum;
  Summand one = outer;
  switch (term.op) {
    case Op::Number:
      if (terms_.store().number_value(term.payload) == 0) return;
      if (exact) one.coefficient *= terms_.store().number_value(term.payload);
      else if (terms_.store().number_value(term.payload) != 1) break;
      return put(std::move(one), out);
    case Op::Mul: return product(term.operands, 0, operation, outer, out);
    case Op::Neg:
      if (!exact) break;
      one.coefficient = -one.coefficient;
      return value(term.operands[0], operation, one, out);
    case Op::Divide: {
      if (!exact) break;
      const Term divisor = terms_[term.operands[1]];
      if (divisor.op == Op::Number) {  // x / 0 is 0
        const Rational by = terms_.store().number_value(divisor.payload);
        if (by == 0) return;
        one.coefficient /= by;
        return value(term.operands[0], operation, one, out);
      }
      if (terms_.is(term.operands[0], Op::Number) && terms_.store().number_value(terms_[term.operands[0]].payload) == 1) break;
      const TermId inverse = terms_.must(Op::Divide, {terms_.number(1, terms_.erase(term.sort)), term.operands[1]});
      return product({term.operands[0], inverse}, 0, operation, outer, out);
    }
    case Op::Pow: {
      const Term exponent = terms_[term.operands[1]];
      if (!exact || exponent.op != Op::Number) break;
      const Rational times = terms_.store().number_value(exponent.payload);
      if (times < 0 || times > 6) break;
      return product(std::vector<TermId>(static_cast<std::size_t>(times), term.operands[0]), 0, operation, outer, out);
    }
    case Op::ToReal: case Op::ToInt: {
      const TermId inner = term.operands[0];
      if (terms_.is(terms_.erase(terms_.sort(inner)), Op::Bool)) return put(with_guard(one, inner), out);
      if (terms_.is(inner, Op::If)) {
        const Term cases = terms_[inner];
        return value(terms_.must(Op::If, {cases.operands[0], terms_.must(Op::ToReal, {cases.operands[1]}), terms_.must(Op::ToReal, {cases.operands[2]})}), operation, outer, out);
      }
      if (!exact || term.op != Op::ToReal) break;
      for (const auto& [monomial, factor] : polynomial(terms_, inner)) {  // a homomorphism of rings
        Summand part = outer;
        part.coefficient *= Rational(factor);
        for (const TermId atom : monomial) part.factors.push_back(terms_.must(Op::ToReal, {atom}));
        put(std::move(part), out);
      }
      return;
    }
    case Op::Apply:
      if (const auto parts = factors(id)) return product(*parts, 0, operation, outer, out);
      break;
    default: break;
  }
  one.factors.push_back(id);
  put(std::move(one), out);
}

/// The factors of a product over a bag of known form.
std::optional<std::vector<TermId>> Flatten::factors(TermId id) {
  const Term term = terms_[id];
  if (!terms_.is(term.operands[0], Op::Reduce) || terms_.store().name_text(terms_[term.operands[0]].payload) != "prod") return std::nullopt;
  if (const TermId only = single_element(terms_, term.operands[1]); only.valid()) return std::vector<TermId>{only};
  const Term bag_form = terms_[term.operands[1]];
  const auto of = [&](TermId part) { return integers_.tidy(terms_.apply(term.operands[0], part)); };
  std::vector<TermId> parts;
  switch (bag_form.op) {
    case Op::Empty: return parts;
    case Op::BagSum:
      for (const TermId part : bag_form.operands) parts.push_back(of(part));
      return parts;
    case Op::Guard: return std::vector<TermId>{terms_.must(Op::If, {bag_form.operands[0], of(bag_form.operands[1]), terms_.number(1, terms_.erase(term.sort))})};
    default: return std::nullopt;
  }
}

/// The cross product of the terms of each part; bound variables of each are new.
void Flatten::product(const std::vector<TermId>& parts, std::size_t at, const Operation& operation, const Summand& outer, Summands& out) {
  if (at == parts.size()) return put(outer, out);
  Summands first;
  value(parts[at], operation, outer, first);
  for (const Summand& one : first) product(parts, at + 1, operation, one, out);  // the rest is flattened again, with new variables
}

// -- bags

void Flatten::bag(TermId id, const Operation& operation, const Summand& outer, Summands& out) {
  const Term term = terms_[id];
  switch (term.op) {
    case Op::Empty: return;
    case Op::BagSum:
      for (const TermId part : term.operands) bag(part, operation, outer, out);
      return;
    case Op::Guard: return bag(term.operands[1], operation, with_guard(outer, term.operands[0]), out);
    case Op::If:
      bag(term.operands[1], operation, with_guard(outer, term.operands[0]), out);
      return bag(term.operands[2], operation, with_guard(outer, negation(terms_, term.operands[0])), out);
    case Op::Elements: return over(id, {}, operation, outer, out);
    case Op::Apply: {
      if (const TermId only = single_element(terms_, id); only.valid()) return value(only, operation, outer, out);
      if (terms_.is(term.operands[0], Op::Flatten)) {
        const Term starred = terms_[term.operands[1]];
        if (starred.op == Op::Apply && terms_.is(starred.operands[0], Op::Star)) return over(starred.operands[1], terms_[starred.operands[0]].operands[0], operation, outer, out);
      }
      return over(id, {}, operation, outer, out);
    }
    default: return over(id, {}, operation, outer, out);
  }
}

/// For each element of `source`: the bag body(element); without a body the element itself.
void Flatten::over(TermId source, TermId body, const Operation& operation, const Summand& outer, Summands& out) {
  const TermId element_sort = terms_[terms_.sort(source)].operands[0];
  std::vector<Element> all;
  if (terms_.is(source, Op::Elements)) {
    all = elements(terms_[source].operands[0]);
  } else {  // as often as its multiplicity says
    all = elements(terms_.erase(element_sort));
    for (Element& one : all) {
      const TermId copy = variable(terms_.integer());
      one.variables.push_back(copy);
      one.guards.push_back(terms_.must(Op::LessEq, {terms_.int_number(0), copy}));
      one.guards.push_back(terms_.must(Op::Less, {copy, terms_.must(Op::Count, {one.value, source})}));
    }
  }
  for (const Element& one : all) {
    Summand inner = outer;
    inner.variables.insert(inner.variables.end(), one.variables.begin(), one.variables.end());
    inner.guards.insert(inner.guards.end(), one.guards.begin(), one.guards.end());
    if (body.valid()) bag(integers_.tidy(terms_.apply(body, one.value)), operation, inner, out);
    else value(one.value, operation, inner, out);
  }
}

// -- elements of sets

TermId Flatten::variable(TermId sort) { return terms_.input(fmt::format("%{}", ++count_), sort); }

std::vector<Flatten::Element> Flatten::joined(const std::vector<std::vector<Element>>& parts) {
  std::vector<Element> all{{{}, {}, {}}};
  std::vector<std::vector<TermId>> values{{}};
  for (const std::vector<Element>& part : parts) {
    std::vector<Element> next;
    std::vector<std::vector<TermId>> next_values;
    for (std::size_t k = 0; k < all.size(); ++k)
      for (const Element& one : part) {
        Element made = all[k];
        made.variables.insert(made.variables.end(), one.variables.begin(), one.variables.end());
        made.guards.insert(made.guards.end(), one.guards.begin(), one.guards.end());
        next.push_back(std::move(made));
        next_values.push_back(values[k]);
        next_values.back().push_back(one.value);
      }
    all = std::move(next);
    values = std::move(next_values);
  }
  for (std::size_t k = 0; k < all.size(); ++k) all[k].value = terms_.tuple(values[k]);
  return all;
}

std::vector<Flatten::Element> Flatten::elements(TermId set) {
  const Term term = terms_[set];
  switch (term.op) {
    case Op::Range: {
      const TermId x = variable(terms_.integer());
      return {{x, {x}, {terms_.must(Op::LessEq, {terms_.int_number(0), x}), terms_.must(Op::Less, {x, term.operands[0]})}}};
    }
    case Op::Product: {
      std::vector<std::vector<Element>> parts;
      for (const TermId factor : term.operands) parts.push_back(elements(factor));
      return joined(parts);
    }
    case Op::Subset: {
      std::vector<Element> all = elements(term.operands[0]);
      for (Element& one : all) one.guards.push_back(terms_.instantiate(term.operands[1], one.value));
      return all;
    }
    case Op::Union: {
      std::vector<Element> all;
      for (std::size_t k = 0; k < term.operands.size(); ++k)
        for (Element one : elements(term.operands[k])) {
          one.value = terms_.must(Op::Inject, {one.value}, static_cast<std::int64_t>(k), set);
          all.push_back(std::move(one));
        }
      return all;
    }
    case Op::Sigma: {
      std::vector<Element> all;
      for (const Element& first : elements(term.operands[0])) {
        const TermId rest = terms_.instantiate(term.operands[1], first.value);
        for (const Element& second : elements(rest)) {
          Element one = first;
          one.variables.insert(one.variables.end(), second.variables.begin(), second.variables.end());
          one.guards.insert(one.guards.end(), second.guards.begin(), second.guards.end());
          std::vector<TermId> parts{first.value};
          const Term tuple = terms_[second.value];
          if (terms_.is(rest, Op::Product) && tuple.op == Op::Tuple) parts.insert(parts.end(), tuple.operands.begin(), tuple.operands.end());
          else parts.push_back(second.value);
          one.value = terms_.tuple(std::move(parts));
          all.push_back(std::move(one));
        }
      }
      return all;
    }
    case Op::Power: {
      const TermId x = variable(terms_.arrow(term.operands[1], terms_.integer()));
      return {{x, {x}, {inside_on_every_axis(terms_, x, set)}}};
    }
    case Op::Support: {
      std::vector<Element> all = elements(whole_of(terms_, set));
      for (Element& one : all) {
        const auto inside = membership(terms_, one.value, set);
        if (!inside) throw NoNormalForm{"it cannot be told what lies in a support"};
        one.guards.insert(one.guards.end(), inside->begin(), inside->end());
      }
      return all;
    }
    default: {
      // An unknown set, all elements of a value sort, or what a bag of vectors holds: a variable stands for any of them.
      const bool known = terms_.erase(set) == set && (term.op == Op::Input || term.op == Op::Int || term.op == Op::Arrow || terms_.is_value_sort(set));
      // Not J(k): its elements are, for the solver, those of the whole family, and no guard would say which.
      if (!known) throw NoNormalForm{"the elements of a set cannot be named"};
      const TermId x = variable(set);
      return {{x, {x}, {}}};
    }
  }
}

}  // namespace refold
