#include "tensor/facts.h"

#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

/// "" where the fact holds.
std::string why(const Check& check) { return check ? check->message : ""; }

/// The same matrix as a list, in CSR, in CSC, in DCSR and dense by rows and by columns.
std::vector<Tensor> all_layouts(const CooTensor& entries) {
  std::vector<Tensor> layouts;
  layouts.push_back(clone(entries));
  for (const Packing& packing : {csr_packing(), csc_packing(), dcsr_packing(), coo_packing({1, 0})})
    layouts.push_back(*pack(clone(entries), packing));
  for (const ModeOrder& order : {ModeOrder{0, 1}, ModeOrder{1, 0}}) layouts.push_back(*to_dense(clone(entries), order));
  return layouts;
}

TEST(Facts, SymmetricComparesEachElementWithItsMirror) {
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{0, 1}, 2}, {{1, 0}, 2}, {{2, 2}, 7}, {{1, 2}, 0}})))
    EXPECT_EQ(why(symmetric(t)), "");  // the stored zero needs no stored partner
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{0, 1}, 2}, {{1, 0}, 3}})))
    EXPECT_THAT(why(symmetric(t)), ::testing::AnyOf("element (0, 1) is 2, but element (1, 0) is 3",
                                                    "element (1, 0) is 3, but element (0, 1) is 2"));
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{0, 1}, 2}})))
    EXPECT_THAT(why(symmetric(t)), ::testing::AnyOf("element (0, 1) is 2, but element (1, 0) is 0",
                                                    "element (1, 0) is 0, but element (0, 1) is 2"));
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{2, 0}, 2}, {{2, 1}, 1}, {{1, 2}, 1}})))
    EXPECT_NE(why(symmetric(t)), "");
  EXPECT_EQ(why(symmetric(Tensor(coo({2, 3}, {})))), "2 x 3 is not square");
}

TEST(Facts, SymmetricAgreesWithTheDefinition) {
  EXPECT_TRUE(rc::check("for every small matrix and layout", [] {
    const std::int64_t n = *rc::gen::inRange(0, 5);
    std::vector<Item> items = *random_items({n, n});
    if (*rc::gen::inRange(0, 2) == 0) {  // make it symmetric
      std::map<TensorIndex, double> whole;
      for (const Item& item : items) whole[item.index] = whole[{item.index[1], item.index[0]}] = item.value;
      items.clear();
      for (const auto& entry : whole) items.push_back({entry.first, entry.second});
    }
    const CooTensor entries = coo({n, n}, items);
    const auto all = contents(*to_dense(clone(entries), {0, 1}));
    bool expected = true;
    for (const auto& entry : all) expected &= all.at({entry.first[1], entry.first[0]}) == entry.second;
    for (const Tensor& t : all_layouts(entries)) RC_ASSERT(!symmetric(t) == expected);
  }));
}

TEST(Facts, ZeroDiagonalAllowsAStoredZero) {
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{0, 1}, 2}, {{1, 1}, 0}}))) EXPECT_EQ(why(zero_diagonal(t)), "");
  for (const Tensor& t : all_layouts(coo({3, 3}, {{{0, 1}, 2}, {{1, 1}, 4}})))
    EXPECT_EQ(why(zero_diagonal(t)), "element (1, 1) is 4, not 0");
}

TEST(Facts, ValuesAreFiniteZeroOrOneOrInARange) {
  const Tensor good = coo({2, 2}, {{{0, 0}, 1}, {{1, 1}, 0}});
  EXPECT_EQ(why(all_finite(good)), "");
  EXPECT_EQ(why(zero_or_one(good)), "");
  EXPECT_EQ(why(values_between(good, 0, 1)), "");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Tensor& t : all_layouts(coo({2, 2}, {{{0, 0}, 1}, {{1, 0}, nan}}))) {
    EXPECT_EQ(why(all_finite(t)), "element (1, 0) is nan, which is not finite");
    EXPECT_EQ(why(zero_or_one(t)), "element (1, 0) is nan, neither 0 nor 1");
    EXPECT_EQ(why(values_between(t, 0, 4)), "element (1, 0) is nan, not in 0..4");
  }
  const Tensor integers = DenseTensor{{2}, {0}, StoredValues(buffer_of<std::int64_t>({3, -1}))};
  EXPECT_EQ(why(all_finite(integers)), "");
  EXPECT_EQ(why(values_between(integers, 0, 4)), "element (1) is -1, not in 0..4");
}

TEST(Facts, NonDecreasingAllowsEqualNeighbours) {
  EXPECT_EQ(why(non_decreasing({{3}, {0}, StoredValues(buffer_of<std::int64_t>({1, 1, 2}))})), "");
  EXPECT_EQ(why(non_decreasing({{3}, {0}, StoredValues(buffer_of<double>({1, 3, 2}))})),
            "element (2) is 2, less than element (1), which is 3");
}

TEST(Facts, CoordinatesAreSortedAndUnique) {
  const CooTensor sorted = coo({3, 3}, {{{0, 1}, 1}, {{0, 2}, 1}, {{1, 0}, 1}});
  EXPECT_EQ(why(coordinates_sorted(sorted, {0, 1})), "");
  EXPECT_EQ(why(coordinates_sorted(sorted, {1, 0})), "entry 2 at (1, 0) comes after entry 1 at (0, 2)");
  EXPECT_EQ(why(coordinates_unique(Tensor(clone(sorted)))), "");
  EXPECT_EQ(why(coordinates_unique(Tensor(coo({3, 3}, {{{1, 0}, 1}, {{0, 2}, 1}, {{1, 0}, 2}})))),
            "index (1, 0) is stored more than once");
}

TEST(Facts, CoordinatesLieInsideTheExtents) {
  EXPECT_EQ(why(coordinates_in_range(coo({3, 3}, {{{2, 2}, 1}}))), "");
  EXPECT_EQ(why(coordinates_in_range(coo({3, 3}, {{{2, 3}, 1}}))),
            "coordinate 3 of stored entry 0 is outside mode 1, which has extent 3");
}

/// The message after one change of a good CSR matrix.
std::string after(const std::function<void(LevelTensor&, CompressedLevel&)>& change) {
  LevelTensor csr = *pack(coo({3, 4}, {{{0, 1}, 1}, {{0, 3}, 2}, {{2, 0}, 3}}), csr_packing());
  change(csr, std::get<CompressedLevel>(csr.levels[1]));
  return why(structure_valid(Tensor(std::move(csr))));
}

TEST(Facts, StructureIsCheckedBeforeAKernelTrustsIt) {
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel&) {}), "");
  const std::string offsets = "the offsets of mode 1 do not ascend from 0 to the number of its coordinates";
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.offsets[1] = 9; }), offsets);
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.offsets[3] = 2; }), offsets);
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.offsets[0] = -1; }), offsets);
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.offsets.resize(3); }), offsets);
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.coordinates[1] = 4; }),
            "coordinate 4 of stored entry 1 is outside mode 1, which has extent 4");
  EXPECT_EQ(after([](LevelTensor&, CompressedLevel& rows) { rows.coordinates[1] = 1; }),
            "the coordinates of mode 1 do not ascend at stored entry 1");
  EXPECT_EQ(after([](LevelTensor& csr, CompressedLevel&) { csr.extents[0] = 2; }),
            "the range level of mode 0 has another extent");
  EXPECT_EQ(after([](LevelTensor& csr, CompressedLevel&) { std::get<Buffer<double>>(csr.values).resize(2); }),
            "2 values are stored for 3 positions");
}

}  // namespace
}  // namespace refold
