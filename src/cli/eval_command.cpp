// refold eval: an expression by the definitions, exactly.
#include <ostream>

#include "cli/commands.h"
#include "cli/program_eval.h"
#include "eval/evaluate.h"

namespace refold {

int eval_command(const EvalOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  const Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  Budget budget = budget_of(options.program.limits);
  if (options.program.limits.nodes == 0) budget.nodes = 200'000'000;
  stop_on_interrupt(budget);
  const TermStore& store = program->module.store;
  const Instance instance = instance_of(*program, *data);
  const auto value_failed = [&](const Diagnostic& error) {
    fail(io, error);
    return budget.stopped_by() ? int{kLimit} : int{kUnusable};
  };
  const Term& sort = store[store[program->expression].sort];
  if (sort.op != Op::Arrow) {
    const Result<Value> value = evaluate(store, program->expression, instance, budget);
    if (!value) return value_failed(value.error());
    io.out << program->name << " = " << text(*value) << '\n';
    return kAsStated;
  }
  const Result<Values> indices = elements(store, sort.operands[0], instance, budget);
  if (!indices) return value_failed(indices.error());
  for (const Value& index : *indices) {
    const Result<Value> value = value_at(store, program->expression, index, instance, budget);
    if (!value) return value_failed(value.error());
    std::string at = text(index);
    if (at.size() > 1 && at.front() == '(') at = at.substr(1, at.size() - 2);
    io.out << program->name << '[' << at << "] = " << text(*value) << '\n';
  }
  return kAsStated;
}

}  // namespace refold
