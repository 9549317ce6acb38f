#include "prove/unfold.h"

#include <algorithm>

namespace refold {

TermId conjunction(Terms& terms, std::vector<TermId> parts) {
  std::vector<TermId> kept;
  for (const TermId part : parts) {
    if (terms.is(part, Op::False)) return part;
    if (terms.is(part, Op::And)) {
      const std::vector<TermId> inner = terms[part].operands;
      kept.insert(kept.end(), inner.begin(), inner.end());
    } else if (!terms.is(part, Op::True)) {
      kept.push_back(part);
    }
  }
  if (kept.empty()) return terms.truth(true);
  return kept.size() == 1 ? kept[0] : terms.must(Op::And, std::move(kept));
}

TermId negation(Terms& terms, TermId prop) {
  if (terms.is(prop, Op::Not)) return terms[prop].operands[0];
  if (terms.is(prop, Op::True)) return terms.truth(false);
  if (terms.is(prop, Op::False)) return terms.truth(true);
  return terms.must(Op::Not, {prop});
}

TermId single_element(const Terms& terms, TermId bag) {
  const Term& term = terms[bag];
  return term.op == Op::Apply && terms.is(term.operands[0], Op::Single) ? term.operands[1] : TermId{};
}

bool is_formed(const Terms& terms, TermId bag) {
  return terms.is(bag, Op::Empty) || terms.is(bag, Op::BagSum) || terms.is(bag, Op::Guard) || single_element(terms, bag).valid();
}

TermId unit_of(Terms& terms, TermId reduction) {
  const TermId value = terms[terms.sort(reduction)].operands[0];
  if (terms.is(reduction, Op::Reduce)) {
    const std::string_view name = terms.store().name_text(terms[reduction].payload);
    if (name == "sum") return terms.number(0, value);
    if (name == "prod") return terms.number(1, value);
    if (name == "all") return terms.truth(true);
    if (name == "any") return terms.truth(false);
  }
  return terms.apply(reduction, terms.must(Op::Empty, {terms.erase(value)}));
}

namespace {

/// What puts an index into the support of a tensor or an index function with this value there.
TermId is_not_neutral(Terms& terms, TermId value) {
  const TermId sort = terms.sort(value);
  if (terms.is(sort, Op::BagOf)) return terms.must(Op::LessEq, {terms.int_number(1), terms.must(Op::Card, {value})});
  if (terms.is(sort, Op::Bool)) return value;
  return negation(terms, terms.must(Op::Eq, {value, terms.number(0, sort)}));
}

}  // namespace

TermId whole_of(Terms& terms, TermId set) {
  const Term shape = terms[set];
  if (shape.op == Op::Subset) return shape.operands[0];
  return shape.op == Op::Support ? terms.domain(shape.operands[0]) : set;
}

TermId inside_on_every_axis(Terms& terms, TermId vector, TermId power) {
  const TermId axes = terms[power].operands[1], axis = terms.bound(0, terms.shift(axes, 1)), at = terms.apply(terms.shift(vector, 1), axis);
  const TermId extents = terms.shift(terms[power].operands[0], 1), extent = terms.is_function(extents) ? terms.apply(extents, axis) : extents;
  return terms.must(Op::ForAll, {axes, terms.must(Op::And, {terms.must(Op::LessEq, {terms.int_number(0), at}), terms.must(Op::Less, {at, extent})})});
}

std::optional<std::vector<TermId>> membership(Terms& terms, TermId element, TermId set) {
  using Conditions = std::vector<TermId>;
  const TermId own = terms.sort(element);
  if (own == set) return Conditions{};
  const Term shape = terms[set];
  const auto add = [](std::optional<Conditions>& all, const std::optional<Conditions>& more) {
    if (all && more) all->insert(all->end(), more->begin(), more->end());
    else all.reset();
  };
  std::optional<Conditions> all = Conditions{};
  switch (shape.op) {
    case Op::Range: return Conditions{terms.must(Op::LessEq, {terms.int_number(0), element}), terms.must(Op::Less, {element, shape.operands[0]})};
    case Op::Power: return Conditions{inside_on_every_axis(terms, element, set)};
    case Op::Subset:
      add(all, membership(terms, element, shape.operands[0]));
      add(all, Conditions{terms.instantiate(shape.operands[1], element)});
      return all;
    case Op::Support: {
      const TermId function = shape.operands[0], value = terms.apply(function, element);
      add(all, membership(terms, element, terms.domain(function)));
      add(all, Conditions{is_not_neutral(terms, value)});
      return all;
    }
    case Op::Product:
      for (std::size_t k = 0; k < shape.operands.size(); ++k)
        add(all, membership(terms, terms.proj(static_cast<std::int64_t>(k), element), shape.operands[k]));
      return all;
    case Op::Sigma: {
      const TermId first = terms.proj(0, element), rest = terms.instantiate(shape.operands[1], first);
      if (terms.is(rest, Op::Product) || terms.is(rest, Op::Sigma)) return std::nullopt;
      add(all, membership(terms, first, shape.operands[0]));
      add(all, membership(terms, terms.proj(1, element), rest));
      return all;
    }
    default:  // a whole set holds whatever is cut from it
      return terms.erase(set) == set && terms.erase(own) == set ? all : std::nullopt;
  }
}

TermId inclusion_at(Terms& terms, TermId element, TermId smaller, TermId larger) {
  const auto left = membership(terms, element, smaller), right = membership(terms, element, larger);
  if (!left || !right) return {};
  return terms.must(Op::Implies, {conjunction(terms, *left), conjunction(terms, *right)});
}

bool same_up_to_families(Terms& terms, TermId a, TermId b) {
  const auto cut = [&](const auto& self, TermId id) -> bool {  // holds a set that is cut from another by a condition
    const Term term = terms[id];
    if (term.op == Op::Range || term.op == Op::Subset || term.op == Op::Support || term.op == Op::Image || term.op == Op::Power) return true;
    return std::any_of(term.operands.begin(), term.operands.end(), [&](TermId operand) { return self(self, operand); });
  };
  return a == b || (terms.meet(a, b) && !cut(cut, a) && !cut(cut, b));
}

TermId Unfold::operator()(TermId id) {
  if (const auto at = known_.find(id); at != known_.end()) return at->second;
  const Term term = terms_[id];
  std::vector<TermId> operands;
  for (const TermId operand : term.operands) {
    const bool is_sort = terms_.is_set(operand) || terms_.is_value_sort(operand) || terms_.is(terms_.sort(operand), Op::Type);
    operands.push_back(is_sort ? operand : (*this)(operand));
  }
  TermId result = operands == term.operands ? id : terms_.rebuild(id, std::move(operands));
  if (const TermId next = step(result); next.valid() && next != result) result = (*this)(next);
  else if (result != id) result = (*this)(result);  // rebuilding may have put an argument into a lambda
  known_.emplace(id, result);
  return result;
}

TermId Unfold::step(TermId id) {
  const Term term = terms_[id];
  switch (term.op) {
    case Op::Apply: return applied(term.operands[0], term.operands[1]);
    case Op::Count: return counted(term.operands[0], term.operands[1]);
    case Op::Card: return carded(term.operands[0]);
    case Op::Compose: {
      const TermId domain = terms_.domain(id);
      return terms_.lambda(domain, terms_.apply(terms_.shift(id, 1), terms_.bound(0, terms_.shift(domain, 1))));
    }
    // The sorts of these say only what is erased anyway; one spelling keeps equal things the same term.
    case Op::Flatten: case Op::Single: case Op::Empty: case Op::The: {
      const TermId erased = terms_.erase(term.operands[0]);
      return erased == term.operands[0] ? TermId{} : terms_.must(term.op, {erased});
    }
    case Op::BagSum: {
      std::vector<TermId> parts;
      for (const TermId part : term.operands) {
        if (terms_.is(part, Op::BagSum)) {
          const std::vector<TermId> inner = terms_[part].operands;
          parts.insert(parts.end(), inner.begin(), inner.end());
        } else if (!terms_.is(part, Op::Empty)) {
          parts.push_back(part);
        }
      }
      if (parts.empty()) return term.operands[0];
      if (parts.size() == 1) return parts[0];
      return parts == term.operands ? TermId{} : terms_.must(Op::BagSum, std::move(parts));
    }
    case Op::Guard:
      if (terms_.is(term.operands[0], Op::True)) return term.operands[1];
      if (terms_.is(term.operands[0], Op::False) || terms_.is(term.operands[1], Op::Empty))
        return terms_.must(Op::Empty, {terms_.erase(terms_[terms_.sort(term.operands[1])].operands[0])});
      return {};
    default: return connective(term);
  }
}

TermId Unfold::connective(const Term& term) {
  switch (term.op) {
    case Op::If:
      if (term.operands[1] == term.operands[2] || terms_.is(term.operands[0], Op::True)) return term.operands[1];
      return terms_.is(term.operands[0], Op::False) ? term.operands[2] : TermId{};
    case Op::Eq: case Op::Same: return term.operands[0] == term.operands[1] ? terms_.truth(true) : TermId{};
    case Op::Not: {
      const TermId inner = negation(terms_, term.operands[0]);
      return terms_.is(inner, Op::Not) && terms_[inner].operands == term.operands ? TermId{} : inner;
    }
    case Op::Implies:
      if (terms_.is(term.operands[0], Op::True)) return term.operands[1];
      return terms_.is(term.operands[0], Op::False) ? terms_.truth(true) : TermId{};
    case Op::ForAll: return terms_.is(term.operands[1], Op::True) ? term.operands[1] : TermId{};
    case Op::And: {
      const TermId all = conjunction(terms_, term.operands);
      return terms_.is(all, Op::And) && terms_[all].operands == term.operands ? TermId{} : all;
    }
    case Op::Included: {  // for all x of the set that the left one is cut from: in the left one, so in the right one
      const TermId whole = whole_of(terms_, term.operands[0]), x = terms_.bound(0, terms_.shift(whole, 1));
      const TermId both = inclusion_at(terms_, x, terms_.shift(term.operands[0], 1), terms_.shift(term.operands[1], 1));
      return both.valid() ? terms_.must(Op::ForAll, {whole, both}) : TermId{};
    }
    case Op::In: {
      const auto inside = membership(terms_, term.operands[0], term.operands[1]);
      return inside ? conjunction(terms_, *inside) : TermId{};
    }
    default: return {};
  }
}

TermId Unfold::applied(TermId function, TermId argument) {
  const Term head = terms_[function];
  switch (head.op) {
    case Op::Star: case Op::Flatten: return on_bag(function, argument);
    case Op::Fork: {
      const TermId element = terms_[terms_.codomain(function)].operands[0];
      std::vector<TermId> parts;
      for (std::size_t k = 0; k < head.operands.size(); ++k) {
        const TermId bag = terms_.apply(head.operands[k], argument), item = terms_[terms_.sort(bag)].operands[0];
        const TermId tag = terms_.lambda(item, terms_.must(Op::Inject, {terms_.bound(0, terms_.shift(item, 1))},
                                                           static_cast<std::int64_t>(k), terms_.shift(element, 1)));
        parts.push_back(terms_.apply(terms_.must(Op::Star, {tag}), bag));
      }
      return parts.size() == 1 ? parts[0] : terms_.must(Op::BagSum, std::move(parts));
    }
    case Op::ForkOver: {  // flatten((k -> (j -> (k, j))*(Phi(k)(i)))*(elements N))
      const TermId set = head.operands[0], k = terms_.bound(0, terms_.shift(set, 1));
      const TermId bag = terms_.apply(head.operands[1], terms_.shift(argument, 1));
      const TermId item = terms_[terms_.sort(bag)].operands[0];
      const TermId pair = terms_.tuple({terms_.shift(k, 1), terms_.bound(0, terms_.shift(item, 1))});
      const TermId tagged = terms_.apply(terms_.must(Op::Star, {terms_.lambda(item, pair)}), bag);
      const TermId bags = terms_.apply(terms_.must(Op::Star, {terms_.lambda(set, tagged)}), terms_.must(Op::Elements, {set}));
      return terms_.apply(terms_.must(Op::Flatten, {terms_.erase(terms_[terms_.codomain(function)].operands[0])}), bags);
    }
    case Op::Copies: {
      const TermId set = head.operands[0];
      const TermId pair = terms_.tuple({terms_.bound(0, terms_.shift(set, 1)), terms_.shift(argument, 1)});
      return terms_.apply(terms_.must(Op::Star, {terms_.lambda(set, pair)}), terms_.must(Op::Elements, {set}));
    }
    case Op::The: return single_element(terms_, argument);
    default:
      return terms_.is(terms_.sort(function), Op::ReductionOf) ? reduced(function, argument) : TermId{};
  }
}

TermId Unfold::on_bag(TermId function, TermId bag) {
  const Term form = terms_[bag];
  const bool star = terms_.is(function, Op::Star);
  if (star && terms_.is(terms_[function].operands[0], Op::Identity)) return bag;
  if (const TermId element = single_element(terms_, bag); element.valid()) {
    if (!star) return element;
    const TermId value = terms_.apply(terms_[function].operands[0], element);
    return terms_.apply(terms_.must(Op::Single, {terms_.erase(terms_.sort(value))}), value);
  }
  switch (form.op) {
    case Op::Empty: return terms_.must(Op::Empty, {terms_.erase(terms_[terms_.codomain(function)].operands[0])});
    case Op::BagSum: {
      std::vector<TermId> parts;
      for (const TermId part : form.operands) parts.push_back(terms_.apply(function, part));
      return terms_.must(Op::BagSum, std::move(parts));
    }
    case Op::Guard: return terms_.must(Op::Guard, {form.operands[0], terms_.apply(function, form.operands[1])});
    default: return {};
  }
}

TermId Unfold::reduced(TermId reduction, TermId bag) {
  if (const TermId element = single_element(terms_, bag); element.valid()) return element;
  const Term form = terms_[bag];
  const bool named = terms_.is(reduction, Op::Reduce);
  const std::string name = named ? std::string(terms_.store().name_text(terms_[reduction].payload)) : "";
  if (name == "all" || name == "any")
    if (const TermId prop = quantified(bag, name == "all"); prop.valid()) return prop;
  switch (form.op) {
    case Op::Empty: {
      const TermId unit = unit_of(terms_, reduction);
      return terms_.is(unit, Op::Apply) ? TermId{} : unit;
    }
    case Op::Guard: return terms_.must(Op::If, {form.operands[0], terms_.apply(reduction, form.operands[1]), unit_of(terms_, reduction)});
    case Op::BagSum: {
      std::vector<TermId> values, singles;
      bool all_single = true;
      for (const TermId part : form.operands) {
        all_single = all_single && single_element(terms_, part).valid();
        values.push_back(terms_.apply(reduction, part));
        singles.push_back(terms_.apply(terms_.must(Op::Single, {terms_.erase(terms_.sort(values.back()))}), values.back()));
      }
      if (name == "sum") return terms_.must(Op::Add, std::move(values));
      if (name == "prod") return terms_.must(Op::Mul, std::move(values));
      // r(m + n) = r({r(m), r(n)}), which is how the named operation of r is written.
      return all_single ? TermId{} : terms_.apply(reduction, terms_.must(Op::BagSum, std::move(singles)));
    }
    default: return {};
  }
}

TermId Unfold::quantified(TermId bag, bool all) {
  if (const TermId element = single_element(terms_, bag); element.valid()) return element;
  const Term form = terms_[bag];
  if (form.op == Op::Empty) return terms_.truth(all);
  if (form.op == Op::Guard) {
    const TermId inner = quantified(form.operands[1], all);
    if (!inner.valid()) return {};
    return all ? terms_.must(Op::Implies, {form.operands[0], inner}) : conjunction(terms_, {form.operands[0], inner});
  }
  if (form.op == Op::BagSum) {
    std::vector<TermId> parts;
    for (const TermId part : form.operands) {
      parts.push_back(quantified(part, all));
      if (!parts.back().valid()) return {};
    }
    return terms_.must(all ? Op::And : Op::Or, std::move(parts));
  }
  if (form.op != Op::Apply) return {};
  const bool flat = terms_.is(form.operands[0], Op::Flatten);
  const Term starred = flat ? terms_[form.operands[1]] : form;
  if (starred.op != Op::Apply || !terms_.is(starred.operands[0], Op::Star) || !terms_.is(starred.operands[1], Op::Elements)) return {};
  const TermId set = terms_[starred.operands[1]].operands[0], function = terms_[starred.operands[0]].operands[0];
  const TermId inner = terms_.apply(terms_.shift(function, 1), terms_.bound(0, terms_.shift(set, 1)));
  const TermId body = flat ? quantified(inner, all) : inner;
  return body.valid() ? terms_.must(all ? Op::ForAll : Op::ForSome, {set, body}) : TermId{};
}

TermId Unfold::counted(TermId element, TermId bag) {
  const auto one_if = [&](TermId condition) { return terms_.must(Op::If, {condition, terms_.int_number(1), terms_.int_number(0)}); };
  if (const TermId only = single_element(terms_, bag); only.valid()) return one_if(terms_.must(Op::Eq, {element, only}));
  const Term form = terms_[bag];
  switch (form.op) {
    case Op::Empty: return terms_.int_number(0);
    case Op::Guard: return terms_.must(Op::If, {form.operands[0], terms_.must(Op::Count, {element, form.operands[1]}), terms_.int_number(0)});
    case Op::BagSum: {
      std::vector<TermId> parts;
      for (const TermId part : form.operands) parts.push_back(terms_.must(Op::Count, {element, part}));
      return terms_.must(Op::Add, std::move(parts));
    }
    case Op::Elements: {
      const auto inside = membership(terms_, element, form.operands[0]);
      return inside ? one_if(conjunction(terms_, *inside)) : TermId{};
    }
    case Op::Apply: {
      const Term head = terms_[form.operands[0]];
      if (head.op != Op::Inverse) return {};
      auto inside = membership(terms_, element, terms_.domain(head.operands[0]));
      if (!inside) return {};
      inside->push_back(terms_.must(Op::Eq, {terms_.apply(head.operands[0], element), form.operands[1]}));
      return one_if(conjunction(terms_, std::move(*inside)));
    }
    default: return {};
  }
}

TermId Unfold::carded(TermId bag) {
  if (single_element(terms_, bag).valid()) return terms_.int_number(1);
  const Term form = terms_[bag];
  switch (form.op) {
    case Op::Empty: return terms_.int_number(0);
    case Op::Guard: return terms_.must(Op::If, {form.operands[0], terms_.must(Op::Card, {form.operands[1]}), terms_.int_number(0)});
    case Op::BagSum: {
      std::vector<TermId> parts;
      for (const TermId part : form.operands) parts.push_back(terms_.must(Op::Card, {part}));
      return terms_.must(Op::Add, std::move(parts));
    }
    case Op::Apply: {  // every element of S has exactly one place in the enumeration of S
      const Term head = terms_[form.operands[0]];
      if (head.op != Op::Inverse || !terms_.is(head.operands[0], Op::Enumerate)) return {};
      const auto inside = membership(terms_, form.operands[1], terms_[head.operands[0]].operands[0]);
      if (!inside) return {};
      return terms_.must(Op::If, {conjunction(terms_, *inside), terms_.int_number(1), terms_.int_number(0)});
    }
    default: return {};
  }
}

}  // namespace refold
