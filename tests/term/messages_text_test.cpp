#include "term/syntax_support.h"

namespace refold::testing {
namespace {

TEST(TextMessages, BracketLeftOpenIsReportedAtTheBracket) {
  EXPECT_EQ(errors_of("let x = (a + b\n  where p\nsize n\n"),
            "input:1:9: error E0006: expected `)` for this `(`, found the end of the statement\n"
            "  let x = (a + b\n"
            "          ^\n"
            "  help: close the bracket; a statement ends where the next line begins in column 1\n");
}

TEST(TextMessages, SquareBracketLeftOpen) {
  EXPECT_EQ(errors_of("let M[i, j = 3\n"),
            "input:1:6: error E0006: expected `]` for this `[`, found the end of the statement\n"
            "  let M[i, j = 3\n"
            "       ^\n"
            "  help: close the bracket; a statement ends where the next line begins in column 1\n");
}

TEST(TextMessages, BracketClosedByAnotherShowsBoth) {
  EXPECT_EQ(errors_of("let x = (a + b]\n"),
            "input:1:15: error E0007: expected `)`, found `]`\n"
            "  let x = (a + b]\n"
            "                ^\n"
            "  note: input:1:9: `(` was opened here\n"
            "  help: close brackets in the reverse order of opening them\n");
}

TEST(TextMessages, BracketNeverOpened) {
  EXPECT_EQ(errors_of("let x = a)\n"),
            "input:1:10: error E0007: expected an opening bracket before `)`, found none\n"
            "  let x = a)\n"
            "           ^\n"
            "  help: remove it, or open the bracket\n");
}

TEST(TextMessages, TabIsNoBlank) {
  EXPECT_EQ(errors_of("let x =\ta\n"),
            "input:1:8: error E0002: expected spaces, found a tab\n"
            "  let x =\ta\n"
            "         ^\n"
            "  help: indent with spaces; tabs are not allowed\n");
}

TEST(TextMessages, StringEndsOnItsLine) {
  EXPECT_EQ(errors_of("include \"abc\n"),
            "input:1:9: error E0004: expected a closing `\"` on the same line, found none\n"
            "  include \"abc\n"
            "          ^\n"
            "  help: a string stands on one line and has no escapes\n");
}

TEST(TextMessages, NumberRunsIntoAName) {
  EXPECT_EQ(errors_of("let x = 2n\n"),
            "input:1:9: error E0005: expected a space or an operator after the number `2`, found `n`\n"
            "  let x = 2n\n"
            "          ^~\n"
            "  help: a number must not run into a name; a product is written with `*`\n");
}

TEST(TextMessages, StrangeCharacterHasARemedy) {
  EXPECT_EQ(errors_of("let x = a & b\n"),
            "input:1:11: error E0003: expected a name, a number or an operator, found the character `&`\n"
            "  let x = a & b\n"
            "            ^\n"
            "  help: write `and`\n");
}

TEST(TextMessages, StrangeCharacterWithoutOne) {
  EXPECT_EQ(errors_of("let x = $\n"),
            "input:1:9: error E0003: expected a name, a number or an operator, found the character `$`\n"
            "  let x = $\n"
            "          ^\n");
}

TEST(TextMessages, BlankThatIsNoSpaceIsNamedByItsCode) {
  EXPECT_EQ(errors_of("let x = \u00a0a\n"),
            "input:1:9: error E0003: expected a name, a number or an operator, found the character U+00A0\n"
            "  let x = \u00a0a\n"
            "          ^\n"
            "  help: this is a no-break space; write an ordinary space\n");
}

TEST(TextMessages, FirstStatementIndented) {
  EXPECT_EQ(errors_of("  size n\n"),
            "input:1:3: error E0010: expected a statement in column 1, found an indented `size`\n"
            "    size n\n"
            "    ^~~~\n"
            "  help: statements begin in column 1; only their other lines are indented\n");
}

TEST(TextMessages, LineInColumnOneIsNoStatement) {
  EXPECT_EQ(errors_of("foo x = 3\n"),
            "input:1:1: error E0011: expected a statement, found `foo`\n"
            "  foo x = 3\n"
            "  ^~~\n"
            "  help: indent the line if it belongs to the statement before; a statement begins with base, bag, def, fn, format, include, let, map, mask, opaque fn, proof, refute, rule, set, show, size or tensor\n");
}

TEST(TextMessages, ClauseInColumnOne) {
  EXPECT_EQ(errors_of("size n\nwhere n >= 1\n"),
            "input:2:1: error E0011: expected a statement, found `where`\n"
            "  where n >= 1\n"
            "  ^~~~~\n"
            "  help: indent the line if `where` belongs to the statement before\n");
}

TEST(TextMessages, SeveralSetsAreStillSet) {
  EXPECT_EQ(errors_of("sets I, J\n"),
            "input:1:1: error E0011: expected a statement, found `sets`\n"
            "  sets I, J\n"
            "  ^~~~\n"
            "  help: write `set I, J`\n");
}

TEST(TextMessages, StatementIndentedIsALineTooMany) {
  EXPECT_EQ(errors_of("size n\n  size m\n"),
            "input:2:3: error E0020: expected the end of the statement, found a line that begins with `size`\n"
            "    size m\n"
            "    ^~~~\n"
            "  help: a statement begins in column 1\n");
}

TEST(TextMessages, LineThatContinuesNothing) {
  EXPECT_EQ(errors_of("let x = a\n  b\n"),
            "input:2:3: error E0020: expected `over`, `where` or the end of the statement, found a line that begins with `b`\n"
            "    b\n"
            "    ^\n"
            "  help: a line goes on with the one before only inside brackets, after an operator, or when it begins with one\n");
}

TEST(TextMessages, LineThatBeginsWithMinus) {
  EXPECT_EQ(errors_of("let x = a\n  - b\n"),
            "input:2:3: error E0020: expected `over`, `where` or the end of the statement, found a line that begins with `-`\n"
            "    - b\n"
            "    ^\n"
            "  help: `-` and `<` could begin an operand; put the operator at the end of the line before\n");
}

TEST(TextMessages, ClauseThatTheStatementLacks) {
  EXPECT_EQ(errors_of("tensor A : [n] -> real\n  given size n\n"),
            "input:2:3: error E0020: expected `where` or the end of the statement, found a line that begins with `given`\n"
            "    given size n\n"
            "    ^~~~~\n"
            "  help: this statement has no such clause here\n");
}

TEST(TextMessages, LineAfterAStatementWithoutClauses) {
  EXPECT_EQ(errors_of("show Y\n  where p\n"),
            "input:2:3: error E0020: expected the end of the statement, found a line that begins with `where`\n"
            "    where p\n"
            "    ^~~~~\n"
            "  help: this statement has no such clause here\n");
}

TEST(TextMessages, MissingEndIsReportedJustAfterTheLastToken) {
  EXPECT_EQ(errors_of("let x = a +       # more\n\nsize n\n"),
            "input:1:12: error E0012: expected an operand, found the end of the statement\n"
            "  let x = a +       # more\n"
            "             ^\n");
}

TEST(TextMessages, MissingClaim) {
  EXPECT_EQ(errors_of("rule r\n  given set I\n"),
            "input:2:14: error E0019: expected a claim, found the end of the statement\n"
            "    given set I\n"
            "               ^\n"
            "  help: a rule ends in its claim, on a line of its own: `left = right`, `left => right` or another proposition\n");
}

TEST(TextMessages, MissingSteps) {
  EXPECT_EQ(errors_of("proof p\n"),
            "input:1:8: error E0019: expected a proof step on the next line, found the end of the statement\n"
            "  proof p\n"
            "         ^\n"
            "  help: steps are `at`, `by extensionality at`, `let`, `have`, `using`, `induction on`, `cases`, `case` and chains `e = e by rule`\n");
}

TEST(TextMessages, OneErrorForEachStatementThenItGoesOn) {
  EXPECT_EQ(errors_of("let x = (a\nsize n\nlet y = b)\nlet z = * )\n"),
            "input:1:9: error E0006: expected `)` for this `(`, found the end of the statement\n"
            "  let x = (a\n"
            "          ^\n"
            "  help: close the bracket; a statement ends where the next line begins in column 1\n"
            "input:3:10: error E0007: expected an opening bracket before `)`, found none\n"
            "  let y = b)\n"
            "           ^\n"
            "  help: remove it, or open the bracket\n"
            "input:4:11: error E0007: expected an opening bracket before `)`, found none\n"
            "  let z = * )\n"
            "            ^\n"
            "  help: remove it, or open the bracket\n");
}

}  // namespace
}  // namespace refold::testing
