#include "prove/script.h"

#include <fmt/format.h>

namespace refold {

ScriptOutcome Script::run(const ProofStatement& proof) {
  Context context;
  for (const Variable& variable : rule_.variables) context.scope.push_back({variable.name, variable.term});
  for (const auto& [name, term] : rule_.abbreviations) context.scope.push_back({name, term});
  for (const Hypothesis& hypothesis : rule_.hypotheses) context.hypotheses.push_back({"hypothesis: " + show(hypothesis.prop), hypothesis.prop});
  context.goal = rule_.right.valid() ? terms_.must(Op::Same, {rule_.left, rule_.right}) : rule_.left;
  try {
    check_reductions(context.goal, rule_.span);
    for (const Fact& fact : context.hypotheses) check_reductions(fact.prop, rule_.span);
    const std::size_t end = prove(proof.steps, 0, context, proof.span);
    if (end < proof.steps.size() && outcome_.problems.empty())
      stop({"E0407", proof.steps[end].span, "the goal is closed already", {{rule_.span, "it was this"}}, "delete the steps that follow"});
  } catch (const Stop&) {
    // its problem is in the outcome
  }
  return std::move(outcome_);
}

void Script::stop(Diagnostic diagnostic) {
  outcome_.problems.push_back(std::move(diagnostic));
  throw Stop{};
}

std::size_t Script::prove(const Steps& steps, std::size_t at, Context context, Span where) {
  while (at < steps.size()) {
    const Syntax& step = steps[at];
    switch (step.kind) {
      case Syn::StepAt: at_new_element(step, context); break;
      case Syn::StepExt: by_extensionality(step, context); break;
      case Syn::StepLet: {
        const TermId term = elaborated(context, step.children[1]);
        context.scope.push_back({step.children[0].text, term});
        break;
      }
      case Syn::StepHave:
        if (context.in_have) {
          open_goal(context, where, "nothing proves this before the next have", {});
          return at;
        }
        at = have(steps, at, context);
        continue;
      case Syn::StepUsing: close(context, step.children, step.span); return at + 1;
      case Syn::StepChain: chain(step, context); return at + 1;
      case Syn::StepInduction: return induction(steps, at, context);
      case Syn::StepCases: return cases(steps, at, context);
      default: stop({"E0405", step.span, "this case belongs to no induction and no cases", {}, "a case follows `induction on m`, `cases e` or another case"});
    }
    ++at;
  }
  open_goal(context, where, "the script ends before this is proved", {});
  return at;
}

std::size_t Script::have(const Steps& steps, std::size_t at, Context& context) {
  const Syntax& step = steps[at];
  const Syntax& name = step.children[0];
  for (const Fact& other : context.haves)
    if (other.name == name.text) stop({"E0405", name.span, fmt::format("there is a have {} already", name.text), {}, "choose another name"});
  Fact fact{name.text, elaborated(context, step.children[1], terms_.boolean())};
  Context inner = context;
  inner.goal = fact.prop;
  inner.in_have = true;
  bring_in(step.children[1], inner, &fact.variables);
  const std::size_t next = prove(steps, at + 1, inner, step.span);
  context.haves.push_back(std::move(fact));
  return next;
}

std::size_t Script::induction(const Steps& steps, std::size_t at, const Context& context) {
  const Syntax& name = steps[at].children[0];
  const TermId bag = elaborated(context, name);
  const Context general = generalised(name, bag, context);
  std::optional<Span> given[3];
  std::size_t next = at + 1;
  for (; next < steps.size() && steps[next].kind == Syn::StepCase; ++next) {
    const Syntax& pattern = steps[next].children[0];
    const BagCase which = bag_case(pattern);
    if (auto& before = given[static_cast<int>(which)])
      stop({"E0405", pattern.span, "this case was treated already", {{*before, "here"}}});
    else before = pattern.span;
    run_case(steps[next], bag_case_context(general, bag, which, pattern.children, pattern.span));
  }
  // Cases may be left out where definitions and the induction hypotheses close them.
  static const std::vector<Syntax> names[3] = {{}, {{Syn::Name, {}, "a", {}}}, {{Syn::Name, {}, "m1", {}}, {Syn::Name, {}, "m2", {}}}};
  static const std::vector<Syntax> refs = {{Syn::Ref, {}, {}, {{Syn::Name, {}, "definition", {}}}}, {Syn::Ref, {}, {}, {{Syn::Name, {}, "hypothesis", {}}}}};
  for (int k = 0; k < 3; ++k) {
    if (given[k]) continue;
    const std::vector<Syntax>& parts = names[k];
    close(bag_case_context(general, bag, static_cast<BagCase>(k), parts, {}), refs, steps[at].span);
  }
  return next;
}

std::size_t Script::cases(const Steps& steps, std::size_t at, const Context& context) {
  const TermId condition = elaborated(context, steps[at].children[0], terms_.boolean());
  const auto in_case = [&](bool holds) {
    Context one = context;
    const TermId fact = holds ? condition : negation(terms_, condition);
    one.cases.push_back({"case", fact});
    return one;
  };
  std::size_t next = at + 1;
  if (next >= steps.size() || steps[next].kind != Syn::StepCase) {
    prove(steps, next, in_case(true), steps[at].span);
    return prove(steps, next, in_case(false), steps[at].span);
  }
  bool given[2] = {false, false};
  for (; next < steps.size() && steps[next].kind == Syn::StepCase; ++next) {
    const Syntax& pattern = steps[next].children[0];
    if (pattern.kind != Syn::True && pattern.kind != Syn::False)
      stop({"E0405", pattern.span, "this is no case of a truth value", {{steps[at].span, "the cases are of this"}}, "the cases are true and false"});
    const bool holds = pattern.kind == Syn::True;
    if (given[holds]) stop({"E0405", pattern.span, "this case was treated already"});
    given[holds] = true;
    run_case(steps[next], in_case(holds));
  }
  for (const bool holds : {true, false})
    if (!given[holds]) open_goal(in_case(holds), steps[at].span, fmt::format("the case {} is missing", holds), {});
  return next;
}

void Script::run_case(const Syntax& step, Context context) {
  context.in_have = false;
  const Steps inner(step.children.begin() + 1, step.children.end());
  const std::size_t end = prove(inner, 0, std::move(context), step.span);
  if (end < inner.size() && outcome_.problems.empty())
    stop({"E0407", inner[end].span, "the goal of this case is closed already", {}, "delete the steps that follow"});
}

void Script::chain(const Syntax& step, Context context) {
  assume_premises(context);
  const Term goal = terms_[context.goal];
  if (goal.op != Op::Same && goal.op != Op::Eq) {
    open_goal(context, step.span, "a chain proves an equation, and this is none", {});
    return;
  }
  const TermId first = elaborated(context, step.children[0], terms_.sort(goal.operands[0]));
  TermId before = first;
  for (std::size_t k = 1; k < step.children.size(); ++k) {
    const Syntax& link = step.children[k];
    const TermId after = elaborated(context, link.children[0], terms_.sort(first));
    Context one = context;
    one.goal = terms_.must(Op::Same, {before, after});
    close(one, {link.children.begin() + 1, link.children.end()}, link.span);
    before = after;
  }
  const bool fits = (first == goal.operands[0] && before == goal.operands[1]) || (first == goal.operands[1] && before == goal.operands[0]);
  if (fits) return;
  Context rest = context;
  rest.cases.push_back({"chain", terms_.must(Op::Same, {first, before})});
  if (!close(rest, {}, step.span, false))
    stop({"E0408", step.span, "this chain proves another equation than the goal",
          {{{}, "it proves " + show(first) + " = " + show(before)}, {{}, "the goal is " + show(context.goal)}},
          "begin with one side of the goal and end with the other"});
}

}  // namespace refold
