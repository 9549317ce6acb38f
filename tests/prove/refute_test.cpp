#include "prove/refute.h"

#include <chrono>

#include "prove/refute_choices.h"

namespace refold {
namespace {

using testing::HasSubstr;

struct Refuter {
  explicit Refuter(const std::string& text) : module(load_text(sources, "input", text)) {
    for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
    budget.nodes = kRefuteNodes;
  }
  Result<std::optional<Counterexample>> search() { return refute(module.store, module.rules.front(), budget); }
  /// The instance and the difference, "none", or the message.
  std::string found() {
    const auto result = search();
    if (!result) return render(result.error(), sources);
    return *result ? (*result)->text + (*result)->difference : "none";
  }
  SourceMap sources;
  Module module;
  Budget budget;
};

std::string found(const std::string& text) { return Refuter(text).found(); }

TEST(Refuter, SwapsTheMapsOfAnInverse) {
  EXPECT_EQ(found("refute lemma1_16_swapped\n"
                  "  given set I;  phi, psi : I -> I\n"
                  "  inverse(psi . phi)  =  flatten . inverse(psi)* . inverse(phi)"),
            "I = [2]\n"
            "phi = [0, 0]\n"
            "psi = [1, 0]\n"
            "left[0] = {}, right[0] = {0, 1}");
}

TEST(Refuter, TellsTwoReductionsApart) {
  const std::string rule = "refute two_reductions\n  given value V;  r, s : reduction V\n  s . r*  =  s . flatten\n";
  EXPECT_EQ(found(rule + "  witness r = sum;  s = prod"),
            "V = real\n"
            "r = sum\n"
            "s = prod\n"
            "left({{}}) = 0, right({{}}) = 1");
  EXPECT_EQ(found(rule),
            "V = [2]\n"
            "r = [[0, 1], [1, 1]]\n"
            "s = [[0, 0], [0, 1]]\n"
            "left({{}}) = 0, right({{}}) = 1");
}

TEST(Refuter, NeedsBothInverseEquations) {
  EXPECT_EQ(found("refute not_injective\n"
                  "  given sets I, J;  value V;  X : I -> V;  phi : I -> J;  psi : J -> I;  r : reduction V\n"
                  "  where phi . psi = id\n"
                  "  r . X* . inverse(phi)  =  X . psi"),
            "I = [2]\n"
            "J = [1]\n"
            "V = [2]\n"
            "X = [0, 1]\n"
            "phi = [0, 0]\n"
            "psi = [0,]\n"
            "r = [[0, 1], [1, 1]]\n"
            "left[0] = 1, right[0] = 0");
}

TEST(Refuter, TellsASumOfProductsFromASum) {
  EXPECT_EQ(found("refute sum_of_products\n"
                  "  given sets I, J, K;  X : J -> real;  Phi : I -> bag J;  Psi : K -> bag I\n"
                  "  sum . (prod . X* . Phi)* . Psi  =  sum . X* . (flatten . Phi* . Psi)"),
            "I = [1]\n"
            "J = [0]\n"
            "K = [1]\n"
            "Phi = [{},]\n"
            "Psi = [{0},]\n"
            "left[0] = 1, right[0] = 0");
}

constexpr const char* kTheorem1 =
    "  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J\n";

TEST(Refuter, NeedsAFunctionThatKeepsZero) {
  const std::string rule = std::string("refute without_zero\n") + kTheorem1 +
                           "  where |Phi| <= 1\n  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\n";
  EXPECT_EQ(found(rule + "  witness f(x) = x + 1"),
            "I = [1]\n"
            "J = [0]\n"
            "f(x) = x + 1\n"
            "Phi = [{},]\n"
            "left[0] = 1, right[0] = 0");
  EXPECT_EQ(found(rule + "  witness f = t -> t + 1"),
            "I = [1]\n"
            "J = [0]\n"
            "f(t) = t + 1\n"
            "Phi = [{},]\n"
            "left[0] = 1, right[0] = 0");
  EXPECT_EQ(found(rule),
            "I = [1]\n"
            "J = [0]\n"
            "f(x) = x + 1\n"
            "Phi = [{},]\n"
            "left[0] = 1, right[0] = 0");
}

TEST(Refuter, NeedsAtMostOneStoredValue) {
  const std::string rule = std::string("refute duplicates\n") + kTheorem1 +
                           "  where f(0) = 0\n  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\n";
  EXPECT_EQ(found(rule + "  witness f(x) = x*x;  D = [1, 1]"),
            "I = [1]\n"
            "J = [2]\n"
            "f(x) = x*x\n"
            "D = [1, 1]\n"
            "Phi = [{0, 0},]\n"
            "left[0] = 4, right[0] = 2");
  EXPECT_EQ(found(rule),
            "I = [1]\n"
            "J = [1]\n"
            "f(x) = x*x\n"
            "D = [1,]\n"
            "Phi = [{0, 0},]\n"
            "left[0] = 4, right[0] = 2");
}

TEST(Refuter, TakesNoWitnessThatIsNoneOfTheRules) {
  const std::string maps = "refute r\n  given set A;  f, g : A -> A\n  f . g  =  g . f\n  witness ";
  EXPECT_EQ(found(maps + "A = [2];  f = [1, 0];  g = [0, 0]"), "A = [2]\nf = [1, 0]\ng = [0, 0]\nleft[0] = 1, right[0] = 0");
  EXPECT_THAT(found(maps + "A = [1];  f = [1,];  g = [0,]"), HasSubstr("note: f(0) = 1 is no element of A"));
  const std::string numbers = "refute r\n  given f : int -> int\n  for all x in int: 2*f(x) != x + 1\n  witness f(x) = ";
  EXPECT_THAT(found(numbers + "x"), HasSubstr("f(x) = x"));
  EXPECT_THAT(found(numbers + "(x + 1)/2"), HasSubstr("E0310"));
  EXPECT_THAT(found("refute r\n  given set A; f : A -> A; X : A -> real\n  X . f  =  X\n  witness A = [1]; X = [1,]; f = [(0, 0),]"), HasSubstr("E0244: (0, 0) stands where a number is wanted"));
}

TEST(Refuter, TakesNoWitnessOfAnotherShape) {
  const std::string three = "refute r\n  given X : [3] -> real\n  X[2] = X[0]\n  witness X = ";
  EXPECT_THAT(found(three + "[1, 2, 3]"), HasSubstr("X = [1, 2, 3]"));
  EXPECT_THAT(found(three + "[1, 2]"), HasSubstr("E0244: 2 entries given, where there are 3"));
  EXPECT_THAT(found(three + "[1, 2, 3, 4]"), HasSubstr("E0244: 4 entries given, where there are 3"));
  const std::string any = "refute r\n  given size n; X, Y : [n] -> real\n  X = Y\n  witness ";
  EXPECT_THAT(found(any + "X = [1, 2]; Y = [1, 3]"), HasSubstr("n = 2"));
  EXPECT_THAT(found(any + "X = [1, 2]; Y = [1, 2, 3]"), HasSubstr("E0244: 3 entries given, where there are 2"));
  EXPECT_THAT(found(any + "X = [1, 2]; n = 3"), HasSubstr("E0244: n is 2 by what stands before"));
  const std::string set = "refute r\n  given set I; X, Y : I -> real\n  X = Y\n  witness ";
  EXPECT_THAT(found(set + "I = [2]; X = [1, 2, 3]"), HasSubstr("E0244: 3 entries given, where there are 2"));
}

TEST(Refuter, TakesNoOperationThatIsNoReduction) {
  const std::string fold = "refute r\n  given value V;  r, s : reduction V\n  s . r*  =  s . flatten\n  witness V = [3];  r = ";
  EXPECT_THAT(found(fold + "[[0, 1, 2], [1, 1, 1], [2, 2, 2]]"), HasSubstr("E0244: this operation is not commutative"));
  EXPECT_THAT(found(fold + "[[0, 1, 2], [1, 2, 1], [2, 1, 1]]"), HasSubstr("E0244: this operation is not associative"));
  EXPECT_THAT(found(fold + "[[0, 1], [1, 1]]"), HasSubstr("note: the operation r is on 2 values, not on those of V"));
}

TEST(Refuter, SaysWhenTheWitnessDoesNotRefute) {
  EXPECT_EQ(found(std::string("refute duplicates\n") + kTheorem1 +
                  "  where f(0) = 0\n  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi\n  witness f(x) = 2*x"),
            "input:5:11: error E0310: at this witness duplicates does not fail\n"
            "    witness f(x) = 2*x\n"
            "            ^~~~~~~~~~\n"
            "  help: mend the witness, or leave it out and any counterexample is searched\n");
  EXPECT_EQ(found("refute r\n  given set I; x : I -> real\n  (sum i: x[i]) = 0\n  witness y = 3"),
            "input:4:11: error E0244: no variable of the rule is called y\n"
            "    witness y = 3\n"
            "            ^\n");
}

TEST(Refuter, DropsDuplicatesOfAnEinsum) {
  EXPECT_EQ(found("refute drops_duplicates\n"
                  "  given sets L, O, J;  D : J -> real;  Phi : L -> bag J;  psi : L -> O\n"
                  "  let kappa = enumerate({ l : L if |Phi(l)| == 1 })\n"
                  "  given s : [|{ l : L if |Phi(l)| == 1 }|] -> J\n"
                  "  where Phi . kappa = single . s\n"
                  "  sum . (sum . D* . Phi)* . inverse(psi)  =  sum . (D . s)* . inverse(psi . kappa)"),
            "L = [1]\n"
            "O = [1]\n"
            "J = [1]\n"
            "D = [1,]\n"
            "Phi = [{0, 0},]\n"
            "psi = [0,]\n"
            "left[0] = 2, right[0] = 0");
}

TEST(Refuter, FindsZeroDivisors) {
  EXPECT_EQ(found("refute zero_divisors\n  given set I;  X, Y : I -> V\n  over commutative ring V\n"
                  "  support(X * Y)  =  { i : I if X[i] != 0 and Y[i] != 0 }"),
            "I = [1]\n"
            "X = [2,]\n"
            "Y = [2,]\n"
            "V = mod4\n"
            "left = {}, right = {0}");
}

TEST(Refuter, DividesByZero) {
  EXPECT_EQ(
      found("refute divide\n  given set I;  s : real;  x : I -> real\n  (y -> (y / s) * s) . x  =  x\n  witness s = 0"),
      "I = [1]\n"
      "s = 0\n"
      "x = [1,]\n"
      "left[0] = 0, right[0] = x[0] = 1");
}

TEST(Refuter, FindsMatricesThatDoNotCommute) {
  EXPECT_EQ(found("refute dot_commutes\n  given set I;  A, B : I*I -> real\n"
                  "  einsum(\"ik,kj->ij\", A, B)  =  einsum(\"ik,kj->ij\", B, A)"),
            "I = [2]\n"
            "A = [[0, 0], [1, 0]]\n"
            "B = [[0, 0], [0, 1]]\n"
            "left[1, 0] = 0, right[1, 0] = 1");
}

TEST(Refuter, TellsASumOfSquaresFromASquare) {
  EXPECT_EQ(found("refute sum_of_squares\n  given set I;  x : I -> real\n"
                  "  (sum i: x[i]) * (sum i: x[i])  =  (sum i: x[i] * x[i])"),
            "I = [2]\n"
            "x = [1, 1]\n"
            "left = 4, right = 2");
}

TEST(Refuter, TriesSizesNextToConstants) {
  const std::string rule =
      "refute r\n  given size n;  x : [n] -> real\n  where n >= 1\n  (sum i: x[i]) = (sum i if i < 8: x[i])";
  EXPECT_THAT(found(rule), HasSubstr("n = 9\n"));
}

TEST(Refuter, FindsARightSideThatIsIllFormed) {
  EXPECT_EQ(found("refute r\n  given size n;  x : [n] -> real\n  x = (i -> x[i + 1])"),
            "n = 1\n"
            "x = [0,]\n"
            "left[0] = x[0] = 0, right[0] is ill formed: 1 is outside the set of the function applied to it");
  EXPECT_EQ(found("refute r\n  given size n;  x : [n] -> real\n  ((i in [n]) -> x[i + 1]) => x"), "none");
}

TEST(Refuter, RefutesPropositions) {
  EXPECT_EQ(found("refute r\n  given size n\n  |{ i : [n] if i <= 1 }| = n"),
            "n = 3\n"
            "left = 2, right = 3");
  EXPECT_EQ(found("refute r\n  given i, j : int\n  i < j => i + 1 < j"),
            "i = 0\n"
            "j = 1\n"
            "left = true, right = false");
}

TEST(Refuter, RefutesAtRankOne) {
  EXPECT_EQ(found("refute r\n  given axes F; value V; n : int^F; X : [n]^F -> V\n  X . (i -> n - 1 - i) = X"),
            "F = [1]\n"
            "V = [2]\n"
            "n = [2,]\n"
            "X = [1, 0]\n"
            "left[0] = 0, right[0] = 1");
}

TEST(Refuter, FindsNothingAgainstTrueRules) {
  for (const char* rule :
       {"rule a\n  given sets I, J, K;  phi : I -> J;  psi : J -> K\n  inverse(psi . phi)  =  flatten . inverse(phi)* "
        ". inverse(psi)",
        "rule b\n  given value V;  r : reduction V\n  r . r*  =  r . flatten",
        "rule c\n  given sets I, J;  value V;  X : I -> V;  phi : I -> J;  psi : J -> I;  r : reduction V\n"
        "  where phi . psi = id;  psi . phi = id\n  r . X* . inverse(phi)  =  X . psi",
        "rule d\n  given sets I, J, K;  value V;  X : J -> V;  Phi : I -> bag J;  Psi : K -> bag I;  r : reduction V\n"
        "  r . (r . X* . Phi)* . Psi  =  r . X* . (flatten . Phi* . Psi)",
        "rule e\n  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J\n"
        "  where f(0) = 0;  |Phi| <= 1\n  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi",
        "rule f\n  given sets N, I;  X(k : N) : I -> real\n"
        "  support(prod . [X(k) for k in N]* . copies(N))  =  { i : I if all k in N: (X(k)[i] != 0) }",
        "rule g\n  given set I;  value V;  X : I -> V;  p : I -> bool;  r : reduction V\n"
        "  where for all i in I: X[i] != r({}) => p(i)\n  let kappa = enumerate({ i : I if p(i) })\n"
        "  X  =  r . (X . kappa)* . inverse(kappa)",
        "rule h\n  given set N;  set I, J(k : N);  value V;  X(k : N) : J(k) -> V;  Phi(k : N) : I -> bag J(k);  r : "
        "reduction V\n"
        "  r . [X(k) for k in N]* . <Phi(k) for k in N>  =  r . [r . X(k)* . Phi(k) for k in N]* . copies(N)",
        "rule i\n  given sets I, J;  values V, W;  r : reduction V;  s : reduction W;  f : V -> W;  X : J -> V;  Phi : "
        "I -> bag J\n"
        "  where f . r = s . f*\n  f . (r . X* . Phi)  =  s . (f . X)* . Phi"}) {
    Refuter refuter(rule);
    refuter.budget.nodes = 100'000;
    EXPECT_EQ(refuter.found(), "none") << rule;
  }
}

TEST(Refuter, StopsAtItsBudgetAndSaysSo) {
  Refuter refuter("rule a\n  given size n;  x : [n] -> real\n  (sum i: x[i]) = (sum i: 1*x[i])");
  refuter.budget.nodes = 5'000;
  EXPECT_EQ(refuter.found(), "none");
  EXPECT_EQ(refuter.budget.stopped_by(), Limit::Nodes);
}

TEST(Refuter, KnowsWhenItHasTriedEverythingSmall) {
  Refuter refuter("rule a\n  given p, q : bool\n  (p and q) = (q and p)");
  EXPECT_EQ(refuter.found(), "none");
  EXPECT_EQ(refuter.budget.stopped_by(), std::nullopt);
}

TEST(Refuter, IsDeterministic) {
  const std::string rule = "refute r\n  given sets I, J; X : I*J -> real\n  (sum i, j: X[i, j]) = (prod i, j: X[i, j])";
  EXPECT_EQ(found(rule), found(rule));
}

TEST(Model, ShowsThatHypothesesCanHold) {
  Refuter refuter(
      "rule a\n  given size n, m;  x : [n] -> real\n  where n*m = 6;  n >= 2;  for all i: x[i] = 2\n  (sum i: x[i]) = "
      "2*real(n)");
  const auto model = find_model(refuter.module.store, refuter.module.rules.front(), refuter.budget);
  ASSERT_TRUE(model);
  EXPECT_EQ(text(*model, {"n", "m", "x"}), "n = 2\nm = 3\nx = [2, 2]\n");
}

TEST(Model, FindsNoneForContradictoryHypotheses) {
  Refuter refuter("rule a\n  given size n;  x : [n] -> real\n  where n < 2;  n > 2\n  (sum i: x[i]) = 0");
  EXPECT_FALSE(find_model(refuter.module.store, refuter.module.rules.front(), refuter.budget));
}

TEST(Refuter, AWitnessIsOneOfTheDeclaredSortsAndAlgebra) {
  const auto at = [](const std::string& clauses) { return found("refute near_miss\n" + clauses); };
  EXPECT_THAT(at("  given b : bool\n  b\n  witness b = (1, 2)"), HasSubstr("E0244: (1, 2) stands where true or false is wanted"));
  EXPECT_THAT(at("  given X : [2] -> bool\n  X[0]\n  witness X = [0.5, 1]"), HasSubstr("E0244: 1/2 stands where true or false is wanted"));
  EXPECT_THAT(at("  given X : [2] -> bool\n  X[0]\n  witness X = [0, 1]"), HasSubstr("X = [false, true]"));
  EXPECT_THAT(at("  given set I;  X : I -> real\n  X  =  2*X\n  witness I = [1];  X = [(1, 2),]"), HasSubstr("E0244: (1, 2) stands where a number is wanted"));
  EXPECT_THAT(at("  given x : int\n  x  =  0\n  witness x = 1e3"), HasSubstr("left = 1000"));
  EXPECT_THAT(at("  given x : int8\n  x <= 127\n  witness x = 500"), HasSubstr("E0244: 500 stands where an element of int8 is wanted"));
  EXPECT_THAT(at("  given size n\n  n >= 0\n  witness n = -1"), HasSubstr("E0310"));
  const std::string divisors = "  where x * y = 0;  x != 0\n  y  =  0\n  witness real = mod4;  x = 2;  y = 2";
  EXPECT_THAT(at("  given x, y : real\n  over field\n" + divisors), HasSubstr("E0310"));
  EXPECT_THAT(at("  given x, y : real\n  over ring\n" + divisors), HasSubstr("left"));
  EXPECT_THAT(at("  given x : real\n  over idempotent semiring\n  x + x  =  x\n  witness real = mod4;  x = 1"), HasSubstr("E0310"));
}

TEST(Refuter, LeavesFunctionsOfFunctionsOpen) {
  EXPECT_THAT(found("refute near_miss\n  given set I;  F : (I -> real) -> real;  X, Y : I -> real\n  where F(X) = 0\n  F(Y)  =  0\n"), HasSubstr("none"));
}

TEST(Choices, MeetEveryRunOfALimitOnce) {
  Choices choices;
  choices.start(2);
  std::vector<std::string> runs;
  do {
    const std::size_t a = choices.pick(3), b = a == 1 ? 9 : choices.pick(2);
    runs.push_back(std::to_string(a) + std::to_string(b));
  } while (choices.next());
  EXPECT_EQ(runs, (std::vector<std::string>{"00", "01", "19", "20"}));
  EXPECT_TRUE(choices.cut());  // "21" costs 3
}

}  // namespace
}  // namespace refold
