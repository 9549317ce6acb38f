#include "tensor/tensor.h"

#include <fmt/format.h>

#include "base/variant.h"

namespace refold {
namespace {

Format uniform(ModeOrder modes, LevelKind kind) {
  std::vector<LevelKind> kinds(modes.size(), kind);
  return {std::move(modes), std::move(kinds)};
}

std::string_view name(LevelKind kind) {
  switch (kind) {
    case LevelKind::Range: return "range";
    case LevelKind::Compressed: return "compressed";
    case LevelKind::Singleton: return "singleton";
  }
  __builtin_unreachable();
}

Level clone(const Level& level) {
  return std::visit(overloaded{
      [](const RangeLevel& range) -> Level { return range; },
      [](const CompressedLevel& c) -> Level { return CompressedLevel{c.offsets.clone(), c.coordinates.clone()}; },
      [](const SingletonLevel& s) -> Level { return SingletonLevel{s.coordinates.clone()}; }}, level);
}

std::int64_t bytes(const Level& level) {
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
    const auto mode = static_cast<std::size_t>(order[k]);
    strides[mode] = stride;
    stride *= extents[mode];
  }
  return strides;
}

Format dense_format(ModeOrder modes) { return uniform(std::move(modes), LevelKind::Range); }

Format coo_format(ModeOrder modes) {
  Format format = uniform(std::move(modes), LevelKind::Singleton);
  if (!format.kinds.empty()) format.kinds[0] = LevelKind::Compressed;
  return format;
}

Format csr_format() { return {{0, 1}, {LevelKind::Range, LevelKind::Compressed}}; }
Format csc_format() { return {{1, 0}, {LevelKind::Range, LevelKind::Compressed}}; }
Format dcsr_format() { return csf_format({0, 1}); }
Format csf_format(ModeOrder modes) { return uniform(std::move(modes), LevelKind::Compressed); }

std::string print(const Format& format) {
  std::string text;
  for (std::size_t k = 0; k < format.modes.size(); ++k)
    text += fmt::format("{}mode {}: {}", k == 0 ? "" : ", ", format.modes[k], name(format.kinds[k]));
  return text.empty() ? "scalar" : text;
}

DenseTensor clone(const DenseTensor& tensor) { return {tensor.extents, tensor.order, clone(tensor.values)}; }

CooTensor clone(const CooTensor& tensor) {
  std::vector<Buffer<std::int32_t>> coordinates;
  for (const auto& column : tensor.coordinates) coordinates.push_back(column.clone());
  return {tensor.extents, std::move(coordinates), clone(tensor.values), tensor.sorted_by, tensor.unique};
}

LevelTensor clone(const LevelTensor& tensor) {
  std::vector<Level> levels;
  for (const Level& level : tensor.levels) levels.push_back(clone(level));
  return {tensor.extents, tensor.format, std::move(levels), clone(tensor.values)};
}

const Extents& extents(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const Extents& { return t.extents; }, tensor);
}

const Values& values(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const Values& { return t.values; }, tensor);
}

std::int64_t stored(const Tensor& tensor) { return length(values(tensor)); }

std::int64_t bytes(const Tensor& tensor) {
  const Values& numbers = values(tensor);
  std::int64_t total = length(numbers) * size_in_bytes(element_type(numbers));
  if (const auto* coo = std::get_if<CooTensor>(&tensor))
    for (const auto& column : coo->coordinates) total += 4 * column.size();
  if (const auto* levels = std::get_if<LevelTensor>(&tensor))
    for (const Level& level : levels->levels) total += bytes(level);
  return total;
}

}  // namespace refold
