// refold plan: the loops that compute each expression that the file shows, with their costs.
#include <ostream>

#include "cli/commands.h"
#include "cli/computation.h"

namespace refold {

int plan_command(const PlanOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  Terms terms(program->module.store);
  Budget budget = budget_of(options.program.limits);
  stop_on_interrupt(budget);
  for (const Shown& shown : program->shown) {
    if (&shown != &program->shown.front()) io.out << '\n';
    program->now = shown;
    Result<Explored> explored = explore_program(*program, terms, *data, budget);
    if (!explored) return fail(io, explored.error());
    go_back_to_loops(*program, terms, *explored, *data, io);
    Result<Planned> planned = plan_program(*program, terms, *explored, *data, true, budget);
    if (!planned) return fail(io, planned.error(), program->sources);
    for (const DataCheck& check : planned->checks) io.out << "# " << check.text << ": " << check.verdict << '\n';
    io.out << planned->loops;
  }
  return budget.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
