// src/base/diagnostic.h: what is wrong, where, and how to mend it.
//
// Invariant: a Diagnostic is complete: code, one primary place, a message that says what was found and what was
// expected, other places as notes, and help where there is a remedy. Only cli prints; everyone else returns it.
// Codes are stable: E00xx text, E01xx sorts, E02xx data, E03xx rules, E04xx proofs, E05xx search and certificates,
// E06xx plans and kernels, E07xx files and the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"

namespace refold {

struct Note {
  Span span;
  std::string message;
};

/// A place in a data file, which is in no SourceMap (it may have millions of lines): it carries the text of its line.
struct DataPlace {
  std::string file;
  std::uint64_t line = 0;    // 0: the file as a whole
  std::uint32_t column = 0;  // 0: the line as a whole, without a caret
  std::uint32_t width = 1;
  std::string text = {};
};

struct Diagnostic {
  std::string code;
  Span span;
  std::string message;
  std::vector<Note> notes = {};
  std::string help = {};
  std::optional<DataPlace> data = {};  // the primary place where `span` is invalid
};

/// The whole message as text: `file:line:column: error E0107: ...`, the line with carets, notes, help; it ends in a
/// newline. Without a span or a place in data: `error E0107: ...`.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources);

}  // namespace refold
