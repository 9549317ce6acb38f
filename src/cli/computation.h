// src/cli/computation.h: lowering, the checks on the data that it rests on, and one run of the kernel.
//
// Invariant: no kernel runs before every obligation about its data was checked: indices in range (Z3, with the sizes of
// this run), coordinates unique, declared facts; and a plan that skips products with unstored zeros runs on data with
// NaN or infinity only when the user says so.
#pragma once

#include "cli/pipeline.h"
#include "plan/planner.h"
#include "run/execute.h"

namespace refold {

struct DataCheck {
  std::string text, by, verdict;
};

struct Computation {
  ContractionSequence sequence;
  Kernel kernel;
  Execution execution;
  Tensor result;
  std::string backend_name;
  int threads = 1;
  std::int64_t products = 0, operations = 0, bytes = 0;
  std::vector<DataCheck> checks;
  double check_seconds = 0;
};

/// The contractions of the best expression on this data, with the conditions under which they are meant settled.
/// Errors: E06xx no plan, E0230 a condition on the data that does not hold, E0231 non-finite data.
struct Planned {
  ContractionSequence sequence;
  Kernel kernel;
  std::string loops;  // for readers: formulas, packings, loops with their costs
  std::vector<DataCheck> checks;
  double check_seconds = 0;
};
/// Not every expression that the rules reach has loops yet. Takes the derivation back to its last expression that has
/// them and says on `io.err` which steps are left out and why; leaves it as it is where no expression has.
void go_back_to_loops(Program& program, Terms& terms, Explored& explored, const ProgramData& data, Streams io);

Result<Planned> plan_program(Program& program, Terms& terms, const Explored& explored, const ProgramData& data, bool assume_finite, Budget& budget);

Result<Computation> compute(Program& program, Terms& terms, const Explored& explored, const ProgramData& data, const RunOptions& options, Streams io, Budget& budget);

/// The tensors as the back ends take them.
TensorInputs inputs_of(const ProgramData& data);

}  // namespace refold
