#include "egraph/search.h"

#include <algorithm>
#include <map>
#include <set>

namespace refold {
namespace {

/// A rewrite of a part that a pattern failed at.
struct Rewrite {
  std::size_t rule;
  Direction direction;
  Substitution substitution;
};

class Search {
 public:
  Search(Terms& terms, const SearchInput& input, Budget& budget) : terms_(terms), input_(input), budget_(budget) {
    for (const RuleStatement* rule : input.rules)
      if (!rule->refute && holds_in(rule->algebra, input.algebra)) rules_.emplace_back(terms, *rule);
    for (std::size_t r = 0; r < rules_.size(); ++r)
      for (const Direction direction : {Direction::LeftToRight, Direction::RightToLeft})
        if (is_applicable(terms, rules_[r], direction)) directions_.push_back({r, direction});
  }

  SearchResult run() {
    if (const auto first = add(input_.expression)) {
      lowest_ = result_.states.front().cost;
      look_at(*first, 0);
    }
    while (!queue_.empty() && stalled_ < input_.stall && budget_.alive()) {
      const std::size_t state = std::get<2>(*queue_.begin());
      queue_.erase(queue_.begin());
      ++result_.stats.iterations;
      ++stalled_;
      expand(state);
    }
    finish();
    return std::move(result_);
  }

 private:
  struct Way {
    std::size_t rule;
    Direction direction;
  };

  /// A step with the rule and the substitution that it is made of; only those of the derivation are told as text.
  struct Taken {
    Step step;
    std::size_t rule;
    Substitution substitution;
  };

  /// The state of a term, made if it is new; no state when the budget is used up.
  std::optional<std::size_t> add(TermId term) {
    const auto at = ids_.find(term);
    if (at != ids_.end()) return at->second;
    if (!budget_.take_nodes(1)) return std::nullopt;
    const std::size_t state = result_.states.size();
    result_.states.push_back({term, input_.cost(term)});
    ids_.emplace(term, state);
    waited_.push_back(input_.patience + 1);
    return state;
  }

  /// `waited` counts the steps since a state on the way here was the cheapest of all; a state is looked at (again) when
  /// it is reached with less waiting.
  void look_at(std::size_t state, int waited) {
    if (waited >= waited_[state]) return;
    waited_[state] = waited;
    if (waited < input_.patience) queue_.insert({result_.states[state].cost, terms_size(result_.states[state].term), state});
  }

  std::size_t terms_size(TermId term) {
    std::set<TermId> seen;
    std::vector<TermId> open{term};
    while (!open.empty()) {
      const TermId id = open.back();
      open.pop_back();
      if (!seen.insert(id).second) continue;
      open.insert(open.end(), terms_[id].operands.begin(), terms_[id].operands.end());
    }
    return seen.size();
  }

  void expand(std::size_t state) {
    const TermId term = result_.states[state].term;
    for (const Place& place : places(terms_, term)) {
      const TermId part = *subterm(terms_, term, place);
      for (const Way& way : directions_) {
        if (!budget_.alive()) return;
        if (starts_anywhere(rules_[way.rule], way.direction)) continue;
        try {
          apply(state, way, place, part);
        } catch (const TermTooLarge&) {
          // A term that cannot be made is no state.
        }
      }
    }
  }

  void apply(std::size_t state, const Way& way, const Place& place, TermId part) {
    const TermId term = result_.states[state].term;
    const auto key = std::tuple(part, way.rule, way.direction);
    if (barren_.count(key)) return;
    const Widen widen = [this](TermId subject) { return choices(subject); };
    const auto all = applications(terms_, rules_[way.rule], way.direction, term, place, widen);
    if (all.empty()) barren_.insert(key);
    for (const Application& found : all) {
      if (!budget_.alive()) return;
      ++result_.stats.matched;
      take(state, way, found);
    }
  }

  /// Makes the steps of one application, those on its parts first; nothing is kept unless all of them are settled.
  void take(std::size_t state, const Way& way, const Application& found) {
    std::vector<Taken> steps;
    TermId term = result_.states[state].term;
    for (const Widened& part : found.widened) {
      const Rewrite& rewrite = rewrites_.at(*subterm(terms_, term, below(found.place, part.place)))[part.choice];
      if (!step(steps, term, {rewrite.rule, rewrite.direction}, below(found.place, part.place), &rewrite.substitution)) return;
    }
    if (found.widened.empty()) {
      if (!settled(steps, term, way, found)) return;
    } else if (!step(steps, term, way, found.place, nullptr)) {
      return;
    }
    if (term == result_.states[state].term) return;
    keep(state, std::move(steps));
  }

  static Place below(const Place& outer, Place inner) {
    if (outer.length > 0) inner.path.front() += outer.begin;
    inner.path.insert(inner.path.begin(), outer.path.begin(), outer.path.end());
    return inner;
  }

  bool step(std::vector<Taken>& steps, TermId& term, const Way& way, const Place& place, const Substitution* substitution) {
    for (const Application& found : applications(terms_, rules_[way.rule], way.direction, term, place)) {
      if (substitution != nullptr && !(found.substitution == *substitution)) continue;
      if (settled(steps, term, way, found)) return true;
    }
    return false;
  }

  bool settled(std::vector<Taken>& steps, TermId& term, const Way& way, const Application& found) {
    const AskSolver ask = [this](TermId prop) {
      const auto known = asked_.find(prop);
      if (known != asked_.end()) return known->second;
      return asked_.emplace(prop, input_.ask && input_.ask(prop)).first->second;
    };
    auto made = settle_unsaid(terms_, rules_[way.rule], found, input_.data, ask);
    if (!made) return false;
    term = made->after;
    steps.push_back({std::move(*made), way.rule, found.substitution});
    return true;
  }

  void keep(std::size_t from, std::vector<Taken> steps) {
    ++result_.stats.applied;
    const int waited = waited_[from];
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const bool last = k + 1 == steps.size();
      const auto to = add(steps[k].step.after);
      if (!to) return;
      const Integer& cost = result_.states[*to].cost;
      const bool lower = cost < lowest_;
      if (lower) lowest_ = cost, stalled_ = 0;
      if (last) look_at(*to, lower ? 0 : waited + 1);
      const auto same = [&](const SearchEdge& edge) { return edge.from == from && edge.to == *to; };
      if (std::none_of(result_.edges.begin(), result_.edges.end(), same)) {
        result_.edges.push_back({from, *to, std::move(steps[k].step)});
        ways_.emplace_back(steps[k].rule, std::move(steps[k].substitution));
      }
      from = *to;
    }
  }

  std::vector<TermId> choices(TermId subject) {
    auto at = choices_.find(subject);
    if (at == choices_.end()) {
      std::vector<TermId> terms;
      std::vector<Rewrite> rewrites;
      for (const Way& way : directions_)
        for (const Application& found : applications(terms_, rules_[way.rule], way.direction, subject, {})) {
          if (found.after == subject) continue;
          terms.push_back(found.after);
          rewrites.push_back({way.rule, way.direction, found.substitution});
        }
      rewrites_.emplace(subject, std::move(rewrites));
      at = choices_.emplace(subject, std::move(terms)).first;
    }
    return at->second;
  }

  /// The cheapest state (of equal ones that of the fewest steps, then the smallest), the way there, why the search ended.
  void finish() {
    walk();
    const auto key = [&](std::size_t s) {
      return std::tuple(result_.states[s].cost, distance_[s], terms_size(result_.states[s].term), s);
    };
    for (std::size_t s = 1; s < result_.states.size(); ++s)
      if (result_.states[s].cost <= result_.states[result_.best].cost && key(s) < key(result_.best)) result_.best = s;
    result_.stats.states = result_.states.size();
    result_.stats.edges = result_.edges.size();
    const auto limit = budget_.stopped_by();
    result_.stats.stopped_by = limit ? std::string(name(*limit)) : queue_.empty() ? "saturated" : "stall";
    result_.derivation = {input_.expression, input_.algebra, {}};
    for (std::size_t s = result_.best; s != 0; s = result_.edges[edge_to_[s]].from) {
      const auto& [rule, substitution] = ways_[edge_to_[s]];
      result_.derivation.steps.push_back(result_.edges[edge_to_[s]].step);
      result_.derivation.steps.back().substitution = print(terms_, rules_[rule], substitution);
    }
    std::reverse(result_.derivation.steps.begin(), result_.derivation.steps.end());
  }

  /// Breadth first from the expression: how many steps away every state is, and the edge that reaches it first.
  void walk() {
    std::vector<std::vector<std::size_t>> out(result_.states.size());
    for (std::size_t e = 0; e < result_.edges.size(); ++e) out[result_.edges[e].from].push_back(e);
    distance_.assign(result_.states.size(), result_.states.size());
    edge_to_.assign(result_.states.size(), 0);
    std::vector<std::size_t> wave{0};
    distance_[0] = 0;
    for (std::size_t next = 0; next < wave.size(); ++next)
      for (const std::size_t e : out[wave[next]]) {
        const std::size_t to = result_.edges[e].to;
        if (distance_[to] < result_.states.size()) continue;
        distance_[to] = distance_[wave[next]] + 1;
        edge_to_[to] = e;
        wave.push_back(to);
      }
  }

  Terms& terms_;
  const SearchInput& input_;
  Budget& budget_;
  std::vector<RuleView> rules_;
  std::vector<Way> directions_;
  SearchResult result_;
  std::map<TermId, std::size_t> ids_;
  std::vector<int> waited_;
  Integer lowest_;
  std::size_t stalled_ = 0;  // states looked at since lowest_ was set
  std::set<std::tuple<TermId, std::size_t, Direction>> barren_;  // subterms where a rule does not match
  std::set<std::tuple<Integer, std::size_t, std::size_t>> queue_;
  std::map<TermId, std::vector<TermId>> choices_;
  std::map<TermId, std::vector<Rewrite>> rewrites_;
  std::map<TermId, bool> asked_;
  std::vector<std::pair<std::size_t, Substitution>> ways_;  // of each edge
  std::vector<std::size_t> distance_, edge_to_;  // of each state, once the search has ended
};

}  // namespace

SearchResult explore(Terms& terms, const SearchInput& input, Budget& budget) { return Search(terms, input, budget).run(); }

}  // namespace refold
