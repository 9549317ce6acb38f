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
  const Said said = refold_says({"prove", std::string(REFOLD_SOURCE_DIR) + "/rules"});
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

}  // namespace
}  // namespace refold
