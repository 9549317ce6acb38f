// src/cli/pipeline.h: file -> module with rules -> proved rules -> search -> derivation; shared by explore, plan, emit, run.
//
// Invariant: a rule reaches the search only with the verdict Proved of this run; what the search hands on has been
// replayed. Each stage keeps its time for the report.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/program_data.h"
#include "egraph/search.h"
#include "prove/prove.h"

namespace refold {

/// An expression that a command is about.
struct Shown {
  std::string name;                      // of the let, else the expression as written
  TermId expression;
  Algebra algebra;
  Obligations obligations;               // what elaboration took for granted
  Span span;                             // its let, else where it is shown
};

struct Program {
  SourceMap sources;
  Module module;                         // rules, proofs and the file itself
  std::vector<RuleVerdict> verdicts;     // of the rules that are no `refute`
  std::vector<const RuleStatement*> proved;
  /// The let that --let names; else every expression that the file shows, each once, in order; else its last let.
  std::vector<Shown> shown;
  Shown now;                             // the one at work
  DataFacts facts;
  double load_seconds = 0, prove_seconds = 0;
};

/// The same result; an error without a place is one of the expression at work.
template <class T>
Result<T> at_expression(const Program& program, Result<T> result) {
  if (!result && !result.error().span.valid() && !result.error().data) result.error().span = program.now.span;
  return result;
}

/// Reads file, rules and proofs, proves the rules and finds the expressions; the first is the one at work. Prints
/// messages itself; nothing on failure.
std::unique_ptr<Program> load_program(const ProgramOptions& options, Streams io);

/// An option that holds a single expression's result needs a choice where several are shown. Errors: E0507.
Result<void> one_expression(const Program& program, const std::string& option);

struct Explored {
  SearchResult result;
  double seconds = 0;
};
/// Searches from the expression at work under the sizes that are known. An internal error (a derivation that does not replay) is a Diagnostic E0599.
Result<Explored> explore_program(Program& program, Terms& terms, const ProgramData& data, Budget& budget);

/// What earlier runs proved; nothing with --no-cache, or where no folder for it can be made.
std::unique_ptr<ProofCache> proof_cache(const SourceMap& sources, const Module& module, const LimitOptions& limits, bool no_cache);

Budget budget_of(const LimitOptions& limits);
/// Stops `budget` at Ctrl-C.
void stop_on_interrupt(Budget& budget);

/// The solver's word on a closed proposition under the sizes of this run.
AskSolver solver_for(Terms& terms, const Algebra& algebra, Budget& budget);

double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace refold
