#include <array>
#include <regex>
#include <set>

#include "repository/checks.h"
#include "repository/lines.h"

namespace refold::repository {
namespace {

/// Bottom first; docs/design.md says what each layer is.
constexpr std::array<std::string_view, 13> kLadder = {"base", "tensor", "io",   "term", "eval", "rule", "prove",
                                                      "egraph", "plan", "emit", "run",  "viz",  "cli"};

int rung(std::string_view layer) {
  const auto found = std::find(kLadder.begin(), kLadder.end(), layer);
  return found == kLadder.end() ? -1 : static_cast<int>(found - kLadder.begin());
}

/// "src/term/store.h" -> "term", "viz/dot.h" -> "viz", anything else -> "".
std::string layer_of(const std::string& path) {
  static const std::regex source("(?:src/([a-z]+)|(viz))/.*\\.(?:h|cpp)");
  std::smatch match;
  if (!std::regex_match(path, match, source)) return {};
  return match[1].matched ? match[1].str() : match[2].str();
}

struct Include {
  int line = 0;
  bool quoted = false;
  std::string what;
};

std::vector<Include> includes(const std::string& text) {
  static const std::regex include("\\s*#\\s*include\\s*([<\"])([^>\"]*)[>\"].*");
  std::vector<Include> result;
  each_line(text, [&](int number, const std::string& line) {
    std::smatch match;
    if (std::regex_match(line, match, include)) result.push_back({number, match[1] == "\"", match[2].str()});
  });
  return result;
}

}  // namespace

Findings up_the_ladder(const Tree& tree) {
  Findings findings;
  for (const auto& [path, text] : tree) {
    const std::string own = layer_of(path);
    if (own.empty()) continue;
    if (rung(own) < 0) findings.push_back(at(path, 1) + "the ladder has no layer " + own);
    for (const Include& include : includes(text)) {
      if (!include.quoted) continue;
      const std::string other = include.what.substr(0, include.what.find('/'));
      if (rung(other) < 0)
        findings.push_back(at(path, include.line) + "\"" + include.what + "\" names no layer");
      else if (rung(other) > rung(own))
        findings.push_back(at(path, include.line) + own + " looks up the ladder: " + other);
    }
  }
  return findings;
}

Findings heavy_includes(const Tree& tree) {
  static const std::array<std::string_view, 6> heavy = {"tao/", "CLI/", "nlohmann/", "boost/graph/", "z3", "graphviz/"};
  std::map<std::string, std::set<std::string>> included_by;  // our header -> files
  for (const auto& [path, text] : tree)
    for (const Include& include : includes(text))
      if (include.quoted) included_by["src/" + include.what].insert(path), included_by[include.what].insert(path);

  Findings findings;
  std::map<std::string, std::string> owner;  // "layer library" -> the source file that may include it
  for (const auto& [path, text] : tree) {
    const std::string layer = layer_of(path);
    if (layer.empty()) continue;
    for (const Include& include : includes(text)) {
      if (include.quoted || include.what == "nlohmann/json_fwd.hpp") continue;
      for (const std::string_view library : heavy) {
        if (!include.what.starts_with(library)) continue;
        // A header that one source file alone includes is a part of that file.
        const std::set<std::string>& users = included_by[path];
        const std::string user = !path.ends_with(".h") ? path : users.size() == 1 ? *users.begin() : "";
        if (!user.ends_with(".cpp")) {
          findings.push_back(at(path, include.line) + "a header includes <" + include.what + ">");
          continue;
        }
        const std::string& first = owner.emplace(layer + " " + std::string(library), user).first->second;
        if (first != user && library != "nlohmann/")
          findings.push_back(at(path, include.line) + "includes <" + include.what + ">, as " + first + " does");
      }
    }
  }
  return findings;
}

}  // namespace refold::repository
