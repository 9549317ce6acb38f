#include "io/matrix_market.h"

#include "tensor/facts.h"
#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;
using Contents = std::map<TensorIndex, double>;

class MatrixMarket : public ::testing::Test {
 protected:
  Tensor read(const std::string& text, const ReadOptions& options = {}) {
    auto loaded = read_tensor(folder_.file("m.mtx", text), options);
    if (!loaded) throw std::runtime_error(folder_.message(loaded.error()));
    return std::move(loaded->tensor);
  }
  std::string error(const std::string& text, const ReadOptions& options = {}) {
    return folder_.error_of("m.mtx", text, options);
  }
  Folder folder_;
};

TEST_F(MatrixMarket, ReadsCoordinatesWithCommentsBlankLinesAndAnyOrder) {
  const Tensor tensor = read(
      "%%MatrixMarket matrix coordinate real general\n% a comment\n\n3 4 3\n3 4 -1.5e2\n\n% another\n  1\t2   +0.25 "
      "\r\n1 1 0\n");
  EXPECT_EQ(extents(tensor), (Extents{3, 4}));
  EXPECT_EQ(contents(tensor), (Contents{{{0, 0}, 0}, {{0, 1}, 0.25}, {{2, 3}, -150}}));  // the explicit zero stays
  const auto& entries = std::get<CooTensor>(tensor);
  EXPECT_EQ(entries.sorted_by, (ModeOrder{0, 1}));
  EXPECT_TRUE(entries.unique);
}

TEST_F(MatrixMarket, IgnoresTheCaseOfTheHeaderAndNeedsNoLastLineEnd) {
  EXPECT_EQ(contents(read("%%MATRIXMARKET Matrix Coordinate INTEGER General\n1 1 1\n1 1 7")), (Contents{{{0, 0}, 7}}));
}

TEST_F(MatrixMarket, GivesEachFieldItsElementType) {
  const auto type = [&](const std::string& field, const std::string& entry) {
    return element_type(values(read("%%MatrixMarket matrix coordinate " + field + " general\n1 1 1\n" + entry)));
  };
  EXPECT_EQ(type("real", "1 1 2.5"), ElementType::F64);
  EXPECT_EQ(type("integer", "1 1 2"), ElementType::I64);
  EXPECT_EQ(type("pattern", "1 1"), ElementType::Bool);
}

TEST_F(MatrixMarket, ReadsIntoTheTypeThatIsAskedFor) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n";
  const Tensor real = read(pattern, {.element = ElementType::F64});
  EXPECT_EQ(element_type(values(real)), ElementType::F64);
  EXPECT_EQ(contents(real), (Contents{{{1, 0}, 1}}));
  const std::string whole = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3.0\n2 2 1e3\n";
  EXPECT_EQ(contents(read(whole, {.element = ElementType::I64})), (Contents{{{0, 0}, 3}, {{1, 1}, 1000}}));
}

TEST_F(MatrixMarket, ExpandsSymmetricWithTheDiagonalOnce) {
  EXPECT_EQ(contents(read("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n3 1 5\n2 2 4\n2 1 0\n")),
            (Contents{{{0, 2}, 5}, {{2, 0}, 5}, {{1, 1}, 4}, {{0, 1}, 0}, {{1, 0}, 0}}));
  EXPECT_EQ(contents(read("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 3 5\n")),  // above the diagonal
            (Contents{{{0, 2}, 5}, {{2, 0}, 5}}));
}

TEST_F(MatrixMarket, ExpandsSymmetricWithMemoryForItsEntriesAlone) {
  const Tensor wide =
      read("%%MatrixMarket matrix coordinate real symmetric\n2147483647 2147483647 2\n2147483647 5 3\n9 9 1\n");
  const std::int64_t last = 2147483646;
  EXPECT_EQ(contents(wide), (Contents{{{4, last}, 3}, {{8, 8}, 1}, {{last, 4}, 3}}));
  EXPECT_FALSE(coordinates_sorted(std::get<CooTensor>(wide), {0, 1}));
}

TEST_F(MatrixMarket, NegatesTheMirrorOfSkewSymmetric) {
  EXPECT_EQ(contents(read("%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n3 1 5\n1 2 4\n")),
            (Contents{{{2, 0}, 5}, {{0, 2}, -5}, {{0, 1}, 4}, {{1, 0}, -4}}));
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n3 1 5\n2 2 0\n"),
            "m.mtx:4: error E0214: entry (2, 2) is on the diagonal of a skew-symmetric matrix\n"
            "  help: the diagonal is 0 and not stored: remove the line\n");
}

TEST_F(MatrixMarket, ReadsArraysColumnByColumn) {
  const Tensor array = read("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(std::get<DenseTensor>(array).order, (ModeOrder{1, 0}));
  EXPECT_EQ(contents(array), (Contents{{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 3}, {{1, 1}, 4}, {{0, 2}, 5}, {{1, 2}, 6}}));
  EXPECT_EQ(contents(read("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n")),
            (Contents{{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 2}, {{1, 1}, 3}}));
  EXPECT_EQ(contents(read("%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n")),
            (Contents{{{0, 0}, 0}, {{1, 0}, 2}, {{0, 1}, -2}, {{1, 1}, 0}}));
}

TEST_F(MatrixMarket, ReadsEmptyMatrices) {
  EXPECT_EQ(stored(read("%%MatrixMarket matrix coordinate real general\n0 0 0\n")), 0);
  EXPECT_EQ(extents(read("%%MatrixMarket matrix coordinate pattern symmetric\n5 5 0\n")), (Extents{5, 5}));
  EXPECT_EQ(stored(read("%%MatrixMarket matrix array real general\n0 7\n")), 0);
  EXPECT_EQ(stored(read("%%MatrixMarket matrix array real skew-symmetric\n0 0\n")), 0);
}

TEST_F(MatrixMarket, IsReadAsAVectorWhereOneModeIsWanted) {
  const ReadOptions vector{.shape = KnownExtents{std::nullopt}};
  EXPECT_EQ(extents(read("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n", vector)), (Extents{3}));
  EXPECT_EQ(contents(read("%%MatrixMarket matrix coordinate real general\n1 3 1\n1 3 8\n", vector)),
            (Contents{{{2}, 8}}));
  const ReadOptions scalar{.shape = KnownExtents{}};
  EXPECT_EQ(contents(read("%%MatrixMarket matrix array real general\n1 1\n4\n", scalar)), (Contents{{{}, 4}}));
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", vector),
            "m.mtx: error E0210: the data has extents 2 x 2, but ? is wanted\n"
            "  help: bind other data, or change the declaration\n");
}

TEST_F(MatrixMarket, NoticesNonFiniteValues) {
  const auto flag = [&](const std::string& value) {
    return read_tensor(
               folder_.file("m.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 " + value + "\n"))
        ->has_nonfinite;
  };
  EXPECT_FALSE(flag("1e308"));
  EXPECT_FALSE(flag("1e-400"));  // rounds to 0
  EXPECT_TRUE(flag("nan"));
  EXPECT_TRUE(flag("-inf"));
}

TEST_F(MatrixMarket, RefusesWrongHeaders) {
  const std::string help =
      "  help: the first line is `%%MatrixMarket matrix`, then coordinate or array, then real, integer or pattern, "
      "then "
      "general, symmetric or skew-symmetric\n";
  EXPECT_EQ(error(""), "m.mtx: error E0201: the file is empty\n" + help);
  EXPECT_EQ(error("1 1 1\n1 1 1\n"), "m.mtx:1:1: error E0201: this is no Matrix Market file\n  1 1 1\n  ^\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate complex general\n"),
            "m.mtx:1:34: error E0201: `complex` is no field that refold reads\n"
            "  %%MatrixMarket matrix coordinate complex general\n"
            "                                   ^~~~~~~\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real hermitian\n"),
            "m.mtx:1:39: error E0201: `hermitian` is no symmetry that refold reads\n"
            "  %%MatrixMarket matrix coordinate real hermitian\n"
            "                                        ^~~~~~~~~\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix array pattern general\n"),
            "m.mtx:1:1: error E0201: an array has values, so its field cannot be pattern\n"
            "  %%MatrixMarket matrix array pattern general\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
            "m.mtx:1:1: error E0201: a pattern has no negative values, so it cannot be skew-symmetric\n"
            "  %%MatrixMarket matrix coordinate pattern skew-symmetric\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n" + help);
}

TEST_F(MatrixMarket, RefusesWrongSizes) {
  const std::string help = "  help: it is written `rows columns entries`, numbers from 0 to 2^63-1\n";
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n% nothing more\n"),
            "m.mtx:2: error E0201: the file ends before its line of sizes\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 -4 1\n"),
            "m.mtx:2:3: error E0201: this is not the line of sizes\n  3 -4 1\n    ^~\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 99999999999999999999 1\n"),
            "m.mtx:2:3: error E0201: this is not the line of sizes\n"
            "  3 99999999999999999999 1\n    ^~~~~~~~~~~~~~~~~~~~\n" + help);
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 3 1 1\n"),
            "m.mtx:2:7: error E0201: `1` comes after the sizes\n  3 3 1 1\n        ^\n");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real symmetric\n3 4 1\n1 1 1\n"),
            "m.mtx:2:1: error E0214: a symmetric matrix is square, this one has extents 3 x 4\n"
            "  3 4 1\n  ^~~~~\n  help: correct the sizes, or write `general`\n");
  EXPECT_EQ(
      error("%%MatrixMarket matrix coordinate real general\n3 2147483648 1\n1 1 1\n"),
      "m.mtx: error E0208: extent 2147483648 of a sparse tensor of 3 x 2147483648 is over 2147483647, the largest "
      "that stored coordinates reach\n  help: split this mode into two\n");
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n4294967296 4294967296\n1\n"),
            "m.mtx: error E0208: a dense tensor of 4294967296 x 4294967296 has more than 2^60 elements\n"
            "  help: use smaller extents, or a sparse format\n");
}

TEST_F(MatrixMarket, RefusesWrongEntriesAndPointsAtThem) {
  const auto entry = [&](const std::string& line) {
    return error("%%MatrixMarket matrix coordinate real general\n3 4 2\n1 1 1\n" + line + "\n");
  };
  const std::string range = "  help: coordinates count from 1 to the extent of their mode\n";
  EXPECT_EQ(entry("0 1 1"), "m.mtx:4:1: error E0203: row 0 is not in 1..3\n  0 1 1\n  ^\n" + range);
  EXPECT_EQ(entry("3 5 1"), "m.mtx:4:3: error E0203: column 5 is not in 1..4\n  3 5 1\n    ^\n" + range);
  EXPECT_EQ(entry("-1 1 1"), "m.mtx:4:1: error E0203: row -1 is not in 1..3\n  -1 1 1\n  ^~\n" + range);
  EXPECT_EQ(entry("99999999999999999999 1 1"),
            "m.mtx:4:1: error E0203: row 99999999999999999999 is not in 1..3\n"
            "  99999999999999999999 1 1\n  ^~~~~~~~~~~~~~~~~~~~\n" + range);
  EXPECT_EQ(entry("2 x 1"), "m.mtx:4:3: error E0202: `x` is not a column\n  2 x 1\n    ^\n"
                            "  help: an entry is written `row column value`, with whole numbers as coordinates\n");
  EXPECT_EQ(entry("2.5 1 1"), "m.mtx:4:1: error E0202: `2.5` is not a row\n  2.5 1 1\n  ^~~\n"
                              "  help: an entry is written `row column value`, with whole numbers as coordinates\n");
  EXPECT_EQ(entry("2"), "m.mtx:4:2: error E0202: the line ends before the column\n  2\n   ^\n"
                        "  help: an entry is written `row column value`\n");
  EXPECT_EQ(entry("2 2"), "m.mtx:4:4: error E0202: the line ends before the value\n  2 2\n     ^\n"
                          "  help: an entry is written `row column value`\n");
  EXPECT_EQ(entry("2 2 one"), "m.mtx:4:5: error E0202: `one` is not a number\n  2 2 one\n      ^~~\n"
                              "  help: a value is written like 3, -1.5, 2e-3, inf or nan\n");
  EXPECT_EQ(entry("2 2 1.5x"), "m.mtx:4:5: error E0202: `1.5x` is not a number\n  2 2 1.5x\n      ^~~~\n"
                               "  help: a value is written like 3, -1.5, 2e-3, inf or nan\n");
  EXPECT_EQ(entry("2 2 1e999"), "m.mtx:4:5: error E0204: 1e999 is too large for f64\n  2 2 1e999\n      ^~~~~\n");
  EXPECT_EQ(entry("2 2 1 0.5"),
            "m.mtx:4:7: error E0202: `0.5` comes after the end of the entry\n  2 2 1 0.5\n        ^~~\n"
            "  help: an entry is written `row column value`\n");
}

TEST_F(MatrixMarket, RefusesValuesThatTheElementTypeDoesNotHold) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.5\n";
  EXPECT_EQ(error(real, {.element = ElementType::I64}),
            "m.mtx:3:5: error E0213: 2.5 is no i64\n  1 1 2.5\n      ^~~\n"
            "  help: ask for an element type that holds every value of the data\n");
  EXPECT_EQ(error(real, {.element = ElementType::Bool}),
            "m.mtx:3:5: error E0213: 2.5 is no bool\n  1 1 2.5\n      ^~~\n"
            "  help: ask for an element type that holds every value of the data\n");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9223372036854775808\n"),
            "m.mtx:3:5: error E0204: 9223372036854775808 is too large for i64\n"
            "  1 1 9223372036854775808\n      ^~~~~~~~~~~~~~~~~~~\n");
}

TEST_F(MatrixMarket, RefusesTooFewAndTooManyEntries) {
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 4 3\n1 1 1\n2 2 2\n"),
            "m.mtx:4: error E0206: the file ends after 2 of 3 entries\n"
            "  help: the file is truncated, or the number of entries in its header is wrong\n");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 4 9000000000000000000\n1 1 1\n"),
            "m.mtx:3: error E0206: the file ends after 1 of 9000000000000000000 entries\n"
            "  help: the file is truncated, or the number of entries in its header is wrong\n");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 4 1\n1 1 1\n\n2 2 2\n"),
            "m.mtx:5:1: error E0207: data after the end: the header promises 1 entry\n  2 2 2\n  ^\n"
            "  help: remove what follows, or correct the header\n");
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n1 2\n1\n"),
            "m.mtx:3: error E0206: the file ends after 1 of 2 values\n"
            "  help: the file is truncated, or its sizes are wrong\n");
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n1 1\n1\n2\n"),
            "m.mtx:4:1: error E0207: data after the end: the sizes promise 1 value\n  2\n  ^\n"
            "  help: remove what follows, or correct the header\n");
  EXPECT_EQ(
      error("%%MatrixMarket matrix array real general\n1 1\n1 2\n"),
      "m.mtx:3:3: error E0202: `2` comes after the value\n  1 2\n    ^\n  help: an array has one value on each line\n");
}

TEST_F(MatrixMarket, RefusesDuplicatesAndNamesBothLines) {
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real general\n3 4 3\n2 3 1\n% between\n1 1 1\n2 3 5\n"),
            "m.mtx:6: error E0205: entry (2, 3) is stored a second time\n"
            "  2 3 5\n"
            "  note: m.mtx:3: it is stored here first\n"
            "  help: remove one of the two lines, or pass --sum-duplicates to add their values\n");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 1\n1 2\n"),
            "m.mtx:5: error E0205: entry (2, 1) is stored a second time\n"
            "  1 2\n"
            "  note: m.mtx:4: it is stored here first\n"
            "  help: remove one of the two lines, or pass --sum-duplicates to add their values\n");
}

TEST_F(MatrixMarket, SumsDuplicatesWhereAsked) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n3 4 3\n2 3 1\n1 1 1\n2 3 5\n";
  EXPECT_EQ(contents(read(text, {.sum_duplicates = true})), (Contents{{{0, 0}, 1}, {{1, 2}, 6}}));
  EXPECT_EQ(contents(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 1\n1 2 5\n",
                          {.sum_duplicates = true})),
            (Contents{{{0, 1}, 6}, {{1, 0}, 6}}));
}

TEST_F(MatrixMarket, ReadsGzipAndNoticesDamage) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n200 200 200\n" + [] {
    std::string lines;
    for (int i = 1; i <= 200; ++i)
      lines += std::to_string(i) + " " + std::to_string(201 - i) + " " + std::to_string(i * i) + "\n";
    return lines;
  }();
  const std::string path = folder_.file("g.mtx.gz", text);
  EXPECT_EQ(stored(read_tensor(path)->tensor), 200);
  const std::string bytes = text_of(path);
  std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() - 20);
  EXPECT_EQ(folder_.message(read_tensor(path).error()),
            "g.mtx.gz: error E0702: the compressed data ends too early\n  help: copy or download the file again\n");
  std::string damaged = bytes;
  damaged[damaged.size() - 6] ^= 1;  // the check sum
  std::ofstream(path, std::ios::binary) << damaged;
  EXPECT_EQ(folder_.message(read_tensor(path).error()),
            "g.mtx.gz: error E0702: the compressed data is damaged (incorrect data check)\n"
            "  help: copy or download the file again\n");
}

TEST_F(MatrixMarket, ReadsAllMembersOfGzipAndNothingBehindThem) {
  const std::string head = text_of(folder_.file("head.mtx.gz", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 "));
  const std::string tail = text_of(folder_.file("tail.mtx.gz", "2 5\n3 3 7\n"));
  const std::string path = folder_ / "m.mtx.gz";
  const auto message = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    const auto loaded = read_tensor(path);
    return loaded ? std::string("read") : folder_.message(loaded.error());
  };
  EXPECT_EQ(message(head + tail), "read");
  EXPECT_EQ(contents(read_tensor(path)->tensor), (Contents{{{0, 1}, 5}, {{2, 2}, 7}}));
  EXPECT_EQ(message(head + tail + std::string(700'000, '\0')), "read") << "zeros fill up a block, as gzip has it";
  const std::string behind =
      "m.mtx.gz: error E0702: the compressed data ends, and other bytes follow it\n  help: copy or download the file again\n";
  for (const std::string& garbage : {std::string("garbage"), std::string("\n"), std::string(100'000, '\0') + "x", std::string("\x1f")})
    EXPECT_EQ(message(head + tail + garbage), behind) << garbage.size();
  EXPECT_EQ(message(head + tail + "\x1f\x8bgarbage"),
            "m.mtx.gz: error E0702: the compressed data is damaged (unknown compression method)\n"
            "  help: copy or download the file again\n");
  EXPECT_EQ(message(head + tail.substr(0, tail.size() - 3)),
            "m.mtx.gz: error E0702: the compressed data ends too early\n  help: copy or download the file again\n");
}

TEST_F(MatrixMarket, NoticesWhatFollowsAFileThatIsReadInManyBlocks) {
  std::string text = "%%MatrixMarket matrix array real general\n300000 1\n";
  for (int i = 0; i < 300'000; ++i) text += std::to_string(std::int64_t{i} * 7919 % 10'007) + "\n";
  const std::string path = folder_.file("long.mtx.gz", text);
  EXPECT_EQ(stored(read_tensor(path)->tensor), 300'000);
  std::ofstream(path, std::ios::binary | std::ios::app) << "garbage";
  EXPECT_EQ(read_tensor(path).error().code, "E0702");
}

TEST_F(MatrixMarket, ReportsMissingFilesFoldersAndUnknownEndings) {
  EXPECT_EQ(folder_.message(read_tensor(folder_ / "no.mtx").error()),
            "no.mtx: error E0701: cannot open: No such file or directory\n"
            "  help: check the name; it is taken from the working directory\n");
  std::filesystem::create_directory(folder_ / "dir.mtx");
  EXPECT_EQ(folder_.message(read_tensor(folder_ / "dir.mtx").error()),
            "dir.mtx: error E0701: cannot open: it is a directory\n"
            "  help: check the name; it is taken from the working directory\n");
  EXPECT_EQ(folder_.message(read_tensor(folder_ / "m.csv").error()),
            "m.csv: error E0704: the ending of the name is none that refold knows\n"
            "  help: name it .mtx, .mtx.gz, .tns, .tns.gz or .npy\n");
}

TEST_F(MatrixMarket, ShowsBinaryRubbishReadably) {
  EXPECT_EQ(
      error(std::string("\x01\x02\xff junk\n", 9)),
      "m.mtx:1:1: error E0201: this is no Matrix Market file\n  ??? junk\n  ^~~\n"
      "  help: the first line is `%%MatrixMarket matrix`, then coordinate or array, then real, integer or pattern, "
      "then general, symmetric or skew-symmetric\n");
}

TEST_F(MatrixMarket, ReadsALineLongerThanItsBlock) {
  const std::string blanks(600'000, ' ');
  EXPECT_EQ(
      contents(read("%%MatrixMarket matrix coordinate real general\n%" + blanks + "\n1 1 1\n1" + blanks + "1 5\n")),
      (Contents{{{0, 0}, 5}}));
}

}  // namespace
}  // namespace refold
