#include "io/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace refold {
namespace {

/// floor(random * n / 2^64): a number below n.
std::uint64_t below(std::uint64_t random, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(random) * n) >> 64);
}

template <class T>
T number(std::uint64_t random) {
  if constexpr (std::is_same_v<T, double>) return static_cast<double>(random >> 11) * 0x1p-52 - 1;
  else if constexpr (std::is_same_v<T, float>) return static_cast<float>(random >> 40) * 0x1p-23f - 1;
  else if constexpr (std::is_same_v<T, std::int64_t>) return static_cast<std::int64_t>(below(random, 21)) - 10;
  else return static_cast<Bool>(random >> 63);
}

/// The seed of the stream that chooses positions: another one than that of the values.
std::uint64_t position_seed(std::uint64_t seed) { return split_mix(seed, ~std::uint64_t{0}); }

/// `wanted` of `elements` positions, ascending: one is drawn with the probability wanted left / elements left.
Buffer<std::int64_t> choose_by_scan(std::uint64_t seed, std::int64_t wanted, std::int64_t elements) {
  Buffer<std::int64_t> chosen(wanted);
  std::int64_t count = 0;
  for (std::int64_t p = 0; p < elements && count < wanted; ++p)
    if (below(split_mix(seed, static_cast<std::uint64_t>(p)), static_cast<std::uint64_t>(elements - p)) <
        static_cast<std::uint64_t>(wanted - count))
      chosen[count++] = p;
  return chosen;
}

/// The same for few of many: draws positions and drops repeated ones until enough differ.
Buffer<std::int64_t> choose_by_drawing(std::uint64_t seed, std::int64_t wanted, std::int64_t elements) {
  Buffer<std::int64_t> chosen(wanted);
  std::int64_t distinct = 0;
  for (std::uint64_t drawn = 0; distinct < wanted;) {
    for (std::int64_t k = distinct; k < wanted; ++k)
      chosen[k] = static_cast<std::int64_t>(below(split_mix(seed, drawn++), static_cast<std::uint64_t>(elements)));
    std::sort(chosen.begin(), chosen.end());
    distinct = std::unique(chosen.begin(), chosen.end()) - chosen.begin();
  }
  return chosen;
}

template <class F>
StoredValues values_by_position(ElementType element, std::int64_t count, std::uint64_t seed, F position) {
  StoredValues values = make_values(element, count);
  std::visit([&](auto& buffer) {
    using T = typename std::decay_t<decltype(buffer)>::value_type;
    for (std::int64_t k = 0; k < count; ++k)
      buffer[k] = number<T>(split_mix(seed, static_cast<std::uint64_t>(position(k))));
  }, values);
  return values;
}

}  // namespace

Result<DenseTensor> random_dense(std::uint64_t seed, const Extents& extents, ElementType element) {
  REFOLD_TRY(const std::int64_t count, element_count(extents));
  REFOLD_CHECK(check_room("a dense random tensor", extents, count, size_in_bytes(element),
                          "use smaller sizes, or random(seed=.., density=..)"));
  return DenseTensor{extents, row_major(extents.size()),
                     values_by_position(element, count, seed, [](std::int64_t k) { return k; })};
}

Result<CooTensor> random_sparse(std::uint64_t seed, double density, const Extents& extents, ElementType element) {
  if (!(density >= 0 && density <= 1))
    return Diagnostic{"E0211", {}, fmt::format("density {} is not between 0 and 1", density)};
  REFOLD_CHECK(check_coordinates_fit(extents));
  REFOLD_TRY(const std::int64_t elements, element_count(extents));
  const auto wanted =
      std::min(elements, static_cast<std::int64_t>(std::llround(density * static_cast<double>(elements))));
  if (wanted > kMaxStored)
    return Diagnostic{"E0208", {}, fmt::format("{} random entries are more than 2147483647", wanted), {},
                      "use a smaller density"};
  REFOLD_CHECK(check_room(fmt::format("a random tensor with {} entries", wanted), extents, wanted,
                          8 + 4 * static_cast<std::int64_t>(extents.size()) + size_in_bytes(element), "use a smaller density"));
  const Buffer<std::int64_t> chosen = density < 0.125 ? choose_by_drawing(position_seed(seed), wanted, elements)
                                                      : choose_by_scan(position_seed(seed), wanted, elements);
  CooTensor tensor{extents, {}, values_by_position(element, wanted, seed, [&](std::int64_t k) { return chosen[k]; }),
                   row_major(extents.size()), true};
  std::int64_t stride = elements;
  for (const std::int64_t extent : extents) {
    if (wanted > 0) stride /= extent;
    Buffer<std::int32_t> column(wanted);
    for (std::int64_t k = 0; k < wanted; ++k) column[k] = static_cast<std::int32_t>(chosen[k] / stride % extent);
    tensor.coordinates.push_back(std::move(column));
  }
  return tensor;
}

}  // namespace refold
