// src/prove/verdict.h: what became of a rule.
//
// Invariant: Proved only when every obligation was answered `proved` by the solver; Refuted only with an instance that
// eval confirmed; everything else is Unknown, which never counts as proved. A verdict is data: cli turns it into text
// and JSON, certificates quote it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"

namespace refold {

/// A hypothesis of the rule as written, and whether a proof drew on it.
struct HypothesisUse {
  std::string text;
  bool used = false;
  bool operator==(const HypothesisUse&) const = default;
};

struct Proved {
  std::string solver;                   // "Z3 4.8.12"
  std::vector<HypothesisUse> hypotheses;  // in the order of the rule
  std::vector<std::string> laws;        // of the declared algebra, e.g. "* distributes over +"; sorted
  std::vector<std::string> results;     // earlier results that the proof draws on, in their order in the module
  int obligations = 0;                  // questions that the solver answered
  bool both_ways = false;               // the left side has a meaning wherever the right one has
};

struct Refuted {
  std::string instance;                 // sizes, sets, functions and tensors, as .rf text
  std::string difference;               // the first place where the sides differ, with both values
};

struct Unknown {
  std::string reason;                   // one line
  std::vector<Diagnostic> problems;     // where the proof is stuck; empty where there is no proof
};

using Verdict = std::variant<Proved, Refuted, Unknown>;

/// "proved by Z3 4.8.12", "refuted by ...", "unknown: ...".
std::string summary(const Verdict& verdict);

/// The verdict of one rule of a module.
struct RuleVerdict {
  std::string rule;
  Verdict verdict;
  double seconds = 0;
  bool remembered = false;              // an earlier run proved it (proof_cache.h)
  bool proved() const { return std::holds_alternative<Proved>(verdict); }
};

}  // namespace refold
