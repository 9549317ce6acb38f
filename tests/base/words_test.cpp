#include "base/words.h"

namespace refold {
namespace {

TEST(Words, OneThingIsSingular) {
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(2000, "step"), "2000 steps");
  EXPECT_EQ(counted(2, "entry", "entries"), "2 entries");
  EXPECT_EQ(counted(1, "index", "indices"), "1 index");
}

TEST(Words, LongNumbersAreGrouped) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234), "-1,234");
  EXPECT_EQ(grouped(10000, "value"), "10,000 values");
}

}  // namespace
}  // namespace refold
