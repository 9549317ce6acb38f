// tests/cli/program.h: runs the whole program inside the test and shows what it said.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace refold {

struct Said {
  int status = 0;
  std::string out, err;
};

inline Said refold_says(const std::vector<std::string>& arguments, const std::string& input = {}) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = run_program(arguments, {in, out, err});
  return {status, out.str(), err.str()};
}

}  // namespace refold
