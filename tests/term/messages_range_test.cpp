// Indices and extents that are wrong whatever is bound to the sizes.
#include "support/fixture.h"

namespace refold {
namespace {

TEST(RangeMessages, AnIndexThatIsNeverInItsRange) {
  const std::string data = "size m, n\ntensor A : [m]*[n] -> real\ntensor v : [3] -> real\n";
  EXPECT_EQ(errors_of(data + "let y[i] = A[i, n]\n"),
            "input:4:17: error E0157: the index n is never in [n]\n"
            "  let y[i] = A[i, n]\n"
            "                  ^\n"
            "  help: the indices of [n] are 0 .. n - 1\n");
  for (const char* outside : {"A[m + 1, 0]", "A[0, 2 + n]", "A[-1, 0]", "v[3]"})
    EXPECT_THAT(errors_of(data + "let y = " + outside + "\n"), ::testing::HasSubstr("error E0157: ")) << outside;
  for (const char* inside : {"A[m - 1, 0]", "A[0, m]", "v[2]", "v[n]"})
    EXPECT_EQ(errors_of(data + "let y = " + inside + "\n"), "") << inside;
}

TEST(RangeMessages, RangesOfDifferentNumbers) {
  const std::string data = "tensor v, u : [3] -> real\ntensor w : [4] -> real\n";
  EXPECT_EQ(errors_of(data + "let y = v + w\n"),
            "input:3:9: error E0158: this needs [3] to be [4]\n"
            "  let y = v + w\n"
            "          ^~~~~\n");
  EXPECT_EQ(errors_of(data + "let y = v + u\n"), "");
}

}  // namespace
}  // namespace refold
