#include "io/entry_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/memory.h"
#include "base/words.h"
#include "io/data_error.h"
#include "tensor/facts.h"
#include "tensor/sort.h"

namespace refold {
namespace {

/// Is the whole field a number, but one that does not fit?
template <class T>
bool is_too_large(std::string_view field) {
  T value{};
  const auto [next, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc::result_out_of_range && next == field.data() + field.size();
}

std::string form_text(const LineForm& form) {
  return fmt::format("`{}{}`", fmt::join(form.names, " "),
                     form.has_value ? (form.names.empty() ? "value" : " value") : "");
}

Diagnostic too_few(const LineSource& source, std::int64_t got, std::int64_t promised) {
  return data_error("E0206", source.place(), fmt::format("the file ends after {} of {}", got, counted(promised, "entry", "entries")),
                    "the file is truncated, or the number of entries in its header is wrong");
}

std::string line_of(const std::string& path, std::uint64_t number) {
  std::string_view line;
  if (auto source = LineSource::open(path))
    while (source->next(line))
      if (source->line_number() == number) return std::string(line);
  return {};
}

/// Reads one line into the columns; false when it is not an entry.
template <class T>
bool read_entry(std::string_view line, const LineForm& form, std::vector<Growing<std::int32_t>>& columns,
                Growing<T>& values) {
  Fields fields(line);
  for (std::size_t mode = 0; mode < columns.size(); ++mode) {
    std::int64_t coordinate = 0;
    if (!fields.read(coordinate) || coordinate < 1 || coordinate > form.extents[mode]) return false;
    columns[mode].push(static_cast<std::int32_t>(coordinate - 1));
  }
  T value = T(1);
  if (form.has_value && !fields.read_value(value)) return false;
  values.push(value);
  return fields.done();
}

}  // namespace

Diagnostic value_error(const LineSource& source, std::string_view line, std::string_view field, ElementType wanted) {
  const bool large = wanted == ElementType::I64    ? is_too_large<std::int64_t>(field)
                     : wanted == ElementType::F32 ? is_too_large<float>(field)
                                                  : is_too_large<double>(field);
  double value = 0;
  const bool number = Fields(field).read(value);
  if (large)
    return data_error("E0204", source.place(line, field), fmt::format("{} is too large for {}", field, name(wanted)));
  if (number)
    return data_error("E0213", source.place(line, field), fmt::format("{} is no {}", field, name(wanted)),
                      "ask for an element type that holds every value of the data");
  return data_error("E0202", source.place(line, field), fmt::format("`{}` is not a number", field),
                    "a value is written like 3, -1.5, 2e-3, inf or nan");
}

Diagnostic entry_error(const LineSource& source, std::string_view line, const LineForm& form, ElementType wanted) {
  Fields fields(line);
  for (std::size_t mode = 0; mode < form.names.size(); ++mode) {
    const std::string_view field = fields.peek(), what = form.names[mode];
    std::int64_t coordinate = 0;
    if (field.empty())
      return data_error("E0202", source.place(line, field), fmt::format("the line ends before the {}", what),
                        "an entry is written " + form_text(form));
    const bool large = is_too_large<std::int64_t>(field);
    if (!large && !fields.read(coordinate))
      return data_error("E0202", source.place(line, field), fmt::format("`{}` is not a {}", field, what),
                        "an entry is written " + form_text(form) + ", with whole numbers as coordinates");
    if (large || coordinate < 1 || coordinate > form.extents[mode])
      return data_error("E0203", source.place(line, field),
                        fmt::format("{} {} is not in 1..{}", what, field, form.extents[mode]),
                        "coordinates count from 1 to the extent of their mode");
  }
  const std::string_view field = fields.peek();
  if (form.has_value && field.empty())
    return data_error("E0202", source.place(line, field), "the line ends before the value",
                      "an entry is written " + form_text(form));
  if (form.has_value) {
    double value = 0;
    Fields after = fields;
    if (!after.read(value) || after.done()) return value_error(source, line, field, wanted);
    fields = after;
  }
  return data_error("E0202", source.place(line, fields.peek()),
                    fmt::format("`{}` comes after the end of the entry", fields.peek()),
                    "an entry is written " + form_text(form));
}

Result<void> room_to_grow(std::int64_t items, std::int64_t bytes) {
  if (items < (1 << 20) || (items & (items - 1)) != 0) return {};
  return check_memory(Integer(2 * items) * bytes, fmt::format("the data after its first {} entries", items));
}

template <class T>
Result<CooTensor> read_entries(LineSource& source, const LineForm& form, std::optional<std::int64_t> count,
                               char comment, EntryLines& lines) {
  const std::int64_t expected = count ? std::min<std::int64_t>(*count, 1 << 20) : 1 << 12;
  std::vector<Growing<std::int32_t>> columns;
  for (std::size_t mode = 0; mode < form.names.size(); ++mode) columns.emplace_back(expected);
  Growing<T> values(expected);
  for (std::string_view line; (!count || values.size() < *count) && source.next_content(line, comment);) {
    lines.note(values.size(), source.line_number());
    if (values.size() == kMaxStored)
      return data_error("E0208", source.place(), "the file has more than 2147483647 entries");
    REFOLD_CHECK(room_to_grow(values.size(), static_cast<std::int64_t>(4 * columns.size() + sizeof(T))));
    if (!read_entry(line, form, columns, values))
      return entry_error(source, line, form, element_type(StoredValues(Buffer<T>())));
  }
  REFOLD_CHECK(source.check());
  if (count && values.size() < *count) return too_few(source, values.size(), *count);
  CooTensor entries{form.extents, {}, StoredValues(values.take()), {}, false};
  for (Growing<std::int32_t>& column : columns) entries.coordinates.push_back(column.take());
  return entries;
}

template Result<CooTensor> read_entries<double>(LineSource&, const LineForm&, std::optional<std::int64_t>, char,
                                                EntryLines&);
template Result<CooTensor> read_entries<float>(LineSource&, const LineForm&, std::optional<std::int64_t>, char,
                                               EntryLines&);
template Result<CooTensor> read_entries<std::int64_t>(LineSource&, const LineForm&, std::optional<std::int64_t>, char,
                                                      EntryLines&);
template Result<CooTensor> read_entries<Bool>(LineSource&, const LineForm&, std::optional<std::int64_t>, char,
                                              EntryLines&);

Result<void> sort_entries(CooTensor& entries, const LineSource& source, const EntryLines& lines,
                          const ReadOptions& options) {
  const ModeOrder order = row_major(entries.extents.size());
  const bool ascends = !coordinates_sorted(entries, order);
  Buffer<std::int32_t> permutation;
  if (!ascends) {
    permutation = sorted_permutation(entries, order);
    permute(entries, permutation);
  }
  entries.sorted_by = order;
  const auto twice = first_duplicate(entries);
  entries.unique = !twice;
  if (!twice) return {};
  if (options.sum_duplicates) return sum_duplicates(entries);
  const auto line_at = [&](std::int64_t e) { return lines.line_of(ascends ? e : permutation[e]); };
  std::vector<std::int64_t> index = index_of(entries, *twice);
  for (std::int64_t& coordinate : index) ++coordinate;
  const std::uint64_t first = line_at(*twice - 1), second = line_at(*twice);
  return Diagnostic{"E0205", {}, fmt::format("entry {} is stored a second time", print_index(index)),
                    {{{}, fmt::format("{}:{}: it is stored here first", source.path(), first)}},
                    "remove one of the two lines, or pass --sum-duplicates to add their values",
                    DataPlace{source.path(), second, 0, 1, line_of(source.path(), second)}};
}

Result<void> check_end(LineSource& source, char comment, std::string_view expected) {
  std::string_view line;
  const bool more = source.next_content(line, comment);
  REFOLD_CHECK(source.check());
  if (!more) return {};
  return data_error("E0207", source.place(line, line.substr(0, 1)), fmt::format("data after the end: {}", expected),
                    "remove what follows, or correct the header");
}

}  // namespace refold
