#include "plan/contraction.h"

#include "plan/cost.h"

namespace refold {
namespace {

Contraction sddmm() {
  Contraction c;
  c.latents = {{"m", 4}, {"n", 5}, {"k", 3}};
  c.operands = {{"S", {4, 5}, {Affine::of(0), Affine::of(1)}, csr_packing(), Visit::Iterated, 0, {4, 7}},
                {"A", {4, 3}, {Affine::of(0), Affine::of(2)}, dense_packing({0, 1})},
                {"B", {3, 5}, {Affine::of(2), Affine::of(1)}, dense_packing({0, 1})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(1), ScalarExpr::operand(2)};
  c.output = {"Y", {4, 5}, {Affine::of(0), Affine::of(1)}, 0};
  return c;
}

TEST(Contraction, PrintsItselfAsAnIndexFormula) {
  Contraction c = sddmm();
  EXPECT_EQ(print(c), "Y[m, n] = sum k in [3] if S[m, n] stored: S[m, n] * A[m, k] * B[k, n], for m in [4], n in [5]");
  c.guards = {{Affine{1, {{0, 1}, {1, -1}}}}, {Affine{-2, {{0, 1}, {1, -1}}}}, {Affine{-3, {{0, 1}, {1, -2}}}, true}};
  c.epilogue = ScalarExpr::apply(ScalarOp::Max, {ScalarExpr::result(), ScalarExpr::number(0)});
  EXPECT_EQ(print(c),
            "Y[m, n] = sum k in [3] if S[m, n] stored and m < n and m <= n + 2 and m == 2*n + 3: "
            "S[m, n] * A[m, k] * B[k, n], for m in [4], n in [5]\n  then max(result, 0)");
}

TEST(Contraction, ListsUnderTheSumOnlyWhatIsReduced) {
  Contraction c;
  c.latents = {{"i", 4}};
  c.operands = {{"x", {4}, {Affine::of(0)}, dense_packing({0})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(0)};
  c.output = {"y", {4}, {Affine::of(0)}, {}};
  EXPECT_EQ(print(c), "y[i] = x[i] * x[i], for i in [4]");
  c.output = {"s", {}, {}, {}};
  EXPECT_EQ(print(c), "s = sum i in [4]: x[i] * x[i]");
  c.latents.push_back({"j", 3});
  c.output = {"z", {6}, {Affine::of(0) + Affine::of(1)}, {}};
  EXPECT_EQ(print(c), "z[i + j] = sum i in [4], j in [3]: x[i] * x[i]") << "several i and j have one place";
}

TEST(Affine, AddsAndScalesTermByTerm) {
  const Affine i = Affine::of(0), j = Affine::of(1);
  const Affine sum = i + (-1) * j + Affine::number(3);
  EXPECT_EQ(sum, (Affine{3, {{0, 1}, {1, -1}}}));
  EXPECT_EQ(sum + j, (Affine{3, {{0, 1}}}));  // no term of coefficient 0 stays
  EXPECT_EQ(i.single(), 0u);
  EXPECT_EQ((i + Affine::number(1)).single(), std::nullopt);
  EXPECT_EQ((2 * i).single(), std::nullopt);
}

TEST(Packing, IsAChainOfLevelsWhateverItsName) {
  EXPECT_EQ(in_words(csr_packing()), "(i, j) -> i : range, j : compressed");
  EXPECT_EQ(in_words(csc_packing()), "(i, j) -> j : range, i : compressed");
  EXPECT_EQ(in_words(coo_packing({0, 1})), "(i, j) -> i : compressed duplicates, j : singleton");
  EXPECT_EQ(in_words(coo_packing({0})), "(i) -> i : compressed");
  EXPECT_EQ(in_words(csf_packing({2, 0, 1})), "(i, j, k) -> k : compressed, i : compressed, j : compressed");
  EXPECT_TRUE(is_dense(dense_packing({1, 0, 2})));
  EXPECT_TRUE(is_dense(dense_packing({})));  // a scalar
  EXPECT_FALSE(is_dense(csr_packing()));
}

TEST(Packing, SaysWhatALoopMayDoWithALevel) {
  EXPECT_TRUE(capabilities(csr_packing(), 0).locate);
  EXPECT_FALSE(capabilities(csr_packing(), 0).iterate);
  EXPECT_FALSE(capabilities(csr_packing(), 1).locate);
  EXPECT_TRUE(capabilities(csr_packing(), 1).iterate);
  EXPECT_TRUE(capabilities(csr_packing(), 1).unique);
  EXPECT_FALSE(capabilities(coo_packing({0, 1}), 0).unique);  // a coordinate for each entry
  EXPECT_TRUE(capabilities(coo_packing({0}), 0).unique);
}

TEST(Cost, AddsExactlyAndComparesByWeightThenProducts) {
  const Cost a{10, 0, 0, 8}, b{0, 0, 3, 0};
  EXPECT_EQ(a + b, (Cost{10, 0, 3, 8}));
  EXPECT_TRUE(a == a);
  EXPECT_EQ(a.weight(), b.weight());
  EXPECT_LT(b, a);  // equal weight, fewer products
  EXPECT_LT(a, (Cost{10, 0, 0, 9}));
  const Integer large = Integer(1) << 100;
  EXPECT_EQ(Cost({1, 0, 2, 3}).times(large).bytes, 3 * large);  // no overflow
  EXPECT_EQ(print(Cost{12563520, 0, 1963, 205'000'000}), "12,563,520 operations, 1,963 index steps, 205 MB");
}

TEST(ScalarOp, DivisionByZeroIsZeroAsInTheExactReals) {
  const double operands[] = {3, 0};
  EXPECT_EQ(apply(ScalarOp::Divide, operands), 0);
  const double half[] = {3, 6};
  EXPECT_EQ(apply(ScalarOp::Divide, half), 0.5);
}

TEST(Semiring, DistributesWhereTheAlgebraDoes) {
  EXPECT_TRUE(distributes(plus_times()));
  EXPECT_TRUE(distributes(min_plus()));
  EXPECT_TRUE(distributes(or_and()));
  EXPECT_FALSE(distributes(Semiring{ScalarOp::Multiply, 1, ScalarOp::Add, 0}));  // (a+c)*(b+c) is not a*b + c
  EXPECT_FALSE(distributes(max_times()));                                         // not for a negative factor
}

}  // namespace
}  // namespace refold
