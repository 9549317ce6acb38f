// src/rule/match.h: at which values of its variables a side of a rule is a given term.
//
// Invariant: for every match, the pattern with the substitution put in is the subject, up to the structural normal form
// of build.h (flat compositions, families unrolled) and up to the `conditions`: equal sets and memberships that sorts
// ask for. Matches come in a fixed order that depends on the two terms alone: shorter values for earlier parts first.
//
// A composition is matched part by part: a variable for a function may stand for several neighbouring parts, and
// inside a larger pattern also for none (the identity). A stack or fork over the set of a family matches a literal
// one with any number of members.
#pragma once

#include <functional>

#include "rule/substitution.h"

namespace refold {

/// A place inside a term: operand numbers from the root; where `length` is not 0 the term there is a composition and
/// the place is `length` of its parts from `begin` on.
struct Place {
  std::vector<std::uint32_t> path = {};
  std::uint32_t begin = 0, length = 0;
  bool operator==(const Place&) const = default;
};

/// "1.0.2" or "1.0.2 parts 2..4"; the root is "root".
std::string print(const Place& place);

/// A member that has to be rewritten before the pattern matches: choice `choice` of Widen at this subject.
struct Widened {
  Place place;        // below the subject of the whole match
  std::size_t choice = 0;
  bool operator==(const Widened&) const = default;
};

/// What else a member of a stack or fork can be written as, asked where the pattern wants more than a variable; terms of
/// the same sort. One member at least must be as the pattern wants it: a dense operand comes along with a sparse one, but a
/// product of dense operands alone is not rewritten into the same product.
using Widen = std::function<std::vector<TermId>(TermId subject)>;

struct Match {
  Substitution substitution;
  std::vector<TermId> conditions;    // propositions in the scope of the subject
  std::vector<Widened> widened;      // empty without Widen
};

/// All matches of `pattern` (a side of the rule) with the whole of `subject`, at most 64 of them.
std::vector<Match> match(Terms& terms, const RuleView& rule, TermId pattern, TermId subject, const Widen& widen = {});

}  // namespace refold
