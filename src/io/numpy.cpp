#include "io/numpy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>

#include "io/data_error.h"

namespace refold {
namespace {

static_assert(std::endian::native == std::endian::little, ".npy data is copied as it lies in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = 1 << 16;
constexpr std::array kTypes{std::pair<std::string_view, ElementType>{"<f8", ElementType::F64},
                            std::pair<std::string_view, ElementType>{"<f4", ElementType::F32},
                            std::pair<std::string_view, ElementType>{"<i8", ElementType::I64},
                            std::pair<std::string_view, ElementType>{"|b1", ElementType::Bool}};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Diagnostic header_error(const std::string& path, std::string message) {
  return data_error("E0201", DataPlace{path}, std::move(message),
                    "write it with numpy.save, as float64, float32, int64 or bool");
}

/// The text of the header's dictionary. Layout: magic, version (2 bytes), length (2 bytes, 4 from version 2 on), text.
Result<std::string> header_text(const std::string& path, std::FILE* file) {
  std::array<unsigned char, 12> start{};
  const Diagnostic wrong = header_error(path, "this is no .npy file");
  if (std::fread(start.data(), 1, 10, file) != 10 || std::memcmp(start.data(), kMagic.data(), kMagic.size()) != 0)
    return wrong;
  const int version = start[6];
  if (version < 1 || version > 3) return header_error(path, fmt::format("version {} of .npy is unknown", version));
  std::size_t size = start[8] + 256u * start[9];
  if (version > 1) {
    if (std::fread(start.data() + 10, 1, 2, file) != 2) return wrong;
    size += (std::size_t{start[10]} << 16) + (std::size_t{start[11]} << 24);
  }
  if (size > kLongestHeader) return header_error(path, fmt::format("a header of {} bytes is too long", size));
  std::string text(size, ' ');
  if (std::fread(text.data(), 1, size, file) != size) return header_error(path, "the file ends inside its header");
  return text;
}

/// What stands behind `'key':` in the dictionary, without leading blanks; empty when there is no such key.
std::string_view entry(std::string_view text, std::string_view key) {
  std::size_t at = text.find(fmt::format("'{}'", key));
  if (at != std::string_view::npos) at = text.find(':', at);
  if (at != std::string_view::npos) at = text.find_first_not_of(" ", at + 1);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

struct NpyHeader {
  ElementType element;
  bool fortran_order;
  Extents extents;
};

/// `(3, 4)`, `(3,)`, `()`.
Result<Extents> read_shape(const std::string& path, std::string_view text) {
  const std::string_view shape = text.substr(0, text.find(')'));
  if (shape.empty() || shape[0] != '(' || shape.size() == text.size())
    return header_error(path, "the header has no shape");
  Extents extents;
  for (std::size_t at = 1; (at = shape.find_first_not_of(", ", at)) != std::string_view::npos;) {
    std::int64_t extent = 0;
    const auto [next, error] = std::from_chars(shape.data() + at, shape.data() + shape.size(), extent);
    if (error != std::errc() || extent < 0)
      return header_error(path, fmt::format("the shape {}) is not readable", shape));
    extents.push_back(extent);
    at = static_cast<std::size_t>(next - shape.data());
  }
  return extents;
}

Result<NpyHeader> read_header(const std::string& path, std::FILE* file) {
  REFOLD_TRY(const std::string text, header_text(path, file));
  const std::string_view descr = entry(text, "descr"), order = entry(text, "fortran_order");
  const std::string_view quoted =
      descr.starts_with('\'') ? descr.substr(1, descr.find('\'', 1) - 1) : descr.substr(0, 20);
  NpyHeader header{};
  bool known = false;
  for (const auto& type : kTypes)
    if (type.first == quoted) {
      header.element = type.second;
      known = true;
    }
  if (!known) return header_error(path, fmt::format("elements of type `{}` are not supported", quoted));
  header.fortran_order = order.starts_with("True");
  if (!header.fortran_order && !order.starts_with("False"))
    return header_error(path, "the header has no fortran_order");
  REFOLD_TRY(header.extents, read_shape(path, entry(text, "shape")));
  return header;
}

/// The bytes from here to the end of the file; nothing where it cannot be told (a pipe).
std::optional<std::int64_t> bytes_left(std::FILE* file) {
  const long here = std::ftell(file);
  if (here < 0 || std::fseek(file, 0, SEEK_END) != 0) return std::nullopt;
  const long end = std::ftell(file);
  std::fseek(file, here, SEEK_SET);
  return end - here;
}

Result<void> check_size(const std::string& path, std::FILE* file, const NpyHeader& header, std::int64_t count) {
  const std::int64_t wanted = count * size_in_bytes(header.element);
  const auto left = bytes_left(file);
  const std::string what = fmt::format("{} elements of {}", print_extents(header.extents), name(header.element));
  if (!left) return data_error("E0702", DataPlace{path}, "the size of the file is unknown", "give a regular file");
  if (*left < wanted)
    return data_error("E0206", DataPlace{path},
                      fmt::format("the file ends after {} of {} bytes of data ({})", *left, wanted, what),
                      "the file is truncated, or its header is wrong");
  if (*left > wanted)
    return data_error("E0207", DataPlace{path},
                      fmt::format("{} bytes follow the {} bytes of data ({})", *left - wanted, wanted, what),
                      "remove what follows, or correct the header");
  return {};
}

Diagnostic open_error(const std::string& path) {
  return data_error("E0701", DataPlace{path}, fmt::format("cannot open: {}", std::strerror(errno)),
                    "check the name; it is taken from the working directory");
}

/// The dictionary, filled up with blanks so that the data begins at a multiple of 64 bytes.
std::string header_bytes(const DenseTensor& tensor, bool fortran_order) {
  std::string_view descr;
  for (const auto& type : kTypes)
    if (type.second == element_type(tensor.values)) descr = type.first;
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}", descr,
                                 fortran_order ? "True" : "False", fmt::join(tensor.extents, ", "),
                                 tensor.extents.size() == 1 ? "," : "");
  text.append(63 - (text.size() + 10) % 64, ' ');
  text += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
  return bytes + text;
}

}  // namespace

Result<Tensor> read_numpy(const std::string& path, const ReadOptions& options) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return open_error(path);
  REFOLD_TRY(NpyHeader header, read_header(path, file.get()));
  REFOLD_TRY(const std::int64_t count, element_count(header.extents));
  REFOLD_CHECK(check_size(path, file.get(), header, count));
  REFOLD_CHECK(check_room("a dense tensor", header.extents, count, size_in_bytes(header.element)));
  StoredValues values = make_values(header.element, count);
  if (std::fread(raw(values), static_cast<std::size_t>(size_in_bytes(header.element)), static_cast<std::size_t>(count),
                 file.get()) != static_cast<std::size_t>(count))
    return data_error("E0702", DataPlace{path}, fmt::format("cannot read: {}", std::strerror(errno)));
  if (const auto* bytes = std::get_if<Buffer<Bool>>(&values))
    for (std::int64_t i = 0; i < count; ++i)
      if ((*bytes)[i] > 1)
        return data_error("E0202", DataPlace{path},
                          fmt::format("element {} is the byte {}, but a bool is 0 or 1", i, (*bytes)[i]),
                          "the file is damaged, or its type is not bool");
  REFOLD_TRY(values, convert(std::move(values), options.element.value_or(header.element)));
  const std::size_t order = header.extents.size();
  return Tensor(DenseTensor{std::move(header.extents), header.fortran_order ? column_major(order) : row_major(order),
                            std::move(values)});
}

Result<void> write_numpy(const std::string& path, const Tensor& tensor) {
  const auto* dense = std::get_if<DenseTensor>(&tensor);
  if (dense == nullptr)
    return data_error("E0706", DataPlace{path}, "an .npy file holds a dense tensor, this one is sparse",
                      "write .mtx or .tns");
  const std::size_t order = dense->extents.size();
  const bool rows_first = dense->order == row_major(order);
  if (!rows_first && dense->order != column_major(order))
    return data_error("E0706", DataPlace{path}, "an .npy file is row-major or column-major, this tensor is neither",
                      "write .tns");
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return data_error("E0703", DataPlace{path}, fmt::format("cannot write: {}", std::strerror(errno)));
  const std::string header = header_bytes(*dense, !rows_first);
  const auto size = static_cast<std::size_t>(length(dense->values) * size_in_bytes(element_type(dense->values)));
  errno = 0;
  const bool written = std::fwrite(header.data(), 1, header.size(), file.get()) == header.size() &&
                       (size == 0 || std::fwrite(raw(dense->values), 1, size, file.get()) == size);
  if (std::fclose(file.release()) != 0 || !written)
    return data_error("E0703", DataPlace{path}, fmt::format("cannot write: {}", std::strerror(errno)),
                      "is the disk full?");
  return {};
}

}  // namespace refold
