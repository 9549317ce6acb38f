#include "prove/script.h"

#include <fmt/format.h>

#include "term/wellformed.h"

namespace refold {

ScriptOutcome Script::run(const ProofStatement& proof) {
  Context context;
  for (const Variable& variable : rule_.variables) context.scope.push_back({variable.name, variable.term});
  for (const auto& [name, term] : rule_.abbreviations) context.scope.push_back({name, term});
  for (const Hypothesis& hypothesis : rule_.hypotheses) context.hypotheses.push_back({"hypothesis: " + show(hypothesis.prop), hypothesis.prop});
  context.goal = rule_.right.valid() ? terms_.must(Op::Same, {rule_.left, rule_.right}) : rule_.left;
  const auto all = [&]() -> Result<void> {
    REFOLD_CHECK(check_statement(context));
    REFOLD_TRY(const std::size_t end, prove(proof.steps, 0, context, proof.span));
    if (end < proof.steps.size() && outcome_.problems.empty())
      return Diagnostic{"E0407", proof.steps[end].span, "the goal is closed already", {{rule_.span, "it was this"}}, "delete the steps that follow"};
    return {};
  };
  if (Result<void> done = all(); !done) outcome_.problems.push_back(done.error());
  return std::move(outcome_);
}

namespace {

std::vector<Syntax> refs_to(std::initializer_list<const char*> names) {
  std::vector<Syntax> refs;
  for (const char* name : names) refs.push_back({Syn::Ref, {}, {}, {{Syn::Name, {}, name, {}}}});
  return refs;
}

}  // namespace

Result<void> Script::check_parts() const {
  std::vector<Hypothesis> parts{{rule_.left, rule_.span}};
  if (rule_.right.valid()) parts.push_back({rule_.right, rule_.span});
  parts.insert(parts.end(), rule_.hypotheses.begin(), rule_.hypotheses.end());
  for (const auto& [prop, span] : parts) {
    REFOLD_CHECK(check_reductions(prop, span));
    REFOLD_CHECK(check_families(prop, span));
  }
  return {};
}

/// A fact has a meaning, the sides of an equation at the same arguments, of `=>` the right one where the left one has;
/// reductions fit the algebra, members their families.
Result<void> Script::check_statement(const Context& context) {
  REFOLD_CHECK(check_parts());
  const auto given = [&](TermId one, TermId other) -> Result<std::optional<TermId>> {
    Context side = context;
    if (one.valid())
      for (const WellFormed& known : well_formed(terms_, one)) side.cases.push_back({"case", known.prop});
    for (const WellFormed& wanted : well_formed(terms_, other)) {
      side.goal = wanted.prop;
      REFOLD_TRY(const Answer answer, ask(side, refs_to({"hypothesis", "definition"})));
      if (!answer.proved()) return std::optional(wanted.prop);
    }
    return std::optional<TermId>{};
  };
  if (!rule_.right.valid()) {
    REFOLD_TRY(const auto meant, given({}, rule_.left));
    if (!meant) return {};
    return Diagnostic{"E0411", rule_.span, "the claim has no meaning unless " + show(*meant), {}, "add it as a hypothesis"};
  }
  REFOLD_TRY(const auto open, given(rule_.left, rule_.right));
  if (open) return Diagnostic{"E0411", rule_.span, "the right side has no meaning unless " + show(*open), {}, "add it as a hypothesis"};
  REFOLD_TRY(const auto back, given(rule_.right, rule_.left));
  outcome_.both_ways = !back;
  if (back && !rule_.directed)
    return Diagnostic{"E0411", rule_.span, "the right side has a meaning also where the left one has none: the left one needs that " + show(*back), {},
                      "add it as a hypothesis, or claim `left => right`: the right side for the left one, where that has a meaning"};
  return {};
}

Result<std::size_t> Script::prove(const Steps& steps, std::size_t at, Context context, Span where) {
  while (at < steps.size()) {
    const Syntax& step = steps[at];
    if (!budget_.alive()) return Diagnostic{"E0406", step.span, fmt::format("this step was not tried: {} is used up", name(*budget_.stopped_by()))};
    switch (step.kind) {
      case Syn::StepAt: REFOLD_CHECK(at_new_element(step, context)); break;
      case Syn::StepExt: REFOLD_CHECK(by_extensionality(step, context)); break;
      case Syn::StepLet: {
        REFOLD_TRY(const TermId term, elaborated(context, step.children[1]));
        REFOLD_CHECK(introduce(context, step.children[0], term));
        break;
      }
      case Syn::StepHave: {
        if (context.in_have) {
          open_goal(context, where, "nothing proves this before the next have", {});
          return at;
        }
        REFOLD_TRY(at, have(steps, at, context));
        continue;
      }
      case Syn::StepUsing: {
        REFOLD_CHECK(close(context, step.children, step.span));
        return at + 1;
      }
      case Syn::StepChain: {
        REFOLD_CHECK(chain(step, context));
        return at + 1;
      }
      case Syn::StepInduction: return induction(steps, at, context);
      case Syn::StepCases: return cases(steps, at, context);
      default:
        return Diagnostic{"E0413", step.span, "this case belongs to no induction and no cases", {}, "a case follows `induction on m`, `cases e` or another case"};
    }
    ++at;
  }
  open_goal(context, where, "the script ends before this is proved", {});
  return at;
}

Result<std::size_t> Script::have(const Steps& steps, std::size_t at, Context& context) {
  const Syntax& step = steps[at];
  const Syntax& name = step.children[0];
  for (const Fact& other : context.haves)
    if (other.name == name.text) return Diagnostic{"E0414", name.span, fmt::format("there is a have {} already", name.text), {}, "choose another name"};
  REFOLD_TRY(const TermId prop, elaborated(context, step.children[1], terms_.boolean()));
  Fact fact{name.text, prop};
  Context inner = context;
  inner.goal = prop;
  inner.in_have = true;
  REFOLD_CHECK(bring_in(step.children[1], inner, fact.variables));
  REFOLD_TRY(const std::size_t next, prove(steps, at + 1, inner, step.span));
  context.haves.push_back(std::move(fact));
  return next;
}

Result<std::size_t> Script::induction(const Steps& steps, std::size_t at, const Context& context) {
  const Syntax& name = steps[at].children[0];
  REFOLD_TRY(const TermId bag, elaborated(context, name));
  REFOLD_TRY(const Context general, generalised(name, bag, context));
  std::optional<Span> given[3];
  std::size_t next = at + 1;
  for (; next < steps.size() && steps[next].kind == Syn::StepCase; ++next) {
    const Syntax& pattern = steps[next].children[0];
    REFOLD_TRY(const BagCase which, bag_case(pattern));
    std::optional<Span>& before = given[static_cast<int>(which)];
    if (before) return Diagnostic{"E0413", pattern.span, "this case was treated already", {{*before, "here"}}};
    before = pattern.span;
    REFOLD_TRY(Context inside, in_bag_case(general, bag, which, pattern.children));
    REFOLD_CHECK(run_case(steps[next], std::move(inside)));
  }
  // Cases may be left out where definitions and the induction hypotheses close them.
  static const std::vector<Syntax> names[3] = {{}, {{Syn::Name, {}, "!a", {}}}, {{Syn::Name, {}, "!m1", {}}, {Syn::Name, {}, "!m2", {}}}};
  for (int k = 0; k < 3; ++k) {
    if (given[k]) continue;
    REFOLD_TRY(const Context inside, in_bag_case(general, bag, static_cast<BagCase>(k), names[k]));
    REFOLD_CHECK(close(inside, refs_to({"hypothesis", "definition"}), steps[at].span));
  }
  return next;
}

Result<std::size_t> Script::cases(const Steps& steps, std::size_t at, const Context& context) {
  REFOLD_TRY(const TermId condition, elaborated(context, steps[at].children[0], terms_.boolean()));
  const auto in_case = [&](bool holds) {
    Context one = context;
    one.cases.push_back({"case", holds ? condition : negation(terms_, condition)});
    return one;
  };
  std::size_t next = at + 1;
  if (next >= steps.size() || steps[next].kind != Syn::StepCase) {
    REFOLD_CHECK(prove(steps, next, in_case(true), steps[at].span));
    return prove(steps, next, in_case(false), steps[at].span);
  }
  bool given[2] = {false, false};
  for (; next < steps.size() && steps[next].kind == Syn::StepCase; ++next) {
    const Syntax& pattern = steps[next].children[0];
    if (pattern.kind != Syn::True && pattern.kind != Syn::False)
      return Diagnostic{"E0413", pattern.span, "this is no case of a truth value", {{steps[at].span, "the cases are of this"}}, "the cases are true and false"};
    const bool holds = pattern.kind == Syn::True;
    if (given[holds]) return Diagnostic{"E0413", pattern.span, "this case was treated already"};
    given[holds] = true;
    REFOLD_CHECK(run_case(steps[next], in_case(holds)));
  }
  for (const bool holds : {true, false})
    if (!given[holds]) open_goal(in_case(holds), steps[at].span, fmt::format("the case {} is missing", holds), {});
  return next;
}

Result<void> Script::run_case(const Syntax& step, Context context) {
  context.in_have = false;
  const Steps inner(step.children.begin() + 1, step.children.end());
  REFOLD_TRY(const std::size_t end, prove(inner, 0, std::move(context), step.span));
  if (end < inner.size() && outcome_.problems.empty())
    return Diagnostic{"E0407", inner[end].span, "the goal of this case is closed already", {}, "delete the steps that follow"};
  return {};
}

Result<void> Script::chain(const Syntax& step, Context context) {
  assume_premises(context);
  const Term goal = terms_[context.goal];
  if (goal.op != Op::Same && goal.op != Op::Eq) {
    open_goal(context, step.span, "a chain proves an equation, and this is none", {});
    return {};
  }
  REFOLD_TRY(const TermId first, elaborated(context, step.children[0], terms_.sort(goal.operands[0])));
  TermId before = first;
  for (std::size_t k = 1; k < step.children.size(); ++k) {
    const Syntax& link = step.children[k];
    REFOLD_TRY(const TermId after, elaborated(context, link.children[0], terms_.sort(first)));
    Context one = context;
    one.goal = terms_.must(Op::Same, {before, after});
    REFOLD_CHECK(close(one, {link.children.begin() + 1, link.children.end()}, link.span));
    before = after;
  }
  context.cases.push_back({"chain", terms_.must(Op::Same, {first, before})});
  REFOLD_TRY(const Answer answer, ask(context, {}));
  if (answer.proved()) return {};
  return Diagnostic{"E0408", step.span, "this chain proves another equation than the goal",
                    {{{}, "it proves " + show(first) + " = " + show(before)}, {{}, "the goal is " + show(context.goal)}},
                    "begin with one side of the goal and end with the other"};
}

}  // namespace refold
