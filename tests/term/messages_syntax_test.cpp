#include "term/syntax_support.h"

namespace refold::testing {
namespace {

TEST(SyntaxMessages, SpaceBeforeAnArgumentList) {
  EXPECT_EQ(errors_of("let x = f (a)\n"),
            "input:1:11: error E0013: expected an operator or the end of the line, found `(` after a space\n"
            "  let x = f (a)\n"
            "            ^\n"
            "  help: an argument list touches its function: write `f(...)`\n");
}

TEST(SyntaxMessages, SpaceBeforeAnIndex) {
  EXPECT_EQ(errors_of("let u = C [i, j]\n"),
            "input:1:11: error E0013: expected an operator or the end of the line, found `[` after a space\n"
            "  let u = C [i, j]\n"
            "            ^\n"
            "  help: an argument list touches its function: write `C[...]`\n");
}

TEST(SyntaxMessages, SpaceBeforeParameters) {
  EXPECT_EQ(errors_of("fn relu (x) = x\n"),
            "input:1:9: error E0013: expected `(` right after the name, found `(` after a space\n"
            "  fn relu (x) = x\n"
            "          ^\n"
            "  help: an argument list touches its function: write `relu(...)`\n");
}

TEST(SyntaxMessages, StarOrProduct) {
  EXPECT_EQ(errors_of("let x = A* B\n"),
            "input:1:12: error E0014: expected an operator or the end of the line, found `B`\n"
            "  let x = A* B\n"
            "             ^\n"
            "  help: the `*` before it touches only what is left of it, so it is the bag star; write `a * b` or `a*b` for a product\n");
}

TEST(SyntaxMessages, LoneStar) {
  EXPECT_EQ(errors_of("let x = * a\n"),
            "input:1:9: error E0014: expected an operand, found `*`\n"
            "  let x = * a\n"
            "          ^\n"
            "  help: a product is written `a * b`, the star of a function `f*`\n");
}

TEST(SyntaxMessages, StarAfterComposition) {
  EXPECT_EQ(errors_of("let x = a . * b\n"),
            "input:1:13: error E0014: expected an operand, found `*`\n"
            "  let x = a . * b\n"
            "              ^\n"
            "  help: a product is written `a * b`, the star of a function `f*`\n");
}

TEST(SyntaxMessages, BigOperatorWithoutColon) {
  EXPECT_EQ(errors_of("let s = sum k A[k]\n"),
            "input:1:15: error E0018: expected `:` after the indices of `sum`, found `A`\n"
            "  let s = sum k A[k]\n"
            "                ^\n"
            "  help: two names in a row begin a big operator such as `sum k in [n]: e`; a function is applied as `f(x)`\n");
}

TEST(SyntaxMessages, TwoNamesInABag) {
  EXPECT_EQ(errors_of("let x = {a b}\n"),
            "input:1:13: error E0018: expected `:` after the indices of `a`, found `}`\n"
            "  let x = {a b}\n"
            "              ^\n"
            "  help: two names in a row begin a big operator such as `sum k in [n]: e`; a function is applied as `f(x)`\n");
}

TEST(SyntaxMessages, ComparisonsThatTurnBack) {
  EXPECT_EQ(errors_of("let b = 0 < a > 1\n"),
            "input:1:15: error E0016: expected a chain of comparisons that goes one way, found `>`\n"
            "  let b = 0 < a > 1\n"
            "                ^\n"
            "  help: a chain uses `<` `<=` `==` or `>` `>=` `==`; join other comparisons with `and`\n");
}

TEST(SyntaxMessages, NotEqualNeverChains) {
  EXPECT_EQ(errors_of("let b = a != b != c\n"),
            "input:1:16: error E0016: expected a chain of comparisons that goes one way, found `!=`\n"
            "  let b = a != b != c\n"
            "                 ^~\n"
            "  help: a chain uses `<` `<=` `==` or `>` `>=` `==`; join other comparisons with `and`\n");
}

TEST(SyntaxMessages, EqualsSignInAnExpression) {
  EXPECT_EQ(errors_of("let d = a = c\n"),
            "input:1:11: error E0015: expected an operator or the end of the line, found `=`\n"
            "  let d = a = c\n"
            "            ^\n"
            "  help: in an expression equality is `==`; a single `=` stands once, between two sides of a definition, a claim or a hypothesis\n");
}

TEST(SyntaxMessages, TwoEqualsSignsInAClaim) {
  EXPECT_EQ(errors_of("rule r\n  x = y = z\n"),
            "input:2:9: error E0015: expected an operator, `=>` or the end of the statement, found `=`\n"
            "    x = y = z\n"
            "          ^\n"
            "  help: in an expression equality is `==`; a single `=` stands once, between two sides of a definition, a claim or a hypothesis\n");
}

TEST(SyntaxMessages, MaskWithItsIndicesInParentheses) {
  EXPECT_EQ(errors_of("mask up(i, j) = i <= j\n"),
            "input:1:15: error E0012: expected the indices of the mask in `[ ]`, found `=`\n"
            "  mask up(i, j) = i <= j\n"
            "                ^\n"
            "  help: write `mask NAME[i, j] = ...`; parameters stand in `( )` before the indices\n");
}

TEST(SyntaxMessages, MaskIndicesAfterASpace) {
  EXPECT_EQ(errors_of("mask up [i, j] = i <= j\n"),
            "input:1:9: error E0013: expected `[`, found `[` after a space\n"
            "  mask up [i, j] = i <= j\n"
            "          ^\n"
            "  help: an argument list touches its function: write `up[...]`\n");
}

TEST(SyntaxMessages, EmptyStack) {
  EXPECT_EQ(errors_of("let x = []\n"),
            "input:1:10: error E0012: expected an element of the stack, found `]`\n"
            "  let x = []\n"
            "           ^\n"
            "  help: an empty stack has no index set; the empty range is `[0]`, the empty bag `{}`\n");
}

TEST(SyntaxMessages, ReservedWordAsAName) {
  EXPECT_EQ(errors_of("size loop\n"),
            "input:1:6: error E0017: expected a name, found the reserved word `loop`\n"
            "  size loop\n"
            "       ^~~~\n"
            "  help: choose another name; reserved words are never names\n");
}

TEST(SyntaxMessages, ReservedWordAsAnIndex) {
  EXPECT_EQ(errors_of("let s = sum k, in: X[k]\n"),
            "input:1:16: error E0017: expected an index name, found the reserved word `in`\n"
            "  let s = sum k, in: X[k]\n"
            "                 ^~\n"
            "  help: choose another name; reserved words are never names\n");
}

TEST(SyntaxMessages, ReservedWordAsAnOperand) {
  EXPECT_EQ(errors_of("let x = for all i: p\n"),
            "input:1:9: error E0012: expected an operand, found `for`\n"
            "  let x = for all i: p\n"
            "          ^~~\n"
            "  help: this is a reserved word; it names nothing\n");
}

TEST(SyntaxMessages, OperandMissingAtTheEnd) {
  EXPECT_EQ(errors_of("let x =\n"),
            "input:1:8: error E0012: expected an operand, found the end of the statement\n"
            "  let x =\n"
            "         ^\n");
}

TEST(SyntaxMessages, OperandMissingInAnIndex) {
  EXPECT_EQ(errors_of("let y = X[]\n"),
            "input:1:11: error E0012: expected an operand, found `]`\n"
            "  let y = X[]\n"
            "            ^\n");
}

TEST(SyntaxMessages, ConditionalAsAnOperand) {
  EXPECT_EQ(errors_of("let x = a + if c then 1 else 2\n"),
            "input:1:13: error E0012: expected an operand, found `if`\n"
            "  let x = a + if c then 1 else 2\n"
            "              ^~\n"
            "  help: put parentheses around `if ... then ... else ...` here\n");
}

TEST(SyntaxMessages, ConditionalWithoutElse) {
  EXPECT_EQ(errors_of("let x = if a then b\n"),
            "input:1:20: error E0012: expected an operator or `else`, found the end of the statement\n"
            "  let x = if a then b\n"
            "                     ^\n");
}

TEST(SyntaxMessages, FunctionAsAnOperand) {
  EXPECT_EQ(errors_of("let x = f . y -> y\n"),
            "input:1:15: error E0012: expected an operator or the end of the line, found `->`\n"
            "  let x = f . y -> y\n"
            "                ^~\n"
            "  help: put parentheses around the function: `(x -> e)`\n");
}

TEST(SyntaxMessages, ImplicationInAnExpression) {
  EXPECT_EQ(errors_of("let x = a => b\n"),
            "input:1:11: error E0012: expected an operator or the end of the line, found `=>`\n"
            "  let x = a => b\n"
            "            ^~\n"
            "  help: `=>` stands only in propositions; a function is written `x -> e`\n");
}

TEST(SyntaxMessages, DependentFactorAlone) {
  EXPECT_EQ(errors_of("let x = (r : I)\n"),
            "input:1:16: error E0012: expected `*` after a dependent factor, found the end of the statement\n"
            "  let x = (r : I)\n"
            "                 ^\n"
            "  help: a dependent factor is a name and its set in parentheses before `*`: `(r : I) * [len[r]]`\n");
}

TEST(SyntaxMessages, DependentFactorOfAnExpression) {
  EXPECT_EQ(errors_of("let x = (r + 1 : I) * S\n"),
            "input:1:16: error E0012: expected `)` or `,`, found `:`\n"
            "  let x = (r + 1 : I) * S\n"
            "                 ^\n"
            "  help: a dependent factor is a name and its set in parentheses before `*`: `(r : I) * [len[r]]`\n");
}

TEST(SyntaxMessages, ForkLeftOpen) {
  EXPECT_EQ(errors_of("let x = <f, g\n"),
            "input:1:14: error E0012: expected an operator, `,` or `>`, found the end of the statement\n"
            "  let x = <f, g\n"
            "               ^\n");
}

TEST(SyntaxMessages, BarLeftOpen) {
  EXPECT_EQ(errors_of("let x = |a\n"),
            "input:1:11: error E0012: expected an operator or `|`, found the end of the statement\n"
            "  let x = |a\n"
            "            ^\n");
}

TEST(SyntaxMessages, CommaTooMany) {
  EXPECT_EQ(errors_of("let x = (e,)\n"),
            "input:1:12: error E0012: expected an operand, found `)`\n"
            "  let x = (e,)\n"
            "             ^\n"
            "  help: remove the comma; only a stack of one, `[X,]`, ends in a comma\n");
}

TEST(SyntaxMessages, DeclarationsWithoutComma) {
  EXPECT_EQ(errors_of("rule r\n  given sets I J\n  x = x\n"),
            "input:2:16: error E0012: expected `,`, `;` or the end of the line, found `J`\n"
            "    given sets I J\n"
            "                 ^\n"
            "  help: parts of a clause are separated by `,` and `;`; the claim stands on a line of its own\n");
}

TEST(SyntaxMessages, SortMissing) {
  EXPECT_EQ(errors_of("tensor A : = 3\n"),
            "input:1:12: error E0012: expected a sort, found `=`\n"
            "  tensor A : = 3\n"
            "             ^\n"
            "  help: a sort is a set, `real`, `int`, `bool`, `A -> B`, `bag A` or `reduction V`\n");
}

TEST(SyntaxMessages, ColonMissing) {
  EXPECT_EQ(errors_of("tensor A\n"),
            "input:1:9: error E0012: expected `,` or `:`, found the end of the statement\n"
            "  tensor A\n"
            "          ^\n");
}

TEST(SyntaxMessages, UnknownAlgebra) {
  EXPECT_EQ(errors_of("rule r\n  over commutative foo\n  x = x\n"),
            "input:2:20: error E0012: expected an algebra, found `foo`\n"
            "    over commutative foo\n"
            "                     ^~~\n"
            "  help: write monoid, semiring, ring or field, after commutative, idempotent or ordered where they hold, or a model such as float32, int or min_plus\n");
}

TEST(SyntaxMessages, UnknownModel) {
  EXPECT_EQ(errors_of("let x = y\n  over float8\n"),
            "input:2:8: error E0012: expected an algebra or a number model, found `float8`\n"
            "    over float8\n"
            "         ^~~~~~\n"
            "  help: write monoid, semiring, ring or field, after commutative, idempotent or ordered where they hold, or a model such as float32, int or min_plus\n");
}

TEST(SyntaxMessages, BaseIsZeroOrOne) {
  EXPECT_EQ(errors_of("base 2\n"),
            "input:1:6: error E0012: expected 0 or 1, found `2`\n"
            "  base 2\n"
            "       ^\n"
            "  help: masks count from 0 or from 1\n");
}

TEST(SyntaxMessages, LoopWithoutItsEnd) {
  EXPECT_EQ(errors_of("mask m[i] = i\n  loop i in 3\n"),
            "input:2:14: error E0012: expected an operator or `..`, found the end of the statement\n"
            "    loop i in 3\n"
            "               ^\n"
            "  help: a loop is `loop i in lo .. hi` (half open), `loop i = e` or `loop i`\n");
}

TEST(SyntaxMessages, ClaimOnTheLineOfTheName) {
  EXPECT_EQ(errors_of("rule r x = x\n"),
            "input:1:8: error E0012: expected a string or the end of the line, found `x`\n"
            "  rule r x = x\n"
            "         ^\n"
            "  help: a title stands in `\"`; the claim stands on a line of its own\n");
}

TEST(SyntaxMessages, ClaimOnTheLineOfAClause) {
  EXPECT_EQ(errors_of("rule r\n  where p x = y\n"),
            "input:2:13: error E0018: expected `:` after the indices of `p`, found `=`\n"
            "    where p x = y\n"
            "              ^\n"
            "  help: two names in a row begin a big operator such as `sum k in [n]: e`; a function is applied as `f(x)`\n");
}

TEST(SyntaxMessages, ClaimOnTheLineOfAHypothesis) {
  EXPECT_EQ(errors_of("rule r\n  where n >= 1 f(x) = y\n"),
            "input:2:16: error E0012: expected an operator, `=`, `=>`, `;` or the end of the line, found `f`\n"
            "    where n >= 1 f(x) = y\n"
            "                 ^\n"
            "  help: parts of a clause are separated by `,` and `;`; the claim stands on a line of its own\n");
}

TEST(SyntaxMessages, StepThatIsNone) {
  EXPECT_EQ(errors_of("proof p\n  a\n"),
            "input:2:4: error E0012: expected an operator or `=`, found the end of the statement\n"
            "    a\n"
            "     ^\n"
            "  help: a step without a keyword is a chain `e = e by rule`\n");
}

TEST(SyntaxMessages, LambdaWithoutParameters) {
  EXPECT_EQ(errors_of("format f = i -> i : range\n"),
            "input:1:12: error E0012: expected `(`, found `i`\n"
            "  format f = i -> i : range\n"
            "             ^\n"
            "  help: write `format NAME = (i, j) -> i : range, j : compressed`\n");
}

TEST(SyntaxMessages, NumberAsAName) {
  EXPECT_EQ(errors_of("size n, 3\n"),
            "input:1:9: error E0012: expected a name, found `3`\n"
            "  size n, 3\n"
            "          ^\n");
}

TEST(SyntaxMessages, OpaqueIsAFunction) {
  EXPECT_EQ(errors_of("opaque exp : real -> real\n"),
            "input:1:8: error E0012: expected `fn`, found `exp`\n"
            "  opaque exp : real -> real\n"
            "         ^~~\n");
}

}  // namespace
}  // namespace refold::testing
