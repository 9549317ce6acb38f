#include "base/cache_folder.h"

#include <sys/stat.h>

#include <cstdlib>

#include "support/scratch.h"

namespace refold {
namespace {

TEST(CacheFolder, IsTheUsersOwnAlone) {
  const Scratch scratch;
  const Result<std::filesystem::path> made = private_folder(scratch / "mine");
  ASSERT_TRUE(made.has_value());
  struct stat status{};
  ASSERT_EQ(::stat(made->c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(::chmod(made->c_str(), 0755), 0);
  EXPECT_EQ(private_folder(scratch / "mine").error().code, "E0710");
  EXPECT_EQ(private_folder(scratch.file("file", "")).error().code, "E0710");
}

TEST(CacheFolder, IsNeverBelowTheWorkingDirectory) {
  const Scratch scratch;
  const char* home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  ::setenv("HOME", (scratch / "").c_str(), 1);
  EXPECT_EQ(*cache_folder(), std::filesystem::path(scratch / "") / ".cache/refold");
  ::unsetenv("HOME");
  EXPECT_EQ(cache_folder().error().code, "E0710");
  ::unsetenv("XDG_CACHE_HOME");
  if (home != nullptr) ::setenv("HOME", before.c_str(), 1);
}

}  // namespace
}  // namespace refold
