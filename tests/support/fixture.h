// A text with declarations, and questions about expressions in its scope.
#pragma once

#include "term/build.h"
#include "term/module.h"
#include "term/text.h"

namespace refold {

class Fixture {
 public:
  explicit Fixture(const std::string& text) : declarations(text) { check(text); }

  /// The term of an expression, read as a let of the text.
  TermId id(const std::string& expression) {
    module = load_text(sources, "input", declarations + "\nlet result__ = " + expression + "\n");
    EXPECT_TRUE(module.errors.empty()) << messages();
    return module.lets.empty() ? TermId{} : module.lets.back().term;
  }
  std::string text(const std::string& expression) {
    const TermId term = id(expression);
    return term.valid() ? refold::text(module.store, term) : "(error)";
  }
  std::string sort(const std::string& expression) {
    const TermId term = id(expression);
    return term.valid() ? refold::text(module.store, module.store[term].sort) : "(error)";
  }
  /// Both expressions, read in one module, are the same term.
  bool same(const std::string& a, const std::string& b) {
    module = load_text(sources, "input", declarations + "\nlet result_a = " + a + "\nlet result_b = " + b + "\n");
    EXPECT_TRUE(module.errors.empty()) << messages();
    return module.lets.size() >= 2 && module.lets[module.lets.size() - 2].term == module.lets.back().term;
  }
  std::string messages() const {
    std::string all;
    for (const Diagnostic& error : module.errors) all += render(error, sources);
    return all;
  }

  std::string declarations;
  SourceMap sources;
  Module module;

 private:
  void check(const std::string& text) {
    module = load_text(sources, "input", text);
    EXPECT_TRUE(module.errors.empty()) << messages();
  }
};

/// All messages about a text.
inline std::string errors_of(const std::string& text) {
  SourceMap sources;
  const Module module = load_text(sources, "input", text);
  std::string all;
  for (const Diagnostic& error : module.errors) all += render(error, sources);
  return all;
}

}  // namespace refold
