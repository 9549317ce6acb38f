#include <fmt/format.h>

#include <algorithm>

#include "io/data_error.h"
#include "io/entry_reader.h"
#include "io/frostt.h"

namespace refold {
namespace {

constexpr char kFrosttComment = '#';

/// The numbers behind the word `extents` or `dims` of a comment; nothing where it has no such word.
std::optional<Extents> extents_of(std::string_view comment) {
  Fields fields(comment);
  for (std::string_view word; !fields.done();) {
    word = fields.take();
    if (word == "extents" || word == "dims") break;
    if (fields.done()) return std::nullopt;
  }
  Extents extents;
  while (!fields.done()) {
    std::string_view field = fields.take();
    const bool last = field.ends_with(',') || field.ends_with(';') || field.ends_with('.');
    if (last) field.remove_suffix(1);
    std::int64_t extent = 0;
    if (!Fields(field).read(extent) || extent < 0) break;
    extents.push_back(extent);
    if (last) break;
  }
  return extents;
}

/// What is known before the entries are read.
struct Start {
  std::optional<Extents> extents;    // from a comment
  std::optional<std::size_t> order;  // from the caller, from the first entry, or from a comment
};

/// Reads to the first entry, in a source of its own (the entries are read from the beginning).
Result<Start> read_start(const std::string& path, const ReadOptions& options) {
  REFOLD_TRY(LineSource source, LineSource::open(path));
  Start start;
  std::optional<Extents> named;
  if (options.shape) start.order = options.shape->size();
  for (std::string_view line; source.next(line);) {
    Fields fields(line);
    if (fields.done()) continue;
    if (fields.peek()[0] == kFrosttComment) {
      if (auto extents = extents_of(line)) named = std::move(extents);
      continue;
    }
    std::size_t count = 0;
    for (; !fields.done(); fields.take()) ++count;
    if (!start.order) start.order = count - 1;
    break;
  }
  REFOLD_CHECK(source.check());
  if (!start.order && named) start.order = named->size();
  if (named && named->size() == start.order) start.extents = std::move(named);
  return start;
}

Extents largest_coordinates(const CooTensor& entries, const ReadOptions& options) {
  Extents extents;
  for (std::size_t mode = 0; mode < entries.coordinates.size(); ++mode) {
    const auto& column = entries.coordinates[mode];
    const std::int64_t seen = column.empty() ? 0 : std::int64_t{*std::max_element(column.begin(), column.end())} + 1;
    extents.push_back(options.shape ? (*options.shape)[mode].value_or(seen) : seen);
  }
  return extents;
}

std::vector<std::string> coordinate_names(std::size_t order) {
  std::vector<std::string> names;
  for (std::size_t mode = 0; mode < order; ++mode) names.push_back(fmt::format("coordinate_{}", mode + 1));
  return names;
}

template <class T>
Result<Tensor> read_from(const std::string& path, const Start& start, const ReadOptions& options) {
  const std::size_t order = *start.order;
  const std::vector<std::string> names = coordinate_names(order);
  LineForm form{{names.begin(), names.end()}, true, Extents(order, kMaxStored)};
  for (std::size_t mode = 0; mode < order; ++mode) {
    if (start.extents) form.extents[mode] = (*start.extents)[mode];
    else if (options.shape) form.extents[mode] = (*options.shape)[mode].value_or(kMaxStored);
  }
  REFOLD_CHECK(check_coordinates_fit(form.extents));
  REFOLD_TRY(LineSource source, LineSource::open(path));
  EntryLines lines;
  REFOLD_TRY(CooTensor entries, read_entries<T>(source, form, std::nullopt, kFrosttComment, lines));
  if (!start.extents) entries.extents = largest_coordinates(entries, options);
  REFOLD_CHECK(sort_entries(entries, source, lines, options));
  return Tensor(std::move(entries));
}

}  // namespace

Result<Tensor> read_frostt(const std::string& path, const ReadOptions& options) {
  REFOLD_TRY(const Start start, read_start(path, options));
  if (!start.order)
    return data_error("E0201", DataPlace{path},
                      "the file has no entry and no line of extents, so its number of modes is unknown",
                      "add a first line such as `# extents 3 4 5`");
  switch (options.element.value_or(ElementType::F64)) {
    case ElementType::F64: return read_from<double>(path, start, options);
    case ElementType::F32: return read_from<float>(path, start, options);
    case ElementType::I64: return read_from<std::int64_t>(path, start, options);
    case ElementType::Bool: return read_from<Bool>(path, start, options);
  }
  __builtin_unreachable();
}

}  // namespace refold
