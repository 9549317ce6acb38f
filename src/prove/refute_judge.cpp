#include "prove/refute_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"

namespace refold {
namespace {

bool is_ill_formed(const Evaluated<Value>& value) { return !value && value.error().kind == Fault::Kind::IllFormed; }

}  // namespace

Evaluated<bool> Judge::sorts_hold() {
  for (const Variable& variable : rule_.variables) {
    const Evaluated<bool> holds = sort_holds(store_[variable.term].sort, {});
    if (!holds || !*holds) return holds;
  }
  return true;
}

Evaluated<bool> Judge::sort_holds(TermId id, const Env& env) {
  const Term& sort = store_[id];
  switch (sort.op) {
    case Op::Range: {
      const Op extent_op = store_[sort.operands[0]].op;
      if (extent_op == Op::Card || extent_op == Op::Stored) return true;
      REFOLD_TRY(const Value extent, evaluator_.value(sort.operands[0], env));
      return extent.number() >= 0;
    }
    case Op::Power: {
      REFOLD_TRY(const Value extents, evaluator_.value(sort.operands[0], env));
      if (!extents.is(Value::Kind::Vector)) return extents.number() >= 0;
      return std::all_of(extents.parts().begin(), extents.parts().end(),
                         [](const Value& n) { return n.number() >= 0; });
    }
    case Op::Sigma: case Op::FamilyOf: {
      const Evaluated<bool> first = sort_holds(sort.operands[0], env);
      if (!first || !*first) return first;
      if (store_.free_depth(sort.operands[1]) == 0) return sort_holds(sort.operands[1], env);
      REFOLD_TRY(const bool small, evaluator_.finite(sort.operands[0], env));
      if (!small) return true;
      REFOLD_TRY(const Elements all, evaluator_.elements(sort.operands[0], env));
      for (const Value& element : *all) {
        const Evaluated<bool> rest = sort_holds(sort.operands[1], push(element, env));
        if (!rest || !*rest) return rest;
      }
      return true;
    }
    case Op::Arrow: case Op::BagOf: case Op::Product: case Op::Union:
      for (const TermId part : sort.operands) {
        const Evaluated<bool> holds = sort_holds(part, env);
        if (!holds || !*holds) return holds;
      }
      return true;
    case Op::Subset: return sort_holds(sort.operands[0], env);
    default: return true;
  }
}

Evaluated<bool> Judge::hypotheses_hold() {
  for (const Hypothesis& hypothesis : rule_.hypotheses) {
    const Evaluated<bool> holds = evaluator_.truth(hypothesis.prop);
    if (!holds || !*holds) return holds;
  }
  return true;
}

Judge::Failure Judge::failure(const Chooser& choose) {
  if (!rule_.right.valid()) return proposition();
  if (store_[store_[rule_.left].sort].op == Op::SetKind) return sets();
  const Evaluated<Value> left = evaluator_.value(rule_.left), right = evaluator_.value(rule_.right);
  if (left && right && left->is_function() && right->is_function()) return functions(*left, *right, choose);
  return at(std::nullopt, left, right);
}

Judge::Failure Judge::proposition() {
  const Evaluated<Value> holds = evaluator_.value(rule_.left);
  if (!holds && !is_ill_formed(holds)) return holds.error();
  if (holds && holds->truth()) return std::optional<Difference>();
  return std::optional(Difference{std::nullopt, holds, Value::truth(true), {}});
}

Judge::Failure Judge::sets() {
  const auto members = [this](TermId set) -> Evaluated<Value> {
    REFOLD_TRY(const Elements all, evaluator_.elements(set));
    Bag bag;
    for (const Value& element : *all) bag.emplace_back(element, 1);
    return Value::bag(std::move(bag));
  };
  const Evaluated<Value> left = members(rule_.left), right = members(rule_.right);  // in this order
  return at(std::nullopt, left, right);
}

/// The claim for one index, or for sides that are no functions.
Judge::Failure Judge::at(const std::optional<Value>& index, Evaluated<Value> left, Evaluated<Value> right) {
  if (!left && !is_ill_formed(left)) return left.error();
  if (!right && !is_ill_formed(right)) return right.error();
  if (!left && (!right || rule_.directed)) return std::optional<Difference>();
  if (left && right) {
    REFOLD_TRY(const bool equal, evaluator_.same(*left, *right));
    if (equal) return std::optional<Difference>();
  }
  return std::optional(Difference{index, std::move(left), std::move(right), {}});
}

Judge::Failure Judge::functions(const Value& left, const Value& right, const Chooser& choose) {
  REFOLD_TRY(const Domain from, evaluator_.domain(left));
  REFOLD_TRY(const Domain other, evaluator_.domain(right));
  REFOLD_TRY(const bool small,
             from.bags || other.bags ? Evaluated<bool>(false) : evaluator_.finite(from.set, from.env));
  if (!small) {
    REFOLD_TRY(const Value index, choose(from));
    const Evaluated<Value> x = evaluator_.apply(left, index), y = evaluator_.apply(right, index);  // in this order
    return at(index, x, y);
  }
  const auto elements = [this](const Domain& domain) -> Evaluated<Value> {
    REFOLD_TRY(const Elements all, evaluator_.elements(domain.set, domain.env));
    Bag bag;
    for (const Value& element : *all) bag.emplace_back(element, 1);
    return Value::bag(std::move(bag));
  };
  const Evaluated<Value> mine = elements(from), theirs = elements(other);
  REFOLD_TRY(const std::optional<Difference> shapes, at(std::nullopt, mine, theirs));
  std::optional<Difference> first;
  if (mine)
    for (const auto& [index, count] : mine->bag()) {
      const Evaluated<Value> x = evaluator_.apply(left, index);
      if (is_ill_formed(x)) {  // the left side has no meaning: only `=` can still fail, by a right side that has one
        if (rule_.directed) return std::optional<Difference>();
        if (first && first->left) first.reset();
      }
      if (shapes || (first && x)) continue;
      REFOLD_TRY(const std::optional<Difference> here, at(index, x, evaluator_.apply(right, index)));
      if (here) first = here;
    }
  if (!shapes) return first;
  Difference difference = *shapes;
  if (mine && theirs)
    difference.shapes =
        fmt::format("left is on {}, right on {}", counted(cardinality(mine->bag()), "index", "indices"), cardinality(theirs->bag()));
  return std::optional(std::move(difference));
}

}  // namespace refold
