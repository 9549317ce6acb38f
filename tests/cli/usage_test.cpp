#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Usage, HelpNamesTheCommandsAndExitsZero) {
  const Said said = refold_says({"--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, HasSubstr("\n  fmt "));
  EXPECT_THAT(said.out, HasSubstr("Exit status: 0 all as stated"));
  EXPECT_EQ(said.err, "");
}

TEST(Usage, HelpOfACommandShowsItsOptionsAndExamples) {
  const Said said = refold_says({"fmt", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, HasSubstr("Usage: refold fmt [OPTIONS] FILE"));
  EXPECT_THAT(said.out, HasSubstr("--check"));
  EXPECT_THAT(said.out, HasSubstr("Examples:\n  refold fmt examples/sddmm.rf\n"));
}

TEST(Usage, VersionIsOneLine) {
  EXPECT_EQ(refold_says({"--version"}).out, "refold " REFOLD_TEST_VERSION "\n");
  EXPECT_EQ(refold_says({"--version"}).status, 0);
}

TEST(Usage, WrongArgumentsExitTwoAndPointToTheHelp) {
  const Said unknown = refold_says({"fmt", "--frobnicate", "a.rf"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err,
            "error E0700: The following argument was not expected: --frobnicate\n"
            "  help: `refold fmt --help` says how it is used\n");
  EXPECT_EQ(unknown.out, "");
  EXPECT_EQ(refold_says({}).status, 2);
  EXPECT_EQ(refold_says({"frobnicate"}).status, 2);
  EXPECT_EQ(refold_says({"fmt"}).status, 2);
}

TEST(Usage, ShowsControlCharactersOfTheArguments) {
  const Said said = refold_says({"fmt", "--x\x1b[2J", "a.rf"});
  EXPECT_THAT(said.err, HasSubstr("not expected: --x\\x1b[2J\n"));
}

TEST(Usage, AFileThatIsNotThereExitsTwo) {
  const Said said = refold_says({"fmt", "no/such.rf"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "error E0701: no/such.rf: no such file\n");
}

TEST(Usage, ADirectoryInPlaceOfAFileExitsTwo) {
  const Scratch scratch;
  const Said said = refold_says({"fmt", scratch / ""});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("this is a directory, a file is wanted"));
}

TEST(Colour, IsOnlyAddedWhereTheTerminalShowsIt) {
  std::ostringstream text;
  std::istringstream in;
  EXPECT_EQ(paint({in, text, text, false}, Ink::Good, "proved"), "proved");
  EXPECT_EQ(paint({in, text, text, true}, Ink::Good, "proved"), "\033[32mproved\033[0m");
}

TEST(WriteText, ReplacesTheWholeFileAndKeepsItsPermissions) {
  const Scratch scratch;
  const std::string path = scratch.file("a.txt", "old");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  std::ostringstream text;
  std::istringstream in;
  ASSERT_TRUE(write_text({in, text, text}, path, "new"));
  EXPECT_EQ(Scratch::read(path), "new");
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
}

TEST(WriteText, LeavesNothingBehindWhereItCannotWrite) {
  const Scratch scratch;
  std::ostringstream text;
  std::istringstream in;
  const Result<void> written = write_text({in, text, text}, scratch / "no/such/a.txt", "new");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, "E0703");
  EXPECT_TRUE(std::filesystem::is_empty(scratch / ""));
}

}  // namespace
}  // namespace refold
