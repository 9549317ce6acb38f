#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace refold {
namespace {

/// The length of the control character at the begin of `text` (ASCII, or U+0080 .. U+009F as UTF-8), 0 if it is none.
std::size_t control_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  return text.size() > 1 && byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0 ? 2 : 0;
}

template <class F>
std::string without_control_characters(std::string_view text, const F& instead_of) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = control_character(text);
    shown += length == 0 ? std::string(1, text[0]) : instead_of(static_cast<unsigned char>(text[length - 1]));
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return shown;
}

/// Text of the user, which shall neither move the cursor nor begin a line that looks like a message of ours.
std::string escaped(std::string_view text) {
  return without_control_characters(text, [](unsigned char c) { return fmt::format("\\x{:02x}", c); });
}

/// A line of a file: as long as it is, so that the caret below points to the right place.
std::string in_place(std::string_view line) {
  return without_control_characters(
      line, [](unsigned char c) { return c == '\t' ? std::string("\t") : std::string("\uFFFD"); });
}

constexpr std::size_t kLongestLine = 160, kWindow = 120, kBefore = 60;  // code points

/// The line and, below it, `^~~~` at `column` (from 0). Of a long line only what is around the column, between `...`.
std::string with_caret(std::string_view line, std::size_t column, std::size_t width) {
  std::vector<std::string_view> points;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end) {
    for (end = begin + 1; end < line.size() && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80;) ++end;
    points.push_back(line.substr(begin, end - begin));
  }
  column = std::min(column, points.size());
  std::size_t first = 0, last = points.size();
  if (last > kLongestLine) {
    first = std::min(column < kBefore ? 0 : column - kBefore, last - kWindow);
    last = first + kWindow;
  }
  width = std::clamp<std::size_t>(width, 1, std::max<std::size_t>(1, last - std::min(last, column)));
  std::string shown = first > 0 ? "..." : "", below(shown.size(), ' ');
  for (std::size_t k = first; k < last; ++k) {
    shown += points[k];
    if (k < column) below += points[k] == "\t" ? '\t' : ' ';
  }
  if (last < points.size()) shown += "...";
  return fmt::format("  {}\n  {}^{}\n", shown, below, std::string(width - 1, '~'));
}

std::string place(Span span, const SourceMap& sources) {
  const Position at = sources.position(span.source, span.begin);
  return fmt::format("{}:{}:{}", escaped(sources.name(span.source)), at.line, at.column);
}

/// The source line and, below it, `^~~~` under the span (to the end of its first line at most).
std::string excerpt(Span span, const SourceMap& sources) {
  const std::string_view line = sources.line(span.source, span.begin);
  const Position at = sources.position(span.source, span.begin);
  const auto begin_of_line = static_cast<std::size_t>(line.data() - sources.text(span.source).data());
  const std::uint32_t end = std::clamp<std::uint32_t>(span.end, span.begin,
                                                      static_cast<std::uint32_t>(begin_of_line + line.size()));
  const std::uint32_t width = std::max(1u, sources.position(span.source, end).column - at.column);
  return with_caret(in_place(line), at.column - 1, width);
}

std::string place(const DataPlace& data) {
  const std::string file = escaped(data.file);
  if (data.line == 0) return file;
  return data.column == 0 ? fmt::format("{}:{}", file, data.line)
                          : fmt::format("{}:{}:{}", file, data.line, data.column);
}

std::string excerpt(const DataPlace& data) {
  const std::string line = in_place(data.text);
  if (data.column == 0) {
    const std::string shown = with_caret(line, 0, 1);
    return line.empty() ? "" : shown.substr(0, shown.find('\n') + 1);
  }
  return with_caret(line, data.column - 1, data.width);
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::string text;
  if (diagnostic.span.valid()) text += place(diagnostic.span, sources) + ": ";
  else if (diagnostic.data) text += place(*diagnostic.data) + ": ";
  text += fmt::format("error {}: {}\n", diagnostic.code, escaped(diagnostic.message));
  if (diagnostic.span.valid()) text += excerpt(diagnostic.span, sources);
  else if (diagnostic.data) text += excerpt(*diagnostic.data);
  for (const Note& note : diagnostic.notes)
    text += note.span.valid() ? fmt::format("  note: {}: {}\n", place(note.span, sources), escaped(note.message))
                              : fmt::format("  note: {}\n", escaped(note.message));
  if (!diagnostic.help.empty()) text += fmt::format("  help: {}\n", escaped(diagnostic.help));
  return text;
}

}  // namespace refold
