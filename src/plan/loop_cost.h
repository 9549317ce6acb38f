// src/plan/loop_cost.h: what the loops of a kernel cost, from their trips.
//
// Invariant: a loop's cost is its trips times the cost of the statements in it, plus the costs of the loops in it. A
// read is charged to the innermost loop around it on which its place depends: nothing where it stays, 8 bytes where it
// moves on by one, more where it jumps, unless the array lies in the first cache anyway.
#pragma once

#include "plan/loop_nest.h"

namespace refold {

/// The cost of statements that run once.
Cost cost_of(const Kernel& kernel, const LoopBody& body);

/// Fills in the cost of every loop and of the kernel.
void annotate_costs(Kernel& kernel);

}  // namespace refold
