#include "viz/drawing.h"

#include "viz/notation.h"

namespace refold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(PaperNotation, WritesTheTwinOfEveryToken) {
  EXPECT_EQ(paper_notation("relu . sum . D* . Phi"), "relu ∘ Σ ∘ D* ∘ Phi");
  EXPECT_EQ(paper_notation("(i, j) -> sum k in [n]: A[i, k] * B[k, j]"), "(i, j) → Σ k ∈ [n]: A[i, k] · B[k, j]");
  EXPECT_EQ(paper_notation("g* . f*\n  = h*"), "g* ∘ f*\n  = h*");
  EXPECT_EQ(paper_notation("<id, phi>"), "⟨id, phi⟩");
  EXPECT_EQ(paper_notation("[m]*[n] -> real"), "[m]×[n] → real");
  EXPECT_EQ(paper_notation("if i <= j and not (i < 1.5) then {} else {i}"), "if i ≤ j ∧ ¬ (i < 1.5) then ∅ else {i}");
}

TEST(PaperNotation, LeavesNamesAndStringsAlone) {
  EXPECT_EQ(paper_notation("summary . inner . prod'"), "summary ∘ inner ∘ prod'");
  EXPECT_EQ(paper_notation("einsum(\"ik,kj->ij\", A, B)"), "einsum(\"ik,kj->ij\", A, B)");
}

TEST(Lines, AreBrokenBeforeAnOperator) {
  EXPECT_THAT(broken_into_lines("relu ∘ Σ ∘ D* ∘ Phi", 14), ElementsAre("relu ∘ Σ ∘ D*", "    ∘ Phi"));
  EXPECT_THAT(broken_into_lines("f ∘ ((i, j) → (i, j + 1)) ∘ kappa", 28),
              ElementsAre("f ∘ ((i, j) → (i, j + 1))", "    ∘ kappa"));  // not within the brackets
  EXPECT_THAT(broken_into_lines("short", 14), ElementsAre("short"));
  EXPECT_THAT(broken_into_lines("", 14), ElementsAre(""));
}

Drawing two_boxes() {
  return {"t", {{"a", "f . X", "9 products", "as written", true}, {"b", "X < \"y\"", "", "", false}},
          {{"a", "b", "rule", {"|Phi| <= 1: proved"}, true, true}}};
}

TEST(Dot, SaysRoleCostRuleAndVerdictInWords) {
  const std::string dot = to_dot(two_boxes());
  EXPECT_THAT(dot, HasSubstr("<B>as written</B>"));
  EXPECT_THAT(dot, HasSubstr("9 products"));
  EXPECT_THAT(dot, HasSubstr("f ∘ X"));
  EXPECT_THAT(dot, HasSubstr("<B>rule</B>"));
  EXPECT_THAT(dot, HasSubstr("|Phi| ≤ 1: proved"));
  EXPECT_THAT(dot, HasSubstr("\"a\" -> \"b\""));
}

TEST(Dot, EscapesWhatWouldEndALabel) {
  EXPECT_THAT(to_dot(two_boxes()), HasSubstr("X &lt; &quot;y&quot;"));
  Drawing drawing = two_boxes();
  drawing.title = "a \"b\" < c";
  EXPECT_THAT(to_dot(drawing), HasSubstr("a &quot;b&quot; &lt; c"));
  drawing.nodes[1].id = drawing.edges[0].to = "b\"\\";
  EXPECT_THAT(to_dot(drawing), HasSubstr("\"a\" -> \"b\\\"\\\\\""));
}

TEST(Dot, SaysWhatTheShortNamesStandFor) {
  Drawing drawing = two_boxes();
  EXPECT_THAT(to_dot(drawing), Not(HasSubstr("where")));
  drawing.legend = {"k = enumerate({i : [n] if 0 <= i})"};
  EXPECT_THAT(to_dot(drawing), HasSubstr("where"));
  EXPECT_THAT(to_dot(drawing), HasSubstr("k = enumerate({i : [n] if 0 ≤ i})"));
}

TEST(Dot, MarksAnUncertainStepByItsLineToo) {
  Drawing drawing = two_boxes();
  EXPECT_THAT(to_dot(drawing), Not(HasSubstr("style=dotted")));
  drawing.edges[0].certain = false;
  EXPECT_THAT(to_dot(drawing), HasSubstr("style=dotted"));
}

TEST(Svg, IsDrawnInProcessAndTheSameEachTime) {
  const Result<std::string> first = svg(to_dot(two_boxes()));
  ASSERT_TRUE(first);
  EXPECT_THAT(*first, HasSubstr("<svg "));
  EXPECT_THAT(*first, HasSubstr("f ∘ X"));
  EXPECT_EQ(*first, *svg(to_dot(two_boxes())));
}

TEST(Svg, MeasuresTextWithoutFonts) {
  const auto width = [](std::size_t letters) {
    Drawing drawing = two_boxes();
    drawing.nodes[0].expression = std::string(letters, 'x');
    const std::string text = *svg(to_dot(drawing));
    return std::stod(text.substr(text.find("width=\"") + 7));
  };
  EXPECT_NEAR(width(60) - width(40), 20 * 0.602 * 12, 1);
}

TEST(Svg, RefusesTextThatIsNoGraph) {
  const Result<std::string> wrong = svg("digraph {");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "E0716");
}

TEST(Svg, DrawsAThousandStepsInTime) {
  Drawing drawing{"many", {}, {}};
  for (int k = 0; k < 1000; ++k) drawing.nodes.push_back({std::to_string(k), "X . f" + std::to_string(k)});
  for (int k = 1; k < 1000; ++k)
    drawing.edges.push_back({std::to_string(k * 7919 % 997 % k), std::to_string(k), "rule"});
  EXPECT_TRUE(svg(to_dot(drawing)));
}

}  // namespace
}  // namespace refold
