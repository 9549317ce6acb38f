// src/base/diagnostic.h: what is wrong, where, and how to mend it.
//
// Invariant: a Diagnostic is complete: code, one primary place, a message that says what was found and what was
// expected, other places as notes, and help where there is a remedy. Only cli prints; everyone else returns it.
// Codes are stable: E00xx text, E01xx sorts, E02xx data, E03xx rules, E04xx proofs, E05xx search and certificates,
// E06xx plans and kernels, E07xx files and the machine.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace refold {

struct Note {
  Span span;
  std::string message;
};

struct Diagnostic {
  std::string code;
  Span span;
  std::string message;
  std::vector<Note> notes = {};
  std::string help = {};
};

/// The whole message as text: `file:line:column: error E0107: ...`, the line with carets, notes, help; it ends in a
/// newline. Without a span: `error E0107: ...`.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources);

}  // namespace refold
