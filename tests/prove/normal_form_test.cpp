// Rules without a script: true ones that their normal form proves (normal_form.rf), and false ones close to them.
#include "prove/normal_form.h"

#include "prove/integers.h"
#include "prove/proving.h"
#include "term/text.h"

namespace refold {
namespace {

bool by_normal_form(const std::string& clauses) {
  Proving one("rule goal\n" + clauses);
  for (const Diagnostic& error : one.module.errors) ADD_FAILURE() << render(error, one.sources);
  return one.proved("goal");
}

TEST(NormalForm, ProvesRulesForAllSizesAndRanks) {
  Proving all(read_file(std::string(REFOLD_SOURCE_DIR) + "/tests/prove/normal_form.rf"));
  EXPECT_EQ(all.messages(), "");
  EXPECT_GE(all.module.rules.size(), 29u);
}

TEST(NormalForm, ProvesNoNearMiss) {
  const std::string matrices = "  given size n;  A, B : [n]*[n] -> real\n";
  EXPECT_FALSE(by_normal_form(matrices + "  einsum(\"ij,jk->ik\", A, B)  =  einsum(\"ij,jk->ik\", B, A)\n"));
  EXPECT_FALSE(by_normal_form(matrices + "  einsum(\"ij,ij->\", A, B)  =  einsum(\"ij,ji->\", A, B)\n"));
  const std::string tiled = "  given size n, c;  X : [n] -> real\n  where c >= 1\n  sum x in [n]: X[x]  =  ";
  EXPECT_FALSE(by_normal_form(tiled + "sum t in [n div c], u in [c]: X[t*c + u]\n"));                                   // the rest is lost
  EXPECT_FALSE(by_normal_form(tiled + "sum t in [(n + c - 1) div c], u in [c] if t*c + u <= n - 2: X[t*c + u]\n"));      // the last one
  const std::string window = "  given size n, w;  X : [n + w] -> real\n  where w >= 1;  n >= 1\n";
  EXPECT_FALSE(by_normal_form(window + "  sum i in [n], k in [w]: X[i + k]  =  sum x in [n + w - 1]: X[x]\n"));            // counted often
  EXPECT_FALSE(by_normal_form("  given size m, n;  X : [m]*[n] -> real\n  where m >= 1;  n >= 1\n"
                      "  sum i in [m]: (max j in [n]: X[i, j])  =  max j in [n]: (sum i in [m]: X[i, j])\n"));
  EXPECT_FALSE(by_normal_form("  given size n;  X : [n] -> real\n  sum i in [n]: X[i]  =  sum i in [n] if i < 8: X[i]\n"));  // true up to 8
  EXPECT_FALSE(by_normal_form("  given set I;  X, Y : I -> real\n  X / Y * Y  =  X\n"));                                 // x / 0 is 0
  EXPECT_FALSE(by_normal_form("  given size m, c;  X : [m*c + 1] -> real\n"
                      "  sum t in [m]: X[c*t]  =  sum x in [m*c] if c >= 1 and x mod max(c, 1) == 0: X[x]\n"));      // dilation 0
  EXPECT_FALSE(by_normal_form("  given axes F;  d : int^F;  X, Y : [d]^F -> real\n  X - Y  =  Y - X\n"));
  EXPECT_FALSE(by_normal_form("  given axes F;  values V;  d : int^F;  X : [d]^F -> V\n  X . ((i in [d]^F) -> d - 1 - i)  =  X\n"));
}

TEST(NormalForm, TakesNoMemberOfAFamilyForAnother) {
  // J(a) and J(b) may have different sizes.
  EXPECT_FALSE(by_normal_form("  given sets N, J(k : N);  X(k : N) : J(k) -> real;  a, b : N;  c : real\n"
                              "  where a != b;  for all k in N: for all i in J(k): X(k)[i] = c\n"
                              "  sum i in J(a): X(a)[i]  =  sum i in J(b): X(b)[i]\n"));
  EXPECT_FALSE(by_normal_form("  given sets I, K;  X : I -> real;  Y : K -> real;  c : real\n"
                              "  where for all i in I: X[i] = c;  for all i in K: Y[i] = c\n"
                              "  sum i in I: X[i]  =  sum i in K: Y[i]\n"));
}

TEST(NormalForm, NeedsWhatTheAlgebraHas) {
  const auto swapped = [](const std::string& over) {
    return "  given size m, n;  A : [m]*[n] -> real;  B : [n]*[m] -> real\n  over " + over +
           "\n  (i in [m], j in [m]) -> sum k in [n]: A[i, k] * B[k, j]  =  (i in [m], j in [m]) -> sum k in [n]: B[k, j] * A[i, k]\n";
  };
  EXPECT_TRUE(by_normal_form(swapped("commutative semiring")));
  EXPECT_FALSE(by_normal_form(swapped("semiring")));
}

TEST(NormalForm, SaysWhatIsStuck) {
  const std::string said = Proving("rule goal\n  given size n;  X : [n] -> real\n  X  =  2*X\n").messages();
  EXPECT_THAT(said, testing::HasSubstr("error E0419: the sides were not shown to be equal\n"));
  EXPECT_THAT(said, testing::HasSubstr("note: stuck at: "));
  EXPECT_THAT(Proving("rule goal\n  given size m, n;  X : [m] -> real\n  where n <= m\n  X  =>  (i in [n]) -> X[i]\n").messages(), testing::HasSubstr("error E0418: "));
}

class Tidied : public testing::TestWithParam<std::pair<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Forms, Tidied, testing::Values(
    std::pair("(x + 1)*(x - 1) - x*x", "-1"), std::pair("(c*x + y) div c", "x + y div c"), std::pair("(6*x + 5) div 3", "1 + 2*x"),
    std::pair("(x + y) mod 1", "0"), std::pair("((x div 2) div 3)", "x div 6"), std::pair("x - x", "0")));

TEST_P(Tidied, IsThisTerm) {
  SourceMap sources;
  const auto [given, wanted] = GetParam();
  const Module module = load_text(sources, "input", std::string("rule r\n  given x, y, c : int\n  ") + given + " + 0*x*y*c  =  " + wanted + " + 0*c*y*x\n");
  for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
  ASSERT_EQ(module.rules.size(), 1u);
  TermStore store(module.store, 0);
  Terms terms(store);
  Integers integers(terms);
  EXPECT_EQ(integers.tidy(module.rules[0].left), integers.tidy(module.rules[0].right)) << text(store, integers.tidy(module.rules[0].left));
}

}  // namespace
}  // namespace refold
