#include "egraph/estimate.h"

#include <algorithm>

namespace refold {
namespace {

class Estimator {
 public:
  Estimator(Terms& terms, const DataSizes& data) : terms_(terms), data_(data) {}

  Estimate whole(TermId term) {
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

  /// The share of indices at which a condition holds.
  Rational share(TermId condition) {
    const Term t = terms_[condition];
    switch (t.op) {
      case Op::True: return 1;
      case Op::False: return 0;
      case Op::And: {
        Rational all = 1;
        for (const TermId part : t.operands) all *= share(part);
        return all;
      }
      case Op::Less: case Op::LessEq: case Op::Eq: {
        for (const TermId side : t.operands)
          if (terms_.is(side, Op::Card)) return std::min(Rational(1), elements(terms_[side].operands[0]));
        return t.op == Op::Eq ? Rational(1, data_.size) : Rational(1, 2);
      }
      default: return Rational(1, 2);
    }
  }

  /// The average number of elements of a bag.
  Rational elements(TermId bag) {
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
        Rational total = 1;
        for (const TermId part : t.operands)
          if (!terms_.is(part, Op::Star)) total *= fan(part);
        return total;
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
    else if (t.op == Op::Stack) for (const TermId part : t.operands) function(part, ratio(count, static_cast<long>(t.operands.size())));
    else if (t.op == Op::Fork) for (const TermId part : t.operands) function(part, count);
  }

  /// From the innermost part outwards; `each` is the number of elements that belong to one index.
  void chain(const std::vector<TermId>& parts, const Rational& count) {
    Rational each = 1;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      const Term t = terms_[*part];
      if (t.op == Op::Star) {
        function(t.operands[0], count * each);
      } else if (terms_.is(terms_.sort(*part), Op::ReductionOf)) {
        reduced(*part, count, each);
        each = 1;
      } else if (!terms_.is(terms_.sort(*part), Op::ReductionOf) && terms_.is(terms_.codomain(*part), Op::BagOf)) {
        function(*part, count * each);
        each *= fan(*part);
      } else {
        function(*part, count * each);
      }
    }
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
      case Op::Apply: {
        const Term head = terms_[t.operands[0]];
        if (terms_.is(terms_.sort(t.operands[0]), Op::ReductionOf)) {
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
  const DataSizes& data_;
  Rational products_ = 0, steps_ = 0;
};

}  // namespace

Estimate estimate(Terms& terms, const DataSizes& data, TermId term) { return Estimator(terms, data).whole(term); }

}  // namespace refold
