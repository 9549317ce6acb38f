// The sort of every operator over its operands, and the questions about sorts of build.h.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "term/build.h"
#include "term/text.h"

namespace refold {

bool Terms::is_set(TermId id) const {
  TermId kind = sort(id);
  while (is(kind, Op::FamilyOf)) kind = store_[kind].operands[1];
  return is(kind, Op::SetKind);
}

namespace {

/// A vector of [n]^F is a function F -> int, also when a subset of the vectors is meant.
const Term& function_sort(const TermStore& store, TermId function) {
  const Term* s = &store[store[function].sort];
  while (s->op == Op::Subset) s = &store[s->operands[0]];
  return *s;
}

}  // namespace

TermId Terms::domain(TermId function) {
  const Term& s = function_sort(store_, function);
  if (s.op == Op::Arrow) return s.operands[0];
  if (s.op == Op::Power) return s.operands[1];
  if (s.op == Op::ReductionOf) return bag_of(s.operands[0]);
  return {};
}

TermId Terms::codomain(TermId function) {
  const Term& s = function_sort(store_, function);
  if (s.op == Op::Arrow) return s.operands[1];
  if (s.op == Op::Power) return integer();
  if (s.op == Op::ReductionOf) return s.operands[0];
  return {};
}

TermId Terms::erase(TermId id) {
  const Term& term = store_[id];
  switch (term.op) {
    case Op::Range: return integer();
    case Op::Subset: return erase(term.operands[0]);
    case Op::Support: case Op::Image: {
      const TermId function = term.operands[0];
      return erase(term.op == Op::Support ? domain(function) : codomain(function));
    }
    case Op::Power: return arrow(term.operands[1], integer());
    case Op::Member: {  // an element of J(k) is an element of the family J: of the disjoint union of its sets
      TermId family = id;
      while (is(family, Op::Member)) family = store_[family].operands[0];
      return is_set(id) ? family : id;
    }
    case Op::ReductionOf: {
      const TermId value = erase(term.operands[0]);
      return arrow(bag_of(value), value);
    }
    case Op::Sigma: {
      const TermId first = erase(term.operands[0]), rest = erase(term.operands[1]);
      if (mentions_bound(rest, 0)) return must(Op::Sigma, {first, rest});
      std::vector<TermId> factors{first};
      const TermId outside = shift(rest, -1);
      if (is(term.operands[1], Op::Product) || is(term.operands[1], Op::Sigma)) {
        const Term& flat = store_[outside];
        factors.insert(factors.end(), flat.operands.begin(), flat.operands.end());
      } else {
        factors.push_back(outside);
      }
      return product(std::move(factors));
    }
    case Op::Product: case Op::Union: case Op::Arrow: case Op::BagOf: {
      std::vector<TermId> parts;
      for (const TermId part : term.operands) parts.push_back(erase(part));
      // (k, i) with every i of one set: the members of a stack over one set are also indexed by [n]*I.
      if (term.op == Op::Union && !parts.empty() && std::equal(parts.begin() + 1, parts.end(), parts.begin())) return product({integer(), parts[0]});
      return must(term.op, std::move(parts));
    }
    default: return id;
  }
}

bool Terms::meet(TermId a, TermId b) {
  if (a == b) return true;
  a = erase(a);
  b = erase(b);
  if (a == b) return true;
  const Term x = store_[a], y = store_[b];
  if (x.op != y.op || x.operands.size() != y.operands.size() || info(x.op).binder || x.payload != y.payload) return false;
  if (x.op != Op::BagOf && x.op != Op::Arrow && x.op != Op::Product && x.op != Op::Union) return false;
  for (std::size_t k = 0; k < x.operands.size(); ++k)
    if (!meet(x.operands[k], y.operands[k])) return false;
  return true;
}

namespace {

Diagnostic mismatch(const TermStore& store, Span where, TermId given, TermId wanted) {
  return {"E0102", where, fmt::format("this has sort {}, but {} is wanted", readable(store, given), readable(store, wanted))};
}

}  // namespace

// One case per operator, in the order of op.h: longer than a screen, but a table.
Result<TermId> Terms::sort_of(Op op, const std::vector<TermId>& in, std::int64_t payload, TermId given, Span where) {
  const int arity = info(op).arity;
  if (arity >= 0 && static_cast<int>(in.size()) != arity)
    return Diagnostic{"E0104", where, fmt::format("{} takes {} operands, not {}", info(op).name, arity, in.size())};
  const auto wrong = [&](std::size_t k, std::string_view wanted) {
    return Diagnostic{"E0101", where, fmt::format("{} needs {} here, but this has sort {}", info(op).name, wanted,
                                                  readable(store_, sort(in[k])))};
  };
  const auto has = [&](std::size_t k, TermId wanted) { return meet(sort(in[k]), wanted); };
  const auto function = [&](std::size_t k) { return domain(in[k]).valid(); };
  const auto bag_element = [&](std::size_t k) {
    const Term& s = store_[sort(in[k])];
    return s.op == Op::BagOf ? s.operands[0] : TermId{};
  };
  const auto all_meet = [&](TermId wanted) -> Result<TermId> {
    for (const TermId operand : in)
      if (!meet(sort(operand), wanted)) return mismatch(store_, where, sort(operand), wanted);
    return wanted;
  };
  switch (op) {
    case Op::Type: case Op::SetKind: case Op::ValueKind: case Op::AxesKind: return type();
    case Op::Real: case Op::Int: case Op::Bool: case Op::Model: return value_kind();
    case Op::Arrow: case Op::BagOf: case Op::ReductionOf: case Op::FamilyOf: return type();
    case Op::Range: return has(0, integer()) ? set_kind() : Result<TermId>(wrong(0, "an int"));
    case Op::Product: case Op::Union:
      for (std::size_t k = 0; k < in.size(); ++k)
        if (const Op kind = store_[sort(in[k])].op; !is_set(in[k]) && kind != Op::ValueKind && kind != Op::Type) return wrong(k, "a set");
      return set_kind();
    case Op::Sigma: return is_set(in[0]) && is_set(in[1]) ? set_kind() : Result<TermId>(wrong(1, "sets"));
    case Op::Subset: return has(1, boolean()) ? set_kind() : Result<TermId>(wrong(1, "a condition"));
    case Op::Power: return set_kind();
    case Op::Support: case Op::Image: return function(0) ? set_kind() : Result<TermId>(wrong(0, "a function"));
    case Op::Input: case Op::Bound: case Op::Number: case Op::Infinity: case Op::Inject: case Op::Reduce:
      assert(given.valid());
      return given;
    case Op::True: case Op::False: return boolean();
    case Op::Add: case Op::Mul: case Op::Min: case Op::Max: case Op::Neg: case Op::Abs: case Op::Divide:
    case Op::Quot: case Op::Rem: case Op::Div: case Op::Mod: {
      assert(!in.empty());
      const TermId value = erase(sort(in[0]));
      if (!is_value_sort(value)) return wrong(0, "numbers");
      return all_meet(value);
    }
    case Op::Pow: return has(1, integer()) ? Result<TermId>(erase(sort(in[0]))) : Result<TermId>(wrong(1, "an int exponent"));
    case Op::ToReal: return is_value_sort(erase(sort(in[0]))) ? real() : Result<TermId>(wrong(0, "an int or a bool"));
    case Op::ToInt: return has(0, boolean()) ? integer() : Result<TermId>(wrong(0, "a bool"));
    case Op::Eq: case Op::Less: case Op::LessEq:
      if (!meet(sort(in[0]), sort(in[1]))) return mismatch(store_, where, sort(in[1]), sort(in[0]));
      return boolean();
    case Op::And: case Op::Or: case Op::Not: case Op::Implies: return all_meet(boolean());
    case Op::If:
      if (!has(0, boolean())) return wrong(0, "a condition");
      if (sort(in[1]) == sort(in[2])) return sort(in[1]);
      if (!meet(sort(in[1]), sort(in[2]))) return mismatch(store_, where, sort(in[2]), sort(in[1]));
      return erase(sort(in[1]));
    case Op::Identity: return arrow(in[0], in[0]);
    case Op::Compose:
      for (std::size_t k = 0; k < in.size(); ++k)
        if (!function(k)) return Diagnostic{"E0103", where, fmt::format("only functions compose; this has sort {}", readable(store_, sort(in[k])))};
      for (std::size_t k = 0; k + 1 < in.size(); ++k)
        if (!meet(domain(in[k]), codomain(in[k + 1])))
          return Diagnostic{"E0107", where, fmt::format("cannot compose: this gives {}, but {} is wanted",
                            readable(store_, codomain(in[k + 1])), readable(store_, domain(in[k]))), {}, "compose with a map between the two sets"};
      return arrow(domain(in.back()), codomain(in.front()));
    case Op::Apply:
      if (!function(0)) return Diagnostic{"E0103", where, fmt::format("this is no function; it has sort {}", readable(store_, sort(in[0])))};
      if (!meet(domain(in[0]), sort(in[1]))) return mismatch(store_, where, sort(in[1]), domain(in[0]));
      return codomain(in[0]);
    case Op::Lambda: {
      TermId body = sort(in[1]);
      while (is(body, Op::Subset)) body = store_[body].operands[0];  // what lies in a subset lies in its set
      if (mentions_bound(body, 0)) body = erase(body);
      if (mentions_bound(body, 0)) return Diagnostic{"E0105", where, "the sort of this body depends on its variable"};
      return arrow(in[0], shift(body, -1));
    }
    case Op::Tuple: {
      std::vector<TermId> parts;
      for (const TermId operand : in) parts.push_back(sort(operand));
      return product(std::move(parts));
    }
    case Op::Proj: {
      TermId set = sort(in[0]);
      while (is(set, Op::Subset)) set = store_[set].operands[0];
      const Term s = store_[set];
      const auto component = static_cast<std::size_t>(payload);
      if (s.op == Op::Product && component < s.operands.size()) return s.operands[component];
      if (s.op == Op::Sigma && component == 0) return s.operands[0];
      if (s.op == Op::Sigma && !is(s.operands[1], Op::Product) && component == 1) return instantiate(s.operands[1], proj(0, in[0]));
      const Term erased = store_[erase(sort(in[0]))];
      if (erased.op == Op::Product && component < erased.operands.size()) return erased.operands[component];
      return wrong(0, fmt::format("a tuple of more than {}", payload));
    }
    case Op::Member: {
      const Term s = store_[sort(in[0])];
      if (s.op != Op::FamilyOf) return wrong(0, "a family");
      if (!meet(sort(in[1]), s.operands[0])) return mismatch(store_, where, sort(in[1]), s.operands[0]);
      return instantiate(s.operands[1], in[1]);
    }
    case Op::Stack: {
      std::vector<TermId> parts;
      for (std::size_t k = 0; k < in.size(); ++k) {
        if (!function(k)) return wrong(k, "tensors");
        if (!meet(codomain(in[k]), codomain(in[0]))) return mismatch(store_, where, codomain(in[k]), codomain(in[0]));
        parts.push_back(domain(in[k]));
      }
      return arrow(must(Op::Union, std::move(parts)), codomain(in[0]));
    }
    case Op::StackOver: {
      const Term s = store_[sort(in[1])];
      if (s.op != Op::Arrow) return wrong(1, "a tensor");
      if (mentions_bound(s.operands[1], 0)) return wrong(1, "one value sort for all members");
      return arrow(must(Op::Sigma, {in[0], s.operands[0]}), shift(s.operands[1], -1));
    }
    case Op::Empty: return bag_of(in[0]);
    case Op::Single: return arrow(in[0], bag_of(in[0]));
    case Op::BagSum:
      if (in.empty() || !bag_element(0).valid()) return wrong(0, "bags");
      return all_meet(sort(in[0]));
    case Op::Guard:
      if (!has(0, boolean())) return wrong(0, "a condition");
      return bag_element(1).valid() ? Result<TermId>(sort(in[1])) : Result<TermId>(wrong(1, "a bag"));
    case Op::Star:
      return function(0) ? arrow(bag_of(domain(in[0])), bag_of(codomain(in[0]))) : Result<TermId>(wrong(0, "a function"));
    case Op::Flatten: return arrow(bag_of(bag_of(in[0])), bag_of(in[0]));
    case Op::Elements: return bag_of(in[0]);
    case Op::Enumerate: {
      // An element of a subset is used as an element of the set it is cut from, so inverse(enumerate(S)) is a function
      // on that whole set, empty outside S.
      const Term set = store_[in[0]];
      const TermId whole = set.op == Op::Subset ? set.operands[0] : set.op == Op::Support ? domain(set.operands[0])
                           : set.op == Op::Image ? codomain(set.operands[0]) : in[0];
      return arrow(range(must(Op::Card, {must(Op::Elements, {in[0]})})), whole);
    }
    case Op::Inverse:
      return function(0) ? arrow(codomain(in[0]), bag_of(domain(in[0]))) : Result<TermId>(wrong(0, "an index map"));
    case Op::Fork: {
      std::vector<TermId> parts;
      for (std::size_t k = 0; k < in.size(); ++k) {
        if (!function(k) || store_[codomain(in[k])].op != Op::BagOf) return wrong(k, "index functions");
        if (!meet(domain(in[k]), domain(in[0]))) return mismatch(store_, where, domain(in[k]), domain(in[0]));
        parts.push_back(store_[codomain(in[k])].operands[0]);
      }
      return arrow(domain(in[0]), bag_of(must(Op::Union, std::move(parts))));
    }
    case Op::ForkOver: {
      const Term s = store_[sort(in[1])];
      if (s.op != Op::Arrow || store_[s.operands[1]].op != Op::BagOf) return wrong(1, "an index function");
      if (mentions_bound(s.operands[0], 0)) return wrong(1, "one domain for all members");
      return arrow(shift(s.operands[0], -1), bag_of(must(Op::Sigma, {in[0], store_[s.operands[1]].operands[0]})));
    }
    case Op::Copies:
      if (!is_set(in[0])) return wrong(0, "a set");
      return arrow(in[1], bag_of(product({in[0], in[1]})));
    case Op::Card: return bag_element(0).valid() ? integer() : Result<TermId>(wrong(0, "a bag"));
    case Op::Count: {
      if (!bag_element(1).valid()) return wrong(1, "a bag");
      if (!meet(sort(in[0]), bag_element(1))) return mismatch(store_, where, sort(in[0]), bag_element(1));
      return integer();
    }
    case Op::The: return arrow(bag_of(in[0]), in[0]);
    case Op::Values: return arrow(range(must(Op::Stored, {in[0]})), codomain(in[0]));
    case Op::Positions: return arrow(domain(in[0]), bag_of(range(must(Op::Stored, {in[0]}))));
    case Op::Stored: return function(0) ? integer() : Result<TermId>(wrong(0, "a sparse tensor"));
    case Op::Same:
      if (!meet(sort(in[0]), sort(in[1])) && !(is_set(in[0]) && is_set(in[1]))) return mismatch(store_, where, sort(in[1]), sort(in[0]));
      return boolean();
    case Op::ForAll: case Op::ForSome: return has(1, boolean()) ? boolean() : Result<TermId>(wrong(1, "a proposition"));
    case Op::In: case Op::Included: case Op::Disjoint: case Op::Injective: case Op::Bijective: case Op::Monotone:
      return boolean();
  }
  __builtin_unreachable();
}

}  // namespace refold
