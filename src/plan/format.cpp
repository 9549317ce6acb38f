#include "plan/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace refold {
namespace {

std::vector<std::size_t> in_order(std::size_t order) {
  std::vector<std::size_t> modes(order);
  std::iota(modes.begin(), modes.end(), std::size_t{0});
  return modes;
}

Format all_levels(std::vector<std::size_t> modes, LevelKind kind) {
  std::vector<Level> levels(modes.size(), Level{kind});
  return {std::move(modes), std::move(levels)};
}

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

Capabilities capabilities(const Level& level) {
  switch (level.kind) {
    case LevelKind::Range:
      return {.iterate = false, .locate = true, .search = true, .full = true, .ordered = true, .unique = true};
    case LevelKind::Compressed:
    case LevelKind::Singleton:
      return {.iterate = true, .locate = false, .search = level.ordered && level.unique, .full = false,
              .ordered = level.ordered, .unique = level.unique};
  }
  __builtin_unreachable();
}

Format dense_format(std::size_t order) { return all_levels(in_order(order), LevelKind::Range); }
Format dense_format(std::vector<std::size_t> modes) { return all_levels(std::move(modes), LevelKind::Range); }

Format coo_format(std::size_t order) {
  Format format = all_levels(in_order(order), LevelKind::Singleton);
  if (order == 0) return format;
  format.levels[0] = {.kind = LevelKind::Compressed, .unique = order == 1};
  return format;
}

Format csr_format() { return {{0, 1}, {Level{LevelKind::Range}, Level{LevelKind::Compressed}}}; }
Format csc_format() { return {{1, 0}, {Level{LevelKind::Range}, Level{LevelKind::Compressed}}}; }
Format csf_format(std::vector<std::size_t> modes) { return all_levels(std::move(modes), LevelKind::Compressed); }

bool is_dense(const Format& format) {
  return std::all_of(format.levels.begin(), format.levels.end(),
                     [](const Level& level) { return level.kind == LevelKind::Range; });
}

std::string print(const Format& format) {
  std::string modes, levels;
  for (std::size_t mode = 0; mode < format.modes.size(); ++mode) modes += (mode ? ", " : "") + letter(mode);
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const Level& level = format.levels[l];
    levels += fmt::format("{}{} : {}{}{}", l ? ", " : "", letter(format.modes[l]), name(level.kind),
                          level.ordered ? "" : " unordered", level.unique ? "" : " duplicates");
  }
  return fmt::format("({}) -> {}", modes, levels);
}

}  // namespace refold
