// Real matrices: every file of the data folder, and of the examples, has the size and the number of stored entries of
// its index.
#include "tensor/facts.h"
#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

struct RealFile {
  std::string name;
  Extents extents;
  std::int64_t stored;
  bool symmetric = false;
};

const std::vector<RealFile> kFiles{
    {"bcsstk16.mtx.gz", {4884, 4884}, 290'378, true},
    {"bcsstk13.mtx.gz", {2003, 2003}, 83'883, true},
    {"cryg2500.mtx.gz", {2500, 2500}, 12'349},
    {"bayer10.mtx.gz", {13'436, 13'436}, 94'926},
    {"rajat01.mtx.gz", {6833, 6833}, 43'250},
    {"arrow.mtx.gz", {46'500, 46'500}, 139'498},
    {"Groebner_id2003_aug.mtx.gz", {4967, 2456}, 173'670},
    {"Franz6_id1959_aug.mtx.gz", {10'592, 3016}, 48'472},
    {"mbeacxc.mtx.gz", {492, 490}, 49'920},
    {"pushpull.mtx.gz", {4000, 4000}, 196'305, true},
    {"n1024-l1.mtx.gz", {1024, 1024}, 32'768},
    {"n1024-l2.mtx.gz", {1024, 1024}, 32'768},
    {"n1024-l3.mtx.gz", {1024, 1024}, 32'768},
    {"sparse-images-1024_subset.mtx.gz", {1200, 1024}, 122'713},
    {"bips98_606.mtx.gz", {7135, 7135}, 34'738},
    {"facebook_pages.mtx.gz", {22'470, 22'470}, 341'825, true},
    {"github_social.mtx.gz", {37'700, 37'700}, 578'006, true},
    {"fb15k237.tns.gz", {14'505, 237, 14'505}, 272'115},
    {"wn18rr.tns.gz", {40'559, 11, 40'559}, 86'835},
    {"kinship.tns.gz", {104, 25, 104}, 8544},
};

class RealData : public ::testing::Test {
 protected:
  void SetUp() override {
    if (folder_.empty()) GTEST_SKIP() << "no data folder: set REFOLD_DATA";
  }
  Tensor read(const std::string& name) {
    auto loaded = read_tensor(folder_ + "/" + name);
    if (!loaded) throw std::runtime_error(render(loaded.error(), {}));
    EXPECT_FALSE(loaded->has_nonfinite) << name;
    return std::move(loaded->tensor);
  }
  std::string folder_ = data_folder();
};

TEST_F(RealData, HasTheSizesAndStoredEntriesOfItsIndex) {
  for (const RealFile& file : kFiles) {
    const Tensor tensor = read(file.name);
    EXPECT_EQ(extents(tensor), file.extents) << file.name;
    EXPECT_EQ(stored(tensor), file.stored) << file.name;
    EXPECT_FALSE(structure_valid(tensor)) << file.name;
    EXPECT_FALSE(coordinates_sorted(std::get<CooTensor>(tensor), row_major(file.extents.size()))) << file.name;
    const bool is_symmetric = file.extents.size() == 2 && !symmetric(tensor);
    EXPECT_EQ(is_symmetric, file.symmetric) << file.name;
  }
}

TEST(ExampleData, HasTheSizesAndStoredEntriesOfItsAttribution) {
  int found = 0;
  for (const RealFile& file : kFiles) {
    const std::string path = REFOLD_SOURCE_DIR "/examples/data/" + file.name;
    if (!std::filesystem::exists(path)) continue;
    ++found;
    const auto loaded = read_tensor(path);
    ASSERT_TRUE(loaded) << file.name;
    EXPECT_EQ(extents(loaded->tensor), file.extents) << file.name;
    EXPECT_EQ(stored(loaded->tensor), file.stored) << file.name;
  }
  EXPECT_EQ(found, 5);
}

TEST_F(RealData, KeepsTheExplicitZerosOfBayer10) {
  std::int64_t zeros = 0;
  const Tensor matrix = read("bayer10.mtx.gz");
  for (const double value : std::get<Buffer<double>>(values(matrix))) zeros += value == 0;
  EXPECT_EQ(zeros, 23'332);
}

TEST_F(RealData, HasNoSelfLoopInGithubSocialButSomeInPushpull) {
  EXPECT_FALSE(zero_diagonal(read("github_social.mtx.gz")));
  EXPECT_TRUE(zero_diagonal(read("pushpull.mtx.gz")));
}

TEST_F(RealData, SharesFibresInCsf) {
  const auto fibres = [&](const std::string& name) {
    const LevelTensor csf = *pack(std::get<CooTensor>(read(name)), csf_packing({0, 1, 2}));
    return std::get<CompressedLevel>(csf.levels[1]).coordinates.size();
  };
  EXPECT_EQ(fibres("fb15k237.tns.gz"), 93'372);
  EXPECT_EQ(fibres("wn18rr.tns.gz"), 62'547);
  EXPECT_EQ(fibres("kinship.tns.gz"), 1689);
}

TEST_F(RealData, SurvivesPackingAndWriting) {
  const Folder folder;
  Tensor matrix = read("bcsstk13.mtx.gz");
  const auto before = contents(matrix);
  const Tensor csc = *pack(std::move(std::get<CooTensor>(matrix)), csc_packing());
  EXPECT_EQ(contents(csc), before);
  ASSERT_TRUE(write_tensor(folder / "b.mtx", csc));
  EXPECT_EQ(contents(read_tensor(folder / "b.mtx")->tensor), before);
}

}  // namespace
}  // namespace refold
