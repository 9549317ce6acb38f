#include "base/cache_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace refold {
namespace fs = std::filesystem;

Result<fs::path> cache_folder() {
  const auto variable = [](const char* name) -> std::string_view {
    const char* value = std::getenv(name);
    return value == nullptr || *value != '/' ? "" : value;  // a relative path counts as none (XDG base directories)
  };
  if (const std::string_view cache = variable("XDG_CACHE_HOME"); !cache.empty()) return private_folder(fs::path(cache) / "refold");
  if (const std::string_view home = variable("HOME"); !home.empty()) return private_folder(fs::path(home) / ".cache" / "refold");
  return Diagnostic{"E0710", {}, "no place for the cache: neither XDG_CACHE_HOME nor HOME names a folder", {},
                    "set XDG_CACHE_HOME, or run with --backend interp"};
}

Result<fs::path> private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);
  struct stat status{};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return Diagnostic{"E0710", {}, fmt::format("cannot make the directory {} for the cache", folder.string()), {},
                      "set XDG_CACHE_HOME to a place that can be written"};
  if (status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0)
    return Diagnostic{"E0710", {}, fmt::format("{} is open to other users, and code is loaded from it", folder.string()), {},
                      fmt::format("delete it, or: chmod 700 {}", folder.string())};
  return folder;
}

}  // namespace refold
