#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>

#include "cli/console.h"

namespace refold {
namespace {

constexpr const char* kAbout =
    "refold proves rewrite rules of tensor algebra for every size, explores what proved rules can do to an expression,\n"
    "and runs the plan it can vouch for on sparse, structured, ragged and dense data.";

constexpr const char* kStatuses =
    "Exit status: 0 all as stated; 1 some rule or check not as stated; 2 wrong usage or unreadable input;\n"
    "3 a limit of the whole run (time, memory, nodes, Ctrl-C) ended it early.";

void add_common(CLI::App& command, CommonOptions& common) {
  command.add_flag("-q,--quiet", common.quiet, "print only errors and what was asked for by name");
  command.add_flag("-v,--verbose", common.verbose, "print more detail");
}

CommonOptions& common_of(auto& options) {
  if constexpr (requires { options.program; }) return options.program.common;
  else return options.common;
}

/// One subcommand: `done` makes its options once the arguments were read.
struct CommandEntry {
  CLI::App* app;
  std::function<Command()> done;
};

template <class Options>
CommandEntry entry(CLI::App& program, const char* name, const char* about, const char* examples,
            void (*describe)(CLI::App&, Options&)) {
  CLI::App* app = program.add_subcommand(name, about);
  app->footer(std::string("Examples:\n") + examples);
  const auto options = std::make_shared<Options>();
  add_common(*app, common_of(*options));
  describe(*app, *options);
  return {app, [options] { return Command(*options); }};
}

void describe_fmt(CLI::App& app, FmtOptions& options) {
  app.add_option("FILE", options.files, "files to lay out canonically, comments kept; - reads standard input")->required();
  app.add_flag("--check", options.check, "change nothing; exit 1 if some file would change");
  app.add_flag("--stdout", options.to_stdout, "print the text instead of replacing the file");
}

void add_limits(CLI::App& app, LimitOptions& limits) {
  app.add_option("--seconds", limits.seconds, "stop after this many seconds (exit 3)")->check(CLI::NonNegativeNumber);
  app.add_option("--nodes", limits.nodes, "stop after this many expressions or instances (exit 3)")->check(CLI::NonNegativeNumber);
  app.add_option("--rlimit", limits.rlimit, "resource limit of one solver query")->check(CLI::PositiveNumber);
}

void add_program(CLI::App& app, ProgramOptions& options) {
  app.add_option("FILE", options.file, "a .rf file; - reads standard input")->required();
  app.add_option("--let", options.let, "the expression: a name that a let of the file gives (default: every expression that the file shows)");
  app.add_option("--rules", options.rules, "folder of rules, their proofs beside it (default: beside the file, $REFOLD_RULES, share/refold)");
  app.add_option("--bind", options.binds, "NAME=DATA: x.mtx x.mtx.gz x.tns x.tns.gz x.npy, random(seed=1, density=0.01), a number")->allow_extra_args(false);
  app.add_flag("--sum-duplicates", options.sum_duplicates, "add entries of a file that have one index");
  app.add_flag("--no-cache", options.no_cache, "prove and compile again what earlier runs did ($XDG_CACHE_HOME/refold)");
  add_limits(app, options.limits);
}

void describe_prove(CLI::App& app, ProveOptions& options) {
  app.add_option("FILE", options.files, ".rf files, or folders of them; proofs are also looked for in a folder proofs beside the rules")->required();
  app.add_option("--json", options.json, "write the verdicts as JSON (- for standard output)");
  app.add_option("--rule", options.rule, "only the rule of this name");
  app.add_flag("--necessity", options.necessity, "say what each hypothesis is for: necessary (with an instance that breaks the rule without it), used, redundant or unused");
  app.add_option("--html", options.html, "write the rules, proofs and near misses as one HTML page (- for standard output)");
  app.add_option("--md", options.markdown, "the same as Markdown (- for standard output)");
  app.add_option("--smt2", options.smt2, "folder for the obligations of the proofs, as SMT-LIB files");
  app.add_option("--cross-check", options.cross_check, "ask a second solver about every obligation")->check(CLI::IsMember({"cvc5"}));
  app.add_option("--jobs", options.jobs, "rules and near misses judged at once; the result is the same for any number")->check(CLI::Range(1, 64));
  app.add_flag("--no-cache", options.no_cache, "judge again what earlier runs proved and refuted ($XDG_CACHE_HOME/refold)");
  add_limits(app, options.limits);
}

void describe_explore(CLI::App& app, ExploreOptions& options) {
  add_program(app, options.program);
  app.add_option("--cert", options.cert, "write the certificate of the derivation");
  app.add_option("--dot", options.dot, "draw the derivation in Graphviz's language");
  app.add_option("--svg", options.svg, "draw the derivation as SVG");
  app.add_option("--json", options.json, "write the result as JSON (- for standard output)");
}

void describe_verify(CLI::App& app, VerifyOptions& options) {
  app.add_option("CERTIFICATE", options.certificate, "the JSON file that explore --cert or run --cert wrote")->required();
}

void describe_plan(CLI::App& app, PlanOptions& options) { add_program(app, options.program); }

void describe_emit(CLI::App& app, EmitOptions& options) {
  add_program(app, options.program);
  app.add_option("--backend", options.backend, "openmp or cuda")->check(CLI::IsMember({"openmp", "cuda"}));
  app.add_option("-o,--output", options.output, "the file to write (default: standard output)");
}

void describe_run(CLI::App& app, RunOptions& options) {
  add_program(app, options.program);
  app.add_option("--out", options.outs, "NAME=FILE: write the result to .mtx, .tns or .npy")->allow_extra_args(false);
  app.add_option("--backend", options.backend, "interp, openmp or cuda (default: openmp, interp where there is no compiler)")->check(CLI::IsMember({"interp", "openmp", "cuda"}));
  app.add_option("--threads", options.threads, "OpenMP threads")->check(CLI::Range(1, 1024));
  app.add_option("--repeat", options.repeat, "time the kernel this many times, after one warm-up")->check(CLI::Range(1, 1000000));
  app.add_flag("--check", options.check, "compare with eval on a part of the data and with the interpreter on all of it");
  app.add_flag("--assume-finite", options.assume_finite, "skip products with unstored zeros although the data holds NaN or infinity");
  app.add_option("--json", options.json, "write the result as JSON (- for standard output)");
  app.add_option("--cert", options.cert, "write the certificate of what ran");
  app.add_option("--dot", options.dot, "draw the derivation in Graphviz's language");
  app.add_option("--svg", options.svg, "draw the derivation as SVG");
  app.add_option("--keep", options.keep, "folder for the emitted source and the compiler's log");
}

void describe_eval(CLI::App& app, EvalOptions& options) { add_program(app, options.program); }

std::vector<CommandEntry> describe(CLI::App& program) {
  return {
      entry<ProveOptions>(program, "prove", "prove rules for all sizes, or refute them",
                          "  refold prove rules\n"
                          "  refold prove rules --rule theorem3 --json -\n"
                          "  refold prove proofs --html development.html",
                          describe_prove),
      entry<ExploreOptions>(program, "explore", "find what the proved rules make of an expression",
                            "  refold explore examples/sddmm.rf\n"
                            "  refold explore examples/sddmm.rf --cert cert.json --svg derivation.svg",
                            describe_explore),
      entry<VerifyOptions>(program, "verify", "check a certificate without search and without trust",
                           "  refold explore examples/sddmm.rf --cert cert.json\n"
                           "  refold verify cert.json",
                           describe_verify),
      entry<PlanOptions>(program, "plan", "show the loops that compute an expression, with their costs",
                         "  refold plan examples/spmv.rf --bind A=examples/data/pushpull.mtx.gz --bind \"x=random(seed=1)\"",
                         describe_plan),
      entry<EmitOptions>(program, "emit", "print the kernel as OpenMP C++ or CUDA text",
                         "  refold emit examples/spmv.rf --bind A=examples/data/pushpull.mtx.gz --bind \"x=random(seed=1)\" --backend cuda",
                         describe_emit),
      entry<RunOptions>(program, "run", "explore, plan, check the data and compute",
                        "  refold run examples/spmv.rf --bind A=examples/data/pushpull.mtx.gz --bind \"x=random(seed=1)\" --check\n"
                        "  refold run examples/spmv.rf --bind A=A.mtx --bind x=x.npy --out y=y.npy --threads 2",
                        describe_run),
      entry<EvalOptions>(program, "eval", "compute by the definitions, exactly, on small data",
                         "  refold eval examples/spmv.rf --bind m=3 --bind n=3 --bind \"A=random(seed=1, density=0.5)\" --bind \"x=random(seed=2)\"",
                         describe_eval),
      entry<FmtOptions>(program, "fmt", "lay out files canonically, in place",
                        "  refold fmt examples/sddmm.rf\n"
                        "  refold fmt --check rules/*.rf\n"
                        "  refold fmt - < draft.rf",
                        describe_fmt),
  };
}

Reply usage_error(const CLI::ParseError& error, const CLI::App& program) {
  std::string where = "refold";
  for (const CLI::App* chosen : program.get_subcommands()) where += " " + chosen->get_name();
  const Diagnostic wrong{"E0700", {}, error.what(), {}, "`" + where + " --help` says how it is used"};
  return {kUnusable, render(wrong, SourceMap())};
}

}  // namespace

std::variant<Command, Reply> parse_arguments(std::span<const std::string> arguments) {
  CLI::App program(kAbout, "refold");
  program.footer(std::string("`refold COMMAND --help` shows the options of a command, with examples.\n") + kStatuses);
  program.require_subcommand(1);
  program.set_version_flag("--version", "refold " REFOLD_VERSION);
  const std::vector<CommandEntry> entries = describe(program);
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the library wants the last first
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    return Reply{kAsStated, chosen.empty() ? program.help() : chosen.back()->help("refold")};
  } catch (const CLI::CallForVersion& version) {
    return Reply{kAsStated, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return usage_error(error, program);
  }
  for (const CommandEntry& entry : entries)
    if (entry.app->parsed()) return entry.done();
  return Reply{kUnusable, program.help()};
}

}  // namespace refold
