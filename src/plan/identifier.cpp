#include "plan/identifier.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>

namespace refold {
namespace {

bool plain(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The code point that starts at `text[at]`; moves `at` past it. Bytes that are not UTF-8 count for themselves.
std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  std::uint32_t code = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i >= text.size() || (byte(at + i) & 0xc0u) != 0x80u) return byte(at++);
    code = (code << 6) | (byte(at + i) & 0x3fu);
  }
  at += length;
  return code;
}

std::string plain_text(std::string_view text) {
  std::string name;
  for (std::size_t at = 0; at < text.size();) {
    if (plain(text[at])) name += text[at++];
    else name += fmt::format("u{:x}", next_code_point(text, at));
  }
  return name;
}

std::string escaped(std::string_view text) {
  std::string name = plain_text(text);
  const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  return starts_well ? name : "x" + name;
}

}  // namespace

std::string Names::variable(std::string_view text) {
  std::string name = escaped(text);
  if (name.size() > 1) name += '_';
  return unique(std::move(name));
}

std::string Names::own(std::string_view word) { return unique(std::string(word)); }

std::string Names::array(std::string_view text, std::string_view suffix) {
  return unique(fmt::format("{}_{}", escaped(text), plain_text(suffix)));
}

std::string Names::unique(std::string name) {
  if (given_.insert(name).second) return name;
  for (int count = 2;; ++count) {
    std::string other = fmt::format("{}_{}", name, count);
    if (given_.insert(other).second) return other;
  }
}

}  // namespace refold
