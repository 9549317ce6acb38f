#include "tensor/shape.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "base/memory.h"

namespace refold {
namespace {

Result<void> check_order(std::size_t order) {
  if (order > kMaxOrder)
    return Diagnostic{"E0208", {}, fmt::format("{} modes; at most {} are supported", order, kMaxOrder)};
  return {};
}

}  // namespace

ModeOrder row_major(std::size_t order) {
  ModeOrder modes(order);
  std::iota(modes.begin(), modes.end(), 0);
  return modes;
}

ModeOrder column_major(std::size_t order) {
  ModeOrder modes = row_major(order);
  std::reverse(modes.begin(), modes.end());
  return modes;
}

bool is_mode_order(const ModeOrder& modes, std::size_t order) {
  const ModeOrder all = row_major(order);
  return std::is_permutation(modes.begin(), modes.end(), all.begin(), all.end());
}

Result<std::int64_t> element_count(std::span<const std::int64_t> extents) {
  REFOLD_CHECK(check_order(extents.size()));
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return 0;
  std::int64_t count = 1;
  for (const std::int64_t extent : extents)
    if (__builtin_mul_overflow(count, extent, &count) || count > kMaxElements)
      return Diagnostic{"E0208",
                        {},
                        fmt::format("a dense tensor of {} has more than 2^60 elements", print_extents(extents)),
                        {},
                        "use smaller extents, or a sparse format"};
  return count;
}

Result<void> check_room(std::string_view what, std::span<const std::int64_t> extents, std::int64_t count, std::int64_t bytes,
                        std::string help) {
  return check_memory(Integer(count) * bytes, fmt::format("{} of {}", what, print_extents(extents)), std::move(help));
}

Result<void> check_coordinates_fit(std::span<const std::int64_t> extents) {
  REFOLD_CHECK(check_order(extents.size()));
  for (const std::int64_t extent : extents)
    if (extent > kMaxStored)
      return Diagnostic{"E0208", {}, fmt::format("extent {} of a sparse tensor of {} is over 2147483647, the largest "
                                                 "that stored coordinates reach", extent, print_extents(extents)),
                        {}, "split this mode into two"};
  return {};
}

std::string print_extents(std::span<const std::int64_t> extents) {
  return extents.empty() ? "()" : fmt::format("{}", fmt::join(extents, " x "));
}

std::string print_index(std::span<const std::int64_t> index) { return fmt::format("({})", fmt::join(index, ", ")); }

}  // namespace refold
