#include "base/jobs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace refold {

void run_jobs(std::size_t pieces, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> failed(pieces);
  std::atomic<std::size_t> next{0};
  const auto job = [&] {
    for (std::size_t k = next++; k < pieces; k = next++) try {
        work(k);
      } catch (...) {
        failed[k] = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 1; k < std::min<std::size_t>(jobs, pieces); ++k) threads.emplace_back(job);
    job();
  }
  for (const std::exception_ptr& one : failed)
    if (one) std::rethrow_exception(one);
}

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace refold
