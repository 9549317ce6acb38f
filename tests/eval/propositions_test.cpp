#include "eval/world.h"

namespace refold {
namespace {

TEST(Propositions, CompareFunctionsAtEveryElementOfAFiniteSet) {
  const char* text = "rule r\n  given set I; X, Y : I -> real\n  X = Y";
  EXPECT_EQ(World(text, "I = [2]; X = [1, 2]; Y = [1, 2]").claim(), "true");
  EXPECT_EQ(World(text, "I = [2]; X = [1, 2]; Y = [1, 3]").claim(), "false");
  EXPECT_EQ(World(text, "I = [0]").claim(), "true");
}

TEST(Propositions, NeverHoldBySamplingAnInfiniteSort) {
  const char* text = "rule r\n  given f, g : real -> real\n  f = g";
  EXPECT_EQ(World(text, "f(x) = x*x; g(x) = x").claim(), "false");
  EXPECT_EQ(World(text, "f(x) = x + x; g(x) = 2*x").claim(), "undecided: equality of functions on an infinite sort");
}

TEST(Propositions, CompareFunctionsOnBagsOnlyAsFarAsTheyCan) {
  const char* text = "rule r\n  given value V; r, s : reduction V\n  s . r* = s . flatten";
  EXPECT_EQ(World(text, "V = real; r = sum; s = prod").claim(), "false");
  EXPECT_EQ(World(text, "V = real; r = sum; s = sum").claim(), "undecided: equality of functions on an infinite sort");
}

TEST(Propositions, DecideHomomorphismsOnFiniteSorts) {
  const char* text = "rule r\n  given values V, W; r : reduction V; s : reduction W; f : V -> W\n  f . r = s . f*";
  const std::string sorts = "V = [2]; W = [2]; r = [[0, 1], [1, 1]]; s = [[0, 0], [0, 1]]; ";
  EXPECT_EQ(World(text, sorts + "f = [1, 0]").claim(), "true");  // not: or -> and
  EXPECT_EQ(World(text, sorts + "f = [0, 1]").claim(), "false");
}

TEST(Propositions, QuantifyOverSets) {
  const char* text = "rule r\n  given set I; p, q : I -> bool\n  for all i in I: p(i) => q(i)";
  EXPECT_EQ(World(text, "I = [2]; p = [false, true]; q = [false, true]").claim(), "true");
  EXPECT_EQ(World(text, "I = [2]; p = [true, true]; q = [false, true]").claim(), "false");
}

TEST(Propositions, QuantifyOverAxes) {
  const char* text = "rule r\n  given axes F; n : int^F\n  for some a in F: n[a] = 0";
  EXPECT_EQ(World(text, "F = [2]; n = [3, 0]").claim(), "true");
  EXPECT_EQ(World(text, "F = [1]; n = [3,]").claim(), "false");
  EXPECT_EQ(World(text, "F = [0]").claim(), "false");
}

TEST(Propositions, CompareSupportsAsSets) {
  const char* text = "rule r\n  given set I; X, Y : I -> real\n  support(X * Y) = { i : I if X[i] != 0 and Y[i] != 0 }";
  EXPECT_EQ(World(text, "I = [3]; X = [0, 1, 2]; Y = [1, 0, 2]").claim(), "true");
  EXPECT_EQ(World(text, "real = mod4; I = [1]; X = [2,]; Y = [2,]").claim(), "false");
}

TEST(Propositions, TellInjectiveFromBijective) {
  const char* one = "rule r\n  given sets I, J; f : I -> J\n  injective(f)";
  const char* both = "rule r\n  given sets I, J; f : I -> J\n  bijective(f)";
  EXPECT_EQ(World(one, "I = [2]; J = [3]; f = [2, 0]").claim(), "true");
  EXPECT_EQ(World(both, "I = [2]; J = [3]; f = [2, 0]").claim(), "false");
  EXPECT_EQ(World(one, "I = [2]; J = [3]; f = [2, 2]").claim(), "false");
  EXPECT_EQ(World(both, "I = [2]; J = [2]; f = [1, 0]").claim(), "true");
}

TEST(Propositions, RefuteMonotonyButDoNotConcludeItOnAllReals) {
  const char* text = "rule r\n  given f : real -> real\n  monotone(f)";
  EXPECT_EQ(World(text, "f(x) = 0 - x").claim(), "false");
  EXPECT_EQ(World(text, "f(x) = x + 1").claim(), "undecided: monotony on an infinite sort");
}

TEST(Propositions, BoundTheSizeOfBags) {
  const char* text = "rule r\n  given sets I, J; Phi : I -> bag J; X : J -> real\n  where |Phi| <= 1\n  sum . X* . Phi = sum . X* . Phi . id";
  (void)text;
  World world("refute r\n  given sets I, J; Phi : I -> bag J\n  |Phi| <= 1");
  SUCCEED();
}

TEST(Propositions, InFloatsDistinguishIdentityFromComparison) {
  const char* text = "rule r\n  given x, y : real\n  over float32\n  x = y";
  EXPECT_EQ(World(text, "real = float32; x = 0; y = -0").claim(), "false");
  EXPECT_EQ(World(text, "real = float32; x = nan; y = nan").claim(), "true");
  const char* compared = "rule r\n  given x, y : real\n  over float32\n  x == y";
  EXPECT_EQ(World(compared, "real = float32; x = 0; y = -0").claim(), "true");
  EXPECT_EQ(World(compared, "real = float32; x = nan; y = nan").claim(), "false");
}

}  // namespace
}  // namespace refold
