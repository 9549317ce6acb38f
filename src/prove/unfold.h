// src/prove/unfold.h: what the operators mean, as rewriting of terms.
//
// Invariant: unfold(t) equals t in every model in which t has a meaning: each step is the definition of one operator
// (algebra.md, sections 1 and 2) or of a built-in function, read from left to right. No law that needs a proof is used
// here (no fusion of stars, no commutativity): those are lemmas. Sets inside a term stay as they are. The kernel uses
// it only where a script cites `definition`.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "term/build.h"

namespace refold {

/// The exact conditions under which `element` lies in `set`, given that it lies in its own sort: none for an element of
/// that very set, bounds for a range, the predicate for a subset. Nothing where they cannot be told.
std::optional<std::vector<TermId>> membership(Terms& terms, TermId element, TermId set);

/// 0 <= v(a) < n(a) on every axis a, for a vector v and a set [n]^F.
TermId inside_on_every_axis(Terms& terms, TermId vector, TermId power);

/// The set that a subset or a support is cut from; of another set, that set.
TermId whole_of(Terms& terms, TermId set);
/// "If it lies in the smaller set, it lies in the larger one", by membership; invalid where that cannot be told.
TermId inclusion_at(Terms& terms, TermId element, TermId smaller, TermId larger);

/// Sorts that differ only in families of sets: J(k) or the whole family, a sigma or the product of what it runs over.
/// Functions and bags on one may then stand for those on the other (docs/trusted-base.md, "families").
bool same_up_to_families(Terms& terms, TermId a, TermId b);

class Unfold {
 public:
  explicit Unfold(Terms& terms) : terms_(terms) {}
  /// The definitional normal form, also under binders. Compositions become lambdas.
  TermId operator()(TermId term);

 private:
  TermId step(TermId term);  // one definition at the root; invalid where none applies
  TermId applied(TermId function, TermId argument);
  TermId on_bag(TermId function, TermId bag);  // star, flatten and reductions by the form of the bag
  TermId reduced(TermId reduction, TermId bag);
  TermId quantified(TermId bag, bool all);     // all / any of a comprehension over sets, as a quantifier
  TermId counted(TermId element, TermId bag);
  TermId carded(TermId bag);
  TermId connective(const Term& term);

  Terms& terms_;
  std::unordered_map<TermId, TermId> known_;
};

/// p and q and ..., without trivial parts.
TermId conjunction(Terms& terms, std::vector<TermId> parts);
TermId negation(Terms& terms, TermId prop);
/// One element: the argument of `single` in {a}; invalid for other bags.
TermId single_element(const Terms& terms, TermId bag);
/// Whether the form of a bag is known: {}, {a}, m + n, or m if c.
bool is_formed(const Terms& terms, TermId bag);
/// The unit of a reduction as a number or truth value, where it is one; else r({}).
TermId unit_of(Terms& terms, TermId reduction);

}  // namespace refold
