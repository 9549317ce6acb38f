// src/plan/planner.h: the plan of least cost.
//
// Invariant: of all loop orders that visit the levels of every iterated operand from the outside in, all packings that a
// free sparse tensor may have, and all useful mode orders of dense operands, the plan has the least Cost; the first one
// in a fixed order of trying wins a tie. The same sequence and counts give the same plan.
#pragma once

#include <map>
#include <string>

#include "plan/schedule.h"

namespace refold {

/// A packing that a tensor could be given, with its number of positions at each level.
struct PackingChoice {
  Packing packing;
  std::vector<std::int64_t> stored;
};
/// For each sparse tensor whose packing is free, its choices; all operands that read it get the same one.
using FreePackings = std::map<std::string, std::vector<PackingChoice>, std::less<>>;

struct Plan {
  ContractionSequence sequence;               // with the chosen packings
  std::vector<Schedule> schedules;
  Kernel kernel;
};

/// Errors: E0605 a step is malformed (wrong number of modes, a latent that does not exist, an extent below 0).
Result<Plan> make_plan(ContractionSequence sequence, const FreePackings& free = {});

/// The useful packings of a list of entries: for each mode order, a list per outer index (CSR, CSC, CSF).
std::vector<PackingChoice> packing_choices(const CooTensor& entries);

/// The plan for readers: the formula of each step, how tensors lie in memory, the loops with their costs.
std::string print(const Plan& plan);

}  // namespace refold
