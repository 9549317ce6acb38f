// src/rule/facts.h: what can be said of a term by looking at it, with the reason.
//
// Invariant: a fact holds for every value of the term's inputs, unless a leaf of its justification is a run-time check:
// then it holds whenever that check passes on the data. derive() is the only maker of facts; a fact is checked by
// deriving it again and comparing. Nothing here asks a solver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "term/build.h"

namespace refold {

enum class FactKind : std::uint8_t {
  AtMostOne,      // a bag: at most one element; an index function: at every index
  ExactlyOne,
  NonEmpty,       // full support
  Injective,      // of an index map
  KeepsZero,      // of a function on numbers: f(0) = 0
  Included,       // support(Phi) lies in support(Psi): subject Phi, other Psi
  ClosedForm,     // an index map given by one formula: other is the lambda
  Holds,          // a proposition
};
std::string_view name(FactKind kind);

/// Something about data that is checked once before a kernel runs.
struct RuntimeCheck {
  std::string kind;    // "at most one", or "declared" for what a `where` of the tensor says
  std::string tensor;
  std::string text;    // the proposition
  bool operator==(const RuntimeCheck&) const = default;
};

struct Fact {
  FactKind kind;
  TermId subject, other = {};
  std::string reason;
  std::vector<Fact> from = {};
  std::optional<RuntimeCheck> check = {};
};

/// The run-time checks that a fact rests on, each once, in order.
std::vector<RuntimeCheck> checks(const Fact& fact);

/// What the file says about its data.
struct DataFacts {
  struct Declared {
    std::string tensor;
    TermId prop;
  };
  std::vector<TermId> sparse = {};      // Inputs of tensors declared sparse
  std::vector<Declared> declared = {};  // `where` of tensors
};

/// The fact about `subject` (which may mention variables of binders around it) if the structure of the term shows it.
/// `assumed` are propositions that hold where the subject stands.
std::optional<Fact> derive(Terms& terms, const DataFacts& data, FactKind kind, TermId subject, TermId other = {},
                           const std::vector<TermId>& assumed = {});

}  // namespace refold
