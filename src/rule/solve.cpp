#include "rule/solve.h"

namespace refold {
namespace {

/// A hypothesis P = single . s, or for all k in N: P(k) = single . s(k).
struct Defining {
  TermId one;                     // P, under the binder of N if there is one
  std::size_t variable;           // s
  std::optional<TermId> index;    // N
};

std::optional<Defining> defining(Terms& terms, const RuleView& rule, TermId prop) {
  Defining found{{}, 0, std::nullopt};
  if (terms[prop].op == Op::ForAll) {
    found.index = terms[prop].operands[0];
    prop = terms[prop].operands[1];
  }
  if (terms[prop].op != Op::Same) return std::nullopt;
  const Term sides = terms[prop];
  for (const std::size_t side : {1u, 0u}) {
    const Term chain = terms[sides.operands[side]];
    if (chain.op != Op::Compose || chain.operands.size() != 2 || terms[chain.operands[0]].op != Op::Single) continue;
    const Term variable = terms[chain.operands[1]];
    const bool member = found.index && variable.op == Op::Member && terms[variable.operands[1]].op == Op::Bound &&
                        terms[variable.operands[1]].payload == 0;
    if (found.index && !member) continue;
    const auto number = rule.find(member ? variable.operands[0] : chain.operands[1]);
    if (!number || rule.index_set(*number).has_value() != member) continue;
    found.one = sides.operands[1 - side];
    found.variable = *number;
    return found;
  }
  return std::nullopt;
}

/// s with P = single . s.
TermId chosen(Terms& terms, TermId p) {
  const Term chain = terms[p];
  if (chain.op == Op::Single) return terms.identity(chain.operands[0]);
  if (chain.op == Op::Compose && terms[chain.operands[0]].op == Op::Single)
    return terms.compose({chain.operands.begin() + 1, chain.operands.end()});
  const TermId bag = terms.codomain(p);
  return terms.compose({terms.must(Op::The, {terms[bag].operands[0]}), p});
}

void define(Terms& terms, const RuleView& rule, const Defining& by, Substitution& substitution) {
  Binding& binding = substitution.bindings[by.variable];
  if (!by.index) {
    if (binding.value.valid()) return;
    if (const Result<TermId> p = put_in(terms, rule, substitution, by.one); p && terms.is_function(*p))
      binding.value = chosen(terms, *p);
    return;
  }
  const auto size = literal_size(terms, substitution, *rule.index_set(by.variable));
  if (!size) return;
  binding.members.resize(*size);
  for (std::size_t k = 0; k < *size; ++k) {
    if (binding.members[k].valid()) continue;
    const TermId member = terms.instantiate(by.one, family_index(terms, *by.index, k));
    if (const Result<TermId> p = put_in(terms, rule, substitution, member); p && terms.is_function(*p))
      binding.members[k] = chosen(terms, *p);
  }
}

}  // namespace

void solve_hypotheses(Terms& terms, const RuleView& rule, Substitution& substitution) {
  for (const Hypothesis& hypothesis : rule.statement().hypotheses)
    if (const auto found = defining(terms, rule, hypothesis.prop)) define(terms, rule, *found, substitution);
}

std::vector<std::size_t> solvable(Terms& terms, const RuleView& rule) {
  std::vector<std::size_t> variables;
  for (const Hypothesis& hypothesis : rule.statement().hypotheses)
    if (const auto found = defining(terms, rule, hypothesis.prop)) variables.push_back(found->variable);
  return variables;
}

}  // namespace refold
