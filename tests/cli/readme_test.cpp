#include <sstream>

#include "support/command.h"
#include "support/project.h"

namespace refold {
namespace {

/// The lines of all blocks marked `sh` of a page.
std::vector<std::string> commands_of(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream lines(page);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) inside = line == "```sh";
    else if (inside && !line.empty()) commands.push_back(line);
  }
  return commands;
}

/// Runs them in order in one folder; the first that fails, with what it said, or "".
std::string first_failure(const std::vector<std::string>& commands, const std::string& folder) {
  for (const std::string& command : commands)
    if (const Ran ran = run_command_line(command, folder); ran.status != 0) return command + "\n" + ran.output;
  return {};
}

std::string readme() { return Scratch::read(std::string(REFOLD_SOURCE_DIR) + "/README.md"); }

TEST(ReadmeSlow, EveryCommandOfTheTourRuns) {
  const std::vector<std::string> commands = commands_of(readme());
  EXPECT_GE(commands.size(), 6u);
  const ScratchProject project;
  EXPECT_EQ(first_failure(commands, project.path()), "");
}

TEST(Readme, ShowsTheCommandThatFails) {
  const std::vector<std::string> commands = commands_of("text\n```sh\necho one\nrefold no such\n```\n```text\nexit 5\n```\n");
  EXPECT_THAT(commands, testing::ElementsAre("echo one", "refold no such"));
  const ScratchProject project;
  EXPECT_THAT(first_failure(commands, project.path()), testing::StartsWith("refold no such\nerror "));
}

TEST(Readme, NamesFilesThatAreThere) {
  const std::string text = readme();
  for (const char* path : {"scripts/demo", "scripts/test", "docs/language.md", "docs/design.md", "docs/data.md",
                           "docs/dependencies.md", "docs/pictures/sddmm.svg", "examples/data/ATTRIBUTION.md"}) {
    EXPECT_NE(text.find(path), std::string::npos) << path;
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(REFOLD_SOURCE_DIR) / path)) << path;
  }
}

}  // namespace
}  // namespace refold
