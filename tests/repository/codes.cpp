#include <map>
#include <regex>
#include <set>

#include "repository/checks.h"
#include "repository/lines.h"

namespace refold::repository {
namespace {

const std::string kPage = "docs/diagnostics.md";

/// The layers whose sources make or print a message of each code.
std::map<std::string, std::set<std::string>> codes_in_sources(const Tree& tree) {
  static const std::regex source("(?:src/)?(\\w+)/.*\\.(?:cpp|h)"), code("\"(E0\\d{3})\"|error (E0\\d{3}): ");
  std::map<std::string, std::set<std::string>> layers;
  for (const auto& [path, text] : tree) {
    std::smatch place;
    if (!(path.starts_with("src/") || path.starts_with("viz/")) || !std::regex_match(path, place, source)) continue;
    for (auto found = std::sregex_iterator(text.begin(), text.end(), code); found != std::sregex_iterator(); ++found)
      layers[(*found)[1].matched ? (*found)[1] : (*found)[2]].insert(place[1]);
  }
  return layers;
}

}  // namespace

Findings codes_that_disagree(const Tree& tree) {
  static const std::regex row("\\| (E0\\d{3}) \\| ([a-z, ]*) \\| (.+) \\| (.+) \\|"), word("[a-z]+");
  const auto layers = codes_in_sources(tree);
  std::set<std::string> explained;
  Findings findings;
  const auto page = tree.find(kPage);
  each_line(page == tree.end() ? "" : page->second, [&](int number, const std::string& line) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) return;
    const std::string code = cells[1], listed = cells[2];
    if (!explained.insert(code).second) findings.push_back(at(kPage, number) + code + " is explained twice");
    const auto made = layers.find(code);
    if (made == layers.end()) {
      findings.push_back(at(kPage, number) + "no message has the code " + code);
      return;
    }
    for (auto layer = std::sregex_iterator(listed.begin(), listed.end(), word); layer != std::sregex_iterator(); ++layer)
      if (made->second.count(layer->str()) == 0) findings.push_back(at(kPage, number) + "no message of " + layer->str() + " has the code " + code);
  });
  for (const auto& [code, where] : layers)
    if (explained.count(code) == 0) findings.push_back(kPage + ": " + code + " of " + *where.begin() + " is not explained");
  return findings;
}

}  // namespace refold::repository
