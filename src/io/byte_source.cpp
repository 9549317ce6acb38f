#include "io/byte_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace refold {
namespace {

constexpr std::size_t kFileBlock = std::size_t{1} << 16;
constexpr int kOnlyGzip = 15 + 16;  // the largest window, and a gzip header

}  // namespace

ByteSource::ByteSource() = default;

std::unique_ptr<ByteSource> ByteSource::open(const std::string& path) {
  std::unique_ptr<ByteSource> source(new ByteSource);
  source->file_.reset(std::fopen(path.c_str(), "rb"));
  if (!source->file_) return nullptr;
  source->block_.resize(kFileBlock);
  source->fill();
  if (!source->begins_member()) return source;
  source->member_ = std::make_unique<z_stream>();
  if (inflateInit2(source->member_.get(), kOnlyGzip) != Z_OK) {
    source->member_.reset();
    source->failure_ = "there is no memory to read compressed data";
  }
  return source;
}

ByteSource::~ByteSource() {
  if (member_) inflateEnd(member_.get());
}

/// Reads on until two bytes are there to look at, or the file ends.
void ByteSource::fill() {
  std::memmove(block_.data(), block_.data() + at_, end_ - at_);
  end_ -= at_;
  at_ = 0;
  while (end_ < 2 && !at_end_) {
    const std::size_t got = std::fread(block_.data() + end_, 1, block_.size() - end_, file_.get());
    end_ += got;
    at_end_ = got == 0;
    if (std::ferror(file_.get()) != 0) failure_ = std::string("cannot read: ") + std::strerror(errno);
  }
}

bool ByteSource::begins_member() const { return end_ - at_ >= 2 && block_[at_] == 0x1f && block_[at_ + 1] == 0x8b; }

/// Another member, the end of the file, or the zeros with which some devices fill it up.
void ByteSource::after_member() {
  fill();
  if (begins_member()) {
    inflateReset(member_.get());
    return;
  }
  ended_ = true;
  while (at_ < end_ && failure_.empty()) {
    const auto last = block_.begin() + static_cast<std::ptrdiff_t>(end_);
    if (std::any_of(block_.begin() + static_cast<std::ptrdiff_t>(at_), last, [](unsigned char byte) { return byte != 0; }))
      failure_ = "the compressed data ends, and other bytes follow it";
    at_ = end_;
    fill();
  }
}

std::size_t ByteSource::read(char* to, std::size_t most) {
  if (!failure_.empty()) return 0;
  return member_ ? inflated(to, most) : plain(to, most);
}

std::size_t ByteSource::plain(char* to, std::size_t most) {
  if (at_ == end_) fill();
  const std::size_t count = std::min(most, end_ - at_);
  std::memcpy(to, block_.data() + at_, count);
  at_ += count;
  return count;
}

std::size_t ByteSource::inflated(char* to, std::size_t most) {
  std::size_t made = 0;
  while (made < most && !ended_ && failure_.empty()) {
    if (at_ == end_) fill();
    if (at_ == end_ && failure_.empty()) {
      failure_ = "the compressed data ends too early";
      break;
    }
    member_->next_in = block_.data() + at_;
    member_->avail_in = static_cast<unsigned>(end_ - at_);
    member_->next_out = reinterpret_cast<unsigned char*>(to) + made;
    member_->avail_out = static_cast<unsigned>(std::min<std::size_t>(most - made, 1u << 30));
    const unsigned room = member_->avail_out;
    const int state = inflate(member_.get(), Z_NO_FLUSH);
    at_ = end_ - member_->avail_in;
    made += room - member_->avail_out;
    if (state == Z_STREAM_END) after_member();
    else if (state != Z_OK && state != Z_BUF_ERROR)
      failure_ = fmt::format("the compressed data is damaged ({})", member_->msg == nullptr ? "it cannot be read" : member_->msg);
  }
  return made;
}

}  // namespace refold
