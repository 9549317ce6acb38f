#include "rule/simplify.h"

#include "rule/fixture.h"

namespace refold {
namespace {

struct Simplification {
  const char* written;
  const char* simple;
};
std::ostream& operator<<(std::ostream& out, const Simplification& each) { return out << each.written; }

/// Over x : real, X : [n] -> real, p, q : bool.
class Simplified : public testing::TestWithParam<Simplification> {};

TEST_P(Simplified, IsThisTermAndStaysIt) {
  RuleFixture f("size n\ntensor x : real\ntensor X : [n] -> real\ntensor p : bool\ntensor q : bool\nlet e = " +
                std::string(GetParam().written) + "\n");
  ASSERT_FALSE(f.module.lets.empty()) << "not read";
  const TermId once = simplify(f.t, f.let("e"));
  EXPECT_EQ(text(f.store, once, {false}), GetParam().simple);
  EXPECT_EQ(simplify(f.t, once), once);
}

/// A near miss stands below what it is near to.
INSTANTIATE_TEST_SUITE_P(Counts, Simplified,  // bags that are written down
                         testing::Values(Simplification{"|{x}|", "1"}, Simplification{"|{x, x + 1}|", "2"},
                                         Simplification{"|[n]|", "n"}, Simplification{"|{t + 1 for t in {x}}| == 1", "true"},
                                         Simplification{"|{x if 1 <= 2}|", "1"}, Simplification{"|{x if 2 <= 1}|", "0"},
                                         Simplification{"|{x if p}|", "|{x if p}|"}));
INSTANTIATE_TEST_SUITE_P(Connectives, Simplified,
                         testing::Values(Simplification{"if 1 < 2 then x else 0", "x"},
                                         Simplification{"if p then x else 0", "if p then x else 0"},
                                         Simplification{"true and p", "p"}, Simplification{"p and false and q", "false"},
                                         Simplification{"p and (q and p)", "p and q"}, Simplification{"p and q", "p and q"},
                                         Simplification{"p or true", "true"}, Simplification{"not not p", "p"}));
INSTANTIATE_TEST_SUITE_P(Literals, Simplified,
                         testing::Values(Simplification{"2*3 + 4 == 10", "true"}, Simplification{"max(0, 0)", "0"},
                                         Simplification{"abs(-3)", "3"}, Simplification{"x*0", "x*0"},
                                         Simplification{"1/2", "1 / 2"}, Simplification{"x == x", "true"},
                                         Simplification{"x == x + 0", "x == x + 0"}));
INSTANTIATE_TEST_SUITE_P(Reductions, Simplified,
                         testing::Values(Simplification{"sum({x})", "x"}, Simplification{"sum({x, x})", "sum({x, x})"}));
INSTANTIATE_TEST_SUITE_P(
    Enumerations, Simplified,  // each counts every element once
    testing::Values(Simplification{"inverse(enumerate({i : [n] if X[i] > 0})) . enumerate({i : [n] if X[i] > 0})", "single"},
                    Simplification{"inverse(enumerate({i : [n] if X[i] > 0})) . enumerate({i : [n] if X[i] < 0})",
                                   "inverse(enumerate({i : [n] if 0 < X[i]})) . enumerate({i : [n] if X[i] < 0})"}));

TEST(Simplify, ReducesTruthValues) {
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

}  // namespace
}  // namespace refold
