// src/io/text_source.h: the lines of a text file, plain or gzip, and the numbers in a line.
//
// Invariant: memory is one block, however large the file is. A LineSource that ended early (damaged gzip, bytes behind
// it, a line without end) says so in check(); readers ask it before they believe that the file ended.
#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/byte_source.h"
#include "tensor/values.h"

namespace refold {

class LineSource {
 public:
  /// Errors: E0701.
  static Result<LineSource> open(const std::string& path);

  /// The next line without its end; false at the end of the file, or when reading failed.
  bool next(std::string_view& line);
  /// The next line that is neither blank nor begins with `comment`.
  bool next_content(std::string_view& line, char comment);
  /// Errors: E0702 when reading failed.
  Result<void> check() const;

  const std::string& path() const { return path_; }
  /// The number of the last line, counted from 1.
  std::uint64_t line_number() const { return line_number_; }
  /// At `part`, which points into `line`, the last line that next() gave.
  DataPlace place(std::string_view line, std::string_view part) const;
  /// At the last line as a whole, or behind the end of the file.
  DataPlace place() const { return {path_, line_number_}; }

 private:
  bool refill();

  std::string path_;
  std::unique_ptr<ByteSource> file_;
  std::vector<char> block_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t line_number_ = 0;
  bool ended_ = false;
  std::string failure_;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Reads the fields of a line from left to right. A field that is not what is asked for stays unread.
class Fields {
 public:
  explicit Fields(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) { skip(); }

  bool done() const { return at_ == end_; }
  /// The next field as it stands (empty at the end of the line).
  std::string_view peek() const;
  std::string_view take();
  bool read(std::int64_t& value) { return number(value); }
  bool read(double& value) { return floating(value); }
  bool read(float& value) { return floating(value); }
  /// An i64 may also be written `3.0` or `1e3`, a bool as any number that is 0 or 1.
  bool read_value(double& value) { return floating(value); }
  bool read_value(float& value) { return floating(value); }
  bool read_value(std::int64_t& value);
  bool read_value(Bool& value);

 private:
  void skip() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  template <class T>
  bool number(T& value) {
    const auto [next, error] = std::from_chars(at_, end_, value);
    return error == std::errc() && advance(next);
  }
  template <class T>
  bool floating(T& value);
  bool advance(const char* next) {
    if (next != end_ && !is_blank(*next)) return false;
    at_ = next;
    skip();
    return true;
  }

  const char* at_;
  const char* end_;
};

/// The line numbers of entries: only jumps are stored, so it is empty when every entry follows the one before it.
class EntryLines {
 public:
  void note(std::int64_t entry, std::uint64_t line) {
    if (line != expected_) jumps_.push_back({entry, line});
    expected_ = line + 1;
  }
  std::uint64_t line_of(std::int64_t entry) const;

 private:
  struct Jump {
    std::int64_t entry;
    std::uint64_t line;
  };
  std::vector<Jump> jumps_;
  std::uint64_t expected_ = 0;  // no line has this number, so the first entry is a jump
};

}  // namespace refold
