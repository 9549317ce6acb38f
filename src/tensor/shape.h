// src/tensor/shape.h: extents, and the numbers that are derived from them.
//
// Invariant: an extent is >= 0 (0 is allowed everywhere); a stored coordinate, and the position of a stored value, fits
// 32 bits, because kernels are bound by the bytes they read; a number of elements fits 62 bits. What does not fit is a
// diagnostic, never a wrapped number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace refold {

using Extents = std::vector<std::int64_t>;  // by mode
using ModeOrder = std::vector<std::size_t>;  // every mode once, the outermost (slowest) first

inline constexpr int kMaxOrder = 32;
inline constexpr std::int64_t kMaxStored = 0x7fffffff;          // of coordinates and positions of stored values
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 60;

ModeOrder row_major(std::size_t order);     // 0, 1, .., order-1
ModeOrder column_major(std::size_t order);  // order-1, .., 1, 0
bool is_mode_order(const ModeOrder& modes, std::size_t order);

/// The product of the extents (1 for a scalar). Errors: E0208 where it exceeds kMaxElements, or there are over 32
/// modes.
Result<std::int64_t> element_count(std::span<const std::int64_t> extents);
/// Errors: E0705 where `count` items of `bytes` each are more than the memory that is free; `what` is made of them.
Result<void> check_room(std::string_view what, std::span<const std::int64_t> extents, std::int64_t count, std::int64_t bytes,
                        std::string help = "use smaller data, or a machine with more memory");
/// Errors: E0208 where a coordinate could exceed 32 bits.
Result<void> check_coordinates_fit(std::span<const std::int64_t> extents);

/// `3 x 4`, `5`; `()` for a scalar.
std::string print_extents(std::span<const std::int64_t> extents);
/// `(3, 0)`; one mode: `(3)`.
std::string print_index(std::span<const std::int64_t> index);

}  // namespace refold
