// src/plan/lower_terms.h: numbers, index formulas and single contractions of terms under known sizes (internal to
// lowering).
//
// Invariant: every function returns nothing rather than a guess.
#pragma once

#include "plan/lower.h"

namespace refold {

/// The latent letters of one contraction: Inputs that stand for them.
struct Letters {
  std::vector<TermId> inputs;
  std::vector<Latent> latents;

  std::optional<std::size_t> find(TermId input) const;
};

class IndexReader {
 public:
  IndexReader(Terms& terms, const LoweringInput& input) : terms_(terms), input_(input) {}

  /// An int without letters.
  std::optional<std::int64_t> number(TermId term) const;
  /// constant + coefficients * letters.
  std::optional<Affine> affine(TermId term, const Letters& letters) const;
  /// The number of elements of a range.
  Result<std::int64_t> extent(TermId set) const;
  /// Conjunct of affine comparisons added to `guards`; false if it is none.
  bool guard(TermId condition, bool negated, const Letters& letters, std::vector<LatentGuard>& guards) const;

 private:
  Terms& terms_;
  const LoweringInput& input_;
};

/// One contraction from a function on the output's index set, or a scalar: its point-wise form at an output index,
/// read. Errors: as lower.
Result<Contraction> read_contraction(Terms& terms, const LoweringInput& input, const std::string& output,
                                     TermId function);

Semiring semiring_of(const Algebra& algebra);
/// An index as a number.
ScalarExpr index_value(const Affine& index);
/// The factors of a product, taken apart as far as it is one.
std::vector<ScalarExpr> factors_of_product(ScalarExpr value);
/// The value of an epilogue at a reduced value.
double evaluate(const ScalarExpr& epilogue, double result);

/// Is 0 <= index < extent for all values of the letters?
bool always_inside(const Affine& index, std::int64_t extent, const Letters& letters);
/// Is the condition `1 <= |m|` for a comprehension m over the same elements as `bag`, whatever the values are? Where it
/// fails, a reduction of `bag` is over nothing.
bool says_not_empty(Terms& terms, TermId condition, TermId bag);

/// The factors of a product set; a set that is no product is its own factor.
std::vector<TermId> factors_of(const Terms& terms, TermId set);
/// The components of an index, as many as the set has factors.
std::vector<TermId> components(Terms& terms, TermId index, std::size_t count);

/// The function on values that an operator is; + and * are those of the semiring.
std::optional<ScalarOp> scalar_op(Op op, const Semiring& semiring);

}  // namespace refold
