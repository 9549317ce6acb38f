// How fast the planned sddmm is beside plain hand-written loops: relu of S .* (A B), S = pushpull.mtx.gz, k = 64.
//
//   sddmm_bench [FOLDER] [ROUNDS]    FOLDER holds pushpull.mtx.gz (default: $REFOLD_DATA, else ../shared/data)
//
// Every round calls each peer once, with 1 and with 2 threads, in turn; the medians are compared. All work on the same
// CSR arrays, write into memory that was touched before, and start from B as [k]*[n]: who wants its columns in a row
// copies it, inside the measured time. "ratio" is the best peer's time over refold's: above 1 refold is faster.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "io/random.h"
#include "io/read.h"
#include "plan/planner.h"
#include "run/execute.h"
#include "tensor/pack.h"

namespace refold {
namespace {

struct Data {
  std::int64_t m, n, k;
  const std::int32_t* offsets;
  const std::int32_t* columns;
  const double* s;
  const double* a;       // [m]*[k]
  const double* b;       // [k]*[n]
  double* packed;        // [n]*[k]
  double* out;
};

/// B with its columns in rows, in blocks of a cache line.
void pack_b(const Data& d, int threads) {
#pragma omp parallel for num_threads(threads) if (threads > 1)
  for (std::int64_t j = 0; j < d.n; j += 8)
    for (std::int64_t q = 0; q < d.k; ++q)
      for (std::int64_t i = j; i < std::min(j + 8, d.n); ++i) d.packed[i * d.k + q] = d.b[q * d.n + i];
}

/// The textbook loops: rows in parallel, a dot product for each stored entry.
void rows_dynamic(const Data& d, int threads) {
  pack_b(d, threads);
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads) if (threads > 1)
  for (std::int64_t i = 0; i < d.m; ++i) {
    for (std::int32_t p = d.offsets[i]; p < d.offsets[i + 1]; ++p) {
      const double* const a = d.a + i * d.k;
      const double* const b = d.packed + d.columns[p] * d.k;
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::int64_t q = 0; q < d.k; ++q) sum += a[q] * b[q];
      d.out[p] = std::max(d.s[p] * sum, 0.0);
    }
  }
}

/// The same with k known when compiling and rows dealt out evenly.
void rows_static_k64(const Data& d, int threads) {
  pack_b(d, threads);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::int64_t i = 0; i < d.m; ++i) {
    const double* const a = d.a + i * 64;
    for (std::int32_t p = d.offsets[i]; p < d.offsets[i + 1]; ++p) {
      const double* const b = d.packed + d.columns[p] * std::int64_t{64};
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int q = 0; q < 64; ++q) sum += a[q] * b[q];
      d.out[p] = std::max(d.s[p] * sum, 0.0);
    }
  }
}

Contraction formula(const LevelTensor& s, std::int64_t k) {
  const auto at = [](std::size_t latent) { return Affine::of(latent); };
  Contraction c;
  const std::int64_t m = s.extents[0], n = s.extents[1];
  c.latents = {{"m", m}, {"n", n}, {"k", k}};
  c.operands = {{"S", {m, n}, {at(0), at(1)}, s.packing, Visit::Iterated, 0, {m, length(s.values)}},
                {"A", {m, k}, {at(0), at(2)}, dense_packing({0, 1})},
                {"B", {k, n}, {at(2), at(1)}, dense_packing({0, 1})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(1), ScalarExpr::operand(2)};
  c.epilogue = ScalarExpr::apply(ScalarOp::Max, {ScalarExpr::result(), ScalarExpr::number(0)});
  c.output = {"Y", {m, n}, {at(0), at(1)}, 0};
  return c;
}

int stop(const Diagnostic& diagnostic) {
  fmt::print("{}", render(diagnostic, {}));
  return 2;
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int measure(const std::string& folder, int rounds) {
  Result<Loaded> loaded = read_tensor(folder + "/pushpull.mtx.gz", {.element = ElementType::F64});
  if (!loaded) return stop(loaded.error());
  Result<LevelTensor> packed = pack(std::move(std::get<CooTensor>(loaded->tensor)), csr_packing());
  if (!packed) return stop(packed.error());
  constexpr std::int64_t k = 64;
  const std::int64_t m = packed->extents[0], n = packed->extents[1], stored = length(packed->values);
  const Tensor a = *random_dense(1, {m, k}, ElementType::F64), b = *random_dense(2, {k, n}, ElementType::F64);
  Result<Plan> plan = make_plan({{formula(*packed, k)}});
  if (!plan) return stop(plan.error());
  const Tensor s = std::move(*packed);
  Result<KernelArguments> arguments = bind_arguments(plan->kernel, {{"S", std::cref(s)}, {"A", std::cref(a)}, {"B", std::cref(b)}});
  if (!arguments) return stop(arguments.error());
  const Result<CompiledKernel> kernel = compile(Language::OpenMp, emit(plan->kernel, Backend::OpenMp));
  if (!kernel) return stop(kernel.error());

  const auto& levels = std::get<CompressedLevel>(std::get<LevelTensor>(s).levels[1]);
  const auto doubles = [](const Tensor& tensor) { return std::get<Buffer<double>>(values(tensor)).data(); };
  Buffer<double> packed_b(n * k), out(stored);
  const Data data{m, n, k, levels.offsets.data(), levels.coordinates.data(), doubles(s), doubles(a), doubles(b), packed_b.data(), out.data()};
  const auto refold = [&](const Data&, int threads) {
    kernel->function(arguments->arrays.data(), nullptr, arguments->sizes.data(), threads);
  };
  const std::vector<std::pair<std::string, std::function<void(const Data&, int)>>> peers = {
      {"refold", refold}, {"loops, rows dynamic", rows_dynamic}, {"loops, k = 64 fixed", rows_static_k64}};
  for (const int threads : {1, 2}) {
    std::vector<std::vector<double>> times(peers.size());
    for (int round = -2; round < rounds; ++round) {
      for (std::size_t peer = 0; peer < peers.size(); ++peer) {
        const auto start = std::chrono::steady_clock::now();
        peers[peer].second(data, threads);
        const double spent = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        if (round >= 0) times[peer].push_back(spent);
      }
    }
    double best = median(times[1]), fastest = 1e30;
    for (std::size_t peer = 0; peer < peers.size(); ++peer) {
      const auto least = *std::min_element(times[peer].begin(), times[peer].end());
      fmt::print("{} thread{}: {:<22} median {:.3f} ms, best {:.3f} ms, {:.1f} GFLOP/s\n", threads, threads == 1 ? " " : "s",
                 peers[peer].first, median(times[peer]), least, 2e-6 * static_cast<double>(stored * k) / median(times[peer]));
      if (peer > 0) best = std::min(best, median(times[peer])), fastest = std::min(fastest, least);
    }
    fmt::print("{} thread{}: ratio {:.2f} of medians, {:.2f} of best times\n", threads, threads == 1 ? " " : "s", best / median(times[0]),
               fastest / *std::min_element(times[0].begin(), times[0].end()));
  }
  double largest = 0;
  for (std::int64_t p = 0; p < stored; ++p) largest = std::max(largest, std::abs(out[p] - arguments->result()[p]));
  fmt::print("largest difference {:.2g}; compiled in {:.0f} ms{}\n", largest, kernel->seconds * 1e3, kernel->from_cache ? " (from the cache)" : "");
  return largest < 1e-9 ? 0 : 1;
}

}  // namespace
}  // namespace refold

int main(int argc, char** argv) {
  const char* named = std::getenv("REFOLD_DATA");
  const std::string folder = argc > 1 ? argv[1] : named != nullptr ? named : "../shared/data";
  return refold::measure(folder, argc > 2 ? std::atoi(argv[2]) : 41);
}
