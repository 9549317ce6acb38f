// refold verify: a certificate, checked from its text alone.
#include <fmt/format.h>

#include <ostream>

#include "base/words.h"
#include "cli/commands.h"
#include "cli/pipeline.h"
#include "prove/verify.h"

namespace refold {

int verify_command(const VerifyOptions& options, Streams io) {
  const Result<std::string> text = read_text(io, options.certificate);
  if (!text) return fail(io, text.error());
  Budget budget = budget_of({});
  stop_on_interrupt(budget);
  const Result<Verified> verified = verify(*text, budget);
  if (!verified) {
    fail(io, verified.error());
    if (budget.stopped_by()) return kLimit;
    const std::string& code = verified.error().code;
    return code == "E0510" || code == "E0511" ? kUnusable : kNotAsStated;
  }
  if (options.common.quiet) return kAsStated;
  io.out << fmt::format("verified: {}, {} proved again, {} settled again\n", counted(verified->steps, "step"), counted(verified->rules, "rule"), counted(verified->obligations, "obligation"));
  for (const RuntimeCheck& check : verified->checks) io.out << fmt::format("to be checked on the data: {}: {}\n", check.tensor, check.text);
  return kAsStated;
}

}  // namespace refold
