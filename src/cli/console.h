// src/cli/console.h: the streams of one command, and the only way that text reaches the user.
//
// Invariant: results go to `out`, complaints to `err`; colour is added to words that say the same without it, and only
// where the user's terminal shows it. A failed command has printed one whole message and returns exit status 2.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.h"

namespace refold {

/// Exit statuses of the whole program; where several hold, the first of 2, 1, 3.
enum Exit : int { kAsStated = 0, kNotAsStated = 1, kUnusable = 2, kLimit = 3 };

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colour = false;
};

enum class Ink { Good, Bad, Warn, Strong };
/// `text` in colour where the streams show it.
std::string paint(const Streams& io, Ink ink, std::string_view text);

/// Prints the whole message on `err` and returns kUnusable.
int fail(const Streams& io, const Diagnostic& diagnostic, const SourceMap& sources);
int fail(const Streams& io, const Diagnostic& diagnostic);

/// The text of a file; "-" is standard input. Errors: E0701 no such file, E0702 a directory, unreadable.
Result<std::string> read_text(const Streams& io, const std::string& path);
/// Writes a whole file or nothing: beside it first, then renamed over it; "-" is standard output. Errors: E0703.
Result<void> write_text(const Streams& io, const std::string& path, std::string_view text);

}  // namespace refold
