#include "term/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>

namespace refold {

bool needs_sort(Op op) {
  return op == Op::Input || op == Op::Bound || op == Op::Number || op == Op::Infinity || op == Op::Inject ||
         op == Op::Reduce;
}

namespace {

/// A term that our own code built wrongly: said, then stopped, in every build; going on could prove anything.
[[noreturn]] void broken(const std::string& message) {
  std::fprintf(stderr, "refold: internal error: ill-sorted term: %s\n", message.c_str());
  std::abort();
}

}  // namespace

std::optional<Diagnostic> too_large(const TermExtent& extent, const TermExtent& most, Span where) {
  const char* help = "write out the result of a part of it (run --out), and read that as a tensor";
  if (extent.height > most.height)
    return Diagnostic{"E0161", where,
                      fmt::format("with what its names stand for, this is nested more than {} levels deep", most.height), {}, help};
  if (extent.nodes > most.nodes)
    return Diagnostic{"E0161", where, fmt::format("with what its names stand for, this has more than {} parts", most.nodes), {}, help};
  return std::nullopt;
}

TermId Terms::must(Op op, std::vector<TermId> operands, std::int64_t payload, TermId sort) {
  Result<TermId> made = make(op, std::move(operands), payload, sort);
  if (made) return *made;
  if (made.error().code == "E0161") throw TermTooLarge{std::move(made).error()};
  broken(made.error().message);
}

Result<TermId> Terms::make(Op op, std::vector<TermId> operands, std::int64_t payload, TermId sort, Span where) {
  if (op == Op::Type) return TermId{0};
  REFOLD_TRY(const TermId sort_term, sort_of(op, operands, payload, sort, where));
  if (const TermId same = normal(op, operands, payload); same.valid()) return same;
  Term term{op, sort_term, std::move(operands), payload};
  if (auto wrong = too_large(store_.extent_of(term), {kMostHeight, kMostNodes}, where)) return *std::move(wrong);
  return store_.intern(std::move(term));
}

/// The structural normal form: a different term that this one is by definition, or an invalid id; may flatten operands.
TermId Terms::normal(Op op, std::vector<TermId>& operands, std::int64_t payload) {
  switch (op) {
    case Op::Compose: {
      std::vector<TermId> flat;
      for (const TermId part : operands) {
        if (is(part, Op::Compose)) flat.insert(flat.end(), store_[part].operands.begin(), store_[part].operands.end());
        else if (!is(part, Op::Identity)) flat.push_back(part);
      }
      if (flat.empty()) return operands.back();
      if (flat.size() == 1) return flat.front();
      operands = std::move(flat);
      return {};
    }
    case Op::Apply: {
      const Term function = store_[operands[0]];
      if (function.op == Op::Identity) return operands[1];
      if (function.op == Op::Lambda) return instantiate(function.operands[1], operands[1]);
      // At the one point () a composition stays whole: the scalar of a tensor on (), so that rules still see the tensor.
      const bool scalar = is(operands[1], Op::Tuple) && store_[operands[1]].operands.empty();
      if (function.op == Op::Compose && !scalar) {
        TermId value = operands[1];
        for (auto part = function.operands.rbegin(); part != function.operands.rend(); ++part) value = apply(*part, value);
        return value;
      }
      const Term argument = store_[operands[1]];
      if (function.op == Op::Stack && argument.op == Op::Inject)
        return apply(function.operands[static_cast<std::size_t>(argument.payload)], argument.operands[0]);
      if (function.op == Op::StackOver && argument.op == Op::Tuple && argument.operands.size() == 2)
        return apply(instantiate(function.operands[1], argument.operands[0]), argument.operands[1]);
      return {};
    }
    case Op::Lambda: {
      const Term body = store_[operands[1]];
      // On a subset i |-> i is the inclusion into the set it is cut from, not an identity.
      if (body.op == Op::Bound && body.payload == 0 && !is(operands[0], Op::Subset)) return identity(operands[0]);
      if (body.op == Op::Apply && is(body.operands[1], Op::Bound) && store_[body.operands[1]].payload == 0 &&
          !mentions_bound(body.operands[0], 0) && meet(domain(body.operands[0]), shift(operands[0], 1)) &&
          domain(body.operands[0]) == shift(operands[0], 1))
        return shift(body.operands[0], -1);
      return {};
    }
    case Op::Tuple: {
      if (operands.size() == 1) return operands[0];
      TermId whole;
      for (std::size_t k = 0; k < operands.size(); ++k) {
        const Term part = store_[operands[k]];
        if (part.op != Op::Proj || part.payload != static_cast<std::int64_t>(k)) return {};
        if (k > 0 && part.operands[0] != whole) return {};
        whole = part.operands[0];
      }
      if (operands.empty()) return {};
      const Term erased = store_[erase(sort(whole))];
      return erased.op == Op::Product && erased.operands.size() == operands.size() ? whole : TermId{};
    }
    case Op::Proj: {
      const Term tuple = store_[operands[0]];
      return tuple.op == Op::Tuple ? tuple.operands[static_cast<std::size_t>(payload)] : TermId{};
    }
    case Op::Neg: {
      const Term n = store_[operands[0]];
      return n.op == Op::Number ? number(-store_.number_value(n.payload), n.sort) : TermId{};
    }
    case Op::Product: return operands.size() == 1 ? operands[0] : TermId{};
    case Op::Member: {
      const Term family = store_[operands[0]];
      return family.op == Op::StackOver ? instantiate(family.operands[1], operands[1]) : TermId{};
    }
    default: return {};
  }
}

template <class F>
TermId Terms::map(TermId id, std::uint32_t depth, const F& leaf, std::unordered_map<std::uint64_t, TermId>& memo) {
  const std::uint64_t key = (static_cast<std::uint64_t>(id.index) << 20) | depth;
  if (const auto at = memo.find(key); at != memo.end()) return at->second;
  TermId result = leaf(id, depth);
  if (!result.valid()) {
    const Term term = store_[id];
    std::vector<TermId> operands;
    operands.reserve(term.operands.size());
    const bool binder = info(term.op).binder;
    for (std::size_t k = 0; k < term.operands.size(); ++k)
      operands.push_back(map(term.operands[k], depth + (binder && k == 1 ? 1 : 0), leaf, memo));
    TermId sort;
    if (needs_sort(term.op)) sort = map(term.sort, depth, leaf, memo);
    result = operands == term.operands && (!sort.valid() || sort == term.sort) ? id : rebuild(id, std::move(operands), sort);
  }
  memo.emplace(key, result);
  return result;
}

TermId Terms::rebuild(TermId id, std::vector<TermId> operands, TermId sort) {
  const Term term = store_[id];
  return must(term.op, std::move(operands), term.payload, sort.valid() ? sort : term.sort);
}

TermId Terms::shift(TermId id, std::int64_t by, std::uint32_t cutoff) {
  if (by == 0) return id;
  std::unordered_map<std::uint64_t, TermId> memo;
  const auto leaf = [&](TermId part, std::uint32_t depth) -> TermId {
    if (store_.free_depth(part) <= depth) return part;
    const Term term = store_[part];
    if (term.op != Op::Bound) return {};
    return bound(term.payload + by, shift(term.sort, by, depth));
  };
  return map(id, cutoff, leaf, memo);
}

TermId Terms::instantiate(TermId body, TermId argument) {
  std::unordered_map<std::uint64_t, TermId> memo;
  const auto full = [&](auto&& self, TermId part, std::uint32_t depth) -> TermId {
    if (store_.free_depth(part) <= depth) return part;
    const std::uint64_t key = (static_cast<std::uint64_t>(part.index) << 20) | depth;
    if (const auto at = memo.find(key); at != memo.end()) return at->second;
    const Term term = store_[part];
    TermId result;
    if (term.op == Op::Bound) {
      result = term.payload == static_cast<std::int64_t>(depth)
                   ? shift(argument, depth)
                   : bound(term.payload - (term.payload > static_cast<std::int64_t>(depth) ? 1 : 0), self(self, term.sort, depth));
    } else {
      std::vector<TermId> operands;
      const bool binder = info(term.op).binder;
      for (std::size_t k = 0; k < term.operands.size(); ++k)
        operands.push_back(self(self, term.operands[k], depth + (binder && k == 1 ? 1 : 0)));
      result = rebuild(part, std::move(operands), needs_sort(term.op) ? self(self, term.sort, depth) : TermId{});
    }
    memo.emplace(key, result);
    return result;
  };
  return full(full, body, 0);
}

TermId Terms::abstract(TermId term, TermId input) {
  std::unordered_map<std::uint64_t, TermId> memo;
  const TermId shifted = shift(term, 1);
  const auto leaf = [&](TermId part, std::uint32_t depth) -> TermId {
    if (part.index < input.index) return part;  // older than the Input, so without it
    return part == input ? bound(depth, shift(sort(input), static_cast<std::int64_t>(depth) + 1)) : TermId{};
  };
  return map(shifted, 0, leaf, memo);
}

bool Terms::mentions_bound(TermId id, std::uint32_t depth) {
  if (store_.free_depth(id) <= depth) return false;
  const Term& term = store_[id];
  if (term.op == Op::Bound && term.payload == static_cast<std::int64_t>(depth)) return true;
  const bool binder = info(term.op).binder;
  for (std::size_t k = 0; k < term.operands.size(); ++k)
    if (mentions_bound(term.operands[k], depth + (binder && k == 1 ? 1 : 0))) return true;
  return needs_sort(term.op) && mentions_bound(term.sort, depth);
}

bool Terms::mentions(TermId id, TermId part) {
  if (id == part) return true;
  if (id.index < part.index) return false;
  const Term& term = store_[id];
  return std::any_of(term.operands.begin(), term.operands.end(), [&](TermId operand) { return mentions(operand, part); }) ||
         (needs_sort(term.op) && mentions(term.sort, part));
}

TermId Terms::replace(TermId id, const std::vector<std::pair<TermId, TermId>>& pairs) {
  std::unordered_map<std::uint64_t, TermId> memo;
  TermId oldest = id;
  for (const auto& pair : pairs) oldest = std::min(oldest, pair.first);
  const auto leaf = [&](TermId part, std::uint32_t depth) -> TermId {
    if (part.index < oldest.index) return part;
    for (const auto& [from, to] : pairs)
      if (part == from) return shift(to, depth);
    return {};
  };
  return map(id, 0, leaf, memo);
}

}  // namespace refold
