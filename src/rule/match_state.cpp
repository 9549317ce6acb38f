#include "rule/match_state.h"

#include <algorithm>

namespace refold {

std::optional<MatchBinder::Slot> MatchBinder::variable(TermId pattern) {
  const Term& term = terms_[pattern];
  if (term.op == Op::Input) {
    const auto found = rule_.find(pattern);
    if (found && !rule_.index_set(*found)) return Slot{*found, std::nullopt};
  }
  if (term.op != Op::Member) return std::nullopt;
  const auto family = rule_.find(term.operands[0]);
  const Term& index = terms_[term.operands[1]];
  if (!family || index.op != Op::Number) return std::nullopt;
  return Slot{*family, numerator(terms_.store().number_value(index.payload)).convert_to<std::size_t>()};
}

TermId* MatchBinder::at(Slot slot, Substitution& substitution) {
  Binding& binding = substitution.bindings[slot.variable];
  if (!slot.member) return &binding.value;
  const auto set = rule_.index_set(slot.variable);
  const auto size = set ? literal_size(terms_, substitution, *set) : std::nullopt;
  if (!size || *slot.member >= *size) return nullptr;
  binding.members.resize(*size);
  return &binding.members[*slot.member];
}

TermId MatchBinder::sort_of(Slot slot) {
  const TermId sort = terms_.sort(rule_.input(slot.variable));
  if (!slot.member) return sort;
  const Term family = terms_[sort];
  return terms_.instantiate(family.operands[1], family_index(terms_, family.operands[0], *slot.member));
}

MatchStates MatchBinder::bind(Slot slot, TermId subject, std::uint32_t depth, const MatchState& state) {
  for (std::uint32_t d = 0; d < depth; ++d)
    if (terms_.mentions_bound(subject, d)) return {};
  MatchState next = state;
  const TermId value = terms_.shift(subject, -static_cast<std::int64_t>(depth));
  TermId* bound = at(slot, next.substitution);
  if (bound == nullptr) return {};
  if (bound->valid()) return *bound == value ? MatchStates{next} : MatchStates{};
  *bound = value;
  const TermId wanted = sort_of(slot);
  const Term sort = terms_[wanted];
  if (sort.op == Op::SetKind) return terms_.is_set(value) ? MatchStates{next} : MatchStates{};
  if (sort.op == Op::ValueKind) return terms_.is_value_sort(value) ? MatchStates{next} : MatchStates{};
  if (sort.op != Op::Arrow) {
    MatchStates found = compound(wanted, terms_.sort(value), 0, next);
    return found.empty() ? set_aside({wanted, terms_.sort(value), {}, value}, next) : found;
  }
  const TermId domain = terms_.domain(value), codomain = terms_.codomain(value);
  if (!domain.valid() || terms_[terms_.sort(value)].op != Op::Arrow) return {};
  MatchStates found;
  for (const MatchState& with_domain : sorts(sort.operands[0], domain, 0, next)) {
    MatchStates whole = compound(sort.operands[1], codomain, 0, with_domain);
    if (whole.empty()) whole = set_aside({sort.operands[1], codomain, value, {}}, with_domain);
    found.insert(found.end(), whole.begin(), whole.end());
  }
  return found;
}

MatchStates MatchBinder::bind_identity(Slot slot, std::uint32_t depth, const MatchState& state) {
  const Term sort = terms_[sort_of(slot)];
  if (sort.op != Op::Arrow) return {};
  for (const TermId side : sort.operands) {
    const auto set = variable(side);
    if (!set) continue;
    Substitution known = state.substitution;
    const TermId* value = at(*set, known);
    if (value != nullptr && value->valid()) return bind(slot, terms_.shift(terms_.identity(*value), depth), depth, state);
  }
  return {};
}

MatchStates MatchBinder::sorts(TermId pattern, TermId subject, std::uint32_t depth, const MatchState& state) {
  MatchStates found = compound(pattern, subject, depth, state);
  return found.empty() && depth == 0 ? set_aside({pattern, subject, {}, {}}, state) : found;
}

/// The same sort, variables aside; no state if it is another.
MatchStates MatchBinder::compound(TermId pattern, TermId subject, std::uint32_t depth, const MatchState& state) {
  if (const auto slot = variable(pattern)) return bind(*slot, subject, depth, state);
  const Term p = terms_[pattern];
  const Term s = terms_[subject];
  if (p.op != s.op || p.operands.size() != s.operands.size() || p.payload != s.payload) return {};
  MatchStates states{state};
  for (std::size_t k = 0; k < p.operands.size(); ++k) {
    MatchStates next;
    for (const MatchState& at : states) {
      MatchStates part = compound(p.operands[k], s.operands[k], depth + (info(p.op).binder && k == 1 ? 1 : 0), at);
      next.insert(next.end(), part.begin(), part.end());
    }
    states = std::move(next);
  }
  return states;
}

MatchStates MatchBinder::set_aside(MatchState::Differing pair, const MatchState& state) {
  const bool membership = pair.values.valid() || pair.element.valid();
  if (!terms_.is_set(pair.pattern)) return {};
  if (!terms_.is_set(pair.subject) && !(membership && terms_.is_value_sort(pair.subject))) return {};
  MatchState next = state;
  next.differing.push_back(pair);
  return {next};
}

std::optional<std::vector<TermId>> sort_conditions(Terms& terms, const RuleView& rule, const MatchState& state) {
  std::vector<TermId> conditions;
  for (const MatchState::Differing& pair : state.differing) {
    const Result<TermId> wanted = put_in(terms, rule, state.substitution, pair.pattern);
    if (!wanted || !terms.meet(*wanted, pair.subject)) return std::nullopt;
    if (*wanted == pair.subject) continue;
    TermId condition;
    if (pair.values.valid()) {
      const TermId domain = terms.domain(pair.values);
      const TermId point = terms.bound(0, terms.shift(domain, 1));
      const TermId value = terms.apply(terms.shift(pair.values, 1), point);
      condition = terms.must(Op::ForAll, {domain, terms.must(Op::In, {value, terms.shift(*wanted, 1)})});
    } else if (pair.element.valid()) {
      condition = terms.must(Op::In, {pair.element, *wanted});
    } else {
      condition = terms.must(Op::Same, {*wanted, pair.subject});
    }
    if (std::find(conditions.begin(), conditions.end(), condition) == conditions.end()) conditions.push_back(condition);
  }
  return conditions;
}

}  // namespace refold
