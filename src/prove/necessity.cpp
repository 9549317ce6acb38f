#include "prove/necessity.h"

namespace refold {

std::string_view name(HypothesisRole role) {
  switch (role) {
    case HypothesisRole::Necessary: return "necessary";
    case HypothesisRole::Used: return "used";
    case HypothesisRole::Redundant: return "redundant";
    case HypothesisRole::Unused: return "unused";
  }
  __builtin_unreachable();
}

std::vector<HypothesisNeed> necessity(Prover& prover, const TermStore& store, const RuleStatement& rule, const Proved& proved, const Budget& budget) {
  std::vector<HypothesisNeed> needs;
  for (std::size_t k = 0; k < rule.hypotheses.size(); ++k) {
    HypothesisNeed need{proved.hypotheses[k].text, proved.hypotheses[k].used ? HypothesisRole::Used : HypothesisRole::Unused, {}};
    if (proved.hypotheses[k].used) {
      RuleStatement without = rule;
      without.hypotheses.erase(without.hypotheses.begin() + static_cast<std::ptrdiff_t>(k));
      Budget search = budget;
      if (auto found = refute(store, without, search); found && *found) {
        need.role = HypothesisRole::Necessary;
        need.without = std::move(**found);
      } else {
        Budget proof = budget;
        proof.nodes = Budget::kUnlimited;
        if (prover.proves_without(rule, k, proof)) need.role = HypothesisRole::Redundant;
      }
    }
    needs.push_back(std::move(need));
  }
  return needs;
}

}  // namespace refold
