// src/prove/refute.h: is there a small instance at which a rule fails?
//
// Invariant: a Counterexample is confirmed: at its instance, which is complete, a fresh evaluation finds every
// hypothesis true and the claim false. A hypothesis that evaluation leaves undecided never counts as true. The search
// is deterministic, takes cheap instances (few elements, small numbers) before dear ones, and decides an input only
// when an evaluation reads it. Finding nothing proves nothing.
#pragma once

#include <optional>

#include "base/budget.h"
#include "eval/instance.h"
#include "term/module.h"

namespace refold {

struct Counterexample {
  Instance instance;
  std::string text;        // the instance as lines of a witness clause, variables in the order of the rule
  std::optional<Value> index;
  std::string left, right;  // the values there, or "ill formed: ..."; right is empty for a proposition
  std::string difference;   // "left[0, 1] = X[0, 1] = 3, right[0, 1] = X[0, 2] = 0"
};

/// Looks for an instance at which the rule fails; what its witness clause fixes is kept, the rest is searched.
/// Nothing: none was found within the budget, whose stopped_by() says whether it ran out (else all small ones were
/// tried). Errors: E0244 a witness that cannot be read; E0310 a witness at which the rule does not fail.
Result<std::optional<Counterexample>> refute(const TermStore& store, const RuleStatement& rule, Budget& budget);

/// A small instance at which all hypotheses hold: evidence that the rule says something.
std::optional<Instance> find_model(const TermStore& store, const RuleStatement& rule, Budget& budget);

/// The nodes that a search may take when its caller has no reason for another number: well under a second.
constexpr std::uint64_t kRefuteNodes = 1'000'000;

}  // namespace refold
