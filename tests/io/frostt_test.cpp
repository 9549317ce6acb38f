#include "io/frostt.h"

#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;
using Contents = std::map<TensorIndex, double>;

class Frostt : public ::testing::Test {
 protected:
  Tensor read(const std::string& text, const ReadOptions& options = {}) {
    auto loaded = read_tensor(folder_.file("t.tns", text), options);
    if (!loaded) throw std::runtime_error(folder_.message(loaded.error()));
    return std::move(loaded->tensor);
  }
  std::string error(const std::string& text, const ReadOptions& options = {}) {
    return folder_.error_of("t.tns", text, options);
  }
  Folder folder_;
};

TEST_F(Frostt, ReadsEntriesOfAnyOrderAndTakesExtentsFromTheLargestCoordinates) {
  const Tensor tensor = read("# a comment\n\n2 1 3 1.5\n1 4 1 -2\n");
  EXPECT_EQ(extents(tensor), (Extents{2, 4, 3}));
  EXPECT_EQ(contents(tensor), (Contents{{{0, 3, 0}, -2}, {{1, 0, 2}, 1.5}}));
  EXPECT_EQ(extents(read("7 1\n")), (Extents{7}));
}

TEST_F(Frostt, TakesExtentsFromItsLineOrFromTheCaller) {
  EXPECT_EQ(extents(read("# extents 3 4 5\n1 1 1 1\n")), (Extents{3, 4, 5}));
  EXPECT_EQ(extents(read("# three modes, dims 3 4 5, from elsewhere\n1 1 1 1\n")), (Extents{3, 4, 5}));
  EXPECT_EQ(extents(read("# dims of what\n# extents 9 9\n1 1 1 1\n")), (Extents{1, 1, 1}));  // ordinary comments
  EXPECT_EQ(extents(read("1 1 1 1\n", {.shape = KnownExtents{9, std::nullopt, 7}})), (Extents{9, 1, 7}));
  EXPECT_EQ(extents(read("1 1 1 1\n", {.shape = KnownExtents{9, 8, 7}})), (Extents{9, 8, 7}));
  EXPECT_EQ(error("# extents 3 4\n1 1 1\n", {.shape = KnownExtents{3, 5}}),
            "t.tns: error E0210: the data has extents 3 x 4, but 3 x 5 is wanted\n"
            "  help: bind other data, or change the declaration\n");
  EXPECT_EQ(error("1 1 1\n", {.shape = KnownExtents{3, 5, 1}}),
            "t.tns:1:6: error E0202: the line ends before the value\n  1 1 1\n       ^\n"
            "  help: an entry is written `coordinate_1 coordinate_2 coordinate_3 value`\n");
}

TEST_F(Frostt, ReadsEmptyTensorsAndScalars) {
  EXPECT_EQ(extents(read("# extents 0 4\n")), (Extents{0, 4}));
  EXPECT_EQ(contents(read("# extents\n2.5\n")), (Contents{{{}, 2.5}}));
  EXPECT_EQ(stored(read("", {.shape = KnownExtents{2, 2}})), 0);
  EXPECT_EQ(error("# nothing\n"),
            "t.tns: error E0201: the file has no entry and no line of extents, so its number of modes is unknown\n"
            "  help: add a first line such as `# extents 3 4 5`\n");
}

TEST_F(Frostt, RefusesWrongEntries) {
  EXPECT_EQ(error("1 1 1\n1 0 1\n"), "t.tns:2:3: error E0203: coordinate_2 0 is not in 1..2147483647\n  1 0 1\n    ^\n"
                                     "  help: coordinates count from 1 to the extent of their mode\n");
  EXPECT_EQ(error("# extents 3 4\n1 5 1\n"), "t.tns:2:3: error E0203: coordinate_2 5 is not in 1..4\n  1 5 1\n    ^\n"
                                             "  help: coordinates count from 1 to the extent of their mode\n");
  EXPECT_EQ(error("1 1 1\n1 1 1 1\n"),
            "t.tns:2:7: error E0202: `1` comes after the end of the entry\n  1 1 1 1\n        ^\n"
            "  help: an entry is written `coordinate_1 coordinate_2 value`\n");
  EXPECT_EQ(
      error("1 2147483648 1\n"),
      "t.tns:1:3: error E0203: coordinate_2 2147483648 is not in 1..2147483647\n  1 2147483648 1\n    ^~~~~~~~~~\n"
      "  help: coordinates count from 1 to the extent of their mode\n");
  EXPECT_EQ(error("1 1 one\n"), "t.tns:1:5: error E0202: `one` is not a number\n  1 1 one\n      ^~~\n"
                                "  help: a value is written like 3, -1.5, 2e-3, inf or nan\n");
  EXPECT_EQ(error("2 1 1 1\n1 1 1 1\n2 1 1 3\n"),
            "t.tns:3: error E0205: entry (2, 1, 1) is stored a second time\n  2 1 1 3\n"
            "  note: t.tns:1: it is stored here first\n"
            "  help: remove one of the two lines, or pass --sum-duplicates to add their values\n");
  EXPECT_EQ(error("# extents" + [] {
    std::string many;
    for (int k = 0; k < 33; ++k) many += " 2";
    return many;
  }() + "\n"), "t.tns: error E0208: 33 modes; at most 32 are supported\n");
}

TEST_F(Frostt, SumsDuplicatesWhereAsked) {
  EXPECT_EQ(contents(read("2 1 1 1\n1 1 1 1\n2 1 1 3\n", {.sum_duplicates = true})),
            (Contents{{{0, 0, 0}, 1}, {{1, 0, 0}, 4}}));
}

}  // namespace
}  // namespace refold
