#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "repository/checks.h"
#include "repository/lines.h"

namespace refold::repository {
namespace {

namespace fs = std::filesystem;

bool is_own(const fs::path& entry, const std::string& relative) {
  const std::string name = entry.filename().string();
  if (fs::is_directory(entry))
    return !(name.starts_with("build") || name == "out" || name == ".git" ||
             relative == "examples/data");
  return name != ".git" && !name.ends_with(".gz") && !name.ends_with(".svg") && !name.ends_with(".npy") && !name.ends_with(".log");
}

/// In pieces, so that this file does not find itself. A word also stands for its plural.
const std::vector<std::string> kForbidden = {
    "wor" "kplace", "ses" "sion", "hel" "per", "age" "nt", "clau" "de", "anthro" "pic", "chat" "gpt", "pla" "ceholder",
    "not yet imple" "mented", "not imple" "mented", "to be imple" "mented", "fi" "xme", "to" "do", "xx" "x",
    "/wo" "rk/", "/ro" "ot/", "/ho" "me/", "deb.deb" "ian.org", "pyp" "i.org", "npm" "js.", "crat" "es.io"};

/// `word` stands in the line as a word of its own, in any case.
bool says(const std::string& line, const std::string& word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  const auto letter = [&](std::size_t at) { return at < line.size() && std::isalpha(static_cast<unsigned char>(line[at])); };
  for (auto from = line.begin();; ++from) {
    from = std::search(from, line.end(), word.begin(), word.end(), same);
    if (from == line.end()) return false;
    const std::size_t begin = from - line.begin(), end = begin + word.size();
    const std::size_t plural = end < line.size() && line[end] == 's' ? end + 1 : end;
    if (!std::isalpha(static_cast<unsigned char>(word.front())) || (!(begin > 0 && letter(begin - 1)) && !letter(plural)))
      return true;
  }
}

}  // namespace

Tree read_repository(const std::string& root) {
  Tree tree;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string relative = fs::relative(entry->path(), root).generic_string();
    if (!is_own(entry->path(), relative)) {
      if (entry->is_directory()) entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      std::ostringstream text;
      text << std::ifstream(entry->path()).rdbuf();
      tree[relative] = text.str();
    }
  }
  return tree;
}

Findings headers_without_invariant(const Tree& tree) {
  static const std::regex header("(src|viz)/.*\\.h");
  Findings findings;
  for (const auto& [path, text] : tree) {
    if (!std::regex_match(path, header)) continue;
    if (!text.starts_with("// " + path + ": "))
      findings.push_back(at(path, 1) + "does not open with \"// " + path + ": what it is\"");
    bool opening = true, stated = false;
    each_line(text, [&](int, const std::string& line) {
      opening = opening && line.starts_with("//");
      stated = stated || (opening && line.starts_with("// Invariant"));
    });
    if (!stated) findings.push_back(at(path, 1) + "states no \"// Invariant\" in its opening comment");
  }
  return findings;
}

Findings long_files(const Tree& tree) {
  Findings findings;
  for (const auto& [path, text] : tree) {
    const auto lines = std::count(text.begin(), text.end(), '\n');
    if (lines > 500) findings.push_back(at(path, 501) + "has " + std::to_string(lines) + " lines, 500 are allowed");
  }
  return findings;
}

Findings forbidden_words(const Tree& tree) {
  Findings findings;
  for (const auto& file : tree)
    each_line(file.second, [&](int number, const std::string& line) {
      for (const std::string& word : kForbidden)
        if (says(line, word)) findings.push_back(at(file.first, number) + "says \"" + word + "\"");
    });
  return findings;
}

}  // namespace refold::repository
