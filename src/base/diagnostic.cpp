#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

namespace refold {
namespace {

std::string place(Span span, const SourceMap& sources) {
  const Position at = sources.position(span.source, span.begin);
  return fmt::format("{}:{}:{}", sources.name(span.source), at.line, at.column);
}

/// The source line and, below it, `^~~~` under the span (to the end of its first line at most).
std::string excerpt(Span span, const SourceMap& sources) {
  const std::string_view line = sources.line(span.source, span.begin);
  const Position at = sources.position(span.source, span.begin);
  const auto begin_of_line = static_cast<std::size_t>(line.data() - sources.text(span.source).data());
  const std::uint32_t end = std::clamp<std::uint32_t>(span.end, span.begin,
                                                      static_cast<std::uint32_t>(begin_of_line + line.size()));
  const std::uint32_t width = std::max(1u, sources.position(span.source, end).column - at.column);
  return fmt::format("  {}\n  {}^{}\n", line, std::string(at.column - 1, ' '), std::string(width - 1, '~'));
}

std::string place(const DataPlace& data) {
  if (data.line == 0) return data.file;
  return data.column == 0 ? fmt::format("{}:{}", data.file, data.line)
                          : fmt::format("{}:{}:{}", data.file, data.line, data.column);
}

std::string excerpt(const DataPlace& data) {
  if (data.column == 0) return data.text.empty() ? "" : fmt::format("  {}\n", data.text);
  return fmt::format("  {}\n  {}^{}\n", data.text, std::string(data.column - 1, ' '), std::string(data.width - 1, '~'));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::string text;
  if (diagnostic.span.valid()) text += place(diagnostic.span, sources) + ": ";
  else if (diagnostic.data) text += place(*diagnostic.data) + ": ";
  text += fmt::format("error {}: {}\n", diagnostic.code, diagnostic.message);
  if (diagnostic.span.valid()) text += excerpt(diagnostic.span, sources);
  else if (diagnostic.data) text += excerpt(*diagnostic.data);
  for (const Note& note : diagnostic.notes)
    text += note.span.valid() ? fmt::format("  note: {}: {}\n", place(note.span, sources), note.message)
                              : fmt::format("  note: {}\n", note.message);
  if (!diagnostic.help.empty()) text += fmt::format("  help: {}\n", diagnostic.help);
  return text;
}

}  // namespace refold
