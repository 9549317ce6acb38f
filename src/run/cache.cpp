#include "run/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>

#include "base/cache_folder.h"
#include "base/digest.h"

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
  return digest(digest(content) + std::string(key));
}

}  // namespace

Result<KernelCache> KernelCache::open() {
  REFOLD_TRY(const fs::path folder, cache_folder());
  return KernelCache(folder);
}

Result<KernelCache> KernelCache::open(const fs::path& directory) {
  REFOLD_TRY(const fs::path folder, private_folder(directory));
  return KernelCache(folder);
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
