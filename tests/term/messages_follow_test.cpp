// One mistake, one message: nothing is said of statements that are wrong because another one is.
#include "support/fixture.h"

namespace refold {
namespace {


int messages(const std::string& text) {
  SourceMap sources;
  return static_cast<int>(load_text(sources, "input", text).errors.size());
}

TEST(FollowOn, NothingIsSaidOfAStatementThatUsesARefusedName) {
  EXPECT_EQ(errors_of("size n\ntensor A : [n]*[k] -> real\nlet y[i] = sum j: A[i, j]\nlet z = 2*y\nshow y, z\n"),
            "input:2:17: error E0141: the name k is not declared\n"
            "  tensor A : [n]*[k] -> real\n"
            "                  ^\n"
            "  help: declare it first\n");
  EXPECT_EQ(messages("let a = 2 ** 3\nlet b = a + 1\nshow b\n"), 1) << "a mistake of the text";
  EXPECT_EQ(messages("size m, \nlet b = m + 1\n"), 1);
  EXPECT_EQ(messages("fn f(x) = y\nsize n\ntensor v : [n] -> real\nlet w = f . v\nfn g(x) = f(x)\nlet u = g . v\n"), 1);
  EXPECT_EQ(messages("rule r\n  given X : I -> real\n  X  =  X + 0\nproof r\n  using definition\n"), 1);
}

TEST(FollowOn, OtherMistakesAreStillReported) {
  EXPECT_EQ(messages("let a = b\nlet c = d\nlet e = a + c\n"), 2);
  EXPECT_EQ(messages("let a = b\nproof r\n  using definition\n"), 2);
  EXPECT_EQ(messages("let a = b\nlet a = 1\nlet c = a + d\n"), 2) << "a is declared after all";
  EXPECT_EQ(messages("size n\nlet n = 1\nlet c = n + d\n"), 2) << "n is declared, only not twice";
  EXPECT_EQ(messages("let a = b\nrule r\n  given a : reel\n  a = a + 0\n"), 2) << "a rule does not see the file's data";
}

TEST(FollowOn, AFileThatIsNotThereExplainsUnknownNames) {
  EXPECT_EQ(messages("include \"no_such.rf\"\nlet a = b\nproof r\n  using definition\n"), 1);
  EXPECT_EQ(messages("include \"no_such.rf\"\nlet a = 1 / 2 / (1 == 1)\n"), 2);
}

TEST(FollowOn, ANameThatIsNotDeclaredGoesBeforeTheSetOfAnIndex) {
  EXPECT_EQ(errors_of("let q[i] = sum j: B[i, j]\n"),
            "input:1:19: error E0141: the name B is not declared\n"
            "  let q[i] = sum j: B[i, j]\n"
            "                    ^\n"
            "  help: declare it first\n");
}

}  // namespace
}  // namespace refold
