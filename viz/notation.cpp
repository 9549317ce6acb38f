#include "viz/notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace refold {
namespace {

bool letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || (c & 0x80) != 0; }

/// Twins that need no look at their surroundings; longer ones first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSigns = {
    {{"->", "→"}, {"=>", "⇒"}, {"<=", "≤"}, {">=", "≥"}, {"!=", "≠"}, {"{}", "∅"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords = {
    {{"sum", "Σ"}, {"prod", "Π"}, {"in", "∈"}, {"and", "∧"}, {"or", "∨"}, {"not", "¬"}, {"inf", "∞"}}};

/// Reads ASCII tokens and writes their twins.
class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  char previous() const { return at_ == 0 ? ' ' : text_[at_ - 1]; }
  char next(std::size_t by) const { return at_ + by < text_.size() ? text_[at_ + by] : ' '; }
  void write(std::string_view twin, std::size_t length) {
    out_ += twin;
    at_ += length;
  }

  void step() {
    if (text_[at_] == '"') return string();
    if (letter(text_[at_])) return word();
    for (const auto& [sign, twin] : kSigns)
      if (text_.substr(at_).starts_with(sign)) return write(twin, sign.size());
    switch (text_[at_]) {
      case '.': return write(previous() == ' ' ? "∘" : ".", 1);
      case '*': return star();
      case '<': return write(previous() == ' ' && next(1) == ' ' ? "<" : "⟨", 1);
      case '>': return write(previous() == ' ' ? ">" : "⟩", 1);
      default: return write(text_.substr(at_, 1), 1);
    }
  }

  void string() {
    const std::size_t end = text_.find('"', at_ + 1);
    write(text_.substr(at_, end == std::string_view::npos ? end : end + 1 - at_), 0);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size() && letter(text_[end])) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    for (const auto& [word, twin] : kWords)
      if (name == word) return write(twin, name.size());
    write(name, name.size());
  }

  /// The bag star touches what is left of it and nothing to its right (docs/language.md, spaces); a product of sets
  /// joins brackets.
  void star() {
    const bool bag = previous() != ' ' && std::string_view(" )]},;.|>*\n").find(next(1)) != std::string_view::npos;
    if (bag) return write("*", 1);
    const std::size_t left = text_.find_last_not_of(' ', at_ == 0 ? 0 : at_ - 1);
    const std::size_t right = text_.find_first_not_of(' ', at_ + 1);
    const bool sets = (left != std::string_view::npos && text_[left] == ']' && right != std::string_view::npos &&
                       text_[right] == '[');
    write(sets ? "×" : "·", 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string markup(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  return out;
}

std::string paper_notation(std::string_view text) { return Translator(text).run(); }

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

namespace {

/// A space at which a line may end, and how many brackets are open there.
struct Gap {
  std::size_t at, letters;  // bytes and letters before it
  int depth;
};

constexpr std::array<std::string_view, 25> kOperators = {
    "∘", "→", "⇒", "≤", "≥", "≠", "∈", "∧", "∨", "¬", "×", "·", "+", "-", "/", "=", "==", "<", ">", ".", "->", "*", "if", "in", ":"};

/// Spaces before operators and after commas: a line begins with its operator. None within a quoted string.
std::vector<Gap> gaps(std::string_view text) {
  constexpr std::string_view opening = "([{", closing = ")]}";
  std::vector<Gap> found;
  std::size_t word = 0, count = 0;  // where the last word began, letters so far
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') quoted = !quoted;
    if (!quoted && opening.find(c) != std::string_view::npos) ++depth;
    if (!quoted && closing.find(c) != std::string_view::npos) --depth;
    if (c == ' ' && !quoted) {
      const std::string_view before = text.substr(word, at - word);
      if (std::find(kOperators.begin(), kOperators.end(), before) == kOperators.end()) found.push_back({at, count, depth});
      word = at + 1;
    }
    count += (c & 0xc0) != 0x80;
  }
  return found;
}

/// Where the first line of the text ends: within the width, in as few brackets as can be, and not too early.
std::optional<std::size_t> line_end(std::string_view text, std::size_t width) {
  std::optional<Gap> best, first;
  for (const Gap& gap : gaps(text)) {
    if (!first) first = gap;
    if (gap.letters > width) break;
    if (gap.letters >= width / 3 && (!best || gap.depth <= best->depth)) best = gap;
    first = gap;
  }
  if (best) return best->at;
  if (first) return first->at;
  return std::nullopt;
}

}  // namespace

std::vector<std::string> broken_into_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string indent;
  while (letters(text) + indent.size() > width) {
    const std::optional<std::size_t> end = line_end(text, width - indent.size());
    if (!end) break;
    lines.push_back(indent + std::string(text.substr(0, *end)));
    text.remove_prefix(*end + 1);
    indent = "    ";
  }
  lines.push_back(indent + std::string(text));
  return lines;
}

}  // namespace refold
