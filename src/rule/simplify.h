// src/rule/simplify.h: definitional laws, applied to an instance of a rule.
//
// Invariant: the result equals the term wherever the term is well formed, by the meaning of its operators alone: no
// hypothesis, no fact about data, no algebra beyond arithmetic of literals and of `and`, `or`. It depends on the term
// alone and is idempotent. The laws:
//     |{x}| = 1   |{}| = 0   |m + n| = |m| + |n|   |f*(m)| = |m|   |[n]| = n
//     the({x}) = x   m if true = m   m if false = {}   r({}) = the unit   r({x}) = x   all({p, q}) = p and q
//     inverse(kappa) . kappa = single for an enumeration kappa, which counts every element once
//     x == x, x = x   true and p = p   true => p = p   literal arithmetic and comparisons   {l : S if true} = S
#pragma once

#include "term/build.h"

namespace refold {

TermId simplify(Terms& terms, TermId term);

/// The unit of a named reduction as a term: sum 0, prod 1, all true, any false; invalid for others.
TermId unit(Terms& terms, TermId reduction);

}  // namespace refold
