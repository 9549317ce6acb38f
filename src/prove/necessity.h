// src/prove/necessity.h: what each hypothesis of a proved rule is for.
//
// Invariant: Necessary comes with a confirmed instance at which the rule fails without that hypothesis; Redundant means
// that the rule's own script proves it without. Where neither was shown it stays Used, or Unused where no proof drew on
// it; an unused hypothesis is never necessary.
#pragma once

#include <optional>
#include <vector>

#include "prove/prove.h"
#include "prove/refute.h"

namespace refold {

enum class HypothesisRole : std::uint8_t { Necessary, Used, Redundant, Unused };
std::string_view name(HypothesisRole role);

struct HypothesisNeed {
  std::string text;
  HypothesisRole role;
  std::optional<Counterexample> without;  // of Necessary
};

/// One for each hypothesis of the rule, in order; `proved` is its verdict. Each search and each proof has the whole budget.
std::vector<HypothesisNeed> necessity(Prover& prover, const TermStore& store, const RuleStatement& rule, const Proved& proved, const Budget& budget);

}  // namespace refold
