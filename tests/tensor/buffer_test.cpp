#include "tensor/buffer.h"

#include "tensor/values.h"

namespace refold {
namespace {

TEST(Buffer, StartsAtAMultipleOf64BytesWhateverItsSize) {
  for (const std::int64_t size : {1, 7, 1000, 1 << 16, 1 << 20}) {
    const Buffer<double> buffer(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u) << size;
  }
  EXPECT_EQ(Buffer<double>(0).data(), nullptr);
}

TEST(Buffer, KeepsItsItemsWhenItGrowsAndShrinksAcrossTheHeapAndPages) {
  Buffer<std::int32_t> buffer = buffer_of<std::int32_t>({1, 2, 3});
  for (const std::int64_t size : {1 << 10, 1 << 18, 1 << 22, 1 << 17, 5, 3}) {
    buffer.resize(size);
    ASSERT_EQ(buffer.size(), size);
    EXPECT_EQ(buffer[0], 1);
    EXPECT_EQ(buffer[2], 3);
    buffer[size - 1] = 3;
  }
  buffer.resize(0);
  EXPECT_TRUE(buffer.empty());
}

TEST(Buffer, HasOneOwnerAndIsCopiedOnlyByClone) {
  Buffer<std::int64_t> first(3, 7);
  Buffer<std::int64_t> second = first.clone();
  second[0] = 8;
  EXPECT_EQ(first[0], 7);
  const std::int64_t* memory = first.data();
  const Buffer<std::int64_t> third = std::move(first);
  EXPECT_EQ(third.data(), memory);
  static_assert(!std::is_copy_constructible_v<Buffer<double>>);
}

TEST(Buffer, ReportsAMachineWithoutMemory) {
  EXPECT_THROW(Buffer<double>(std::int64_t{1} << 50), std::bad_alloc);
}

TEST(Growing, CollectsItemsOneByOne) {
  Growing<std::int32_t> growing;
  for (std::int32_t i = 0; i < 200'000; ++i) growing.push(i);
  const Buffer<std::int32_t> all = growing.take();
  ASSERT_EQ(all.size(), 200'000);
  EXPECT_EQ(all[0], 0);
  EXPECT_EQ(all[199'999], 199'999);
}

TEST(StoredValues, ConvertToATypeThatHoldsThemAll) {
  const Result<StoredValues> converted = convert(StoredValues(buffer_of<double>({1, 0, -3})), ElementType::I64);
  ASSERT_TRUE(converted);
  EXPECT_EQ(element_type(*converted), ElementType::I64);
  EXPECT_EQ(value_at(*converted, 2), -3);
  EXPECT_TRUE(convert(StoredValues(buffer_of<std::int64_t>({0, 1})), ElementType::Bool));
  EXPECT_TRUE(convert(StoredValues(buffer_of<Bool>({0, 1})), ElementType::F32));
  EXPECT_TRUE(convert(StoredValues(buffer_of<double>({0.1})), ElementType::F32));
}

TEST(StoredValues, AreRefusedByATypeThatWouldChangeThem) {
  const auto message = [](StoredValues values, ElementType type) { return convert(std::move(values), type).error().message; };
  EXPECT_EQ(message(StoredValues(buffer_of<double>({1, 0.5})), ElementType::I64), "value 1 is 0.5, which is no i64");
  EXPECT_EQ(message(StoredValues(buffer_of<double>({0x1p63})), ElementType::I64),
            "value 0 is 9.223372036854776e+18, which is no i64");
  EXPECT_EQ(message(StoredValues(buffer_of<double>({2})), ElementType::Bool), "value 0 is 2, which is no bool");
  EXPECT_EQ(message(StoredValues(buffer_of<double>({1e300})), ElementType::F32), "value 0 is 1e+300, which is no f32");
  EXPECT_EQ(message(StoredValues(buffer_of<std::int64_t>({(std::int64_t{1} << 53) + 1})), ElementType::F64),
            "value 0 is 9007199254740993, which is no f64");
}

}  // namespace
}  // namespace refold
