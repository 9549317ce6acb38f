#include "rule/match.h"

#include "rule/fixture.h"

namespace refold {
namespace {

/// The substitutions of all matches of the left side of a rule with the whole of a let, one text each.
std::vector<std::string> matches(RuleFixture& f, std::string_view rule, std::string_view let) {
  std::vector<std::string> texts;
  const RuleView view(f.t, f.rule(rule));
  for (const Match& found : match(f.t, view, f.rule(rule).left, f.let(let))) {
    std::string line;
    for (const auto& [name, value] : print(f.t, view, found.substitution))
      line += (line.empty() ? "" : "; ") + name + " = " + value;
    for (const TermId condition : found.conditions) line += " where " + f.shown(condition);
    texts.push_back(line);
  }
  return texts;
}

constexpr const char* kTwoMaps = R"(
rule fuse
  given sets I, J, K;  X : K -> real;  psi : J -> K;  phi : J -> I
  sum . (X . psi)* . inverse(phi)  =>  sum . X* . (psi* . inverse(phi))
size m, n
tensor A : [m] -> real
map first(i : [m], j : [n]) = i
map swap(j : [n], i : [m]) = (i, j)
tensor next : [m] -> [m]
let one = sum . (A . next)* . inverse(next)
let two = sum . (A . first . swap)* . inverse(swap)
let prods = prod . (A . next)* . inverse(next)
)";

TEST(Match, BindsTheVariablesOfACompositionAndOfItsSorts) {
  RuleFixture f(kTwoMaps);
  EXPECT_THAT(matches(f, "fuse", "one"),
              testing::ElementsAre("I = [m]; J = [m]; K = [m]; X = A; psi = next; phi = next",
                                   "I = [m]; J = [m]; K = [m]; X = A . next; psi = id; phi = next"));
}

TEST(Match, RefusesAnotherReduction) {
  RuleFixture f(kTwoMaps);
  EXPECT_THAT(matches(f, "fuse", "prods"), testing::IsEmpty());
}

TEST(Match, TriesEverySplitOfAChainAndKeepsThoseWhoseSortsMeet) {
  RuleFixture f(kTwoMaps);
  EXPECT_THAT(matches(f, "fuse", "two"),
              testing::ElementsAre(
                  testing::HasSubstr("X = A; psi = ((i in [m], j in [n]) -> i) . ((i in [n], j in [m]) -> (j, i));"),
                  testing::HasSubstr("X = A . ((i in [m], j in [n]) -> i); psi = (i in [n], j in [m]) -> (j, i);"),
                  testing::HasSubstr("psi = id;")));
}

constexpr const char* kStack = R"(
rule members
  given sets N, I, J(k : N);  X(k : N) : J(k) -> real;  phi(k : N) : I -> J(k)
  prod . [X(k) for k in N]* . <phi(k) for k in N>  =>  (i -> prod k in N: X(k)[phi(k)(i)])
size m, n
tensor A : [m] -> real
tensor B : [m]*[n] -> real
tensor C : [n] -> real
let two = einsum("mn,n->mn", B, C)
let three = einsum("m,mn,n->mn", A, B, C)
let sums = sum . [A, A]* . <((i in [m]) -> i), (i -> i)>
)";

TEST(Match, TakesAStackOfAnyNumberOfMembers) {
  RuleFixture f(kStack);
  EXPECT_THAT(matches(f, "members", "two"),
              testing::ElementsAre("N = [2]; I = [m]*[n]; J(0) = [m]*[n]; J(1) = [n]; X(0) = B; X(1) = C; phi(0) = id; "
                                   "phi(1) = (i in [m], j in [n]) -> j"));
  EXPECT_THAT(matches(f, "members", "three"),
              testing::ElementsAre(testing::HasSubstr("N = [3]; I = [m]*[n]; J(0) = [m]; J(1) = [m]*[n]; J(2) = [n]")));
  EXPECT_THAT(matches(f, "members", "sums"), testing::IsEmpty());
}

TEST(Match, TakesNoStackOfMoreMembersThanASubstitutionHolds) {
  const auto product = [](int members) {
    std::string letters = "m", operands = "A";
    for (int k = 1; k < members; ++k) letters += ",m", operands += ", A";
    return std::string(kStack) + "let many = einsum(\"" + letters + "->m\", " + operands + ")\n";
  };
  RuleFixture most(product(64));
  EXPECT_THAT(matches(most, "members", "many"), testing::ElementsAre(testing::HasSubstr("N = [64]; ")));
  RuleFixture more(product(65));
  EXPECT_THAT(matches(more, "members", "many"), testing::IsEmpty());
}

TEST(Match, AFamilyOverALiteralSetMatchesNothing) {
  RuleFixture f(std::string(kStack) + R"(
rule third
  given set I;  X(k : [3]) : I -> real
  [X(2), X(1)]  =>  [X(1), X(2)]
)");
  EXPECT_THAT(matches(f, "third", "sums"), testing::IsEmpty());
}

constexpr const char* kSets = R"(
rule pointwise
  given set J;  f : real -> real;  g : real -> real;  X : J -> real
  [f . X, g . X]  =>  [g . X, f . X]
size m, n
tensor A : [m*n] -> real
tensor B : [n*m] -> real
fn half(x) = x/2
let same = [half . A, half . A]
let other = [half . A, half . B]
)";

TEST(Match, AVariableStandsForOneTermOnly) {
  RuleFixture f(kSets);
  EXPECT_EQ(matches(f, "pointwise", "same").size(), 1u);
  EXPECT_THAT(matches(f, "pointwise", "other"), testing::IsEmpty());
}

TEST(Match, ValuesOfAFormulaMustLieInTheSetThatIsRead) {
  RuleFixture f(R"(
rule reading
  given sets I, J;  X : J -> real;  phi : I -> J
  X . phi  =>  sum . X* . (single . phi)
size m
tensor A : [m] -> real
tensor next : [m] -> [m]
let table = A . next
let formula = A . ((i in [m]) -> (i + 1) mod m)
)");
  EXPECT_THAT(matches(f, "reading", "table"), testing::ElementsAre("I = [m]; J = [m]; X = A; phi = next"));
  EXPECT_THAT(
      matches(f, "reading", "formula"),
      testing::ElementsAre(
          "I = [m]; J = [m]; X = A; phi = (i in [m]) -> (i + 1) mod m where for all i in [m]: (i + 1) mod m in [m]"));
}

TEST(Match, SetsThatDifferInSpellingBecomeACondition) {
  RuleFixture f(R"(
rule both
  given set J;  X : J -> real;  Y : J -> real
  [X, Y]  =>  [Y, X]
size m, n, k
tensor A : [m*n] -> real
tensor B : [n*m] -> real
tensor C : [m]*[n] -> real
let same = [A, A]
let spelled = [A, B]
let never = [A, C]
)");
  EXPECT_THAT(matches(f, "both", "same"), testing::ElementsAre("J = [m*n]; X = A; Y = A"));
  EXPECT_THAT(matches(f, "both", "spelled"), testing::ElementsAre("J = [m*n]; X = A; Y = B where [m*n] = [n*m]"));
  EXPECT_THAT(matches(f, "both", "never"), testing::IsEmpty());
}

TEST(Match, AValueMayNotMentionWhatAPatternsBinderBinds) {
  RuleFixture f(R"(
rule constant
  given set I;  value V;  v : V;  r : reduction V
  ((i in I) -> r({v}))  =>  ((i in I) -> v)
size m
tensor x : real
tensor A : [m] -> real
let free = ((i in [m]) -> prod({x}))
let caught = ((i in [m]) -> prod({A[i]}))
)");
  EXPECT_EQ(matches(f, "constant", "free").size(), 1u);
  EXPECT_THAT(matches(f, "constant", "caught"), testing::IsEmpty());
}

}  // namespace
}  // namespace refold
