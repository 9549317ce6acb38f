// src/term/print_layout.h: the canonical layout, shared by print and fmt.
//
// Invariant: where spaces stand depends only on the roles of neighbours, where lines begin only on the breaks and the
// brackets; so text that is laid out already comes out unchanged. Every line end stands where the language lets a
// clause go on (language.md, "Layout").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "term/syntax.h"

namespace refold {

enum class Role : std::uint8_t {
  Word,       // names, numbers, keywords: one space apart
  Open, Close,
  Touch,      // an opening bracket that touches what is left of it
  Infix,      // one space on both sides
  Tight,      // none on either side: ^, and * between short factors
  Wide,       // two on both sides: the = of a claim
  Prefix,     // -x
  Suffix,     // f*
  Comma,
  Semicolon,  // one space after it
  WideSemicolon,  // two spaces after it: between declarations, between propositions
  Colon,      // of a big operator: none before it
  Comment,
};

enum class Break : std::uint8_t { None, Continuation, Clause, Statement };

struct Piece {
  std::string text;
  Role role = Role::Word;
  Break before = Break::None;
  std::uint32_t indent = 0;    // of a Clause
  bool blank_before = false;   // an empty line before it
  std::uint32_t column = 0;    // where a Comment or the `by` of a chain stood, from 1; 0: not kept
};

inline constexpr std::size_t kLineWidth = 150;
inline constexpr std::uint32_t kClauseIndent = 2;
inline constexpr std::uint32_t kCaseIndent = 4;

/// The text of the pieces, without a line end after the last; lines longer than `width` columns are broken where a
/// clause may go on, 0 for never.
std::string lay_out(const std::vector<Piece>& pieces, std::size_t width);

/// Whether the factors of a Mul are so short that its `*` stands without spaces: [m]*[n], 2*i, n*(j + 1).
bool is_tight(const Syntax& product);

}  // namespace refold
