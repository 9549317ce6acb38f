#include "plan/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace refold {
namespace {

std::string_view name(LevelKind kind) {
  switch (kind) {
    case LevelKind::Range: return "range";
    case LevelKind::Compressed: return "compressed";
    case LevelKind::Singleton: return "singleton";
  }
  __builtin_unreachable();
}

/// i j k .. p, then m8 m9 ..
std::string letter(std::size_t mode) {
  return mode < 8 ? std::string(1, static_cast<char>('i' + mode)) : fmt::format("m{}", mode);
}

}  // namespace

Capabilities capabilities(const Format& format, std::size_t level) {
  const bool repeats = level + 1 < format.kinds.size() && format.kinds[level + 1] == LevelKind::Singleton;
  switch (format.kinds[level]) {
    case LevelKind::Range: return {.iterate = false, .locate = true, .ordered = true, .unique = true};
    case LevelKind::Compressed:
    case LevelKind::Singleton: return {.iterate = true, .locate = false, .ordered = true, .unique = !repeats};
  }
  __builtin_unreachable();
}

std::size_t mode_of(const Format& format, std::size_t level) { return static_cast<std::size_t>(format.modes[level]); }

bool is_dense(const Format& format) {
  return std::all_of(format.kinds.begin(), format.kinds.end(), [](LevelKind kind) { return kind == LevelKind::Range; });
}

std::string in_words(const Format& format) {
  std::string modes, levels;
  for (std::size_t mode = 0; mode < format.modes.size(); ++mode) modes += (mode ? ", " : "") + letter(mode);
  for (std::size_t l = 0; l < format.kinds.size(); ++l)
    levels += fmt::format("{}{} : {}{}", l ? ", " : "", letter(mode_of(format, l)), name(format.kinds[l]),
                          capabilities(format, l).unique ? "" : " duplicates");
  return fmt::format("({}) -> {}", modes, levels);
}

}  // namespace refold
