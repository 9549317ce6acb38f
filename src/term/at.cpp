#include "term/at.h"

#include <fmt/format.h>

#include <functional>

namespace refold {
namespace {

class Pointwise {
 public:
  explicit Pointwise(Terms& terms) : terms_(terms) {}

  TermId value(TermId id) {
    const Term term = terms_[id];
    if (terms_.is(term.sort, Op::BagOf)) return bag(id);
    if (term.op == Op::Apply) return apply(term.operands[0], term.operands[1]);
    return inside(id);
  }

  TermId apply(TermId function, TermId argument) {
    const Term f = terms_[function];
    if (f.op == Op::Compose) {
      TermId result = value(argument);
      for (auto part = f.operands.rbegin(); part != f.operands.rend(); ++part) result = apply(*part, result);
      return result;
    }
    if (terms_.is(terms_.codomain(function), Op::BagOf)) return bag_of(function, value(argument));
    if (f.op == Op::The) {
      const TermId only = value(argument);
      const Term single = terms_[only];
      if (single.op == Op::Apply && terms_.is(single.operands[0], Op::Single)) return single.operands[1];
      return terms_.apply(function, only);
    }
    const TermId applied = terms_.apply(function, value(argument));
    // The builder may have put the argument into a body, which is then read in turn.
    const Term made = terms_[applied];
    if (made.op == Op::Apply && made.operands[0] == function) return applied;
    return value(applied);
  }

 private:
  using Body = std::function<TermId(TermId)>;

  /// Operands in point-wise form; bodies of binders with a fresh variable.
  TermId inside(TermId id) {
    const Term term = terms_[id];
    if (term.operands.empty()) return id;
    std::vector<TermId> operands;
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      if (info(term.op).binder && k == 1) {
        const TermId x = fresh(term.operands[0]);
        operands.push_back(terms_.abstract(value(terms_.instantiate(term.operands[1], x)), x));
      } else {
        operands.push_back(value(term.operands[k]));
      }
    }
    return terms_.rebuild(id, std::move(operands));
  }

  TermId fresh(TermId sort) { return terms_.input(fmt::format("%t%at{}", ++count_), sort); }
  TermId element(TermId bag) { return terms_[terms_.sort(bag)].operands[0]; }
  TermId single(TermId value) { return terms_.apply(terms_.must(Op::Single, {terms_.sort(value)}), value); }

  /// {.. for x in source}: the sum of body(x).
  TermId over(TermId source, TermId domain, const Body& body) {
    const TermId x = fresh(domain);
    const TermId inner = body(x);
    const TermId function = terms_.lambda(domain, terms_.abstract(inner, x));
    const TermId bags = terms_.apply(terms_.must(Op::Star, {function}), source);
    return terms_.apply(terms_.must(Op::Flatten, {element(inner)}), bags);
  }
  /// Each element of a set once; a subset is its base with a guard.
  TermId over_set(TermId set, const Body& body) {
    const Term term = terms_[set];
    if (term.op == Op::Subset)
      return over_set(term.operands[0], [&](TermId x) {
        return terms_.must(Op::Guard, {value(terms_.instantiate(term.operands[1], x)), body(x)});
      });
    return over(terms_.must(Op::Elements, {set}), set, body);
  }

  /// A bag in comprehension form with every element e replaced by the bag body(e).
  TermId bind(TermId bag_form, const Body& body) {
    const Term term = terms_[bag_form];
    switch (term.op) {
      case Op::Empty: {
        const TermId probe = body(fresh(term.operands[0]));
        return terms_.must(Op::Empty, {element(probe)});
      }
      case Op::BagSum: {
        std::vector<TermId> parts;
        for (const TermId part : term.operands) parts.push_back(bind(part, body));
        return terms_.must(Op::BagSum, parts);
      }
      case Op::Guard: return terms_.must(Op::Guard, {term.operands[0], bind(term.operands[1], body)});
      case Op::Apply: {
        if (terms_.is(term.operands[0], Op::Single)) return body(term.operands[1]);
        if (terms_.is(term.operands[0], Op::Flatten)) {
          const Term starred = terms_[term.operands[1]];
          if (starred.op == Op::Apply && terms_.is(starred.operands[0], Op::Star)) {
            const TermId function = terms_[starred.operands[0]].operands[0];
            return over(starred.operands[1], terms_.domain(function),
                        [&](TermId x) { return bind(terms_.apply(function, x), body); });
          }
        }
        return over(bag_form, element(bag_form), body);
      }
      default: return over(bag_form, element(bag_form), body);
    }
  }

  /// The bag function(argument), argument in point-wise form.
  TermId bag_of(TermId function, TermId argument) {
    const Term f = terms_[function];
    switch (f.op) {
      case Op::Single: return terms_.apply(function, argument);
      case Op::Star: return bind(bag(argument), [&](TermId x) { return single(apply(f.operands[0], x)); });
      case Op::Flatten: return bind(bag(argument), [&](TermId inner) { return bag(inner); });
      case Op::Inverse: {
        const TermId phi = f.operands[0];
        return over_set(terms_.domain(phi), [&](TermId i) {
          return terms_.must(Op::Guard, {terms_.must(Op::Eq, {apply(phi, i), argument}), single(i)});
        });
      }
      case Op::Fork: {
        std::vector<TermId> parts;
        const TermId tagged = terms_[terms_.codomain(function)].operands[0];
        for (std::size_t k = 0; k < f.operands.size(); ++k)
          parts.push_back(bind(apply(f.operands[k], argument), [&](TermId x) {
            return single(terms_.must(Op::Inject, {x}, static_cast<std::int64_t>(k), tagged));
          }));
        return terms_.must(Op::BagSum, parts);
      }
      case Op::ForkOver: {
        const TermId members = terms_[terms_[terms_.codomain(function)].operands[0]].operands[1];
        return over_set(f.operands[0], [&](TermId k) {
          return bind(apply(terms_.instantiate(f.operands[1], k), argument),
                      [&](TermId x) { return single(tagged(k, x, members)); });
        });
      }
      case Op::Copies:
        return over_set(f.operands[0], [&](TermId k) { return single(terms_.tuple({k, argument})); });
      default: {
        const TermId applied = terms_.apply(function, argument);
        const Term made = terms_[applied];
        if (made.op == Op::Apply && made.operands[0] == function) return applied;
        return bag(applied);
      }
    }
  }

  /// (k, x), x in one of the sets `members`; the tuple of a sigma is flat, so (k, a, b) where x is (a, b).
  TermId tagged(TermId k, TermId x, TermId members) {
    const Term set = terms_[members];
    if (set.op != Op::Product) return terms_.tuple({k, x});
    std::vector<TermId> parts{k};
    for (std::size_t c = 0; c < set.operands.size(); ++c) parts.push_back(terms_.proj(static_cast<std::int64_t>(c), x));
    return terms_.tuple(std::move(parts));
  }

  TermId bag(TermId id) {
    const Term term = terms_[id];
    switch (term.op) {
      case Op::Elements: {
        if (!terms_.is(term.operands[0], Op::Subset)) return id;
        return over_set(term.operands[0], [&](TermId x) { return single(x); });
      }
      case Op::Apply: {
        // Already in comprehension form: read the body in turn.
        if (terms_.is(term.operands[0], Op::Flatten)) {
          const Term starred = terms_[term.operands[1]];
          if (starred.op == Op::Apply && terms_.is(starred.operands[0], Op::Star)) {
            const TermId function = terms_[starred.operands[0]].operands[0];
            return bind(bag(starred.operands[1]), [&](TermId x) { return apply(function, x); });
          }
        }
        return apply(term.operands[0], term.operands[1]);
      }
      case Op::Guard: return terms_.must(Op::Guard, {value(term.operands[0]), bag(term.operands[1])});
      case Op::BagSum: {
        std::vector<TermId> parts;
        for (const TermId part : term.operands) parts.push_back(bag(part));
        return terms_.must(Op::BagSum, parts);
      }
      default: return inside(id);
    }
  }

  Terms& terms_;
  int count_ = 0;
};

}  // namespace

TermId at(Terms& terms, TermId function, TermId index) { return Pointwise(terms).apply(function, index); }
TermId pointwise(Terms& terms, TermId term) { return Pointwise(terms).value(term); }

}  // namespace refold
