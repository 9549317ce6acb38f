#include "tensor/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"
#include "tensor/pack.h"
#include "tensor/sort.h"

namespace refold {
namespace {

Violation element(const TensorIndex& index, double value, std::string_view wanted) {
  return {index, fmt::format("element {} is {}, {}", print_index(index), value, wanted)};
}

Violation whole(std::string message) { return {{}, std::move(message)}; }

/// The violation at the first stored value for which `bad` holds; the loop over the values alone runs first, since
/// only a failure needs the index.
template <class Bad>
Check first_value(const Tensor& tensor, std::string_view wanted, Bad bad) {
  return std::visit([&](const auto& buffer) -> Check {
    const auto* found = std::find_if(buffer.begin(), buffer.end(), bad);
    if (found == buffer.end()) return std::nullopt;
    const std::int64_t position = found - buffer.begin();
    Check violation;
    for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t p) {
      if (p == position) violation = element(index, static_cast<double>(*found), wanted);
      return !violation;
    });
    return violation;
  }, values(tensor));
}

template <class T>
bool finite(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  else return true;
}

Check column_in_range(const Buffer<std::int32_t>& column, std::int64_t extent, std::size_t mode) {
  for (std::int64_t e = 0; e < column.size(); ++e)
    if (column[e] < 0 || column[e] >= extent)
      return whole(fmt::format("coordinate {} of stored entry {} is outside mode {}, which has extent {}", column[e], e,
                               mode, extent));
  return std::nullopt;
}

/// Checks one level below `positions` parents and replaces that by the number of its own positions. `unique`: no
/// coordinate stands twice below one parent.
Check level_valid(const PackedLevel& level, std::int64_t extent, std::size_t mode, bool unique,
                  std::int64_t& positions) {
  if (const auto* range = std::get_if<RangeLevel>(&level)) {
    if (range->extent != extent) return whole(fmt::format("the range level of mode {} has another extent", mode));
    if (__builtin_mul_overflow(positions, extent, &positions)) return whole("the range levels overflow");
    return std::nullopt;
  }
  if (const auto* singleton = std::get_if<SingletonLevel>(&level)) {
    if (singleton->coordinates.size() != positions)
      return whole(fmt::format("the singleton level of mode {} has not one coordinate for each parent", mode));
    return column_in_range(singleton->coordinates, extent, mode);
  }
  const auto& [offsets, coordinates] = std::get<CompressedLevel>(level);
  if (offsets.size() != positions + 1 || offsets[0] != 0 || offsets[positions] != coordinates.size() ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    return whole(fmt::format("the offsets of mode {} do not ascend from 0 to the number of its coordinates", mode));
  if (Check wrong = column_in_range(coordinates, extent, mode)) return wrong;
  for (std::int64_t parent = 0; parent < positions; ++parent)
    for (std::int64_t p = offsets[parent] + 1; p < offsets[parent + 1]; ++p)
      if (coordinates[p - 1] > coordinates[p] || (unique && coordinates[p - 1] == coordinates[p]))
        return whole(fmt::format("the coordinates of mode {} do not ascend at stored entry {}", mode, p));
  positions = coordinates.size();
  return std::nullopt;
}

template <class T>
Violation mirror_differs(std::int64_t i, std::int64_t j, T value, T mirrored) {
  return {{i, j}, fmt::format("element ({}, {}) is {}, but element ({}, {}) is {}", i, j, value, j, i, mirrored)};
}

bool is_csr_like(const LevelTensor& tensor) {
  return tensor.packing.kinds == std::vector{PackedKind::Range, PackedKind::Compressed};
}

/// Walks all rows at once: when row i is read, the entries of column i that lie in later rows are the next unread ones
/// of those rows, so one cursor for each row suffices. Entries that hold 0 need no partner.
/// `by_columns`: the outer level holds columns, which matters only to the message.
template <class T>
Check symmetric_rows(const CompressedLevel& rows, const Buffer<T>& values, std::int64_t extent, bool by_columns) {
  Buffer<std::int32_t> cursor(extent);
  for (std::int64_t i = 0; i < extent; ++i) cursor[i] = rows.offsets[i];
  const auto mismatch = [=](std::int64_t i, std::int64_t j, T value, T mirrored) {
    return by_columns ? mirror_differs(j, i, value, mirrored) : mirror_differs(i, j, value, mirrored);
  };
  for (std::int64_t i = 0; i < extent; ++i)
    for (std::int32_t p = cursor[i]; p < rows.offsets[i + 1]; ++p) {
      const std::int64_t j = rows.coordinates[p];
      if (j < i) {  // row j has no entry for it, or the cursor would have passed it
        if (values[p] != T(0)) return mismatch(i, j, values[p], T(0));
        continue;
      }
      if (j == i) continue;
      std::int32_t& q = cursor[j];
      for (; q < rows.offsets[j + 1] && rows.coordinates[q] < i; ++q)
        if (values[q] != T(0)) return mismatch(j, rows.coordinates[q], values[q], T(0));
      const bool stored = q < rows.offsets[j + 1] && rows.coordinates[q] == i;
      const T mirrored = stored ? values[q++] : T(0);
      if (!(values[p] == mirrored)) return mismatch(i, j, values[p], mirrored);
    }
  return std::nullopt;
}

Check symmetric_levels(const LevelTensor& tensor) {
  return std::visit([&](const auto& values) {
    return symmetric_rows(std::get<CompressedLevel>(tensor.levels[1]), values, tensor.extents[0],
                          tensor.packing.modes[0] == 1);
  }, tensor.values);
}

Check symmetric_dense(const DenseTensor& tensor) {
  const std::int64_t n = tensor.extents[0];
  return std::visit([&](const auto& values) -> Check {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < i; ++j)
        if (const auto a = values[i * n + j], b = values[j * n + i]; !(a == b))
          return tensor.order[0] == 0 ? mirror_differs(i, j, a, b) : mirror_differs(j, i, a, b);
    return std::nullopt;
  }, tensor.values);
}

CooTensor entries_of(const Tensor& tensor) {
  if (const auto* coo = std::get_if<CooTensor>(&tensor)) return clone(*coo);
  return unpack(std::get<LevelTensor>(tensor));
}

}  // namespace

Check structure_valid(const Tensor& tensor) {
  std::int64_t positions = 1;
  if (const auto* coo = std::get_if<CooTensor>(&tensor)) return coordinates_in_range(*coo);
  if (const auto* dense = std::get_if<DenseTensor>(&tensor)) {
    const auto count = element_count(dense->extents);
    if (!count) return whole(count.error().message);
    positions = *count;
  } else {
    const auto& levels = std::get<LevelTensor>(tensor);
    for (std::size_t k = 0; k < levels.levels.size(); ++k) {
      const std::size_t mode = levels.packing.modes[k];
      const std::int64_t extent = levels.extents[mode];
      const bool unique =
          k + 1 == levels.levels.size() || !std::holds_alternative<SingletonLevel>(levels.levels[k + 1]);
      if (Check wrong = level_valid(levels.levels[k], extent, mode, unique, positions)) return wrong;
    }
  }
  if (positions == stored(tensor)) return std::nullopt;
  return whole(fmt::format("{} {} stored for {}", counted(stored(tensor), "value"), stored(tensor) == 1 ? "is" : "are", counted(positions, "position")));
}

Check coordinates_in_range(const CooTensor& tensor) {
  if (tensor.coordinates.size() != tensor.extents.size()) return whole("there is not one column for each mode");
  for (std::size_t mode = 0; mode < tensor.extents.size(); ++mode) {
    if (tensor.coordinates[mode].size() != tensor.stored()) return whole("the columns differ in length");
    if (Check wrong = column_in_range(tensor.coordinates[mode], tensor.extents[mode], mode)) return wrong;
  }
  return std::nullopt;
}

Check coordinates_sorted(const CooTensor& tensor, const ModeOrder& order) {
  for (std::int64_t e = 1; e < tensor.stored(); ++e)
    for (const std::size_t mode : order) {
      const auto& column = tensor.coordinates[mode];
      if (column[e - 1] < column[e]) break;
      if (column[e - 1] > column[e])
        return Violation{index_of(tensor, e), fmt::format("entry {} at {} comes after entry {} at {}", e,
                         print_index(index_of(tensor, e)), e - 1, print_index(index_of(tensor, e - 1)))};
    }
  return std::nullopt;
}

Check coordinates_unique(const Tensor& tensor) {
  if (std::holds_alternative<DenseTensor>(tensor)) return std::nullopt;
  CooTensor entries = entries_of(tensor);
  entries.sorted_by.reset();  // trust nothing
  const ModeOrder order = row_major(entries.extents.size());
  sort(entries, order);
  const auto e = first_duplicate(entries);
  if (!e) return std::nullopt;
  const TensorIndex index = index_of(entries, *e);
  return Violation{index, "index " + print_index(index) + " is stored more than once"};
}

Check all_finite(const Tensor& tensor) {
  return first_value(tensor, "which is not finite", [](auto value) { return !finite(value); });
}

Check zero_or_one(const Tensor& tensor) {
  return first_value(tensor, "neither 0 nor 1", [](auto value) { return !(value == 0 || value == 1); });
}

Check values_between(const Tensor& tensor, std::int64_t lo, std::int64_t hi) {
  return first_value(tensor, fmt::format("not in {}..{}", lo, hi), [=](auto value) {
    using T = decltype(value);
    if constexpr (std::is_floating_point_v<T>) return !(static_cast<T>(lo) <= value && value <= static_cast<T>(hi));
    else return value < lo || value > hi;
  });
}

Check zero_diagonal(const Tensor& tensor) {
  assert(extents(tensor).size() == 2);
  return std::visit([&](const auto& numbers) {
    Check violation;
    for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
      if (index[0] == index[1] && !(numbers[position] == 0))
        violation = element(index, static_cast<double>(numbers[position]), "not 0");
      return !violation;
    });
    return violation;
  }, values(tensor));
}

Check symmetric(const Tensor& tensor) {
  assert(extents(tensor).size() == 2);
  const Extents& shape = extents(tensor);
  if (shape[0] != shape[1]) return whole(fmt::format("{} is not square", print_extents(shape)));
  if (const auto* dense = std::get_if<DenseTensor>(&tensor)) return symmetric_dense(*dense);
  if (const auto* levels = std::get_if<LevelTensor>(&tensor); levels && is_csr_like(*levels))
    return symmetric_levels(*levels);
  const auto packed = pack(entries_of(tensor), csr_packing());
  return packed ? symmetric_levels(*packed) : whole(packed.error().message);
}

Check non_decreasing(const DenseTensor& tensor) {
  assert(tensor.extents.size() == 1);
  return std::visit([&](const auto& numbers) -> Check {
    for (std::int64_t i = 1; i < numbers.size(); ++i)
      if (!(numbers[i - 1] <= numbers[i]))
        return Violation{{i},
                         fmt::format("element ({}) is {}, less than element ({}), which is {}", i, numbers[i], i - 1,
                                     numbers[i - 1])};
    return std::nullopt;
  }, tensor.values);
}

}  // namespace refold
