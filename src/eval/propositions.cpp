// Propositions: decided by enumeration where the domain is finite; over an infinite domain a few elements may refute
// (or, for "for some", witness), and otherwise the answer is Undecided.
#include <algorithm>
#include <cassert>

#include "eval/evaluator.h"

namespace refold {

Evaluated<Value> Evaluator::proposition(const Term& term, const Env& env) {
  const auto truth_value = [](Evaluated<bool> holds) -> Evaluated<Value> {
    if (!holds) return holds.error();
    return Value::truth(*holds);
  };
  switch (term.op) {
    case Op::Same: return truth_value(same_terms(term, env));
    case Op::Implies: {
      REFOLD_TRY(const bool premise, truth(term.operands[0], env));
      return premise ? truth_value(truth(term.operands[1], env)) : Evaluated<Value>(Value::truth(true));
    }
    case Op::ForAll: case Op::ForSome: return truth_value(quantified(term, env));
    case Op::In: {
      REFOLD_TRY(const Value element, value(term.operands[0], env));
      if (store_[store_[term.operands[1]].sort].op != Op::BagOf)
        return truth_value(contains(term.operands[1], env, element));
      REFOLD_TRY(const Value bag, value(term.operands[1], env));
      return Value::truth(
          std::any_of(bag.bag().begin(), bag.bag().end(), [&](const auto& part) { return part.first == element; }));
    }
    case Op::Included: case Op::Disjoint: {
      REFOLD_TRY(const Elements first, members(term.operands[0], env));
      REFOLD_TRY(const Elements second, members(term.operands[1], env));
      for (const Value& element : *first) {
        const bool found = std::find(second->begin(), second->end(), element) != second->end();
        if (found == (term.op == Op::Disjoint)) return Value::truth(false);
      }
      return Value::truth(true);
    }
    case Op::Injective: return truth_value(injective(term.operands[0], env));
    case Op::Bijective: {
      REFOLD_TRY(const bool distinct, injective(term.operands[0], env));
      if (!distinct) return Value::truth(false);
      const TermId target = store_[store_[term.operands[0]].sort].operands[1];
      REFOLD_TRY(const bool small, finite(target, env));
      if (!small) return Value::truth(false);  // finitely many images of an infinite codomain
      REFOLD_TRY(const Elements sources, elements(store_[store_[term.operands[0]].sort].operands[0], env));
      REFOLD_TRY(const Elements targets, elements(target, env));
      return Value::truth(sources->size() == targets->size());
    }
    case Op::Monotone: return truth_value(monotone(term.operands[0], env));
    default: assert(false && "no proposition"); return undecided("no proposition");
  }
}

/// The elements of a set, or of a bag without their multiplicity.
Evaluated<Elements> Evaluator::members(TermId set_or_bag, const Env& env) {
  if (store_[store_[set_or_bag].sort].op != Op::BagOf) {
    REFOLD_TRY(const bool small, finite(set_or_bag, env));
    if (!small) return undecided("an infinite set");
    return elements(set_or_bag, env);
  }
  REFOLD_TRY(const Value bag, value(set_or_bag, env));
  Values all;
  for (const auto& part : bag.bag()) all.push_back(part.first);
  return std::make_shared<const Values>(std::move(all));
}

Evaluated<bool> Evaluator::quantified(const Term& term, const Env& env) {
  const bool for_all = term.op == Op::ForAll;
  REFOLD_TRY(const bool small, finite(term.operands[0], env));
  Values tried;
  if (small) {
    REFOLD_TRY(const Elements all, elements(term.operands[0], env));
    tried = *all;
  } else {
    REFOLD_TRY(tried, samples(term.operands[0], env));
  }
  std::optional<Fault> open;
  for (const Value& element : tried) {
    const Evaluated<bool> holds = truth(term.operands[1], push(element, env));
    if (!holds && holds.error().kind != Fault::Kind::Undecided) return holds.error();
    if (!holds) open = holds.error();
    else if (*holds != for_all) return !for_all;
  }
  if (open) return *open;
  if (!small) return undecided("a claim about all elements of an infinite sort");
  return for_all;
}

Evaluated<bool> Evaluator::same_terms(const Term& term, const Env& env) {
  const TermId left = term.operands[0], right = term.operands[1];
  if (store_[store_[left].sort].op == Op::SetKind) {
    REFOLD_TRY(const Elements a, members(left, env));
    REFOLD_TRY(const Elements b, members(right, env));
    Values x = *a, y = *b;
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    return x == y;
  }
  REFOLD_TRY(const Value a, value(left, env));
  REFOLD_TRY(const Value b, value(right, env));
  Evaluated<bool> result = same(a, b);
  const bool open = !result && result.error().kind == Fault::Kind::Undecided;
  return open && left == right ? Evaluated<bool>(true) : result;
}

Evaluated<bool> Evaluator::same(const Value& a, const Value& b) {
  if (a.is(Value::Kind::Tuple) && b.is(Value::Kind::Tuple)) {
    if (a.parts().size() != b.parts().size()) return false;
    for (std::size_t k = 0; k < a.parts().size(); ++k) {
      REFOLD_TRY(const bool equal, same(a.parts()[k], b.parts()[k]));
      if (!equal) return false;
    }
    return true;
  }
  if (!a.is_function() || !b.is_function()) return a == b;
  REFOLD_TRY(const Domain left, domain(a));
  REFOLD_TRY(const Domain right, domain(b));
  REFOLD_TRY(const bool small, left.bags || right.bags ? Evaluated<bool>(false) : finite(left.set, left.env));
  Values tried;
  if (small) {
    REFOLD_TRY(const Elements all, elements(left.set, left.env));
    REFOLD_TRY(const bool right_small, finite(right.set, right.env));
    if (!right_small) return false;
    REFOLD_TRY(const Elements others, elements(right.set, right.env));
    Values x = *all, y = *others;
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    if (x != y) return false;
    tried = *all;
  } else {
    REFOLD_TRY(const std::optional<bool> decided, homomorphism(a, b));
    if (decided) return *decided;
    REFOLD_TRY(tried, samples(left));
  }
  std::optional<Fault> open;
  for (const Value& element : tried) {
    REFOLD_TRY(const Value x, apply(a, element));
    REFOLD_TRY(const Value y, apply(b, element));
    const Evaluated<bool> equal = same(x, y);
    if (!equal && equal.error().kind != Fault::Kind::Undecided) return equal.error();
    if (!equal) open = equal.error();
    else if (!*equal) return false;
  }
  if (open) return *open;
  if (!small) return undecided("equality of functions on an infinite sort");
  return true;
}

/// f . r = s . f*, either way round, on a finite value sort: f maps unit to unit and agrees on pairs, which says it for
/// all bags by (R3). Nothing where the two functions have another form.
Evaluated<std::optional<bool>> Evaluator::homomorphism(const Value& left, const Value& right) {
  if (!left.is(Value::Kind::Closure) || !right.is(Value::Kind::Closure)) return std::optional<bool>();
  const Term& a = store_[left.closure().term];
  const Term& b = store_[right.closure().term];
  if (a.op != Op::Compose || b.op != Op::Compose) return std::optional<bool>();
  const auto is_reduction = [this](TermId id) { return store_[store_[id].sort].op == Op::ReductionOf; };
  if (!is_reduction(a.operands.back())) {
    if (is_reduction(b.operands.back())) return homomorphism(right, left);
    return std::optional<bool>();
  }
  const bool form = b.operands.size() == 2 && is_reduction(b.operands[0]) && store_[b.operands[1]].op == Op::Star;
  if (!form) return std::optional<bool>();
  const Term& starred = store_[store_[b.operands[1]].operands[0]];
  const std::vector<TermId> outer(a.operands.begin(), a.operands.end() - 1);
  const bool same_function = starred.op == Op::Compose
                                 ? starred.operands == outer
                                 : outer == std::vector<TermId>{store_[b.operands[1]].operands[0]};
  if (!same_function) return std::optional<bool>();
  REFOLD_TRY(const Domain from, domain(left));
  const TermId set = from.bags ? from.set : store_[from.set].operands[0];
  REFOLD_TRY(const bool small, finite(set, from.env));
  if (!small) return std::optional<bool>();
  REFOLD_TRY(const Elements all, elements(set, from.env));
  Values bags{Value::bag({})};
  for (const Value& x : *all)
    for (const Value& y : *all) bags.push_back(Value::bag({{x, 1}, {y, 1}}));
  for (const Value& bag : bags) {
    REFOLD_TRY(const Value x, apply(left, bag));
    REFOLD_TRY(const Value y, apply(right, bag));
    if (!(x == y)) return std::optional(false);
  }
  return std::optional(true);
}

Evaluated<bool> Evaluator::injective(TermId map, const Env& env) {
  REFOLD_TRY(const Value function, value(map, env));
  REFOLD_TRY(const Domain from, domain(function));
  REFOLD_TRY(const bool small, from.bags ? Evaluated<bool>(false) : finite(from.set, from.env));
  Values tried;
  if (small) {
    REFOLD_TRY(const Elements all, elements(from.set, from.env));
    tried = *all;
  } else {
    REFOLD_TRY(tried, samples(from));
  }
  Values images;
  for (const Value& element : tried) {
    REFOLD_TRY(Value image, apply(function, element));
    if (image.holds_function()) return undecided("an injective map to functions");
    images.push_back(std::move(image));
  }
  std::sort(images.begin(), images.end());
  if (std::adjacent_find(images.begin(), images.end()) != images.end()) return false;
  if (!small) return undecided("injectivity on an infinite sort");
  return true;
}

Evaluated<bool> Evaluator::monotone(TermId map, const Env& env) {
  REFOLD_TRY(const Value function, value(map, env));
  REFOLD_TRY(const Domain from, domain(function));
  const Term& sort = store_[store_[map].sort];
  if (sort.op != Op::Arrow) return undecided("monotone is about functions on values");
  REFOLD_TRY(const Carrier* arguments, carrier(sort.operands[0], env));
  REFOLD_TRY(const Carrier* results, carrier(sort.operands[1], env));
  REFOLD_TRY(const bool small, finite(from.set, from.env));
  Values tried;
  if (small) {
    REFOLD_TRY(const Elements all, elements(from.set, from.env));
    tried = *all;
  } else {
    REFOLD_TRY(tried, samples(from));
  }
  for (const Value& x : tried)
    for (const Value& y : tried) {
      REFOLD_TRY(const bool below, less(*arguments, x, y, true));
      if (!below) continue;
      REFOLD_TRY(const Value fx, apply(function, x));
      REFOLD_TRY(const Value fy, apply(function, y));
      REFOLD_TRY(const bool kept, less(*results, fx, fy, true));
      if (!kept) return false;
    }
  if (!small) return undecided("monotony on an infinite sort");
  return true;
}

}  // namespace refold
