#include "plan/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace refold {
namespace {

std::string_view name(PackedKind kind) {
  switch (kind) {
    case PackedKind::Range: return "range";
    case PackedKind::Compressed: return "compressed";
    case PackedKind::Singleton: return "singleton";
  }
  __builtin_unreachable();
}

/// i j k .. p, then m8 m9 ..
std::string letter(std::size_t mode) {
  return mode < 8 ? std::string(1, static_cast<char>('i' + mode)) : fmt::format("m{}", mode);
}

}  // namespace

Capabilities capabilities(const Packing& format, std::size_t level) {
  const bool repeats = level + 1 < format.kinds.size() && format.kinds[level + 1] == PackedKind::Singleton;
  switch (format.kinds[level]) {
    case PackedKind::Range: return {.iterate = false, .locate = true, .ordered = true, .unique = true};
    case PackedKind::Compressed:
    case PackedKind::Singleton: return {.iterate = true, .locate = false, .ordered = true, .unique = !repeats};
  }
  __builtin_unreachable();
}

std::size_t mode_of(const Packing& format, std::size_t level) { return static_cast<std::size_t>(format.modes[level]); }

bool is_dense(const Packing& format) {
  return std::all_of(format.kinds.begin(), format.kinds.end(), [](PackedKind kind) { return kind == PackedKind::Range; });
}

std::string in_words(const Packing& format) {
  std::string modes, levels;
  for (std::size_t mode = 0; mode < format.modes.size(); ++mode) modes += (mode ? ", " : "") + letter(mode);
  for (std::size_t l = 0; l < format.kinds.size(); ++l)
    levels += fmt::format("{}{} : {}{}", l ? ", " : "", letter(mode_of(format, l)), name(format.kinds[l]),
                          capabilities(format, l).unique ? "" : " duplicates");
  return fmt::format("({}) -> {}", modes, levels);
}

}  // namespace refold
