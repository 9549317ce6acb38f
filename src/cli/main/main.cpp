// The program: terminal, arguments and standard streams; everything else is in run_program.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/commands.h"

int main(int count, char** arguments) {
  const char* terminal = std::getenv("TERM");
  const bool colour = ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
                      std::string(terminal) != "dumb";
  const std::vector<std::string> given(arguments + 1, arguments + count);
  return refold::run_program(given, {std::cin, std::cout, std::cerr, colour});
}
