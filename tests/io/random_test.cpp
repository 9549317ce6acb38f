#include "io/random.h"

#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;
using ::testing::ElementsAre;

TEST(Random, FollowsThePublishedGenerator) {
  EXPECT_EQ(split_mix(1234567, 0), 6457827717110365317u);  // the reference implementation's first outputs
  EXPECT_EQ(split_mix(1234567, 1), 3203168211198807973u);
}

TEST(Random, DrawsTheSameNumbersOnEveryMachine) {
  EXPECT_THAT(list(std::get<Buffer<double>>(random_dense(1, {3}, ElementType::F64)->values)),
              ElementsAre(0x1.10a2dec890258p-3, 0x1.f75c6d0b2c774p-2, 0x1.e24e8bbbecc94p-1));
  EXPECT_THAT(list(std::get<Buffer<std::int64_t>>(random_dense(1, {5}, ElementType::I64)->values)),
              ElementsAre(1, 5, 10, -1, -1));
  EXPECT_EQ(contents(*random_sparse(1, 0.1, {5, 4}, ElementType::I64)),
            (std::map<TensorIndex, double>{{{1, 3}, 0}, {{3, 2}, -1}}));
  EXPECT_EQ(contents(*random_sparse(1, 0.2, {5, 4}, ElementType::I64)),
            (std::map<TensorIndex, double>{{{1, 0}, -1}, {{1, 3}, 0}, {{3, 1}, 1}, {{3, 2}, -1}}));
}

TEST(Random, StoresTheValuesOfTheDenseTensorAtTheSamePlaces) {
  for (const double density : {0.0, 0.05, 0.124, 0.5, 1.0}) {
    const auto dense = contents(*random_dense(7, {20, 30, 5}, ElementType::F64));
    const CooTensor sparse = *random_sparse(7, density, {20, 30, 5}, ElementType::F64);
    EXPECT_EQ(sparse.stored(), std::llround(density * 3000)) << density;
    const auto entries = contents(sparse);
    EXPECT_EQ(static_cast<std::int64_t>(entries.size()), sparse.stored()) << "unique";
    for (const auto& entry : entries) EXPECT_EQ(entry.second, dense.at(entry.first));
  }
}

TEST(Random, SpreadsValuesOverTheirWholeRange) {
  const DenseTensor dense = *random_dense(3, {100'000}, ElementType::F64);
  const auto& numbers = std::get<Buffer<double>>(dense.values);
  double sum = 0;
  for (const double x : numbers) {
    ASSERT_TRUE(-1 <= x && x < 1);
    sum += x;
  }
  EXPECT_LT(std::abs(sum / 100'000), 0.01);
  std::map<std::int64_t, int> seen;
  const DenseTensor integers = *random_dense(3, {10'000}, ElementType::I64);
  for (const std::int64_t x : std::get<Buffer<std::int64_t>>(integers.values)) ++seen[x];
  EXPECT_EQ(seen.size(), 21u);
  EXPECT_EQ(seen.begin()->first, -10);
}

TEST(Random, TakesHugeExtentsAndEmptyOnes) {
  const CooTensor wide = *random_sparse(1, 1e-9, {1'000'000, 1'000'000}, ElementType::F64);
  EXPECT_EQ(wide.stored(), 1000);
  EXPECT_EQ(random_sparse(1, 0.5, {0, 5}, ElementType::F64)->stored(), 0);
  EXPECT_EQ(random_sparse(1, 1, {}, ElementType::F64)->stored(), 1);
}

TEST(Random, RefusesWhatIsTooLarge) {
  EXPECT_EQ(random_dense(1, {1 << 30, 1 << 30, 2}, ElementType::F64).error().message,
            "a dense tensor of 1073741824 x 1073741824 x 2 has more than 2^60 elements");
  EXPECT_EQ(random_sparse(1, 0.5, {1 << 20, 1 << 20}, ElementType::F64).error().message,
            "549755813888 random entries are more than 2147483647");
}

}  // namespace
}  // namespace refold
