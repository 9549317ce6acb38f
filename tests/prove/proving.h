// tests/prove/proving.h: modules from files of the repository or from text, and what the prover says of them.
//
// Invariant: a text stands alone; messages name it "input".
#pragma once

#include <filesystem>
#include <sstream>
#include <fstream>

#include "prove/prove.h"
#include "support/pch.h"

namespace refold {

inline std::vector<std::filesystem::path> files_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(REFOLD_SOURCE_DIR) + "/" + folder))
    if (entry.path().extension() == ".rf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Proving {
  SourceMap sources;
  Module module;
  Budget budget;

  explicit Proving(const std::string& text) : module(load_text(sources, "input", text)) {}
  explicit Proving(const std::vector<std::filesystem::path>& files) : module(load_all(sources, files)) {}

  /// Messages of the module, then of the proofs in order.
  std::string messages() {
    std::string all;
    for (const Diagnostic& error : module.errors) all += render(error, sources);
    for (const RuleVerdict& verdict : Prover(module).prove_all(budget))
      if (const auto* unknown = std::get_if<Unknown>(&verdict.verdict))
        for (const Diagnostic& problem : unknown->problems) all += render(problem, sources);
    return all;
  }
  bool proved(const std::string& rule) {
    const RuleStatement* statement = module.rule(rule);
    return module.errors.empty() && statement != nullptr && Prover(module).prove(*statement, budget).proved();
  }
};

}  // namespace refold
