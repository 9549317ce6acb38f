#include "term/parse_characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace refold {
namespace {

struct Read {
  char32_t c;
  std::string_view as;
};

constexpr std::array kTwins = std::to_array<Read>(
    {{U'∘', "."},   {U'→', "->"}, {U'×', "*"},   {U'·', "*"},   {U'⊔', "+"},  {U'⊎', "+"},   {U'≤', "<="},
     {U'≥', ">="},  {U'≠', "!="}, {U'⊆', "<="},  {U'⇒', "=>"},  {U'⟨', "<"},  {U'⟩', ">"},   {U'∈', "in"},
     {U'∧', "and"}, {U'∨', "or"}, {U'¬', "not"}, {U'∞', "inf"}, {U'∅', "{}"}, {U'Σ', "sum"}, {U'Π', "prod"}});

constexpr std::array kRemedies =
    std::to_array<Read>({{U'&', "write `and`"},
                         {U'!', "write `not e`, or `!=` for \"not equal\""},
                         {U'%', "write `x mod y`"},
                         {U'\'', "a name may end in `'`; strings stand in `\"`"},
                         {U'_', "a name begins with a letter"},
                         {U'\\', "a function is written `x -> e`; strings have no escapes"},
                         {0xb2, "write `^2`"},
                         {0xa0, "this is a no-break space; write an ordinary space"},
                         {0xfeff, "this is a byte order mark; save the file without it"},
                         {0x2212, "write `-`"},
                         {0x2013, "write `-`"},
                         {0x2217, "write `*`"},
                         {0x22c5, "write `*`"},
                         {0x2016, "write `|e|` for the number of elements"},
                         {0x2211, "write `sum`, or the Greek letter `Σ`"},
                         {0x220f, "write `prod`, or the Greek letter `Π`"},
                         {0x2200, "write `for all`"},
                         {0x2203, "write `for some`"},
                         {0x201c, "strings stand in `\"`"},
                         {0x201d, "strings stand in `\"`"},
                         {0x2026, "write `...` in an einsum string, `..` in a loop"},
                         {0x2a2f, "write `*`"}});

std::string_view look_up(const auto& table, char32_t c) {
  const auto* found = std::find_if(table.begin(), table.end(), [c](const Read& r) { return r.c == c; });
  return found == table.end() ? std::string_view() : found->as;
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::uint32_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return {0xfffd, 1};
  char32_t value = first & (0x7f >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return {0xfffd, 1};
    value = value << 6 | (byte(at + i) & 0x3f);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool wrong = value < least[length] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff;
  return wrong ? CodePoint{0xfffd, 1} : CodePoint{value, length};
}

std::size_t first_wrong_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (c.value == 0 || (c.value == 0xfffd && c.length == 1)) return at;
    at += c.length;
  }
  return std::string_view::npos;
}

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool greek = c == 0x386 || (c >= 0x388 && c <= 0x3ff && c != 0x38b && c != 0x38d && c != 0x3a2 && c != 0x3f6);
  return greek && c != U'Σ' && c != U'Π';
}

bool continues_name(char32_t c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

std::string_view ascii_twin(char32_t c) { return c < 0x80 ? std::string_view() : look_up(kTwins, c); }

std::string shown_character(char32_t c) {
  const bool visible = (c > 0x20 && c < 0x7f) || (c > 0xa0 && c < 0x2000) || (c > 0x2030 && c < 0xd800);
  if (!visible) return fmt::format("U+{:04X}", static_cast<std::uint32_t>(c));
  std::string text;
  if (c < 0x80)
    text = static_cast<char>(c);
  else if (c < 0x800)
    text = {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))};
  else
    text = {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3f)),
            static_cast<char>(0x80 | (c & 0x3f))};
  return "`" + text + "`";
}

std::string_view remedy(char32_t c) { return look_up(kRemedies, c); }

}  // namespace refold
