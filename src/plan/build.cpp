#include <numeric>

#include "plan/loop_cost.h"
#include "plan/nest_builder.h"
#include "plan/vector_loops.h"

namespace refold {

Schedule plain_schedule(const Contraction& contraction) {
  Schedule schedule;
  schedule.order.resize(contraction.latents.size());
  std::iota(schedule.order.begin(), schedule.order.end(), std::size_t{0});
  for (const Operand& operand : contraction.operands) schedule.layouts.push_back(operand.format.modes);
  return schedule;
}

Kernel build(const ContractionSequence& sequence, const std::vector<Schedule>& schedules) {
  KernelContext context;
  for (std::size_t step = 0; step < sequence.steps.size(); ++step) {
    const Contraction& contraction = sequence.steps[step];
    NestBuilder builder(contraction, schedules[step], context, step + 1 == sequence.steps.size());
    context.kernel.body.push_back({Heading{"step " + std::to_string(step + 1)}});
    LoopBody body = builder.build();
    context.kernel.body.insert(context.kernel.body.end(), body.begin(), body.end());
  }
  mark_vector_loops(context.kernel);
  annotate_costs(context.kernel);
  return std::move(context.kernel);
}

}  // namespace refold
