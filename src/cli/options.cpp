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

/// One subcommand: `done` makes its options once the arguments were read.
struct Entry {
  CLI::App* app;
  std::function<Command()> done;
};

template <class Options>
Entry entry(CLI::App& program, const char* name, const char* about, const char* examples,
            void (*describe)(CLI::App&, Options&)) {
  CLI::App* app = program.add_subcommand(name, about);
  app->footer(std::string("Examples:\n") + examples);
  const auto options = std::make_shared<Options>();
  add_common(*app, options->common);
  describe(*app, *options);
  return {app, [options] { return Command(*options); }};
}

void describe_fmt(CLI::App& app, FmtOptions& options) {
  app.add_option("FILE", options.files, "files to lay out canonically, comments kept; - reads standard input")->required();
  app.add_flag("--check", options.check, "change nothing; exit 1 if some file would change");
  app.add_flag("--stdout", options.to_stdout, "print the text instead of replacing the file");
}

std::vector<Entry> describe(CLI::App& program) {
  return {
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
  return {kUnusable, "error E0701: " + std::string(error.what()) + "\n  help: `" + where + " --help` says how it is used\n"};
}

}  // namespace

std::variant<Command, Reply> parse_arguments(std::span<const std::string> arguments) {
  CLI::App program(kAbout, "refold");
  program.footer(std::string("`refold COMMAND --help` shows the options of a command, with examples.\n") + kStatuses);
  program.require_subcommand(1);
  program.set_version_flag("--version", "refold " REFOLD_VERSION);
  const std::vector<Entry> entries = describe(program);
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the library wants the last first
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    return Reply{kAsStated, chosen.empty() ? program.help() : chosen.back()->help()};
  } catch (const CLI::CallForVersion& version) {
    return Reply{kAsStated, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return usage_error(error, program);
  }
  for (const Entry& entry : entries)
    if (entry.app->parsed()) return entry.done();
  return Reply{kUnusable, program.help()};
}

}  // namespace refold
