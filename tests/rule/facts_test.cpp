#include "rule/facts.h"

#include "rule/fixture.h"

namespace refold {
namespace {

struct Facts : RuleFixture {
  Facts() : RuleFixture(std::string(kSampledProduct) + R"(
fn square(x) = x*x
fn plus_one(x) = x + 1
tensor G : [m]*[m] -> real sparse
  where for all i, j: G[i, j] = G[j, i]
let swap = ((i in [m], j in [n]) -> (j, i))
let first = ((i in [m], j in [n]) -> i)
let some = enumerate({ (i, j) : [m]*[n] if i == j })
let rows = inverse(first)
let cells = inverse(swap)
let points = inverse(first . some)
let where_stored = positions(S)
let counted = positions(S) . enumerate({ (i, j) : [m]*[n] if |positions(S)(i, j)| == 1 })
let gapped = positions(S) . enumerate({ (i, j) : [m]*[n] if |positions(S)(i, j)| <= 1 })
let back = inverse(some)
let ones = single . first
)") {}
  /// The reason, or "-" where nothing is derived.
  std::string fact(FactKind kind, TermId subject, TermId other = {}) {
    const auto found = derive(t, data, kind, subject, other);
    return found ? found->reason : "-";
  }
  TermId function(std::string_view name) {
    for (const auto& [id, called] : module.names)
      if (called == name) return id;
    return {};
  }
};

TEST(Facts, AtMostOneElement) {
  Facts f;
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("back")), "at most one index has a given value");
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("cells")), "at most one index has a given value");
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("ones")), "single gives one element");
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("where_stored")), "declared sparse");
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("rows")), "-");
  EXPECT_EQ(f.fact(FactKind::AtMostOne, f.let("points")), "-");
}

TEST(Facts, ADeclarationIsCheckedOnTheData) {
  Facts f;
  const auto found = derive(f.t, f.data, FactKind::AtMostOne, f.let("where_stored"));
  EXPECT_THAT(checks(*found), testing::ElementsAre(RuntimeCheck{
                                  "at most one", "S", "for all i in [m], j in [n]: |positions(S)(i, j)| <= 1"}));
  EXPECT_EQ(derive(f.t, {}, FactKind::AtMostOne, f.let("where_stored")), std::nullopt);  // nothing is declared
}

TEST(Facts, ExactlyOneElementWhereTheIndexIsEnumeratedForIt) {
  Facts f;
  const auto found = derive(f.t, f.data, FactKind::ExactlyOne, f.let("counted"));
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(checks(*found), testing::IsEmpty());
  EXPECT_EQ(f.fact(FactKind::ExactlyOne, f.let("gapped")), "-");
  EXPECT_EQ(f.fact(FactKind::ExactlyOne, f.let("where_stored")), "-");
  EXPECT_EQ(f.fact(FactKind::NonEmpty, f.let("counted")), found->reason);
  EXPECT_EQ(f.fact(FactKind::NonEmpty, f.let("gapped")), "-");
}

TEST(Facts, InjectiveMaps) {
  Facts f;
  EXPECT_EQ(f.fact(FactKind::Injective, f.let("some")), "an enumeration counts every element once");
  EXPECT_EQ(f.fact(FactKind::Injective, f.let("swap")), "every component can be read off");
  EXPECT_EQ(f.fact(FactKind::Injective, f.t.compose({f.let("swap"), f.let("some")})),
            "a composition of injective maps");
  EXPECT_EQ(f.fact(FactKind::Injective, f.let("first")), "-");
  EXPECT_EQ(f.fact(FactKind::Injective, f.t.compose({f.let("first"), f.let("some")})), "-");
}

TEST(Facts, FunctionsThatKeepZero) {
  RuleFixture f(
      "fn relu(x) = max(x, 0)\nfn square(x) = x*x\nfn plus_one(x) = x + 1\nfn absolute(x) = abs(x)\nopaque fn exp : "
      "real -> real\n  with exp(0) = 1\n"
      "size n\ntensor A : [n] -> real\nlet r = relu . A\nlet s = square . A\nlet a = absolute . A\nlet p = plus_one . "
      "A\nlet e = exp . A\n");
  const auto reason = [&](std::string_view let) {
    const auto found = derive(f.t, {}, FactKind::KeepsZero, f.t[f.let(let)].operands[0]);
    return found ? found->reason : "-";
  };
  EXPECT_EQ(reason("r"), "at 0 it is max(0, 0) = 0");
  EXPECT_EQ(reason("s"), "at 0 it is 0*0 = 0");
  EXPECT_EQ(reason("a"), "at 0 it is abs(0) = 0");
  EXPECT_EQ(reason("p"), "-");
  EXPECT_EQ(reason("e"), "-");
}

TEST(Facts, SupportsAndClosedForms) {
  Facts f;
  const TermId stored = f.let("where_stored");
  const TermId renamed = f.t.compose({f.t.must(Op::Star, {f.t.identity(f.t.range(f.t.int_number(2)))}), stored});
  EXPECT_EQ(f.fact(FactKind::Included, stored, stored), "the same index function");
  EXPECT_EQ(f.fact(FactKind::Included, stored, f.let("ones")), "the other is nowhere empty");
  EXPECT_EQ(f.fact(FactKind::Included, f.let("ones"), stored), "-");
  EXPECT_EQ(f.fact(FactKind::Included, renamed, stored) == "-", false);
  const auto closed = derive(
      f.t, {}, FactKind::ClosedForm,
      f.t.compose({f.let("first"), f.t.lambda(f.t.domain(f.let("first")), f.t.bound(0, f.t.domain(f.let("first"))))}));
  ASSERT_TRUE(closed.has_value());
  EXPECT_EQ(f.shown(closed->other), "(i, j) -> i");
  EXPECT_EQ(f.fact(FactKind::ClosedForm, f.let("some")), "-");
}

TEST(Facts, PropositionsHoldByTheirPartsAndPremises) {
  RuleFixture f(std::string(kSampledProduct) + R"(
tensor G : [m]*[m] -> real
  where for all i, j: G[i, j] = G[j, i]
rule holds
  given set I;  a, b : I -> bool;  x : I -> int
  where for all i in I: a(i) and b(i) => b(i);  for all i in I: a(i) => b(i);  for all i in { i : I if b(i) }: b(i)
  x  =>  (i -> x(i) + 0)
)");
  const auto holds = [&](TermId prop) { return derive(f.t, f.data, FactKind::Holds, prop).has_value(); };
  const auto& given = f.rule("holds").hypotheses;
  EXPECT_TRUE(holds(given[0].prop));
  EXPECT_FALSE(holds(given[1].prop));
  EXPECT_TRUE(holds(given[2].prop));
  const auto declared = derive(f.t, f.data, FactKind::Holds, f.module.tensor("G")->facts[0].prop);
  ASSERT_TRUE(declared.has_value());
  EXPECT_THAT(checks(*declared), testing::SizeIs(1));
  EXPECT_EQ(checks(*declared)[0].kind + " of " + checks(*declared)[0].tensor + ": " + checks(*declared)[0].text,
            "declared of G: for all i in [m]: for all j in [m]: G[i, j] = G[j, i]");
}

}  // namespace
}  // namespace refold
