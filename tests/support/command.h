// tests/support/command.h: a command line run by the shell, as a reader would type it.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace refold {

struct Ran {
  int status = -1;  // -1: ended by a signal
  std::string output;
};

/// Runs `command` in `folder` with the tested refold first on the path; output and errors together.
inline Ran run_command_line(const std::string& command, const std::string& folder) {
  const std::string path = std::filesystem::path(REFOLD_BINARY).parent_path().string();
  std::string quoted;
  for (const char c : command) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string line = "cd '" + folder + "' && PATH='" + path + "':\"$PATH\" bash -c '" + quoted + "' 2>&1";
  Ran ran;
  FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) return ran;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;) ran.output.append(part.data(), n);
  const int ended = ::pclose(pipe);
  if (WIFEXITED(ended)) ran.status = WEXITSTATUS(ended);
  return ran;
}

}  // namespace refold
