#include "egraph/estimate.h"

#include "rule/fixture.h"

namespace refold {
namespace {

/// products + steps of a let; sizes n 10, m 20, S has 5 values, T 20.
std::string cost(const std::string& expression) {
  RuleFixture f("size n, m\ntensor S, T : [n]*[m] -> real sparse\ntensor A : [n]*[m] -> real\ntensor x : [m] -> real\n"
                "fn relu(t) = max(t, 0)\nlet e = " + expression + "\n");
  DataSizes sizes;
  sizes.sizes = {{f.module.sizes[0].term, 10}, {f.module.sizes[1].term, 20}};
  sizes.stored = {{f.module.tensor("S")->variable.term, 5}, {f.module.tensor("T")->variable.term, 20}};
  const Estimate made = estimate(f.t, sizes, f.let("e"));
  return made.products.str() + " + " + made.steps.str();
}

TEST(Estimate, CountsProductsAndElementsOfBags) {
  EXPECT_EQ(cost("relu . A"), "200 + 0");
  EXPECT_EQ(cost("einsum(\"nm,m->n\", A, x)"), "200 + 200");
  EXPECT_EQ(cost("sum . A* . inverse((i in [n], j in [m]) -> i)"), "0 + 200");
}

TEST(Estimate, VisitsStoredEntriesOnlyWhereTheTermDoes) {
  EXPECT_EQ(cost("sum . (relu . values(S))* . positions(S)"), "5 + 5");
  EXPECT_EQ(cost("relu . sum . values(S)* . positions(S)"), "200 + 5");
  EXPECT_EQ(cost("relu . A . enumerate({ (i, j) : [n]*[m] if |positions(S)(i, j)| == 1 })"), "5 + 0");
}

TEST(Estimate, RestrictingAnIndexSetAloneMakesNothingCheaper) {
  const std::string kappa = "enumerate({ i : [n] if |inverse((p in [n], q in [m]) -> p)(i)| >= 1 })";
  EXPECT_EQ(cost("sum . A* . inverse((i in [n], j in [m]) -> i)"), "0 + 200");
  EXPECT_EQ(cost("sum . (sum . A* . (inverse((i in [n], j in [m]) -> i) . " + kappa + "))* . inverse(" + kappa + ")"), "0 + 210");
}

TEST(Estimate, ASumThatIsAnOperandIsComputedOnceAtEachOfItsIndices) {
  // 20*20*10 for the inner one and 10*20*20 for the outer one, not the inner one for each product of the outer one.
  EXPECT_EQ(cost("einsum(\"nm,mk->nk\", A, einsum(\"nm,nk->mk\", A, A))"), "8000 + 8000");
  EXPECT_EQ(cost("einsum(\"nm,nk,nl->ml\", A, A, A)"), "80000 + 80000");
}

TEST(Estimate, CountsWhatStandsInABag) {
  EXPECT_EQ(cost("(i in [n]) -> prod({(sum j in [m]: A[i, j]), (sum j in [m]: A[i, j])})"), "10 + 400");
}

/// `enumerate` of the pairs that satisfy a condition, as a tensor read there.
std::string read_where(const std::string& condition) { return cost("relu . A . enumerate({(i, j) : [n]*[m] if " + condition + "})"); }

TEST(Estimate, OneTensorsSupportIsOneCondition) {
  const std::string stored = "|positions(S)(i, j)| == 1", place = "|inverse(enumerate({(p, q) : [n]*[m] if 1 <= |positions(S)(p, q)|}))(i, j)|";
  for (const std::string& condition : {stored, stored + " and " + stored, stored + " and 1 <= |positions(S)(i, j)|",
                                       stored + " and " + place + " == 1", place + " >= 1", "1 <= |positions(S)(i, j)| and " + place + " == 1"})
    EXPECT_EQ(read_where(condition), "5 + 0") << condition;
}

TEST(Estimate, OtherTensorsAndIndicesAreIndependent) {
  EXPECT_EQ(read_where("|positions(S)(i, j)| == 1 and |positions(T)(i, j)| == 1"), "1 + 0");  // 200 * 1/40 * 1/10, rounded up
  EXPECT_EQ(read_where("|positions(T)(i, j)| == 1 and |positions(T)(i, 0)| == 1"), "2 + 0");
  EXPECT_EQ(read_where("|positions(T)(i, j)| == 1 and |positions(T)(i, j)| == 1"), "20 + 0");
  EXPECT_EQ(read_where("|inverse((p in [n], q in [m]) -> p)(i)| == 1 and 1 <= |inverse((p in [n], q in [m]) -> p)(i)|"), "200 + 0");
}

TEST(Estimate, WhatAnEnumerationGivesIsNotAskedAgain) {
  const std::string kappa = "enumerate({(i, j) : [n]*[m] if |positions(S)(i, j)| == 1})";
  EXPECT_EQ(cost("relu . A . " + kappa + " . enumerate({p : [|{(i, j) : [n]*[m] if |positions(S)(i, j)| == 1}|] if 1 <= |positions(S)(" + kappa + "(p))|})"),
            "5 + 0");
}

TEST(Estimate, AnEmptySetCostsNothing) {
  RuleFixture f("size n\ntensor A : [n] -> real\nfn relu(t) = max(t, 0)\nlet e = relu . A\n");
  DataSizes sizes;
  sizes.sizes = {{f.module.sizes[0].term, 0}};
  EXPECT_EQ(estimate(f.t, sizes, f.let("e")).weight(), 0);
}

}  // namespace
}  // namespace refold
