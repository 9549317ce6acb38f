#include "prove/ground.h"

#include <algorithm>

#include "term/wellformed.h"

namespace refold {
namespace {

bool is_quantifier(Op op) { return op == Op::ForAll || op == Op::ForSome; }
bool is_equation(Op op) { return op == Op::Same || op == Op::Eq; }

}  // namespace

// -- what comes in

void Ground::assume(std::string name, TermId prop) {
  if (!asserted_.insert(prop).second) return;
  assertions_.push_back({name, prop});
  note_equation(prop);
  collect(prop);
  quantifiers(prop, true, false);
  if (terms_.is(prop, Op::Same) && terms_.is_function(terms_[prop].operands[0])) cite({std::move(name), {}, {}, prop});
}

void Ground::derive(const std::string& name, TermId prop, std::vector<TermId> values) {
  cite({name, {}, {}, prop, std::move(values)});
}

void Ground::set_goal(TermId prop) {
  goal_ = prop;
  collect(prop);
  quantifiers(prop, false, true);
}

/// Remembers bags of which the form is given.
void Ground::note_equation(TermId prop) {
  while (terms_.is(prop, Op::Implies)) prop = terms_[prop].operands[1];
  const Term equation = terms_[prop];
  if (!is_equation(equation.op) || !terms_.is(terms_.sort(equation.operands[0]), Op::BagOf)) return;
  const TermId left = equation.operands[0], right = equation.operands[1];
  if (is_formed(terms_, right) && !is_formed(terms_, left)) equations_.emplace_back(left, right);
  if (is_formed(terms_, left) && !is_formed(terms_, right)) equations_.emplace_back(right, left);
}

void Ground::emit(const std::string& name, TermId prop, TermId given) {
  if (pool_.size() >= options_.most_terms) return;
  std::vector<TermId> conditions{guard(prop)};
  if (given.valid()) conditions.push_back(given);
  const TermId condition = conjunction(terms_, std::move(conditions));
  if (terms_.is(condition, Op::False)) return;
  const TermId guarded = terms_.is(condition, Op::True) ? prop : terms_.must(Op::Implies, {condition, prop});
  if (!asserted_.insert(guarded).second) return;
  assertions_.push_back({name, guarded});
  note_equation(prop);
  collect(guarded);
  quantifiers(prop, true, false);
}

/// The closed terms below a proposition that facts can be about: no connectives, no sorts, nothing under a binder.
void Ground::collect(TermId id) {
  if (in_pool_.contains(id) || terms_.store().free_depth(id) != 0) return;
  if (terms_.is_set(id) || terms_.is_value_sort(id) || terms_.is(terms_.sort(id), Op::Type)) return;
  in_pool_.insert(id);
  const Term term = terms_[id];
  if (info(term.op).binder) {
    if (!is_quantifier(term.op)) pool_.push_back(id);
    return;
  }
  for (const TermId operand : term.operands) collect(operand);
  const bool connective = term.op == Op::And || term.op == Op::Or || term.op == Op::Not || term.op == Op::Implies ||
                          term.op == Op::LessEq || term.op == Op::Less || is_equation(term.op);
  if (!connective) pool_.push_back(id);
}

// -- quantifiers

void Ground::quantifiers(TermId prop, bool positive, bool negative) {
  const Term term = terms_[prop];
  switch (term.op) {
    case Op::ForAll: case Op::ForSome: return open_quantifier(prop, positive, negative);
    case Op::And: case Op::Or:
      for (const TermId part : term.operands) quantifiers(part, positive, negative);
      return;
    case Op::Not: return quantifiers(term.operands[0], negative, positive);
    case Op::Implies:
      quantifiers(term.operands[0], negative, positive);
      return quantifiers(term.operands[1], positive, negative);
    default:
      if (info(term.op).binder) return;
      for (const TermId part : term.operands) quantifiers(part, true, true);
  }
}

void Ground::open_quantifier(TermId quantifier, bool positive, bool negative) {
  int& opened = opened_[quantifier];
  const bool all = terms_.is(quantifier, Op::ForAll);
  const bool instances = (all ? positive : negative) && !(opened & 1), witness = (all ? negative : positive) && !(opened & 2);
  opened |= (instances ? 1 : 0) | (witness ? 2 : 0);
  const Term term = terms_[quantifier];
  const TermId holds = all ? quantifier : negation(terms_, quantifier);  // then the body (or its negation) holds everywhere
  if (instances) {
    Schema schema{"logic", {}, {}, quantifier};
    schema.given = holds;
    while (terms_.is(schema.claim, term.op)) {
      const Term inner = terms_[schema.claim];
      schema.variables.push_back(terms_.input("?" + std::to_string(++fresh_count_), inner.operands[0]));
      schema.claim = terms_.instantiate(inner.operands[1], schema.variables.back());
    }
    if (!all) schema.claim = negation(terms_, schema.claim);
    cite(std::move(schema));
    if (all && options_.inhabited) look_at_an_element(quantifier);
  }
  if (witness) {
    const TermId fails = negation(terms_, holds);
    const TermId element = fresh(term.operands[0], fails);
    const TermId body = terms_.instantiate(term.operands[1], element);
    emit("logic", all ? negation(terms_, body) : body, fails);
  }
}

/// The instance of `for all i in S, ..` at new elements, which exist where S, .. have any.
void Ground::look_at_an_element(TermId quantifier) {
  TermId body = quantifier;
  while (terms_.is(body, Op::ForAll)) {
    const Term all = terms_[body];
    if (!terms_.is_set(all.operands[0])) return;
    body = terms_.instantiate(all.operands[1], fresh(all.operands[0], not_empty(terms_, terms_.must(Op::Elements, {all.operands[0]}))));
  }
  emit("logic", body, quantifier);
}

TermId Ground::fresh(TermId sort, TermId exists_if) {
  const TermId element = terms_.input("!" + std::to_string(++fresh_count_), sort);
  exists_if_.emplace(element, exists_if);
  return element;
}

/// Equality of functions as equality everywhere, for the premises of a result.
TermId Ground::pointwise(TermId prop) {
  const Term term = terms_[prop];
  if (term.op == Op::Same && terms_.is_function(term.operands[0])) {
    const TermId domain = terms_.domain(term.operands[0]), i = terms_.bound(0, terms_.shift(domain, 1));
    if (!same_up_to_families(terms_, domain, terms_.domain(term.operands[1]))) return prop;
    const TermId left = terms_.apply(terms_.shift(term.operands[0], 1), i), right = terms_.apply(terms_.shift(term.operands[1], 1), i);
    return pointwise(terms_.must(Op::ForAll, {domain, terms_.must(Op::Same, {left, right})}));
  }
  if (is_quantifier(term.op)) return terms_.rebuild(prop, {term.operands[0], pointwise(term.operands[1])});
  if (term.op != Op::And && term.op != Op::Implies) return prop;
  std::vector<TermId> parts;
  for (const TermId part : term.operands) parts.push_back(pointwise(part));
  return terms_.rebuild(prop, std::move(parts));
}

// -- instances

void Ground::cite(Schema schema) {
  while (true) {
    const Term claim = terms_[schema.claim];
    if (claim.op == Op::Implies) {
      schema.premises.push_back(claim.operands[0]);
      schema.claim = claim.operands[1];
    } else if (claim.op == Op::ForAll) {
      schema.variables.push_back(terms_.input("?" + std::to_string(++fresh_count_), claim.operands[0]));
      schema.claim = terms_.instantiate(claim.operands[1], schema.variables.back());
    } else {
      break;
    }
  }
  const Term claim = terms_[schema.claim];
  if (claim.op == Op::And) {
    for (const TermId part : claim.operands) {
      Schema one = schema;
      one.claim = part;
      cite(std::move(one));
    }
    return;
  }
  for (TermId& premise : schema.premises) premise = pointwise(premise);
  for (const TermId value : schema.values) schema.premises.push_back(guard(value));
  schema.values.clear();
  matchers_.emplace_back(terms_, schema.variables, schema.any_sort);
  schemas_.push_back(schema);
  add_patterns(schemas_.size() - 1);
  if (claim.op != Op::Same || !terms_.is_function(claim.operands[0])) return;
  const TermId domain = terms_.domain(claim.operands[0]), x = terms_.input("?" + std::to_string(++fresh_count_), domain);
  schema.variables.push_back(x);
  schema.claim = terms_.must(Op::Same, {terms_.apply(claim.operands[0], x), terms_.apply(claim.operands[1], x)});
  cite(std::move(schema));
}

/// What to look for: a side of an equation that determines every variable; the smallest such terms in the claim and the
/// premises, unless variables are functions (they would match everywhere); else, for one variable, terms of its sort.
void Ground::add_patterns(std::size_t index) {
  const Schema& schema = schemas_[index];
  const auto determines = [&](TermId pattern) {
    std::set<TermId> open, seen;
    open.insert(schema.variables.begin(), schema.variables.end());
    const auto visit = [&](const auto& self, TermId id) -> void {
      if (!seen.insert(id).second) return;
      open.erase(id);
      const Term term = terms_[id];
      for (const TermId operand : term.operands) self(self, operand);
      if (needs_sort(term.op)) self(self, term.sort);
    };
    visit(visit, pattern);
    return open.empty();
  };
  const auto add = [&](TermId pattern, TermId other) {
    patterns_.push_back({index, pattern, other});
    matched_.push_back(0);
  };
  const Term claim = terms_[schema.claim];
  const std::size_t before = patterns_.size();
  if (schema.variables.empty()) instantiate(index, {});
  if (is_equation(claim.op))
    for (int side = 0; side < 2; ++side) {
      const TermId pattern = claim.operands[static_cast<std::size_t>(side)], other = claim.operands[static_cast<std::size_t>(1 - side)];
      if (terms_[pattern].operands.empty() && !matchers_[index].is_variable(pattern) && !terms_.is_function(pattern)) continue;
      if (!matchers_[index].is_variable(pattern) && !terms_.is(pattern, Op::Identity) && determines(pattern))
        add(pattern, terms_.is_function(pattern) ? other : TermId{});
    }
  const bool first_order = std::none_of(schema.variables.begin(), schema.variables.end(), [&](TermId variable) {
    return terms_.is_function(variable) || terms_.is(terms_.sort(variable), Op::FamilyOf);
  });
  if ((patterns_.size() > before && !first_order) || schema.variables.empty()) return;
  std::set<TermId> seen;
  const auto smallest = [&](const auto& self, TermId id) -> bool {  // whether a pattern was found in it
    const Term term = terms_[id];
    bool found = false;
    for (std::size_t k = 0; k < term.operands.size(); ++k)
      if (!(info(term.op).binder && k == 1)) found = self(self, term.operands[k]) || found;
    const bool candidate = term.op == Op::Apply || term.op == Op::Member || term.op == Op::Card || term.op == Op::Count;
    if (found || !candidate || terms_.store().free_depth(id) != 0 || !determines(id)) return found;
    if (seen.insert(id).second) add(id, {});
    return true;
  };
  smallest(smallest, schema.claim);
  for (const TermId premise : schema.premises) smallest(smallest, premise);
  if (patterns_.size() == before && determines(schema.variables.back())) add(schema.variables.back(), {});
}

void Ground::instantiate(std::size_t index, const Bindings& bindings) {
  const Schema schema = schemas_[index];
  Matcher& matcher = matchers_[index];
  std::vector<TermId> premises;
  for (const TermId variable : schema.variables) {
    const auto at = bindings.values.find(variable);
    if (at == bindings.values.end() || !matcher.binds_all(terms_.sort(variable), bindings)) return;
    // The element must exist, also where the instance does not speak of it.
    premises.push_back(guard(at->second));
    const Op kind = terms_[terms_.sort(variable)].op;
    if (kind == Op::FamilyOf || kind == Op::SetKind || kind == Op::ValueKind) continue;
    const TermId wanted = matcher.put_in(terms_.sort(variable), bindings);
    if (matcher.sort_for(variable, at->second) == wanted) continue;
    const auto inside = membership(terms_, at->second, wanted);
    if (!inside) return;
    premises.insert(premises.end(), inside->begin(), inside->end());
  }
  for (const TermId premise : schema.premises) premises.push_back(matcher.put_in(premise, bindings));
  const TermId condition = conjunction(terms_, std::move(premises)), claim = matcher.put_in(schema.claim, bindings);
  emit(schema.name, terms_.is(condition, Op::True) ? claim : terms_.must(Op::Implies, {condition, claim}), schema.given);
}

void Ground::match(const Pattern& pattern, TermId term) {
  Matcher& matcher = matchers_[pattern.schema];
  if (terms_.is_function(pattern.term) != terms_.is_function(term)) return;
  for (const Bindings& bindings : matcher.match(pattern.term, term)) instantiate(pattern.schema, bindings);
  if (!pattern.other.valid() || !terms_.is(term, Op::Compose)) return;
  for (const Matcher::Segment& found : matcher.match_segments(pattern.term, term)) {
    if (!matcher.binds_all(pattern.other, found.bindings)) continue;
    instantiate(pattern.schema, found.bindings);
    const TermId from = matcher.put_in(pattern.term, found.bindings), to = matcher.put_in(pattern.other, found.bindings);
    const std::vector<TermId> parts = terms_[term].operands;
    std::vector<TermId> replaced(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(found.begin));
    std::vector<TermId> original = replaced;
    replaced.push_back(to);
    original.push_back(from);
    for (std::size_t k = found.end; k < parts.size(); ++k) {
      replaced.push_back(parts[k]);
      original.push_back(parts[k]);
    }
    if (terms_.compose(original) != term) continue;
    emit("logic", terms_.must(Op::Implies, {terms_.must(Op::Same, {from, to}), terms_.must(Op::Same, {term, terms_.compose(replaced)})}));
  }
}

// -- the loop

void Ground::run() {
  for (int round = 0; round < options_.rounds && !ran_out(); ++round) {
    const std::size_t terms = pool_.size(), facts = assertions_.size();
    for (std::size_t p = 0; p < patterns_.size(); ++p)
      while (matched_[p] < terms && !ran_out()) {
        const Pattern pattern = patterns_[p];
        match(pattern, pool_[matched_[p]++]);
      }
    for (; defined_ < terms; ++defined_) define(pool_[defined_]);
    if (options_.definitions) through_equations();
    if (round < 2) binder_pairs();
    if (terms == pool_.size() && facts == assertions_.size() && round > 1) break;
  }
}

}  // namespace refold
