// src/term/at.h: the point-wise meaning of functions, used by the prover and by the lowering.
//
// Invariant: at(f, x) denotes f(x) and holds no composition, star, flatten, inverse, fork or copies any more except in
// *comprehension form*: a bag is {}, a sum of bags, a guarded bag, {e}, an opaque bag (such as Phi(i)), or
//   flatten((x -> B)*(source)),  source = elements(S) or an opaque bag, B again such a form,
// which is how the language writes {e for x in S .. if g}. Equal up to the definitions of algebra.md, sections 1 and 2;
// eval shares no code with it, and a property test compares the two.
#pragma once

#include "term/build.h"

namespace refold {

/// f(index) in point-wise form. Precondition: f is a function and index an element of its domain.
TermId at(Terms& terms, TermId function, TermId index);
/// The point-wise form of a value, an index or a bag.
TermId pointwise(Terms& terms, TermId term);

}  // namespace refold
