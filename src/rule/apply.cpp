#include "rule/apply.h"

#include <algorithm>
#include <set>

#include "rule/simplify.h"
#include "rule/solve.h"
#include "term/wellformed.h"

namespace refold {

namespace {

/// Numbers of the variables that a match of this sort finds: those it is built from, not those its formulas speak of.
void found_in_sort(Terms& terms, const RuleView& rule, TermId sort, std::set<std::size_t>& variables) {
  const Term term = terms[sort];
  if (const auto variable = rule.find(sort)) variables.insert(*variable);
  switch (term.op) {
    case Op::Arrow:
    case Op::BagOf:
    case Op::ReductionOf:
    case Op::Range:
    case Op::Product:
    case Op::Union:
    case Op::Power:
    case Op::FamilyOf: case Op::Member:
      for (const TermId operand : term.operands) found_in_sort(terms, rule, operand, variables);
      return;
    default: return;
  }
}

/// Those that a match of this term finds, with their sorts.
void found_in(Terms& terms, const RuleView& rule, TermId id, std::set<TermId>& seen, std::set<std::size_t>& variables) {
  if (!seen.insert(id).second) return;
  const Term term = terms[id];
  if (const auto variable = rule.find(id)) {
    variables.insert(*variable);
    found_in_sort(terms, rule, term.sort, variables);
  }
  for (const TermId operand : term.operands) found_in(terms, rule, operand, seen, variables);
}

}  // namespace

bool is_applicable(Terms& terms, const RuleView& rule, Direction direction) {
  if (!rule.is_equation() || (direction == Direction::RightToLeft && rule.statement().directed)) return false;
  std::set<TermId> seen;
  std::set<std::size_t> variables;
  found_in(terms, rule, rule.from(direction), seen, variables);
  for (const std::size_t solved : solvable(terms, rule)) variables.insert(solved);
  return variables.size() == rule.size();
}

bool starts_anywhere(const RuleView& rule, Direction direction) { return rule.find(rule.from(direction)).has_value(); }

std::optional<TermId> subterm(Terms& terms, TermId term, const Place& place) {
  for (const std::uint32_t step : place.path) {
    if (step >= terms[term].operands.size()) return std::nullopt;
    term = terms[term].operands[step];
  }
  if (place.length == 0) return place.begin == 0 ? std::optional(term) : std::nullopt;
  const Term chain = terms[term];
  if (chain.op != Op::Compose || place.length > chain.operands.size() ||
      place.begin > chain.operands.size() - place.length)
    return std::nullopt;
  const auto begin = chain.operands.begin() + place.begin;
  return terms.compose({begin, begin + place.length});
}

TermId replaced(Terms& terms, TermId term, const Place& place, TermId part) {
  const auto put = [&](const auto& self, TermId here, std::size_t depth) -> TermId {
    const Term old = terms[here];
    if (depth < place.path.size()) {
      std::vector<TermId> operands = old.operands;
      TermId& operand = operands[place.path[depth]];
      operand = self(self, operand, depth + 1);
      return terms.rebuild(here, std::move(operands));
    }
    if (place.length == 0) return part;
    std::vector<TermId> links(old.operands.begin(), old.operands.begin() + place.begin);
    links.push_back(part);
    links.insert(links.end(), old.operands.begin() + place.begin + place.length, old.operands.end());
    return terms.compose(std::move(links));
  };
  return put(put, term, 0);
}

namespace {

/// Operands that are sets, sorts or conditions are not computed with.
bool computes(Terms& terms, const Term& term, std::size_t operand) {
  if (term.op == Op::Enumerate || term.op == Op::Subset || term.op == Op::Guard || term.op == Op::Card) return false;
  const TermId id = term.operands[operand];
  if (terms.is_set(id) || terms.is_value_sort(id) || terms.is(terms.sort(id), Op::Type)) return false;
  return !(term.op == Op::If && operand == 0);
}

void collect(Terms& terms, TermId term, std::vector<std::uint32_t>& path, std::vector<Place>& found) {
  const Term here = terms[term];
  found.push_back({path, 0, 0});
  if (here.op == Op::Compose) {
    const auto count = static_cast<std::uint32_t>(here.operands.size());
    for (std::uint32_t length = count - 1; length >= 2; --length)
      for (std::uint32_t begin = 0; begin + length <= count; ++begin) found.push_back({path, begin, length});
  }
  for (std::size_t k = 0; k < here.operands.size(); ++k) {
    if (!computes(terms, here, k)) continue;
    path.push_back(static_cast<std::uint32_t>(k));
    collect(terms, here.operands[k], path, found);
    path.pop_back();
  }
}

/// The proposition for every value of the variables bound around the place, innermost first.
TermId closed(Terms& terms, TermId term, const Place& place, TermId prop) {
  std::vector<TermId> domains;
  for (const std::uint32_t step : place.path) {
    const Term& here = terms[term];
    if (info(here.op).binder && step == 1) domains.push_back(here.operands[0]);
    term = here.operands[step];
  }
  for (auto domain = domains.rbegin(); domain != domains.rend(); ++domain)
    prop = terms.mentions_bound(prop, 0) ? terms.must(Op::ForAll, {*domain, prop}) : terms.shift(prop, -1);
  return prop;
}

void add_obligation(Terms& terms, std::vector<TermId>& obligations, TermId prop) {
  const TermId simple = simplify(terms, prop);
  if (terms[simple].op == Op::And) {
    for (const TermId part : terms[simple].operands) add_obligation(terms, obligations, part);
  } else if (terms[simple].op != Op::True &&
             std::find(obligations.begin(), obligations.end(), simple) == obligations.end()) {
    obligations.push_back(simple);
  }
}

/// A rule takes its variables for values that have a meaning everywhere; in the term a value may stand under a guard.
/// What it needs beyond what the term before needs anyway becomes an obligation; extents are those of the sorts. A
/// proof shows that the right side has a meaning where the left one has; right to left, `part` is asked for its own.
void add_requirements(Terms& terms, const Application& made, TermId part, std::vector<TermId>& obligations) {
  std::vector<TermId> needed;
  const auto add = [&](const WellFormed& condition) {
    const TermId prop = closed(terms, made.before, made.place, condition.prop);
    if (terms[simplify(terms, prop)].op != Op::True) needed.push_back(prop);
  };
  const auto need = [&](TermId value) {
    if (!value.valid() || terms.is_set(value) || terms.is_value_sort(value)) return;
    for (const WellFormed& condition : well_formed(terms, value))
      if (condition.kind != Requirement::Extent) add(condition);
  };
  for (const Binding& binding : made.substitution.bindings) {
    need(binding.value);
    for (const TermId member : binding.members) need(member);
  }
  if (made.direction == Direction::RightToLeft)
    for (const WellFormed& condition : well_formed(terms, part)) add(condition);
  if (needed.empty()) return;
  std::set<TermId> given;
  for (const WellFormed& condition : well_formed(terms, made.before)) given.insert(condition.prop);
  for (const TermId prop : needed)
    if (given.count(prop) == 0) add_obligation(terms, obligations, prop);
}

}  // namespace

std::vector<Place> places(Terms& terms, TermId term) {
  std::vector<Place> found;
  std::vector<std::uint32_t> path;
  collect(terms, term, path, found);
  return found;
}

std::vector<Application> applications(Terms& terms, const RuleView& rule, Direction direction, TermId term,
                                      const Place& place, const Widen& widen) {
  std::vector<Application> all;
  if (!rule.is_equation() || (direction == Direction::RightToLeft && rule.statement().directed)) return all;
  const auto subject = subterm(terms, term, place);
  if (!subject) return all;
  for (Match& match : match(terms, rule, rule.from(direction), *subject, widen)) {
    Application made{direction, place, std::move(match.substitution), term, {}, {}, std::move(match.widened)};
    if (!made.widened.empty()) {
      all.push_back(std::move(made));
      continue;
    }
    solve_hypotheses(terms, rule, made.substitution);
    if (!is_complete(terms, rule, made.substitution)) continue;
    const Result<TermId> part = put_in(terms, rule, made.substitution, rule.to(direction));
    if (!part) continue;
    for (const TermId condition : match.conditions)
      add_obligation(terms, made.obligations, closed(terms, term, place, condition));
    bool stated = true;
    for (const Hypothesis& hypothesis : rule.statement().hypotheses) {
      const Result<TermId> instance = put_in(terms, rule, made.substitution, hypothesis.prop);
      stated = stated && instance;
      if (stated) add_obligation(terms, made.obligations, closed(terms, term, place, *instance));
    }
    add_requirements(terms, made, *part, made.obligations);
    if (!stated || !terms.meet(terms.sort(*part), terms.sort(*subject))) continue;
    made.after = simplify(terms, replaced(terms, term, place, *part));
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace refold
