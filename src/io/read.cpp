#include "io/read.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "io/data_error.h"
#include "io/frostt.h"
#include "io/matrix_market.h"
#include "io/memory.h"
#include "io/numpy.h"
#include "io/write.h"
#include "tensor/facts.h"

namespace refold {
namespace {

std::string print_shape(const KnownExtents& shape) {
  std::vector<std::string> texts;
  for (const auto& extent : shape) texts.push_back(extent ? std::to_string(*extent) : "?");
  return texts.empty() ? "()" : fmt::format("{}", fmt::join(texts, " x "));
}

bool meets(const Extents& extents, const KnownExtents& shape) {
  if (extents.size() != shape.size()) return false;
  for (std::size_t mode = 0; mode < shape.size(); ++mode)
    if (shape[mode] && *shape[mode] != extents[mode]) return false;
  return true;
}

/// Drops modes of extent 1, the last ones first, until `order` are left.
void drop_modes(DenseTensor& tensor, std::size_t order) {
  for (std::size_t mode = tensor.extents.size(); mode-- > 0 && tensor.extents.size() > order;)
    if (tensor.extents[mode] == 1) tensor.extents.erase(tensor.extents.begin() + static_cast<std::ptrdiff_t>(mode));
  tensor.order = row_major(tensor.extents.size());
}

void drop_modes(CooTensor& tensor, std::size_t order) {
  for (std::size_t mode = tensor.extents.size(); mode-- > 0 && tensor.extents.size() > order;)
    if (tensor.extents[mode] == 1) {
      tensor.extents.erase(tensor.extents.begin() + static_cast<std::ptrdiff_t>(mode));
      tensor.coordinates.erase(tensor.coordinates.begin() + static_cast<std::ptrdiff_t>(mode));
    }
  tensor.sorted_by = row_major(tensor.extents.size());
}

void drop_modes(LevelTensor&, std::size_t) {}

Result<void> fit_shape(const std::string& path, Tensor& tensor, const ReadOptions& options) {
  if (!options.shape) return {};
  if (extents(tensor).size() == 2 && options.shape->size() < 2)
    std::visit([&](auto& t) { drop_modes(t, options.shape->size()); }, tensor);
  if (meets(extents(tensor), *options.shape)) return {};
  return data_error("E0210", DataPlace{path},
                    fmt::format("the data has extents {}, but {} is wanted", print_extents(extents(tensor)),
                                print_shape(*options.shape)),
                    "bind other data, or change the declaration");
}

Result<Tensor> read_as(FileFormat format, const std::string& path, const ReadOptions& options) {
  switch (format) {
    case FileFormat::MatrixMarket: return read_matrix_market(path, options);
    case FileFormat::Frostt: return read_frostt(path, options);
    case FileFormat::Numpy: return read_numpy(path, options);
  }
  __builtin_unreachable();
}

}  // namespace

Result<FileFormat> file_format(const std::string& path) {
  const std::string_view name = path;
  if (name.ends_with(".mtx") || name.ends_with(".mtx.gz")) return FileFormat::MatrixMarket;
  if (name.ends_with(".tns") || name.ends_with(".tns.gz")) return FileFormat::Frostt;
  if (name.ends_with(".npy")) return FileFormat::Numpy;
  return data_error("E0704", DataPlace{path}, "the ending of the name is none that refold knows",
                    "name it .mtx, .mtx.gz, .tns, .tns.gz or .npy");
}

Result<Loaded> read_tensor(const std::string& path, const ReadOptions& options) {
  REFOLD_TRY(const FileFormat format, file_format(path));
  auto tensor = within_memory([&] { return read_as(format, path, options); });
  if (!tensor) {
    if (!tensor.error().data) tensor.error().data = DataPlace{path};  // from a layer below, which knows no files
    return std::move(tensor).error();
  }
  REFOLD_CHECK(fit_shape(path, *tensor, options));
  const bool has_nonfinite = all_finite(*tensor).has_value();
  return Loaded{std::move(*tensor), has_nonfinite};
}

Result<void> can_be_written(const std::string& path) {
  REFOLD_CHECK(file_format(path));
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    return data_error("E0703", DataPlace{path}, fmt::format("there is no folder {}", folder.string()), "make it, or write elsewhere");
  return {};
}

Result<void> write_tensor(const std::string& path, const Tensor& tensor) {
  REFOLD_TRY(const FileFormat format, file_format(path));
  switch (format) {
    case FileFormat::MatrixMarket: return write_matrix_market(path, tensor);
    case FileFormat::Frostt: return write_frostt(path, tensor);
    case FileFormat::Numpy: return write_numpy(path, tensor);
  }
  __builtin_unreachable();
}

}  // namespace refold
