#include "rule/match.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/match_state.h"

namespace refold {

std::string print(const Place& place) {
  std::string text;
  for (const std::uint32_t step : place.path) text += (text.empty() ? "" : ".") + std::to_string(step);
  if (text.empty()) text = "root";
  if (place.length > 0) text += fmt::format(" parts {}..{}", place.begin, place.begin + place.length);
  return text;
}

namespace {

constexpr std::size_t kMostMatches = 64;

/// One walk over a pattern and a subject. Every function returns all ways to go on from a state.
class Matcher {
 public:
  Matcher(Terms& terms, const RuleView& rule, const Widen& widen) : terms_(terms), widen_(widen), binder_(terms, rule) {}

  struct Cursor {
    std::uint32_t depth = 0;               // binders of the pattern around it
    std::vector<std::uint32_t> path = {};  // below the subject of the whole match
    bool root = false;

    Cursor under(std::size_t operand, bool binds) const {
      Cursor below{depth + (binds ? 1u : 0u), path, false};
      below.path.push_back(static_cast<std::uint32_t>(operand));
      return below;
    }
  };

  MatchStates term(TermId pattern, TermId subject, const Cursor& cursor, const MatchState& state) {
    if (const auto variable = binder_.variable(pattern)) return binder_.bind(*variable, subject, cursor.depth, state);
    const Term p = terms_[pattern];
    const Term s = terms_[subject];
    if (p.op == Op::Compose) return chain(p.operands, parts(subject), cursor, state);
    if ((p.op == Op::StackOver && s.op == Op::Stack) || (p.op == Op::ForkOver && s.op == Op::Fork))
      return family(p, s, cursor, state);
    if (p.op != s.op || p.operands.size() != s.operands.size() || p.payload != s.payload) return {};
    MatchStates states{state};
    if (needs_sort(p.op) && p.op != Op::Bound) states = binder_.sorts(p.sort, s.sort, cursor.depth, state);
    for (std::size_t k = 0; k < p.operands.size() && !states.empty(); ++k) {
      const Cursor below = cursor.under(k, info(p.op).binder && k == 1);
      const bool sort = terms_.is_set(p.operands[k]) || terms_.is_value_sort(p.operands[k]);
      states = each(states, [&](const MatchState& at) {
        return sort ? binder_.sorts(p.operands[k], s.operands[k], below.depth, at)
                    : term(p.operands[k], s.operands[k], below, at);
      });
    }
    return states;
  }

 private:
  template <class F>
  MatchStates each(const MatchStates& states, const F& next) {
    MatchStates all;
    for (const MatchState& state : states)
      for (MatchState& found : next(state))
        if (all.size() < kMostMatches) all.push_back(std::move(found));
    return all;
  }

  std::vector<TermId> parts(TermId subject) {
    return terms_[subject].op == Op::Compose ? terms_[subject].operands : std::vector<TermId>{subject};
  }

  MatchStates chain(const std::vector<TermId>& patterns, const std::vector<TermId>& subjects, const Cursor& cursor,
                    const MatchState& state) {
    struct Open {
      std::size_t used;
      MatchState state;
    };
    std::vector<Open> open{{0, state}};
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      std::vector<Open> next;
      const bool variable = binder_.variable(patterns[p]).has_value();
      for (const Open& at : open) {
        const std::size_t left = subjects.size() - at.used;
        const std::size_t least = variable && !cursor.root ? 0 : 1,
                          most = variable ? left : std::min<std::size_t>(left, 1);
        for (std::size_t length = least; length <= most; ++length) {
          if (p + 1 == patterns.size() && length != left) continue;
          const auto matched = length == 0
                                   ? binder_.bind_identity(*binder_.variable(patterns[p]), cursor.depth, at.state)
                                   : link(patterns[p], subjects, at.used, length, cursor, at.state);
          for (const MatchState& found : matched)
            if (next.size() < kMostMatches) next.push_back({at.used + length, found});
        }
      }
      open = std::move(next);
    }
    MatchStates all;
    for (Open& at : open)
      if (at.used == subjects.size()) all.push_back(std::move(at.state));
    return all;
  }

  MatchStates link(TermId pattern, const std::vector<TermId>& subjects, std::size_t begin, std::size_t length,
                   const Cursor& cursor, const MatchState& state) {
    if (length > 1) {
      const std::vector<TermId> window(subjects.begin() + static_cast<std::ptrdiff_t>(begin),
                                       subjects.begin() + static_cast<std::ptrdiff_t>(begin + length));
      return binder_.bind(*binder_.variable(pattern), terms_.compose(window), cursor.depth, state);
    }
    return term(pattern, subjects[begin], subjects.size() > 1 ? cursor.under(begin, false) : cursor, state);
  }

  /// A stack or fork over a set against a literal one: the set has that many elements, and each member matches.
  MatchStates family(const Term& pattern, const Term& subject, const Cursor& cursor, const MatchState& state) {
    const TermId set = pattern.operands[0];
    const TermId size = terms_.range(terms_.int_number(static_cast<std::int64_t>(subject.operands.size())));
    MatchStates states = binder_.sorts(set, size, cursor.depth, state);
    for (std::size_t k = 0; k < subject.operands.size() && !states.empty(); ++k) {
      const TermId member = terms_.instantiate(pattern.operands[1], family_index(terms_, set, k));
      states = each(states, [&](const MatchState& at) {
        return one_member(member, subject.operands[k], cursor.under(k, false), at);
      });
    }
    const auto all_widened = [&](const MatchState& at) {
      return at.widened.size() == state.widened.size() + subject.operands.size();
    };
    if (widen_) states.erase(std::remove_if(states.begin(), states.end(), all_widened), states.end());
    return states;
  }

  /// A member as it stands, and as what it can be rewritten to: a product of products is `sum . D* . Phi` as it stands,
  /// but only its rewritten form has one entry at each index.
  MatchStates one_member(TermId pattern, TermId subject, const Cursor& cursor, const MatchState& state) {
    MatchStates found = term(pattern, subject, cursor, state);
    if (!widen_ || binder_.variable(pattern)) return found;
    const std::vector<TermId> choices = widen_(subject);
    for (std::size_t k = 0; k < choices.size(); ++k)
      for (MatchState& next : term(pattern, choices[k], cursor, state)) {
        if (next.widened.size() > state.widened.size()) continue;  // one step for each member
        next.widened.push_back({{cursor.path, 0, 0}, k});
        found.push_back(std::move(next));
      }
    return found;
  }

  Terms& terms_;
  const Widen& widen_;
  MatchBinder binder_;
};

}  // namespace

std::vector<Match> match(Terms& terms, const RuleView& rule, TermId pattern, TermId subject, const Widen& widen) {
  MatchState start;
  start.substitution.bindings.resize(rule.size());
  std::vector<Match> matches;
  for (const MatchState& state : Matcher(terms, rule, widen).term(pattern, subject, {0, {}, true}, start)) {
    auto conditions = sort_conditions(terms, rule, state);
    if (!conditions) continue;
    Match found{state.substitution, std::move(*conditions), state.widened};
    const auto same = [&](const Match& other) {
      return other.substitution == found.substitution && other.widened == found.widened;
    };
    if (std::none_of(matches.begin(), matches.end(), same)) matches.push_back(std::move(found));
  }
  return matches;
}

}  // namespace refold
