// How a goal is closed: what the step cites becomes ground facts, and the solver is asked.
#include <fmt/format.h>

#include <algorithm>

#include "prove/encode.h"
#include "prove/script.h"
#include "term/text.h"

namespace refold {

std::string Script::show(TermId term) const { return text(terms_.store(), term, {.domains = false}); }

Result<Answer> Script::ask(const Context& context, const std::vector<Syntax>& refs) {
  const bool definitions = std::any_of(refs.begin(), refs.end(), [](const Syntax& ref) { return ref.children[0].text == "definition"; });
  Ground ground(terms_, {.definitions = definitions, .budget = &budget_});
  for (const Variable& variable : rule_.variables)
    if (variable.is_size) ground.assume("logic", terms_.must(Op::LessEq, {terms_.int_number(0), variable.term}));
  for (const Fact& fact : context.cases) ground.assume(fact.name, fact.prop);
  for (const Syntax& ref : refs) REFOLD_CHECK(cite(ground, context, ref));
  ground.set_goal(context.goal);
  ground.run();
  Answer answer;
  for (const bool reorder : {false, true}) {
    Obligation obligation = encode(terms_, ground.assertions(), context.goal, {rule_.algebra, reorder});
    obligation.title = rule_.name;
    obligation.claim = show(context.goal);
    answer = solve(obligation, budget_);
    if (!answer.proved()) continue;
    if (observer_) observer_(obligation, answer);
    break;
  }
  return answer;
}

Result<bool> Script::close(const Context& context, const std::vector<Syntax>& refs, Span where) {
  REFOLD_TRY(const Answer answer, ask(context, refs));
  if (answer.proved()) {
    ++outcome_.obligations;
    outcome_.used.insert(answer.used.begin(), answer.used.end());
    return true;
  }
  const bool gave_up = answer.kind == Answer::Kind::Unknown;
  open_goal(context, where, "this step leaves a goal open" + (gave_up ? ": the solver gave up (" + answer.reason + ")" : ""), refs);
  return false;
}

/// A reduction is the fold of a commutative monoid: `sum` needs a commutative +, `prod` a commutative *.
Result<void> Script::check_reductions(TermId id, Span where) const {
  if (rule_.algebra.structure.empty()) return {};
  const Term term = terms_[id];
  for (const TermId operand : term.operands) REFOLD_CHECK(check_reductions(operand, where));
  if (term.op != Op::Reduce || terms_[term.sort].operands[0] != rule_.algebra.carrier) return {};
  const std::string_view name = terms_.store().name_text(term.payload);
  const std::string& s = rule_.algebra.structure;
  if (s == "min_plus" || s == "max_plus" || s == "max_times" || s == "or_and") return {};
  const bool allowed = name == "sum"    ? rule_.algebra.structure != "monoid" || rule_.algebra.commutative
                       : name == "prod" ? rule_.algebra.structure != "monoid" && rule_.algebra.commutative
                                        : rule_.algebra.ordered;
  if (allowed) return {};
  return Diagnostic{"E0410", where, fmt::format("{} over a bag has no meaning in this algebra", name), {}, "add `commutative` to the `over` clause"};
}

/// An element of J(k) is used with its own k only: sorts meet up to the family, the solver's sorts do not tell members
/// apart, so this keeps every instance well sorted.
Result<void> Script::check_families(TermId id, Span where) const {
  const Term term = terms_[id];
  for (const TermId operand : term.operands) REFOLD_CHECK(check_families(operand, where));
  if (term.op == Op::Apply) {
    const TermId wanted = terms_.domain(term.operands[0]), own = terms_.sort(term.operands[1]);
    const bool element = terms_.is_set(wanted) || terms_.is_value_sort(wanted);
    if (element ? terms_.is(wanted, Op::Member) && own != wanted : !same_up_to_families(terms_, own, wanted))
      return Diagnostic{"E0415", where, fmt::format("{} is of {}, but {} takes {}", show(term.operands[1]), show(own), show(term.operands[0]), show(wanted))};
  }
  if (term.op == Op::Tuple)
    for (const TermId part : term.operands) {
      const Term set = terms_[terms_.sort(part)];
      const bool member = set.op == Op::Member && terms_.is_set(terms_.sort(part));
      if (member && std::find(term.operands.begin(), term.operands.end(), set.operands[1]) == term.operands.end())
        return Diagnostic{"E0415", where, fmt::format("{} is of {}, but {} does not stand beside it", show(part), show(terms_.sort(part)), show(set.operands[1]))};
    }
  return {};
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
