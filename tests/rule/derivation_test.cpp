#include "rule/derivation.h"

#include "rule/fixture.h"

namespace refold {
namespace {

/// relu . S becomes sum . (relu . values(S))* . positions(S) by one step.
struct ReplayedStep : RuleFixture {
  Derivation derivation;

  ReplayedStep()
      : RuleFixture(std::string(kSparseRules) +
                    "size n\ntensor S : [n] -> real sparse\ntensor T : [n] -> real\nfn relu(x) = max(x, 0)\nlet Y = "
                    "relu . S\nlet Z = relu . sum . T* . single\n") {
    const RuleView view(t, rule("theorem1"));
    derivation = {let("Y"), module.let("Y")->algebra, {*settle(t, view, apply("theorem1", let("Y")).at(0), data, {})}};
  }
  std::string replayed() {
    const Result<void> done = check(t, derivation, rules(), data, {});
    return done ? "ok" : done.error().message;
  }
};

TEST(Derivation, ReplaysStepByStep) {
  ReplayedStep f;
  EXPECT_EQ(f.replayed(), "ok");
  EXPECT_EQ(f.shown(f.derivation.end()), "sum . (relu . values(S))* . positions(S)");
  EXPECT_THAT(checks(f.derivation),
              testing::ElementsAre(RuntimeCheck{"at most one", "S", "for all i in [n]: |positions(S)(i)| <= 1"}));
}

TEST(Derivation, RefusesAStepThatIsNotWhatItSays) {
  const auto changed = [](auto change) {
    ReplayedStep f;
    change(f, f.derivation.steps[0]);
    return f.replayed();
  };
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.rule = "theorem2"; }), "step 1 (theorem2): there is no such rule");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.rule = "lemma3_sum"; }),
            "step 1 (lemma3_sum): the rule does not match at root with this substitution");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.direction = Direction::RightToLeft; }),
            "step 1 (theorem1): the rule does not match at root with this substitution");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.place.path = {3}; }),
            "step 1 (theorem1): the rule does not match at 3 with this substitution");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.substitution[2].second = "abs"; }),
            "step 1 (theorem1): the rule does not match at root with this substitution");
  EXPECT_EQ(changed([](ReplayedStep& f, Step& s) { s.after = f.let("Z"); }), "step 1 (theorem1) is not what it says");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.obligations.clear(); }), "step 1 (theorem1) is not what it says");
  EXPECT_EQ(changed([](ReplayedStep&, Step& s) { s.obligations[0].by = SettledBy::Analysis; }),
            "step 1 (theorem1) is not what it says");
}

TEST(Derivation, AnOpenObligationLicensesNothing) {
  ReplayedStep f;
  const RuleView view(f.t, f.rule("theorem1"));
  const auto found = f.apply("theorem1", f.let("Y"));
  EXPECT_FALSE(settle(f.t, view, found.at(0), DataFacts{}, {}).has_value());
  EXPECT_FALSE(settle(f.t, view, found.at(0), DataFacts{}, [](TermId) { return false; }).has_value());
  EXPECT_EQ(settle(f.t, view, found.at(0), DataFacts{}, [](TermId) { return true; })->obligations[0].by,
            SettledBy::Solver);
}

TEST(Derivation, ARuleHoldsInTheAlgebrasThatHaveItsLaws) {
  const auto over = [](const char* structure, bool commutes = false) {
    Algebra algebra;
    algebra.structure = structure;
    algebra.commutative = commutes;
    return algebra;
  };
  const Algebra real, semiring = over("semiring"), commutative = over("semiring", true), ring = over("ring");
  const Algebra min_plus = over("min_plus"), model = over("float32");
  EXPECT_TRUE(holds_in(real, real));
  EXPECT_FALSE(holds_in(real, min_plus));
  EXPECT_TRUE(holds_in(commutative, real));
  EXPECT_TRUE(holds_in(commutative, min_plus));
  EXPECT_FALSE(holds_in(ring, min_plus));
  EXPECT_FALSE(holds_in(commutative, semiring));
  EXPECT_FALSE(holds_in(semiring, model));
  EXPECT_FALSE(holds_in(real, model));
}

}  // namespace
}  // namespace refold
