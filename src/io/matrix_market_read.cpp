#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/words.h"
#include "io/data_error.h"
#include "io/entry_reader.h"
#include "io/matrix_market.h"
#include "tensor/sort.h"

namespace refold {
namespace {

constexpr char kMatrixComment = '%';
enum class Layout { Coordinate, Array };
enum class Field { Real, Integer, Pattern };
enum class Symmetry { General, Symmetric, SkewSymmetric };

struct MatrixHeader {
  Layout layout = Layout::Coordinate;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
};

template <class Enum>
struct Word {
  std::string_view text;
  Enum value;
};
constexpr std::array kLayouts{Word<Layout>{"coordinate", Layout::Coordinate}, Word<Layout>{"array", Layout::Array}};
constexpr std::array kFields{Word<Field>{"real", Field::Real}, Word<Field>{"integer", Field::Integer},
                             Word<Field>{"pattern", Field::Pattern}};
constexpr std::array kSymmetries{Word<Symmetry>{"general", Symmetry::General},
                                 Word<Symmetry>{"symmetric", Symmetry::Symmetric},
                                 Word<Symmetry>{"skew-symmetric", Symmetry::SkewSymmetric}};

bool equal_words(std::string_view a, std::string_view b) {  // the format ignores case
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; });
}

Diagnostic header_error(const LineSource& source, std::string_view line, std::string_view field, std::string message) {
  return data_error("E0201", source.place(line, field), std::move(message),
                    "the first line is `%%MatrixMarket matrix`, then coordinate or array, then real, integer or "
                    "pattern, then general, symmetric or skew-symmetric");
}

template <class Enum, std::size_t n>
Result<Enum> word(const LineSource& source, std::string_view line, Fields& fields,
                  const std::array<Word<Enum>, n>& known, std::string_view what) {
  const std::string_view field = fields.take();
  for (const Word<Enum>& candidate : known)
    if (equal_words(field, candidate.text)) return candidate.value;
  return header_error(source, line, field, fmt::format("`{}` is no {} that refold reads", field, what));
}

Result<MatrixHeader> read_header(LineSource& source) {
  std::string_view line;
  if (!source.next(line)) {
    REFOLD_CHECK(source.check());
    return header_error(source, line, line, "the file is empty");
  }
  Fields fields(line);
  for (const std::string_view wanted : {"%%matrixmarket", "matrix"})
    if (const std::string_view field = fields.take(); !equal_words(field, wanted))
      return header_error(source, line, field, "this is no Matrix Market file");
  MatrixHeader header;
  REFOLD_TRY(header.layout, word(source, line, fields, kLayouts, "layout"));
  REFOLD_TRY(header.field, word(source, line, fields, kFields, "field"));
  REFOLD_TRY(header.symmetry, word(source, line, fields, kSymmetries, "symmetry"));
  if (!fields.done()) return header_error(source, line, fields.peek(), "the header goes on after the symmetry");
  if (header.field == Field::Pattern && header.layout == Layout::Array)
    return header_error(source, line, line, "an array has values, so its field cannot be pattern");
  if (header.field == Field::Pattern && header.symmetry == Symmetry::SkewSymmetric)
    return header_error(source, line, line, "a pattern has no negative values, so it cannot be skew-symmetric");
  return header;
}

struct Sizes {
  std::int64_t rows = 0, columns = 0, count = 0;
};

/// The line `rows columns entries`, or `rows columns` of an array.
Result<Sizes> read_sizes(LineSource& source, const MatrixHeader& header) {
  const bool counted = header.layout == Layout::Coordinate;
  std::string_view line;
  const bool found = source.next_content(line, kMatrixComment);
  REFOLD_CHECK(source.check());
  Sizes sizes;
  Fields fields(found ? line : std::string_view());
  for (std::int64_t* size : {&sizes.rows, &sizes.columns, &sizes.count}) {
    if (size == &sizes.count && !counted) break;
    const std::string_view field = fields.peek();
    if (found && fields.read(*size) && *size >= 0) continue;
    return data_error("E0201", found ? source.place(line, field) : source.place(),
                      found ? "this is not the line of sizes" : "the file ends before its line of sizes",
                      counted ? "it is written `rows columns entries`, numbers from 0 to 2^63-1"
                              : "it is written `rows columns`, numbers from 0 to 2^63-1");
  }
  if (!fields.done())
    return data_error("E0201", source.place(line, fields.peek()),
                      fmt::format("`{}` comes after the sizes", fields.peek()));
  if (header.symmetry != Symmetry::General && sizes.rows != sizes.columns)
    return data_error(
        "E0214", source.place(line, line),
        fmt::format("a symmetric matrix is square, this one has extents {} x {}", sizes.rows, sizes.columns),
        "correct the sizes, or write `general`");
  return sizes;
}

template <class T>
T mirrored(T value, Symmetry symmetry) {
  return symmetry == Symmetry::SkewSymmetric ? static_cast<T>(T(0) - value) : value;
}

/// Moves entries above the diagonal to their mirror below it, so that the two spellings of an element meet.
template <class T>
void lower_only(CooTensor& entries, Buffer<T>& values, Symmetry symmetry) {
  for (std::int64_t e = 0; e < entries.stored(); ++e) {
    std::int32_t &row = entries.coordinates[0][e], &column = entries.coordinates[1][e];
    if (row >= column) continue;
    std::swap(row, column);
    values[e] = mirrored(values[e], symmetry);
  }
}

/// The whole matrix of a sorted lower triangle, sorted as well: the entries and their mirrors (which ascend when the
/// entries are taken column by column) are merged by rows; in one row the mirrors come last, being above the diagonal.
template <class T>
CooTensor both_triangles(const CooTensor& lower, const Buffer<T>& values, Symmetry symmetry) {
  const Buffer<std::int32_t>&rows = lower.coordinates[0], &columns = lower.coordinates[1];
  const std::int64_t given = rows.size();
  std::int64_t diagonal = 0;
  for (std::int64_t e = 0; e < given; ++e) diagonal += rows[e] == columns[e];
  const std::int64_t stored = 2 * given - diagonal;
  Buffer<std::int32_t> row(stored), column(stored);
  Buffer<T> value(stored);
  const Buffer<std::int32_t> by_column = sorted_permutation(lower, {1, 0});
  for (std::int64_t entry = 0, mirror = 0, at = 0; at < stored; ++at) {
    while (mirror < given && rows[by_column[mirror]] == columns[by_column[mirror]]) ++mirror;
    if (mirror == given || (entry < given && rows[entry] <= columns[by_column[mirror]])) {
      row[at] = rows[entry];
      column[at] = columns[entry];
      value[at] = values[entry++];
    } else {
      const std::int32_t e = by_column[mirror++];
      row[at] = columns[e];
      column[at] = rows[e];
      value[at] = mirrored(values[e], symmetry);
    }
  }
  CooTensor whole{lower.extents, {}, StoredValues(std::move(value)), row_major(2), lower.unique};
  whole.coordinates.push_back(std::move(row));
  whole.coordinates.push_back(std::move(column));
  return whole;
}

/// A skew-symmetric matrix has a zero diagonal, which is not stored, and the negative of every value.
template <class T>
Result<void> check_skew(const CooTensor& entries, const LineSource& source, const EntryLines& lines) {
  const auto& values = std::get<Buffer<T>>(entries.values);
  for (std::int64_t e = 0; e < entries.stored(); ++e) {
    if (std::is_integral_v<T> && values[e] == std::numeric_limits<T>::min() && values[e] != 0)
      return data_error("E0204", DataPlace{source.path(), lines.line_of(e)},
                        fmt::format("the negative of {} is no i64", values[e]), "ask for the values as f64");
    if (entries.coordinates[0][e] == entries.coordinates[1][e])
      return data_error(
          "E0214", DataPlace{source.path(), lines.line_of(e)},
          fmt::format("entry ({0}, {0}) is on the diagonal of a skew-symmetric matrix", entries.coordinates[0][e] + 1),
          "the diagonal is 0 and not stored: remove the line");
  }
  return {};
}

template <class T>
Result<Tensor> read_coordinate(LineSource& source, const MatrixHeader& header, const Sizes& sizes,
                               const ReadOptions& options) {
  const LineForm form{{"row", "column"}, header.field != Field::Pattern, {sizes.rows, sizes.columns}};
  REFOLD_CHECK(check_coordinates_fit(form.extents));
  EntryLines lines;
  REFOLD_TRY(CooTensor entries, read_entries<T>(source, form, sizes.count, kMatrixComment, lines));
  REFOLD_CHECK(check_end(source, kMatrixComment, "the header promises " + counted(sizes.count, "entry", "entries")));
  if (header.symmetry == Symmetry::SkewSymmetric) REFOLD_CHECK(check_skew<T>(entries, source, lines));
  if (header.symmetry != Symmetry::General) lower_only(entries, std::get<Buffer<T>>(entries.values), header.symmetry);
  REFOLD_CHECK(sort_entries(entries, source, lines, options));
  if (header.symmetry == Symmetry::General) return Tensor(std::move(entries));
  if (entries.stored() > kMaxStored / 2)
    return data_error("E0208", DataPlace{source.path()}, "both triangles have more than 2147483647 entries");
  return Tensor(both_triangles(entries, std::get<Buffer<T>>(entries.values), header.symmetry));
}

/// An array lists its columns one after the other; of a symmetric one each column begins at the diagonal (below it when
/// skew-symmetric).
template <class T>
Result<Tensor> read_array(LineSource& source, const MatrixHeader& header, const Sizes& sizes) {
  const Extents shape{sizes.rows, sizes.columns};
  REFOLD_TRY(std::int64_t count, element_count(shape));
  const std::int64_t n = sizes.rows, skew = header.symmetry == Symmetry::SkewSymmetric ? 1 : 0;
  if (header.symmetry != Symmetry::General) count = (count - n) / 2 + (1 - skew) * n;
  Growing<T> listed(std::min<std::int64_t>(count, 1 << 20));
  std::string_view line;
  while (listed.size() < count && source.next_content(line, kMatrixComment)) {
    Fields fields(line);
    T value{};
    if (!fields.read_value(value)) return value_error(source, line, fields.peek(), element_type(StoredValues(Buffer<T>())));
    if (!fields.done())
      return data_error("E0202", source.place(line, fields.peek()),
                        fmt::format("`{}` comes after the value", fields.peek()),
                        "an array has one value on each line");
    REFOLD_CHECK(room_to_grow(listed.size(), sizeof(T)));
    listed.push(value);
  }
  REFOLD_CHECK(source.check());
  if (listed.size() < count)
    return data_error("E0206", source.place(), fmt::format("the file ends after {} of {}", listed.size(), counted(count, "value")),
                      "the file is truncated, or its sizes are wrong");
  REFOLD_CHECK(check_end(source, kMatrixComment, "the sizes promise " + counted(count, "value")));
  if (header.symmetry == Symmetry::General) return Tensor(DenseTensor{shape, column_major(2), StoredValues(listed.take())});
  REFOLD_CHECK(check_room("a dense matrix", shape, n * n, sizeof(T)));
  Buffer<T> all(n * n, T(0));
  const T* value = listed.begin();
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t i = j + skew; i < n; ++i, ++value) {
      all[i * n + j] = mirrored(*value, header.symmetry);
      all[j * n + i] = *value;
    }
  return Tensor(DenseTensor{shape, column_major(2), StoredValues(std::move(all))});
}

ElementType natural_element(Field field) {
  switch (field) {
    case Field::Real: return ElementType::F64;
    case Field::Integer: return ElementType::I64;
    case Field::Pattern: return ElementType::Bool;
  }
  __builtin_unreachable();
}

}  // namespace

Result<Tensor> read_matrix_market(const std::string& path, const ReadOptions& options) {
  REFOLD_TRY(LineSource source, LineSource::open(path));
  REFOLD_TRY(const MatrixHeader header, read_header(source));
  REFOLD_TRY(const Sizes sizes, read_sizes(source, header));
  const ElementType element = options.element.value_or(natural_element(header.field));
  if (element == ElementType::Bool && header.symmetry == Symmetry::SkewSymmetric)
    return data_error("E0213", DataPlace{path}, "a skew-symmetric matrix has negative values, which are no bool",
                      "ask for an element type that holds every value of the data");
  const auto read = [&](auto zero) -> Result<Tensor> {
    using T = decltype(zero);
    return header.layout == Layout::Array ? read_array<T>(source, header, sizes)
                                          : read_coordinate<T>(source, header, sizes, options);
  };
  switch (element) {
    case ElementType::F64: return read(double{});
    case ElementType::F32: return read(float{});
    case ElementType::I64: return read(std::int64_t{});
    case ElementType::Bool: return read(Bool{});
  }
  __builtin_unreachable();
}

}  // namespace refold
