// src/prove/normal_form.h: rules that need no script: both sides in normal form, compared for all sizes.
//
// Invariant: no problems in the outcome means that the solver proved, from the rule's hypotheses: the right side has a
// meaning wherever the left one has, the sets on which the sides are defined are equal, and so are their values at a
// new index. What stays open is told with the goal that was stuck; it is never refuted here.
#pragma once

#include "prove/script.h"

namespace refold {

/// `terms` over a store on top of the rule's module.
ScriptOutcome prove_by_normal_form(Terms& terms, const RuleStatement& rule, Budget& budget, const ObligationObserver& observer);

}  // namespace refold
