#include "base/budget.h"

#include "base/memory.h"

namespace refold {

std::string_view name(Limit limit) {
  switch (limit) {
    case Limit::Nodes: return "nodes";
    case Limit::Bytes: return "bytes";
    case Limit::Rlimit: return "rlimit";
    case Limit::Time: return "time";
    case Limit::Cancelled: return "cancelled";
  }
  __builtin_unreachable();
}

bool Budget::take(std::uint64_t& left, std::uint64_t count, Limit limit) {
  if (left == kUnlimited) return true;
  if (count > left) {
    hit(limit);
    return false;
  }
  left -= count;
  return true;
}

bool Budget::alive() {
  constexpr std::uint64_t kReserve = std::uint64_t{64} << 20;
  const auto now = std::chrono::steady_clock::now();
  if (stop.stop_requested()) hit(Limit::Cancelled);
  else if (now > deadline) hit(Limit::Time);
  if (now >= next_look_) {
    next_look_ = now + std::chrono::milliseconds(100);
    if (available_memory() < kReserve) hit(Limit::Bytes);
  }
  return !stopped_by_;
}

}  // namespace refold
