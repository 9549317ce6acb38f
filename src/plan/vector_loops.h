// src/plan/vector_loops.h: which loops are done in vectors, and which in several rows at once.
//
// Invariant: these passes change no result but the order in which sums add up.
#pragma once

#include "plan/loop_nest.h"

namespace refold {

/// Marks each innermost loop as Vector if its body only assigns, and every array access in it stays or moves on by one.
void mark_vector_loops(Kernel& kernel);

/// A loop around a summing vector loop takes four iterations at once: their sums share what they read, and the rows of
/// the next four are asked for ahead.
void unroll_and_jam(Kernel& kernel);

}  // namespace refold
