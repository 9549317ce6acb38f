// src/plan/lower.h: from an expression to the contractions that compute it.
//
// Invariant: the lowering starts from at(expression, output index) and gives contractions with that meaning; nothing is
// exploited that the expression does not say: a sparse operand is iterated only where the expression enumerates its
// stored indices (`|positions(S)(..)| == 1` in the set under `enumerate`, or a bag over positions(S)(..)), a guard
// becomes one of the contraction only where it is affine. What has no such form is refused, with the sub-expression.
#pragma once

#include <map>

#include "plan/index_names.h"

namespace refold {

/// What a tensor of the expression is bound to.
struct BoundTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  Packing format;
  std::vector<std::int64_t> stored = {};  // positions of each level; empty for a dense tensor
};

struct LoweringInput {
  std::map<TermId, std::int64_t> sizes;     // of Inputs that are sizes
  std::map<TermId, BoundTensor> tensors;    // of Inputs that are tensors
  Algebra algebra = {};                     // how + * sum prod are read
  IndexNames index_names = {};              // how the author calls indices
};

/// The contractions of `expression`, the last one named `output`. Reductions inside operands become steps of their own.
/// Errors: E0601 no lowering for a sub-expression, E0602 an extent is unknown or negative, E0603 a tensor is not bound.
Result<ContractionSequence> lower(Terms& terms, TermId expression, const std::string& output,
                                  const LoweringInput& input);

}  // namespace refold
