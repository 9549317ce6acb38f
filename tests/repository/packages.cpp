#include <regex>
#include <set>

#include "repository/checks.h"
#include "repository/lines.h"

namespace refold::repository {
namespace {

std::string text_of(const Tree& tree, const std::string& path) {
  const auto found = tree.find(path);
  return found == tree.end() ? std::string() : found->second;
}

/// The names in `code` marks of a cell.
std::set<std::string> names_in(const std::string& cell) {
  static const std::regex name("`([^`]*)`");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(cell.begin(), cell.end(), name); match != std::sregex_iterator(); ++match)
    names.insert((*match)[1].str());
  return names;
}

struct Explained {
  std::set<std::string> packages;  // first column
  std::set<std::string> found_by;  // second column: the name CMake looks for
};

Explained explained(const std::string& page) {
  Explained result;
  each_line(page, [&](int, const std::string& line) {
    if (!line.starts_with("| `")) return;
    const auto first = line.find('|', 1), second = line.find('|', first + 1);
    result.packages.merge(names_in(line.substr(0, first)));
    result.found_by.merge(names_in(line.substr(first, second - first)));
  });
  return result;
}

std::set<std::string> listed(const std::string& list) {
  std::set<std::string> packages;
  each_line(list, [&](int, const std::string& line) {
    if (!line.empty() && line[0] != '#') packages.insert(line.substr(line.find(' ') + 1));
  });
  return packages;
}

/// What the build looks for. Modules that CMake itself brings (PkgConfig, GoogleTest) are no packages.
std::set<std::string> looked_for(const Tree& tree) {
  static const std::regex search("(find_package|pkg_check_modules|find_path|find_library|find_program)\\((\\w[\\w-]*)");
  std::set<std::string> names;
  for (const auto& [path, text] : tree)
    if (path.ends_with("CMakeLists.txt") || path.ends_with(".cmake"))
      for (auto match = std::sregex_iterator(text.begin(), text.end(), search); match != std::sregex_iterator(); ++match)
        names.insert((*match)[2].str());
  return names;
}

void missing(const std::set<std::string>& wanted, const std::set<std::string>& given, const std::string& what,
             Findings& findings) {
  for (const std::string& name : wanted)
    if (!given.contains(name)) findings.push_back(name + " " + what);
}

}  // namespace

Findings packages_that_disagree(const Tree& tree) {
  const Explained page = explained(text_of(tree, "docs/dependencies.md"));
  const std::set<std::string> list = listed(text_of(tree, "scripts/packages"));
  const std::set<std::string> build = looked_for(tree);
  Findings findings;
  missing(list, page.packages, "is in scripts/packages, but docs/dependencies.md does not explain it", findings);
  missing(page.packages, list, "is explained in docs/dependencies.md, but not in scripts/packages", findings);
  missing(build, page.found_by, "is looked for by CMake, but docs/dependencies.md does not say which package brings it",
          findings);
  missing(page.found_by, build, "is named in docs/dependencies.md, but CMake does not look for it", findings);
  return findings;
}

}  // namespace refold::repository
