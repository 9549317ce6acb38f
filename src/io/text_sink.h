// src/io/text_sink.h: text to a file, compressed where its name ends in .gz.
//
// Invariant: memory is one block. finish() must be called; only then is it known that everything was written.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/result.h"

struct gzFile_s;

namespace refold {

class TextSink {
 public:
  /// Errors: E0703.
  static Result<TextSink> open(const std::string& path);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(block_), format, std::forward<Args>(args)...);
    if (block_.size() >= kBlock) flush();
  }
  /// Errors: E0703.
  Result<void> finish();

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  struct Close {
    void operator()(gzFile_s* file) const;
  };
  void flush();

  std::string path_;
  std::unique_ptr<gzFile_s, Close> file_;
  std::string block_;
  bool failed_ = false;
};

}  // namespace refold
