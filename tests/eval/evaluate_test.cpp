#include "eval/evaluate.h"

#include "eval/world.h"

namespace refold {
namespace {

using testing::HasSubstr;

TEST(Evaluate, ReadsATensorThroughAnIndexMap) {
  World world("size m, n\ntensor A : [m]*[n] -> real\nmap swap(i : [n], j : [m]) = (j, i)\nlet B = A . swap",
              "A = [[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(world.tensor("B"), "1 4 2 5 3 6");
}

TEST(Evaluate, CountsMultiplicities) {
  World world(
      "size n\ntensor x : [n] -> real\nbag twice(i : [n]) = {i, i}\nlet y = sum . x* . twice\nlet z = prod . x* . "
      "twice",
      "x = [3, 5]");
  EXPECT_EQ(world.tensor("y"), "6 10");
  EXPECT_EQ(world.tensor("z"), "9 25");
}

TEST(Evaluate, GivesTheUnitForAnEmptyBag) {
  World world(
      "size n\ntensor x : [n] -> real\nlet s = sum i: x[i]\nlet p = prod i: x[i]\nlet m = max i: x[i]\nlet t = (max i: "
      "x[i]) + 1",
      "n = 0");
  EXPECT_EQ(world.value("s"), "0");
  EXPECT_EQ(world.value("p"), "1");
  EXPECT_EQ(world.value("m"), "-inf");
  EXPECT_EQ(world.value("t"), "ill formed: + meets an infinity");
}

TEST(Evaluate, MultipliesMatrices) {
  World world(
      "size m, n, k\ntensor A : [m]*[k] -> real\ntensor B : [k]*[n] -> real\nlet C = einsum(\"ik,kj->ij\", A, B)",
      "A = [[1, 2], [3, 4]]; B = [[5, 6], [7, 8]]");
  EXPECT_EQ(world.tensor("C"), "19 22 43 50");
}

TEST(Evaluate, ReadsRealAsTheAlgebraThatTheInstanceNames) {
  const char* text = "size n\ntensor A : [n]*[n] -> real\nlet C = einsum(\"ik,kj->ij\", A, A)";
  World shortest(text, "real = min_plus; A = [[0, 3], [inf, 0]]");
  EXPECT_EQ(shortest.tensor("C"), "0 3 inf 0");
  World modulo(text, "real = mod4; A = [[2, 1], [0, 2]]");
  EXPECT_EQ(modulo.tensor("C"), "0 0 0 0");
}

TEST(Evaluate, AStoredZeroCountsAsStored) {
  World world(
      "size m, n\ntensor S : [m]*[n] -> real sparse\nlet many = stored(S)\nlet places[i in [m], j in [n]] = "
      "|positions(S)(i, j)|\n"
      "let data = values(S)\nlet whole = S",
      "m = 2; n = 2");
  const auto at = [](int i, int j) { return Value::tuple({Value::number(i), Value::number(j)}); };
  world.instance.set("S", Table{{{at(0, 1), Value::number(5)}, {at(1, 0), Value::number(0)}}, Value::number(0)});
  EXPECT_EQ(world.value("many"), "2");
  EXPECT_EQ(world.tensor("places"), "0 1 1 0");
  EXPECT_EQ(world.tensor("data"), "5 0");
  EXPECT_EQ(world.tensor("whole"), "0 5 0 0");
  // Where an instance gives every value and no list of entries, what is stored is what is not 0.
  world.instance.set("S", Table{{{at(0, 0), Value::number(0)},
                                 {at(0, 1), Value::number(5)},
                                 {at(1, 0), Value::number(0)},
                                 {at(1, 1), Value::number(0)}}});
  EXPECT_EQ(world.value("many"), "1");
}

TEST(Evaluate, DividesByZeroAsExactRealsDo) {
  World world("tensor a, b : real\nlet c = a / b", "a = 3; b = 0");
  EXPECT_EQ(world.value("c"), "0");
}

TEST(Evaluate, RefusesADivisorBelowOne) {
  World world("size n, d\nlet q = n div d\nlet r = n mod d", "n = 7; d = 0");
  EXPECT_EQ(world.value("q"), "ill formed: the divisor of div is 0, not >= 1");
  World well("size n, d\nlet q = n div d\nlet r = (0 - n) mod d", "n = 7; d = 2");
  EXPECT_EQ(well.value("q"), "3");
  EXPECT_EQ(well.value("r"), "1");
}

TEST(Evaluate, RefusesAnIndexOutsideItsSet) {
  World world(
      "size n\ntensor x : [n] -> real\nlet y[i in [n]] = x[i + 1]\nlet z[i in [n]] = if i + 1 < n then x[i + 1] else 0",
      "x = [3, 5]");
  EXPECT_EQ(world.tensor("y"), "ill formed: 2 is outside the set of the function applied to it");
  EXPECT_EQ(world.tensor("z"), "5 0");
}

TEST(Evaluate, RefusesANegativeExtent) {
  World world("size n\ntensor x : [n] -> real\nlet s = sum i in [n - 2]: 1.5", "n = 1");
  EXPECT_EQ(world.value("s"), "ill formed: the range [-1]");
}

TEST(Evaluate, SumsRaggedRows) {
  World world(
      "size m\ntensor len : [m] -> int\ntensor R : (r : [m])*[len[r]] -> real\nlet rows[r] = sum v in [len[r]]: R[r, "
      "v]",
      "len = [2, 0, 1]; R[0, 0] = 1; R[0, 1] = 2; R[2, 0] = 5");
  EXPECT_EQ(world.tensor("rows"), "3 0 5");
}

TEST(Evaluate, PutsASparseTensorTogetherFromItsStoredValues) {
  World world("size n\ntensor S : [n] -> real sparse\nlet T = sum . values(S)* . positions(S)\nlet z = stored(S)",
              "S = [0, 7, 0, 2]");
  EXPECT_EQ(world.tensor("T"), "0 7 0 2");
  EXPECT_EQ(world.value("z"), "2");
}

TEST(Evaluate, UsesDoublesOnlyForTranscendentalFunctions) {
  World world(
      "opaque fn exp : real -> real\n  with for all x: exp(x) > 0\ntensor a : real\nlet b = exp(a) / 2\nlet c = exp(a "
      "- a)",
      "a = 1");
  EXPECT_THAT(world.value("b"), HasSubstr("1.35914"));
  EXPECT_EQ(world.value("c"), "1");
}

TEST(Evaluate, SaysWhatIsNotGiven) {
  World world("size n\ntensor x : [n] -> real\nlet s = sum i: x[i]", "n = 1");
  EXPECT_EQ(world.value("s"), "x has no value");
}

TEST(Evaluate, StopsAtItsBudget) {
  World world("size n\nlet s = sum i in [n], j in [n]: 1.5", "n = 1000");
  world.budget.nodes = 10'000;
  EXPECT_EQ(world.value("s"), "the evaluation reached its limit");
  EXPECT_EQ(world.budget.stopped_by(), Limit::Nodes);
}

TEST(Evaluate, ReadsVectorsOverAnyNumberOfAxes) {
  const char* text =
      "rule r\n  given axes F; value V; n, s : int^F; X : [n]^F -> V\n  where 0 <= s <= n\n  X . ((i in [n - s]^F) -> "
      "s + i) = X . ((i in [n - s]^F) -> i + s)";
  EXPECT_EQ(World(text, "F = [2]; V = [9]; n = [1, 2]; s = [0, 1]; X = [[4, 5],]").claim(), "true");
  EXPECT_EQ(World(text, "F = [0]; V = [9]; X = 3").claim(), "true");
}

}  // namespace
}  // namespace refold
