// tests/term/syntax_support.h: short ways from a text to its tree and its messages.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "term/syntax.h"

namespace refold::testing {

struct Parsed {
  SourceMap sources;
  SourceId id;
  ParseOutcome outcome;
  explicit Parsed(std::string text) : id(sources.add("input", std::move(text))), outcome(parse(sources, id)) {}
};

/// All messages, each in full, in text order; "" where the text is right.
inline std::string errors_of(std::string text) {
  const Parsed parsed(std::move(text));
  std::string all;
  for (const Diagnostic& error : parsed.outcome.errors) all += render(error, parsed.sources);
  return all;
}

inline Result<Syntax> entry_of(std::string text, Entry entry = Entry::Expression) {
  SourceMap sources;
  const SourceId id = sources.add("input", std::move(text));
  return parse_entry(sources, id, entry);
}

/// The folder of the reference texts, or "" on a machine without them.
inline std::string reference_folder() {
  const char* given = std::getenv("REFOLD_REFERENCE");
  const std::string folder = given != nullptr ? given : REFOLD_SOURCE_DIR "/../shared/reference";
  return std::ifstream(folder + "/language_examples.rf") ? folder : "";
}

inline std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace refold::testing
