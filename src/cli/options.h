// src/cli/options.h: what the command line asked for, as plain values.
//
// Invariant: an options struct is complete and consistent: required arguments are there, numbers are in range, and
// what was not said holds its default. options.cpp alone knows how arguments are written and is the only file that
// includes the library for it; a command never sees an argument.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace refold {

/// Flags of every command.
struct CommonOptions {
  bool quiet = false;    // only errors, and what was asked for by name
  bool verbose = false;  // more detail where a command has more
};

struct FmtOptions {
  CommonOptions common;
  std::vector<std::string> files;  // "-": standard input to standard output
  bool check = false;              // change nothing; say which files would change
  bool to_stdout = false;
};

using Command = std::variant<FmtOptions>;

/// Text for the user instead of a command: help or version (status 0), or what is wrong with the arguments (2).
struct Reply {
  int status = 0;
  std::string text;
};

std::variant<Command, Reply> parse_arguments(std::span<const std::string> arguments);

}  // namespace refold
