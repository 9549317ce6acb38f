// src/base/source.h: the texts of one run and places in them.
//
// Invariant: a Span lies inside the text of its source; line and column are derived from it, never stored. Lines and
// columns count from 1, columns in Unicode code points. Texts never move, so views into them stay valid.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "base/id.h"

namespace refold {

using SourceId = Id<struct SourceTag>;

/// Bytes [begin, end) of a source; an invalid source means "no place in a text".
struct Span {
  SourceId source;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool valid() const { return source.valid(); }
  bool operator==(const Span&) const = default;
};

/// The smallest span that covers both (of one source); an invalid one yields the other.
Span cover(Span a, Span b);

struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceMap {
 public:
  SourceId add(std::string name, std::string text);
  std::string_view name(SourceId id) const { return sources_[id.index].name; }
  std::string_view text(SourceId id) const { return sources_[id.index].text; }
  Position position(SourceId id, std::uint32_t offset) const;
  /// The whole line (without its end) that holds the offset.
  std::string_view line(SourceId id, std::uint32_t offset) const;

 private:
  struct Source {
    std::string name;
    std::string text;
  };
  std::deque<Source> sources_;
};

}  // namespace refold
