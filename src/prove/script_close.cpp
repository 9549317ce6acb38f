// How a goal is closed: what the step cites becomes ground facts, and the solver is asked.
#include <fmt/format.h>

#include <algorithm>

#include "prove/encode.h"
#include "prove/script.h"
#include "term/text.h"

namespace refold {

std::string Script::show(TermId term) const { return text(terms_.store(), term, {.domains = false}); }

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

TermId Script::elaborated(const Context& context, const Syntax& syntax, TermId expected) {
  Result<TermId> term = elaborate(terms_.store(), context.scope, syntax, expected);
  if (!term) stop(term.error());
  check_reductions(*term, syntax.span);
  return *term;
}

/// A reduction is the fold of a commutative monoid: `sum` needs a commutative +, `prod` a commutative *.
void Script::check_reductions(TermId id, Span where) {
  if (rule_.algebra.structure.empty()) return;
  const Term term = terms_[id];
  for (const TermId operand : term.operands) check_reductions(operand, where);
  if (term.op != Op::Reduce || terms_[term.sort].operands[0] != rule_.algebra.carrier) return;
  const std::string_view name = terms_.store().name_text(term.payload);
  const bool allowed = name == "sum"    ? rule_.algebra.structure != "monoid" || rule_.algebra.commutative
                       : name == "prod" ? rule_.algebra.structure != "monoid" && rule_.algebra.commutative
                                        : rule_.algebra.ordered;
  if (!allowed) stop({"E0410", where, fmt::format("{} over a bag has no meaning in this algebra", name), {}, "add `commutative` to the `over` clause"});
}

void Script::check_algebra(const Syntax& ref, const RuleStatement& rule) {
  if (provides(rule_.algebra, rule.algebra)) return;
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
    if (id == carrier) stop({"E0410", ref.span, fmt::format("{} asks for an algebra that this rule does not have", rule.name), {{rule.span, "stated here"}}, "state both over algebras of which this rule's provides the other's"});
    open.push_back(terms_.sort(id));
    open.insert(open.end(), terms_[id].operands.begin(), terms_[id].operands.end());
  }
}

void Script::cite(Ground& ground, const Context& context, const Syntax& ref) {
  const std::string& name = ref.children[0].text;
  if (name == "definition") return;
  if (name == "hypothesis") {
    for (const Fact& fact : context.hypotheses) ground.assume(fact.name, fact.prop);
    return;
  }
  for (const Fact& fact : context.haves)
    if (fact.name == name) return cite_have(ground, context, ref, fact);
  const Result<const RuleStatement*> rule = library_(name, ref.span);
  if (!rule) stop(rule.error());
  if (*rule == nullptr)
    stop({"E0404", ref.span, fmt::format("there is no result {}", name), {}, "name an earlier rule, a have above, `definition` or `hypothesis`"});
  cite_result(ground, context, ref, **rule);
}

void Script::cite_have(Ground& ground, const Context& context, const Syntax& ref, const Fact& fact) {
  if (ref.children.size() == 1) return ground.assume(fact.name, fact.prop);
  std::map<std::string, const Syntax*> values;
  for (std::size_t k = 1; k < ref.children.size(); ++k) {
    const Syntax& pair = ref.children[k];
    if (std::find(fact.variables.begin(), fact.variables.end(), pair.children[0].text) == fact.variables.end())
      stop({"E0404", pair.span, fmt::format("{} is not stated for all {}", fact.name, pair.children[0].text)});
    values[pair.children[0].text] = &pair.children[1];
  }
  // Variables without a value stay quantified.
  TermId prop = fact.prop;
  std::vector<TermId> kept, conditions;
  for (const std::string& variable : fact.variables) {
    const Term all = terms_[prop];
    TermId value = terms_.input("?" + variable, all.operands[0]);
    if (const auto at = values.find(variable); at != values.end() && !variable.empty()) {
      value = elaborated(context, *at->second, all.operands[0]);
      const auto inside = membership(terms_, value, all.operands[0]);
      if (!inside) stop({"E0404", at->second->span, fmt::format("this is no element of {}", show(all.operands[0]))});
      conditions.insert(conditions.end(), inside->begin(), inside->end());
    } else {
      kept.push_back(value);
    }
    prop = terms_.instantiate(all.operands[1], value);
  }
  if (!conditions.empty()) prop = terms_.must(Op::Implies, {conjunction(terms_, std::move(conditions)), prop});
  for (std::size_t k = kept.size(); k-- > 0;) prop = terms_.must(Op::ForAll, {terms_.sort(kept[k]), terms_.abstract(prop, kept[k])});
  ground.derive(fact.name, prop);
}

void Script::cite_result(Ground& ground, const Context& context, const Syntax& ref, const RuleStatement& rule) {
  check_algebra(ref, rule);
  std::vector<std::pair<std::string, TermId>> names;
  Schema schema = schema_of(terms_, rule, names);
  Matcher matcher(terms_, schema.variables, schema.any_sort);
  for (std::size_t k = 1; k < ref.children.size(); ++k) {
    const Syntax& pair = ref.children[k];
    const auto at = std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == pair.children[0].text; });
    if (at == names.end()) stop({"E0404", pair.span, fmt::format("{} has no variable {}", rule.name, pair.children[0].text), {{rule.span, "stated here"}}});
    const TermId sort = terms_.sort(at->second);
    const bool known = !terms_.is(sort, Op::FamilyOf) && matcher.binds_all(sort, schema.fixed);
    const TermId value = elaborated(context, pair.children[1], known ? matcher.put_in(sort, schema.fixed) : TermId{});
    if (!matcher.bind(schema.fixed, at->second, value))
      stop({"E0404", pair.span, fmt::format("{} stands for something of sort {}, but this has sort {}", pair.children[0].text, show(terms_.sort(at->second)), show(terms_.sort(value)))});
  }
  ground.cite(std::move(schema));
}

bool Script::close(const Context& context, const std::vector<Syntax>& refs, Span where, bool report) {
  const bool definitions = std::any_of(refs.begin(), refs.end(), [](const Syntax& ref) { return ref.children[0].text == "definition"; });
  Ground ground(terms_, {.definitions = definitions});
  for (const Variable& variable : rule_.variables)
    if (variable.is_size) ground.assume("logic", terms_.must(Op::LessEq, {terms_.int_number(0), variable.term}));
  for (const Fact& fact : context.cases) ground.assume(fact.name, fact.prop);
  for (const Syntax& ref : refs) cite(ground, context, ref);
  ground.set_goal(context.goal);
  ground.run();
  Answer answer;
  for (const bool reorder : {false, true}) {
    Obligation obligation = encode(terms_, ground.assertions(), context.goal, {rule_.algebra, reorder});
    obligation.title = rule_.name;
    answer = solve(obligation, budget_);
    if (answer.proved()) {
      ++outcome_.obligations;
      outcome_.used.insert(answer.used.begin(), answer.used.end());
      return true;
    }
  }
  if (!report) return false;
  const bool gave_up = answer.kind == Answer::Kind::Unknown;
  outcome_.ran_out = outcome_.ran_out || gave_up || ground.ran_out();
  std::string why = "this step leaves a goal open";
  if (gave_up) why += ": the solver gave up (" + answer.reason + ")";
  open_goal(context, where, why, refs);
  return false;
}

void Script::open_goal(const Context& context, Span where, const std::string& why, const std::vector<Syntax>& refs) {
  Diagnostic problem{"E0406", where, why};
  problem.notes.push_back({{}, "goal: " + show(context.goal)});
  for (const Fact& fact : context.cases) problem.notes.push_back({{}, "here: " + show(fact.prop)});
  for (const Fact& fact : context.hypotheses) {
    const bool induction = fact.name == "induction hypothesis";
    problem.notes.push_back({{}, (induction ? "induction hypothesis: " : "hypothesis: ") + show(fact.prop)});
  }
  for (const Fact& fact : context.haves) problem.notes.push_back({{}, fact.name + ": " + show(fact.prop)});
  const auto cites = [&](std::string_view name) {
    return std::any_of(refs.begin(), refs.end(), [&](const Syntax& ref) { return ref.children[0].text == name; });
  };
  if (!refs.empty() && !cites("definition")) problem.help = "if the meaning of the operators matters here, cite `definition`";
  else if (!refs.empty() && !cites("hypothesis") && !context.hypotheses.empty()) problem.help = "if a hypothesis matters here, cite `hypothesis`";
  outcome_.problems.push_back(std::move(problem));
}

}  // namespace refold
