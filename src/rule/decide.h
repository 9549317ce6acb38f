// src/rule/decide.h: whether what a step asks for holds, and who says so.
//
// Invariant: nothing counts as settled except by analysis (a derived fact), by the solver, or by a check that is listed
// and made on the data before a kernel runs. What nobody settles is left open, and an open obligation licenses nothing.
#pragma once

#include <functional>

#include "rule/facts.h"

namespace refold {

enum class SettledBy : std::uint8_t { Analysis, Solver, Runtime };
std::string_view name(SettledBy by);  // "analysis", "z3", "runtime"

/// Asks the solver whether a closed proposition holds for every value of its inputs.
using AskSolver = std::function<bool(TermId prop)>;

struct Settled {
  TermId prop;
  SettledBy by = SettledBy::Analysis;
  std::optional<Fact> fact = {};  // of Analysis and Runtime
};

/// Facts first, then the solver; nothing where it stays open.
std::optional<Settled> decide(Terms& terms, const DataFacts& data, TermId prop, const AskSolver& ask);

}  // namespace refold
