// src/rule/match_state.h: binding the variables of a rule while a pattern is matched (internal to match.cpp).
//
// Invariant: a binding is made together with its sort: binding X : J -> V to a tensor also binds J and V, or compares
// them. Sorts that differ are put aside and become conditions when all variables are known; sorts that can never be
// equal end the match. A value never mentions a variable that a binder of the pattern binds.
#pragma once

#include "rule/match.h"

namespace refold {

struct MatchState {
  /// A sort of the pattern that was not recognised in a sort of the subject.
  struct Differing {
    TermId pattern, subject;
    TermId values = {};   // valid: only the values of this function must lie in the set
    TermId element = {};  // valid: only this element must lie in the set
  };
  Substitution substitution;
  std::vector<Differing> differing;
  std::vector<Widened> widened;
};
using MatchStates = std::vector<MatchState>;

class MatchBinder {
 public:
  MatchBinder(Terms& terms, const RuleView& rule) : terms_(terms), rule_(rule) {}

  struct Slot {
    std::size_t variable;
    std::optional<std::size_t> member;  // of a family
  };
  /// The slot, if the pattern is a variable or a member of a family.
  std::optional<Slot> variable(TermId pattern);
  /// `subject` stands below `depth` binders of the pattern.
  MatchStates bind(Slot slot, TermId subject, std::uint32_t depth, const MatchState& state);
  /// The identity, of a domain that is known already.
  MatchStates bind_identity(Slot slot, std::uint32_t depth, const MatchState& state);
  /// Sets, value sorts and what is made of them.
  MatchStates sorts(TermId pattern, TermId subject, std::uint32_t depth, const MatchState& state);

 private:
  /// Where the slot's value stands, or nothing: a member that its set does not have, or a set of too many elements.
  TermId* at(Slot slot, Substitution& substitution);
  TermId sort_of(Slot slot);
  MatchStates compound(TermId pattern, TermId subject, std::uint32_t depth, const MatchState& state);
  MatchStates set_aside(MatchState::Differing pair, const MatchState& state);

  Terms& terms_;
  const RuleView& rule_;
};

/// What the sorts put aside ask for, or nothing if they can never be equal.
std::optional<std::vector<TermId>> sort_conditions(Terms& terms, const RuleView& rule, const MatchState& state);

}  // namespace refold
