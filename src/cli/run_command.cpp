// refold run: explore, plan, check the data, compute, and say what was done, for each expression that the file shows.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/words.h"
#include "cli/commands.h"
#include "cli/computation.h"
#include "cli/pipeline.h"
#include "cli/report.h"
#include "cli/self_check.h"
#include "io/write.h"
#include "term/text.h"

namespace refold {
namespace {

struct Output {
  std::string name, file;
};

/// One expression, computed.
struct Computed {
  Shown shown;
  double explore_seconds = 0;
  Computation done;
  std::optional<SelfCheck> checked;
};

Result<std::vector<Output>> parse_outs(const RunOptions& options, const std::vector<Shown>& shown) {
  std::string names;
  for (const Shown& each : shown) names += (names.empty() ? "" : ", ") + each.name;
  std::vector<Output> outs;
  for (const std::string& out : options.outs) {
    const std::size_t equal = out.find('=');
    const std::string name = out.substr(0, equal);
    if (equal == std::string::npos || equal == 0 || equal + 1 == out.size())
      return Diagnostic{"E0720", {}, fmt::format("--out {} is no NAME=FILE", out), {}, fmt::format("for example --out {}=result.mtx", shown[0].name)};
    if (std::none_of(shown.begin(), shown.end(), [&](const Shown& each) { return each.name == name; }))
      return Diagnostic{"E0722", {}, fmt::format("--out {}: what runs is {}", out, names), {}, "name it with --let, or write `show` in the file"};
    outs.push_back({name, out.substr(equal + 1)});
    REFOLD_CHECK(can_be_written(outs.back().file));
  }
  return outs;
}

std::string shape_text(const Extents& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += (text.empty() ? "" : " x ") + fmt::format("{}", extent);
  return text.empty() ? "scalar" : text;
}

void print_result(const Computed& computed, Streams io) {
  const Computation& done = computed.done;
  const double median = done.execution.median_seconds();
  const auto flops = static_cast<double>(done.operations);
  io.out << fmt::format("{}: {}, {}", computed.shown.name, shape_text(extents(done.result)), counted(stored(done.result), "stored value"));
  if (extents(done.result).empty()) io.out << fmt::format(", {:.17g}", value_at(values(done.result), 0));
  io.out << '\n';
  io.out << fmt::format("kernel: {} back end, {}, {:.3f} ms", done.backend_name, counted(done.threads, "thread"), median * 1000);
  if (median > 0 && done.operations > 0) io.out << fmt::format(", {:.2f} GFLOP/s", flops / median / 1e9);
  if (done.backend_name != "interp") io.out << fmt::format("; compiled in {:.0f} ms{}", done.execution.compile_seconds * 1000, done.execution.from_cache ? " (from the cache)" : "");
  io.out << '\n';
  if (computed.checked) io.out << "check: " << computed.checked->text << '\n';
}

nlohmann::json work(std::int64_t products, std::int64_t operations, std::int64_t bytes) {
  return {{"products", products}, {"flops", operations}, {"bytes", bytes}};
}

nlohmann::json check_json(const std::optional<SelfCheck>& checked) {
  if (!checked) return nullptr;
  return {{"elements", checked->elements}, {"max_error", checked->max_error}, {"ok", checked->ok}};
}

nlohmann::json output_json(const Computed& computed, const std::vector<Output>& outs) {
  const Computation& done = computed.done;
  const auto out = std::find_if(outs.begin(), outs.end(), [&](const Output& o) { return o.name == computed.shown.name; });
  const bool scalar = extents(done.result).empty();
  return {{"name", computed.shown.name}, {"shape", extents(done.result)}, {"stored", stored(done.result)},
          {"file", out == outs.end() ? nlohmann::json(nullptr) : nlohmann::json(out->file)},
          {"value", scalar ? nlohmann::json(value_at(values(done.result), 0)) : nlohmann::json(nullptr)},
          {"seconds", {{"explore", computed.explore_seconds}, {"obligations", done.check_seconds}, {"compile", done.execution.compile_seconds},
                       {"kernel", done.execution.kernel_seconds}, {"kernel_median", done.execution.median_seconds()}}},
          {"work", work(done.products, done.operations, done.bytes)},
          {"check", check_json(computed.checked)}};
}

/// The whole run as one computation: times and work of all expressions added up.
nlohmann::json to_json(const Program& program, double load_seconds, const std::vector<Computed>& all, const std::vector<Output>& outs) {
  nlohmann::json outputs = nlohmann::json::array(), obligations = nlohmann::json::array();
  double explore = 0, compile = 0, obligation = 0;
  std::int64_t products = 0, operations = 0, bytes = 0;
  Execution kernels;
  std::optional<SelfCheck> checked;
  for (const Computed& one : all) {
    const Computation& done = one.done;
    outputs.push_back(output_json(one, outs));
    for (const DataCheck& check : done.checks) obligations.push_back({{"text", check.text}, {"by", check.by}, {"verdict", check.verdict}});
    explore += one.explore_seconds, compile += done.execution.compile_seconds, obligation += done.check_seconds;
    products += done.products, operations += done.operations, bytes += done.bytes;
    kernels.kernel_seconds.resize(done.execution.kernel_seconds.size());
    for (std::size_t k = 0; k < kernels.kernel_seconds.size(); ++k) kernels.kernel_seconds[k] += done.execution.kernel_seconds[k];
    if (!one.checked) continue;
    if (!checked) checked = SelfCheck{.ok = true};
    checked->elements += one.checked->elements;
    checked->max_error = std::max(checked->max_error, one.checked->max_error);
    checked->ok = checked->ok && one.checked->ok;
  }
  return {{"version", 1},
          {"outputs", outputs},
          {"backend", all[0].done.backend_name},
          {"threads", all[0].done.threads},
          {"seconds", {{"load", load_seconds}, {"prove", program.prove_seconds}, {"explore", explore}, {"compile", compile},
                       {"obligations", obligation}, {"kernel", kernels.kernel_seconds}, {"kernel_median", kernels.median_seconds()}}},
          {"work", work(products, operations, bytes)},
          {"obligations", obligations},
          {"check", check_json(checked)}};
}

/// The expression at work: explored, computed and checked; pictures and certificate as asked for. On failure a message
/// was printed and `status` says how the command ends.
std::optional<Computed> compute_one(Program& program, Terms& terms, const ProgramData& data, const RunOptions& options, Budget& budget,
                                    Streams io, int& status) {
  const auto failed = [&](const Diagnostic& error) {
    status = fail(io, error, program.sources);
    if (budget.stopped_by()) status = kLimit;
    return std::nullopt;
  };
  Result<Explored> explored = explore_program(program, terms, data, budget);
  if (!explored) return failed(explored.error());
  go_back_to_loops(program, terms, *explored, data, io);
  const bool loud = !options.program.common.quiet;
  if (loud) print_derivation(program, *explored, io);
  Result<Computation> done = compute(program, terms, *explored, data, options, io, budget);
  if (!done) return failed(done.error());
  Computed computed{program.now, explored->seconds, std::move(*done), {}};
  if (options.check) {
    Result<SelfCheck> made = self_check(program, terms, *explored, data, computed.done, budget);
    if (!made) return failed(made.error());
    computed.checked = std::move(*made);
  }
  if (loud) print_result(computed, io);
  status = write_pictures(program, *explored, {options.dot, options.svg}, io);
  if (status == kAsStated) status = write_certificate(program, *explored, options.cert, io);
  if (status != kAsStated) return std::nullopt;
  return computed;
}

/// Files for one derivation or one kernel.
Result<void> check_options(const Program& program, const RunOptions& options) {
  for (const auto& [name, value] : {std::pair{"--cert", &options.cert}, {"--dot", &options.dot}, {"--svg", &options.svg}, {"--keep", &options.keep}})
    if (!value->empty()) REFOLD_CHECK(one_expression(program, name));
  std::error_code error;
  if (!options.keep.empty() && !std::filesystem::create_directories(options.keep, error) && !std::filesystem::is_directory(options.keep, error))
    return Diagnostic{"E0703", {}, "--keep: cannot make the folder " + options.keep, {}, "name a folder that can be written"};
  return {};
}

}  // namespace

int run_command(const RunOptions& options, Streams io) {
  const std::unique_ptr<Program> program = load_program(options.program, io);
  if (!program) return kUnusable;
  const Result<std::vector<Output>> outs = parse_outs(options, program->shown);
  if (!outs) return fail(io, outs.error());
  if (Result<void> fits = check_options(*program, options); !fits) return fail(io, fits.error());
  const auto loading = std::chrono::steady_clock::now();
  Result<ProgramData> data = bind_data(program->module, options.program.binds, options.program.sum_duplicates);
  if (!data) return fail(io, data.error(), program->sources);
  const double load_seconds = seconds_since(loading);
  Terms terms(program->module.store);
  Budget budget = budget_of(options.program.limits);
  stop_on_interrupt(budget);
  std::vector<Computed> all;
  for (const Shown& shown : program->shown) {
    program->now = shown;
    if (!all.empty() && !options.program.common.quiet) io.out << '\n';
    int status = kAsStated;
    std::optional<Computed> computed = compute_one(*program, terms, *data, options, budget, io, status);
    if (!computed) return status;
    all.push_back(std::move(*computed));
  }
  for (const Output& out : *outs)
    for (const Computed& computed : all)
      if (computed.shown.name == out.name)
        if (Result<void> written = write_tensor(out.file, computed.done.result); !written) return fail(io, written.error());
  if (!options.json.empty())
    if (Result<void> written = write_text(io, options.json, to_json(*program, load_seconds, all, *outs).dump(2) + "\n"); !written) return fail(io, written.error());
  if (std::any_of(all.begin(), all.end(), [](const Computed& c) { return c.checked && !c.checked->ok; })) return kNotAsStated;
  return budget.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
