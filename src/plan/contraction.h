// src/plan/contraction.h: what is computed, before how: one sum of products over a latent index set.
//
// Invariant: a Contraction is the right side of Theorem 3 with its ingredients named. For every output index o
//     out[o] = epilogue( (+) over { l : l in latents, guards(l), every iterated operand has a stored value at its
//                                   access(l), output.access(l) = o }  of  (x) of factors(l) )
// where (+), (x) are the semiring's. A *located* operand does not restrict the latent set: where it stores nothing its
// value is `absent`. Which operands are iterated is what the rewrite licensed and is not the planner's to change;
// loop order, formats, packing and merging are. Index expressions stay inside the extents on the guarded latent set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/format.h"
#include "plan/scalar.h"

namespace refold {

/// constant + sum of coefficient * latent, terms by growing latent, no coefficient 0.
struct Affine {
  struct Term {
    std::size_t latent;
    std::int64_t coefficient;
    bool operator==(const Term&) const = default;
  };
  std::int64_t constant = 0;
  std::vector<Term> terms = {};

  static Affine of(std::size_t latent) { return {0, {{latent, 1}}}; }
  static Affine number(std::int64_t value) { return {value, {}}; }
  /// The latent, if the expression is just that latent.
  std::optional<std::size_t> single() const;
  std::int64_t coefficient(std::size_t latent) const;
  bool operator==(const Affine&) const = default;
};
Affine operator+(const Affine& a, const Affine& b);
Affine operator*(std::int64_t factor, const Affine& a);

struct Latent {
  std::string name;         // as the user wrote it; any text
  std::int64_t extent = 0;  // values 0 .. extent-1
};

/// `expression <= 0`, or `expression == 0`.
struct LatentGuard {
  Affine expression;
  bool equality = false;
};

enum class Visit : std::uint8_t { Iterated, Located };

struct Operand {
  std::string tensor;               // name of the data, or of an earlier step's output; any text
  std::vector<std::int64_t> shape;  // extent of each mode
  std::vector<Affine> access;       // for each mode of the tensor, where latent l reads it
  Packing format;                    // as stored; a dense operand may be packed into another mode order
  Visit visit = Visit::Located;
  double absent = 0;                // its value where nothing is stored
  std::vector<std::int64_t> stored = {};  // positions of each level, outermost first; empty for a dense tensor
};
/// The number of positions that the first `levels` levels have together; 1 for none.
std::int64_t positions(const Operand& operand, std::size_t levels);

struct ContractionOutput {
  std::string tensor;
  std::vector<std::int64_t> shape;  // empty: a scalar
  std::vector<Affine> access;       // for each mode of the output
  /// The output stores one value for each stored value of this iterated operand and shares its pattern.
  std::optional<std::size_t> pattern_of = {};
};

struct Contraction {
  std::vector<Latent> latents;
  std::vector<Operand> operands;
  std::vector<LatentGuard> guards = {};
  Semiring semiring = plus_times();
  std::vector<ScalarExpr> factors;          // leaves: Constant, Operand, Latent
  ScalarExpr epilogue = ScalarExpr::result();   // leaves: Constant, Result
  ContractionOutput output;
};

/// Contractions in order; a later one reads earlier outputs by name. The last output is the result.
struct ContractionSequence {
  std::vector<Contraction> steps;
};

/// Text in the notation of index formulas, one line a step, for `refold plan`: indices that are no index of the output
/// are reduced, the others follow after "for".
std::string print(const Contraction& contraction);

}  // namespace refold
