#include "base/budget.h"

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
  if (stop.stop_requested()) hit(Limit::Cancelled);
  else if (deadline != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() > deadline)
    hit(Limit::Time);
  return !stopped_by_;
}

}  // namespace refold
