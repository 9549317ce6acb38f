#include "eval/world.h"

namespace refold {
namespace {

/// A rule with one hypothesis, and whether it is true at an instance.
std::string where(const std::string& given, const std::string& proposition) {
  return "rule r\n  given " + given + "\n  where " + proposition + "\n  0 <= 1";
}
std::string holds(const std::string& text, const std::string& witness) { return World(text, witness).hypothesis(0); }

TEST(Propositions, CompareFunctionsAtEveryElementOfAFiniteSet) {
  const std::string text = where("set I; X, Y : I -> real", "X = Y");
  EXPECT_EQ(holds(text, "I = [2]; X = [1, 2]; Y = [1, 2]"), "true");
  EXPECT_EQ(holds(text, "I = [2]; X = [1, 2]; Y = [1, 3]"), "false");
  EXPECT_EQ(holds(text, "I = [0]"), "true");
}

TEST(Propositions, NeverHoldBySamplingAnInfiniteSort) {
  const std::string text = where("f, g : real -> real", "f = g");
  EXPECT_EQ(holds(text, "f(x) = x*x; g(x) = x"), "false");
  EXPECT_EQ(holds(text, "f(x) = x + x; g(x) = 2*x"), "undecided: equality of functions on an infinite sort");
}

TEST(Propositions, CompareFunctionsOnBagsOnlyAsFarAsTheyCan) {
  const std::string text = where("value V; r, s : reduction V", "s . r* = s . flatten");
  EXPECT_EQ(holds(text, "V = real; r = sum; s = prod"), "false");
  EXPECT_EQ(holds(text, "V = real; r = sum; s = sum"), "undecided: equality of functions on an infinite sort");
}

TEST(Propositions, DecideHomomorphismsOnFiniteSorts) {
  const std::string text = where("values V, W; r : reduction V; s : reduction W; f : V -> W", "f . r = s . f*");
  const std::string sorts = "V = [2]; W = [2]; r = [[0, 1], [1, 1]]; s = [[0, 0], [0, 1]]; ";
  EXPECT_EQ(holds(text, sorts + "f = [1, 0]"), "true");  // not: or -> and
  EXPECT_EQ(holds(text, sorts + "f = [0, 1]"), "false");
}

TEST(Propositions, QuantifyOverSets) {
  const std::string text = where("set I; p, q : I -> bool", "for all i in I: p(i) => q(i)");
  EXPECT_EQ(holds(text, "I = [2]; p = [false, true]; q = [false, true]"), "true");
  EXPECT_EQ(holds(text, "I = [2]; p = [true, true]; q = [false, true]"), "false");
}

TEST(Propositions, QuantifyOverAxes) {
  const std::string text = where("axes F; n : int^F", "for some a in F: n[a] = 0");
  EXPECT_EQ(holds(text, "F = [2]; n = [3, 0]"), "true");
  EXPECT_EQ(holds(text, "F = [1]; n = [3,]"), "false");
  EXPECT_EQ(holds(text, "F = [0]"), "false");
}

TEST(Propositions, CompareSupportsAsSets) {
  const std::string text = where("set I; X, Y : I -> real", "support(X * Y) = { i : I if X[i] != 0 and Y[i] != 0 }");
  EXPECT_EQ(holds(text, "I = [3]; X = [0, 1, 2]; Y = [1, 0, 2]"), "true");
  EXPECT_EQ(holds(text, "real = mod4; I = [1]; X = [2,]; Y = [2,]"), "false");
}

TEST(Propositions, TellInjectiveFromBijective) {
  const std::string one = where("sets I, J; f : I -> J", "injective(f)");
  const std::string both = where("sets I, J; f : I -> J", "bijective(f)");
  EXPECT_EQ(holds(one, "I = [2]; J = [3]; f = [2, 0]"), "true");
  EXPECT_EQ(holds(both, "I = [2]; J = [3]; f = [2, 0]"), "false");
  EXPECT_EQ(holds(one, "I = [2]; J = [3]; f = [2, 2]"), "false");
  EXPECT_EQ(holds(both, "I = [2]; J = [2]; f = [1, 0]"), "true");
}

TEST(Propositions, RefuteMonotonyButDoNotConcludeItOnAllReals) {
  const std::string text = where("f : real -> real", "monotone(f)");
  EXPECT_EQ(holds(text, "f(x) = 0 - x"), "false");
  EXPECT_EQ(holds(text, "f(x) = x + 1"), "undecided: monotony on an infinite sort");
}

TEST(Propositions, BoundTheSizeOfBags) {
  const std::string text = where("sets I, J; Phi : I -> bag J", "|Phi| <= 1");
  EXPECT_EQ(holds(text, "I = [2]; J = [1]; Phi = [{}, {0}]"), "true");
  EXPECT_EQ(holds(text, "I = [2]; J = [1]; Phi = [{0, 0}, {}]"), "false");
}

}  // namespace
}  // namespace refold
