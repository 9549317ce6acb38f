// The steps of a script that change a goal.
#include <fmt/format.h>

#include <algorithm>

#include "prove/script.h"

namespace refold {

TermId Script::introduce(Context& context, const std::string& name, TermId sort, Span where) {
  for (const ScopeEntry& entry : context.scope)
    if (entry.name == name) stop({"E0405", where, fmt::format("{} stands for something already", name), {}, "choose another name"});
  // The name of the proof keeps it apart from inputs that other statements call the same.
  const TermId element = terms_.input(name, sort);
  context.scope.push_back({name, element});
  return element;
}

/// A new element of a set, or a tuple of new elements.
TermId Script::element(Context& context, const Syntax& pattern, TermId sort) {
  if (pattern.kind == Syn::Name) return introduce(context, pattern.text, sort, pattern.span);
  const Term set = terms_[sort];
  std::vector<TermId> parts;
  if (set.op == Op::Product && set.operands.size() == pattern.children.size()) {
    for (std::size_t k = 0; k < set.operands.size(); ++k) parts.push_back(element(context, pattern.children[k], set.operands[k]));
  } else if (set.op == Op::Sigma && pattern.children.size() == 2) {
    parts.push_back(element(context, pattern.children[0], set.operands[0]));
    parts.push_back(element(context, pattern.children[1], terms_.instantiate(set.operands[1], parts[0])));
  } else {
    stop({"E0405", pattern.span, fmt::format("an element of {} does not have {} components", show(sort), pattern.children.size())});
  }
  return terms_.tuple(std::move(parts));
}

/// The variables of "for all" in front of a goal become new elements.
void Script::bring_in(const Syntax& prop, Context& context, std::vector<std::string>* names) {
  const Syntax* at = &prop;
  while (at->kind == Syn::ForAll && terms_.is(context.goal, Op::ForAll)) {
    for (const Syntax& binder : at->children[0].children) {
      const Term all = terms_[context.goal];
      if (all.op != Op::ForAll) return;
      const TermId one = element(context, binder.children[0], all.operands[0]);
      if (names) names->push_back(binder.children[0].kind == Syn::Name ? binder.children[0].text : "");
      context.goal = terms_.instantiate(all.operands[1], one);
    }
    at = &at->children[1];
  }
}

void Script::assume_premises(Context& context) {
  while (terms_.is(context.goal, Op::Implies)) {
    const Term implies = terms_[context.goal];
    context.cases.push_back({"case", implies.operands[0]});
    context.goal = implies.operands[1];
  }
}

void Script::at_new_element(const Syntax& step, Context& context) {
  assume_premises(context);
  std::vector<Syntax> names = step.children;
  while (!names.empty() && terms_.is(context.goal, Op::ForAll)) {
    const Term all = terms_[context.goal];
    context.goal = terms_.instantiate(all.operands[1], element(context, names.front(), all.operands[0]));
    names.erase(names.begin());
  }
  if (names.empty()) return;
  assume_premises(context);
  const Term goal = terms_[context.goal];
  if (goal.op != Op::Same || !terms_.is_function(goal.operands[0]))
    stop({"E0405", step.span, "only functions have values at an element", {{{}, "the goal is " + show(context.goal)}}, "for equal bags write `by extensionality at x`"});
  const TermId domain = terms_.domain(goal.operands[0]);
  const TermId one = element(context, names.size() == 1 ? names[0] : Syntax{Syn::PatternTuple, step.span, {}, names}, domain);
  context.goal = terms_.must(Op::Same, {terms_.apply(goal.operands[0], one), terms_.apply(goal.operands[1], one)});
}

void Script::by_extensionality(const Syntax& step, Context& context) {
  assume_premises(context);
  const Term goal = terms_[context.goal];
  const bool same = goal.op == Op::Same || goal.op == Op::Eq;
  if (same && terms_.is_function(goal.operands[0])) return at_new_element(step, context);
  const TermId bags = same ? terms_.sort(goal.operands[0]) : TermId{};
  if (!same || !terms_.is(bags, Op::BagOf))
    stop({"E0405", step.span, "extensionality is about equal bags or equal functions", {{{}, "the goal is " + show(context.goal)}}});
  const bool alike = bags == terms_.sort(goal.operands[1]);
  const TermId set = terms_[alike ? bags : terms_.erase(bags)].operands[0];
  const TermId x = element(context, step.children[0], set);
  context.goal = terms_.must(Op::Same, {terms_.must(Op::Count, {x, goal.operands[0]}), terms_.must(Op::Count, {x, goal.operands[1]})});
}

// -- bag induction

Script::BagCase Script::bag_case(const Syntax& pattern) {
  const auto names_only = [&] {
    return std::all_of(pattern.children.begin(), pattern.children.end(), [](const Syntax& part) { return part.kind == Syn::Name; });
  };
  if (pattern.kind == Syn::Bag && pattern.children.empty()) return BagCase::Empty;
  if (pattern.kind == Syn::Bag && pattern.children.size() == 1 && names_only()) return BagCase::Single;
  if (pattern.kind == Syn::Add && pattern.children.size() == 2 && names_only()) return BagCase::Sum;
  stop({"E0405", pattern.span, "this is no case of an induction on a bag", {}, "the cases are {}, {a} and m1 + m2, with new names"});
}

Script::Context Script::generalised(const Syntax& name, TermId bag, const Context& context) {
  const bool is_bag = terms_.is(bag, Op::Input) && terms_.is(terms_.sort(bag), Op::BagOf);
  if (!is_bag)
    stop({"E0405", name.span, fmt::format("no induction on {}: it is no bag that the goal holds for all of; its sort is {}", name.text, show(terms_.sort(bag)))});
  Context general = context;
  general.haves.clear();
  general.cases.clear();
  general.hypotheses.clear();
  for (const Fact& fact : context.haves)
    if (!terms_.mentions(fact.prop, bag)) general.haves.push_back(fact);
  std::vector<TermId> premises;
  for (const auto* facts : {&context.hypotheses, &context.cases})
    for (const Fact& fact : *facts) {
      if (terms_.mentions(fact.prop, bag)) {
        premises.push_back(fact.prop);
        outcome_.used.insert(fact.name);
      } else {
        (facts == &context.cases ? general.cases : general.hypotheses).push_back(fact);
      }
    }
  for (const ScopeEntry& entry : context.scope)
    if (entry.term != bag && terms_.is(entry.term, Op::Input) && terms_.mentions(terms_.sort(entry.term), bag))
      stop({"E0405", name.span, fmt::format("no induction on {}: the sort of {} depends on it", name.text, entry.name)});
  for (const TermId premise : premises) general.goal = terms_.must(Op::Implies, {premise, general.goal});
  return general;
}

Script::Context Script::bag_case_context(const Context& general, TermId bag, BagCase which, const std::vector<Syntax>& names, Span where) {
  Context one = general;
  const TermId sort = terms_.sort(bag), item = terms_[sort].operands[0];
  const auto part = [&](std::size_t k, TermId of) {
    if (names[k].span.valid()) return introduce(one, names[k].text, of, where);
    return terms_.input("!" + names[k].text, of);  // a case that the script leaves out
  };
  TermId value;
  std::vector<TermId> smaller;
  switch (which) {
    case BagCase::Empty: value = terms_.must(Op::Empty, {item}); break;
    case BagCase::Single: value = terms_.apply(terms_.must(Op::Single, {item}), part(0, item)); break;
    case BagCase::Sum:
      smaller = {part(0, sort), part(1, sort)};
      value = terms_.must(Op::BagSum, smaller);
      break;
  }
  const auto at = [&](TermId term, TermId bag_value) { return terms_.replace(term, {{bag, bag_value}}); };
  for (const TermId m : smaller) one.hypotheses.push_back({"induction hypothesis", at(general.goal, m)});
  one.goal = at(general.goal, value);
  for (ScopeEntry& entry : one.scope) entry.term = at(entry.term, value);
  return one;
}

}  // namespace refold
