#include <ostream>

#include "cli/commands.h"
#include "term/syntax.h"

namespace refold {
namespace {

/// Formats one file; `changed` tells whether its text was not in the canonical layout.
int format_one(const FmtOptions& options, const std::string& path, Streams io, bool& changed) {
  SourceMap sources;
  const Result<std::string> before = read_text(io, path);
  if (!before) return fail(io, before.error());
  const SourceId source = sources.add(path == "-" ? "standard input" : path, *before);
  const Result<std::string> after = format_source(sources, source);
  if (!after) return fail(io, after.error(), sources);

  changed = *before != *after;
  if (options.check) {
    if (changed) io.out << path << ": not in the canonical layout\n";
    return kAsStated;
  }
  if (options.to_stdout || path == "-") {
    io.out << *after;
    return kAsStated;
  }
  if (!changed) return kAsStated;
  if (const Result<void> written = write_text(io, path, *after); !written) return fail(io, written.error());
  if (!options.common.quiet) io.out << "formatted " << path << '\n';
  return kAsStated;
}

}  // namespace

int fmt_command(const FmtOptions& options, Streams io) {
  int status = kAsStated;
  for (const std::string& path : options.files) {
    bool changed = false;
    if (format_one(options, path, io, changed) == kUnusable) status = kUnusable;
    else if (options.check && changed && status == kAsStated) status = kNotAsStated;
  }
  return status;
}

}  // namespace refold
