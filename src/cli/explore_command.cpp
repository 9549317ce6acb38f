// refold explore: what the proved rules make of each expression that the file shows, step by step.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/report.h"
#include "term/text.h"

namespace refold {
namespace {

nlohmann::json to_json(Program& program, const Explored& explored) {
  const SearchResult& found = explored.result;
  nlohmann::json steps = nlohmann::json::array();
  for (const Step& step : found.derivation.steps) {
    nlohmann::json obligations = nlohmann::json::array();
    for (const Settled& settled : step.obligations)
      obligations.push_back({{"text", text(program.module.store, settled.prop)}, {"by", name(settled.by)},
                             {"verdict", settled.by == SettledBy::Runtime ? "checked before the run" : "proved"}});
    steps.push_back({{"rule", step.rule}, {"direction", step.direction == Direction::LeftToRight ? "left to right" : "right to left"},
                     {"before", text(program.module.store, step.before)}, {"after", text(program.module.store, step.after)}, {"obligations", obligations}});
  }
  return {{"version", 1}, {"name", program.now.name}, {"expression", text(program.module.store, program.now.expression)},
          {"initial_cost", found.initial_cost().str()}, {"best", {{"expression", text(program.module.store, found.term())}, {"cost", found.cost().str()}}},
          {"steps", steps},
          {"stats", {{"enodes", found.stats.states}, {"eclasses", found.stats.states}, {"iterations", found.stats.iterations},
                     {"applied", found.stats.applied}, {"seconds", explored.seconds}, {"stopped_by", found.stats.stopped_by}}}};
}

}  // namespace

int explore_command(const ExploreOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  for (const auto& [name, value] : {std::pair{"--cert", &options.cert}, {"--dot", &options.dot}, {"--svg", &options.svg}, {"--json", &options.json}})
    if (!value->empty())
      if (Result<void> one = one_expression(*program, name); !one) return fail(io, one.error());
  Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  Terms terms(program->module.store);
  Budget budget = budget_of(options.program.limits);
  stop_on_interrupt(budget);
  for (const Shown& shown : program->shown) {
    if (&shown != &program->shown.front() && !options.program.common.quiet) io.out << '\n';
    program->now = shown;
    Result<Explored> explored = explore_program(*program, terms, *data, budget);
    if (!explored) return fail(io, explored.error());
    if (!options.program.common.quiet) print_derivation(*program, *explored, io);
    if (const int status = write_pictures(*program, *explored, {options.dot, options.svg}, io); status != kAsStated) return status;
    if (const int status = write_certificate(*program, *explored, options.cert, io); status != kAsStated) return status;
    if (!options.json.empty())
      if (Result<void> written = write_text(io, options.json, to_json(*program, *explored).dump(2) + "\n"); !written) return fail(io, written.error());
  }
  return budget.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
