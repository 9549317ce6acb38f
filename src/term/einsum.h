// src/term/einsum.h: the one form of every einsum.
//
// Invariant: einsum strings, index notation and `sum` lambdas that denote a sum of products come out as the same term
//   sum . (prod . [X_0, ..]* . <phi_0, ..>)* . inverse(psi)
// over the latent set L = output letters in order, then summed letters in order of first appearance, cut by the guards
// (algebra.md, section 2). A product of one factor is that factor; without a summed letter and with psi = id the outer
// `sum . .. . inverse(psi)` is dropped.
#pragma once

#include <string_view>
#include <vector>

#include "term/build.h"

namespace refold {

struct EinsumFactor {
  TermId tensor;  // X_k : I_k -> V
  TermId map;     // phi_k : L -> I_k
};

/// The term over `latent`, with psi : latent -> O.
TermId einsum_term(Terms& terms, TermId latent, const std::vector<EinsumFactor>& factors, TermId psi, TermId value_sort);

/// i |-> body as a canonical einsum if the body is a sum of products of tensor entries; else an invalid id. `domain` is
/// the set of i; the body is under that binder. With an invalid domain the body is closed: a scalar.
TermId canonical_einsum(Terms& terms, TermId domain, TermId body);

/// numpy's einsum strings (implicit output, repeated letters, ellipsis, spaces, scalars) over operands.
/// Errors: E0120 ..: wrong number of operands, letters, extents that differ, an output letter without operand.
/// Sets of one letter that are spelled differently come back in `equal`: each pair must be the same set.
Result<TermId> einsum_string(Terms& terms, std::string_view text, const std::vector<TermId>& operands, Span where,
                             const std::vector<Span>& places, std::vector<std::pair<TermId, TermId>>& equal);

}  // namespace refold
