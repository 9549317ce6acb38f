#include "prove/obligation.h"

namespace refold {
namespace {

/// f(f(a)) = a follows from f(a) = a, and not from f(f(f(a))) = a.
Obligation twice(bool enough) {
  Obligation o;
  o.title = "twice";
  o.claim = "f(f(a)) = a";
  const LogicSort set = o.sort("I");
  const auto f = o.symbol("f", {set}, set);
  const NodeId a = o.apply(o.symbol("a", {}, set), {});
  const NodeId fa = o.apply(f, {a}), ffa = o.apply(f, {fa});
  o.assumptions = {{"fixed", o.make(Logic::Equal, {enough ? fa : o.apply(f, {ffa}), a})},
                   {"idle", o.make(Logic::Equal, {ffa, ffa})}};
  o.goal = o.make(Logic::Equal, {ffa, a});
  return o;
}

TEST(Solve, ProvesWhatFollowsAndNamesWhatWasUsed) {
  Budget budget;
  const Answer answer = solve(twice(true), budget);
  EXPECT_EQ(answer.kind, Answer::Kind::Proved);
  EXPECT_EQ(answer.used, std::vector<std::string>{"fixed"});
  EXPECT_FALSE(solve(twice(false), budget).proved());
}

/// x0 <= x8 from many inequalities between x0 .. x8, those of the names that are kept.
Obligation ordered(const std::vector<std::string>* kept) {
  Obligation o;
  std::vector<NodeId> x;
  for (int k = 0; k <= 8; ++k) x.push_back(o.apply(o.symbol("x", {}, kLogicInt), {}));
  for (std::size_t a = 0; a < x.size(); ++a)
    for (std::size_t b = a + 1; b < x.size() && b <= a + 5; ++b) {
      const std::string name = std::to_string(a) + " to " + std::to_string(b);
      if (kept == nullptr || std::find(kept->begin(), kept->end(), name) != kept->end()) o.assumptions.push_back({name, o.make(Logic::LessEq, {x[a], x[b]})});
    }
  o.goal = o.make(Logic::LessEq, {x[0], x[8]});
  return o;
}

TEST(Solve, NamesNothingThatIsNotNeededBesideTheRest) {
  Budget budget;
  const std::vector<std::string> used = solve(ordered(nullptr), budget).used;
  EXPECT_TRUE(solve(ordered(&used), budget).proved());
  for (const std::string& one : used) {
    std::vector<std::string> others;
    std::copy_if(used.begin(), used.end(), std::back_inserter(others), [&](const std::string& name) { return name != one; });
    EXPECT_FALSE(solve(ordered(&others), budget).proved()) << one;
  }
}

TEST(Solve, ShowsTheCaseInWhichAGoalFails) {
  Obligation o;
  const NodeId n = o.apply(o.symbol("n", {}, kLogicInt), {}), two = o.number(2, kLogicInt);
  o.assumptions = {{"size", o.make(Logic::LessEq, {o.number(0, kLogicInt), n})}, {"small", o.make(Logic::LessEq, {n, two})}};
  o.goal = o.make(Logic::Not, {o.make(Logic::Equal, {n, two})});
  Budget budget;
  const Answer answer = solve(o, budget);
  EXPECT_EQ(answer.kind, Answer::Kind::Open);
  EXPECT_EQ(answer.model, "n = 2\n");
}

/// n+1 pigeons in n holes: unsatisfiable, and long to show.
Obligation pigeons(int holes) {
  Obligation o;
  std::vector<std::vector<NodeId>> in(static_cast<std::size_t>(holes) + 1);
  for (auto& row : in) {
    for (int hole = 0; hole < holes; ++hole) row.push_back(o.apply(o.symbol("in", {}, kLogicBool), {}));
    o.assumptions.push_back({"housed", o.make(Logic::Or, row)});
  }
  for (std::size_t a = 0; a < in.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (std::size_t hole = 0; hole < in[a].size(); ++hole)
        o.assumptions.push_back({"alone", o.make(Logic::Not, {o.make(Logic::And, {in[a][hole], in[b][hole]})})});
  o.goal = o.truth(false);
  return o;
}

TEST(Solve, CallsAQuestionThatRunsOutOfResourcesUnknownNeverProved) {
  Budget budget;
  budget.rlimit = 20'000;
  const Answer first = solve(pigeons(9), budget), again = solve(pigeons(9), budget);
  EXPECT_EQ(first.kind, Answer::Kind::Unknown);
  EXPECT_EQ(first.reason, "rlimit");
  EXPECT_EQ(again.reason, first.reason);
  budget.rlimit = 4'000'000;
  EXPECT_TRUE(solve(pigeons(4), budget).proved());
}

TEST(Solve, CallsAStopByTheClockUnknownTime) {
  Budget budget;
  budget.deadline = std::chrono::steady_clock::now();
  const Answer answer = solve(twice(true), budget);
  EXPECT_EQ(answer.kind, Answer::Kind::Unknown);
  EXPECT_EQ(answer.reason, "time");
}

TEST(Smtlib, WritesTheObligationFromItsOwnData) {
  EXPECT_EQ(smtlib(twice(true)),
            "; One question of the proof of twice. The last assertion denies what is to be shown; behind each of the others\n"
            "; stands where it comes from. It is proved when no model satisfies them all.\n"
            "; To show: f(f(a)) = a\n"
            "(set-info :source |twice|)\n"
            "(set-info :status unsat)\n"
            "(set-logic ALL)\n"
            "(declare-sort |'I| 0)\n"
            "(declare-fun |'f| (|'I|) |'I|)\n"
            "(declare-fun |'a| () |'I|)\n"
            "(define-fun n1 () |'I| (|'f| |'a|))\n"
            "(define-fun n2 () |'I| (|'f| n1))\n"
            "(define-fun n3 () Bool (= n1 |'a|))\n"
            "(define-fun n4 () Bool (= n2 n2))\n"
            "(define-fun n5 () Bool (= n2 |'a|))\n"
            "(assert n3) ; fixed\n"
            "(assert n4) ; idle\n"
            "(assert (not n5))\n"
            "(check-sat)\n");
}

}  // namespace
}  // namespace refold
