#include <rapidcheck.h>

#include <filesystem>
#include <fstream>

#include "term/syntax_generator.h"
#include "term/syntax_support.h"

namespace refold::testing {
namespace {

std::string formatted(const std::string& text) {
  SourceMap sources;
  const auto result = format_source(sources, sources.add("input", text));
  return result ? *result : render(result.error(), sources);
}

TEST(Format, SetsSpacesAndIndentation) {
  EXPECT_EQ(formatted("rule   r \"t\"\n given set I ;J:K->V\n          where a<=b;c\n    f.g* =  -x\n"),
            "rule r \"t\"\n"
            "  given set I;  J : K -> V\n"
            "  where a <= b;  c\n"
            "  f . g*  =  -x\n");
  EXPECT_EQ(formatted("let x=sum k in K:A[ k ]*b\n"), "let x = sum k in K: A[k] * b\n");
  EXPECT_EQ(formatted("proof p\n by extensionality at x\n cases e\n case true: using r(x=1) ;at k\n"),
            "proof p\n"
            "  by extensionality at x\n"
            "  cases e\n"
            "    case true: using r(x = 1); at k\n");
}

TEST(Format, WritesAsciiForTwins) {
  EXPECT_EQ(formatted("let α = ⟨f∘g, h⟩ × x ≤ ∞ ∧ ¬ y ∈ ∅\n"), "let α = <f . g, h> * x <= inf and not y in {}\n");
}

TEST(Format, KeepsTheColumnOfTheReasonsInAChain) {
  EXPECT_EQ(formatted("proof p\n  a\n    =  b      by r\n    = b + c   by s,t\n  have h: x\n  a = b by r\n"),
            "proof p\n"
            "  a\n"
            "    = b       by r\n"
            "    = b + c   by s, t\n"
            "  have h: x\n"
            "  a = b by r\n");
  const std::string far(140, ' ');
  EXPECT_EQ(formatted("proof p\n  a = b" + far + "by reason\n"), "proof p\n  a = b by reason\n") << "no room";
}

TEST(Format, AClauseBeginsAtItsWordAlsoAfterALineThatCouldGoOn) {
  const std::string text = "mask m[i] = true\n  loop x in a ..\n  where p\n";
  EXPECT_EQ(formatted(text), text);
}

TEST(Format, TheFilesThatComeWithRefoldAreLaidOut) {
  for (const char* folder : {"rules", "proofs", "examples"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(REFOLD_SOURCE_DIR) + "/" + folder)) {
      if (entry.path().extension() != ".rf") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      EXPECT_EQ(formatted(text.str()), text.str()) << "refold fmt " << entry.path();
    }
}

TEST(Format, KeepsBracketsOfTheAuthor) { EXPECT_EQ(formatted("let x = ((a*b)) + c\n"), "let x = ((a*b)) + c\n"); }

TEST(Format, KeepsLineBreaksOfTheAuthor) {
  EXPECT_EQ(formatted("def f(x) =\n  (i ->\n  x +\n       y)\n given set I where p\n"),
            "def f(x) =\n"
            "    (i ->\n"
            "      x +\n"
            "      y)\n"
            "  given set I where p\n");
}

TEST(Format, KeepsCommentsAtTheirPlace) {
  EXPECT_EQ(
      formatted(
          "\n\n# first\n\n\n\nsize n # after\n   # own line\nrule r# touching\n# in column 1\n    # before the claim\n"
          "   a = (b + # inside\n  # alone\n c)\n\n  # last   \n"),
      "# first\n"
      "\n"
      "size n  # after\n"
      "  # own line\n"
      "rule r  # touching\n"
      "# in column 1\n"
      "  # before the claim\n"
      "  a  =  (b +  # inside\n"
      "      # alone\n"
      "      c)\n"
      "\n"
      "  # last\n");
}

TEST(Format, KeepsTheColumnOfACommentWhereTheCodeLeavesRoom) {
  EXPECT_EQ(formatted("size n      # one\nsize mmmm   # two\nset  IIIIII # three\n"),
            "size n      # one\n"
            "size mmmm   # two\n"
            "set IIIIII  # three\n");
}

TEST(Format, BreaksLongLinesOutsideBracketsFirst) {
  const std::string word(40, 'x');
  EXPECT_EQ(formatted("let y = f(" + word + ", " + word + ") + g(" + word + ", " + word + ") + h\n"),
            "let y = f(" + word + ", " + word +
                ")\n"
                "    + g(" +
                word + ", " + word + ") + h\n");
  EXPECT_EQ(formatted("let y = f(" + word + ", " + word + ", " + word + ", " + word + ")\n"),
            "let y = f(" + word + ", " + word + ", " + word +
                ",\n"
                "      " +
                word + ")\n");
  const std::string whole = "let y\n    = " + std::string(200, 'x') + "\n";
  EXPECT_EQ(formatted(whole), whole) << "nowhere to break";
}

TEST(Format, LeavesNothingOfAnEmptyText) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("\n  \n"), "");
  EXPECT_EQ(formatted("  # only this"), "# only this\n");
}

TEST(Format, ReportsTheFirstError) {
  EXPECT_EQ(formatted("size n\nlet x = f (y)\n"),
            "input:2:11: error E0013: expected an operator or the end of the line, found `(` after a space\n"
            "  let x = f (y)\n"
            "            ^\n"
            "  help: an argument list touches its function: write `f(...)`\n");
}

TEST(Format, OfTheReferenceStatementsIsIdempotentAndKeepsTheTree) {
  if (reference_folder().empty()) GTEST_SKIP() << "no reference texts here";
  const std::string text = file_text(reference_folder() + "/language_examples.rf");
  const std::string once = formatted(text);
  EXPECT_EQ(formatted(once), once);
  EXPECT_EQ(Parsed(once).outcome.file, Parsed(text).outcome.file);
  EXPECT_EQ(std::count(once.begin(), once.end(), '#'), std::count(text.begin(), text.end(), '#'));
}

/// The text with other spaces, line ends inside brackets, and comments.
std::string disarranged(const std::string& text, std::mt19937_64& random) {
  std::string out;
  int depth = 0;
  bool in_string = false;
  for (const char c : text) {
    if (c == '"') in_string = !in_string;
    if (!in_string && (c == '(' || c == '[' || c == '{')) ++depth;
    if (!in_string && (c == ')' || c == ']' || c == '}')) --depth;
    if (c == '\n' && random() % 4 == 0) out += "  # é " + std::to_string(random() % 100);
    if (c == ' ' && !in_string && random() % 8 == 0) out += depth > 0 ? "  # here\n   " : "  ";
    out += c;
    if (c == '\n' && random() % 8 == 0) out += random() % 2 == 0 ? "\n\n" : "# alone\n";
  }
  return out;
}

TEST(Format, IsIdempotentAndKeepsRandomTrees) {
  const bool holds = rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    std::mt19937_64 random(seed);
    TreeMaker maker(seed);
    Syntax file{Syn::File, {}, {}, {}};
    for (int i = 0; i < 3; ++i) file.children.push_back(maker.statement());
    const std::string text = disarranged(print(file), random);
    const std::string once = formatted(text);
    RC_LOG(text);
    RC_LOG(once);
    RC_ASSERT(Parsed(once).outcome.file == file);
    RC_ASSERT(formatted(once) == once);
    RC_ASSERT(std::count(once.begin(), once.end(), '#') == std::count(text.begin(), text.end(), '#'));
  });
  EXPECT_TRUE(holds);
}

TEST(Format, AgreesWithPrint) {
  const bool holds = rc::check([] {
    TreeMaker maker(*rc::gen::arbitrary<std::uint64_t>());
    const std::string text = print(maker.statement()) + "\n";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) RC_PRE(line.size() <= 150u);
    RC_ASSERT(formatted(text) == text);
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace refold::testing
