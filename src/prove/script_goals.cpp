// The steps of a script that change a goal.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "prove/script.h"

namespace refold {

Result<void> Script::introduce(Context& context, const Syntax& name, TermId term) const {
  for (const ScopeEntry& entry : context.scope)
    if (entry.name == name.text) return Diagnostic{"E0414", name.span, fmt::format("{} stands for something already", name.text), {}, "choose another name"};
  context.scope.push_back({name.text, term});
  return {};
}

/// A new element of a set, or a tuple of new elements.
Result<TermId> Script::element(Context& context, const Syntax& pattern, TermId sort) {
  if (pattern.kind == Syn::Name) {
    const TermId one = terms_.input(pattern.text, sort);
    REFOLD_CHECK(introduce(context, pattern, one));
    return one;
  }
  const Term set = terms_[sort];
  const std::size_t wanted = set.op == Op::Product ? set.operands.size() : set.op == Op::Sigma ? 2 : 1;
  if (wanted != pattern.children.size())
    return Diagnostic{"E0405", pattern.span, fmt::format("an element of {} does not have {}", show(sort), counted(pattern.children.size(), "component"))};
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < wanted; ++k) {
    const bool dependent = set.op == Op::Sigma && k == 1;
    REFOLD_TRY(const TermId part, element(context, pattern.children[k], dependent ? terms_.instantiate(set.operands[1], parts[0]) : set.operands[k]));
    parts.push_back(part);
  }
  return terms_.tuple(std::move(parts));
}

/// The variables of "for all" in front of a goal become new elements.
Result<void> Script::bring_in(const Syntax& prop, Context& context, std::vector<std::string>& names) {
  for (const Syntax* at = &prop; at->kind == Syn::ForAll; at = &at->children[1])
    for (const Syntax& binder : at->children[0].children) {
      const Term all = terms_[context.goal];
      if (all.op != Op::ForAll) return {};
      const Syntax& pattern = binder.children[0];
      REFOLD_TRY(const TermId one, element(context, pattern, all.operands[0]));
      names.push_back(pattern.kind == Syn::Name ? pattern.text : "");
      context.goal = terms_.instantiate(all.operands[1], one);
    }
  return {};
}

void Script::assume_premises(Context& context) {
  while (terms_.is(context.goal, Op::Implies)) {
    const Term implies = terms_[context.goal];
    context.cases.push_back({"case", implies.operands[0]});
    context.goal = implies.operands[1];
  }
}

Result<void> Script::at_new_element(const Syntax& step, Context& context) {
  assume_premises(context);
  std::vector<Syntax> names = step.children;
  while (!names.empty() && terms_.is(context.goal, Op::ForAll)) {
    const Term all = terms_[context.goal];
    REFOLD_TRY(const TermId one, element(context, names.front(), all.operands[0]));
    context.goal = terms_.instantiate(all.operands[1], one);
    names.erase(names.begin());
    assume_premises(context);
  }
  if (names.empty()) return {};
  const Term goal = terms_[context.goal];
  if (goal.op == Op::Included && names.size() == 1) {
    REFOLD_TRY(const TermId one, element(context, names[0], whole_of(terms_, goal.operands[0])));
    const TermId inside = inclusion_at(terms_, one, goal.operands[0], goal.operands[1]);
    if (!inside.valid()) return Diagnostic{"E0405", step.span, "it cannot be told when an element lies in these sets", {{{}, "the goal is " + show(context.goal)}}};
    context.goal = inside;
    assume_premises(context);
    return {};
  }
  if (goal.op != Op::Same || !terms_.is_function(goal.operands[0]))
    return Diagnostic{"E0405", step.span, "only functions have values at an element", {{{}, "the goal is " + show(context.goal)}}, "for equal bags write `by extensionality at x`"};
  const TermId domain = terms_.domain(goal.operands[0]), other = terms_.domain(goal.operands[1]);
  if (!same_up_to_families(terms_, domain, other))
    return Diagnostic{"E0405", step.span, fmt::format("the sides are functions on different sets, {} and {}", show(domain), show(other))};
  const Syntax pattern = names.size() == 1 ? names[0] : Syntax{Syn::PatternTuple, step.span, {}, names};
  REFOLD_TRY(const TermId one, element(context, pattern, domain));
  context.goal = terms_.must(Op::Same, {terms_.apply(goal.operands[0], one), terms_.apply(goal.operands[1], one)});
  return {};
}

Result<void> Script::by_extensionality(const Syntax& step, Context& context) {
  assume_premises(context);
  const Term goal = terms_[context.goal];
  const bool same = goal.op == Op::Same || goal.op == Op::Eq;
  if (same && terms_.is_function(goal.operands[0])) return at_new_element(step, context);
  const TermId bags = same ? terms_.sort(goal.operands[0]) : TermId{};
  if (!same || !terms_.is(bags, Op::BagOf))
    return Diagnostic{"E0405", step.span, "extensionality is about equal bags or equal functions", {{{}, "the goal is " + show(context.goal)}}};
  const bool alike = bags == terms_.sort(goal.operands[1]);
  REFOLD_TRY(const TermId x, element(context, step.children[0], terms_[alike ? bags : terms_.erase(bags)].operands[0]));
  context.goal = terms_.must(Op::Same, {terms_.must(Op::Count, {x, goal.operands[0]}), terms_.must(Op::Count, {x, goal.operands[1]})});
  return {};
}

// -- bag induction

Result<Script::BagCase> Script::bag_case(const Syntax& pattern) const {
  const bool names = std::all_of(pattern.children.begin(), pattern.children.end(), [](const Syntax& part) { return part.kind == Syn::Name; });
  if (pattern.kind == Syn::Bag && pattern.children.empty()) return BagCase::Empty;
  if (pattern.kind == Syn::Bag && pattern.children.size() == 1 && names) return BagCase::Single;
  if (pattern.kind == Syn::Add && pattern.children.size() == 2 && names) return BagCase::Sum;
  return Diagnostic{"E0413", pattern.span, "this is no case of an induction on a bag", {}, "the cases are {}, {a} and m1 + m2, with new names"};
}

Result<Script::Context> Script::generalised(const Syntax& name, TermId bag, const Context& context) {
  if (!terms_.is(bag, Op::Input) || !terms_.is(terms_.sort(bag), Op::BagOf))
    return Diagnostic{"E0405", name.span, fmt::format("no induction on {}: it is no bag, its sort is {}", name.text, show(terms_.sort(bag)))};
  for (const ScopeEntry& entry : context.scope)
    if (entry.term != bag && terms_.is(entry.term, Op::Input) && terms_.mentions(terms_.sort(entry.term), bag))
      return Diagnostic{"E0405", name.span, fmt::format("no induction on {}: the sort of {} depends on it", name.text, entry.name)};
  Context general = context;
  const auto speaks_of_bag = [&](const Fact& fact) { return terms_.mentions(fact.prop, bag); };
  std::erase_if(general.haves, speaks_of_bag);
  for (auto* facts : {&general.cases, &general.hypotheses})
    std::erase_if(*facts, [&](const Fact& fact) {
      if (!speaks_of_bag(fact)) return false;
      general.goal = terms_.must(Op::Implies, {fact.prop, general.goal});
      outcome_.used.insert(fact.name);
      return true;
    });
  return general;
}

Result<Script::Context> Script::in_bag_case(const Context& general, TermId bag, BagCase which, const std::vector<Syntax>& names) {
  Context one = general;
  const TermId sort = terms_.sort(bag), item = terms_[sort].operands[0];
  std::vector<TermId> parts;
  for (const Syntax& name : names) {
    REFOLD_TRY(const TermId part, element(one, name, which == BagCase::Sum ? sort : item));
    parts.push_back(part);
  }
  const TermId value = which == BagCase::Empty    ? terms_.must(Op::Empty, {item})
                       : which == BagCase::Single ? terms_.apply(terms_.must(Op::Single, {item}), parts[0])
                                                  : terms_.must(Op::BagSum, parts);
  const auto at = [&](TermId term, TermId bag_value) { return terms_.replace(term, {{bag, bag_value}}); };
  if (which == BagCase::Sum)
    for (const TermId m : parts) one.hypotheses.push_back({"induction hypothesis", at(general.goal, m)});
  one.goal = at(general.goal, value);
  for (ScopeEntry& entry : one.scope) entry.term = at(entry.term, value);
  return one;
}

}  // namespace refold
