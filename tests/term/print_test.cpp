#include <rapidcheck.h>

#include "term/syntax_generator.h"
#include "term/syntax_support.h"

namespace refold::testing {
namespace {

std::string printed(const std::string& text, Entry entry = Entry::Expression) {
  const auto tree = entry_of(text, entry);
  return tree ? print(*tree) : "error: " + tree.error().message;
}
std::string printed_statement(const std::string& text) { return print(Parsed(text).outcome.file); }

TEST(Print, KeepsOnlyTheBracketsThatMatter) {
  EXPECT_EQ(printed("((a) + (b)) + (c)"), "(a + b) + c");
  EXPECT_EQ(printed("(a - b) + c"), "a - b + c");
  EXPECT_EQ(printed("a - (b + c)"), "a - (b + c)");
  EXPECT_EQ(printed("(a*b) div c"), "a*b div c");
  EXPECT_EQ(printed("a * (b div c)"), "a * (b div c)");
  EXPECT_EQ(printed("(a and b) or (c and d)"), "a and b or c and d");
  EXPECT_EQ(printed("(not a) == b"), "(not a) == b");
  EXPECT_EQ(printed("(f . g) . h"), "(f . g) . h");
  EXPECT_EQ(printed("-(-x)"), "--x");
  EXPECT_EQ(printed("(x^2)^3"), "(x^2)^3");
  EXPECT_EQ(printed("x -> (y -> (x + y))"), "x -> y -> x + y");
}

TEST(Print, BracketsABigOperatorBeforeAProduct) {
  EXPECT_EQ(printed("(sum k: a) * b"), "(sum k: a) * b");
  EXPECT_EQ(printed("b * (sum k: a)"), "b * sum k: a");
  EXPECT_EQ(printed("(sum k: a) + b"), "sum k: a + b");
  EXPECT_EQ(printed("-(sum k: a) / b"), "(-sum k: a) / b");
  EXPECT_EQ(printed("sum k: (a + b)"), "sum k: (a + b)");
}

TEST(Print, WritesProductsOfShortFactorsTightly) {
  EXPECT_EQ(printed("[m] * [n]^F"), "[m]*[n]^F");
  EXPECT_EQ(printed("2 * (i+1)"), "2*(i + 1)");
  EXPECT_EQ(printed("A[i]*B[i]"), "A[i] * B[i]");
  EXPECT_EQ(printed("a *|m|"), "a * |m|");
}

TEST(Print, KeepsTheStarAStar) {
  EXPECT_EQ(printed("(f*)(m)"), "(f*)(m)");
  EXPECT_EQ(printed("(f*)^2"), "f* ^2");
  EXPECT_EQ(printed("sum k in (f*): e"), "sum k in f* : e");
  EXPECT_EQ(printed("f* * g"), "f* * g");
  EXPECT_EQ(printed("<f*, g*>"), "<f*, g*>");
}

TEST(Print, WritesSorts) {
  EXPECT_EQ(printed("(I -> J) -> bag (J -> (V))", Entry::Sort), "(I -> J) -> bag (J -> V)");
  EXPECT_EQ(printed("I -> (J -> V)", Entry::Sort), "I -> J -> V");
  EXPECT_EQ(printed("(r : I)*[l[r]] -> V", Entry::Sort), "(r : I) * [l[r]] -> V");
}

TEST(Print, WritesStatementsWithTheirClauses) {
  EXPECT_EQ(printed_statement("rule r \"t\" given set I, J(k : N) over ring where p; q\n  let z = 1\n  x = y => z\n"),
            "rule r \"t\"\n"
            "  given sets I, J(k : N)\n"
            "  over ring\n"
            "  where p;  q\n"
            "  let z = 1\n"
            "  x  =  y  =>  z\n");
  EXPECT_EQ(printed_statement("mask m(n:int)[i,j in [n]]=i<=j loop i in 0..j+1\n  base 1\n"),
            "mask m(n : int)[i, j in [n]] = i <= j\n"
            "  loop i in 0 .. j + 1\n"
            "  base 1\n");
  EXPECT_EQ(
      printed_statement("proof p\n  induction on b\n  case {} : using definition; at k\n  a\n  = b by r(x=1), s\n"),
      "proof p\n"
      "  induction on b\n"
      "    case {}: using definition; at k\n"
      "  a = b by r(x = 1), s\n");
  EXPECT_EQ(printed_statement("format bsr(b:int) = (i,j) -> i div b:range, k = j mod b:[b] unordered\n"),
            "format bsr(b : int) = (i, j) -> i div b : range, k = j mod b : [b] unordered\n");
}

/// The first pair of brackets of a text that can go without changing what is read, or "".
std::string unneeded_brackets(const std::string& text, Entry entry, const Syntax& tree) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    std::string without = text;
    without[open.back()] = without[i] = ' ';
    open.pop_back();
    const auto again = entry_of(without, entry);
    if (again && *again == tree) return without;
  }
  return {};
}

void expect_round_trip(Entry entry, Syntax (TreeMaker::*make)(int)) {
  const bool holds = rc::check([&] {
    const Syntax tree = (TreeMaker(*rc::gen::arbitrary<std::uint64_t>()).*make)(*rc::gen::inRange(0, 6));
    const std::string text = print(tree);
    const auto again = entry_of(text, entry);
    RC_LOG(text);
    if (!again) RC_FAIL(again.error().message);
    RC_ASSERT(*again == tree);
    RC_ASSERT(print(*again) == text);
    RC_ASSERT(unneeded_brackets(text, entry, tree) == "");
  });
  EXPECT_TRUE(holds);
}

TEST(Print, ReadsBackExpressionsWithTheFewestBrackets) { expect_round_trip(Entry::Expression, &TreeMaker::expression); }
TEST(Print, ReadsBackSortsWithTheFewestBrackets) { expect_round_trip(Entry::Sort, &TreeMaker::sort); }
TEST(Print, ReadsBackPropositionsWithTheFewestBrackets) {
  expect_round_trip(Entry::Proposition, &TreeMaker::proposition);
}

TEST(Print, ReadsBackStatementsOfEveryKind) {
  const bool holds = rc::check([] {
    const Syntax tree = TreeMaker(*rc::gen::arbitrary<std::uint64_t>()).statement();
    const std::string text = print(tree) + "\n";
    const Parsed again(text);
    RC_LOG(text);
    if (!again.outcome.errors.empty()) RC_FAIL(render(again.outcome.errors.front(), again.sources));
    RC_ASSERT(again.outcome.file.children.size() == 1u);
    RC_ASSERT(again.outcome.file.children.front() == tree);
  });
  EXPECT_TRUE(holds);
}

TEST(Print, ReadsBackTheReferenceStatements) {
  if (reference_folder().empty()) GTEST_SKIP() << "no reference texts here";
  const Parsed parsed(file_text(reference_folder() + "/language_examples.rf"));
  const Parsed again(print(parsed.outcome.file));
  EXPECT_EQ(again.outcome.errors.size(), 0u);
  EXPECT_EQ(again.outcome.file, parsed.outcome.file);
}

}  // namespace
}  // namespace refold::testing
