#include "cli/pipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <iterator>
#include <ostream>

#include "base/cache_folder.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "cli/library.h"
#include "term/text.h"

namespace refold {
namespace {

std::stop_source& interrupt() {
  static std::stop_source source;
  return source;
}

/// A file of rules that was taken away takes away what rests on it, and no more.
void print_gaps(const Module::Gaps& gaps, Streams io) {
  for (const std::string& file : gaps.files) io.err << fmt::format("note: {} is not there, and is done without\n", file);
  const std::pair<const char*, const std::vector<std::string>&> left_out[] = {{"rules", gaps.rules}, {"proofs of rules that are not there", gaps.proofs}};
  for (const auto& [what, names] : left_out)
    if (!names.empty()) io.err << fmt::format("note: {} left out: {}\n", what, fmt::join(names, ", "));
}

/// A standard-input program is kept as a text; others are files.
bool read_module(const ProgramOptions& options, Streams io, Program& program) {
  const Result<std::filesystem::path> rules = rules_folder(options.rules, options.file == "-" ? "." : options.file);
  if (!rules) {
    fail(io, rules.error());
    return false;
  }
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder : {*rules, proofs_folder(*rules)}) {
    if (folder.empty()) continue;
    const Result<std::vector<std::filesystem::path>> found = rf_files(folder);
    if (!found) {
      fail(io, found.error());
      return false;
    }
    files.insert(files.end(), found->begin(), found->end());
  }
  if (options.file == "-") {
    const Result<std::string> text = read_text(io, "-");
    if (!text) {
      fail(io, text.error());
      return false;
    }
    program.module = load_with_library(program.sources, files, {}, {{"standard input", *text}});
  } else {
    program.module = load_with_library(program.sources, files, {options.file});
  }
  if (!options.common.quiet) print_gaps(program.module.gaps, io);
  for (const Diagnostic& error : program.module.errors) fail(io, error, program.sources);
  return program.module.errors.empty();
}

Shown shown_by(const Module& module, const Module::Show& show) {
  Shown shown{show.text, show.term, {}, show.obligations, show.span};
  if (const LetStatement* let = module.let(show.text)) shown.algebra = let->algebra, shown.span = let->span;
  return shown;
}

bool find_expressions(const ProgramOptions& options, Streams io, Program& program) {
  const Module& module = program.module;
  std::string wanted = options.let;
  if (wanted.empty() && !module.shows.empty()) {
    const auto known = [&](const std::string& name) {
      return std::any_of(program.shown.begin(), program.shown.end(), [&](const Shown& s) { return s.name == name; });
    };
    for (const Module::Show& show : module.shows)
      if (!known(show.text)) program.shown.push_back(shown_by(module, show));
    return true;
  }
  if (wanted.empty() && !module.lets.empty()) wanted = module.lets.back().name;
  const LetStatement* let = module.let(wanted);
  if (let == nullptr) {
    std::string names;
    for (const LetStatement& l : module.lets) names += (names.empty() ? "" : ", ") + l.name;
    fail(io, {"E0506", {}, wanted.empty() ? fmt::format("{} has no expression", options.file) : fmt::format("{} has no let {}", options.file, wanted), {},
              names.empty() ? "write `let NAME = expression`" : "it has " + names});
    return false;
  }
  program.shown.push_back({let->name, let->term, let->algebra, let->obligations, let->span});
  return true;
}

}  // namespace

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Budget budget_of(const LimitOptions& limits) {
  Budget budget;
  if (limits.nodes > 0) budget.nodes = limits.nodes;
  budget.rlimit = limits.rlimit;
  budget.bytes = std::min(available_memory() / 2, std::uint64_t{2} << 30);
  if (limits.seconds > 0)
    budget.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(limits.seconds));
  budget.stop = interrupt().get_token();
  return budget;
}

void stop_on_interrupt(Budget& budget) {
  budget.stop = interrupt().get_token();
  static std::atomic<bool> pressed{false};
  std::signal(SIGINT, [](int) {
    // The second Ctrl-C ends the program at once.
    if (pressed.exchange(true)) std::_Exit(kLimit);
    interrupt().request_stop();
  });
}

AskSolver solver_for(Terms& terms, const Algebra& algebra, Budget& budget) {
  return [&terms, algebra, &budget](TermId prop) { return discharge(terms.store(), {}, prop, budget, algebra).proved(); };
}

std::unique_ptr<ProofCache> proof_cache(const SourceMap& sources, const Module& module, const LimitOptions& limits, bool no_cache) {
  if (no_cache) return nullptr;
  const Result<std::filesystem::path> folder = cache_folder();
  return folder ? std::make_unique<ProofCache>(*folder / "proofs", sources, module, limits.rlimit) : nullptr;
}

std::unique_ptr<Program> load_program(const ProgramOptions& options, Streams io) {
  auto program = std::make_unique<Program>();
  const auto start = std::chrono::steady_clock::now();
  if (!read_module(options, io, *program) || !find_expressions(options, io, *program)) return nullptr;
  program->now = program->shown.front();
  program->load_seconds = seconds_since(start);
  const auto proving = std::chrono::steady_clock::now();
  Budget budget = budget_of({0, 0, options.limits.rlimit});
  const std::unique_ptr<ProofCache> cache = proof_cache(program->sources, program->module, options.limits, options.no_cache);
  Prover prover(program->module, {}, cache.get());
  std::vector<const RuleStatement*> rules;
  for (const RuleStatement& rule : program->module.rules)
    if (!rule.refute) rules.push_back(&rule);
  prover.prove_ahead(rules, processors(), budget);
  for (const RuleStatement* rule : rules) {
    program->verdicts.push_back(prover.prove(*rule, budget));
    if (program->verdicts.back().proved()) program->proved.push_back(rule);
    else if (!options.common.quiet)
      io.err << "note: the rule " << rule->name << " is not proved and is not used\n";
  }
  program->prove_seconds = seconds_since(proving);
  for (const TensorInfo& tensor : program->module.tensors) {
    if (tensor.sparse) program->facts.sparse.push_back(tensor.variable.term);
    for (const Hypothesis& fact : tensor.facts) program->facts.declared.push_back({tensor.variable.name, fact.prop});
  }
  return program;
}

Result<void> one_expression(const Program& program, const std::string& option) {
  if (program.shown.size() == 1) return {};
  std::string names;
  for (const Shown& shown : program.shown) names += (names.empty() ? "" : ", ") + shown.name;
  return Diagnostic{"E0507", {}, fmt::format("{} is for one expression, and the file shows {}", option, names), {}, "choose one: --let NAME"};
}

Result<Explored> explore_program(Program& program, Terms& terms, const ProgramData& data, Budget& budget) {
  DataSizes sizes;
  for (const Variable& size : program.module.sizes)
    if (const auto at = data.sizes.find(size.name); at != data.sizes.end()) sizes.sizes.emplace(size.term, at->second);
  for (const TensorInfo& tensor : program.module.tensors) {
    if (!tensor.sparse) continue;
    const auto at = data.tensors.find(tensor.variable.name);
    if (at != data.tensors.end()) sizes.stored.emplace(tensor.variable.term, stored(at->second.tensor));
    else if (tensor.estimate) sizes.stored.emplace(tensor.variable.term, boost::multiprecision::numerator(*tensor.estimate));
  }
  SearchInput input;
  input.rules = program.proved;
  input.expression = program.now.expression;
  input.algebra = program.now.algebra;
  input.data = program.facts;
  input.cost = [estimate = estimator(terms, sizes)](TermId term) { return estimate(term).weight(); };
  input.ask = solver_for(terms, program.now.algebra, budget);
  const auto start = std::chrono::steady_clock::now();
  return bounded([&]() -> Result<Explored> {
    Explored explored{refold::explore(terms, input, budget), 0};
    explored.seconds = seconds_since(start);
    if (Result<void> replayed = check(terms, explored.result.derivation, program.proved, program.facts, input.ask); !replayed) {
      Diagnostic broken = replayed.error();
      return Diagnostic{"E0599", {}, "internal error: the derivation that was found does not replay: " + broken.message};
    }
    return explored;
  });
}

}  // namespace refold
