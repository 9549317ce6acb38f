// False or unfounded statements that a careless kernel would prove, beside true ones that it must prove.
#include "prove/proving.h"

namespace refold {
namespace {

bool proved(const std::string& clauses, const std::string& steps = "  using hypothesis, definition\n") {
  Proving one("rule goal\n" + clauses + "proof goal\n" + steps);
  for (const Diagnostic& error : one.module.errors) ADD_FAILURE() << render(error, one.sources);
  return one.proved("goal");
}

TEST(Soundness, WhatHoldsOnASetSaysNothingWhereTheSetIsEmpty) {
  EXPECT_FALSE(proved("  given set I;  x, y : real\n  where for all i in I: x = y\n  x = y\n"));
  EXPECT_TRUE(proved("  given set I;  x, y : real;  i : I;  X : I -> real\n  where for all j in I: x = y;  X[i] = x\n  x = y\n"));
  EXPECT_TRUE(proved("  given set I;  x, y : real\n  where for some i in I: x = y\n  x = y\n"));
}

TEST(Soundness, AWitnessExistsOnlyWhereItsClaimFails) {
  // The hypotheses hold where I is empty.
  EXPECT_FALSE(proved("  given set I;  p : I -> bool;  x, y : real\n"
                      "  where for all i in I: x = y;  for all i in I: p(i)\n  x = y\n"));
  // Here x = y in either case: by the second one where I is empty.
  EXPECT_TRUE(proved("  given set I;  p : I -> bool;  x, y : real\n"
                     "  where for all i in I: x = y;  (all i in I: p(i)) => x = y\n  x = y\n"));
}

TEST(Soundness, TheElementOfABagExistsOnlyInABagOfOne) {
  EXPECT_FALSE(proved("  given set I;  m : bag I;  x, y : real\n  where for all i in I: x = y;  |m| <= 1\n  x = y\n"));
  EXPECT_TRUE(proved("  given set I;  m : bag I;  x, y : real\n  where for all i in I: x = y;  |m| = 1\n  x = y\n"));
}

TEST(Soundness, AHypothesisOnARangeIsUsedInsideTheRangeOnly) {
  EXPECT_FALSE(proved("  given size n;  f : int -> bool;  k : int\n  where for all i in [n]: f(i)\n  f(k)\n"));
  EXPECT_TRUE(proved("  given size n;  f : int -> bool;  k : int\n  where for all i in [n]: f(i);  0 <= k < n\n  f(k)\n"));
}

TEST(Soundness, NumberModelsAreNotExactNumbers) {
  EXPECT_FALSE(proved("  given x : float32\n  (x == x) = true\n"));  // not so for NaN
  EXPECT_FALSE(proved("  given x : float64\n  x - x = 0\n"));
  EXPECT_TRUE(proved("  given x : real\n  (x == x) = true\n"));
}

TEST(Soundness, FunctionsOnDifferentRangesAreNotEqual) {
  const std::string claim = "  given size m, n;  f : int -> real\n  where n <= m\n  ((i in [m]) -> f(i))  =  ((i in [n]) -> f(i))\n";
  EXPECT_FALSE(proved(claim, "  at i\n  using hypothesis, definition\n"));
  EXPECT_FALSE(proved(claim));
}

TEST(Soundness, APropertyOfOneOperandIsNoPropertyOfAnother) {
  const std::string family = "  given set N;  set J(k : N);  X(k : N) : J(k) -> real;  a, b : N;  i : J(a);  j : J(b)\n";
  EXPECT_FALSE(proved(family + "  where for all l in J(b): X(b)[l] = 0\n  X(a)[i] + X(b)[j]  =  X(b)[j]\n"));
  EXPECT_TRUE(proved(family + "  where for all k in N: for all l in J(k): X(k)[l] = 0\n  X(a)[i] + X(b)[j]  =  X(b)[j]\n"));
}

TEST(Soundness, TheWrongMemberOfAFamilyHasNoMeaningInAScript) {
  Proving one("rule goal\n  given set N;  set J(k : N);  X(k : N) : J(k) -> real;  a, b : N;  i : J(a);  j : J(b)\n"
              "  X(a)[i] + X(b)[j]  =  X(b)[j] + X(a)[i]\nproof goal\n  have h: X(b)[i] = X(b)[i]\n  using definition\n  using definition\n");
  EXPECT_EQ(one.messages(),
            "input:5:16: error E0415: i is of J(a), but X(b) takes J(b)\n"
            "    have h: X(b)[i] = X(b)[i]\n"
            "                 ^\n");
}

TEST(Soundness, TheWrongMemberOfAFamilyHasNoMeaningInAHypothesis) {
  Proving one("rule goal\n  given set N;  set J(k : N);  X(k : N) : J(k) -> real;  a, b : N;  i : J(a)\n"
              "  where X(a)[i] = 0;  X(b)[i] = 0\n  X(a)[i]  =  0\nproof goal\n  using hypothesis\n");
  EXPECT_EQ(one.messages(),
            "input:3:23: error E0415: i is of J(a), but X(b) takes J(b)\n"
            "    where X(a)[i] = 0;  X(b)[i] = 0\n"
            "                        ^~~~~~~~~~~\n");
}

TEST(Soundness, TheInverseOfAMapNeedsMoreThanOneSide) {
  const std::string maps = "  given sets I, J;  value V;  X : I -> V;  phi : I -> J;  psi : J -> I;  r : reduction V\n";
  const std::string claim = "  r . X* . inverse(phi)  =  X . psi\n";
  const std::string steps =
      "  at j\n"
      "  have one: inverse(phi)(j) = {psi(j)}\n"
      "  by extensionality at i\n"
      "  using hypothesis, definition\n"
      "  using one, definition\n";
  EXPECT_TRUE(proved(maps + "  where phi . psi = id;  psi . phi = id\n" + claim, steps));
  EXPECT_FALSE(proved(maps + "  where phi . psi = id\n" + claim, steps));
  EXPECT_FALSE(proved(maps + "  where psi . phi = id\n" + claim, steps));
}

TEST(Soundness, TwoReductionsAreTwo) {
  EXPECT_TRUE(proved("  given value V;  r : reduction V;  x, y : V\n  r({x, y})  =  r({y, x})\n"));
  EXPECT_FALSE(proved("  given value V;  r, s : reduction V;  x : V\n  r({x, s({x})})  =  s({x, r({x})})\n"));
  EXPECT_FALSE(proved("  given value V;  r : reduction V;  x, y : V\n  r({x, y})  =  r({x, x})\n"));
}

TEST(Soundness, LawsAreThoseOfTheAlgebra) {
  EXPECT_TRUE(proved("  given x, y, z : real\n  over semiring\n  x * (y + z)  =  x * z + x * y\n"));
  EXPECT_FALSE(proved("  given x, y : real\n  over semiring\n  x * y  =  y * x\n"));
  EXPECT_TRUE(proved("  given x, y : real\n  over commutative semiring\n  x * y  =  y * x\n"));
  EXPECT_FALSE(proved("  given x, y : real\n  over monoid\n  x + y  =  y + x\n"));
  EXPECT_TRUE(proved("  given x : real\n  over semiring\n  x * 0 + x * 1  =  x\n"));
  EXPECT_FALSE(proved("  given x : real\n  over semiring\n  x + x  =  x\n"));
}

TEST(Soundness, AProductOverABagNeedsACommutativeAlgebra) {
  Proving one("rule goal\n  given set I;  X : I -> real;  m : bag I\n  over semiring\n  prod((X*)(m + {}))  =  prod((X*)(m))\n"
              "proof goal\n  using definition\n");
  EXPECT_EQ(one.messages(),
            "input:1:1: error E0410: prod over a bag has no meaning in this algebra\n"
            "  rule goal\n"
            "  ^~~~~~~~~\n"
            "  help: add `commutative` to the `over` clause\n");
}

TEST(Soundness, ARightSideWithoutMeaningIsRefused) {
  Proving one("rule goal\n  given size n;  X : [n] -> real;  k : int\n  where k >= 0\n  X[k] - X[k]  =  X[k + 1] - X[k + 1]\n"
              "proof goal\n  using definition\n");
  EXPECT_EQ(one.messages(),
            "input:1:1: error E0411: the right side has no meaning unless 0 <= k + 1 and k + 1 < n\n"
            "  rule goal\n"
            "  ^~~~~~~~~\n"
            "  help: add it as a hypothesis\n");
}

TEST(Soundness, TheLargestOfNoValuesIsNoNumber) {
  const std::string max_of_two = "  given x : real\n  where for all a in real, b in real: max({a, b}) = max(a, b)\n  x = 0\n";
  const std::string through_infinity = "  have h: max({max({}), max({}) - 1}) = max({}) - 1\n  using definition\n"
                                       "  have k: max({max({}), max({}) - 1}) = max(max({}), max({}) - 1)\n  using hypothesis\n  using h, k, definition\n";
  EXPECT_FALSE(proved(max_of_two, through_infinity));
  const auto below = [](const std::string& set, const std::string& where) {
    return "  given " + set + "\n" + where + "  for some y in real: y < (max i in " + (where.empty() ? "I" : "[n]") + ": X[i])\n";
  };
  const auto script = [](const std::string& set) {
    return "  have h: (max i in " + set + ": X[i]) - 1 < (max i in " + set + ": X[i])\n  using definition, hypothesis\n  using h, hypothesis\n";
  };
  EXPECT_FALSE(proved(below("set I;  X : I -> real", ""), script("I")));
  EXPECT_TRUE(proved(below("size n;  X : [n] -> real", "  where n >= 1\n"), script("[n]")));
}

TEST(Soundness, BothSidesOfAnEquationHaveAMeaningAtTheSameArguments) {
  const std::string given = "  given size n;  X : [n] -> real;  i : int\n";
  EXPECT_FALSE(proved(given + "  X[i] - X[i]  =  0\n"));
  EXPECT_TRUE(proved(given + "  X[i] - X[i]  =>  0\n"));  // only where the left side has one
  EXPECT_TRUE(proved(given + "  where 0 <= i < n\n  X[i] - X[i]  =  0\n", "  using definition, hypothesis\n"));
  EXPECT_FALSE(proved("  given n, m : int\n  n mod m - n mod m  =  0\n"));
  EXPECT_FALSE(proved("  given x : real;  n : int\n  x^n * 0  =  0\n"));
  EXPECT_TRUE(proved("  given x : real;  size n\n  x^n * 0  =  0\n"));
  EXPECT_FALSE(proved("  given n : int\n  for all i in [n]: i = i\n"));
  EXPECT_TRUE(proved("  given size n\n  for all i in [n]: i = i\n"));
  EXPECT_FALSE(proved("  given set I;  X : I -> real\n  for all m in bag I: max((X*)(m)) * 0 = 0\n"));
}

TEST(Soundness, KnowsTheSignsOfProductsOfExactNumbers) {
  EXPECT_TRUE(proved("  given a, b : real\n  where 0 <= a;  0 <= b\n  0 <= a * b\n", "  using hypothesis\n"));
  EXPECT_TRUE(proved("  given c, x : real\n  where 0 <= c\n  max(c * x, 0)  =  c * max(x, 0)\n", "  cases x <= 0\n  case true:\n    using hypothesis, definition\n  case false:\n    using hypothesis, definition\n"));
  EXPECT_FALSE(proved("  given a, b : real\n  where 0 <= a\n  0 <= a * b\n", "  using hypothesis\n"));
  EXPECT_TRUE(proved("  given x : real\n  over idempotent semiring\n  x + x  =  x\n"));
  EXPECT_FALSE(proved("  given x : real\n  over semiring\n  x + x  =  x\n"));
}

}  // namespace
}  // namespace refold
