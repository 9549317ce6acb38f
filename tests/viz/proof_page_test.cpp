#include "viz/proof_page.h"

namespace refold {
namespace {

using testing::HasSubstr;
using testing::Not;

ProofPage page() {
  PageResult first{"first", "a star on one element", "bags.rf", "given f : A -> B\nf* . single  =  single . f\n", "Both are {f(a)}.", "at a\nusing definition\n",
                   "proved for all sizes by Z3", true, 0.012, {{"|Phi| <= 1", "used"}}, {"* distributes over +"}, {}, {{"f*({a}) = {f(a)}", {}}}, {}};
  first.near_misses.push_back({"first_swapped", "f . g  =  g . f\n", "refuted", "A = [2]\n", "left[0] = 1, right[0] = 0", true});
  PageResult second{"second", "", "bags.rf", "x = y\n", "", "using first\n", "unknown: this step leaves a goal open", false, 0.1, {}, {}, {"first"}, {{"x = y", {"first", "hypothesis: x <= y"}}}, {}};
  return {"Rules", "1 proved, 1 refuted, 1 unknown, 1 not as stated.", {first, second}};
}

TEST(ProofPage, ShowsStatementProofQuestionsAndNearMiss) {
  const std::string html = proof_page_html(page());
  EXPECT_THAT(html, HasSubstr("<section id=\"first\">\n<h2>first <small>a star on one element</small></h2>\n"
                              "<pre class=\"claim\">given f : A → B\nf* ∘ single  =  single ∘ f\n</pre>"));
  EXPECT_THAT(html, HasSubstr("✓ proved for all sizes by Z3</span> (1 obligation, 12 ms; stated in bags.rf)"));
  EXPECT_THAT(html, HasSubstr("<tr><td>|Phi| ≤ 1</td><td>used</td></tr>"));
  EXPECT_THAT(html, HasSubstr("<em>Proof.</em> Both are {f(a)}."));
  EXPECT_THAT(html, HasSubstr("<td>logic alone</td>"));
  EXPECT_THAT(html, HasSubstr("Near miss <strong>first_swapped</strong>: ✓ refuted"));
  EXPECT_THAT(html, HasSubstr("left[0] = 1, right[0] = 0"));
}

TEST(ProofPage, SaysWhatIsNotProvedAndLinksWhatIsCited) {
  const std::string html = proof_page_html(page());
  EXPECT_THAT(html, HasSubstr("✗ unknown: this step leaves a goal open"));
  EXPECT_THAT(html, HasSubstr("<td><a href=\"#first\">first</a>; hypothesis: x ≤ y</td>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#second\">second</a> (unknown: this step leaves a goal open)"));
}

TEST(ProofPage, NeedsNothingElse) {
  const std::string html = proof_page_html(page());
  for (const char* outside : {"http:", "https:", "<script", "@import", "src="}) EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST(ProofPage, TextNeverBecomesMarkup) {
  ProofPage hostile = page();
  hostile.results[0].title = "<script>alert(1)</script> & \"x\"";
  hostile.results[0].statement = "```\n</pre><b>";
  EXPECT_THAT(proof_page_html(hostile), Not(HasSubstr("<script>")));
  EXPECT_THAT(proof_page_html(hostile), HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"));
  EXPECT_THAT(proof_page_markdown(hostile), HasSubstr("````\n```\n"));
  EXPECT_THAT(proof_page_markdown(hostile), HasSubstr("\\<script\\>"));
}

TEST(ProofPage, IsAlsoMarkdown) {
  const std::string text = proof_page_markdown(page());
  EXPECT_THAT(text, HasSubstr("## first\n\na star on one element\n\n```\ngiven f : A → B\nf* ∘ single  =  single ∘ f\n```\n"));
  EXPECT_THAT(text, HasSubstr("✓ **proved for all sizes by Z3** (1 obligation, 12 ms; stated in bags.rf)"));
  EXPECT_THAT(text, HasSubstr("- shown: x = y; from first; hypothesis: x ≤ y\n"));
}

}  // namespace
}  // namespace refold
