// src/plan/schedule.h: the decisions that turn a contraction into loops, and the loops that follow from them.
//
// Invariant: any order of the latents and any mode order of a dense operand gives a correct kernel; a Schedule only
// decides what it costs. build() decides nothing that a Schedule could say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/contraction.h"
#include "plan/loop_nest.h"

namespace refold {

struct Schedule {
  std::vector<std::size_t> order;  // every latent once, outermost first
  /// For each operand the mode order in which the loops read it; for a dense operand it may differ from the stored one,
  /// then the kernel packs it first. Sparse operands are read as stored.
  std::vector<ModeOrder> layouts;
  std::int64_t chunks = 0;  // parts of the outermost loop that run in parallel; 0: as many as the work is worth
};

/// Latents in their own order, operands as stored.
Schedule plain_schedule(const Contraction& contraction);

/// The kernel of all steps, with trips and costs of every loop filled in.
Kernel build(const ContractionSequence& sequence, const std::vector<Schedule>& schedules);

}  // namespace refold
