#include "egraph/estimate.h"

#include <algorithm>
#include <memory>
#include <set>

#include "rule/known.h"

namespace refold {
namespace {

class Estimator {
 public:
  Estimator(Terms& terms, DataSizes data) : terms_(terms), data_(std::move(data)) {}

  Estimate whole(TermId term) {
    products_ = steps_ = 0;
    const TermId domain = terms_.domain(term);
    if (domain.valid() && terms_.is_set(domain)) function(term, size(domain));
    else value(term, 1);
    return {round_up(products_), round_up(steps_)};
  }

 private:
  static Integer round_up(const Rational& value) { return (numerator(value) + denominator(value) - 1) / denominator(value); }

  // -- numbers of elements

  Rational number(TermId term) {
    const Term t = terms_[term];
    switch (t.op) {
      case Op::Number: return terms_.store().number_value(t.payload);
      case Op::Input: {
        const auto at = data_.sizes.find(term);
        return at == data_.sizes.end() ? Rational(data_.size) : Rational(at->second);
      }
      case Op::Card: return elements(t.operands[0]);
      case Op::Stored: return stored(t.operands[0]);
      case Op::Add: case Op::Mul: {
        Rational total = t.op == Op::Add ? 0 : 1;
        for (const TermId part : t.operands) t.op == Op::Add ? total += number(part) : total *= number(part);
        return total;
      }
      default: return data_.size;
    }
  }

  Rational stored(TermId tensor) {
    const auto at = data_.stored.find(tensor);
    if (at != data_.stored.end()) return Rational(at->second);
    return size(terms_.domain(tensor)) / Rational(data_.sparsity);
  }

  Rational size(TermId set) {
    if (const auto known = sizes_.find(set); known != sizes_.end()) return known->second;
    return sizes_.emplace(set, size_of(set)).first->second;
  }

  Rational size_of(TermId set) {
    const Term t = terms_[set];
    switch (t.op) {
      case Op::Range: return std::max(Rational(0), number(t.operands[0]));
      case Op::Product: case Op::Sigma: {
        Rational total = 1;
        for (const TermId part : t.operands) total *= size(part);
        return total;
      }
      case Op::Union: {
        Rational total = 0;
        for (const TermId part : t.operands) total += size(part);
        return total;
      }
      case Op::Subset: return size(t.operands[0]) * share(t.operands[1]);
      case Op::Support: return size(terms_.domain(t.operands[0]));
      case Op::Image: return std::min(size(terms_.domain(t.operands[0])), size(terms_.codomain(t.operands[0])));
      case Op::Input: {
        const auto at = data_.sizes.find(set);
        return at == data_.sizes.end() ? Rational(data_.size) : Rational(at->second);
      }
      default: return data_.size;
    }
  }

  /// What a condition comes to, each once: conjuncts; |m| >= 1 for |m| == 1 where m has at most one element, so that two
  /// ways to say "something is stored here" are one; for a place in an enumeration of S what S asks of its elements.
  void demands(TermId condition, std::set<TermId>& found) {
    for (const TermId part : conjuncts(terms_, condition)) {
      const TermId bag = counted(part);
      if (!bag.valid()) {
        found.insert(part);
        continue;
      }
      const TermId head = terms_.is(bag, Op::Apply) ? terms_[bag].operands[0] : TermId{};
      const TermId map = head.valid() && terms_.is(head, Op::Inverse) ? terms_[head].operands[0] : TermId{};
      if (!map.valid() || !terms_.is(map, Op::Enumerate)) {
        found.insert(terms_.must(Op::LessEq, {terms_.int_number(1), terms_.must(Op::Card, {bag})}));
        continue;
      }
      const TermId element = terms_[bag].operands[1];
      for (const TermId asked : known_membership(terms_, element, terms_[map].operands[0])) demands(asked, found);
    }
  }

  /// The bag of which a condition says that it is not empty.
  TermId counted(TermId condition) {
    const Term t = terms_[condition];
    if (t.op != Op::Eq && t.op != Op::LessEq) return {};
    for (std::size_t side = 0; side < 2; ++side) {
      const Term card = terms_[t.operands[side]], bound = terms_[t.operands[1 - side]];
      if (card.op != Op::Card || bound.op != Op::Number || terms_.store().number_value(bound.payload) != 1) continue;
      if (t.op == Op::LessEq ? side == 1 : at_most_one(card.operands[0])) return card.operands[0];
    }
    return {};
  }

  /// The share of indices at which conditions hold. Those that are one condition, or that hold anyway because of the
  /// enumerations in them, count once and not at all; the others are taken to be independent.
  Rational share(const std::vector<TermId>& conditions) {
    std::set<TermId> asked, given;
    for (const TermId condition : conditions) {
      demands(condition, asked);
      for (const TermId known : enumerations(condition)) demands(known, given);
    }
    Rational all = 1;
    for (const TermId condition : asked)
      if (given.count(condition) == 0) all *= single_share(condition);
    return all;
  }
  Rational share(TermId condition) {
    if (const auto known = shares_.find(condition); known != shares_.end()) return known->second;
    return shares_.emplace(condition, share(std::vector<TermId>{condition})).first->second;
  }

  const std::vector<TermId>& enumerations(TermId term) {
    if (const auto known = enumerated_.find(term); known != enumerated_.end()) return known->second;
    return enumerated_.emplace(term, enumerated(terms_, term)).first->second;
  }

  Rational single_share(TermId condition) {
    const Term t = terms_[condition];
    switch (t.op) {
      case Op::True: return 1;
      case Op::False: return 0;
      case Op::Less: case Op::LessEq: case Op::Eq: {
        for (const TermId side : t.operands)
          if (terms_.is(side, Op::Card)) return occupied(terms_[side].operands[0]);
        return t.op == Op::Eq ? Rational(1, data_.size) : Rational(1, 2);
      }
      default: return Rational(1, 2);
    }
  }

  /// The share of indices at which a bag is not empty.
  Rational occupied(TermId bag) {
    const Term t = terms_[bag];
    if (t.op == Op::Apply && terms_.is(t.operands[0], Op::Inverse)) {
      const TermId map = terms_[t.operands[0]].operands[0];
      return std::min(Rational(1), ratio(image(map), size(terms_.codomain(map))));
    }
    return std::min(Rational(1), elements(bag));
  }

  /// The number of different values of a map: of some components of the elements of a subset, those conditions count
  /// that speak of these components only.
  Rational image(TermId map) {
    const Term t = terms_[map];
    const Rational most = std::min(size(terms_.domain(map)), size(terms_.codomain(map)));
    if (t.op != Op::Compose || t.operands.size() != 2 || !terms_.is(t.operands[1], Op::Enumerate)) return most;
    const Term set = terms_[terms_[t.operands[1]].operands[0]];
    const Term lambda = terms_[t.operands[0]];
    if (set.op != Op::Subset || lambda.op != Op::Lambda || !terms_.is(set.operands[0], Op::Product)) return most;
    std::set<std::int64_t> kept;
    components(lambda.operands[1], kept);
    Rational count = 1;
    for (const std::int64_t k : kept) count *= k < 0 ? size(set.operands[0]) : size(terms_[set.operands[0]].operands[static_cast<std::size_t>(k)]);
    const Term condition = terms_[set.operands[1]];
    std::vector<TermId> speaking;
    for (const TermId part : condition.op == Op::And ? condition.operands : std::vector<TermId>{set.operands[1]}) {
      std::set<std::int64_t> used;
      components(part, used);
      if (std::includes(kept.begin(), kept.end(), used.begin(), used.end())) speaking.push_back(part);
    }
    return std::min(most, Rational(count * share(speaking)));
  }

  /// The components of Bound(0) that a body uses; -1 for the whole. Inner binders are not looked into: they count as all.
  void components(TermId body, std::set<std::int64_t>& used) {
    const Term t = terms_[body];
    if (terms_.store().free_depth(body) == 0) return;
    if (t.op == Op::Proj && terms_.is(t.operands[0], Op::Bound)) used.insert(t.payload);
    else if (t.op == Op::Bound || info(t.op).binder) used.insert(-1);
    else for (const TermId part : t.operands) components(part, used);
  }

  /// The average number of elements of a bag at the indices where it is read.
  Rational elements(TermId bag) { return gathered(bag, 1); }

  /// The same where only a share of the indices is read: these are taken to be all those where the bag has elements,
  /// as are those that an enumeration gives. A subset is never assumed to miss any, so that restricting an index set
  /// alone makes nothing cheaper.
  Rational gathered(TermId bag, const Rational& run_through) {
    const TermId card = terms_.must(Op::Card, {bag});
    for (const TermId known : enumerations(bag))
      if (terms_.is(known, Op::Eq) && terms_[known].operands[0] == card) return number(terms_[known].operands[1]);
    const Rational mean = average(bag);
    if (uniform(bag)) return mean;
    const Rational most = ratio(mean, enumerated_share(bag) * run_through);
    return at_most_one(bag) ? std::min(Rational(1), most) : most;
  }

  /// The share of its whole set that the enumerations inside a term run through.
  Rational enumerated_share(TermId term) {
    const Term t = terms_[term];
    Rational share = 1;
    if (t.op == Op::Enumerate) {
      const Term set = terms_[t.operands[0]];
      return set.op == Op::Subset ? ratio(size(t.operands[0]), size(set.operands[0])) : Rational(1);
    }
    if (info(t.op).binder) return 1;
    // The function that is applied is not where the index comes from.
    for (std::size_t k = t.op == Op::Apply && !terms_.is(t.operands[0], Op::Enumerate) && !terms_.is(t.operands[0], Op::Star) ? 1 : 0;
         k < t.operands.size(); ++k)
      share *= enumerated_share(t.operands[k]);
    return share == 0 ? Rational(1) : share;
  }

  /// Whether a bag has the same number of elements at every index.
  bool uniform(TermId bag) {
    const Term t = terms_[bag];
    if (t.op == Op::Elements || t.op == Op::Empty) return true;
    if (t.op != Op::Apply) return false;
    const Term head = terms_[t.operands[0]];
    return head.op == Op::Single || head.op == Op::Fork || head.op == Op::Copies || (head.op == Op::Star && uniform(t.operands[1]));
  }
  bool at_most_one(TermId bag) {
    const Term t = terms_[bag];
    if (t.op != Op::Apply) return false;
    const Term head = terms_[t.operands[0]];
    return head.op == Op::Single || head.op == Op::Positions || (head.op == Op::Inverse && terms_.is(head.operands[0], Op::Enumerate)) ||
           (head.op == Op::Star && at_most_one(t.operands[1]));
  }

  Rational average(TermId bag) {
    if (const auto known = averages_.find(bag); known != averages_.end()) return known->second;
    return averages_.emplace(bag, average_of(bag)).first->second;
  }

  Rational average_of(TermId bag) {
    const Term t = terms_[bag];
    if (t.op == Op::Elements) return size(t.operands[0]);
    if (t.op == Op::Guard) return share(t.operands[0]) * elements(t.operands[1]);
    if (t.op == Op::BagSum) {
      Rational total = 0;
      for (const TermId part : t.operands) total += elements(part);
      return total;
    }
    if (t.op != Op::Apply) return t.op == Op::Empty ? 0 : 1;
    const Term head = terms_[t.operands[0]];
    if (head.op == Op::Star) return elements(t.operands[1]);
    if (head.op == Op::Flatten) {
      const Term starred = terms_[t.operands[1]];
      if (starred.op != Op::Apply || !terms_.is(starred.operands[0], Op::Star)) return 1;
      return elements(starred.operands[1]) * fan(terms_[starred.operands[0]].operands[0]);
    }
    return fan(t.operands[0]);
  }

  /// The average number of elements that an index function gives.
  Rational fan(TermId function) {
    const Term t = terms_[function];
    switch (t.op) {
      case Op::Positions: return ratio(stored(t.operands[0]), size(terms_.domain(t.operands[0])));
      case Op::Inverse: return ratio(size(terms_.domain(t.operands[0])), size(terms_.codomain(t.operands[0])));
      case Op::Fork: {
        Rational total = 0;
        for (const TermId part : t.operands) total += fan(part);
        return total;
      }
      case Op::Copies: return size(t.operands[0]);
      case Op::Compose: {
        return elements(value_at_any(function));
      }
      case Op::Lambda: return terms_.is(terms_.sort(t.operands[1]), Op::BagOf) ? elements(t.operands[1]) : Rational(1);
      default: return 1;
    }
  }

  static Rational ratio(const Rational& a, const Rational& b) { return b == 0 ? Rational(0) : a / b; }

  // -- work

  /// The function at `count` indices.
  void function(TermId id, const Rational& count) {
    const Term t = terms_[id];
    if (t.op == Op::Compose) chain(t.operands, count);
    else if (t.op == Op::Lambda) value(t.operands[1], count);
    else if (t.op == Op::Stack)
      for (const TermId part : t.operands) function(part, is_step(part) ? size(terms_.domain(part)) : ratio(count, static_cast<long>(t.operands.size())));
    else if (t.op == Op::Fork) for (const TermId part : t.operands) function(part, count);
  }

  /// A sum that is an operand is computed once at each of its indices, before what reads it; a sum of at most one value
  /// is looked up where it is read.
  bool is_step(TermId id) {
    const Term t = terms_[id];
    if (t.op != Op::Compose || !terms_.is_set(terms_.domain(id)) || at_most_one(value_at_any(t.operands.back()))) return false;
    return std::any_of(t.operands.begin(), t.operands.end(), [&](TermId part) {
      const Term& head = terms_[part];
      return head.op == Op::Reduce && terms_.store().name_text(head.payload) != "prod";
    });
  }

  /// From the innermost part outwards; `each` is the number of elements that belong to one index, `point` the value
  /// there as long as all parts were maps.
  void chain(const std::vector<TermId>& parts, const Rational& count) {
    Rational each = 1;
    const TermId domain = terms_.domain(parts.back());
    const Rational run_through = std::min(Rational(1), ratio(count, size(domain)));
    TermId point = terms_.bound(0, terms_.shift(domain, 1));
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      const Term t = terms_[*part];
      if (terms_.is(t.sort, Op::ReductionOf)) {
        reduced(*part, count, each);
        each = 1;
        continue;
      }
      const TermId inner = t.op == Op::Star ? t.operands[0] : *part;
      const Rational at = count * each;
      function(inner, at);
      if (t.op == Op::The) each = 1;
      if (point.valid()) point = terms_.apply(terms_.shift(*part, 1), point);
      if (t.op == Op::Flatten || !terms_.is(terms_.codomain(inner), Op::BagOf)) continue;
      if (t.op != Op::Star && point.valid()) each *= gathered(point, run_through);
      else each *= gathered(value_at_any(inner), std::min(Rational(1), ratio(at, size(terms_.domain(inner)))));
      point = {};
    }
  }

  TermId value_at_any(TermId function) {
    return terms_.apply(terms_.shift(function, 1), terms_.bound(0, terms_.shift(terms_.domain(function), 1)));
  }

  /// A product of factors is one product; every other reduction goes through the elements.
  void reduced(TermId reduction, const Rational& count, const Rational& each) {
    const Term t = terms_[reduction];
    if (t.op == Op::Reduce && terms_.store().name_text(t.payload) == "prod") products_ += count;
    else steps_ += count * each;
  }

  void value(TermId id, const Rational& count) {
    const Term t = terms_[id];
    if (count == 0) return;
    switch (t.op) {
      case Op::Add: case Op::Mul: case Op::Divide: case Op::Pow: case Op::Min: case Op::Max: case Op::Abs: case Op::If:
        if (terms_.is_value_sort(terms_.erase(t.sort)) && !terms_.is(terms_.erase(t.sort), Op::Int)) products_ += count;
        for (const TermId part : t.operands) value(part, count);
        return;
      case Op::BagSum:
        for (const TermId part : t.operands) value(part, count);
        return;
      case Op::Apply: {
        const Term head = terms_[t.operands[0]];
        if (head.op == Op::Single) {
          value(t.operands[1], count);
        } else if (terms_.is(terms_.sort(t.operands[0]), Op::ReductionOf)) {
          reduced(t.operands[0], count, elements(t.operands[1]));
          value(t.operands[1], count);
        } else if (head.op == Op::Star) {
          function(head.operands[0], count * elements(t.operands[1]));
          value(t.operands[1], count);
        } else {
          if (terms_.is_value_sort(terms_.erase(terms_.sort(t.operands[1])))) products_ += count;
          function(t.operands[0], count);
          value(t.operands[1], count);
        }
        return;
      }
      default: return;
    }
  }

  Terms& terms_;
  const DataSizes data_;
  std::map<TermId, Rational> sizes_, shares_, averages_;  // of sets, conditions, bags
  std::map<TermId, std::vector<TermId>> enumerated_;
  Rational products_ = 0, steps_ = 0;
};

}  // namespace

Estimate estimate(Terms& terms, const DataSizes& data, TermId term) { return Estimator(terms, data).whole(term); }

std::function<Estimate(TermId)> estimator(Terms& terms, const DataSizes& data) {
  return [estimator = std::make_shared<Estimator>(terms, data)](TermId term) { return estimator->whole(term); };
}

}  // namespace refold
