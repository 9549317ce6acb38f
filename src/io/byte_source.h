// src/io/byte_source.h: the bytes of a file, plain or gzip.
//
// Invariant: a file that begins as gzip does is read as one or more members up to its very end: a member that is cut off or
// damaged, and anything but zeros after the last one, is a failure that says so. What read() gave before it is what the
// file says, but the file as a whole is not to be believed.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct z_stream_s;

namespace refold {

class ByteSource {
 public:
  /// Opens a file; no source, and errno says why, where that fails.
  static std::unique_ptr<ByteSource> open(const std::string& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// The next bytes, `most` of them where there are as many; 0 at the end and after a failure.
  std::size_t read(char* to, std::size_t most);
  /// Why reading failed; empty where it did not.
  const std::string& failure() const { return failure_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  ByteSource();
  void fill();
  bool begins_member() const;
  void after_member();
  std::size_t plain(char* to, std::size_t most);
  std::size_t inflated(char* to, std::size_t most);

  std::unique_ptr<std::FILE, Close> file_;
  std::vector<unsigned char> block_;            // as it is in the file
  std::size_t at_ = 0, end_ = 0;                // what of it is not read yet
  bool at_end_ = false;                         // of the file
  bool ended_ = false;                          // behind the last member
  std::unique_ptr<z_stream_s> member_;          // of gzip; none for a plain file
  std::string failure_;
};

}  // namespace refold
