#include "rule/apply.h"

#include "rule/fixture.h"

namespace refold {
namespace {

const std::string kDense = std::string(kSparseRules) + kSampledProduct + R"(
let forms = sum . (prod . [S, sum . A* . single, sum . B* . single]* . <((i in [m], j in [n], q in [k]) -> (i, j)),
  ((i in [m], j in [n], q in [k]) -> (i, q)), ((i in [m], j in [n], q in [k]) -> (q, j))>)* .
  inverse((i in [m], j in [n], q in [k]) -> (i, j))
rule forgets
  given sets I, J;  value V;  X : J -> V;  phi : I -> J;  r : reduction V
  r . X* . (single . phi)  =  X . phi
let formed = sum . A* . single
let gaps = relu . sum . A* . inverse((i in [m], j in [k]) -> i)
let shifted = ((x) -> x + 1) . S
)";

TEST(Apply, ReadsAnEinsumOfSparseFormsThroughItsStoredValues) {
  RuleFixture f(kDense);
  const auto found = f.apply("theorem3", f.let("forms"));
  ASSERT_EQ(found.size(), 1u);
  const std::string kappa = "enumerate({(i, j, l) : [m]*[n]*[k] if |positions(S)(i, j)| == 1})";
  EXPECT_EQ(f.shown(found[0].after),
            "sum . (prod . [values(S), A, B]* . <the . positions(S) . ((i, j, l) -> (i, j)) . " + kappa +
                ", ((i, j, l) -> (i, l)) . " + kappa + ", ((i, j, l) -> (l, j)) . " + kappa +
                ">)* . inverse(((i, j, l) -> (i, j)) . " + kappa + ")");
  EXPECT_THAT(f.shown(found[0].obligations),
              testing::ElementsAre("for all i in [m], j in [n]: |positions(S)(i, j)| <= 1",
                                   "positions(S) . ((i, j, l) -> (i, j)) . " + kappa +
                                       " = single . the . positions(S) . ((i, j, l) -> (i, j)) . " + kappa));
}

TEST(Apply, DoesNotTakeADenseOperandForASparseOne) {
  RuleFixture f(kDense);
  EXPECT_THAT(f.apply("theorem3", f.let("C")), testing::IsEmpty());
}

TEST(Apply, StatesTheHypothesesAtThisPlace) {
  RuleFixture f(kDense);
  const auto found = f.apply("theorem1", f.let("gaps"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(f.shown(found[0].after), "sum . (relu . A)* . inverse((i, j) -> i)");
  // relu(0) = 0 is true by arithmetic; that one row has one entry is not, and stays open.
  EXPECT_THAT(f.shown(found[0].obligations), testing::ElementsAre("for all i in [m]: |inverse((j, l) -> j)(i)| <= 1"));
}

TEST(Apply, KeepsAFalseHypothesisAsAnObligation) {
  RuleFixture f(kDense);
  const auto found = f.apply("theorem1", f.let("shifted"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(f.shown(found[0].obligations),
              testing::ElementsAre("false", "for all i in [m], j in [n]: |positions(S)(i, j)| <= 1"));
}

TEST(Apply, GoesRightToLeftWhereThatSideKnowsAllVariables) {
  RuleFixture f(kDense);
  EXPECT_TRUE(is_applicable(f.t, RuleView(f.t, f.rule("lemma3_sum")), Direction::RightToLeft));
  EXPECT_TRUE(is_applicable(f.t, RuleView(f.t, f.rule("theorem3")), Direction::LeftToRight));  // s is solved for
  EXPECT_FALSE(is_applicable(f.t, RuleView(f.t, f.rule("forgets")), Direction::RightToLeft));
  EXPECT_EQ(f.shown(f.back("lemma3_sum", f.t.input("A", f.t.sort(f.let("formed")))).at(0).after), "sum . A* . single");
  EXPECT_THAT(f.results("lemma3_sum", "formed"), testing::ElementsAre("A"));
}

TEST(Apply, NeverUsesADirectedRuleBackwards) {
  RuleFixture f(
      "rule drop\n  given set I;  X : I -> real\n  over semiring\n  sum . X* . single  =>  X\nsize n\ntensor A : [n] "
      "-> real\nlet B = A\n");
  EXPECT_FALSE(is_applicable(f.t, RuleView(f.t, f.rule("drop")), Direction::RightToLeft));
  EXPECT_THAT(f.back("drop", f.let("B")), testing::IsEmpty());
}

TEST(Apply, ReplacesPartsOfAComposition) {
  RuleFixture f(kDense);
  const TermId y = f.let("Y");
  EXPECT_EQ(f.shown(*subterm(f.t, y, {{}, 1, 3})), f.shown(f.let("C")));
  EXPECT_EQ(subterm(f.t, y, {{}, 2, 3}), std::nullopt);
  EXPECT_EQ(subterm(f.t, y, {{9}, 0, 0}), std::nullopt);
  EXPECT_EQ(f.shown(replaced(f.t, y, {{}, 1, 3}, f.let("formed"))), "relu . sum . A* . single");
}

TEST(Apply, UnderABinderObligationsHoldForEveryValue) {
  RuleFixture f(R"(
rule fixed_point
  given f : real -> real;  x : real
  where f(x) >= x
  max(f(x), x)  =>  f(x)
size n
tensor A : [n] -> real
opaque fn g : real -> real
  with for all x: g(x) >= x
let B = ((i in [n]) -> max(g(A[i]), A[i]))
)");
  std::vector<std::string> seen;
  for (const Place& place : places(f.t, f.let("B")))
    for (const Application& found : f.apply("fixed_point", f.let("B"), place))
      for (const TermId prop : found.obligations) seen.push_back(f.shown(prop));
  EXPECT_THAT(seen, testing::Contains("for all i in [n]: A[i] <= g(A[i])"));
}

TEST(Apply, AValueThatLeavesItsGuardMustHaveAMeaningWithoutIt) {
  RuleFixture f(R"(
rule unguarded
  given c : bool;  x, y : real
  (if c then x*y else 0)  =>  x*(if c then y else 0)
size n
tensor A : [n] -> real
let guarded = ((i in [n]) -> if i + 1 < n then A[i + 1]*A[i] else 0)
let safe = ((i in [n]) -> if i + 1 < n then A[i]*A[i] else 0)
)");
  const auto needs = [&](std::string_view let) {
    const auto found = f.apply("unguarded", f.let(let), {{1}, 0, 0});
    return found.size() == 1 ? f.shown(found[0].obligations) : std::vector<std::string>{"no match"};
  };
  EXPECT_THAT(needs("guarded"), testing::ElementsAre("for all i in [n]: 0 <= i + 1 and i + 1 < n"));
  EXPECT_THAT(needs("safe"), testing::IsEmpty());
}

TEST(Apply, TheLeftSideMustHaveAMeaningWhereOnlyTheRightOneWas) {
  RuleFixture f(R"(
rule bounded
  given i, k : int
  max(i div k, i + k)  =  i + k
size m, n
let sum_of_sizes = m + n
let quotient = max(m div n, m + n)
)");
  const auto back = f.back("bounded", f.let("sum_of_sizes"));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(f.shown(back[0].after), "max(m div n, m + n)");
  EXPECT_THAT(f.shown(back[0].obligations), testing::ElementsAre("1 <= n"));
  const auto forth = f.apply("bounded", f.let("quotient"));  // there the term before needs it already
  ASSERT_EQ(forth.size(), 1u);
  EXPECT_THAT(forth[0].obligations, testing::IsEmpty());
}

TEST(Apply, AnElementMustLieInTheSetOfItsVariable) {
  RuleFixture f(R"(
rule at_element
  given size n;  X : [n] -> real;  i : [n]
  abs(abs(X[i]))  =>  abs(X[i])
size m
tensor A : [m] -> real
let last = abs(abs(A[m - 1]))
)");
  const auto found = f.apply("at_element", f.let("last"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(f.shown(found[0].after), "abs(A[m - 1])");
  EXPECT_THAT(f.shown(found[0].obligations), testing::ElementsAre("m - 1 in [m]"));
}

}  // namespace
}  // namespace refold
