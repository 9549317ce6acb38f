#include "io/data_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/variant.h"
#include "base/words.h"
#include "io/memory.h"
#include "io/random.h"

namespace refold {
namespace {

constexpr std::string_view kForms =
    "data is a file (.mtx, .mtx.gz, .tns, .tns.gz, .npy), random(seed=1), random(seed=1, density=0.01) or a number";

Diagnostic spec_error(std::string message) { return {"E0211", {}, std::move(message), {}, std::string(kForms)}; }

/// The whole text as a number.
template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || next != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Result<void> set_argument(RandomData& random, bool& has_seed, std::string_view name, std::string_view value) {
  if (name == "seed") {
    const auto seed = number<std::uint64_t>(value);
    if (!seed) return spec_error(fmt::format("seed `{}` is not a whole number from 0 to 2^64-1", value));
    random.seed = *seed;
    has_seed = true;
    return {};
  }
  if (name == "density") {
    random.density = number<double>(value);
    if (random.density && *random.density >= 0 && *random.density <= 1) return {};
    return spec_error(fmt::format("density `{}` is not a number between 0 and 1", value));
  }
  return spec_error(fmt::format("random() has no argument `{}`, only seed and density", name));
}

/// `seed=1, density=0.01`: what stands in the parentheses.
Result<DataSpec> parse_random(std::string_view arguments) {
  RandomData random;
  bool has_seed = false;
  while (!trimmed(arguments).empty()) {
    const std::size_t comma = std::min(arguments.find(','), arguments.size());
    const std::string_view argument = trimmed(arguments.substr(0, comma));
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos)
      return spec_error(fmt::format("`{}` is no argument name=value of random()", argument));
    REFOLD_CHECK(
        set_argument(random, has_seed, trimmed(argument.substr(0, equals)), trimmed(argument.substr(equals + 1))));
    arguments.remove_prefix(std::min(comma + 1, arguments.size()));
  }
  if (!has_seed) return spec_error("random() needs a seed, so that the same data can be made again");
  return DataSpec(random);
}

Result<Loaded> load_random(const RandomData& random, const ReadOptions& options) {
  Extents extents;
  if (!options.shape) return spec_error("the shape of random data is not known here");
  for (const auto& extent : *options.shape) {
    if (!extent)
      return Diagnostic{"E0222", {}, "random data needs every extent, and one is not known", {},
                        "bind the sizes of the tensor, or bind another tensor that has them"};
    extents.push_back(*extent);
  }
  const ElementType element = options.element.value_or(ElementType::F64);
  if (random.density) {
    REFOLD_TRY(CooTensor sparse, random_sparse(random.seed, *random.density, extents, element));
    return Loaded{std::move(sparse)};
  }
  REFOLD_TRY(DenseTensor dense, random_dense(random.seed, extents, element));
  return Loaded{std::move(dense)};
}

Result<Loaded> load_scalar(StoredValues value, const ReadOptions& options) {
  if (options.shape && !options.shape->empty())
    return Diagnostic{"E0210", {}, "a number is bound to a tensor of " + counted(options.shape->size(), "mode"), {},
                      "bind a file or random(seed=1)"};
  const bool has_nonfinite = !std::isfinite(value_at(value, 0));
  const ElementType wanted = options.element.value_or(element_type(value));
  REFOLD_TRY(StoredValues converted, convert(std::move(value), wanted));
  return Loaded{DenseTensor{{}, {}, std::move(converted)}, has_nonfinite};
}

}  // namespace

Result<DataSpec> parse_data_spec(std::string_view text) {
  const std::string_view spec = trimmed(text);
  if (spec.empty()) return spec_error("no data is given");
  if (const auto integer = number<std::int64_t>(spec)) return DataSpec(IntegerData{*integer});
  if (const auto real = number<double>(spec)) return DataSpec(RealData{*real});
  if (spec.starts_with("random(") && spec.ends_with(')')) return parse_random(spec.substr(7, spec.size() - 8));
  const std::string path(spec);
  if (const auto format = file_format(path)) return DataSpec(FileData{path, *format});
  return spec_error(fmt::format("`{}` is neither a number, nor random(..), nor the name of a data file", spec));
}

Result<Loaded> load(const DataSpec& spec, const ReadOptions& options) {
  return std::visit(
      overloaded{[&](const FileData& file) { return read_tensor(file.path, options); },
                 [&](const RandomData& random) { return within_memory([&] { return load_random(random, options); }); },
                 [&](const IntegerData& integer) {
                   return load_scalar(StoredValues(buffer_of<std::int64_t>({integer.value})), options);
                 },
                 [&](const RealData& real) { return load_scalar(StoredValues(buffer_of<double>({real.value})), options); }},
      spec);
}

}  // namespace refold
