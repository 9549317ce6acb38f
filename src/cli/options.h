// src/cli/options.h: what the command line asked for, as plain values.
//
// Invariant: an options struct is complete and consistent: required arguments are there, numbers are in range, and
// what was not said holds its default. options.cpp alone knows how arguments are written and is the only file that
// includes the library for it; a command never sees an argument.
#pragma once

#include <cstdint>
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

/// Limits of a whole run; 0: none.
struct LimitOptions {
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t rlimit = 4'000'000;  // of one solver query
};

struct ProveOptions {
  CommonOptions common;
  std::vector<std::string> files;   // files and folders
  std::string json;                 // "": none
  std::string rule;                 // only this one
  std::string html, markdown;       // the development as a page; "": none
  std::string smt2;                 // a folder for the obligations; "": none
  std::string cross_check;          // a second solver; "": none
  bool necessity = false;           // say what each hypothesis is for
  int jobs = 1;
  bool no_cache = false;            // prove everything again
  LimitOptions limits;
};

/// What explore, plan, emit and run share: a file, one expression of it, rules, data.
struct ProgramOptions {
  CommonOptions common;
  std::string file;
  std::string let;                  // "": every expression that is shown, or the last `let`
  std::string rules;                // a folder; "": searched
  std::vector<std::string> binds;   // NAME=DATA
  LimitOptions limits;
  bool sum_duplicates = false;
  bool no_cache = false;            // prove and compile everything again
};

struct ExploreOptions {
  ProgramOptions program;
  std::string cert, dot, svg, json;
};

struct VerifyOptions {
  CommonOptions common;
  std::string certificate;
};

struct PlanOptions {
  ProgramOptions program;
};

struct EmitOptions {
  ProgramOptions program;
  std::string backend = "openmp";
  std::string output = "-";
};

struct RunOptions {
  ProgramOptions program;
  std::vector<std::string> outs;    // NAME=FILE
  std::string backend;              // "": openmp, or interp where there is no compiler
  int threads = 1;
  int repeat = 1;
  bool check = false;
  bool assume_finite = false;
  std::string json, cert, dot, svg, keep;
};

struct EvalOptions {
  ProgramOptions program;
};

using Command = std::variant<FmtOptions, ProveOptions, ExploreOptions, VerifyOptions, PlanOptions, EmitOptions, RunOptions, EvalOptions>;

/// Text for the user instead of a command: help or version (status 0), or what is wrong with the arguments (2).
struct Reply {
  int status = 0;
  std::string text;
};

std::variant<Command, Reply> parse_arguments(std::span<const std::string> arguments);

}  // namespace refold
