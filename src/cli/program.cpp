#include <new>
#include <ostream>

#include "base/variant.h"
#include "cli/commands.h"
#include "term/build.h"

namespace refold {
namespace {

int run(const Command& command, Streams io) {
  return std::visit(overloaded{[&](const FmtOptions& options) { return fmt_command(options, io); },
                               [&](const ProveOptions& options) { return prove_command(options, io); },
                               [&](const ExploreOptions& options) { return explore_command(options, io); },
                               [&](const VerifyOptions& options) { return verify_command(options, io); },
                               [&](const PlanOptions& options) { return plan_command(options, io); },
                               [&](const EmitOptions& options) { return emit_command(options, io); },
                               [&](const RunOptions& options) { return run_command(options, io); },
                               [&](const EvalOptions& options) { return eval_command(options, io); }}, command);
}

}  // namespace

namespace {

int answer(std::span<const std::string> arguments, Streams io) {
  const std::variant<Command, Reply> parsed = parse_arguments(arguments);
  if (const Reply* reply = std::get_if<Reply>(&parsed)) {
    (reply->status == kAsStated ? io.out : io.err) << reply->text;
    return reply->status;
  }
  try {
    return run(std::get<Command>(parsed), io);
  } catch (const TermTooLarge& large) {
    fail(io, large.diagnostic);
    return kLimit;
  } catch (const std::bad_alloc&) {
    io.err << "error E0705: the memory is used up\n  help: smaller data, or limits such as --nodes\n";
    return kLimit;
  }
}

}  // namespace

int run_program(std::span<const std::string> arguments, Streams io) {
  const int status = answer(arguments, io);
  if (io.out.flush()) return status;
  io.err << "error E0703: what was printed could not be written: is the disk full?\n";
  return kUnusable;
}

}  // namespace refold
