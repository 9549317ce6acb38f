// What a step of a script names, as facts for the ground engine; and its expressions.
#include <fmt/format.h>

#include <algorithm>

#include "prove/encode.h"
#include "prove/script.h"
#include "term/wellformed.h"

namespace refold {
namespace {

/// No operator in it asks for all elements of a set.
bool bags_alone(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  switch (term.op) {
    case Op::Elements: case Op::Enumerate: case Op::Inverse: case Op::Copies: case Op::ForkOver: case Op::StackOver:
    case Op::Subset: case Op::Support: case Op::Image: case Op::Injective: case Op::Bijective: case Op::In:
    case Op::Included: case Op::Disjoint:
      return false;
    default: return std::all_of(term.operands.begin(), term.operands.end(), [&](TermId operand) { return bags_alone(terms, operand); });
  }
}

/// The schema with values put in for some variables; the others stay, with their sorts adjusted.
Schema specialised(Terms& terms, Matcher& matcher, const Schema& schema, Bindings bindings) {
  Schema special{schema.name, {}, {}, {}};
  special.any_sort = schema.any_sort;
  for (const TermId variable : schema.variables) {
    const TermId sort = matcher.put_in(terms.sort(variable), bindings);
    const auto at = bindings.values.find(variable);
    if (at == bindings.values.end()) {
      const TermId open = sort == terms.sort(variable) ? variable : terms.input(terms.store().name_text(terms[variable].payload), sort);
      special.variables.push_back(open);
      if (open != variable) matcher.bind(bindings, variable, open);
      continue;
    }
    if (terms.is(sort, Op::FamilyOf) || terms.is(sort, Op::SetKind) || terms.is(sort, Op::ValueKind)) continue;
    special.values.push_back(at->second);
    const auto inside = matcher.sort_for(variable, at->second) == sort ? std::vector<TermId>{} : membership(terms, at->second, sort).value_or(std::vector<TermId>{terms.truth(false)});
    special.premises.insert(special.premises.end(), inside.begin(), inside.end());
  }
  for (const TermId premise : schema.premises) special.premises.push_back(matcher.put_in(premise, bindings));
  special.claim = matcher.put_in(schema.claim, bindings);
  return special;
}

}  // namespace

Schema schema_of(Terms& terms, const RuleStatement& rule, std::vector<std::pair<std::string, TermId>>& names) {
  std::vector<std::pair<TermId, TermId>> fresh;
  Schema schema{rule.name, {}, {}, {}};
  for (const Variable& variable : rule.variables) {
    const TermId renamed = terms.input("?" + variable.name, terms.replace(terms.sort(variable.term), fresh));
    fresh.emplace_back(variable.term, renamed);
    schema.variables.push_back(renamed);
    names.emplace_back(variable.name, renamed);
    if (variable.is_size) schema.premises.push_back(terms.must(Op::LessEq, {terms.int_number(0), renamed}));
  }
  for (const Hypothesis& hypothesis : rule.hypotheses) schema.premises.push_back(terms.replace(hypothesis.prop, fresh));
  const TermId claim = rule.right.valid() ? terms.must(Op::Same, {rule.left, rule.right}) : rule.left;
  schema.claim = terms.replace(claim, fresh);
  schema.any_sort = bags_alone(terms, schema.claim) && std::all_of(schema.premises.begin(), schema.premises.end(), [&](TermId p) { return bags_alone(terms, p); });
  return schema;
}

Result<TermId> Script::elaborated(const Context& context, const Syntax& syntax, TermId expected) {
  REFOLD_TRY(const TermId term, elaborate(terms_.store(), context.scope, syntax, expected));
  if (expected.valid() && !terms_.meet(terms_.sort(term), expected))
    return Diagnostic{"E0102", syntax.span, fmt::format("this has sort {}, but {} is wanted", show(terms_.sort(term)), show(expected))};
  REFOLD_CHECK(check_reductions(term, syntax.span));
  if (!check_families(term, syntax.span)) return check_families(term, misfit(context, syntax)).error();
  std::vector<Syntax> refs{{Syn::Ref, {}, {}, {{Syn::Name, {}, "definition", {}}}}, {Syn::Ref, {}, {}, {{Syn::Name, {}, "hypothesis", {}}}}};
  for (const Fact& fact : context.haves) refs.push_back({Syn::Ref, {}, {}, {{Syn::Name, {}, fact.name, {}}}});
  for (const WellFormed& wanted : well_formed(terms_, term)) {
    Context side = context;
    side.goal = wanted.prop;
    REFOLD_TRY(const Answer answer, ask(side, refs));
    if (!answer.proved()) return Diagnostic{"E0411", syntax.span, "this has no meaning unless " + show(wanted.prop), {}, "prove that first, as a have"};
  }
  return term;
}

/// Of an expression with an element of another member of a family, the smallest part that has a meaning by itself and
/// is wrong: there the only argument.
Span Script::misfit(const Context& context, const Syntax& syntax) {
  for (const Syntax& child : syntax.children)
    if (const Result<TermId> part = elaborate(terms_.store(), context.scope, child); part && !check_families(*part, child.span))
      return misfit(context, child);
  const bool applied = syntax.kind == Syn::Call || syntax.kind == Syn::At;
  return applied && syntax.children.size() == 2 ? syntax.children[1].span : syntax.span;
}

Result<void> Script::check_algebra(const Syntax& ref, const RuleStatement& rule) const {
  if (provides(rule_.algebra, rule.algebra)) return {};
  std::vector<TermId> open;
  std::set<TermId> seen;
  for (const Variable& variable : rule.variables) open.push_back(variable.term);
  for (const Hypothesis& hypothesis : rule.hypotheses) open.push_back(hypothesis.prop);
  open.push_back(rule.left);
  if (rule.right.valid()) open.push_back(rule.right);
  const TermId carrier = rule.algebra.carrier.valid() ? rule.algebra.carrier : terms_.real();
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    if (id == carrier)
      return Diagnostic{"E0410", ref.span, fmt::format("{} asks for an algebra that this rule does not have", rule.name), {{rule.span, "stated here"}}, "state both over algebras of which this rule's provides the other's"};
    open.push_back(terms_.sort(id));
    open.insert(open.end(), terms_[id].operands.begin(), terms_[id].operands.end());
  }
  return {};
}

Result<void> Script::cite(Ground& ground, const Context& context, const Syntax& ref) {
  const std::string& name = ref.children[0].text;
  if (name == "definition") return {};
  if (name == "hypothesis") {
    for (const Fact& fact : context.hypotheses) ground.assume(fact.name, fact.prop);
    return {};
  }
  for (const Fact& fact : context.haves)
    if (fact.name == name) return cite_have(ground, context, ref, fact);
  REFOLD_TRY(const RuleStatement* rule, library_(name, ref.span));
  if (rule == nullptr)
    return Diagnostic{"E0404", ref.span, fmt::format("there is no result {}", name), {}, "name an earlier rule, a have above, `definition` or `hypothesis`"};
  return cite_result(ground, context, ref, *rule);
}

/// Variables that get no value stay quantified.
Result<void> Script::cite_have(Ground& ground, const Context& context, const Syntax& ref, const Fact& fact) {
  std::map<std::string, const Syntax*> values;
  for (std::size_t k = 1; k < ref.children.size(); ++k) {
    const Syntax& name = ref.children[k].children[0];
    if (std::find(fact.variables.begin(), fact.variables.end(), name.text) == fact.variables.end())
      return Diagnostic{"E0416", name.span, fmt::format("{} is not stated for all {}", fact.name, name.text)};
    values[name.text] = &ref.children[k].children[1];
  }
  if (values.empty()) {
    ground.assume(fact.name, fact.prop);
    return {};
  }
  TermId prop = fact.prop;
  std::vector<TermId> kept, given, conditions;
  for (const std::string& variable : fact.variables) {
    const Term all = terms_[prop];
    TermId value = terms_.input("?" + variable, all.operands[0]);
    if (const auto at = values.find(variable); at != values.end()) {
      REFOLD_TRY(value, elaborated(context, *at->second, all.operands[0]));
      given.push_back(value);
      const auto inside = membership(terms_, value, all.operands[0]);
      if (!inside) return Diagnostic{"E0416", at->second->span, fmt::format("this is no element of {}", show(all.operands[0]))};
      conditions.insert(conditions.end(), inside->begin(), inside->end());
    } else {
      kept.push_back(value);
    }
    prop = terms_.instantiate(all.operands[1], value);
  }
  if (!conditions.empty()) prop = terms_.must(Op::Implies, {conjunction(terms_, std::move(conditions)), prop});
  for (std::size_t k = kept.size(); k-- > 0;) prop = terms_.must(Op::ForAll, {terms_.sort(kept[k]), terms_.abstract(prop, kept[k])});
  ground.derive(fact.name, prop, given);
  return {};
}

Result<void> Script::cite_result(Ground& ground, const Context& context, const Syntax& ref, const RuleStatement& rule) {
  REFOLD_CHECK(check_algebra(ref, rule));
  std::vector<std::pair<std::string, TermId>> names;
  Schema schema = schema_of(terms_, rule, names);
  Matcher matcher(terms_, schema.variables, schema.any_sort);
  Bindings bindings;
  for (std::size_t k = 1; k < ref.children.size(); ++k) {
    const Syntax& name = ref.children[k].children[0];
    const Syntax& given = ref.children[k].children[1];
    const auto at = std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == name.text; });
    if (at == names.end()) return Diagnostic{"E0416", name.span, fmt::format("{} has no variable {}", rule.name, name.text), {{rule.span, "stated here"}}};
    const TermId sort = terms_.sort(at->second);
    const bool known = !terms_.is(sort, Op::FamilyOf) && matcher.binds_all(sort, bindings);
    REFOLD_TRY(const TermId value, elaborated(context, given, known ? matcher.put_in(sort, bindings) : TermId{}));
    if (!matcher.bind(bindings, at->second, value))
      return Diagnostic{"E0416", given.span, fmt::format("{} of {} does not stand for something of sort {}", name.text, rule.name, show(terms_.sort(value))), {{rule.span, "stated here"}}};
  }
  ground.cite(bindings.values.empty() ? std::move(schema) : specialised(terms_, matcher, schema, bindings));
  return {};
}

}  // namespace refold
