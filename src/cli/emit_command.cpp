// refold emit: the kernel as text.
#include <ostream>

#include "cli/commands.h"
#include "cli/computation.h"

namespace refold {

int emit_command(const EmitOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  if (Result<void> one = one_expression(*program, "a kernel"); !one) return fail(io, one.error());
  Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  Terms terms(program->module.store);
  Budget budget = budget_of(options.program.limits);
  stop_on_interrupt(budget);
  Result<Explored> explored = explore_program(*program, terms, *data, budget);
  if (!explored) return fail(io, explored.error());
  go_back_to_loops(*program, terms, *explored, *data, io);
  Result<Planned> planned = plan_program(*program, terms, *explored, *data, true, budget);
  if (!planned) return fail(io, planned.error(), program->sources);
  const std::string text = emit(planned->kernel, options.backend == "cuda" ? Backend::Cuda : Backend::OpenMp);
  if (Result<void> written = write_text(io, options.output, text); !written) return fail(io, written.error());
  return budget.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
