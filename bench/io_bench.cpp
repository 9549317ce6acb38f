// How fast files are read, and how much memory that takes.
//
//   io_bench [FOLDER]    FOLDER holds github_social.mtx.gz (default: $REFOLD_DATA, else ../shared/data)
//
// Speed: reading and packing into CSR, the best and the median of several runs, and the best processor time (on a busy
// machine the two differ). Memory: the growth of the peak from before
// loading to the end, over the bytes of the packed operands, for files of over 200 MB of operands whose entries stand
// in an order that has to be sorted; each file is loaded in a process of its own.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "io/random.h"
#include "io/read.h"
#include "io/write.h"
#include "tensor/pack.h"

namespace refold {
namespace {

/// Loads a file; a sparse tensor is packed with range levels outside and one compressed level inside (CSR), or as CSF.
Tensor load_packed(const std::string& path, ElementType element) {
  auto loaded = read_tensor(path, {.element = element});
  if (!loaded) {
    fmt::print("{}", render(loaded.error(), {}));
    std::exit(2);
  }
  auto* entries = std::get_if<CooTensor>(&loaded->tensor);
  if (entries == nullptr) return std::move(loaded->tensor);
  const std::size_t order = entries->extents.size();
  return *pack(std::move(*entries), order == 2 ? csr_packing() : csf_packing(row_major(order)));
}

void time_reading(const std::string& path) {
  if (!std::filesystem::exists(path)) {
    fmt::print("skipped: {} is not there\n", path);
    return;
  }
  std::vector<double> times;
  double processor = 1e30;
  std::int64_t count = 0;
  for (int k = 0; k < 11; ++k) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t busy = std::clock();
    count = stored(load_packed(path, ElementType::F64));
    processor = std::min(processor, static_cast<double>(std::clock() - busy) * 1e3 / CLOCKS_PER_SEC);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  fmt::print("{}: {} stored, best {:.1f} ms, median {:.1f} ms, processor {:.1f} ms\n",
             std::filesystem::path(path).filename().string(), count, times.front(), times[times.size() / 2], processor);
}

std::int64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

/// In a process of its own, so that its peak is the peak of this one load.
void measure_memory(const std::string& path) {
  std::fflush(stdout);
  if (const pid_t child = fork(); child != 0) {
    waitpid(child, nullptr, 0);
    return;
  }
  const std::int64_t before = peak_bytes();
  const Tensor operand = load_packed(path, ElementType::F64);
  const std::int64_t growth = peak_bytes() - before;
  fmt::print("{}: operand {:.0f} MB, growth {:.0f} MB, ratio {:.2f}\n", std::filesystem::path(path).filename().string(),
             static_cast<double>(bytes(operand)) / 1e6, static_cast<double>(growth) / 1e6,
             static_cast<double>(growth) / static_cast<double>(bytes(operand)));
  std::fflush(stdout);
  _exit(0);
}

/// Writes `count` random entries column by column, so that the reader has to sort them.
void make_sparse(const std::string& path, const Extents& extents, double count) {
  double elements = 1;
  for (const std::int64_t extent : extents) elements *= static_cast<double>(extent);
  CooTensor entries = *random_sparse(1, count / elements, extents, ElementType::I64);
  const std::size_t order = extents.size();
  const auto written = write_tensor(path, *pack(std::move(entries), coo_packing(column_major(order))));
  if (!written) fmt::print("{}", render(written.error(), {}));
}

/// The files are made in processes of their own too: freed memory must not count as memory that was there before.
void make(const std::string& folder) {
  if (const pid_t child = fork(); child != 0) {
    waitpid(child, nullptr, 0);
    return;
  }
  make_sparse(folder + "/sparse.mtx", {1'000'000, 1'000'000}, 18e6);
  make_sparse(folder + "/sparse.tns", {20'000, 200, 20'000}, 15e6);
  const auto written = write_tensor(folder + "/dense.npy", *random_dense(1, {30'000, 1000}, ElementType::F64));
  if (!written) fmt::print("{}", render(written.error(), {}));
  _exit(0);
}

}  // namespace
}  // namespace refold

int main(int argc, char** argv) {
  const char* named = std::getenv("REFOLD_DATA");
  const std::string folder = argc > 1 ? argv[1] : named != nullptr ? named : "../shared/data";
  std::string scratch = (std::filesystem::temp_directory_path() / "refold_bench_XXXXXX").string();
  if (mkdtemp(scratch.data()) == nullptr) return 2;
  refold::make(scratch);
  for (const char* name : {"/sparse.mtx", "/sparse.tns", "/dense.npy"}) refold::measure_memory(scratch + name);
  std::filesystem::remove_all(scratch);
  for (const char* name : {"/github_social.mtx.gz", "/bcsstk16.mtx.gz", "/fb15k237.tns.gz"})
    refold::time_reading(folder + name);
}
