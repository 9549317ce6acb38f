// refold run: explore, plan, check the data, compute, and say what was done.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.h"
#include "cli/computation.h"
#include "cli/pipeline.h"
#include "cli/report.h"
#include "cli/self_check.h"
#include "io/write.h"
#include "term/text.h"

namespace refold {
namespace {

struct Outputs {
  std::string name, file;
};

Result<std::vector<Outputs>> parse_outs(const RunOptions& options, const std::string& name) {
  std::vector<Outputs> outs;
  for (const std::string& out : options.outs) {
    const std::size_t equal = out.find('=');
    if (equal == std::string::npos || equal == 0 || equal + 1 == out.size())
      return Diagnostic{"E0720", {}, fmt::format("--out {} is no NAME=FILE", out), {}, fmt::format("for example --out {}=result.mtx", name)};
    if (out.substr(0, equal) != name)
      return Diagnostic{"E0720", {}, fmt::format("--out {}: what runs is {}", out, name), {}, "name it with --let, or write `show` in the file"};
    outs.push_back({out.substr(0, equal), out.substr(equal + 1)});
  }
  return outs;
}

std::string shape_text(const Extents& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += (text.empty() ? "" : " x ") + fmt::format("{}", extent);
  return text.empty() ? "scalar" : text;
}

void print_result(const Program& program, const Computation& done, const std::optional<SelfCheck>& checked, Streams io) {
  const double median = done.execution.median_seconds();
  const auto flops = static_cast<double>(done.operations);
  io.out << fmt::format("{}: {}, {} stored values", program.name, shape_text(extents(done.result)), stored(done.result));
  if (extents(done.result).empty()) io.out << fmt::format(", {:.17g}", value_at(values(done.result), 0));
  io.out << '\n';
  io.out << fmt::format("kernel: {} back end, {} {}, {:.3f} ms", done.backend_name, done.threads, done.threads == 1 ? "thread" : "threads", median * 1000);
  if (median > 0 && done.operations > 0) io.out << fmt::format(", {:.2f} GFLOP/s", flops / median / 1e9);
  if (done.backend_name != "interp") io.out << fmt::format("; compiled in {:.0f} ms{}", done.execution.compile_seconds * 1000, done.execution.from_cache ? " (from the cache)" : "");
  io.out << '\n';
  if (checked) io.out << "check: " << checked->text << '\n';
}

nlohmann::json to_json(const Program& program, const Explored& explored, const Computation& done, const std::optional<SelfCheck>& checked,
                       const std::vector<Outputs>& outs) {
  nlohmann::json obligations = nlohmann::json::array();
  for (const DataCheck& check : done.checks) obligations.push_back({{"text", check.text}, {"by", check.by}, {"verdict", check.verdict}});
  nlohmann::json out = {
      {"version", 1},
      {"outputs", {{{"name", program.name}, {"shape", extents(done.result)}, {"stored", stored(done.result)},
                    {"file", outs.empty() ? nlohmann::json(nullptr) : nlohmann::json(outs.front().file)},
                    {"value", extents(done.result).empty() ? nlohmann::json(value_at(values(done.result), 0)) : nlohmann::json(nullptr)}}}},
      {"backend", done.backend_name},
      {"threads", done.threads},
      {"seconds", {{"load", done.load_seconds}, {"prove", program.prove_seconds}, {"explore", explored.seconds}, {"compile", done.execution.compile_seconds},
                   {"obligations", done.check_seconds}, {"kernel", done.execution.kernel_seconds}, {"kernel_median", done.execution.median_seconds()}}},
      {"work", {{"products", done.products}, {"flops", done.operations}, {"bytes", done.bytes}}},
      {"obligations", obligations},
      {"check", nullptr}};
  if (checked) out["check"] = {{"elements", checked->elements}, {"max_error", checked->max_error}, {"ok", checked->ok}};
  return out;
}

}  // namespace

int run_command(const RunOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  const Result<std::vector<Outputs>> outs = parse_outs(options, program->name);
  if (!outs) return fail(io, outs.error());
  const auto loading = std::chrono::steady_clock::now();
  Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  const double load_seconds = seconds_since(loading);
  Terms terms(program->module.store);
  Budget budget = budget_of(options.program.limits);
  stop_on_interrupt(budget);
  Result<Explored> explored = explore_program(*program, terms, *data, budget);
  if (!explored) return fail(io, explored.error());
  go_back_to_loops(*program, terms, *explored, *data, io);
  const bool loud = !options.program.common.quiet;
  if (loud) print_derivation(*program, *explored, io);

  Result<Computation> done = compute(*program, terms, *explored, *data, options, io, budget);
  if (!done) return fail(io, done.error(), program->sources);
  done->load_seconds = load_seconds;
  std::optional<SelfCheck> checked;
  if (options.check) {
    Result<SelfCheck> made = self_check(*program, terms, *explored, *data, *done, budget);
    if (!made) return fail(io, made.error());
    checked = std::move(*made);
  }
  if (loud) print_result(*program, *done, checked, io);
  if (const int status = write_pictures(*program, *explored, {options.dot, options.svg}, io); status != kAsStated) return status;
  if (const int status = write_certificate(*program, *explored, options.cert, io); status != kAsStated) return status;
  for (const Outputs& out : *outs)
    if (Result<void> written = write_tensor(out.file, done->result); !written) return fail(io, written.error());
  if (!options.json.empty())
    if (Result<void> written = write_text(io, options.json, to_json(*program, *explored, *done, checked, *outs).dump(2) + "\n"); !written) return fail(io, written.error());
  if (checked && !checked->ok) return kNotAsStated;
  return budget.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
