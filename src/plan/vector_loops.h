// src/plan/vector_loops.h: which loops are done in vectors, and which in several rows at once.
//
// Invariant: these passes change no result but the order in which sums add up.
#pragma once

#include "plan/loop_nest.h"

namespace refold {

/// Marks each innermost loop whose iterations may run in any order: as Vector where every access stays or moves on by
/// one, else as Lanes.
void mark_vector_loops(Kernel& kernel);

/// For CPUs. A loop around a summing vector loop takes four iterations at once, so that their sums share what they read,
/// and asks ahead for the rows of the next four; a summing Lanes loop keeps four partial sums.
void unroll_for_cpu(Kernel& kernel);

}  // namespace refold
