// src/plan/choose.h: the schedule of a contraction, by cost.
//
// Invariant: every candidate is a correct kernel; the cheapest by exact cost wins, the first of equal ones, so the same
// contraction always gets the same loops.
#pragma once

#include "plan/schedule.h"

namespace refold {

/// Tries every loop order (up to 6 latents; beyond, the order as written and its reverse) and for each dense operand
/// the stored mode order and the order of the loops.
std::vector<Schedule> choose_schedules(const ContractionSequence& sequence);

/// The kernel with the chosen schedules.
Kernel choose(const ContractionSequence& sequence);

}  // namespace refold
