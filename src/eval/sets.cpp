// Sets: their elements in a fixed order, membership, and a few elements of infinite sorts.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "eval/evaluator.h"

namespace refold {
namespace {

constexpr std::uint64_t kLargestSet = 1u << 24;

bool tuple_of(const Value& element, std::size_t count) { return element.is(Value::Kind::Tuple) && element.parts().size() == count; }

bool whole(const Value& element) { return element.is(Value::Kind::Number) && boost::multiprecision::denominator(element.number()) == 1; }

bool below(const Value& element, std::uint64_t end) {
  return whole(element) && element.number() >= 0 && element.number() < end;
}

/// The tuple of one element of each factor, flat where the later factors are one flat set.
Value pair(const Value& first, const Value& rest, bool flat) {
  Values parts{first};
  if (flat && rest.is(Value::Kind::Tuple)) parts.insert(parts.end(), rest.parts().begin(), rest.parts().end());
  else parts.push_back(rest);
  return parts.size() == 1 ? parts[0] : Value::tuple(std::move(parts));
}

}  // namespace

bool Evaluator::room_for(std::uint64_t count, std::uint64_t parts) {
  return count <= kLargestSet && budget_.take_nodes(count) && budget_.take_bytes(count * (parts + 2) * sizeof(Value));
}

/// An unknown set, axes or value sort, or a member of a family of such.
Evaluated<InputRef> Evaluator::set_input(TermId set, const Env& env) {
  const Term& term = store_[set];
  if (term.op == Op::Input) return InputRef{set, {}, term.sort, {}};
  if (term.op != Op::Member) return undecided("a set given in another way");
  REFOLD_TRY(InputRef family, set_input(term.operands[0], env));
  REFOLD_TRY(Value which, value(term.operands[1], env));
  const Term& sort = store_[family.sort];
  REFOLD_TRY(const bool inside, contains(sort.operands[0], family.env, which));
  if (!inside) return ill_formed(fmt::format("{} has no member {}", text(store_, family), text(which)));
  family.path.push_back(which);
  family.env = push(std::move(which), family.env);
  family.sort = sort.operands[1];
  return family;
}

Evaluated<bool> Evaluator::finite(TermId set, const Env& env) {
  const Term& term = store_[set];
  switch (term.op) {
    case Op::Bool: case Op::Range: case Op::Power: case Op::Support: case Op::Image: return true;
    case Op::Subset: return finite(term.operands[0], env);
    case Op::Product: case Op::Union: case Op::Sigma:
      if (term.op == Op::Sigma) return finite(term.operands[0], env);
      for (const TermId part : term.operands) {
        REFOLD_TRY(const bool small, finite(part, env));
        if (!small) return false;
      }
      return true;
    case Op::Input: case Op::Member: {
      if (store_[term.sort].op != Op::ValueKind) return true;
      REFOLD_TRY(const Carrier* values, carrier(set, env));
      return values->finite();
    }
    case Op::Real: return inputs_.real().finite();
    default: return false;
  }
}

Evaluated<Elements> Evaluator::elements(TermId set, const Env& env) {
  const bool closed = store_.free_depth(set) == 0;
  if (closed)
    if (const auto at = closed_sets_.find(set); at != closed_sets_.end()) return at->second;
  if (!step()) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
  REFOLD_TRY(Elements all, enumerate(set, store_[set], env));
  if (closed) closed_sets_.emplace(set, all);
  return all;
}

Evaluated<Elements> Evaluator::enumerate(TermId set, const Term& term, const Env& env) {
  const auto numbers = [this](const Integer& count) -> Evaluated<Elements> {
    if (count > kLargestSet || !room_for(static_cast<std::uint64_t>(count), 0))
      return Fault{Fault::Kind::Limit, "a set is too large to enumerate"};
    Values all;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k) all.push_back(Value::number(k));
    return std::make_shared<const Values>(std::move(all));
  };
  const auto shared = [](Evaluated<Values> all) -> Evaluated<Elements> {
    if (!all) return all.error();
    return std::make_shared<const Values>(std::move(*all));
  };
  switch (term.op) {
    case Op::Bool: return shared(refold::elements(carriers::booleans()));
    case Op::Real: return shared(refold::elements(inputs_.real()));
    case Op::Range: {
      REFOLD_TRY(const Value extent, value(term.operands[0], env));
      if (extent.number() < 0) return ill_formed(fmt::format("the range [{}]", text(extent)));
      return numbers(boost::multiprecision::numerator(extent.number()));
    }
    case Op::Product: return shared(product(term.operands, env));
    case Op::Union: {
      Values all;
      for (std::size_t k = 0; k < term.operands.size(); ++k) {
        REFOLD_TRY(const Elements part, elements(term.operands[k], env));
        for (const Value& element : *part) all.push_back(Value::tuple({Value::number(k), element}));
      }
      return shared(std::move(all));
    }
    case Op::Sigma: return shared(sigma(term, env));
    case Op::Power: return shared(power(term, env));
    case Op::Subset: {
      REFOLD_TRY(const Elements base, elements(term.operands[0], env));
      Values all;
      for (const Value& element : *base) {
        REFOLD_TRY(const bool inside, truth(term.operands[1], push(element, env)));
        if (inside) all.push_back(element);
      }
      return shared(std::move(all));
    }
    case Op::Support: case Op::Image: {
      const TermId values = store_[store_[term.operands[0]].sort].operands[1];
      REFOLD_TRY(const Value function, value(term.operands[0], env));
      REFOLD_TRY(const Domain from, domain(function));
      REFOLD_TRY(const bool small, from.bags ? Evaluated<bool>(false) : finite(from.set, from.env));
      if (!small) return undecided("the support or image of a function on an infinite sort");
      REFOLD_TRY(const Elements base, elements(from.set, from.env));
      Values all;
      for (const Value& element : *base) {
        REFOLD_TRY(const Value there, apply(function, element));
        if (term.op == Op::Image) {
          if (there.holds_function()) return undecided("a set of functions");
          all.push_back(there);
          continue;
        }
        REFOLD_TRY(const bool zero, is_zero(there, values, env));
        if (!zero) all.push_back(element);
      }
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      return shared(std::move(all));
    }
    case Op::Input: case Op::Member: {
      REFOLD_TRY(const InputRef input, set_input(set, env));
      if (store_[term.sort].op == Op::ValueKind) {
        REFOLD_TRY(const Carrier* values, inputs_.carrier(input));
        return shared(refold::elements(*values));
      }
      REFOLD_TRY(const std::uint64_t count, inputs_.atoms(input));
      return numbers(count);
    }
    default: assert(false && "asked for the elements of an infinite sort"); return undecided("an infinite sort");
  }
}

Evaluated<Values> Evaluator::product(const std::vector<TermId>& factors, const Env& env) {
  std::vector<Values> rows{{}};
  for (const TermId factor : factors) {
    REFOLD_TRY(const Elements part, elements(factor, env));
    if (!room_for(rows.size() * part->size(), rows.empty() ? 0 : rows[0].size() + 1))
      return Fault{Fault::Kind::Limit, "a set is too large to enumerate"};
    std::vector<Values> longer;
    for (const Values& row : rows)
      for (const Value& element : *part) {
        longer.push_back(row);
        longer.back().push_back(element);
      }
    rows = std::move(longer);
  }
  Values all;
  for (Values& row : rows) all.push_back(Value::tuple(std::move(row)));
  return all;
}

Evaluated<Values> Evaluator::sigma(const Term& term, const Env& env) {
  const Op rest_op = store_[term.operands[1]].op;
  const bool flat = rest_op == Op::Product || rest_op == Op::Sigma;
  REFOLD_TRY(const Elements first, elements(term.operands[0], env));
  Values all;
  for (const Value& r : *first) {
    REFOLD_TRY(const Elements rest, elements(term.operands[1], push(r, env)));
    if (!room_for(all.size() + rest->size() > kLargestSet ? kLargestSet + 1 : rest->size(), 2))
      return Fault{Fault::Kind::Limit, "a set is too large to enumerate"};
    for (const Value& x : *rest) all.push_back(pair(r, x, flat));
  }
  return all;
}

/// Vectors over the axes with 0 <= i < n on each, in lexicographic order.
Evaluated<Values> Evaluator::power(const Term& term, const Env& env) {
  REFOLD_TRY(const Value extents, value(term.operands[0], env));
  REFOLD_TRY(const Elements axes, elements(term.operands[1], env));
  std::vector<Values> rows{{}};
  for (std::size_t axis = 0; axis < axes->size(); ++axis) {
    const Value& extent = extents.is(Value::Kind::Vector) ? extents.parts()[axis] : extents;
    if (extent.number() < 0) return ill_formed(fmt::format("the range [{}]", text(extent)));
    if (extent.number() > kLargestSet ||
        !room_for(rows.size() * static_cast<std::uint64_t>(boost::multiprecision::numerator(extent.number())), axis + 1))
      return Fault{Fault::Kind::Limit, "a set is too large to enumerate"};
    std::vector<Values> longer;
    for (const Values& row : rows)
      for (Integer k = 0; k < boost::multiprecision::numerator(extent.number()); ++k) {
        longer.push_back(row);
        longer.back().push_back(Value::number(Rational(k)));
      }
    rows = std::move(longer);
  }
  Values all;
  for (Values& row : rows) all.push_back(Value::vector(std::move(row)));
  return all;
}

Evaluated<bool> Evaluator::contains(TermId set, const Env& env, const Value& element) {
  const Term& term = store_[set];
  switch (term.op) {
    case Op::Range: {
      REFOLD_TRY(const Value extent, value(term.operands[0], env));
      return whole(element) && element.number() >= 0 && element.number() < extent.number();
    }
    case Op::Product: {
      if (term.operands.empty()) return true;
      if (!tuple_of(element, term.operands.size())) return false;
      const Values& parts = element.parts();
      for (std::size_t k = 0; k < parts.size(); ++k) {
        REFOLD_TRY(const bool inside, contains(term.operands[k], env, parts[k]));
        if (!inside) return false;
      }
      return true;
    }
    case Op::Union: {
      if (!tuple_of(element, 2) || !below(element.parts()[0], term.operands.size())) return false;
      const Rational& k = element.parts()[0].number();
      return contains(term.operands[static_cast<std::size_t>(boost::multiprecision::numerator(k))], env,
                      element.parts()[1]);
    }
    case Op::Subset: {
      REFOLD_TRY(const bool base, contains(term.operands[0], env, element));
      if (!base) return false;
      return truth(term.operands[1], push(element, env));
    }
    case Op::BagOf: {
      if (!element.is(Value::Kind::Bag)) return false;
      for (const auto& part : element.bag()) {
        REFOLD_TRY(const bool inside, contains(term.operands[0], env, part.first));
        if (!inside) return false;
      }
      return true;
    }
    case Op::Sigma: case Op::Power: case Op::Support: case Op::Image: {
      REFOLD_TRY(const Elements all, elements(set, env));
      return std::find(all->begin(), all->end(), element) != all->end();
    }
    case Op::Bool: return element.is(Value::Kind::Truth);
    case Op::Int: return whole(element);
    case Op::Real:  // the units of max and min are no numbers
      return element.is(Value::Kind::Number) || element.is(Value::Kind::Double) ||
             (element.is(Value::Kind::Infinity) && inputs_.real().kind != Carrier::Kind::Real);
    case Op::Member: case Op::Input: {  // elements of the members of a family have one sort
      if (store_[term.sort].op != Op::SetKind) return true;
      REFOLD_TRY(const InputRef input, set_input(set, env));
      REFOLD_TRY(const std::uint64_t count, inputs_.atoms(input));
      return below(element, count);
    }
    default: return true;  // by the sorts of the terms
  }
}

Evaluated<Values> Evaluator::samples(TermId sort, const Env& env) {
  const auto numbers = [](std::initializer_list<Rational> list) {
    Values all;
    for (const Rational& value : list) all.push_back(Value::number(value));
    return all;
  };
  const Term& term = store_[sort];
  REFOLD_TRY(const bool small, finite(sort, env));
  if (small) {
    REFOLD_TRY(const Elements all, elements(sort, env));
    return Values(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(all->size(), 4)));
  }
  switch (term.op) {
    case Op::Int: return numbers({0, 1, -1, 2, 3, -2});
    case Op::Real: case Op::Model: case Op::Input: case Op::Member: {
      REFOLD_TRY(const Carrier* values, carrier(sort, env));
      if (values->kind != Carrier::Kind::Float) return numbers({0, 1, 2, 3});
      Values all;
      for (const double value : {0.0, -0.0, 1.0, -2.0}) all.push_back(Value::real(value));
      return all;
    }
    case Op::BagOf: {
      REFOLD_TRY(const Values inner, samples(term.operands[0], env));
      Values all{Value::bag({})};
      for (const Value& a : inner) all.push_back(Value::bag({{a, 1}}));
      for (std::size_t k = 0; k < inner.size(); ++k)
        for (std::size_t l = k; l < inner.size(); ++l) all.push_back(Value::bag({{inner[k], 1}, {inner[l], 1}}));
      return all;
    }
    case Op::Product: {
      std::vector<Values> rows{{}};
      for (const TermId factor : term.operands) {
        REFOLD_TRY(const Values part, samples(factor, env));
        std::vector<Values> longer;
        for (const Values& row : rows)
          for (const Value& element : part) {
            if (longer.size() >= 64) break;
            longer.push_back(row);
            longer.back().push_back(element);
          }
        rows = std::move(longer);
      }
      Values all;
      for (Values& row : rows) all.push_back(Value::tuple(std::move(row)));
      return all;
    }
    default: return Values{};
  }
}

Evaluated<Values> Evaluator::samples(const Domain& domain) {
  if (!domain.bags) return samples(domain.set, domain.env);
  REFOLD_TRY(const Values inner, samples(domain.set, domain.env));
  Values all{Value::bag({})};
  for (const Value& a : inner) all.push_back(Value::bag({{a, 1}}));
  for (const Value& a : inner) all.push_back(Value::bag({{a, 1}, {inner.front(), 1}}));
  return all;
}

Evaluated<bool> Evaluator::is_zero(const Value& value, TermId sort, const Env& env) {
  if (value.is(Value::Kind::Bag)) return value.bag().empty();
  if (value.is(Value::Kind::Truth)) return !value.truth();
  REFOLD_TRY(const Carrier* numbers, carrier(sort, env));
  if (numbers->kind == Carrier::Kind::Finite && numbers->add.empty())
    return undecided(fmt::format("{} has no 0", numbers->name));
  REFOLD_TRY(const Value zero, numeral(*numbers, 0));
  return equal(*numbers, value, zero);
}

}  // namespace refold
