// src/cli/prove_line.h: what `refold prove` says of one rule, as a line of text and as JSON.
//
// Invariant: a line says "as stated" only of a rule that was proved, and of a near miss that was refuted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/cross_check.h"
#include "prove/necessity.h"

namespace refold {

struct ProveLine {
  const RuleStatement* rule = nullptr;
  std::string verdict = {};       // proved refuted unknown
  std::string reason = {};
  RuleVerdict proof = {};
  std::optional<Counterexample> counterexample = {};
  std::vector<HypothesisNeed> needs = {};  // with --necessity
  std::string model = {};                  // with --necessity: an instance at which the hypotheses hold
  bool no_model = false;                   // with --necessity: none was found
  double seconds = 0;
  bool limited = false;           // unknown because a limit of this run ended the work
  bool by_script = false;         // a `proof` stands for it
  bool ok() const { return verdict == (rule->refute ? "refuted" : "proved"); }
};

/// An instance on one line.
std::string one_line(std::string instance);
void print(const ProveLine& line, bool laws, Streams io, const SourceMap& sources);
std::size_t count(const std::vector<ProveLine>& lines, std::string_view verdict);
std::size_t unexpected(const std::vector<ProveLine>& lines);
/// The whole report of a run (docs/schema/prove.schema.json).
std::string to_json(const std::vector<ProveLine>& lines, const std::optional<CrossCheck>& crossed, double seconds, const SourceMap& sources);
std::string file_of(const RuleStatement& rule, const SourceMap& sources);

}  // namespace refold
