// The scripts in proofs/ prove the rules in rules/, and no damaged form of them does.
#include "prove/proving.h"

namespace refold {
namespace {

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> files = files_of("rules");
  for (const auto& file : files_of("proofs")) files.push_back(file);
  return files;
}

TEST(Proofs, ProveEveryRule) {
  Proving all(all_files());
  EXPECT_EQ(all.messages(), "");
  Prover prover(all.module);
  double seconds = 0;
  int proved = 0;
  for (const RuleVerdict& verdict : prover.prove_all(all.budget)) {
    EXPECT_TRUE(verdict.proved()) << verdict.rule << ": " << summary(verdict.verdict);
    seconds += verdict.seconds;
    ++proved;
  }
  EXPECT_GE(proved, 17);
  EXPECT_LT(seconds, 3.0);
}

TEST(Proofs, StandInFilesOfTheirOwnNames) {
  for (const auto& file : files_of("proofs")) {
    Proving one(std::vector<std::filesystem::path>{file});
    EXPECT_TRUE(one.module.errors.empty()) << file;
    ASSERT_FALSE(one.module.proofs.empty()) << file;
    EXPECT_EQ(one.module.proofs.front().rule, file.stem().string());
  }
}

TEST(Proofs, SayWhatTheyDrewOn) {
  Proving all(all_files());
  const RuleStatement* theorem = all.module.rule("theorem1");
  ASSERT_NE(theorem, nullptr);
  Prover prover(all.module);
  const auto* proved = std::get_if<Proved>(&prover.prove(*theorem, all.budget).verdict);
  ASSERT_NE(proved, nullptr);
  EXPECT_EQ(proved->hypotheses, (std::vector<HypothesisUse>{{"f(0) = 0", true}, {"for all i in I: |Phi(i)| <= 1", true}}));
  EXPECT_EQ(proved->results, std::vector<std::string>{});
  const auto* third = std::get_if<Proved>(&prover.prove(*all.module.rule("theorem3"), all.budget).verdict);
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->results, (std::vector<std::string>{"lemma1_16", "lemma5", "lemma8_values", "lemma9_zero", "lemma10"}));
}

}  // namespace
}  // namespace refold
