// refold eval: each expression that the file shows, by the definitions, exactly.
#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "cli/commands.h"
#include "cli/program_eval.h"
#include "eval/evaluate.h"
#include "term/text.h"

namespace refold {
namespace {

/// The exact value; beside a fraction its decimals: "1/3  (0.333333)".
std::string exact_and_decimal(const Value& value) {
  const std::string exact = text(value);
  if (!value.is(Value::Kind::Number) || boost::multiprecision::denominator(value.number()) == 1) return exact;
  return fmt::format("{}  ({:.6g})", exact, value.number().convert_to<double>());
}

/// What elaboration took for granted, such as m == n, must hold of this data. Errors: E0230; those of eval.
Result<void> check_obligations(const Program& program, const Instance& instance, Budget& budget) {
  for (const Hypothesis& obligation : program.now.obligations) {
    REFOLD_TRY(const Value value, evaluate(program.module.store, obligation.prop, instance, budget));
    if (!value.truth())
      return Diagnostic{"E0230", obligation.span, "it is not so for this data that " + text(program.module.store, obligation.prop), {},
                        "bind data whose sizes satisfy it"};
  }
  return {};
}

/// Prints every element of the expression at work. Errors: those of eval.
Result<void> print_elements(const Program& program, const Instance& instance, Budget& budget, Streams io) {
  const TermStore& store = program.module.store;
  const std::string& name = program.now.name;
  const TermId expression = program.now.expression;
  const Term& sort = store[store[expression].sort];
  if (sort.op != Op::Arrow) {
    REFOLD_TRY(const Value value, evaluate(store, expression, instance, budget));
    io.out << name << " = " << exact_and_decimal(value) << '\n';
    return {};
  }
  REFOLD_TRY(const Values indices, elements(store, sort.operands[0], instance, budget));
  for (const Value& index : indices) {
    REFOLD_TRY(const Value value, value_at(store, expression, index, instance, budget));
    std::string at = text(index);
    if (at.size() > 1 && at.front() == '(') at = at.substr(1, at.size() - 2);
    io.out << name << '[' << at << "] = " << exact_and_decimal(value) << '\n';
  }
  return {};
}

}  // namespace

int eval_command(const EvalOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  const Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  Budget budget = budget_of(options.program.limits);
  if (options.program.limits.nodes == 0) budget.nodes = 200'000'000;
  stop_on_interrupt(budget);
  for (const Shown& shown : program->shown) {
    program->now = shown;
    const Result<Instance> instance = instance_of(*program, *data, shown.algebra);
    if (!instance) return fail(io, instance.error());
    const Result<void> meant = check_obligations(*program, *instance, budget);
    if (const Result<void> printed = at_expression(*program, meant ? print_elements(*program, *instance, budget, io) : meant); !printed) {
      fail(io, printed.error(), program->sources);
      return budget.stopped_by() ? int{kLimit} : int{kUnusable};
    }
  }
  return kAsStated;
}

}  // namespace refold
