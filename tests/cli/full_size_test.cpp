// Every example at full size, against loops over lists of entries that share nothing with plans and kernels.
#include <array>
#include <set>

#include "cli/program.h"
#include "io/data_spec.h"
#include "io/read.h"
#include "support/scratch.h"
#include "tensor/pack.h"

namespace refold {
namespace {

std::string in_source(const std::string& path) { return std::string(REFOLD_SOURCE_DIR) + "/" + path; }

struct StoredEntry {
  std::array<std::int64_t, 3> at{};
  double value = 0;
};

/// The entries of a file of examples/data.
std::vector<StoredEntry> entries(const std::string& path) {
  Result<Loaded> loaded = read_tensor(path);
  if (!loaded) throw std::runtime_error(render(loaded.error(), {}));
  const CooTensor& list = std::get<CooTensor>(loaded->tensor);
  std::vector<StoredEntry> result(static_cast<std::size_t>(list.stored()));
  for (std::size_t e = 0; e < result.size(); ++e) {
    for (std::size_t mode = 0; mode < list.coordinates.size(); ++mode) result[e].at[mode] = list.coordinates[mode][e];
    result[e].value = value_at(list.values, static_cast<std::int64_t>(e));
  }
  return result;
}

/// Row-major values of a dense tensor: from a file, or as the command line draws them.
std::vector<double> dense(const std::string& spec, const KnownExtents& shape) {
  ReadOptions options;
  options.shape = shape;
  options.element = ElementType::F64;
  Result<Loaded> loaded = load(*parse_data_spec(spec), options);
  if (!loaded) throw std::runtime_error(render(loaded.error(), {}));
  ModeOrder order;
  for (std::size_t mode = 0; mode < shape.size(); ++mode) order.push_back(mode);
  const Result<DenseTensor> tensor = to_dense(loaded->tensor, order);
  std::vector<double> values(static_cast<std::size_t>(length(tensor->values)));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = value_at(tensor->values, static_cast<std::int64_t>(k));
  return values;
}

/// Runs an example with its result written to `file`.
void run_example(const std::string& name, std::vector<std::string> binds, const std::string& result, const std::string& file) {
  std::vector<std::string> arguments = {"run", in_source("examples/" + name + ".rf"), "--quiet", "--out", result + "=" + file};
  for (const std::string& bind : binds) arguments.insert(arguments.end(), {"--bind", bind});
  const Said said = refold_says(arguments);
  ASSERT_EQ(said.status, 0) << said.err;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    ASSERT_NEAR(got[k], wanted[k], 1e-9 * std::max(1.0, std::abs(wanted[k]))) << "element " << k;
}

const std::string kGraph = in_source("examples/data/pushpull.mtx.gz");
constexpr std::size_t kNodes = 4000;

TEST(FullSizeSlow, SparseMatrixTimesVector) {
  const Scratch scratch;
  run_example("spmv", {"A=" + kGraph, "x=random(seed=1)"}, "y", scratch / "y.npy");
  const std::vector<double> x = dense("random(seed=1)", {kNodes});
  std::vector<double> y(kNodes);
  for (const StoredEntry& a : entries(kGraph)) y[a.at[0]] += a.value * x[a.at[1]];
  expect_near(dense(scratch / "y.npy", {kNodes}), y);
}

TEST(FullSizeSlow, SparseMatrixTimesMatrix) {
  const Scratch scratch;
  run_example("spmm", {"A=" + kGraph, "k=32", "B=random(seed=1)"}, "C", scratch / "C.npy");
  const std::vector<double> b = dense("random(seed=1)", {kNodes, 32});
  std::vector<double> c(kNodes * 32);
  for (const StoredEntry& a : entries(kGraph))
    for (std::size_t k = 0; k < 32; ++k) c[a.at[0] * 32 + k] += a.value * b[a.at[1] * 32 + k];
  expect_near(dense(scratch / "C.npy", {kNodes, 32}), c);
}

TEST(FullSizeSlow, SampledProductWithARectifier) {
  const Scratch scratch;
  run_example("sddmm", {"S=" + kGraph, "k=64", "A=random(seed=1)", "B=random(seed=2)"}, "C", scratch / "C.mtx");
  const std::vector<double> a = dense("random(seed=1)", {kNodes, 64}), b = dense("random(seed=2)", {64, kNodes});
  const std::vector<StoredEntry> given = entries(kGraph), got = entries(scratch / "C.mtx");
  ASSERT_EQ(got.size(), given.size());
  for (std::size_t e = 0; e < given.size(); ++e) {
    double sum = 0;
    for (std::size_t k = 0; k < 64; ++k) sum += a[given[e].at[0] * 64 + k] * b[k * kNodes + given[e].at[1]];
    ASSERT_EQ(got[e].at, given[e].at);
    ASSERT_NEAR(got[e].value, std::max(given[e].value * sum, 0.0), 1e-9 * std::max(1.0, std::abs(sum)));
  }
}

TEST(FullSizeSlow, GraphConvolution) {
  const Scratch scratch;
  run_example("gcn_layer", {"A=" + kGraph, "k=64", "p=16", "X=random(seed=1)", "W=random(seed=2)"}, "H", scratch / "H.npy");
  const std::vector<double> x = dense("random(seed=1)", {kNodes, 64}), w = dense("random(seed=2)", {64, 16});
  std::vector<double> ax(kNodes * 64), h(kNodes * 16);
  for (const StoredEntry& a : entries(kGraph))
    for (std::size_t k = 0; k < 64; ++k) ax[a.at[0] * 64 + k] += a.value * x[a.at[1] * 64 + k];
  for (std::size_t i = 0; i < kNodes; ++i)
    for (std::size_t l = 0; l < 16; ++l) {
      for (std::size_t k = 0; k < 64; ++k) h[i * 16 + l] += ax[i * 64 + k] * w[k * 16 + l];
      h[i * 16 + l] = std::max(h[i * 16 + l], 0.0);
    }
  expect_near(dense(scratch / "H.npy", {kNodes, 16}), h);
}

TEST(FullSizeSlow, MatricisedTensorTimesKhatriRao) {
  const Scratch scratch;
  const std::string file = in_source("examples/data/fb15k237.tns.gz");
  run_example("mttkrp", {"T=" + file, "r=16", "B=random(seed=1)", "C=random(seed=2)"}, "M", scratch / "M.npy");
  const std::vector<double> b = dense("random(seed=1)", {237, 16}), c = dense("random(seed=2)", {14505, 16});
  std::vector<double> m(14505 * 16);
  for (const StoredEntry& t : entries(file))
    for (std::size_t r = 0; r < 16; ++r) m[t.at[0] * 16 + r] += t.value * b[t.at[1] * 16 + r] * c[t.at[2] * 16 + r];
  expect_near(dense(scratch / "M.npy", {14505, 16}), m);
}

TEST(FullSizeSlow, UpperTriangularProduct) {
  const Scratch scratch;
  constexpr std::size_t n = 300;
  run_example("upper", {"n=300", "A=random(seed=1)", "B=random(seed=2)"}, "C", scratch / "C.npy");
  const std::vector<double> a = dense("random(seed=1)", {n, n}), b = dense("random(seed=2)", {n, n});
  std::vector<double> c(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t q = i; q < n; ++q)
      for (std::size_t j = q; j < n; ++j) c[i * n + j] += a[i * n + q] * b[q * n + j];
  expect_near(dense(scratch / "C.npy", {n, n}), c);
}

/// Triangles with three different corners, each counted once.
std::size_t triangles(const std::string& file) {
  std::vector<std::set<std::int64_t>> above(kNodes);  // neighbours with a larger number
  for (const StoredEntry& edge : entries(file))
    if (edge.at[0] < edge.at[1]) above[edge.at[0]].insert(edge.at[1]);
  std::size_t count = 0;
  for (const std::set<std::int64_t>& corners : above)
    for (const std::int64_t j : corners)
      count += static_cast<std::size_t>(
          std::count_if(above[j].begin(), above[j].end(), [&](std::int64_t q) { return corners.contains(q); }));
  return count;
}

TEST(FullSizeSlow, TrianglesOfAGraph) {
  const Scratch scratch;
  run_example("triangles", {"G=" + kGraph}, "triangles", scratch / "t.npy");
  EXPECT_EQ(triangles(kGraph), 286'641u);
  EXPECT_EQ(dense(scratch / "t.npy", {}), std::vector<double>{286'641});
}

TEST(FullSizeSlow, OfATensorBesideItselfOnlyStoredEntriesAreVisited) {
  const Scratch scratch;
  const std::string file = scratch.file("a.rf", "size m, n\ntensor A : [m]*[n] -> real sparse\nlet y = einsum(\"ij,ij->\", A, A)\n");
  const Said said = refold_says({"run", file, "--rules", in_source("rules"), "--bind", "A=" + in_source("examples/data/pushpull.mtx.gz"), "--check"});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_THAT(said.out, testing::HasSubstr("cost 588,915\n"));  // 3 * 196,305 stored
  EXPECT_THAT(said.out, testing::HasSubstr("if A[i, j] stored: A[i, j] * A[i, j]\n"));
  EXPECT_THAT(said.out, testing::HasSubstr("check: ok: "));
}

}  // namespace
}  // namespace refold
