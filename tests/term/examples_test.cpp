// The whole of the language by example: what elaborates, and what is refused with its message.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "support/fixture.h"

namespace refold {
namespace {

TEST(LanguageExamples, ElaborateButForWhatLaterVersionsMean) {
  const char* set = std::getenv("REFOLD_REFERENCE");
  const std::filesystem::path folder = set ? set : std::string(REFOLD_SOURCE_DIR) + "/../shared/reference";
  const std::filesystem::path file = folder / "language_examples.rf";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  SourceMap sources;
  const Module module = load(sources, file);
  for (const Diagnostic& error : module.errors) {
    EXPECT_EQ(error.code, "E0190") << render(error, sources);
  }
}

}  // namespace
}  // namespace refold
