#include "egraph/search.h"

#include <regex>

#include "rule/fixture.h"

namespace refold {
namespace {

struct Explored : RuleFixture {
  DataSizes sizes;
  Budget budget;
  SearchResult found;

  Explored(const std::string& text, std::string_view let_name, std::uint64_t nodes = Budget::kUnlimited,
           const std::map<std::string, int>& size_values = {}) : RuleFixture(text) {
    budget.nodes = nodes;
    for (const Variable& size : module.sizes)
      if (const auto at = size_values.find(size.name); at != size_values.end()) sizes.sizes[size.term] = at->second;
    SearchInput input;
    input.rules = rules();
    input.expression = let(let_name);
    input.algebra = module.let(let_name)->algebra;
    input.data = data;
    input.cost = [this](TermId term) { return estimate(t, sizes, term).weight(); };
    found = explore(t, input, budget);
  }
  /// "rule: by, by" for each step.
  std::vector<std::string> steps() {
    std::vector<std::string> lines;
    for (const Step& step : found.derivation.steps) {
      std::string line = step.rule;
      for (const Settled& settled : step.obligations) line += (line == step.rule ? ": " : ", ") + std::string(name(settled.by));
      lines.push_back(line);
    }
    return lines;
  }
  std::string best() { return shown(found.term()); }
};

const std::string kSddmm = std::string(kSparseRules) + kSampledProduct;

TEST(Search, LeadsTheSampledProductToItsStoredEntries) {
  Explored f(kSddmm, "Y");
  EXPECT_THAT(f.steps(), testing::ElementsAre("lemma3_sum", "lemma3_sum", "theorem3: runtime, analysis", "lemma10_reduction", "theorem1: analysis"));
  const std::string kappa = "enumerate({(i, j, l) : [m]*[n]*[k] if |positions(S)(i, j)| == 1})";
  const std::string psi = "((i, j, l) -> (i, j)) . " + kappa;
  const std::string entries = "enumerate({(i, j) : [m]*[n] if 1 <= |inverse(((l, p, q) -> (l, p)) . "
                              "enumerate({(l, p, q) : [m]*[n]*[k] if |positions(S)(l, p)| == 1}))(i, j)|})";
  EXPECT_EQ(f.best(), "sum . (relu . sum . (prod . [values(S), A, B]* . <the . positions(S) . " + psi + ", ((i, j, l) -> (i, l)) . " + kappa +
                          ", ((i, j, l) -> (l, j)) . " + kappa + ">)* . inverse(" + psi + ") . " + entries + ")* . inverse(" + entries + ")");
  EXPECT_EQ(f.found.stats.stopped_by, "saturated");
  EXPECT_TRUE(check(f.t, f.found.derivation, f.rules(), f.data, {}).has_value());
}

TEST(Search, CostsWhatIsVisited) {
  Explored f(kSddmm, "Y");  // every size 1000, one entry in 100 stored
  EXPECT_EQ(estimate(f.t, f.sizes, f.let("Y")).products, 1'001'000'000);
  EXPECT_EQ(estimate(f.t, f.sizes, f.found.term()).products, 10'010'000);
  EXPECT_LT(f.found.cost(), f.found.initial_cost());
}

TEST(Search, LeavesAProductOfDenseOperandsAlone) {
  Explored f(kSddmm + "let dense = einsum(\"mk,kn->mn\", A, B)\n", "dense");
  EXPECT_THAT(f.steps(), testing::IsEmpty());
}

TEST(Search, MultipliesInTheOrderThatIsCheaperForTheSizes) {
  const std::string text = R"(
rule first_two
  given sets I, J, K, L;  A : I*J -> real;  B : J*K -> real;  C : K*L -> real
  over commutative semiring
  einsum("ij,jk,kl->il", A, B, C)  =  einsum("ik,kl->il", einsum("ij,jk->ik", A, B), C)
rule last_two
  given sets I, J, K, L;  A : I*J -> real;  B : J*K -> real;  C : K*L -> real
  over commutative semiring
  einsum("ij,jk,kl->il", A, B, C)  =  einsum("ij,jl->il", A, einsum("jk,kl->jl", B, C))
size n, k, p
tensor A : [n]*[n] -> real
tensor X : [n]*[k] -> real
tensor W : [k]*[p] -> real
let Y = einsum("ij,jk,kl->il", A, X, W)
let first = einsum("ik,kl->il", einsum("ij,jk->ik", A, X), W)
)";
  const auto order = [&](std::string_view let, int k, int p) {
    Explored f(text, let, Budget::kUnlimited, {{"n", 100}, {"k", k}, {"p", p}});
    std::vector<std::string> steps;
    for (const Step& step : f.found.derivation.steps) steps.push_back(step.rule + ", " + std::string(name(step.direction)));
    return steps;
  };
  EXPECT_THAT(order("Y", 5, 50), testing::ElementsAre("first_two, left to right"));
  EXPECT_THAT(order("Y", 50, 5), testing::ElementsAre("last_two, left to right"));
  EXPECT_THAT(order("first", 5, 50), testing::IsEmpty());
  EXPECT_THAT(order("first", 50, 5), testing::ElementsAre("first_two, right to left", "last_two, left to right"));
}

TEST(Search, AFunctionThatMovesZeroStaysOutside) {
  Explored f(kSddmm + "let Z = ((x) -> x + 1) . C\n", "Z");
  EXPECT_THAT(f.steps(), testing::ElementsAre("lemma3_sum", "lemma3_sum", "theorem3: runtime, analysis"));
}

/// The text without one of its rules.
std::string without(const std::string& rule) {
  const std::size_t begin = kSddmm.find("rule " + rule);
  const std::size_t next = kSddmm.find("\nrule ", begin), end = next == std::string::npos ? kSddmm.find("\nsize ", begin) : next;
  return kSddmm.substr(0, begin) + kSddmm.substr(end + 1);
}

TEST(Search, ARemovedRuleTakesAwayWhatItLicensed) {
  EXPECT_THAT(Explored(without("theorem3"), "Y").steps(), testing::IsEmpty());
  EXPECT_THAT(Explored(without("lemma3_sum"), "Y").steps(), testing::IsEmpty());  // A and B have no sparse form then
  EXPECT_THAT(Explored(without("theorem1"), "Y").steps(), testing::ElementsAre("lemma3_sum", "lemma3_sum", "theorem3: runtime, analysis"));
  EXPECT_THAT(Explored(without("lemma10_reduction"), "Y").steps(),
              testing::ElementsAre("lemma3_sum", "lemma3_sum", "theorem3: runtime, analysis"));
}

TEST(Search, DoesNotKnowNames) {
  // Every rule and every variable of every rule gets another name.
  std::string text = kSddmm.substr(0, kSddmm.find("\nsize "));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"lemma3_sum", "a1"}, {"theorem1", "a2"}, {"lemma10_reduction", "a3"}, {"theorem3", "a4"}, {"I", "P1"}, {"J", "P2"}, {"X", "P3"},
           {"f", "q1"}, {"D", "P4"}, {"Phi", "P5"}, {"V", "P6"}, {"r", "q2"}, {"N", "P7"}, {"L", "P8"}, {"O", "P9"}, {"phi", "q3"},
           {"psi", "q4"}, {"S", "P10"}, {"kappa", "q5"}, {"s", "q6"}})
    text = std::regex_replace(text, std::regex("\\b" + from + "\\b"), to);
  EXPECT_EQ(text.find("Phi"), std::string::npos);
  Explored named(kSddmm, "Y"), renamed(text + kSampledProduct, "Y");
  EXPECT_THAT(renamed.steps(), testing::ElementsAre("a1", "a1", "a4: runtime, analysis", "a3", "a2: analysis"));
  EXPECT_EQ(renamed.best(), named.best());
  EXPECT_EQ(renamed.found.stats.states, named.found.stats.states);
}

TEST(Search, IsTheSameEveryTime) {
  Explored a(kSddmm, "Y"), b(kSddmm, "Y");
  ASSERT_EQ(a.found.states.size(), b.found.states.size());
  for (std::size_t s = 0; s < a.found.states.size(); ++s) EXPECT_EQ(a.shown(a.found.states[s].term), b.shown(b.found.states[s].term));
}

TEST(Search, StopsAtItsLimitWithTheBestSoFar) {
  Explored f(kSddmm, "Y", 5);
  EXPECT_EQ(f.found.states.size(), 5u);
  EXPECT_EQ(f.found.stats.stopped_by, "nodes");
  Explored none(kSddmm, "Y", 1);
  EXPECT_THAT(none.steps(), testing::IsEmpty());
}

TEST(Search, AsksTheSolverOnlyWhereFactsSayNothingAndOnlyOnce) {
  RuleFixture f(std::string(kSparseRules) + "size n\ntensor T : [n] -> real\ntensor t : [n] -> [n]\nfn relu(x) = max(x, 0)\nlet Y = relu . sum . T* . inverse(t)\n");
  std::map<std::string, int> asked;
  SearchInput input;
  input.rules = f.rules();
  input.expression = f.let("Y");
  input.data = f.data;
  DataSizes sizes;
  input.cost = [&](TermId term) { return estimate(f.t, sizes, term).weight(); };
  input.ask = [&](TermId prop) { return ++asked[f.shown(prop)], false; };
  Budget budget;
  explore(f.t, input, budget);
  EXPECT_EQ(asked["for all i in [n]: |inverse(t)(i)| <= 1"], 1);
  for (const auto& [prop, times] : asked) EXPECT_EQ(times, 1) << prop;
}

}  // namespace
}  // namespace refold
