// src/cli/cross_check.h: obligations as SMT-LIB files, and a second solver that is asked about each.
//
// Invariant: a file holds one whole obligation and its expected status, so any solver decides it alone. Only an answer
// `unsat` counts as agreement; no answer in time is reported as that.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "prove/obligation.h"

namespace refold {

/// Writes FOLDER/NAME-01.smt2, .. for the obligations of the result NAME, in order. Errors: E0703.
Result<std::vector<std::filesystem::path>> write_obligations(const std::filesystem::path& folder, const std::vector<Obligation>& obligations);

struct CrossCheck {
  std::string solver;
  std::size_t agree = 0;
  std::vector<std::string> different = {};   // "lemma5_23-02: Z3 4.8.12 says unsat, cvc5 says sat"
  std::vector<std::string> unanswered = {};  // the same with the reason
};

/// Asks a solver found in PATH. Errors: E0715 it cannot be started.
Result<CrossCheck> cross_check(const std::string& solver, const std::vector<std::filesystem::path>& files);

}  // namespace refold
