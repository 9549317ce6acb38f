// numpy and scipy read what refold writes, and refold reads what they write.
#include "io/random.h"
#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

/// Runs a script in the folder; its output is shown when it fails.
void run(const Folder& folder, const std::string& python, const std::string& script) {
  folder.file("script.py", "import os\nos.chdir(os.path.dirname(os.path.abspath(__file__)))\n" + script);
  ASSERT_EQ(std::system((python + " " + folder / "script.py").c_str()), 0) << script;
}

TEST(Python, NumpyWritesWhatWeRead) {
  const std::string python = python_with("numpy");
  if (python.empty()) GTEST_SKIP() << "no python3 with numpy";
  const Folder folder;
  run(folder, python, R"(import numpy as np
x = np.arange(24).reshape(2, 3, 4)
np.save('f8.npy', x / 7)
np.save('f4.npy', (x / 8).astype('f4'))
np.save('i8.npy', x - 5)
np.save('bool.npy', x % 3 == 0)
np.save('fortran.npy', np.asfortranarray(x / 7))
np.save('vector.npy', np.arange(5.0))
np.save('scalar.npy', np.float64(2.5))
np.save('empty.npy', np.zeros((0, 3)))
np.lib.format.write_array(open('version2.npy', 'wb'), x / 7, version=(2, 0))
np.lib.format.write_array(open('version3.npy', 'wb'), x / 7, version=(3, 0))
)");
  const auto read = [&](const std::string& name) { return std::move(read_tensor(folder / name)->tensor); };
  const auto sevenths = contents(read("f8.npy"));
  for (std::int64_t p = 0; p < 24; ++p)
    EXPECT_EQ(sevenths.at({p / 12, p / 4 % 3, p % 4}), static_cast<double>(p) / 7);
  for (const std::string name : {"fortran.npy", "version2.npy", "version3.npy"})
    EXPECT_EQ(contents(read(name)), sevenths) << name;
  EXPECT_EQ(std::get<DenseTensor>(read("fortran.npy")).order, (ModeOrder{2, 1, 0}));
  EXPECT_EQ(contents(read("f4.npy")).at({1, 2, 3}), 23.0 / 8);
  EXPECT_EQ(contents(read("i8.npy")).at({0, 0, 0}), -5);
  EXPECT_EQ(contents(read("bool.npy")).at({0, 0, 3}), 1);
  EXPECT_EQ(extents(read("vector.npy")), (Extents{5}));
  EXPECT_EQ(contents(read("scalar.npy")), (std::map<TensorIndex, double>{{{}, 2.5}}));
  EXPECT_EQ(extents(read("empty.npy")), (Extents{0, 3}));
}

TEST(Python, NumpyReadsWhatWeWrite) {
  const std::string python = python_with("numpy");
  if (python.empty()) GTEST_SKIP() << "no python3 with numpy";
  const Folder folder;
  const auto counted = [](ModeOrder order, ElementType type) {  // element (i, j) is 10 i + j, of 2 x 3
    StoredValues values = constant_values(ElementType::F64, 6, 0);
    DenseTensor tensor{{2, 3}, std::move(order), {}};
    const auto strides = tensor.strides();
    for (std::int64_t i = 0; i < 2; ++i)
      for (std::int64_t j = 0; j < 3; ++j)
        std::get<Buffer<double>>(values)[i * strides[0] + j * strides[1]] = static_cast<double>(10 * i + j);
    tensor.values = *convert(std::move(values), type);
    return tensor;
  };
  ASSERT_TRUE(write_tensor(folder / "c.npy", counted({0, 1}, ElementType::F64)));
  ASSERT_TRUE(write_tensor(folder / "f.npy", counted({1, 0}, ElementType::F32)));
  ASSERT_TRUE(write_tensor(folder / "i.npy", counted({0, 1}, ElementType::I64)));
  ASSERT_TRUE(write_tensor(folder / "b.npy", DenseTensor{{2}, {0}, StoredValues(buffer_of<Bool>({1, 0}))}));
  ASSERT_TRUE(write_tensor(folder / "s.npy", DenseTensor{{}, {}, StoredValues(buffer_of<double>({2.5}))}));
  run(folder, python, R"(import numpy as np
x = 10 * np.arange(2)[:, None] + np.arange(3)
for name, kind in [('c', 'f8'), ('f', 'f4'), ('i', 'i8')]:
    y = np.load(name + '.npy')
    assert y.dtype == kind and (y == x).all(), (name, y)
assert np.load('f.npy').flags['F_CONTIGUOUS'] and not np.load('f.npy').flags['C_CONTIGUOUS']
assert (np.load('b.npy') == [True, False]).all() and np.load('b.npy').dtype == bool
assert np.load('s.npy') == 2.5 and np.load('s.npy').shape == ()
)");
}

TEST(Python, ScipyWritesWhatWeRead) {
  const std::string python = python_with("numpy,scipy.io,scipy.sparse");
  if (python.empty()) GTEST_SKIP() << "no python3 with scipy";
  const Folder folder;
  run(folder, python, R"(import numpy as np, scipy.io, scipy.sparse
a = scipy.sparse.coo_matrix(([0.1, -2.5, 1e-300], ([0, 2, 1], [3, 0, 1])), shape=(3, 4))
scipy.io.mmwrite('general.mtx', a)
scipy.io.mmwrite('integer.mtx', scipy.sparse.coo_matrix(([7, -8], ([0, 1], [1, 1])), shape=(2, 2)))
scipy.io.mmwrite('pattern.mtx', a, field='pattern')
s = scipy.sparse.coo_matrix(([1.0, 2.0, 2.0], ([0, 2, 0], [0, 0, 2])), shape=(3, 3))
scipy.io.mmwrite('symmetric.mtx', s, symmetry='symmetric')
k = scipy.sparse.coo_matrix(([2.0, -2.0], ([2, 0], [0, 2])), shape=(3, 3))
scipy.io.mmwrite('skew.mtx', k, symmetry='skew-symmetric')
scipy.io.mmwrite('array.mtx', np.arange(6.0).reshape(2, 3))
)");
  using Contents = std::map<TensorIndex, double>;
  const auto read = [&](const std::string& name) { return contents(read_tensor(folder / name)->tensor); };
  EXPECT_EQ(read("general.mtx"), (Contents{{{0, 3}, 0.1}, {{1, 1}, 1e-300}, {{2, 0}, -2.5}}));
  EXPECT_EQ(read("integer.mtx"), (Contents{{{0, 1}, 7}, {{1, 1}, -8}}));
  EXPECT_EQ(read("pattern.mtx"), (Contents{{{0, 3}, 1}, {{1, 1}, 1}, {{2, 0}, 1}}));
  EXPECT_EQ(read("symmetric.mtx"), (Contents{{{0, 0}, 1}, {{0, 2}, 2}, {{2, 0}, 2}}));
  EXPECT_EQ(read("skew.mtx"), (Contents{{{0, 2}, -2}, {{2, 0}, 2}}));
  EXPECT_EQ(read("array.mtx"),
            (Contents{{{0, 0}, 0}, {{0, 1}, 1}, {{0, 2}, 2}, {{1, 0}, 3}, {{1, 1}, 4}, {{1, 2}, 5}}));
}

TEST(Python, ScipyReadsWhatWeWrite) {
  const std::string python = python_with("numpy,scipy.io,scipy.sparse");
  if (python.empty()) GTEST_SKIP() << "no python3 with scipy";
  const Folder folder;
  const Tensor sparse = coo({3, 4}, {{{0, 3}, 0.1}, {{2, 0}, -2.5}, {{1, 1}, 1e-300}});
  ASSERT_TRUE(write_tensor(folder / "a.mtx", sparse));
  ASSERT_TRUE(write_tensor(folder / "a.mtx.gz", sparse));
  ASSERT_TRUE(write_tensor(folder / "d.mtx", DenseTensor{{2, 2}, {0, 1}, StoredValues(buffer_of<double>({1, 2, 3, 4}))}));
  run(folder, python, R"(import numpy as np, scipy.io
for name in ['a.mtx', 'a.mtx.gz']:
    a = scipy.io.mmread(name).toarray()
    b = np.zeros((3, 4)); b[0, 3] = 0.1; b[2, 0] = -2.5; b[1, 1] = 1e-300
    assert (a == b).all(), a
assert (scipy.io.mmread('d.mtx') == [[1, 2], [3, 4]]).all()
)");
}

TEST(Python, ScipyAgreesAboutRealMatrices) {
  const std::string python = python_with("numpy,scipy.io,scipy.sparse"), data = data_folder();
  if (python.empty() || data.empty()) GTEST_SKIP() << "no python3 with scipy, or no data folder";
  const Folder folder;
  for (const std::string name : {"bcsstk13", "bayer10", "mbeacxc", "Franz6_id1959_aug"}) {
    const Tensor matrix = std::move(read_tensor(data + "/" + name + ".mtx.gz", {.element = ElementType::F64})->tensor);
    ASSERT_TRUE(write_tensor(folder / (name + ".mtx"), matrix));
    run(folder, python,
        "import scipy.io\nours = scipy.io.mmread('" + name + ".mtx')\ntheirs = scipy.io.mmread('" + data + "/" + name +
            ".mtx.gz')\nassert ours.nnz == theirs.nnz and (ours != theirs).nnz == 0\n");
  }
}

}  // namespace
}  // namespace refold
