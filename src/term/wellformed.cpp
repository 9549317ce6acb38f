#include "term/wellformed.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace refold {
namespace {

/// When the largest or the smallest of a bag is a value: when there is one at all.
class Extremum {
 public:
  explicit Extremum(Terms& terms) : terms_(terms) {}

  bool is(TermId function) const { return is_extremum(terms_, function); }

  TermId of_value(TermId value) {
    const Term v = terms_[value];
    if (v.op == Op::Apply && is(v.operands[0])) return not_empty(v.operands[1]);
    if (v.op == Op::If)
      return both(either(terms_.must(Op::Not, {v.operands[0]}), of_value(v.operands[1])), either(v.operands[0], of_value(v.operands[2])));
    if (v.op != Op::Max && v.op != Op::Min) return terms_.truth(true);
    TermId any = terms_.truth(false);
    for (const TermId operand : v.operands) any = either(any, of_value(operand));
    return any;
  }

  TermId of_function(TermId function) {
    const Term f = terms_[function];
    const auto everywhere = [&](TermId domain, TermId body) {
      return terms_.is(body, Op::True) ? body : terms_.must(Op::ForAll, {domain, body});
    };
    if (f.op == Op::Lambda) return everywhere(f.operands[0], of_value(f.operands[1]));
    if (f.op == Op::Stack) {
      TermId all = terms_.truth(true);
      for (const TermId member : f.operands) all = both(all, of_function(member));
      return all;
    }
    if (f.op != Op::Compose || !is(f.operands[0])) return terms_.truth(true);
    const TermId domain = terms_.domain(function), bags = terms_.compose({f.operands.begin() + 1, f.operands.end()});
    return everywhere(domain, not_empty(terms_.apply(terms_.shift(bags, 1), terms_.bound(0, terms_.shift(domain, 1)))));
  }

  /// That a bag has elements, as far as its form tells.
  TermId not_empty(TermId bag) {
    const Term b = terms_[bag];
    if (b.op == Op::Empty) return terms_.truth(false);
    if (b.op == Op::Elements) return has_elements(b.operands[0]);
    if (b.op == Op::Guard) return both(b.operands[0], not_empty(b.operands[1]));
    if (b.op == Op::BagSum) {
      TermId any = terms_.truth(false);
      for (const TermId part : b.operands) any = either(any, not_empty(part));
      return any;
    }
    if (b.op == Op::Apply && terms_.is(b.operands[0], Op::Single)) return terms_.truth(true);
    if (b.op == Op::Apply && terms_.is(b.operands[0], Op::Star)) return not_empty(b.operands[1]);
    if (b.op == Op::Apply && terms_.is(b.operands[0], Op::Flatten)) {
      const Term starred = terms_[b.operands[1]];
      if (starred.op == Op::Apply && terms_.is(starred.operands[0], Op::Star) && terms_.is(starred.operands[1], Op::Elements)) {
        const TermId set = terms_[starred.operands[1]].operands[0], function = terms_[starred.operands[0]].operands[0];
        const TermId inner = not_empty(terms_.apply(terms_.shift(function, 1), terms_.bound(0, terms_.shift(terms_.domain(function), 1))));
        if (terms_.is(inner, Op::True)) return has_elements(set);
        return terms_.is(inner, Op::False) ? inner : terms_.must(Op::ForSome, {set, inner});
      }
    }
    return terms_.must(Op::LessEq, {terms_.int_number(1), terms_.must(Op::Card, {bag})});
  }

 private:
  TermId both(TermId a, TermId b) { return terms_.is(a, Op::True) ? b : terms_.is(b, Op::True) ? a : terms_.must(Op::And, {a, b}); }
  TermId either(TermId a, TermId b) {
    if (terms_.is(a, Op::True) || terms_.is(b, Op::True)) return terms_.truth(true);
    return terms_.is(a, Op::False) ? b : terms_.is(b, Op::False) ? a : terms_.must(Op::Or, {a, b});
  }

  TermId has_elements(TermId set) {
    const Term s = terms_[set];
    if (s.op == Op::Range) return terms_.must(Op::LessEq, {terms_.int_number(1), s.operands[0]});
    if (s.op == Op::Product) {
      TermId all = terms_.truth(true);
      for (const TermId factor : s.operands) all = both(all, has_elements(factor));
      return all;
    }
    return terms_.must(Op::LessEq, {terms_.int_number(1), terms_.must(Op::Card, {terms_.must(Op::Elements, {set})})});
  }

  Terms& terms_;
};

class Collector {
 public:
  explicit Collector(Terms& terms) : terms_(terms) {}
  std::vector<WellFormed> found;

  void visit(TermId id) {
    const Term term = terms_[id];
    if (term.operands.empty()) return;
    switch (term.op) {
      case Op::And: case Op::Implies: return guarded(term, false);
      case Op::Or: return guarded(term, true);
      case Op::If:
        visit(term.operands[0]);
        under(term.operands[0], [&] { visit(term.operands[1]); });
        return under(terms_.must(Op::Not, {term.operands[0]}), [&] { visit(term.operands[2]); });
      case Op::Guard:
        visit(term.operands[0]);
        return under(term.operands[0], [&] { visit(term.operands[1]); });
      case Op::Range:
        if (!is_size(term.operands[0])) require(Requirement::Extent, terms_.must(Op::LessEq, {terms_.int_number(0), term.operands[0]}));
        break;
      case Op::Div: case Op::Mod: case Op::Quot: case Op::Rem: {
        const Term divisor = terms_[term.operands[1]];
        if (divisor.op != Op::Number || terms_.store().number_value(divisor.payload) < 1)
          require(Requirement::Divisor, terms_.must(Op::LessEq, {terms_.int_number(1), term.operands[1]}));
        break;
      }
      case Op::Pow: {
        const Term exponent = terms_[term.operands[1]];
        if (exponent.op != Op::Number || terms_.store().number_value(exponent.payload) < 0)
          require(Requirement::Divisor, terms_.must(Op::LessEq, {terms_.int_number(0), term.operands[1]}));
        finite(extremum_.of_value(term.operands[0]));
        break;
      }
      case Op::Add: case Op::Mul: case Op::Neg: case Op::Divide: case Op::Abs: case Op::ToReal: case Op::Less: case Op::LessEq:
        for (const TermId operand : term.operands) finite(extremum_.of_value(operand));
        break;
      case Op::Apply:
        inside(term.operands[1], terms_.domain(term.operands[0]));
        finite(extremum_.of_value(term.operands[1]));
        break;
      case Op::Star: finite(extremum_.of_function(term.operands[0])); break;
      case Op::Compose:
        for (std::size_t k = 0; k + 1 < term.operands.size(); ++k) composed(term.operands[k], term.operands[k + 1]);
        for (std::size_t k = 1; k < term.operands.size(); ++k)
          if (extremum_.is(term.operands[k])) finite(extremum_.of_function(terms_.compose({term.operands.begin() + static_cast<std::ptrdiff_t>(k), term.operands.end()})));
        break;
      default: break;
    }
    if (info(term.op).binder) {
      visit(term.operands[0]);
      return bind(term.operands[0], [&](TermId x) { visit(terms_.instantiate(term.operands[1], x)); });
    }
    for (const TermId operand : term.operands) visit(operand);
  }

 private:
  template <class F>
  void under(TermId guard, const F& body) {
    guards_.push_back(guard);
    body();
    guards_.pop_back();
  }
  template <class F>
  void bind(TermId domain, const F& body) {
    const TermId x = terms_.input(fmt::format("%wf{}", ++count_), domain);
    binders_.push_back({x, guards_.size()});
    body(x);
    binders_.pop_back();
  }
  void guarded(const Term& term, bool negated) {
    const std::size_t before = guards_.size();
    for (const TermId operand : term.operands) {
      visit(operand);
      guards_.push_back(negated ? terms_.must(Op::Not, {operand}) : operand);
    }
    guards_.resize(before);
  }

  void finite(TermId condition) {
    if (!terms_.is(condition, Op::True)) require(Requirement::NotEmpty, condition);
  }

  bool is_size(TermId extent) const {
    const Term term = terms_[extent];
    if (term.op == Op::Number) return terms_.store().number_value(term.payload) >= 0;
    return term.op == Op::Stored || term.op == Op::Card;
  }

  /// g's values lie in f's domain: asked at a fresh argument where the sorts do not say so.
  void composed(TermId f, TermId g) {
    const TermId given = terms_.codomain(g), wanted = terms_.domain(f);
    if (given == wanted || says(given, wanted)) return;
    if (terms_.is(wanted, Op::BagOf)) {
      bind(terms_.domain(g), [&](TermId x) {
        const TermId bag = terms_.apply(g, x);
        const TermId element = terms_[wanted].operands[0];
        const TermId e = terms_.input(fmt::format("%wf{}", ++count_), terms_[given].operands[0]);
        binders_.push_back({e, guards_.size()});
        under(terms_.must(Op::LessEq, {terms_.int_number(1), terms_.must(Op::Count, {e, bag})}), [&] { inside(e, element); });
        binders_.pop_back();
      });
      return;
    }
    bind(terms_.domain(g), [&](TermId x) { inside(terms_.apply(g, x), wanted); });
  }

  /// Every element of `given` is one of `wanted`, by their spelling alone.
  bool says(TermId given, TermId wanted) {
    if (given == wanted) return true;
    const Term a = terms_[given], b = terms_[wanted];
    if (a.op == Op::Subset) return says(a.operands[0], wanted);
    if (b.op == Op::Range || b.op == Op::Subset || b.op == Op::Power) return false;
    if (a.op != b.op || a.operands.size() != b.operands.size() || info(a.op).binder) return terms_.meet(given, wanted) && !cut(wanted);
    for (std::size_t k = 0; k < a.operands.size(); ++k)
      if (!says(a.operands[k], b.operands[k])) return false;
    return true;
  }
  /// A set with conditions on its elements somewhere inside.
  bool cut(TermId set) {
    const Term term = terms_[set];
    if (term.op == Op::Range || term.op == Op::Subset || term.op == Op::Power || term.op == Op::Sigma) return true;
    if (term.op != Op::Product && term.op != Op::Union) return false;
    return std::any_of(term.operands.begin(), term.operands.end(), [&](TermId part) { return cut(part); });
  }

  void inside(TermId element, TermId set) {
    if (terms_.sort(element) == set || says(terms_.sort(element), set)) return;
    const Term term = terms_[set];
    switch (term.op) {
      case Op::Range: {
        const TermId low = terms_.must(Op::LessEq, {terms_.int_number(0), element});
        const TermId high = terms_.must(Op::Less, {element, term.operands[0]});
        const Term number = terms_[element];
        if (number.op == Op::Number && terms_.store().number_value(number.payload) >= 0) return require(Requirement::InRange, high);
        return require(Requirement::InRange, terms_.must(Op::And, {low, high}));
      }
      case Op::Product:
        for (std::size_t k = 0; k < term.operands.size(); ++k) inside(terms_.proj(static_cast<std::int64_t>(k), element), term.operands[k]);
        return;
      case Op::Subset:
        inside(element, term.operands[0]);
        return require(Requirement::InSubset, terms_.instantiate(term.operands[1], element));
      case Op::Sigma: {
        const TermId first = terms_.proj(0, element);
        inside(first, term.operands[0]);
        const TermId rest = terms_.instantiate(term.operands[1], first);
        if (!terms_.is(rest, Op::Product)) inside(terms_.proj(1, element), rest);
        return;
      }
      case Op::Power: {
        const TermId axis = terms_.input(fmt::format("%wf{}", ++count_), term.operands[1]);
        binders_.push_back({axis, guards_.size()});
        const TermId component = terms_.apply(element, axis);
        require(Requirement::InRange, terms_.must(Op::And, {terms_.must(Op::LessEq, {terms_.int_number(0), component}),
                                                            terms_.must(Op::Less, {component, terms_.apply(term.operands[0], axis)})}));
        binders_.pop_back();
        return;
      }
      default: return;
    }
  }

  void require(Requirement kind, TermId condition) {
    TermId prop = condition;
    std::size_t guard = guards_.size();
    for (std::size_t k = binders_.size(); k-- > 0;) {
      while (guard > binders_[k].second) prop = terms_.must(Op::Implies, {guards_[--guard], prop});
      if (terms_.mentions(prop, binders_[k].first)) prop = terms_.must(Op::ForAll, {terms_.sort(binders_[k].first), terms_.abstract(prop, binders_[k].first)});
    }
    while (guard > 0) prop = terms_.must(Op::Implies, {guards_[--guard], prop});
    if (seen_.insert(prop).second) found.push_back({kind, prop});
  }

  Terms& terms_;
  Extremum extremum_{terms_};
  std::vector<TermId> guards_;
  std::vector<std::pair<TermId, std::size_t>> binders_;  // variable, number of guards outside it
  std::set<TermId> seen_;
  int count_ = 0;
};

}  // namespace

bool is_extremum(const Terms& terms, TermId function) {
  const Term& f = terms[function];
  if (f.op != Op::Reduce || terms.is(terms[f.sort].operands[0], Op::Bool)) return false;
  const std::string_view name = terms.store().name_text(f.payload);
  return name == "max" || name == "min";
}

TermId not_empty(Terms& terms, TermId bag) { return Extremum(terms).not_empty(bag); }

std::vector<WellFormed> well_formed(Terms& terms, TermId term) {
  Collector collector(terms);
  collector.visit(term);
  return std::move(collector.found);
}

}  // namespace refold
