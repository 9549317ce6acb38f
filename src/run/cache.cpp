#include "run/cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace refold {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kSeal = 32;  // digits of `seal` at the end of an entry

std::optional<std::string> read_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Of the content and of what it was compiled from: an entry under another key does not fit.
std::string seal(std::string_view content, std::string_view key) {
  return content_hash(content_hash(content) + std::string(key));
}

}  // namespace

std::string content_hash(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Result<KernelCache> KernelCache::open() {
  const auto variable = [](const char* name) -> std::string_view {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string_view cache = variable("XDG_CACHE_HOME"); !cache.empty()) return open(fs::path(cache) / "refold");
  if (const std::string_view home = variable("HOME"); !home.empty()) return open(fs::path(home) / ".cache" / "refold");
  return Diagnostic{"E0710", {}, "no place for compiled kernels: neither XDG_CACHE_HOME nor HOME is set", {},
                    "set XDG_CACHE_HOME, or run with --backend interp"};
}

Result<KernelCache> KernelCache::open(fs::path directory) {
  std::error_code error;
  fs::create_directories(directory.parent_path(), error);
  ::mkdir(directory.c_str(), 0700);
  struct stat status{};
  if (::lstat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return Diagnostic{"E0710", {}, fmt::format("cannot make the directory {} for compiled kernels", directory.string()), {},
                      "set XDG_CACHE_HOME to a place that can be written"};
  if (status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0)
    return Diagnostic{"E0710", {}, fmt::format("{} is open to other users, and code is loaded from it", directory.string()), {},
                      fmt::format("delete it, or: chmod 700 {}", directory.string())};
  return KernelCache(std::move(directory));
}

std::optional<fs::path> KernelCache::find(std::string_view key) const {
  const std::optional<std::string> content = read_file(path(key));
  if (!content || content->size() < kSeal) return std::nullopt;
  const std::string_view all = *content, body = all.substr(0, all.size() - kSeal);
  if (all.substr(all.size() - kSeal) != seal(body, key)) return std::nullopt;
  return path(key);
}

Result<fs::path> KernelCache::keep(std::string_view key, const fs::path& file) const {
  const std::optional<std::string> content = read_file(file);
  std::error_code error;
  bool written = content.has_value();
  if (written) {
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out << seal(*content, key);
    out.close();
    written = out.good();
  }
  if (written) fs::rename(file, path(key), error);
  if (!written || error)
    return Diagnostic{"E0710", {}, fmt::format("cannot write {}", path(key).string()), {}, "is the disk full?"};
  return path(key);
}

fs::path KernelCache::temporary(std::string_view suffix) const {
  static std::atomic<unsigned> count = 0;
  return directory_ / fmt::format("tmp-{}-{}{}", ::getpid(), count++, suffix);
}

}  // namespace refold
