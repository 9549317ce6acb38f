#include "support/command.h"
#include "support/project.h"

namespace refold {
namespace {

namespace fs = std::filesystem;

/// The command in the first line `# run: ...` of an example; empty if that is not how it begins.
std::string run_line(const std::string& text) {
  const std::string key = "# run: refold ";
  return text.starts_with(key) ? text.substr(7, text.find('\n') - 7) : std::string();
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(REFOLD_SOURCE_DIR) / "examples"))
    if (entry.path().extension() == ".rf") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(RunLine, IsTheFirstLineOrNone) {
  EXPECT_EQ(run_line("# run: refold run a.rf --check\nsize n\n"), "refold run a.rf --check");
  EXPECT_EQ(run_line("# A comment first\n# run: refold run a.rf\n"), "");
  EXPECT_EQ(run_line("# run: rm -r x\n"), "");
}

class Example : public testing::TestWithParam<std::string> {};

TEST_P(Example, RunsAsItsFirstLineSays) {
  const std::string text = Scratch::read(std::string(REFOLD_SOURCE_DIR) + "/examples/" + GetParam() + ".rf");
  const std::string command = run_line(text);
  ASSERT_NE(command, "") << "it does not begin with `# run: refold ...`";
  EXPECT_NE(command.find("examples/" + GetParam() + ".rf"), std::string::npos) << "it runs another file";
  EXPECT_NE(command.find("--check"), std::string::npos) << "its result is not checked";
  const ScratchProject project;
  const Ran ran = run_command_line(command, project.path());
  EXPECT_EQ(ran.status, 0) << command << '\n' << ran.output;
}

INSTANTIATE_TEST_SUITE_P(Folder, Example, testing::ValuesIn(examples()), [](const auto& each) { return each.param; });

TEST(Examples, ThereAreAtLeastSix) { EXPECT_GE(examples().size(), 6u); }

TEST(CommandLine, TellsAFailureFromASuccess) {
  const ScratchProject project;
  EXPECT_EQ(run_command_line("echo \"it's\" && exit 3", project.path()).status, 3);
  EXPECT_EQ(run_command_line("echo \"it's\"", project.path()).output, "it's\n");
}

}  // namespace
}  // namespace refold
