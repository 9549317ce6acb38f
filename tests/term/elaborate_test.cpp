#include "support/fixture.h"

namespace refold {
namespace {

const char* const kData =
    "size m, n, d\n"
    "tensor S : [m]*[n] -> real sparse\n"
    "tensor A : [m]*[d] -> real\n"
    "tensor B : [d]*[n] -> real\n"
    "tensor G : [n]*[n] -> real\n"
    "tensor v : [n] -> real\n"
    "tensor T : [m]*[n]*[d] -> real\n"
    "fn relu(x) = max(x, 0)\n"
    "map swap(i, j) = (j, i)\n"
    "bag row(i) = { (i, j) for j in [n] }\n";

TEST(Elaborate, ComposesAndNamesTheSort) {
  Fixture f(kData);
  EXPECT_EQ(f.sort("A . swap"), "[d]*[m] -> real");
  EXPECT_EQ(f.sort("relu . A"), "[m]*[d] -> real");
  EXPECT_EQ(f.sort("sum . G* . row"), "[n] -> real");
  EXPECT_EQ(f.text("S"), "sum . values(S)* . positions(S)");
}

TEST(Elaborate, ThreeSpellingsOfAnEinsumAreOneTerm) {
  Fixture f(kData);
  EXPECT_TRUE(f.same("einsum(\"mn,mk,kn->mn\", S, A, B)", "((i, j) -> S[i, j] * (sum q: A[i, q] * B[q, j]))"));
  EXPECT_TRUE(f.same("einsum(\"iq,jq->ij\", G, G)", "((i, j) -> sum q: G[i, q] * G[j, q])"));
  EXPECT_TRUE(f.same("einsum(\"ij,j\", G, v)", "einsum(\"ab,b->a\", G, v)"));
  EXPECT_TRUE(f.same("einsum(\"ij,ij->ij\", G, G)", "G * G"));
  EXPECT_FALSE(f.same("einsum(\"ij,j->i\", G, v)", "einsum(\"ij,i->j\", G, v)"));
  EXPECT_EQ(f.text("einsum(\"ij,j->i\", G, v)"),
            "sum . (prod . [G, v]* . <id, ((i in [n], j in [n]) -> j)>)* . inverse((i in [n], j in [n]) -> i)");
}

TEST(Elaborate, GuardsCutTheLatentSet) {
  Fixture f(kData);
  EXPECT_EQ(f.text("(sum i, j if i < j: G[i, j])"),
            "(sum . (G . (((i, j) in {(i, j) : [n]*[n] if i < j}) -> (i, j)))* . inverse(((i, j) in {(i, j) : [n]*[n] if i < j}) -> ()))()");
  EXPECT_EQ(f.sort("(sum i, j if i < j: G[i, j])"), "real");
}

TEST(Elaborate, TextElaboratesToTheSameTerm) {
  Fixture f(kData);
  for (const char* expression :
       {"relu . einsum(\"mn,mk,kn->mn\", S, A, B)", "einsum(\"ij,j->i\", G, v)", "einsum(\"ii->i\", G)", "einsum(\"ijk->\", T)",
        "(sum i, j, q if i < j and j < q: G[i, j] * G[j, q] * G[i, q])", "G + G", "sum . G* . row", "inverse((i in [n]) -> i div 2)",
        "{ i : [n] if v[i] > 0 }", "((i in [n]) -> if i == 0 then v[i] else 0)", "enumerate({ i : [n] if v[i] > 0 })", "v . enumerate({ i : [n] if v[i] > 0 })",
        "((i in [n]) -> |{ j for j in [n] if j <= i }|)"}) {
    const std::string once = f.text(expression);
    EXPECT_TRUE(f.same(expression, once)) << once;
  }
}

TEST(Elaborate, ANegativeNumberIsANumber) {
  Fixture f(kData);
  EXPECT_EQ(f.text("((i in [n - 1]) -> v[i + 1] - 2)"), "(i in [n - 1]) -> v[i + 1] - 2");
  for (const char* expression : {"((i in [n - 1]) -> v[i + 1] - 2)", "((i in [n]) -> v[i] - 1/2)", "((i in [n]) -> -1 * v[i] - -1)"})
    EXPECT_TRUE(f.same(expression, f.text(expression))) << f.text(expression);
  EXPECT_TRUE(f.same("((i in [n - 1]) -> i)", "((i in [n + -1]) -> i)"));
  EXPECT_FALSE(f.same("((i in [n - 1]) -> i)", "((i in [n + 1]) -> i)"));
}

TEST(Elaborate, AbsIsAFunctionOfTheValuesAroundIt) {
  Fixture f(kData + std::string("tensor w : [n] -> int\n"));
  EXPECT_TRUE(f.same("abs . v", "(x -> abs(x)) . v"));
  EXPECT_EQ(f.sort("abs . v"), "[n] -> real");
  EXPECT_EQ(f.sort("abs . w"), "[n] -> int");
  EXPECT_EQ(f.sort("relu . abs . v"), "[n] -> real");
}

TEST(Elaborate, ForPeopleTermsKeepTheNamesTheirAuthorGave) {
  Fixture f(kData);
  const TermId term = f.id("relu . einsum(\"mn,mk,kn->mn\", S, A, B)");
  EXPECT_EQ(text(f.module.store, term, {false, &f.module.names}),
            "relu . sum . (prod . [S, A, B]* . <((i, j, k) -> (i, j)), ((i, j, k) -> (i, k)), ((i, j, k) -> (k, j))>)* . "
            "inverse((i, j, k) -> (i, j))");
}

TEST(Elaborate, ATensorReadWithinATensorThatIsReadKeepsItsMeaning) {
  Fixture f(
      "rule r\n  given sets L, O;  X, Y : L -> real;  f : real -> real;  psi : L -> O\n"
      "  for all o in O: (sum . ((f . X) * Y)* . inverse(psi))[o] = 0\n"
      "size n\ntensor A, B : [n] -> real\nlet C[i in [n]] = (abs . ((abs . A) * B))[i]\n");
  ASSERT_TRUE(f.module.errors.empty());
  EXPECT_THAT(text(f.module.store, f.module.rule("r")->left), testing::HasSubstr("[f . X, Y]"));
  EXPECT_THAT(text(f.module.store, f.module.let("C")->term), testing::Not(testing::HasSubstr("@")));
}

TEST(Elaborate, ArithmeticOnOneTensorIsAFunctionOfItsValues) {
  Fixture f(kData);
  EXPECT_TRUE(f.same("2 * S", "(t -> 2*t) . S"));
  EXPECT_TRUE(f.same("max(S, 0)", "relu . S"));
  EXPECT_TRUE(f.same("-S", "(t -> -t) . S"));
  EXPECT_FALSE(f.same("S - 2", "(t -> 2 - t) . S"));
}

TEST(Elaborate, ASumOfAComputedTensorAndOthersIsTheReductionOfAStack) {
  Fixture f(kData);
  EXPECT_TRUE(f.same("einsum(\"ij,j->i\", G, v) + v", "sum . [einsum(\"ij,j->i\", G, v), v]* . <id, id>"));
  EXPECT_TRUE(f.same("v - einsum(\"ij,j->i\", G, v)", "sum . [v, (t -> -t) . einsum(\"ij,j->i\", G, v)]* . <id, id>"));
  EXPECT_FALSE(f.same("v + v", "sum . [v, v]* . <id, id>"));  // entries alone stay a formula
}

TEST(Elaborate, RulesKeepTheirStatement) {
  Fixture f(
      "rule theorem1\n  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J\n  where f(0) = 0;  |Phi| <= 1\n"
      "  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\n");
  const RuleStatement& rule = f.module.rules.at(0);
  EXPECT_EQ(text(f.module.store, rule.left), "f . sum . D* . Phi");
  EXPECT_EQ(text(f.module.store, rule.right), "sum . (f . D)* . Phi");
  EXPECT_EQ(text(f.module.store, rule.hypotheses.at(0).prop), "f(0) = 0");
  EXPECT_EQ(text(f.module.store, rule.hypotheses.at(1).prop), "for all i in I: |Phi(i)| <= 1");
}

}  // namespace
}  // namespace refold
