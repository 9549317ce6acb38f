#include "io/text_source.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "io/data_error.h"

namespace refold {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kLongestLine = std::size_t{1} << 24;
constexpr std::size_t kShown = 100;  // characters of a line that a message shows

bool is_directory(const std::string& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

}  // namespace

Result<LineSource> LineSource::open(const std::string& path) {
  errno = 0;
  LineSource source;
  source.path_ = path;
  source.file_ = ByteSource::open(path);
  if (!source.file_ || is_directory(path))
    return data_error("E0701", DataPlace{path},
                      fmt::format("cannot open: {}", is_directory(path) ? "it is a directory" : std::strerror(errno)),
                      "check the name; it is taken from the working directory");
  source.block_.resize(kBlock);
  source.at_ = source.end_ = source.block_.data();
  return source;
}

bool LineSource::refill() {
  const auto rest = static_cast<std::size_t>(end_ - at_);
  std::memmove(block_.data(), at_, rest);
  if (rest == block_.size()) block_.resize(2 * rest);  // one long line
  const std::size_t got = rest > kLongestLine ? 0 : file_->read(block_.data() + rest, block_.size() - rest);
  at_ = block_.data();
  end_ = at_ + rest + got;
  failure_ = rest > kLongestLine ? "a line has more than 16777216 characters" : file_->failure();
  ended_ = got == 0 || !failure_.empty();
  return !ended_;
}

bool LineSource::next(std::string_view& line) {
  const char* newline = nullptr;
  for (std::size_t seen = 0;;) {
    const char* from = at_ + seen;
    newline = from == end_ ? nullptr
                           : static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end_ - from)));
    if (newline != nullptr || ended_) break;
    seen = static_cast<std::size_t>(end_ - at_);
    refill();
  }
  if (!failure_.empty() || (newline == nullptr && at_ == end_)) return false;
  const char* stop = newline == nullptr ? end_ : newline;
  line = {at_, static_cast<std::size_t>(stop - at_)};
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  at_ = newline == nullptr ? end_ : newline + 1;
  ++line_number_;
  return true;
}

bool LineSource::next_content(std::string_view& line, char comment) {
  while (next(line)) {
    const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
    if (first != line.end() && *first != comment) return true;
  }
  return false;
}

Result<void> LineSource::check() const {
  if (failure_.empty()) return {};
  return data_error("E0702", DataPlace{path_}, failure_, "copy or download the file again");
}

DataPlace LineSource::place(std::string_view line, std::string_view part) const {
  DataPlace place{path_, line_number_};
  if (line_number_ == 0) return place;
  const auto offset = static_cast<std::size_t>(part.data() - line.data());
  place.text = line.substr(0, kShown);
  for (char& c : place.text)
    if (c < ' ' || c > '~') c = '?';
  if (offset > kShown) return place;
  place.column = static_cast<std::uint32_t>(offset + 1);
  place.width =
      static_cast<std::uint32_t>(std::clamp<std::size_t>(part.size(), 1, kShown - std::min(offset, kShown - 1)));
  return place;
}

std::string_view Fields::peek() const {
  return {at_, static_cast<std::size_t>(std::find_if(at_, end_, is_blank) - at_)};
}

std::string_view Fields::take() {
  const std::string_view field = peek();
  at_ += field.size();
  skip();
  return field;
}

template <class T>
bool Fields::floating(T& value) {
  const bool plus = end_ - at_ > 1 && at_[0] == '+' && at_[1] != '-';
  const char* from = plus ? at_ + 1 : at_;
  const auto [next, error] = std::from_chars(from, end_, value);
  if (error == std::errc()) return advance(next);
  if (error != std::errc::result_out_of_range) return false;
  const double rounded = std::strtod(std::string(from, next).c_str(), nullptr);  // too small is 0, too large is refused
  value = static_cast<T>(rounded);
  return std::isfinite(value) && advance(next);
}

template bool Fields::floating(double& value);
template bool Fields::floating(float& value);

bool Fields::read_value(std::int64_t& value) {
  if (number(value)) return true;
  const Fields before = *this;
  double real = 0;
  if (floating(real) && std::trunc(real) == real && std::abs(real) <= 0x1p53) {
    value = static_cast<std::int64_t>(real);
    return true;
  }
  *this = before;
  return false;
}

bool Fields::read_value(Bool& value) {
  const Fields before = *this;
  double real = 0;
  if (floating(real) && (real == 0 || real == 1)) {
    value = static_cast<Bool>(real);
    return true;
  }
  *this = before;
  return false;
}

std::uint64_t EntryLines::line_of(std::int64_t entry) const {
  const auto after = std::upper_bound(jumps_.begin(), jumps_.end(), entry,
                                      [](std::int64_t e, const Jump& jump) { return e < jump.entry; });
  const Jump& jump = *(after - 1);
  return jump.line + static_cast<std::uint64_t>(entry - jump.entry);
}

}  // namespace refold
