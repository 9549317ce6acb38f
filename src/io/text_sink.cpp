#include "io/text_sink.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>

#include "io/data_error.h"

namespace refold {
namespace {

Diagnostic cannot_write(const std::string& path) {
  return data_error("E0703", DataPlace{path}, fmt::format("cannot write: {}", std::strerror(errno)),
                    "check the folder and the free space");
}

}  // namespace

void TextSink::Close::operator()(gzFile_s* file) const { gzclose(file); }

Result<TextSink> TextSink::open(const std::string& path) {
  errno = 0;
  TextSink sink;
  sink.path_ = path;
  sink.file_.reset(gzopen(path.c_str(), path.ends_with(".gz") ? "wb6" : "wbT"));  // T: as it is, without compression
  if (!sink.file_) return cannot_write(path);
  return sink;
}

void TextSink::flush() {
  const auto size = static_cast<unsigned>(block_.size());
  if (size > 0 && !failed_) failed_ = gzwrite(file_.get(), block_.data(), size) != static_cast<int>(size);
  block_.clear();
}

Result<void> TextSink::finish() {
  flush();
  const bool closed = gzclose(file_.release()) == Z_OK;
  if (failed_ || !closed) return cannot_write(path_);
  return {};
}

}  // namespace refold
