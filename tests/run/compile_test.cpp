#include "run/compile.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "run/cache.h"

namespace refold {
namespace {

namespace fs = std::filesystem;

/// A directory that is gone after the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "refold-test-XXXXXX").string();
    directory_ = ::mkdtemp(pattern.data());
  }
  ~Scratch() { fs::remove_all(directory_); }
  fs::path operator/(const std::string& name) const { return directory_ / name; }

 private:
  fs::path directory_;
};

const char* kText = R"(#include <stdint.h>
extern "C" int refold_kernel(void* const*, const int64_t*, const int64_t* sizes, int) { return (int)sizes[0] + 1; }
)";

int call(const CompiledKernel& kernel, std::int64_t size) { return kernel.function(nullptr, nullptr, &size, 1); }

fs::path only_entry(const fs::path& directory) {
  fs::path entry;
  for (const auto& file : fs::directory_iterator(directory)) entry = file.path();
  return entry;
}

class Compile : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_compiler(Language::OpenMp)) GTEST_SKIP() << "no C++ compiler";
  }
  Scratch scratch;
  CompileOptions options{.cache = scratch / "cache"};
};

TEST_F(Compile, LoadsWhatItCompiledAndFindsItInTheCacheNextTime) {
  const Result<CompiledKernel> first = compile(Language::OpenMp, kText, options);
  ASSERT_TRUE(first.has_value()) << first.error().message;
  EXPECT_FALSE(first->from_cache);
  EXPECT_EQ(call(*first, 41), 42);
  const Result<CompiledKernel> second = compile(Language::OpenMp, kText, options);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(call(*second, 1), 2);
  EXPECT_LT(second->seconds, first->seconds);
}

TEST_F(Compile, AnEntryUnderAnotherNameIsNotUsed) {
  ASSERT_TRUE(compile(Language::OpenMp, kText, options).has_value());
  const fs::path first = only_entry(scratch / "cache");
  std::string other_text = kText;
  other_text.replace(other_text.find("+ 1"), 3, "+ 2");
  ASSERT_EQ(call(*compile(Language::OpenMp, other_text, options), 1), 3);
  fs::path other;
  for (const auto& file : fs::directory_iterator(scratch / "cache"))
    if (file.path() != first) other = file.path();
  fs::rename(other, first);  // the loaded one stays as it is
  const Result<CompiledKernel> again = compile(Language::OpenMp, kText, options);
  EXPECT_FALSE(again->from_cache);
}

TEST_F(Compile, ADirectoryInPlaceOfAnEntryIsAnError) {
  ASSERT_TRUE(compile(Language::OpenMp, kText, options).has_value());
  const fs::path entry = only_entry(scratch / "cache");
  fs::remove(entry);
  fs::create_directory(entry);
  const Result<CompiledKernel> refused = compile(Language::OpenMp, kText, options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "E0710");
}

TEST_F(Compile, TheCacheIsTheUsersAloneAndHoldsNothingButEntries) {
  ASSERT_TRUE(compile(Language::OpenMp, kText, options).has_value());
  struct stat status{};
  ASSERT_EQ(::stat((scratch / "cache").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  for (const auto& file : fs::directory_iterator(scratch / "cache"))
    EXPECT_THAT(file.path().filename().string(), ::testing::MatchesRegex("kernel-[0-9a-f]+\\.so"));
}

TEST_F(Compile, RefusesACacheThatOthersCanWrite) {
  fs::create_directory(scratch / "cache");
  ASSERT_EQ(::chmod((scratch / "cache").c_str(), 0777), 0);
  const Result<CompiledKernel> refused = compile(Language::OpenMp, kText, options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "E0710");
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("open to other users"));
}

TEST_F(Compile, RebuildsADamagedEntry) {
  ASSERT_TRUE(compile(Language::OpenMp, kText, options).has_value());
  const fs::path entry = only_entry(scratch / "cache");
  {
    std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(64);
    file << "damaged";
  }
  const Result<CompiledKernel> again = compile(Language::OpenMp, kText, options);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_FALSE(again->from_cache);
  EXPECT_EQ(call(*again, 6), 7);
  fs::resize_file(entry, 10);
  EXPECT_FALSE(compile(Language::OpenMp, kText, options)->from_cache);
}

TEST_F(Compile, AnotherTextIsAnotherEntry) {
  std::string other = kText;
  other.replace(other.find("+ 1"), 3, "+ 2");
  ASSERT_TRUE(compile(Language::OpenMp, kText, options).has_value());
  const Result<CompiledKernel> second = compile(Language::OpenMp, other, options);
  EXPECT_FALSE(second->from_cache);
  EXPECT_EQ(call(*second, 40), 42);
}

TEST_F(Compile, SaysWhatTheCompilerSaidAndKeepsSourceAndLog) {
  options.keep = scratch / "kept";
  const Result<CompiledKernel> failed = compile(Language::OpenMp, "int refold_kernel(;\n", options);
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, "E0712");
  EXPECT_THAT(failed.error().message, ::testing::HasSubstr("error"));
  EXPECT_TRUE(fs::exists((scratch / "kept") / "kernel.cpp"));
  EXPECT_GT(fs::file_size((scratch / "kept") / "compile.log"), 0u);
  EXPECT_TRUE(fs::is_empty(scratch / "cache"));  // nothing half made stays
}

TEST_F(Compile, SaysThatNoCompilerIsThere) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const Result<CompiledKernel> missing = compile(Language::OpenMp, kText, options);
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, "E0711");
  EXPECT_EQ(missing.error().help, "install g++, or run with --backend interp");
}

TEST(KernelCache, LiesInTheUsersCacheDirectory) {
  const Scratch scratch;
  const char* before = ::getenv("XDG_CACHE_HOME");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("XDG_CACHE_HOME", (scratch / "xdg").c_str(), 1);
  const Result<KernelCache> cache = KernelCache::open();
  if (before == nullptr) ::unsetenv("XDG_CACHE_HOME");
  else ::setenv("XDG_CACHE_HOME", saved.c_str(), 1);
  ASSERT_TRUE(cache.has_value());
  EXPECT_EQ(cache->directory(), scratch / "xdg/refold");
}

}  // namespace
}  // namespace refold
