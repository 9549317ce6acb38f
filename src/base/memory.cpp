#include "base/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>

namespace refold {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max() / 4;

/// The number behind a key, in kB, as /proc writes it.
std::uint64_t kilobytes(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;)
    if (word == key)
      if (std::uint64_t value = 0; in >> value) return value * 1024;
  return kUnknown;
}

}  // namespace

std::uint64_t available_memory() {
  std::uint64_t free = kilobytes("/proc/meminfo", "MemAvailable:");
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const std::uint64_t taken = kilobytes("/proc/self/status", "VmSize:"), most = limit.rlim_cur;
    free = std::min(free, taken < most ? most - taken : 0);
  }
  return free;
}

std::string in_bytes(const Integer& bytes) {
  static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double value = bytes.convert_to<double>();
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < std::size(kUnits)) value /= 1000, ++unit;
  return fmt::format("{:.3g} {}", value, kUnits[unit]);
}

Result<void> check_memory(const Integer& bytes, const std::string& what, std::string help) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 24;  // not worth asking the machine
  if (bytes < kSmall) return {};
  const std::uint64_t free = available_memory();
  if (bytes <= free - free / 16) return {};
  return Diagnostic{"E0705", {}, fmt::format("{} takes {}, and {} of memory are free", what, in_bytes(bytes), in_bytes(free)), {}, std::move(help)};
}

}  // namespace refold
