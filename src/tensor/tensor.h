// src/tensor/tensor.h: the three ways in which a tensor lies in memory.
//
// Invariant of each stands at its type. Every tensor is move-only (clone() copies); kernels get raw pointers into it.
// A stored value is stored, also when it is 0: nothing here drops explicit zeros.
#pragma once

#include <cassert>
#include <optional>
#include <variant>

#include "tensor/shape.h"
#include "tensor/values.h"

namespace refold {

/// Every element is stored, without gaps; `order` says which mode varies slowest (row-major: 0, 1, ..).
struct DenseTensor {
  Extents extents;
  ModeOrder order;
  StoredValues values;

  std::vector<std::int64_t> strides() const;  // by mode, in elements
};

/// A list of entries: coordinates[mode][e] and value e. `sorted_by` is the mode order by which entries are known to
/// ascend; `unique` says that no index is known to occur twice (false: unknown).
struct CooTensor {
  Extents extents;
  std::vector<Buffer<std::int32_t>> coordinates;
  StoredValues values;
  std::optional<ModeOrder> sorted_by = {};
  bool unique = false;

  std::int64_t stored() const { return length(values); }
};

/// Every coordinate 0 .. extent-1 of the level's mode below every parent: position = parent * extent + coordinate.
struct RangeLevel {
  std::int64_t extent = 0;
};
/// The children of parent p are the positions offsets[p] .. offsets[p+1]-1, with their coordinates, ascending.
struct CompressedLevel {
  Buffer<std::int32_t> offsets;
  Buffer<std::int32_t> coordinates;
};
/// Parent p has one child, at position p.
struct SingletonLevel {
  Buffer<std::int32_t> coordinates;
};
using PackedLevel = std::variant<RangeLevel, CompressedLevel, SingletonLevel>;
enum class PackedKind { Range, Compressed, Singleton };  // in the order of PackedLevel's alternatives

/// PackedLevel k stores mode modes[k] as kinds[k] says; level 0 is outermost. A compressed level holds each coordinate
/// once below a parent, unless a singleton follows: then it holds one for every entry (COO).
struct Packing {
  ModeOrder modes;
  std::vector<PackedKind> kinds;
  bool operator==(const Packing&) const = default;
};

Packing dense_packing(ModeOrder modes);
Packing coo_packing(ModeOrder modes);
Packing csr_packing();   // range, compressed
Packing csc_packing();   // the same with columns outermost
Packing dcsr_packing();  // compressed, compressed
Packing csf_packing(ModeOrder modes);  // compressed at every level
std::string print(const Packing& packing);  // "mode 0: range, mode 1: compressed"

/// A chain of levels from one root position to the positions of the values (the level formats of Chou et al. 2018).
/// Positions fit 32 bits; entries ascend in the order of the levels; positions of a last RangeLevel that no entry
/// filled hold 0.
struct LevelTensor {
  Extents extents;  // by mode
  Packing packing;
  std::vector<PackedLevel> levels;
  StoredValues values;  // by position at the last level (one for a scalar)
};

using Tensor = std::variant<DenseTensor, CooTensor, LevelTensor>;

DenseTensor clone(const DenseTensor& tensor);
CooTensor clone(const CooTensor& tensor);
LevelTensor clone(const LevelTensor& tensor);
const Extents& extents(const Tensor& tensor);
const StoredValues& values(const Tensor& tensor);
/// The number of stored values.
std::int64_t stored(const Tensor& tensor);
/// All memory that its buffers hold.
std::int64_t bytes(const Tensor& tensor);

}  // namespace refold
