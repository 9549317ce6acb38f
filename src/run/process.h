// src/run/process.h: other programs, run without a shell.
//
// Invariant: arguments reach the program as they are; nothing interprets them. The program reads nothing and its output
// and messages go to one file that only the user can read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace refold {

/// Runs a program, found in PATH unless its name has a slash; its output goes to `log`. The status it exits with, 127 or
/// -1 if it did not start, -1 if it was killed.
int run_process(const std::vector<std::string>& arguments, const std::filesystem::path& log);

}  // namespace refold
