#include "tensor/tensor.h"

#include <fmt/format.h>

#include "base/variant.h"

namespace refold {
namespace {

Packing uniform(ModeOrder modes, PackedKind kind) {
  std::vector<PackedKind> kinds(modes.size(), kind);
  return {std::move(modes), std::move(kinds)};
}

std::string_view name(PackedKind kind) {
  switch (kind) {
    case PackedKind::Range: return "range";
    case PackedKind::Compressed: return "compressed";
    case PackedKind::Singleton: return "singleton";
  }
  __builtin_unreachable();
}

PackedLevel clone(const PackedLevel& level) {
  return std::visit(overloaded{
      [](const RangeLevel& range) -> PackedLevel { return range; },
      [](const CompressedLevel& c) -> PackedLevel { return CompressedLevel{c.offsets.clone(), c.coordinates.clone()}; },
      [](const SingletonLevel& s) -> PackedLevel { return SingletonLevel{s.coordinates.clone()}; }}, level);
}

std::int64_t bytes(const PackedLevel& level) {
  return std::visit(overloaded{
      [](const RangeLevel&) -> std::int64_t { return 0; },
      [](const CompressedLevel& c) { return 4 * (c.offsets.size() + c.coordinates.size()); },
      [](const SingletonLevel& s) { return 4 * s.coordinates.size(); }}, level);
}

}  // namespace

std::vector<std::int64_t> DenseTensor::strides() const {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = 1;
  for (std::size_t k = order.size(); k-- > 0;) {
    const auto mode = order[k];
    strides[mode] = stride;
    stride *= extents[mode];
  }
  return strides;
}

Packing dense_packing(ModeOrder modes) { return uniform(std::move(modes), PackedKind::Range); }

Packing coo_packing(ModeOrder modes) {
  Packing packing = uniform(std::move(modes), PackedKind::Singleton);
  if (!packing.kinds.empty()) packing.kinds[0] = PackedKind::Compressed;
  return packing;
}

Packing csr_packing() { return {{0, 1}, {PackedKind::Range, PackedKind::Compressed}}; }
Packing csc_packing() { return {{1, 0}, {PackedKind::Range, PackedKind::Compressed}}; }
Packing dcsr_packing() { return csf_packing({0, 1}); }
Packing csf_packing(ModeOrder modes) { return uniform(std::move(modes), PackedKind::Compressed); }

std::string print(const Packing& packing) {
  std::string text;
  for (std::size_t k = 0; k < packing.modes.size(); ++k)
    text += fmt::format("{}mode {}: {}", k == 0 ? "" : ", ", packing.modes[k], name(packing.kinds[k]));
  return text.empty() ? "scalar" : text;
}

DenseTensor clone(const DenseTensor& tensor) { return {tensor.extents, tensor.order, clone(tensor.values)}; }

CooTensor clone(const CooTensor& tensor) {
  std::vector<Buffer<std::int32_t>> coordinates;
  for (const auto& column : tensor.coordinates) coordinates.push_back(column.clone());
  return {tensor.extents, std::move(coordinates), clone(tensor.values), tensor.sorted_by, tensor.unique};
}

LevelTensor clone(const LevelTensor& tensor) {
  std::vector<PackedLevel> levels;
  for (const PackedLevel& level : tensor.levels) levels.push_back(clone(level));
  return {tensor.extents, tensor.packing, std::move(levels), clone(tensor.values)};
}

const Extents& extents(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const Extents& { return t.extents; }, tensor);
}

const StoredValues& values(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const StoredValues& { return t.values; }, tensor);
}

std::int64_t stored(const Tensor& tensor) { return length(values(tensor)); }

std::int64_t bytes(const Tensor& tensor) {
  const StoredValues& numbers = values(tensor);
  std::int64_t total = length(numbers) * size_in_bytes(element_type(numbers));
  if (const auto* coo = std::get_if<CooTensor>(&tensor))
    for (const auto& column : coo->coordinates) total += 4 * column.size();
  if (const auto* levels = std::get_if<LevelTensor>(&tensor))
    for (const PackedLevel& level : levels->levels) total += bytes(level);
  return total;
}

}  // namespace refold
