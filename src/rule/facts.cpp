#include "rule/facts.h"

#include <algorithm>

#include "rule/known.h"
#include "rule/simplify.h"
#include "term/text.h"

namespace refold {

std::string_view name(FactKind kind) {
  switch (kind) {
    case FactKind::AtMostOne: return "at most one";
    case FactKind::ExactlyOne: return "exactly one";
    case FactKind::NonEmpty: return "not empty";
    case FactKind::Injective: return "injective";
    case FactKind::KeepsZero: return "keeps zero";
    case FactKind::Included: return "support included";
    case FactKind::ClosedForm: return "closed form";
    case FactKind::Holds: return "holds";
  }
  __builtin_unreachable();
}

std::vector<RuntimeCheck> checks(const Fact& fact) {
  std::vector<RuntimeCheck> all;
  if (fact.check) all.push_back(*fact.check);
  for (const Fact& premise : fact.from)
    for (RuntimeCheck& check : checks(premise))
      if (std::find(all.begin(), all.end(), check) == all.end()) all.push_back(std::move(check));
  return all;
}

namespace {

using Derived = std::optional<Fact>;

class Deriver {
 public:
  Deriver(Terms& terms, const DataFacts& data, std::vector<TermId> assumed)
      : terms_(terms), data_(data), assumed_(std::move(assumed)) {}

  Derived of(FactKind kind, TermId subject, TermId other) {
    switch (kind) {
      case FactKind::AtMostOne: case FactKind::ExactlyOne: case FactKind::NonEmpty: return size(kind, subject);
      case FactKind::Injective: return injective(subject);
      case FactKind::KeepsZero: return keeps_zero(subject);
      case FactKind::Included: return included(subject, other);
      case FactKind::ClosedForm: return closed_form(subject);
      case FactKind::Holds: return holds(subject);
    }
    __builtin_unreachable();
  }

 private:
  static Fact fact(FactKind kind, TermId subject, std::string reason, std::vector<Fact> from = {}) {
    return {kind, subject, {}, std::move(reason), std::move(from), {}};
  }
  TermId point(TermId domain) { return terms_.bound(0, terms_.shift(domain, 1)); }
  TermId at_point(TermId function) { return terms_.apply(terms_.shift(function, 1), point(terms_.domain(function))); }
  bool is_bag(TermId term) { return terms_.is(terms_.sort(term), Op::BagOf); }

  /// Runs `body` with the assumptions moved under a binder over `domain`.
  template <class F>
  Derived under(TermId domain, const F& body) {
    Deriver inner(terms_, data_, {});
    for (const TermId known : assumed_) inner.assumed_.push_back(terms_.shift(known, 1));
    for (const TermId known : known_membership(terms_, point(domain), terms_.shift(domain, 1)))
      inner.assumed_.push_back(known);
    return body(inner);
  }

  // -- how many elements

  Derived size(FactKind kind, TermId subject) {
    if (!is_bag(subject)) {
      const TermId domain = terms_.domain(subject), codomain = terms_.codomain(subject);
      if (!domain.valid() || !terms_.is(codomain, Op::BagOf)) return {};
      auto here = under(domain, [&](Deriver& inner) { return inner.size(kind, at_point(subject)); });
      if (!here) return {};
      here->subject = subject;
      return here;
    }
    if (auto known = assumed_size(kind, subject)) return known;
    if (kind != FactKind::ExactlyOne)
      if (auto exact = size(FactKind::ExactlyOne, subject)) return weaker(kind, subject, std::move(*exact));
    return size_by_operator(kind, subject);
  }

  static Fact weaker(FactKind kind, TermId subject, Fact exact) {
    exact.kind = kind;
    exact.subject = subject;
    return exact;
  }

  Derived size_by_operator(FactKind kind, TermId subject) {
    const Term term = terms_[subject];
    const bool at_most = kind == FactKind::AtMostOne;
    switch (term.op) {
      case Op::Empty: return at_most ? Derived(fact(kind, subject, "{} has no element")) : Derived();
      case Op::Guard: {
        if (!at_most) return {};
        auto inner = size(kind, term.operands[1]);
        return inner ? Derived(fact(kind, subject, "a guard keeps or drops all elements", {*inner})) : Derived();
      }
      case Op::If: {
        auto yes = size(kind, term.operands[1]), no = size(kind, term.operands[2]);
        return yes && no ? Derived(fact(kind, subject, "both branches are so", {*yes, *no})) : Derived();
      }
      case Op::Apply: return size_of_applied(kind, subject, term);
      default: return {};
    }
  }

  Derived size_of_applied(FactKind kind, TermId subject, const Term& term) {
    const Term function = terms_[term.operands[0]];
    switch (function.op) {
      case Op::Single: return fact(kind, subject, "single gives one element");
      case Op::Star: {
        auto inner = size(kind, term.operands[1]);
        return inner ? Derived(fact(kind, subject, "f* keeps the number of elements", {*inner})) : Derived();
      }
      case Op::Flatten: return size_of_flattened(kind, subject, term.operands[1]);
      case Op::Inverse: {
        if (kind != FactKind::AtMostOne) return {};
        auto map = injective(function.operands[0]);
        return map ? Derived(fact(kind, subject, "at most one index has a given value", {*map})) : Derived();
      }
      case Op::Fork: {
        if (function.operands.size() != 1) return {};
        auto inner = size(kind, terms_.apply(function.operands[0], term.operands[1]));
        return inner ? Derived(fact(kind, subject, "a fork of one member", {*inner})) : Derived();
      }
      case Op::Positions: return kind == FactKind::AtMostOne ? stored_once(subject, function.operands[0]) : Derived();
      default: return {};
    }
  }

  Derived size_of_flattened(FactKind kind, TermId subject, TermId bags) {
    const Term term = terms_[bags];
    if (term.op != Op::Apply || terms_[term.operands[0]].op != Op::Star) return {};
    auto outer = size(kind, term.operands[1]), each = size(kind, terms_[term.operands[0]].operands[0]);
    if (!outer || !each) return {};
    return fact(kind, subject, "one bag of one element", {*outer, *each});
  }

  /// A sparse tensor stores at most one value for each index: its data must say so.
  Derived stored_once(TermId subject, TermId tensor) {
    if (std::find(data_.sparse.begin(), data_.sparse.end(), tensor) == data_.sparse.end()) return {};
    const TermId positions = terms_.must(Op::Positions, {tensor});
    const TermId domain = terms_.domain(positions);
    const TermId most = terms_.must(Op::LessEq, {terms_.must(Op::Card, {at_point(positions)}), terms_.int_number(1)});
    Fact leaf = fact(FactKind::AtMostOne, subject, "declared sparse");
    leaf.check = RuntimeCheck{"at most one", text(terms_.store(), tensor),
                              text(terms_.store(), terms_.must(Op::ForAll, {domain, most}))};
    return leaf;
  }

  /// |m| = 1 or |m| <= 1 or |m| >= 1 among what is assumed or follows from membership in an enumerated set.
  Derived assumed_size(FactKind kind, TermId bag) {
    std::vector<TermId> known = assumed_;
    for (const TermId one : enumerated(terms_, bag)) known.push_back(one);
    for (const TermId prop : known)
      if (says_size(kind, prop, bag)) return fact(kind, bag, "a condition of this place says so");
    return {};
  }

  bool says_size(FactKind kind, TermId prop, TermId bag) {
    const Term term = terms_[prop];
    const TermId card = terms_.must(Op::Card, {bag});
    const auto one = [&](TermId id) {
      return terms_[id].op == Op::Number && terms_.store().number_value(terms_[id].payload) == 1;
    };
    if (term.operands.size() != 2) return false;
    const TermId a = term.operands[0], b = term.operands[1];
    if (term.op == Op::Eq || term.op == Op::Same) return (a == card && one(b)) || (b == card && one(a));
    if (term.op != Op::LessEq) return false;
    return kind == FactKind::AtMostOne ? a == card && one(b) : kind == FactKind::NonEmpty && b == card && one(a);
  }

  // -- maps and functions

  Derived injective(TermId map) {
    const Term term = terms_[map];
    switch (term.op) {
      case Op::Identity: return fact(FactKind::Injective, map, "the identity is injective");
      case Op::Single: return fact(FactKind::Injective, map, "single is injective");
      case Op::Enumerate: return fact(FactKind::Injective, map, "an enumeration counts every element once");
      case Op::Compose: {
        std::vector<Fact> parts;
        for (const TermId part : term.operands) {
          auto one = injective(part);
          if (!one) return {};
          parts.push_back(std::move(*one));
        }
        return fact(FactKind::Injective, map, "a composition of injective maps", std::move(parts));
      }
      case Op::Lambda:
        return keeps_components(term) ? Derived(fact(FactKind::Injective, map, "every component can be read off"))
                                      : Derived();
      default: return {};
    }
  }

  /// Whether the body of the lambda holds the variable, or each of its components.
  bool keeps_components(const Term& lambda) {
    const TermId domain = lambda.operands[0], body = lambda.operands[1];
    const std::vector<TermId> parts = terms_[body].op == Op::Tuple ? terms_[body].operands : std::vector<TermId>{body};
    const auto variable = [&](TermId id) { return terms_[id].op == Op::Bound && terms_[id].payload == 0; };
    if (std::any_of(parts.begin(), parts.end(), variable)) return true;
    const Term set = terms_[terms_.erase(domain)];
    if (set.op != Op::Product || set.operands.empty()) return set.op == Op::Product;
    for (std::size_t k = 0; k < set.operands.size(); ++k) {
      const auto component = [&](TermId id) {
        const Term& term = terms_[id];
        return term.op == Op::Proj && term.payload == static_cast<std::int64_t>(k) && variable(term.operands[0]);
      };
      if (std::none_of(parts.begin(), parts.end(), component)) return false;
    }
    return true;
  }

  Derived keeps_zero(TermId function) {
    const TermId domain = terms_.domain(function), codomain = terms_.codomain(function);
    if (!domain.valid() || !terms_.is_value_sort(domain) || !terms_.is_value_sort(codomain)) return {};
    if (!terms_.is(domain, Op::Real) && !terms_.is(domain, Op::Int)) return {};
    const TermId value = terms_.apply(function, terms_.number(0, domain));
    if (simplify(terms_, value) != terms_.number(0, codomain)) return {};
    return fact(FactKind::KeepsZero, function, "at 0 it is " + text(terms_.store(), value) + " = 0");
  }

  Derived included(TermId phi, TermId psi) {
    Derived made;
    if (!psi.valid()) return {};
    const Term inner = terms_[phi];
    if (phi == psi) made = fact(FactKind::Included, phi, "the same index function");
    else if (auto full = size(FactKind::NonEmpty, psi))
      made = fact(FactKind::Included, phi, "the other is nowhere empty", {*full});
    else if (inner.op == Op::Compose && terms_[inner.operands[0]].op == Op::Star) {
      const std::vector<TermId> rest(inner.operands.begin() + 1, inner.operands.end());
      if (auto below = included(terms_.compose(rest), psi))
        made = fact(FactKind::Included, phi, "f* keeps the number of elements", {*below});
    }
    if (made) made->other = psi;
    return made;
  }

  Derived closed_form(TermId map) {
    const TermId domain = terms_.domain(map);
    if (!domain.valid() || terms_.is(terms_.codomain(map), Op::BagOf)) return {};
    const Term term = terms_[map];
    const auto formula = [&](TermId part) { return terms_[part].op == Op::Lambda || terms_[part].op == Op::Identity; };
    const std::vector<TermId> parts = term.op == Op::Compose ? term.operands : std::vector<TermId>{map};
    if (!std::all_of(parts.begin(), parts.end(), formula)) return {};
    Fact made = fact(FactKind::ClosedForm, map, "formulas put into each other");
    made.other = terms_.lambda(domain, simplify(terms_, at_point(map)));
    return made;
  }

  // -- propositions

  Derived holds(TermId prop) {
    const TermId simple = simplify(terms_, prop);
    const Term term = terms_[simple];
    if (term.op == Op::True) return fact(FactKind::Holds, prop, "true by the meaning of its operators");
    if (auto known = assumed_or_declared(prop, simple)) return known;
    switch (term.op) {
      case Op::And: {
        std::vector<Fact> parts;
        for (const TermId part : term.operands) {
          auto one = holds(part);
          if (!one) return {};
          parts.push_back(std::move(*one));
        }
        return fact(FactKind::Holds, prop, "each part holds", std::move(parts));
      }
      case Op::ForAll:
        return because(prop, under(term.operands[0], [&](Deriver& inner) { return inner.holds(term.operands[1]); }));
      case Op::Implies: {
        Deriver inner(terms_, data_, assumed_);
        for (const TermId known : conjuncts(terms_, term.operands[0])) inner.assumed_.push_back(known);
        return because(prop, inner.holds(term.operands[1]));
      }
      case Op::Injective: return because(prop, injective(term.operands[0]));
      case Op::Same: return same(prop, term.operands[0], term.operands[1]);
      case Op::Included: return because(prop, supports(term.operands[0], term.operands[1]));
      default: return about_size(prop, term);
    }
  }

  /// A proposition that says what the premise says has the premise's reason, unless there is more to tell.
  static Derived because(TermId prop, Derived premise, std::string reason = {}) {
    if (!premise) return {};
    return fact(FactKind::Holds, prop, reason.empty() ? premise->reason : std::move(reason), {*premise});
  }

  Derived assumed_or_declared(TermId prop, TermId simple) {
    std::vector<TermId> known = assumed_;
    for (const TermId one : enumerated(terms_, simple)) known.push_back(one);
    for (const TermId one : known)
      if (one == simple || simplify(terms_, one) == simple) return fact(FactKind::Holds, prop, "it is a condition of this place");
    for (const DataFacts::Declared& declared : data_.declared) {
      if (declared.prop != prop && simplify(terms_, declared.prop) != simple) continue;
      Fact leaf = fact(FactKind::Holds, prop, "declared");
      leaf.check = RuntimeCheck{"declared", declared.tensor, text(terms_.store(), declared.prop)};
      return leaf;
    }
    return {};
  }

  /// |m| <= 1, |m| = 1, |m| >= 1.
  Derived about_size(TermId prop, const Term& term) {
    if (term.op != Op::LessEq && term.op != Op::Eq) return {};
    for (const bool swapped : {false, true}) {
      const Term& card = terms_[term.operands[swapped ? 1 : 0]];
      const Term& bound = terms_[term.operands[swapped ? 0 : 1]];
      if (card.op != Op::Card || bound.op != Op::Number || terms_.store().number_value(bound.payload) != 1) continue;
      const FactKind kind = term.op == Op::Eq ? FactKind::ExactlyOne
                            : swapped         ? FactKind::NonEmpty
                                              : FactKind::AtMostOne;
      return because(prop, size(kind, card.operands[0]));
    }
    return {};
  }

  /// Equal functions: P = single . the . P where P has exactly one element everywhere.
  Derived same(TermId prop, TermId a, TermId b) {
    if (terms_.is(terms_.sort(a), Op::Int)) return about_size(prop, {Op::Eq, terms_.boolean(), {a, b}});
    for (const auto& [p, chosen] : {std::pair{a, b}, std::pair{b, a}}) {
      const Term chain = terms_[chosen];
      if (chain.op != Op::Compose || chain.operands.size() < 3) continue;
      if (terms_[chain.operands[0]].op != Op::Single || terms_[chain.operands[1]].op != Op::The) continue;
      const std::vector<TermId> rest(chain.operands.begin() + 2, chain.operands.end());
      if (terms_.compose(rest) == p)
        return because(prop, size(FactKind::ExactlyOne, p), "single . the . P is P where P has exactly one element");
    }
    return {};
  }

  Derived supports(TermId a, TermId b) {
    const Term inner = terms_[a], outer = terms_[b];
    if (inner.op != Op::Support || outer.op != Op::Support || !terms_.is(terms_.codomain(inner.operands[0]), Op::BagOf))
      return {};
    return included(inner.operands[0], outer.operands[0]);
  }

  Terms& terms_;
  const DataFacts& data_;
  std::vector<TermId> assumed_;
};

}  // namespace

std::optional<Fact> derive(Terms& terms, const DataFacts& data, FactKind kind, TermId subject, TermId other,
                           const std::vector<TermId>& assumed) {
  std::vector<TermId> known;
  for (const TermId prop : assumed)
    for (const TermId part : conjuncts(terms, prop)) known.push_back(part);
  return Deriver(terms, data, std::move(known)).of(kind, subject, other);
}

}  // namespace refold
