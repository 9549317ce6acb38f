#include "prove/match.h"

#include <algorithm>
#include <cassert>

namespace refold {

bool Matcher::is_variable(TermId id) const { return std::find(variables_.begin(), variables_.end(), id) != variables_.end(); }

bool Matcher::has_variables(TermId id) const {
  if (const auto at = has_variables_.find(id); at != has_variables_.end()) return at->second;
  const Term& term = terms_[id];
  bool any = is_variable(id) || (needs_sort(term.op) && has_variables(term.sort));
  for (const TermId operand : term.operands) any = any || has_variables(operand);
  has_variables_.emplace(id, any);
  return any;
}

bool Matcher::binds_all(TermId pattern, const Bindings& bindings) const {
  if (!has_variables(pattern)) return true;
  if (is_variable(pattern)) return bindings.values.contains(pattern);
  const Term& term = terms_[pattern];
  return std::all_of(term.operands.begin(), term.operands.end(), [&](TermId operand) { return binds_all(operand, bindings); }) &&
         (!needs_sort(term.op) || binds_all(term.sort, bindings));
}

TermId Matcher::family_of(TermId member) const {
  const Term& term = terms_[member];
  return term.op == Op::Member && is_variable(term.operands[0]) ? term.operands[0] : TermId{};
}

TermId Matcher::lowered(TermId target, Depth depth) {
  for (Depth k = 0; k < depth; ++k)
    if (terms_.mentions_bound(target, k)) return {};
  return terms_.shift(target, -static_cast<std::int64_t>(depth));
}

// -- values put in

TermId Matcher::put_in(TermId pattern, const Bindings& bindings) {
  std::map<std::pair<TermId, Depth>, TermId> memo;
  return put_in(pattern, bindings, 0, memo);
}

TermId Matcher::put_in(TermId pattern, const Bindings& bindings, Depth depth, std::map<std::pair<TermId, Depth>, TermId>& memo) {
  if (!has_variables(pattern)) return pattern;
  const std::pair key(pattern, depth);
  if (const auto at = memo.find(key); at != memo.end()) return at->second;
  TermId result;
  const Term term = terms_[pattern];
  if (is_variable(pattern)) {
    const auto at = bindings.values.find(pattern);
    result = at == bindings.values.end() ? pattern : terms_.shift(at->second, depth);
  } else if (const TermId family = family_of(pattern); family.valid() && bindings.values.contains(family)) {
    const TermId argument = put_in(term.operands[1], bindings, depth, memo);
    result = terms_.instantiate(terms_.shift(bindings.values.at(family), depth, 1), argument);
  } else {
    std::vector<TermId> operands;
    for (std::size_t k = 0; k < term.operands.size(); ++k)
      operands.push_back(put_in(term.operands[k], bindings, depth + (info(term.op).binder && k == 1 ? 1 : 0), memo));
    result = terms_.rebuild(pattern, std::move(operands), needs_sort(term.op) ? put_in(term.sort, bindings, depth, memo) : TermId{});
  }
  memo.emplace(key, result);
  return result;
}

// -- sorts of values

/// The sort of a variable's value must be the variable's sort with values put in; free sets and value sorts in it are
/// found from the value.
bool Matcher::match_sort(Bindings& bindings, TermId pattern, TermId target) {
  if (!binds_all(pattern, bindings)) {
    std::vector<Bindings> found;
    solve({{pattern, target, 0}}, bindings, found);
    if (found.empty()) return false;
    bindings = std::move(found.front());
  }
  const TermId wanted = put_in(pattern, bindings);
  if (wanted == target) return true;
  // An element of a set cut from another one: membership will guard the instance.
  const bool element = terms_.is_set(wanted) || terms_.is_value_sort(wanted);
  return element && terms_.meet(wanted, target);
}

/// The sort of a value where this variable stands: a reduction may be any function from bags.
TermId Matcher::sort_for(TermId variable, TermId value) {
  const Term sort = terms_[terms_.sort(value)];
  const bool as_function = sort.op == Op::ReductionOf && terms_.is(terms_.sort(variable), Op::Arrow);
  return as_function ? terms_.arrow(terms_.bag_of(sort.operands[0]), sort.operands[0]) : terms_.sort(value);
}

bool Matcher::set(Bindings& bindings, TermId variable, TermId value) {
  if (const auto at = bindings.values.find(variable); at != bindings.values.end()) return at->second == value;
  const bool sort_for_set = any_sort_ && terms_.is(terms_.sort(variable), Op::SetKind) &&
                            (terms_.is_value_sort(value) || terms_.is(terms_.sort(value), Op::Type));
  if (!sort_for_set && !match_sort(bindings, terms_.sort(variable), sort_for(variable, value))) return false;
  bindings.values.emplace(variable, value);
  return true;
}

/// The members' sorts are matched under the binder of k; sets and value sorts in them may be found from the body.
bool Matcher::set_family(Bindings& bindings, TermId family, TermId body) {
  const Term kind = terms_[terms_.sort(family)];
  std::vector<Bindings> found;
  solve({{kind.operands[1], terms_.sort(body), 1}}, bindings, found);
  if (found.empty()) return false;
  bindings = std::move(found.front());
  bindings.values.emplace(family, body);
  return true;
}

bool Matcher::bind(Bindings& bindings, TermId variable, TermId value) {
  const Term sort = terms_[terms_.sort(variable)];
  if (sort.op != Op::FamilyOf) return set(bindings, variable, value);
  // A family is given as a stack over its set, or as a family of the same kind.
  const Term given = terms_[value];
  TermId over, body;
  if (given.op == Op::StackOver) {
    over = given.operands[0];
    body = given.operands[1];
  } else if (terms_.is(given.sort, Op::FamilyOf)) {
    over = terms_[given.sort].operands[0];
    body = member_of(value);
  }
  return body.valid() && match_sort(bindings, sort.operands[0], over) && set_family(bindings, variable, body);
}

/// X(k) for the outer binder's k.
TermId Matcher::member_of(TermId family) {
  const TermId over = terms_[terms_.sort(family)].operands[0];
  return terms_.must(Op::Member, {terms_.shift(family, 1), terms_.bound(0, terms_.shift(over, 1))});
}

bool Matcher::finish(Bindings& bindings) {
  for (const auto& [pattern, target, depth] : bindings.weak) {
    if (binds_all(pattern, bindings)) {
      std::map<std::pair<TermId, Depth>, TermId> memo;
      if (!terms_.meet(put_in(pattern, bindings, depth, memo), target)) return false;
    } else {
      const TermId value = lowered(target, depth);
      if (!is_variable(pattern) || !value.valid()) return false;
      bindings.values.emplace(pattern, value);
    }
  }
  bindings.weak.clear();
  return true;
}

// -- matching

std::vector<Bindings> Matcher::match(TermId pattern, TermId target, const Bindings& start) {
  std::vector<Bindings> found, good;
  solve({{pattern, target, 0}}, start, found);
  for (Bindings& bindings : found)
    if (finish(bindings)) good.push_back(std::move(bindings));
  return good;
}

std::vector<Matcher::Segment> Matcher::match_segments(TermId pattern, TermId composition, const Bindings& start) {
  std::vector<Segment> found;
  const std::vector<TermId> parts = terms_[composition].operands;
  for (std::size_t begin = 0; begin < parts.size(); ++begin)
    for (std::size_t end = begin + 1; end <= parts.size(); ++end) {
      if (end - begin == parts.size()) continue;  // the whole is matched as a term of its own
      const TermId segment = terms_.compose({parts.begin() + static_cast<std::ptrdiff_t>(begin), parts.begin() + static_cast<std::ptrdiff_t>(end)});
      for (Bindings& bindings : match(pattern, segment, start)) found.push_back({std::move(bindings), begin, end});
    }
  return found;
}

/// Goals are taken from the back, so that sets are known before the bodies that run over them.
void Matcher::solve(Goals goals, Bindings bindings, std::vector<Bindings>& found) {
  while (!goals.empty()) {
    const Goal goal = goals.back();
    goals.pop_back();
    const Term p = terms_[goal.pattern], t = terms_[goal.target];
    if (p.op == Op::Compose && has_variables(goal.pattern)) {
      const std::vector<TermId> parts = t.op == Op::Compose ? t.operands : std::vector<TermId>{goal.target};
      compose({p.operands, parts, goal.depth}, 0, 0, goals, bindings, found);
      return;
    }
    if (!step(goal, goals, bindings)) return;
  }
  found.push_back(std::move(bindings));
}

bool Matcher::step(const Goal& goal, Goals& goals, Bindings& bindings) {
  const auto [pattern, target, depth] = goal;
  if (!has_variables(pattern)) return pattern == target;
  if (is_variable(pattern)) {
    const TermId value = lowered(target, depth);
    return value.valid() && set(bindings, pattern, value);
  }
  const Term p = terms_[pattern], t = terms_[target];
  if (const TermId family = family_of(pattern); family.valid()) return member(goal, family, goals, bindings);
  if (p.op == Op::Apply && is_variable(p.operands[0]) && terms_.is(p.operands[1], Op::Bound) && depth > 0) return abstraction(goal, bindings);
  if (p.op != t.op || p.payload != t.payload || p.operands.size() != t.operands.size()) return false;
  if (p.op == Op::Flatten || p.op == Op::Single || p.op == Op::Empty || p.op == Op::Identity || p.op == Op::The) {
    bindings.weak.push_back({p.operands[0], t.operands[0], depth});
    return true;
  }
  if (needs_sort(p.op)) goals.push_back({p.sort, t.sort, depth});
  for (std::size_t k = p.operands.size(); k-- > 0;)
    goals.push_back({p.operands[k], t.operands[k], depth + (info(p.op).binder && k == 1 ? 1 : 0)});
  return true;
}

/// X(k) against a term: under the binder of k the whole term as a function of k; else another family's member.
bool Matcher::member(const Goal& goal, TermId family, Goals& goals, Bindings& bindings) {
  const TermId index = terms_[goal.pattern].operands[1];
  if (bindings.values.contains(family)) {
    if (!binds_all(index, bindings)) return false;
    std::map<std::pair<TermId, Depth>, TermId> memo;
    return put_in(goal.pattern, bindings, goal.depth, memo) == goal.target;
  }
  const TermId runs_over = terms_[terms_.sort(family)].operands[0];
  if (terms_.is(index, Op::Bound)) {
    if (!binds_all(runs_over, bindings)) return false;
    const TermId mark = terms_.input("? index", put_in(runs_over, bindings));
    TermId open = goal.target;
    for (Depth level = 0; level < goal.depth; ++level) {
      if (level == static_cast<Depth>(terms_[index].payload)) open = terms_.instantiate(open, mark);
      else if (terms_.mentions_bound(open, 0)) return false;
      else open = terms_.shift(open, -1);
    }
    return set_family(bindings, family, terms_.abstract(open, mark));
  }
  const Term t = terms_[goal.target];
  if (t.op != Op::Member) return false;
  const TermId whole = lowered(t.operands[0], goal.depth);
  if (!whole.valid() || !match_sort(bindings, runs_over, terms_[terms_.sort(whole)].operands[0])) return false;
  if (!set_family(bindings, family, member_of(whole))) return false;
  goals.push_back({index, t.operands[1], goal.depth});
  return true;
}

/// f(i), i bound by the pattern, against a term: f is that term as a function of i.
bool Matcher::abstraction(const Goal& goal, Bindings& bindings) {
  const Term p = terms_[goal.pattern];
  const TermId function = p.operands[0];
  if (bindings.values.contains(function)) {
    std::map<std::pair<TermId, Depth>, TermId> memo;
    return binds_all(goal.pattern, bindings) && put_in(goal.pattern, bindings, goal.depth, memo) == goal.target;
  }
  const TermId domain = lowered(terms_.sort(p.operands[1]), goal.depth);
  if (!domain.valid() || !binds_all(domain, bindings)) return false;
  const TermId mark = terms_.input("? index", put_in(domain, bindings));
  TermId open = goal.target;
  for (Depth level = 0; level < goal.depth; ++level) {
    if (level == static_cast<Depth>(terms_[p.operands[1]].payload)) open = terms_.instantiate(open, mark);
    else if (terms_.mentions_bound(open, 0)) return false;
    else open = terms_.shift(open, -1);
  }
  return set(bindings, function, terms_.lambda(terms_.sort(mark), terms_.abstract(open, mark)));
}

void Matcher::compose(const Chain& chain, std::size_t p, std::size_t t, const Goals& rest, const Bindings& bindings, std::vector<Bindings>& found) {
  if (p == chain.pattern.size() || t == chain.target.size()) {
    if (p == chain.pattern.size() && t == chain.target.size()) solve(rest, bindings, found);
    return;
  }
  const TermId part = chain.pattern[p];
  const bool takes_many = is_variable(part) || family_of(part).valid();
  const std::size_t most = takes_many ? chain.target.size() - t - (chain.pattern.size() - p - 1) : 1;
  if (chain.target.size() - t < chain.pattern.size() - p) return;
  for (std::size_t length = 1; length <= most; ++length) {
    const auto from = chain.target.begin() + static_cast<std::ptrdiff_t>(t);
    const TermId segment = terms_.compose({from, from + static_cast<std::ptrdiff_t>(length)});
    std::vector<Bindings> heads;
    solve({{part, segment, chain.depth}}, bindings, heads);
    for (const Bindings& head : heads) compose(chain, p + 1, t + length, rest, head, found);
  }
}

}  // namespace refold
