#include "tensor/pack.h"

#include <fmt/format.h>

#include "tensor/entries.h"
#include "tensor/sort.h"

namespace refold {
namespace {

using Column = Buffer<std::int32_t>;

constexpr const char* kUseCompressed = "store it in compressed levels only: `as dcsr`, `as csf` or `as coo`";

/// Builds the levels from the outermost on. Invariant: `parent_[e]` is the position of entry e at the last built level
/// (at the root, where every entry is at 0, it has no memory yet); there are `positions_` of them.
class Packer {
 public:
  explicit Packer(CooTensor& entries) : entries_(entries), stored_(entries.stored()) {}

  Result<PackedLevel> add(PackedKind kind, std::size_t mode, bool last, bool before_singleton) {
    Column column = std::move(entries_.coordinates[mode]);
    switch (kind) {
      case PackedKind::Range: return range(entries_.extents[mode], std::move(column));
      case PackedKind::Compressed: return compressed(std::move(column), last, !before_singleton);
      case PackedKind::Singleton: return singleton(std::move(column));
    }
    __builtin_unreachable();
  }

  /// The values by position; `in_order`: entry e is at position e.
  Result<StoredValues> values(bool in_order) {
    if (in_order) return std::move(entries_.values);
    REFOLD_CHECK(check_room("the values at every position of range levels", entries_.extents, positions_,
                            size_in_bytes(element_type(entries_.values)), kUseCompressed));
    StoredValues by_position = constant_values(element_type(entries_.values), positions_, 0);
    std::visit([&](auto& to) {
      const auto& from = std::get<std::decay_t<decltype(to)>>(entries_.values);
      for (std::int64_t e = 0; e < stored_; ++e) to[parent(e)] = from[e];
    }, by_position);
    return by_position;
  }

 private:
  std::int64_t parent(std::int64_t e) const { return at_root_ ? 0 : parent_[e]; }

  Result<PackedLevel> range(std::int64_t extent, Column column) {
    if (__builtin_mul_overflow(positions_, extent, &positions_) || positions_ > kMaxStored)
      return Diagnostic{"E0208", {}, fmt::format("the range levels for {} have more than 2^31-1 positions",
                                                 print_extents(entries_.extents)), {}, "use a compressed level"};
    if (at_root_) parent_ = std::move(column);
    else
      for (std::int64_t e = 0; e < stored_; ++e)
        parent_[e] = static_cast<std::int32_t>(parent_[e] * extent + column[e]);
    at_root_ = false;
    return PackedLevel(RangeLevel{extent});
  }

  /// `unique`: entries that agree so far share a position. The coordinates are compacted in the column's own memory.
  Result<PackedLevel> compressed(Column column, bool last, bool unique) {
    REFOLD_CHECK(check_room("the offsets of the compressed level of a tensor", entries_.extents, positions_ + 1,
                            sizeof(std::int32_t), kUseCompressed));
    Column offsets(positions_ + 1, 0);
    const bool keep_parents = !last;
    if (at_root_ && keep_parents) parent_.resize(stored_);
    std::int64_t count = 0, previous_parent = -1, previous = -1;
    for (std::int64_t e = 0; e < stored_; ++e) {
      const std::int64_t above = parent(e);
      const std::int32_t coordinate = column[e];
      if (!unique || above != previous_parent || coordinate != previous) {
        column[count++] = coordinate;
        ++offsets[above + 1];
      }
      previous_parent = above;
      previous = coordinate;
      if (keep_parents) parent_[e] = static_cast<std::int32_t>(count - 1);
    }
    column.resize(count);
    for (std::int64_t p = 0; p < positions_; ++p) offsets[p + 1] += offsets[p];
    positions_ = count;
    at_root_ = false;
    return PackedLevel(CompressedLevel{std::move(offsets), std::move(column)});
  }

  Result<PackedLevel> singleton(Column column) {
    bool one_child_each = positions_ == stored_;
    for (std::int64_t e = 0; e < stored_ && one_child_each; ++e) one_child_each = parent(e) == e;
    if (!one_child_each)
      return Diagnostic{"E0209",
                        {},
                        fmt::format("a singleton level needs exactly one entry for each of the {} positions "
                                    "above it; there are {} entries",
                                    positions_, stored_),
                        {},
                        "use a compressed level"};
    return PackedLevel(SingletonLevel{std::move(column)});
  }

  CooTensor& entries_;
  std::int64_t stored_;
  std::int64_t positions_ = 1;
  bool at_root_ = true;
  Column parent_;
};

/// Sorts the entries; an index that occurs twice is an error that names the entries by their numbers before sorting.
Result<void> sort_unique(CooTensor& entries, const ModeOrder& modes) {
  if (entries.unique) {
    sort(entries, modes);
    return {};
  }
  const Column permutation = sorted_permutation(entries, modes);
  permute(entries, permutation);
  entries.sorted_by = modes;
  if (const auto e = first_duplicate(entries))
    return Diagnostic{"E0205",
                      {},
                      fmt::format("entries {} and {} (counted from 0) both store index {}", permutation[*e - 1],
                                  permutation[*e], print_index(index_of(entries, *e))),
                      {},
                      "keep one of them, or ask for duplicates to be summed"};
  entries.unique = true;
  return {};
}

}  // namespace

Result<LevelTensor> pack(CooTensor entries, const Packing& packing) {
  assert(is_mode_order(packing.modes, entries.extents.size()) && packing.kinds.size() == packing.modes.size());
  REFOLD_CHECK(check_coordinates_fit(entries.extents));
  REFOLD_CHECK(sort_unique(entries, packing.modes));
  LevelTensor packed{entries.extents, packing, {}, {}};
  Packer packer(entries);
  const std::size_t depth = packing.kinds.size();
  for (std::size_t k = 0; k < depth; ++k) {
    const bool last = k + 1 == depth, before_singleton = !last && packing.kinds[k + 1] == PackedKind::Singleton;
    REFOLD_TRY(PackedLevel level, packer.add(packing.kinds[k], packing.modes[k], last, before_singleton));
    packed.levels.push_back(std::move(level));
  }
  REFOLD_TRY(packed.values, packer.values(depth > 0 && packing.kinds.back() != PackedKind::Range));
  return packed;
}

namespace {

CooTensor coordinates_of(const LevelTensor& tensor) {
  CooTensor entries{tensor.extents, {}, {}, tensor.packing.modes, true};
  for (std::size_t mode = 0; mode < tensor.extents.size(); ++mode)
    entries.coordinates.emplace_back(length(tensor.values));
  for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
    for (std::size_t mode = 0; mode < index.size(); ++mode)
      entries.coordinates[mode][position] = static_cast<std::int32_t>(index[mode]);
    return true;
  });
  return entries;
}

}  // namespace

CooTensor unpack(const LevelTensor& tensor) {
  CooTensor entries = coordinates_of(tensor);
  entries.values = clone(tensor.values);
  return entries;
}

CooTensor unpack(LevelTensor&& tensor) {
  CooTensor entries = coordinates_of(tensor);
  entries.values = std::move(tensor.values);
  return entries;
}

Result<CooTensor> entries_of(const DenseTensor& tensor) {
  REFOLD_CHECK(check_coordinates_fit(tensor.extents));
  const std::int64_t count = length(tensor.values);
  REFOLD_CHECK(check_room("a list of the entries", tensor.extents, count,
                          static_cast<std::int64_t>(4 * tensor.extents.size()) + size_in_bytes(element_type(tensor.values))));
  if (count > kMaxStored)
    return Diagnostic{"E0208", {}, fmt::format("{} elements are too many for a list of entries (2^31-1)", count)};
  CooTensor entries{tensor.extents, {}, clone(tensor.values), tensor.order, true};
  for (std::size_t mode = 0; mode < tensor.extents.size(); ++mode) entries.coordinates.emplace_back(count);
  for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
    for (std::size_t mode = 0; mode < index.size(); ++mode)
      entries.coordinates[mode][position] = static_cast<std::int32_t>(index[mode]);
    return true;
  });
  return entries;
}

Result<DenseTensor> to_dense(const Tensor& tensor, ModeOrder order) {
  if (const auto* entries = std::get_if<CooTensor>(&tensor); entries && !entries->unique) {
    CooTensor sorted = clone(*entries);
    REFOLD_CHECK(sort_unique(sorted, order));
  }
  REFOLD_TRY(const std::int64_t count, element_count(extents(tensor)));
  REFOLD_CHECK(check_room("a dense tensor", extents(tensor), count, size_in_bytes(element_type(values(tensor))),
                          "declare it sparse, use smaller data, or a machine with more memory"));
  DenseTensor dense{extents(tensor), std::move(order), constant_values(element_type(values(tensor)), count, 0)};
  const std::vector<std::int64_t> strides = dense.strides();
  std::visit([&](auto& to) {
    const auto& from = std::get<std::decay_t<decltype(to)>>(values(tensor));
    for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
      std::int64_t place = 0;
      for (std::size_t mode = 0; mode < index.size(); ++mode) place += index[mode] * strides[mode];
      to[place] = from[position];
      return true;
    });
  }, dense.values);
  return dense;
}

}  // namespace refold
