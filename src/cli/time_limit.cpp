#include "cli/time_limit.h"

#include <fmt/format.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <ostream>

namespace refold {

TimeLimit::TimeLimit(Clock::time_point deadline, std::string work, const Streams& io) {
  if (deadline == Clock::time_point::max()) return;
  watch_ = std::jthread([deadline, work = std::move(work), &io](std::stop_token stop) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    ended.wait_until(lock, stop, deadline, [&] { return stop.stop_requested(); });
    if (stop.stop_requested()) return;
    io.out.flush();
    io.err << fmt::format("note: --seconds is over and {} still runs; it was ended, and nothing was written\n", work) << std::flush;
    std::_Exit(kLimit);
  });
}

}  // namespace refold
