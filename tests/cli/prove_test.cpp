#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;

constexpr const char* kTrue =
    "rule twice \"re-indexing twice\"\n  given sets I, J, K;  value V;  X : K -> V;  phi : I -> J;  psi : J -> K\n"
    "  (i -> X[psi(phi(i))])  =  (i -> (X . psi)[phi(i)])\n";
constexpr const char* kFalse =
    "rule wrong \"a sum is not a product\"\n  given set I;  X : I -> real\n"
    "  (sum i in I: X[i])  =  (prod i in I: X[i])\n";
constexpr const char* kNearMiss =
    "refute near_miss\n  given set I;  X : I -> real\n  (sum i in I: X[i])  =  (prod i in I: X[i])\n";

TEST(Prove, EveryRuleOfTheLibraryIsAsStated) {
  const Said said = refold_says({"prove", std::string(REFOLD_SOURCE_DIR) + "/rules", "--no-cache"});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_THAT(said.out, HasSubstr(" 0 unknown, 0 not as stated\n"));
}

TEST(Prove, AFalseRuleIsShownWithItsCounterexampleAndExitsOne) {
  const Scratch scratch;
  const Said said = refold_says({"prove", scratch.file("a.rf", kFalse)});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("wrong"));
  EXPECT_THAT(said.out, HasSubstr("refuted"));
  EXPECT_THAT(said.out, HasSubstr("(expected: proved)"));
  EXPECT_THAT(said.out, HasSubstr("0 proved, 1 refuted, 0 unknown, 1 not as stated\n"));
}

TEST(Prove, ANearMissThatIsRefutedIsAsStated) {
  const Scratch scratch;
  EXPECT_EQ(refold_says({"prove", scratch.file("a.rf", kNearMiss)}).status, 0);
}

TEST(Prove, ARefuteThatHoldsIsNotAsStated) {
  const Scratch scratch;
  std::string holds = kTrue;
  holds.replace(0, 4, "refute");
  const Said said = refold_says({"prove", scratch.file("a.rf", holds)});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("(expected: refuted)"));
}

TEST(Prove, ReadsStandardInput) { EXPECT_EQ(refold_says({"prove", "-"}, kNearMiss).status, 0); }

TEST(Prove, AWrongFileExitsTwoAndShowsThePlace) {
  const Said said = refold_says({"prove", "-"}, "rule a\n  given set I\n  x = x\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("standard input:3:3: error E"));
}

TEST(Prove, AProofThatRestsOnAWrongStatementSaysSo) {
  const Said said = refold_says({"prove", "-"}, "rule a\n  given x : reel\n  x + 0  =  x\n"
                                                "rule b\n  given x : real\n  x + 0  =  x\nproof b\n  using a\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.out, HasSubstr("a is not proved: its statement is wrong"));
  EXPECT_THAT(said.out, HasSubstr("help: mend the statement first\n"));
}

TEST(Prove, WrongUsageGoesBeforeARuleThatIsNotAsStated) {
  const Scratch scratch;
  EXPECT_EQ(refold_says({"prove", scratch.file("a.rf", kFalse), scratch / "missing.rf"}).status, 2);
}

TEST(Prove, ARuleThatIsNotThereExitsTwo) {
  const Scratch scratch;
  EXPECT_EQ(refold_says({"prove", scratch.file("a.rf", kNearMiss), "--rule", "other"}).status, 2);
}

TEST(Prove, QuietSaysNothingWhereAllIsAsStated) {
  const Scratch scratch;
  const Said said = refold_says({"prove", scratch.file("a.rf", kNearMiss), "--quiet"});
  EXPECT_EQ(said.out + said.err, "");
}

TEST(Prove, JsonOnStandardOutputIsAlone) {
  const Said said = refold_says({"prove", "-", "--json", "-"}, kNearMiss);
  EXPECT_EQ(said.out.substr(0, 2), "{\n") << said.out;
}

constexpr const char* kOneValue =
    "rule one_value\n  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J\n  where f(0) = 0;  |Phi| <= 1\n"
    "  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\n"
    "proof one_value\n  at i\n  cases |Phi(i)| == 0\n  using hypothesis, definition\n";

TEST(Prove, SaysWhatEachHypothesisIsForAndWhereAllHold) {
  const Said said = refold_says({"prove", "-", "--necessity"}, kOneValue);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("    f(0) = 0: necessary, without it refuted at "));
  EXPECT_THAT(said.out, HasSubstr("    for all i in I: |Phi(i)| <= 1: necessary, without it refuted at "));
  EXPECT_THAT(said.out, HasSubstr("    the hypotheses hold at "));
  EXPECT_THAT(said.out, HasSubstr("    laws: "));
}

TEST(Prove, StopsInTimeWhileInstancesAreMade) {
  const std::string endless = "rule r\n  given size n;  X : [n] -> int\n  where for all i in [n]: for some j in [n]: X[i] = j\n"
                              "  for all i in [n]: X[i] < n\nproof r\n  at i\n  using hypothesis, definition\n";
  const Said said = refold_says({"prove", "-", "--seconds", "1"}, endless);
  EXPECT_NE(said.status, 0);
  EXPECT_THAT(said.out, testing::Not(HasSubstr("proved for all sizes")));
}

TEST(Prove, SaysWhereNoInstanceOfTheHypothesesIsFound) {
  // (x - 1)^2 + 1 is never 0, but nothing that the kernel instantiates says so.
  const std::string rule = "rule r\n  given size n;  X : [n] -> real\n  where for all i in [n]: X[i] * X[i] = 2 * X[i] - 2;  n >= ";
  const std::string rest = "\n  (x -> x * x) . X  =  (x -> 2 * x - 2) . X\nproof r\n  at k\n  using hypothesis\n";
  EXPECT_THAT(refold_says({"prove", "-", "--necessity"}, rule + "1" + rest).out, HasSubstr("no small instance was found at which the hypotheses can be seen to hold"));
  EXPECT_THAT(refold_says({"prove", "-", "--necessity"}, rule + "0" + rest).out, HasSubstr("the hypotheses hold at n = 0"));
}

TEST(Prove, WritesEveryObligationAsAFileOfItsOwn) {
  const Scratch scratch;
  const Said said = refold_says({"prove", "-", "--smt2", scratch / "out"}, kOneValue);
  EXPECT_EQ(said.status, 0) << said.err;
  std::ifstream file(scratch / "out/one_value-01.smt2");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, testing::HasSubstr("\n(set-info :source |one_value|)\n(set-info :status unsat)\n(set-logic ALL)\n"));
  EXPECT_THAT(text, testing::EndsWith("(check-sat)\n"));
}

TEST(Prove, WritesTheDevelopmentAsAPage) {
  const Scratch scratch;
  const Said said = refold_says({"prove", "-", "--html", scratch / "page.html", "--md", "-"}, "# A\n" + std::string(kOneValue) + kNearMiss);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, testing::StartsWith("# Rules and their proofs\n"));
  EXPECT_THAT(said.out, HasSubstr("## one\\_value\n"));
  EXPECT_THAT(said.out, HasSubstr("at i\ncases |Phi(i)| == 0\nusing hypothesis, definition\n"));
  EXPECT_THAT(said.out, HasSubstr("- shown: "));
  EXPECT_THAT(said.out, HasSubstr("**Near miss near\\_miss**: ✓ refuted"));
  const std::string html = Scratch::read(scratch / "page.html");
  EXPECT_THAT(html, HasSubstr("<section id=\"one_value\">"));
  EXPECT_EQ(refold_says({"prove", "-", "--html", scratch / "no/such/page.html"}, kNearMiss).status, 2);
}

TEST(Prove, AFolderThatCannotBeWrittenExitsTwo) {
  const Scratch scratch;
  EXPECT_EQ(refold_says({"prove", "-", "--smt2", scratch.file("taken", "")}, kOneValue).status, 2);
}

TEST(Prove, ASecondSolverAgrees) {
  if (std::system("cvc5 --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "cvc5 is not installed";
  const Said said = refold_says({"prove", "-", "--cross-check", "cvc5"}, kOneValue);
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_THAT(said.out, testing::ContainsRegex("cvc5 agrees on [0-9]+ of [0-9]+ obligations, 0 without an answer\n"));
}

/// The report without its times, of a run whose cache is this folder.
nlohmann::json report(const Scratch& cache, const std::vector<std::string>& more = {}) {
  ::setenv("XDG_CACHE_HOME", (cache / "").c_str(), 1);
  std::vector<std::string> arguments{"prove", std::string(REFOLD_SOURCE_DIR) + "/rules", "--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  nlohmann::json json = nlohmann::json::parse(refold_says(arguments).out);
  ::unsetenv("XDG_CACHE_HOME");
  json["summary"].erase("seconds");
  for (nlohmann::json& result : json["results"]) result.erase("seconds");
  return json;
}

TEST(Prove, ReportsTheSameFromTheCache) {
  const Scratch cache;
  const nlohmann::json cold = report(cache);
  ASSERT_TRUE(std::filesystem::exists(cache / "refold/proofs"));
  const auto kept = std::filesystem::file_size(cache / "refold/proofs");
  EXPECT_EQ(report(cache), cold);
  EXPECT_EQ(report(cache, {"--jobs", "2"}), cold);
  EXPECT_EQ(std::filesystem::file_size(cache / "refold/proofs"), kept) << "nothing was judged again";
}

TEST(Prove, WithoutTheCacheReadsAndWritesNone) {
  const Scratch cache;
  EXPECT_EQ(report(cache, {"--no-cache"})["summary"]["unexpected"], 0);
  EXPECT_FALSE(std::filesystem::exists(cache / "refold"));
}

TEST(Prove, SaysTheSameWithAnyNumberOfJobs) {
  const auto verdicts = [](const std::string& jobs) {
    std::string text;
    const Said said = refold_says({"prove", std::string(REFOLD_SOURCE_DIR) + "/rules", "--no-cache", "--jobs", jobs});
    std::istringstream lines(said.out);
    for (std::string line; std::getline(lines, line);) text += line.substr(0, line.rfind(", ")) + "\n";  // without times
    return text;
  };
  EXPECT_EQ(verdicts("1"), verdicts("3"));
}

}  // namespace
}  // namespace refold
