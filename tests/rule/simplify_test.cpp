#include "rule/simplify.h"

#include "rule/fixture.h"

namespace refold {
namespace {

/// `left` simplified, as text; over x : real, i, j : [n], p, q : bool, X : [n] -> real, m : bag [n].
std::string simplified(const std::string& expression) {
  RuleFixture f("size n\ntensor x : real\ntensor X : [n] -> real\ntensor p : bool\ntensor q : bool\nlet e = " +
                expression + "\n");
  if (f.module.lets.empty()) return "not read";
  const TermId once = simplify(f.t, f.let("e"));
  EXPECT_EQ(simplify(f.t, once), once) << "not idempotent";
  return text(f.store, once, {false});
}

TEST(Simplify, CountsBagsThatAreWrittenDown) {
  EXPECT_EQ(simplified("|{x}|"), "1");
  EXPECT_EQ(simplified("|{x, x + 1}|"), "2");
  EXPECT_EQ(simplified("|[n]|"), "n");
  EXPECT_EQ(simplified("|{t + 1 for t in {x}}| == 1"), "true");
  EXPECT_EQ(simplified("|{x if p}|"), "|{x if p}|");
}

TEST(Simplify, TakesGuardsApart) {
  EXPECT_EQ(simplified("|{x if 1 <= 2}|"), "1");
  EXPECT_EQ(simplified("|{x if 2 <= 1}|"), "0");
  EXPECT_EQ(simplified("if 1 < 2 then x else 0"), "x");
  EXPECT_EQ(simplified("if p then x else 0"), "if p then x else 0");
}

TEST(Simplify, KnowsConnectives) {
  EXPECT_EQ(simplified("true and p"), "p");
  EXPECT_EQ(simplified("p and false and q"), "false");
  EXPECT_EQ(simplified("p and (q and p)"), "p and q");
  EXPECT_EQ(simplified("p or true"), "true");
  EXPECT_EQ(simplified("not not p"), "p");
  EXPECT_EQ(simplified("p and q"), "p and q");
}

TEST(Simplify, FoldsLiteralsOnly) {
  EXPECT_EQ(simplified("2*3 + 4 == 10"), "true");
  EXPECT_EQ(simplified("max(0, 0)"), "0");
  EXPECT_EQ(simplified("abs(-3)"), "3");
  EXPECT_EQ(simplified("x*0"), "x*0");
  EXPECT_EQ(simplified("1/2"), "1 / 2");
  EXPECT_EQ(simplified("x == x"), "true");
  EXPECT_EQ(simplified("x == x + 0"), "x == x + 0");
}

TEST(Simplify, ReducesWhatIsWrittenDown) {
  EXPECT_EQ(simplified("sum({x})"), "x");
  EXPECT_EQ(simplified("sum({x, x})"), "sum({x, x})");
  RuleFixture f("tensor p : bool\ntensor q : bool\nlet e = p and q\n");
  const TermId truth = f.t.boolean(), p = f.t.input("p", truth), q = f.t.input("q", truth);
  const auto over = [&](const char* reduction, const std::vector<TermId>& values) {
    std::vector<TermId> singles;
    for (const TermId value : values) singles.push_back(f.t.apply(f.t.must(Op::Single, {truth}), value));
    return f.t.apply(f.t.reduce(reduction, truth), f.t.must(Op::BagSum, singles));
  };
  EXPECT_EQ(simplify(f.t, over("all", {p, q, f.t.truth(true)})), f.let("e"));
  EXPECT_EQ(simplify(f.t, over("any", {p, f.t.truth(false)})), p);
}

TEST(Simplify, AnEnumerationCountsEveryElementOnce) {
  const std::string kappa = "enumerate({ i : [n] if X[i] > 0 })";
  EXPECT_EQ(simplified("inverse(" + kappa + ") . " + kappa), "single");
  EXPECT_EQ(simplified("inverse(" + kappa + ") . enumerate({ i : [n] if X[i] < 0 })"),
            "inverse(enumerate({i : [n] if 0 < X[i]})) . enumerate({i : [n] if X[i] < 0})");
}

}  // namespace
}  // namespace refold
