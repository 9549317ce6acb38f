// src/term/parse_characters.h: the characters of .rf text: UTF-8, letters, Unicode twins.
//
// Invariant: code_point_at never reads outside the text; a wrong byte counts as one character, the value U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace refold {

struct CodePoint {
  char32_t value = 0;
  std::uint32_t length = 0;  // in bytes; 0 at the end of the text
};
CodePoint code_point_at(std::string_view text, std::size_t at);

/// The first byte that is NUL or not UTF-8 (overlong forms and surrogates are not), or npos.
std::size_t first_wrong_byte(std::string_view text);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char32_t c);       // ASCII or Greek, but not the signs of sum and product
bool continues_name(char32_t c);  // a letter, a digit or '_'

/// The ASCII token that a Unicode twin is read as, or "".
std::string_view ascii_twin(char32_t c);

/// A character in a message: `$`, or U+00A0 where it cannot be seen.
std::string shown_character(char32_t c);
/// What to write instead of a character that has no place in the language, or "".
std::string_view remedy(char32_t c);

}  // namespace refold
