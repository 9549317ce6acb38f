// src/io/entry_reader.h: lines of coordinates and a value, for every text format of entries.
//
// Invariant: columns grow while lines are read, so no count of a header is trusted with memory; every coordinate that
// is kept lies inside the extents. What is wrong with a line is found out only after the fast path has failed on it.
#pragma once

#include "io/read.h"
#include "io/text_source.h"

namespace refold {

/// What one line holds.
struct LineForm {
  std::vector<std::string_view> names;  // of the coordinates: {"row", "column"}
  bool has_value = true;
  Extents extents;                      // coordinates count from 1 to these
};

/// Why `line` is not an entry of this form. `wanted`: the element type of the value.
Diagnostic entry_error(const LineSource& source, std::string_view line, const LineForm& form, ElementType wanted);

/// The number at `field`, which should be a value of type `wanted` and is not.
Diagnostic value_error(const LineSource& source, std::string_view line, std::string_view field, ElementType wanted);

/// Asked before item number `items` is read: at every doubling of what is held, whether that much fits again. Errors: E0705.
Result<void> room_to_grow(std::int64_t items, std::int64_t bytes);

/// Reads `count` entries (nothing: to the end of the file), one a line, into columns. `lines` learns where each stands.
template <class T>
Result<CooTensor> read_entries(LineSource& source, const LineForm& form, std::optional<std::int64_t> count,
                               char comment, EntryLines& lines);

/// Sorts entries row by row. Two with one index are added up where the options say so, else they are an error that
/// names both lines (E0205).
Result<void> sort_entries(CooTensor& entries, const LineSource& source, const EntryLines& lines,
                          const ReadOptions& options);

/// An error unless the rest of the file is blank or comments (E0207).
Result<void> check_end(LineSource& source, char comment, std::string_view expected);

}  // namespace refold
