#include "io/write.h"

#include "io/random.h"
#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

/// Equal bit by bit, also NaN and the sign of zero.
bool same_values(const Tensor& a, const Tensor& b) {
  const auto bits = [](const Tensor& t) {
    std::map<TensorIndex, std::uint64_t> all;
    for (const auto& entry : contents(t)) std::memcpy(&all[entry.first], &entry.second, sizeof(double));
    return all;
  };
  return extents(a) == extents(b) && stored(a) == stored(b) && bits(a) == bits(b) &&
         element_type(values(a)) == element_type(values(b));
}

double any_double() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return std::isnan(value) ? -0.0 : value;
}

/// Fills in values of one element type.
StoredValues any_values(ElementType type, std::int64_t count) {
  StoredValues values = make_values(type, count);
  std::visit([&](auto& buffer) {
    using T = typename std::decay_t<decltype(buffer)>::value_type;
    for (T& value : buffer) {
      if constexpr (std::is_same_v<T, double>) value = any_double();
      else if constexpr (std::is_same_v<T, float>)
        value = std::nextafter(static_cast<float>(*rc::gen::inRange(-99, 99)), 1e9f);
      else if constexpr (std::is_same_v<T, std::int64_t>) value = *rc::gen::inRange(-1'000'000, 1'000'000);
      else value = static_cast<Bool>(*rc::gen::inRange(0, 2));
    }
  }, values);
  return values;
}

ElementType any_type() {
  return *rc::gen::element(ElementType::F64, ElementType::F32, ElementType::I64, ElementType::Bool);
}

Tensor read_back(const std::string& path, const Tensor& written) {
  auto loaded = read_tensor(path, {.element = element_type(values(written))});
  if (!loaded) throw std::runtime_error(render(loaded.error(), {}));
  return std::move(loaded->tensor);
}

TEST(Write, ThenReadGivesTheSameSparseTensor) {
  const Folder folder;
  EXPECT_TRUE(rc::check("in .mtx, .mtx.gz, .tns and .tns.gz", [&] {
    CooTensor entries = random_coo(3);
    entries.values = any_values(any_type(), entries.stored());
    const bool matrix = entries.extents.size() == 2;
    const std::string name = matrix ? *rc::gen::element<std::string>("a.mtx", "a.mtx.gz", "a.tns") 
                                    : *rc::gen::element<std::string>("a.tns", "a.tns.gz");
    const Tensor tensor = std::move(entries);
    RC_ASSERT(write_tensor(folder / name, tensor));
    RC_ASSERT(same_values(read_back(folder / name, tensor), tensor));
  }));
}

TEST(Write, ThenReadGivesTheSameDenseTensor) {
  const Folder folder;
  EXPECT_TRUE(rc::check("in .npy, .mtx and .tns", [&] {
    DenseTensor dense{random_extents(3), {}, {}};
    const std::size_t order = dense.extents.size();
    dense.order = *rc::gen::element(row_major(order), column_major(order));
    dense.values = any_values(any_type(), *element_count(dense.extents));
    const Tensor tensor = std::move(dense);
    RC_ASSERT(write_tensor(folder / "a.npy", tensor));
    const Tensor back = read_back(folder / "a.npy", tensor);
    RC_ASSERT(same_values(back, tensor));
    RC_ASSERT(order < 2 || std::get<DenseTensor>(back).order == std::get<DenseTensor>(tensor).order);
    RC_ASSERT(write_tensor(folder / "a.tns", tensor));
    RC_ASSERT(same_values(read_back(folder / "a.tns", tensor), tensor));
    if (order != 2) return;
    RC_ASSERT(write_tensor(folder / "a.mtx", tensor));
    RC_ASSERT(same_values(read_back(folder / "a.mtx", tensor), tensor));
  }));
}

TEST(Write, WritesALevelTensorInTheOrderOfItsLevels) {
  const Folder folder;
  const Tensor csc = *pack(coo({2, 3}, {{{0, 2}, 0.5}, {{1, 0}, 0}}), csc_packing());
  ASSERT_TRUE(write_tensor(folder / "a.mtx", csc));
  EXPECT_EQ(text_of(folder / "a.mtx"), "%%MatrixMarket matrix coordinate real general\n2 3 2\n2 1 0\n1 3 0.5\n");
  ASSERT_TRUE(write_tensor(folder / "a.tns", csc));
  EXPECT_EQ(text_of(folder / "a.tns"), "# extents 2 3\n2 1 0\n1 3 0.5\n");
}

TEST(Write, WritesOnesOfTypeBoolAsAPattern) {
  const Folder folder;
  CooTensor ones = coo({2, 2}, {{{1, 0}, 1}});
  ones.values = constant_values(ElementType::Bool, 1, 1);
  ASSERT_TRUE(write_tensor(folder / "a.mtx", std::move(ones)));
  EXPECT_EQ(text_of(folder / "a.mtx"), "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n");
}

TEST(Write, WritesAVectorAsOneColumn) {
  const Folder folder;
  ASSERT_TRUE(write_tensor(folder / "v.mtx", DenseTensor{{2}, {0}, StoredValues(buffer_of<std::int64_t>({3, -4}))}));
  EXPECT_EQ(text_of(folder / "v.mtx"), "%%MatrixMarket matrix array integer general\n2 1\n3\n-4\n");
  EXPECT_EQ(extents(read_tensor(folder / "v.mtx", {.shape = KnownExtents{2}})->tensor), (Extents{2}));
}

TEST(Write, RefusesWhatAFormatDoesNotHold) {
  const Folder folder;
  const auto error = [&](const std::string& name, const Tensor& tensor) {
    return folder.message(write_tensor(folder / name, tensor).error());
  };
  EXPECT_EQ(error("a.npy", coo({2, 2}, {})),
            "a.npy: error E0706: an .npy file holds a dense tensor, this one is sparse\n  help: write .mtx or .tns\n");
  EXPECT_EQ(error("a.mtx", coo({2, 2, 2}, {})),
            "a.mtx: error E0706: a Matrix Market file holds a matrix, this is a sparse tensor of 3 modes\n  help: "
            "write .tns\n");
  EXPECT_EQ(
      error("a.npy", DenseTensor{{1, 1, 1}, {1, 0, 2}, StoredValues(buffer_of<double>({1}))}),
      "a.npy: error E0706: an .npy file is row-major or column-major, this tensor is neither\n  help: write .tns\n");
  EXPECT_EQ(error("none/a.mtx", coo({2, 2}, {})),
            "none/a.mtx: error E0703: cannot write: No such file or directory\n  help: check the folder and the free "
            "space\n");
  EXPECT_EQ(error("a.csv", coo({2, 2}, {})),
            "a.csv: error E0704: the ending of the name is none that refold knows\n"
            "  help: name it .mtx, .mtx.gz, .tns, .tns.gz or .npy\n");
}

TEST(Write, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const Folder folder;
  for (const std::string name : {"full.mtx", "full.npy"}) {
    std::filesystem::create_symlink("/dev/full", folder / name);
    const auto written = write_tensor(folder / name, *random_dense(1, {300, 300}, ElementType::F64));
    ASSERT_FALSE(written) << name;
    EXPECT_EQ(written.error().code, "E0703") << name;
  }
}

}  // namespace
}  // namespace refold
