#include "tensor/pack.h"

#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;
using ::testing::ElementsAre;

CooTensor example() {  // rows 0 and 2 of four, an explicit zero at (2, 0)
  return coo({4, 3}, {{{2, 1}, 5}, {{0, 2}, 3}, {{2, 0}, 0}, {{0, 0}, 1}});
}

const CompressedLevel& compressed(const LevelTensor& tensor, std::size_t k) {
  return std::get<CompressedLevel>(tensor.levels[k]);
}

TEST(Pack, MakesCsr) {
  const LevelTensor csr = *pack(example(), csr_packing());
  EXPECT_EQ(std::get<RangeLevel>(csr.levels[0]).extent, 4);
  EXPECT_THAT(list(compressed(csr, 1).offsets), ElementsAre(0, 2, 2, 4, 4));
  EXPECT_THAT(list(compressed(csr, 1).coordinates), ElementsAre(0, 2, 0, 1));
  EXPECT_THAT(list(std::get<Buffer<double>>(csr.values)), ElementsAre(1, 3, 0, 5));
}

TEST(Pack, MakesCsc) {
  const LevelTensor csc = *pack(example(), csc_packing());
  EXPECT_THAT(list(compressed(csc, 1).offsets), ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(list(compressed(csc, 1).coordinates), ElementsAre(0, 2, 2, 0));
  EXPECT_THAT(list(std::get<Buffer<double>>(csc.values)), ElementsAre(1, 0, 5, 3));
}

TEST(Pack, StoresOnlyRowsThatHaveEntriesInDcsr) {
  const LevelTensor dcsr = *pack(example(), dcsr_packing());
  EXPECT_THAT(list(compressed(dcsr, 0).offsets), ElementsAre(0, 2));
  EXPECT_THAT(list(compressed(dcsr, 0).coordinates), ElementsAre(0, 2));
  EXPECT_THAT(list(compressed(dcsr, 1).offsets), ElementsAre(0, 2, 4));
}

TEST(Pack, StoresEveryCoordinateOfEveryEntryInCoo) {
  const LevelTensor packed = *pack(example(), coo_packing({0, 1}));
  EXPECT_THAT(list(compressed(packed, 0).coordinates), ElementsAre(0, 0, 2, 2));
  EXPECT_THAT(list(std::get<SingletonLevel>(packed.levels[1]).coordinates), ElementsAre(0, 2, 0, 1));
}

TEST(Pack, SharesPrefixesInCsf) {
  const LevelTensor csf =
      *pack(coo({2, 2, 9}, {{{1, 0, 8}, 1}, {{1, 0, 3}, 2}, {{1, 1, 0}, 3}}), csf_packing({0, 1, 2}));
  EXPECT_THAT(list(compressed(csf, 0).coordinates), ElementsAre(1));
  EXPECT_THAT(list(compressed(csf, 1).coordinates), ElementsAre(0, 1));
  EXPECT_THAT(list(compressed(csf, 2).offsets), ElementsAre(0, 2, 3));
  EXPECT_THAT(list(compressed(csf, 2).coordinates), ElementsAre(3, 8, 0));
}

TEST(Pack, FillsRangeLevelsWithZeros) {
  const LevelTensor dense = *pack(example(), dense_packing({0, 1}));
  EXPECT_THAT(list(std::get<Buffer<double>>(dense.values)), ElementsAre(1, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0));
  EXPECT_EQ(contents(*to_dense(example(), {1, 0})), contents(dense));
}

TEST(Pack, TakesAnIndexPerRowAsASingleton) {
  const Packing one_hot{{0, 1}, {PackedKind::Range, PackedKind::Singleton}};
  const LevelTensor permutation = *pack(coo({3, 3}, {{{2, 0}, 1}, {{0, 1}, 1}, {{1, 2}, 1}}), one_hot);
  EXPECT_THAT(list(std::get<SingletonLevel>(permutation.levels[1]).coordinates), ElementsAre(1, 2, 0));
}

TEST(Pack, RefusesWhatNoMemoryHolds) {
  const std::int64_t many = std::int64_t{1} << 29;
  EXPECT_THAT(render(to_dense(coo({many, many}, {{{0, 1}, 5}}), {0, 1}).error(), {}),
              ::testing::MatchesRegex("error E0705: a dense tensor of 536870912 x 536870912 takes 2\\.31 EB, and .* of memory "
                                      "are free\n  help: declare it sparse, .*\n"));
  EXPECT_EQ(to_dense(coo({many, 2 * many, 2 * many}, {{{0, 1, 1}, 5}}), {0, 1, 2}).error().code, "E0208");
  const LevelTensor packed = *pack(coo({many, many}, {{{0, 1}, 5}}), dcsr_packing());  // what is stored is small
  EXPECT_EQ(packed.levels.size(), 2u);
}

TEST(Pack, RefusesASingletonWhereARowHasNoEntry) {
  const Packing one_hot{{0, 1}, {PackedKind::Range, PackedKind::Singleton}};
  EXPECT_EQ(render(pack(example(), one_hot).error(), {}),
            "error E0209: a singleton level needs exactly one entry for each of the 4 positions above it; there are 4 "
            "entries\n"
            "  help: use a compressed level\n");
}

TEST(Pack, NamesTheTwoEntriesOfADuplicate) {
  const auto twice = pack(coo({4, 4}, {{{1, 2}, 1}, {{0, 0}, 1}, {{1, 2}, 0}}), csr_packing());
  EXPECT_EQ(render(twice.error(), {}),
            "error E0205: entries 0 and 2 (counted from 0) both store index (1, 2)\n"
            "  help: keep one of them, or ask for duplicates to be summed\n");
}

TEST(Pack, RefusesExtentsThatCoordinatesCannotReach) {
  EXPECT_EQ(render(pack(coo({std::int64_t{1} << 31, 2}, {}), csr_packing()).error(), {}),
            "error E0208: extent 2147483648 of a sparse tensor of 2147483648 x 2 is over 2147483647, the largest that "
            "stored coordinates reach\n  help: split this mode into two\n");
  EXPECT_EQ(render(pack(coo({70'000, 70'000}, {}), dense_packing({0, 1})).error(), {}),
            "error E0208: the range levels for 70000 x 70000 have more than 2^31-1 positions\n"
            "  help: use a compressed level\n");
  EXPECT_TRUE(pack(coo({kMaxStored, kMaxStored}, {{{kMaxStored - 1, 5}, 1}}), dcsr_packing()));
}

TEST(Pack, TakesEmptyTensorsAndScalars) {
  EXPECT_THAT(list(compressed(*pack(coo({0, 3}, {}), csr_packing()), 1).offsets), ElementsAre(0));
  EXPECT_EQ(stored(*pack(coo({3, 0}, {}), csr_packing())), 0);
  EXPECT_EQ(contents(*pack(coo({}, {{{}, 4}}), csf_packing({}))), (std::map<TensorIndex, double>{{{}, 4}}));
  EXPECT_EQ(contents(*pack(coo({}, {}), csf_packing({}))), (std::map<TensorIndex, double>{{{}, 0}}));
}

TEST(Pack, ThenUnpackGivesTheSameEntries) {
  EXPECT_TRUE(rc::check("every entry survives any chain of levels", [] {
    const CooTensor entries = random_coo(4);
    const std::size_t order = entries.extents.size();
    ModeOrder modes = row_major(order);
    for (std::size_t k = order; k > 1; --k) std::swap(modes[k - 1], modes[*rc::gen::inRange<std::size_t>(0, k)]);
    Packing packing = csf_packing(modes);
    for (std::size_t k = 0; k + 1 < order; ++k)
      packing.kinds[k] = *rc::gen::element(PackedKind::Range, PackedKind::Compressed);
    if (*rc::gen::inRange(0, 4) == 0) packing = coo_packing(modes);
    const LevelTensor packed = *pack(clone(entries), packing);
    const CooTensor unpacked = unpack(packed);
    if (order > 0) RC_ASSERT(unpacked.stored() == entries.stored());
    if (order > 0) RC_ASSERT(contents(unpacked) == contents(entries));
    RC_ASSERT(contents(*to_dense(clone(packed), modes)) == contents(*to_dense(clone(entries), row_major(order))));
  }));
}

TEST(Sort, SkipsModesThatAreSortedAndKeepsEqualEntriesInOrder) {
  CooTensor entries = coo({3, 3}, {{{1, 1}, 1}, {{0, 2}, 2}, {{1, 1}, 3}, {{0, 0}, 4}});
  sort(entries, {0, 1});
  EXPECT_THAT(list(std::get<Buffer<double>>(entries.values)), ElementsAre(4, 2, 1, 3));
  sort(entries, {1, 0});
  EXPECT_THAT(list(std::get<Buffer<double>>(entries.values)), ElementsAre(4, 1, 3, 2));
  EXPECT_EQ(entries.sorted_by, (ModeOrder{1, 0}));
}

TEST(Sort, SumsDuplicatesInTheOrderOfTheList) {
  CooTensor entries = coo({3}, {{{2}, 1e16}, {{0}, 1}, {{2}, 1}, {{2}, -1e16}});
  sort(entries, {0});
  ASSERT_TRUE(sum_duplicates(entries));
  EXPECT_EQ(contents(entries), (std::map<TensorIndex, double>{{{0}, 1}, {{2}, 0}}));  // (1e16 + 1) - 1e16 in doubles
  EXPECT_TRUE(entries.unique);
}

TEST(Sort, RefusesASumThatOverflows) {
  CooTensor entries = coo({1}, {{{0}, 0}, {{0}, 0}});
  entries.values = StoredValues(buffer_of<std::int64_t>({std::numeric_limits<std::int64_t>::max(), 1}));
  sort(entries, {0});
  EXPECT_EQ(render(sum_duplicates(entries).error(), {}),
            "error E0204: the sum of the duplicates at (0) is no i64\n  help: ask for the values as f64\n");
}

}  // namespace
}  // namespace refold
