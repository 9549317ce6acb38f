#include "base/source.h"

#include <algorithm>

namespace refold {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::size_t line_begin(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

}  // namespace

Span cover(Span a, Span b) {
  if (!a.valid()) return b;
  if (!b.valid() || a.source != b.source) return a;
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceId SourceMap::add(std::string name, std::string text) {
  sources_.push_back({std::move(name), std::move(text)});
  return {static_cast<std::uint32_t>(sources_.size() - 1)};
}

Position SourceMap::position(SourceId id, std::uint32_t offset) const {
  const std::string_view all = text(id);
  const std::size_t at = std::min<std::size_t>(offset, all.size());
  const std::size_t begin = line_begin(all, at);
  const auto lines = std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  const auto columns = std::count_if(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                     all.begin() + static_cast<std::ptrdiff_t>(at), starts_code_point);
  return {static_cast<std::uint32_t>(lines + 1), static_cast<std::uint32_t>(columns + 1)};
}

std::string_view SourceMap::line(SourceId id, std::uint32_t offset) const {
  const std::string_view all = text(id);
  const std::size_t begin = line_begin(all, std::min<std::size_t>(offset, all.size()));
  const std::size_t end = std::min(all.find('\n', begin), all.size());
  return all.substr(begin, end - begin);
}

}  // namespace refold
