#include "plan/identifier.h"

namespace refold {
namespace {

TEST(Names, KeepOneLetterAndMarkLongerNamesSoThatNoneIsAKeyword) {
  Names names;
  EXPECT_EQ(names.variable("i"), "i");
  EXPECT_EQ(names.variable("row"), "row_");
  EXPECT_EQ(names.variable("int"), "int_");
  EXPECT_EQ(names.variable("main"), "main_");
  EXPECT_EQ(names.variable("NULL"), "NULL_");
  EXPECT_EQ(names.array("int", "val"), "int_val");
}

TEST(Names, EscapeEveryCharacterThatIsNoLetterDigitOrUnderscore) {
  Names names;
  EXPECT_EQ(names.variable("a\"b"), "au22b_");
  EXPECT_EQ(names.variable("α"), "u3b1_");
  EXPECT_EQ(names.variable("x'"), "xu27_");
  EXPECT_EQ(names.variable("*/ \n"), "u2au2fu20ua_");
  EXPECT_EQ(names.variable("2x"), "x2x_");
  EXPECT_EQ(names.variable(""), "x");
  EXPECT_EQ(names.variable("\xff\xfe"), "uffufe_");  // not UTF-8
  EXPECT_EQ(names.variable("_a"), "x_a_");
}

TEST(Names, GiveEachNameOnce) {
  Names names;
  EXPECT_EQ(names.variable("i"), "i");
  EXPECT_EQ(names.variable("i"), "i_2");
  EXPECT_EQ(names.variable("i_2"), "i_2_");
  EXPECT_EQ(names.own("chunk"), "chunk");
  EXPECT_EQ(names.variable("chunk"), "chunk_");  // a word of ours and the user's never meet
}

}  // namespace
}  // namespace refold
