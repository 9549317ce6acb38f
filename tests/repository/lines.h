// tests/repository/lines.h: texts line by line.
//
// Invariant: lines count from 1 and come without their end.
#pragma once

#include <sstream>
#include <string>

namespace refold::repository {

template <class Visit>
void each_line(const std::string& text, Visit visit) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) visit(number, line);
}

inline std::string at(const std::string& path, int line) { return path + ":" + std::to_string(line) + ": "; }

}  // namespace refold::repository
