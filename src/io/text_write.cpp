#include <fmt/ranges.h>

#include "io/data_error.h"
#include "io/frostt.h"
#include "io/matrix_market.h"
#include "io/text_sink.h"
#include "tensor/entries.h"

namespace refold {
namespace {

std::string_view field_name(ElementType type) {
  switch (type) {
    case ElementType::F64: return "real";
    case ElementType::F32: return "real";
    case ElementType::I64: return "integer";
    case ElementType::Bool: return "integer";
  }
  __builtin_unreachable();
}

/// A file that stores only ones of type bool needs no values.
bool is_pattern(const Tensor& tensor) {
  const auto* bools = std::get_if<Buffer<Bool>>(&values(tensor));
  if (bools == nullptr || std::holds_alternative<DenseTensor>(tensor)) return false;
  return std::find(bools->begin(), bools->end(), Bool{0}) == bools->end();
}

/// Prints every entry as its 1-based coordinates and its value.
void print_entries(TextSink& sink, const Tensor& tensor, bool with_values) {
  std::visit([&](const auto& numbers) {
    for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
      for (std::size_t mode = 0; mode < index.size(); ++mode) sink.print("{}{}", mode == 0 ? "" : " ", index[mode] + 1);
      if (with_values) sink.print("{}{}", index.empty() ? "" : " ", numbers[position]);
      sink.print("\n");
      return true;
    });
  }, values(tensor));
}

/// Prints every element, column by column.
void print_array(TextSink& sink, const DenseTensor& tensor, std::int64_t rows, std::int64_t columns) {
  const bool by_rows = tensor.order == ModeOrder{0, 1};
  std::visit([&](const auto& numbers) {
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = 0; i < rows; ++i) sink.print("{}\n", numbers[by_rows ? i * columns + j : j * rows + i]);
  }, tensor.values);
}

}  // namespace

Result<void> write_matrix_market(const std::string& path, const Tensor& tensor) {
  const Extents& shape = extents(tensor);
  const auto* dense = std::get_if<DenseTensor>(&tensor);
  if (shape.size() > 2 || (dense == nullptr && shape.size() != 2))
    return data_error("E0706", DataPlace{path},
                      fmt::format("a Matrix Market file holds a matrix, this is a {} tensor of {} modes",
                                  dense == nullptr ? "sparse" : "dense", shape.size()),
                      dense == nullptr ? "write .tns" : "write .npy or .tns");
  REFOLD_TRY(TextSink sink, TextSink::open(path));
  const std::string_view field = is_pattern(tensor) ? "pattern" : field_name(element_type(values(tensor)));
  sink.print("%%MatrixMarket matrix {} {} general\n", dense == nullptr ? "coordinate" : "array", field);
  const std::int64_t rows = shape.empty() ? 1 : shape[0], columns = shape.size() < 2 ? 1 : shape[1];
  if (dense == nullptr) {
    sink.print("{} {} {}\n", rows, columns, stored(tensor));
    print_entries(sink, tensor, !is_pattern(tensor));
  } else {
    sink.print("{} {}\n", rows, columns);
    print_array(sink, *dense, rows, columns);
  }
  return sink.finish();
}

Result<void> write_frostt(const std::string& path, const Tensor& tensor) {
  REFOLD_TRY(TextSink sink, TextSink::open(path));
  sink.print("# extents{}{}\n", extents(tensor).empty() ? "" : " ", fmt::join(extents(tensor), " "));
  print_entries(sink, tensor, true);
  return sink.finish();
}

}  // namespace refold
