// What each hypothesis of a proved rule is for.
#include "prove/necessity.h"

#include "prove/proving.h"

namespace refold {
namespace {

/// "text: role" for each hypothesis of the rule `goal`, and "at instance" where it is necessary.
std::vector<std::string> needs(const std::string& text) {
  Proving one(text);
  const RuleStatement* rule = one.module.rule("goal");
  Prover prover(one.module);
  const auto* proved = rule == nullptr ? nullptr : std::get_if<Proved>(&prover.prove(*rule, one.budget).verdict);
  if (proved == nullptr) return {one.messages()};
  one.budget.nodes = kRefuteNodes;
  std::vector<std::string> lines;
  for (const HypothesisNeed& need : necessity(prover, one.module.store, *rule, *proved, one.budget)) {
    lines.push_back(need.text + ": " + std::string(name(need.role)));
    EXPECT_EQ(need.without.has_value(), need.role == HypothesisRole::Necessary);
  }
  return lines;
}

const std::string kOneValue = "rule goal\n  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J\n";
const std::string kClaim = "  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\nproof goal\n  at i\n  cases |Phi(i)| == 0\n  using hypothesis, definition\n";

TEST(Necessity, NamesTheHypothesesWithoutWhichTheRuleFails) {
  EXPECT_EQ(needs(kOneValue + "  where f(0) = 0;  |Phi| <= 1\n" + kClaim),
            (std::vector<std::string>{"f(0) = 0: necessary", "for all i in I: |Phi(i)| <= 1: necessary"}));
}

TEST(Necessity, NamesAHypothesisThatNoProofDrawsOn) {
  EXPECT_EQ(needs(kOneValue + "  where f(0) = 0;  f(1) = 1;  |Phi| <= 1\n" + kClaim),
            (std::vector<std::string>{"f(0) = 0: necessary", "f(1) = 1: unused", "for all i in I: |Phi(i)| <= 1: necessary"}));
}

TEST(Necessity, NamesAHypothesisThatAnotherOneImplies) {
  const std::vector<std::string> found = needs("rule goal\n  given x, y : real\n  where x = 1;  y = x;  y = 1\n  x + y  =  2\nproof goal\n  using hypothesis, definition\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], "x = 1: redundant");
  for (const std::string& line : found) EXPECT_THAT(line, testing::ContainsRegex(": (redundant|unused)$"));
}

}  // namespace
}  // namespace refold
