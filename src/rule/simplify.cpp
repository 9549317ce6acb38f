#include "rule/simplify.h"

#include <algorithm>
#include <map>
#include <optional>

namespace refold {

TermId unit(Terms& terms, TermId reduction) {
  const Term term = terms[reduction];
  if (term.op != Op::Reduce) return {};
  const std::string_view name = terms.store().name_text(term.payload);
  const TermId value = terms[term.sort].operands[0];
  const bool truth = terms.is(value, Op::Bool), number = terms.is(value, Op::Real) || terms.is(value, Op::Int);
  if (name == "all" && truth) return terms.truth(true);
  if (name == "any" && truth) return terms.truth(false);
  if (name == "sum" && number) return terms.number(0, value);
  if (name == "prod" && number) return terms.number(1, value);
  return {};
}

namespace {

class Simplifier {
 public:
  explicit Simplifier(Terms& terms) : terms_(terms) {}

  TermId visit(TermId id) {
    if (const auto at = memo_.find(id); at != memo_.end()) return at->second;
    const Term term = terms_[id];
    std::vector<TermId> operands;
    for (const TermId operand : term.operands) operands.push_back(visit(operand));
    TermId made = id;
    if (operands != term.operands || needs_sort(term.op))
      made = terms_.rebuild(id, std::move(operands),
                            needs_sort(term.op) && term.op != Op::Input ? visit(term.sort) : term.sort);
    const TermId better = law(made);
    const TermId result = better.valid() && better != made ? visit(better) : made;
    memo_.emplace(id, result);
    return result;
  }

 private:
  std::optional<Rational> literal(TermId id) {
    if (terms_[id].op != Op::Number) return std::nullopt;
    return terms_.store().number_value(terms_[id].payload);
  }
  bool exact(TermId value_sort) { return terms_.is(value_sort, Op::Real) || terms_.is(value_sort, Op::Int); }

  /// The right side of the one law that applies at the root, or an invalid id.
  TermId law(TermId id) {
    const Term term = terms_[id];
    switch (term.op) {
      case Op::Card: return card(term);
      case Op::Compose: return chain(term);
      case Op::Apply: return applied(term);
      case Op::Guard: {
        const Op condition = terms_[term.operands[0]].op;
        if (condition == Op::True) return term.operands[1];
        return condition == Op::False ? empty(term.sort) : TermId{};
      }
      case Op::BagSum: return bag_sum(term);
      case Op::Subset: return terms_[term.operands[1]].op == Op::True ? term.operands[0] : TermId{};
      case Op::And: return junction(term, Op::True, Op::False);
      case Op::Or: return junction(term, Op::False, Op::True);
      case Op::Not: {
        const Term inner = terms_[term.operands[0]];
        if (inner.op == Op::True) return terms_.truth(false);
        if (inner.op == Op::False) return terms_.truth(true);
        return inner.op == Op::Not ? inner.operands[0] : TermId{};
      }
      case Op::Implies:
        if (terms_[term.operands[0]].op == Op::True) return term.operands[1];
        if (terms_[term.operands[0]].op == Op::False || terms_[term.operands[1]].op == Op::True)
          return terms_.truth(true);
        return {};
      case Op::If: {
        const Op condition = terms_[term.operands[0]].op;
        if (condition == Op::True) return term.operands[1];
        return condition == Op::False ? term.operands[2] : TermId{};
      }
      case Op::ForAll: return terms_[term.operands[1]].op == Op::True ? terms_.truth(true) : TermId{};
      case Op::Eq: case Op::Same: case Op::Less: case Op::LessEq: return comparison(term);
      case Op::Add: case Op::Mul: case Op::Neg: case Op::Abs: case Op::Min: case Op::Max: return arithmetic(term);
      default: return {};
    }
  }

  TermId empty(TermId bag_sort) { return terms_.must(Op::Empty, {terms_[bag_sort].operands[0]}); }

  /// inverse(kappa) . kappa = single for an enumeration kappa.
  TermId chain(const Term& term) {
    for (std::size_t k = 0; k + 1 < term.operands.size(); ++k) {
      const Term outer = terms_[term.operands[k]];
      if (outer.op != Op::Inverse || outer.operands[0] != term.operands[k + 1] ||
          !terms_.is(outer.operands[0], Op::Enumerate))
        continue;
      std::vector<TermId> links = term.operands;
      links[k] = terms_.must(Op::Single, {terms_.domain(outer.operands[0])});
      links.erase(links.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return terms_.compose(std::move(links));
    }
    return {};
  }

  TermId card(const Term& term) {
    const Term bag = terms_[term.operands[0]];
    if (bag.op == Op::Empty) return terms_.int_number(0);
    if (bag.op == Op::BagSum) {
      std::vector<TermId> sizes;
      for (const TermId part : bag.operands) sizes.push_back(terms_.must(Op::Card, {part}));
      return terms_.must(Op::Add, std::move(sizes));
    }
    if (bag.op == Op::Elements) {
      const Term set = terms_[bag.operands[0]];
      // |[n]| is n for a well-formed [n].
      return set.op == Op::Range ? set.operands[0] : TermId{};
    }
    if (bag.op != Op::Apply) return {};
    const Op function = terms_[bag.operands[0]].op;
    if (function == Op::Single) return terms_.int_number(1);
    return function == Op::Star ? terms_.must(Op::Card, {bag.operands[1]}) : TermId{};
  }

  TermId applied(const Term& term) {
    const Term function = terms_[term.operands[0]];
    const Term argument = terms_[term.operands[1]];
    const bool single = argument.op == Op::Apply && terms_[argument.operands[0]].op == Op::Single;
    if (function.op == Op::Inverse && argument.op == Op::Apply && function.operands[0] == argument.operands[0] &&
        terms_.is(function.operands[0], Op::Enumerate))
      return terms_.apply(terms_.must(Op::Single, {terms_.domain(function.operands[0])}), argument.operands[1]);
    if (function.op == Op::The) return single ? argument.operands[1] : TermId{};
    if (function.op == Op::Star) {
      if (argument.op == Op::Empty) return empty(term.sort);
      if (!single) return {};
      return terms_.apply(terms_.must(Op::Single, {terms_.codomain(function.operands[0])}),
                          terms_.apply(function.operands[0], argument.operands[1]));
    }
    if (function.op == Op::Flatten) {
      if (argument.op == Op::Empty) return empty(term.sort);
      return single ? argument.operands[1] : TermId{};
    }
    if (function.op != Op::Reduce) return {};
    if (single) return argument.operands[1];
    if (argument.op == Op::Empty) return unit(terms_, term.operands[0]);
    if (argument.op != Op::BagSum || !terms_.is(term.sort, Op::Bool)) return {};
    const std::string_view name = terms_.store().name_text(function.payload);
    if (name != "all" && name != "any") return {};
    std::vector<TermId> parts;
    for (const TermId part : argument.operands) parts.push_back(terms_.apply(term.operands[0], part));
    return terms_.must(name == "all" ? Op::And : Op::Or, std::move(parts));
  }

  TermId bag_sum(const Term& term) {
    std::vector<TermId> kept;
    for (const TermId part : term.operands)
      if (terms_[part].op != Op::Empty) kept.push_back(part);
    if (kept.size() == term.operands.size() && kept.size() > 1) return {};
    if (kept.empty()) return term.operands[0];
    return kept.size() == 1 ? kept[0] : terms_.must(Op::BagSum, std::move(kept));
  }

  /// `and` and `or`: flat, each operand once (the first), without neutral ones; an absorbing one is the result.
  TermId junction(const Term& term, Op neutral, Op absorbing) {
    std::vector<TermId> kept;
    bool changed = false;
    for (const TermId part : term.operands) {
      const Term operand = terms_[part];
      if (operand.op == absorbing) return part;
      const std::vector<TermId> inner = operand.op == term.op ? operand.operands : std::vector<TermId>{part};
      changed |= operand.op == term.op || operand.op == neutral;
      for (const TermId one : inner) {
        if (terms_[one].op == neutral) continue;
        if (std::find(kept.begin(), kept.end(), one) != kept.end()) changed = true;
        else kept.push_back(one);
      }
    }
    if (kept.empty()) return terms_.truth(neutral == Op::True);
    if (kept.size() == 1) return kept[0];
    return changed ? terms_.must(term.op, std::move(kept)) : TermId{};
  }

  TermId comparison(const Term& term) {
    const bool equality = term.op == Op::Eq || term.op == Op::Same;
    // In a number model == is the model's comparison, and NaN differs from itself.
    if (term.operands[0] == term.operands[1] &&
        (term.op == Op::Same || (equality && !terms_.is(terms_.sort(term.operands[0]), Op::Model))))
      return terms_.truth(true);
    const auto a = literal(term.operands[0]), b = literal(term.operands[1]);
    if (!a || !b || !exact(terms_.erase(terms_.sort(term.operands[0])))) return {};
    if (equality) return terms_.truth(*a == *b);
    return terms_.truth(term.op == Op::Less ? *a < *b : *a <= *b);
  }

  TermId arithmetic(const Term& term) {
    const TermId value = terms_.erase(term.sort);
    if (!exact(value)) return {};
    std::vector<Rational> numbers;
    for (const TermId operand : term.operands) {
      const auto number = literal(operand);
      if (!number) return {};
      numbers.push_back(*number);
    }
    Rational result = numbers[0];
    for (std::size_t k = 1; k < numbers.size(); ++k) switch (term.op) {
        case Op::Add: result += numbers[k]; break;
        case Op::Mul: result *= numbers[k]; break;
        case Op::Min: result = std::min(result, numbers[k]); break;
        default: result = std::max(result, numbers[k]); break;
      }
    if (term.op == Op::Neg || (term.op == Op::Abs && result < 0)) result = -result;
    return terms_.number(result, value);
  }

  Terms& terms_;
  std::map<TermId, TermId> memo_;
};

}  // namespace

TermId simplify(Terms& terms, TermId term) { return Simplifier(terms).visit(term); }

}  // namespace refold
