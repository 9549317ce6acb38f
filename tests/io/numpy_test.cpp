#include "io/numpy.h"

#include "tests/io/files.h"
#include "tests/tensor/tensors.h"

namespace refold {
namespace {

using namespace refold::testing;

/// A version 1 file with this dictionary and data.
std::string npy(std::string dictionary, const std::string& data, char version = 1) {
  dictionary += '\n';
  std::string start = "\x93NUMPY";
  start += {version, '\0', static_cast<char>(dictionary.size()), '\0'};
  if (version > 1) start += {'\0', '\0'};
  return start + dictionary + data;
}

template <class T>
std::string bytes_of(std::initializer_list<T> items) {
  std::string bytes;
  for (const T item : items) bytes.append(reinterpret_cast<const char*>(&item), sizeof item);
  return bytes;
}

const std::string kDoubles = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
const std::string kHelp = "  help: write it with numpy.save, as float64, float32, int64 or bool\n";

TEST(Numpy, ReadsCAndFortranOrderAndKeepsThem) {
  const Folder folder;
  const std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  const Tensor rows = std::move(read_tensor(folder.file("c.npy", npy(kDoubles, data)))->tensor);
  EXPECT_EQ(std::get<DenseTensor>(rows).order, (ModeOrder{0, 1}));
  EXPECT_EQ(contents(rows).at({0, 1}), 2);
  const Tensor columns = std::move(read_tensor(folder.file(
      "f.npy", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", data, 2)))->tensor);
  EXPECT_EQ(std::get<DenseTensor>(columns).order, (ModeOrder{1, 0}));
  EXPECT_EQ(contents(columns).at({0, 1}), 3);
}

TEST(Numpy, ReadsEveryElementTypeScalarsAndEmptyArrays) {
  const Folder folder;
  const auto read = [&](const std::string& descr, const std::string& shape, const std::string& data) {
    return std::move(read_tensor(folder.file(
        "x.npy", npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }", data)))->tensor);
  };
  EXPECT_EQ(element_type(values(read("<f4", "(1,)", bytes_of<float>({1})))), ElementType::F32);
  EXPECT_EQ(contents(read("<i8", "(2,)", bytes_of<std::int64_t>({-7, 3}))),
            (std::map<TensorIndex, double>{{{0}, -7}, {{1}, 3}}));
  EXPECT_EQ(contents(read("|b1", "(2,)", std::string("\1\0", 2))), (std::map<TensorIndex, double>{{{0}, 1}, {{1}, 0}}));
  EXPECT_EQ(contents(read("<f8", "()", bytes_of<double>({2.5}))), (std::map<TensorIndex, double>{{{}, 2.5}}));
  EXPECT_EQ(extents(read("<f8", "(3, 0)", "")), (Extents{3, 0}));
}

TEST(Numpy, RefusesWhatItDoesNotKnow) {
  const Folder folder;
  const auto error = [&](const std::string& text) { return folder.error_of("x.npy", text); };
  EXPECT_EQ(error("1 2 3\n"), "x.npy: error E0201: this is no .npy file\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", "")),
            "x.npy: error E0201: elements of type `>f8` are not supported\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", "")),
            "x.npy: error E0201: elements of type `<i4` are not supported\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }", "")),
            "x.npy: error E0201: elements of type `[('a', '<f8')], 'for` are not supported\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '<f8', 'shape': (2,), }", "")),
            "x.npy: error E0201: the header has no fortran_order\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '<f8', 'fortran_order': False, }", "")),
            "x.npy: error E0201: the header has no shape\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, -1), }", "")),
            "x.npy: error E0201: the shape (2, -1) is not readable\n" + kHelp);
  EXPECT_EQ(error(npy(kDoubles, "", 9)), "x.npy: error E0201: version 9 of .npy is unknown\n" + kHelp);
  EXPECT_EQ(error(npy(kDoubles, "").substr(0, 40)), "x.npy: error E0201: the file ends inside its header\n" + kHelp);
  EXPECT_EQ(error(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "")),
            "x.npy: error E0208: a dense tensor of 4294967296 x 4294967296 has more than 2^60 elements\n"
            "  help: use smaller extents, or a sparse format\n");
  EXPECT_EQ(error(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", "\1\2")),
            "x.npy: error E0202: element 1 is the byte 2, but a bool is 0 or 1\n"
            "  help: the file is damaged, or its type is not bool\n");
}

TEST(Numpy, RefusesTruncatedAndTrailingData) {
  const Folder folder;
  const std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(folder.error_of("x.npy", npy(kDoubles, data)), "");
  EXPECT_EQ(folder.error_of("x.npy", npy(kDoubles, data.substr(1))),
            "x.npy: error E0206: the file ends after 47 of 48 bytes of data (2 x 3 elements of f64)\n"
            "  help: the file is truncated, or its header is wrong\n");
  EXPECT_EQ(folder.error_of("x.npy", npy(kDoubles, data + "\n")),
            "x.npy: error E0207: 1 bytes follow the 48 bytes of data (2 x 3 elements of f64)\n"
            "  help: remove what follows, or correct the header\n");
}

TEST(Numpy, ConvertsToTheTypeThatIsAskedForAndNoticesNonFiniteValues) {
  const Folder folder;
  const std::string path = folder.file("x.npy", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }",
                                                    bytes_of<std::int64_t>({-7, 3})));
  EXPECT_EQ(element_type(values(read_tensor(path, {.element = ElementType::F64})->tensor)), ElementType::F64);
  EXPECT_EQ(folder.message(read_tensor(path, {.element = ElementType::Bool}).error()),
            "x.npy: error E0213: value 0 is -7, which is no bool\n"
            "  help: ask for an element type that holds every value of the data\n");
  const std::string inf = folder.file("i.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }",
                                                   bytes_of<double>({std::numeric_limits<double>::infinity()})));
  EXPECT_TRUE(read_tensor(inf)->has_nonfinite);
  EXPECT_FALSE(read_tensor(path)->has_nonfinite);
}

}  // namespace
}  // namespace refold
