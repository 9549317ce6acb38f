#include "io/data_spec.h"

#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

std::string error(std::string_view text) { return render(parse_data_spec(text).error(), {}); }
const std::string kSpecHelp =
    "  help: data is a file (.mtx, .mtx.gz, .tns, .tns.gz, .npy), random(seed=1), random(seed=1, density=0.01) or a "
    "number\n";

TEST(DataSpec, NamesFilesByTheirEnding) {
  const auto format = [](std::string_view text) { return std::get<FileData>(*parse_data_spec(text)).format; };
  EXPECT_EQ(format("a/b.mtx"), FileFormat::MatrixMarket);
  EXPECT_EQ(format("b.mtx.gz"), FileFormat::MatrixMarket);
  EXPECT_EQ(format("b.tns"), FileFormat::Frostt);
  EXPECT_EQ(format("b.tns.gz"), FileFormat::Frostt);
  EXPECT_EQ(format("random(1).npy"), FileFormat::Numpy);
  EXPECT_EQ(std::get<FileData>(*parse_data_spec(" my data.npy ")).path, "my data.npy");
}

TEST(DataSpec, ReadsNumbers) {
  EXPECT_EQ(std::get<IntegerData>(*parse_data_spec("64")).value, 64);
  EXPECT_EQ(std::get<IntegerData>(*parse_data_spec("-1")).value, -1);
  EXPECT_EQ(std::get<RealData>(*parse_data_spec("2.5e-1")).value, 0.25);
}

TEST(DataSpec, ReadsRandomWithSeedAndDensity) {
  EXPECT_EQ(std::get<RandomData>(*parse_data_spec("random(seed=1)")).seed, 1u);
  EXPECT_EQ(std::get<RandomData>(*parse_data_spec("random(seed=1)")).density, std::nullopt);
  EXPECT_EQ(std::get<RandomData>(*parse_data_spec("random( density = 0.01 , seed=18446744073709551615)")).density,
            0.01);
}

TEST(DataSpec, SaysWhatIsWrong) {
  EXPECT_EQ(error(""), "error E0211: no data is given\n" + kSpecHelp);
  EXPECT_EQ(error("a.csv"),
            "error E0211: `a.csv` is neither a number, nor random(..), nor the name of a data file\n" + kSpecHelp);
  EXPECT_EQ(error("12x"),
            "error E0211: `12x` is neither a number, nor random(..), nor the name of a data file\n" + kSpecHelp);
  EXPECT_EQ(error("random(1)"), "error E0211: `1` is no argument name=value of random()\n" + kSpecHelp);
  EXPECT_EQ(error("random()"), "error E0211: random() needs a seed, so that the same data can be made again\n" + kSpecHelp);
  EXPECT_EQ(error("random(seed=-1)"), "error E0211: seed `-1` is not a whole number from 0 to 2^64-1\n" + kSpecHelp);
  EXPECT_EQ(error("random(seed=1, density=2)"), "error E0211: density `2` is not a number between 0 and 1\n" + kSpecHelp);
  EXPECT_EQ(error("random(seed=1, density=nan)"),
            "error E0211: density `nan` is not a number between 0 and 1\n" + kSpecHelp);
  EXPECT_EQ(error("random(seed=1, dense=1)"),
            "error E0211: random() has no argument `dense`, only seed and density\n" + kSpecHelp);
  EXPECT_EQ(error("random(seed=1"),
            "error E0211: `random(seed=1` is neither a number, nor random(..), nor the name of a data file\n" + kSpecHelp);
}

TEST(DataSpec, LoadsWhatItNames) {
  const Folder folder;
  const std::string path = folder.file("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n2 1 5\n");
  EXPECT_EQ(stored(load(*parse_data_spec(path), {})->tensor), 1);
  EXPECT_EQ(contents(load(*parse_data_spec("3"), {.element = ElementType::F64})->tensor),
            (std::map<TensorIndex, double>{{{}, 3}}));
  const ReadOptions shape{.element = ElementType::F32, .shape = KnownExtents{4, 5}};
  const Tensor dense = std::move(load(*parse_data_spec("random(seed=1)"), shape)->tensor);
  EXPECT_EQ(extents(dense), (Extents{4, 5}));
  EXPECT_EQ(element_type(values(dense)), ElementType::F32);
  EXPECT_EQ(stored(load(*parse_data_spec("random(seed=1, density=0.5)"), shape)->tensor), 10);
  EXPECT_TRUE(load(*parse_data_spec("inf"), {})->has_nonfinite);
}

TEST(DataSpec, NeedsToKnowTheShapeOfRandomData) {
  EXPECT_EQ(render(load(*parse_data_spec("random(seed=1)"), {.shape = KnownExtents{4, std::nullopt}}).error(), {}),
            "error E0222: random data needs every extent, and one is not known\n"
            "  help: bind the sizes of the tensor, or bind another tensor that has them\n");
  EXPECT_EQ(render(load(*parse_data_spec("3"), {.shape = KnownExtents{4}}).error(), {}),
            "error E0210: a number is bound to a tensor of 1 mode\n  help: bind a file or random(seed=1)\n");
  EXPECT_THAT(render(load(*parse_data_spec("random(seed=1)"), {.shape = KnownExtents{1 << 30, 1 << 20}}).error(), {}),
              ::testing::MatchesRegex("error E0705: a dense random tensor of 1073741824 x 1048576 takes 9\\.01 PB, and .* of memory are free\n"
                                      "  help: use smaller sizes, or random\\(seed=\\.\\., density=\\.\\.\\)\n"));
}

}  // namespace
}  // namespace refold
