#include <algorithm>
#include <cstdlib>
#include <regex>

#include "repository/checks.h"
#include "repository/lines.h"

namespace refold::repository {

Findings trusted_files_that_disagree(const Tree& tree) {
  static const std::string page = "docs/trusted-base.md";
  static const std::regex row("\\| `([^`]+)` \\| ([0-9]+) \\|.*");
  Findings found;
  const auto text = tree.find(page);
  if (text == tree.end()) return {page + ": is missing"};
  int rows = 0;
  each_line(text->second, [&](int number, const std::string& line) {
    std::smatch parts;
    if (!std::regex_match(line, parts, row)) return;
    ++rows;
    const std::string path = parts[1];
    const auto file = tree.find(path);
    if (file == tree.end()) {
      found.push_back(at(page, number) + "there is no " + path);
      return;
    }
    const long said = std::stol(parts[2]);
    const long lines = std::count(file->second.begin(), file->second.end(), '\n');
    // A tenth more or less is still what the page says.
    if (10 * std::labs(said - lines) > lines) found.push_back(at(page, number) + path + " has " + std::to_string(lines) + " lines, not " + parts[2].str());
  });
  if (rows == 0) found.push_back(page + ": lists no file");
  return found;
}

}  // namespace refold::repository
