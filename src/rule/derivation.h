// src/rule/derivation.h: why one term equals another: a list of steps, and the one function that goes through it again.
//
// Invariant: each step starts from the term where the one before ended, and its obligations are all settled. A step is
// determined by rule, direction, place and substitution; everything else in it is derived from these and is compared,
// never believed. Proof scripts, normal form and search write this one log.
#pragma once

#include "rule/apply.h"
#include "rule/decide.h"

namespace refold {

struct Step {
  std::string rule;  // name of the rule or lemma
  Direction direction = Direction::LeftToRight;
  Place place;
  std::vector<std::pair<std::string, std::string>> substitution;  // variable, value as text
  TermId before, after;
  std::vector<Settled> obligations;
};

struct Derivation {
  TermId start;
  Algebra algebra;          // how `real` is read in these terms
  std::vector<Step> steps;

  TermId end() const { return steps.empty() ? start : steps.back().after; }
};

/// Whether a rule stated for one algebra holds in another: `over semiring` in exact reals, in min_plus, ...
bool holds_in(const Algebra& rule, const Algebra& expression);

/// The step of an application with all obligations settled; nothing if one stays open. `unsaid`: without the text of its
/// substitution.
std::optional<Step> settle_unsaid(Terms& terms, const RuleView& rule, const Application& application, const DataFacts& data,
                                  const AskSolver& ask);
std::optional<Step> settle(Terms& terms, const RuleView& rule, const Application& application, const DataFacts& data,
                           const AskSolver& ask);

/// What fixes a step: as it is read from a certificate.
struct StepChoice {
  std::string rule;
  Direction direction = Direction::LeftToRight;
  Place place;
  std::vector<std::pair<std::string, std::string>> substitution;
};

/// Makes the steps again from `start`, by matching each rule at its place. `rules` are trusted to be proved.
/// Errors: E0501 no such rule, E0502 it is stated for another algebra, E0503 it does not match there with this
/// substitution, E0504 an obligation stays open.
Result<Derivation> replay(Terms& terms, TermId start, const Algebra& algebra, const std::vector<StepChoice>& choices,
                          const std::vector<const RuleStatement*>& rules, const DataFacts& data, const AskSolver& ask);

/// Replays and compares every term and obligation. Errors: those of replay, E0505 a step is not what it says.
Result<void> check(Terms& terms, const Derivation& derivation, const std::vector<const RuleStatement*>& rules,
                   const DataFacts& data, const AskSolver& ask);

/// All run-time checks of a derivation, each once, in order.
std::vector<RuntimeCheck> checks(const Derivation& derivation);

}  // namespace refold
