// Scripts that prove nothing, each with its whole message.
#include "prove/proving.h"

namespace refold {
namespace {

const std::string kStarOfSingle =
    "rule goal\n"
    "  given sets A, B;  f : A -> B\n"
    "  f* . single  =  single . f\n";
const std::string kStars =
    "rule goal\n"
    "  given sets A, B, C;  f : A -> B;  g : B -> C\n"
    "  (g . f)*  =  g* . f*\n";

std::string messages(const std::string& text) { return Proving(text).messages(); }

TEST(Script, KnowsThatASizeIsNotNegativeWhereHypothesesContradict) {
  const std::string below = "rule goal\n  given size n\n  where n < ", rest = "\n  n  =  0\nproof goal\n  using hypothesis\n";
  EXPECT_THAT(messages(below + "0" + rest), testing::HasSubstr("E0412: the hypotheses of goal contradict each other"));
  EXPECT_EQ(messages(below + "1" + rest), "");
}

TEST(Script, ProvesByDefinition) { EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  using definition\n"), ""); }

TEST(Script, RefusesToUseWhatItProves) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  using goal\n"),
            "input:5:9: error E0403: this proof goes in a circle: goal -> goal\n"
            "    using goal\n"
            "          ^~~~\n"
            "  note: input:1:1: stated here\n"
            "  help: prove one of them without the others\n");
}

TEST(Script, PrintsACircleOfTwoProofs) {
  EXPECT_EQ(messages("rule first\n  given sets A, B;  f : A -> B\n  f* . flatten  =  flatten . f**\n"
                     "rule second\n  given sets A, B;  f : A -> B\n  flatten . f**  =  f* . flatten\n"
                     "proof first\n  using second\n"
                     "proof second\n  using first\n"),
            "input:8:9: error E0403: this proof goes in a circle: first -> second -> first\n"
            "    using second\n"
            "          ^~~~~~\n"
            "  note: input:4:1: stated here\n"
            "  help: prove one of them without the others\n"
            "input:10:9: error E0403: this proof goes in a circle: second -> first -> second\n"
            "    using first\n"
            "          ^~~~~\n"
            "  note: input:1:1: stated here\n"
            "  help: prove one of them without the others\n");
}

TEST(Script, UsesOnlyWhatStandsBefore) {
  const std::string late = "rule late\n  given sets A, B;  f : A -> B\n  f* . single  =  single . f\n";
  EXPECT_EQ(messages(kStarOfSingle + late + "proof goal\n  using late\nproof late\n  using definition\n"),
            "input:8:9: error E0403: late stands after goal\n"
            "    using late\n"
            "          ^~~~\n"
            "  note: input:4:1: stated here\n"
            "  help: a proof may only use what stands before the rule that it proves: put the rule below it, or `include` its file first\n");
  EXPECT_EQ(messages(late + kStarOfSingle + "proof goal\n  using late\nproof late\n  using definition\n"), "");
}

TEST(Script, UsesOnlyWhatIsProved) {
  EXPECT_EQ(messages("refute doubtful\n  given set A;  f : A -> A\n  f*  =  id\n" + kStarOfSingle + "proof goal\n  using doubtful\n"),
            "input:8:9: error E0409: doubtful is no result: it is a statement to be refuted\n"
            "    using doubtful\n"
            "          ^~~~~~~~\n"
            "  note: input:1:1: stated here\n");
  EXPECT_EQ(messages("rule open\n  given set A;  f : A -> A\n  f*  =  id\n" + kStarOfSingle + "proof goal\n  using open\n"),
            "input:1:1: error E0417: there is no normal form: the elements of a set cannot be named\n"
            "  rule open\n"
            "  ^~~~~~~~~\n"
            "  help: prove it by a script: `proof open`\n"
            "input:8:9: error E0409: open is not proved\n"
            "    using open\n"
            "          ^~~~\n"
            "  note: input:1:1: stated here\n"
            "  help: prove it first\n");
}

TEST(Script, ShowsTheCaseOfAnInductionThatFails) {
  EXPECT_EQ(messages("rule forgets\n  given set A;  f : A -> A\n  f*  =  id\n"
                     "proof forgets\n  at m\n  induction on m\n    case {}: using definition\n    case {a}: using definition\n"
                     "    case m1 + m2: using hypothesis, definition\n"),
            "input:8:15: error E0406: this step leaves a goal open\n"
            "      case {a}: using definition\n"
            "                ^~~~~~~~~~~~~~~~\n"
            "  note: goal: (f*)({a}) = {a}\n");
}

TEST(Script, ShowsTheStepOfAnInductionThatIsInconsistent) {
  EXPECT_EQ(messages("rule few\n  given set A;  m : bag A\n  |m| <= 1\n"
                     "proof few\n  induction on m\n    case m1 + m2: using hypothesis, definition\n"),
            "input:6:19: error E0406: this step leaves a goal open\n"
            "      case m1 + m2: using hypothesis, definition\n"
            "                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: |m1 + m2| <= 1\n"
            "  note: induction hypothesis: |m1| <= 1\n"
            "  note: induction hypothesis: |m2| <= 1\n");
}

TEST(Script, KnowsOnlyInductionOnBags) {
  EXPECT_EQ(messages(kStars + "proof goal\n  at m\n  induction on f\n"),
            "input:6:16: error E0405: no induction on f: it is no bag, its sort is A -> B\n"
            "    induction on f\n"
            "                 ^\n");
}

TEST(Script, KnowsThreeCasesOfABag) {
  EXPECT_EQ(messages(kStars + "proof goal\n  at m\n  induction on m\n    case {a, b}: using definition\n"),
            "input:7:10: error E0413: this is no case of an induction on a bag\n"
            "      case {a, b}: using definition\n"
            "           ^~~~~~\n"
            "  help: the cases are {}, {a} and m1 + m2, with new names\n");
  EXPECT_EQ(messages(kStars + "proof goal\n  at m\n  induction on m\n    case {a}: using definition\n    case {b}: using definition\n"),
            "input:8:10: error E0413: this case was treated already\n"
            "      case {b}: using definition\n"
            "           ^~~\n"
            "  note: input:7:10: here\n");
  EXPECT_EQ(messages(kStars + "proof goal\n  at m\n  induction on m\n    case {f}: using definition\n"),
            "input:7:11: error E0414: f stands for something already\n"
            "      case {f}: using definition\n"
            "            ^\n"
            "  help: choose another name\n");
}

TEST(Script, RefusesInductionOnABagThatASortDependsOn) {
  EXPECT_EQ(messages("rule goal\n  given set A;  m : bag A;  t : [|m|]\n  t + 1  =  1 + t\n"
                     "proof goal\n  induction on m\n"),
            "input:5:16: error E0405: no induction on m: the sort of t depends on it\n"
            "    induction on m\n"
            "                 ^\n");
}

TEST(Script, KeepsHypothesesAboutTheBagInTheInduction) {
  // |m| >= 1 is false of {}, and not known of the parts of a sum.
  EXPECT_EQ(messages("rule goal\n  given set A;  m : bag A\n  where |m| >= 1\n  |m| >= 2\n"
                     "proof goal\n  induction on m\n    case {a}: using hypothesis, definition\n"),
            "input:7:15: error E0406: this step leaves a goal open\n"
            "      case {a}: using hypothesis, definition\n"
            "                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: 1 <= |{a}| => 2 <= |{a}|\n");
}

TEST(Script, PointsAtACaseThatBelongsToNothing) {
  EXPECT_EQ(messages(kStars + "proof goal\n  case {}: using definition\n"),
            "input:5:3: error E0413: this case belongs to no induction and no cases\n"
            "    case {}: using definition\n"
            "    ^~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  help: a case follows `induction on m`, `cases e` or another case\n");
}

TEST(Script, PointsAtStepsAfterTheEnd) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  using definition\n  using definition\n"),
            "input:6:3: error E0407: the goal is closed already\n"
            "    using definition\n"
            "    ^~~~~~~~~~~~~~~~\n"
            "  note: input:1:1: it was this\n"
            "  help: delete the steps that follow\n");
}

TEST(Script, SaysWhatIsLeftAtTheEnd) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  at a\n"),
            "input:4:1: error E0406: the script ends before this is proved\n"
            "  proof goal\n"
            "  ^~~~~~~~~~\n"
            "  note: goal: (f*)({a}) = {f(a)}\n");
}

TEST(Script, PointsAtAHaveThatNothingProves) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  have one: for all a in A: (f*)({a}) = {f(a)}\n"
                                     "  have two: for all a in A: {f(a)} = {f(a)}\n  using definition\n  using definition\n"),
            "input:5:3: error E0406: nothing proves this before the next have\n"
            "    have one: for all a in A: (f*)({a}) = {f(a)}\n"
            "    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: (f*)({a}) = {f(a)}\n");
}

TEST(Script, PointsAtNamesThatMeanNothing) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  using lemma99\n"),
            "input:5:9: error E0404: there is no result lemma99\n"
            "    using lemma99\n"
            "          ^~~~~~~\n"
            "  help: name an earlier rule, a have above, `definition` or `hypothesis`\n");
  EXPECT_EQ(messages("rule base_case\n  given sets A, B;  f : A -> B\n  f* . single  =  single . f\nproof base_case\n  using definition\n" +
                     kStarOfSingle + "proof goal\n  using base_case(k = f)\n"),
            "input:10:19: error E0416: base_case has no variable k\n"
            "    using base_case(k = f)\n"
            "                    ^\n"
            "  note: input:1:1: stated here\n");
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  have one: for all a in A: (f*)({a}) = {f(a)}\n  using definition\n  using one(b = f)\n"),
            "input:7:13: error E0416: one is not stated for all b\n"
            "    using one(b = f)\n"
            "              ^\n");
}

TEST(Script, WantsAChainFromSideToSide) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  f* . single  =  f* . single . id  by definition\n"),
            "input:5:3: error E0408: this chain proves another equation than the goal\n"
            "    f* . single  =  f* . single . id  by definition\n"
            "    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: it proves f* . single = f* . single\n"
            "  note: the goal is f* . single = single . f\n"
            "  help: begin with one side of the goal and end with the other\n");
}

TEST(Script, PointsAtTheLinkOfAChainThatFails) {
  EXPECT_EQ(messages("rule goal\n  given set A;  f : A -> A\n  f* . single  =  single . f\nproof goal\n  f* . single\n"
                     "    =  f* . single . id  by definition\n    =  single            by definition\n    =  single . f        by definition\n"),
            "input:7:5: error E0406: this step leaves a goal open\n"
            "      =  single            by definition\n"
            "      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: f* . single = single\n"
            "input:8:5: error E0406: this step leaves a goal open\n"
            "      =  single . f        by definition\n"
            "      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: single = single . f\n");
}

TEST(Script, WantsTheSortOfTheChain) {
  EXPECT_EQ(messages(kStarOfSingle + "proof goal\n  f* . single\n    =  single  by definition\n"),
            "input:6:8: error E0102: this has sort A -> bag A, but A -> bag B is wanted\n"
            "      =  single  by definition\n"
            "         ^~~~~~\n");
}

TEST(Script, WantsBagsOrFunctionsForExtensionality) {
  EXPECT_EQ(messages("rule goal\n  given sets I, J;  value V;  X : J -> V;  phi : I -> J\n  X . phi  =  (i -> X[phi(i)])\n"
                     "proof goal\n  at i\n  by extensionality at x\n  using definition\n"),
            "input:6:3: error E0405: extensionality is about equal bags or equal functions\n"
            "    by extensionality at x\n"
            "    ^~~~~~~~~~~~~~~~~~~~~~\n"
            "  note: the goal is X[phi(i)] = X[phi(i)]\n");
}

TEST(Script, NamesTheCaseOfATruthValueThatIsMissing) {
  EXPECT_EQ(messages("rule goal\n  given set I;  Phi : I -> bag I;  i : I\n  where |Phi(i)| <= 1\n  |Phi(i)| == 0 or |Phi(i)| == 1\n"
                     "proof goal\n  cases |Phi(i)| == 0\n    case true: using hypothesis\n"),
            "input:6:3: error E0406: the case false is missing\n"
            "    cases |Phi(i)| == 0\n"
            "    ^~~~~~~~~~~~~~~~~~~\n"
            "  note: goal: |Phi(i)| == 0 or |Phi(i)| == 1\n"
            "  note: here: |Phi(i)| != 0\n"
            "  note: hypothesis: |Phi(i)| <= 1\n");
}

TEST(Script, KeepsAlgebrasApart) {
  const std::string exact = "rule exact\n  given x, y : real\n  x + y  =  y + x\nproof exact\n  using definition\n";
  EXPECT_EQ(messages(exact + "rule goal\n  given a, b : real\n  over semiring\n  a + b  =  b + a\nproof goal\n  using exact\n"),
            "input:11:9: error E0410: exact asks for an algebra that this rule does not have\n"
            "    using exact\n"
            "          ^~~~~\n"
            "  note: input:1:1: stated here\n"
            "  help: state both over algebras of which this rule's provides the other's\n");
  const std::string general = "rule general\n  given x, y : real\n  over semiring\n  x + y  =  y + x\nproof general\n  using definition\n";
  EXPECT_EQ(messages(general + "rule goal\n  given a, b : real\n  a + b  =  b + a\nproof goal\n  using general\n"), "");
}

TEST(Script, SaysThatTheSolverGaveUp) {
  Proving one(kStars + "proof goal\n  at m\n  induction on m\n");
  one.budget.rlimit = 10;
  EXPECT_THAT(one.messages(), testing::HasSubstr("error E0406: this step leaves a goal open: the solver gave up (rlimit)\n"));
  EXPECT_FALSE(one.proved("goal"));
}

TEST(Script, RefusesHypothesesThatContradictEachOther) {
  EXPECT_EQ(messages("rule goal\n  given sets I, J;  Phi : I -> bag J;  i : I\n  where |Phi(i)| <= 1;  |Phi(i)| >= 2\n  |Phi(i)| == 0\n"
                     "proof goal\n  using hypothesis\n"),
            "input:1:1: error E0412: the hypotheses of goal contradict each other\n"
            "  rule goal\n"
            "  ^~~~~~~~~\n"
            "  help: such a rule says nothing: mend or drop a hypothesis\n");
}

TEST(Script, LooksForAContradictionAtAnElementWhereASetHasOne) {
  const auto said = [](const std::string& given, const std::string& where) {
    return messages("rule goal\n  given " + given + "\n  where " + where + "\n  x  =  x + 0\nproof goal\n  using definition\n");
  };
  const std::string sizes = "size n, m;  x : real;  X : [n]*[m] -> real", signs = "for all i in [n], j in [m]: X[i, j] > 0;  for all i in [n], j in [m]: X[i, j] < 0";
  EXPECT_THAT(said(sizes, signs + ";  n >= 1;  m >= 1"), testing::HasSubstr("E0412"));
  EXPECT_EQ(said(sizes, signs + ";  n >= 1"), "");  // a matrix without columns
  const std::string set = "set I;  x : real;  X : I -> real", equal = "for all i in I: X[i] = 0;  for all i in I: X[i] = 1";
  EXPECT_THAT(said(set, equal + ";  |{i for i in I}| >= 1"), testing::HasSubstr("E0412"));
  EXPECT_EQ(said(set, equal), "");
}

TEST(Script, UnderstandsInclusionsOfSupports) {
  const std::string head = "  given sets I, J;  X : J -> real;  Phi : I -> bag J\n";
  EXPECT_EQ(messages("rule goal\n" + head + "  support(sum . X* . Phi) <= support(Phi)\nproof goal\n  using definition\n"), "");
  EXPECT_THAT(messages("rule goal\n" + head + "  support(Phi) <= support(sum . X* . Phi)\nproof goal\n  using definition\n"), testing::HasSubstr("E0406"));
  EXPECT_THAT(messages("rule goal\n" + head + "  support(prod . X* . Phi) <= support(Phi)\nproof goal\n  using definition\n"), testing::HasSubstr("E0406"));
}

TEST(Script, KnowsThatNumbersHaveNoZeroDivisorsAndRingsMayHaveThem) {
  const auto claim = [](const std::string& over) {
    return "rule goal\n  given x, y : real\n" + over + "  where x * y = 0;  x != 0\n  y  =  0\nproof goal\n  using hypothesis, definition\n";
  };
  EXPECT_EQ(messages(claim("")), "");
  EXPECT_EQ(messages(claim("  over field\n")), "");
  EXPECT_THAT(messages(claim("  over commutative ring\n")), testing::HasSubstr("E0406"));
}

}  // namespace
}  // namespace refold
