// src/run/cache.h: compiled kernels kept between runs.
//
// Invariant: an entry's name is a hash of all that decided its content, and its last bytes are a hash of the content, so
// an entry is either exactly what was compiled or it is thrown away and built again. The directory belongs to the user
// and is closed to others (0700); entries appear whole, by rename. Any entry may be deleted at any time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace refold {

class KernelCache {
 public:
  /// The user's folder (base/cache_folder.h). Errors: E0710.
  static Result<KernelCache> open();
  /// The same at a given place.
  static Result<KernelCache> open(const std::filesystem::path& directory);

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path path(std::string_view key) const { return directory_ / (std::string(key) + ".so"); }
  /// The entry's path if it is there and undamaged.
  std::optional<std::filesystem::path> find(std::string_view key) const;
  /// Seals a file made in this directory and makes it the entry.
  Result<std::filesystem::path> keep(std::string_view key, const std::filesystem::path& file) const;
  /// A new file name in this directory that nobody else uses.
  std::filesystem::path temporary(std::string_view suffix) const;

 private:
  explicit KernelCache(std::filesystem::path directory) : directory_(std::move(directory)) {}
  std::filesystem::path directory_;
};

}  // namespace refold
