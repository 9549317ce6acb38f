// src/rule/apply.h: one step of rewriting: a rule, in one direction, at one place, for one substitution.
//
// Invariant: if every obligation of an application holds, the term before and the term after are equal wherever the
// term before is well formed, and have the same sort. Obligations are closed: hypotheses, equal sets, memberships, ranges
// and divisors are stated for every value of the variables bound around the place.
#pragma once

#include "rule/match.h"

namespace refold {

struct Application {
  Direction direction = Direction::LeftToRight;
  Place place;
  Substitution substitution;
  TermId before, after;                // whole terms
  std::vector<TermId> obligations;     // propositions, simplified; none is `true`
  std::vector<Widened> widened;        // with Widen: these subterms must be rewritten first, then `after` is invalid
};

/// Whether matching the side that `direction` starts from gives every variable a value (perhaps through a hypothesis
/// P = single . s); a directed rule has only one direction, a proposition none.
bool is_applicable(Terms& terms, const RuleView& rule, Direction direction);

/// Whether the side is a variable alone: it would match everywhere.
bool starts_anywhere(const RuleView& rule, Direction direction);

/// Every application of the rule at this place, in a fixed order.
std::vector<Application> applications(Terms& terms, const RuleView& rule, Direction direction, TermId term, const Place& place,
                                      const Widen& widen = {});

/// Places where a side of a rule may stand: subterms that are computed with, and all windows of compositions; not
/// inside sets, sorts, guards and enumerations. Outside in, left to right.
std::vector<Place> places(Terms& terms, TermId term);

/// The subterm at a place, or nothing if there is no such place.
std::optional<TermId> subterm(Terms& terms, TermId term, const Place& place);
/// The term with another subterm there.
TermId replaced(Terms& terms, TermId term, const Place& place, TermId part);

}  // namespace refold
