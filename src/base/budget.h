// src/base/budget.h: what a job may use up, and why it stopped.
//
// Invariant: every loop whose length the input decides asks its Budget, passed by reference; the first limit that is
// hit stays the recorded one. Verdicts depend on counted limits (nodes, bytes, rlimit), never on the clock or on what
// memory the machine has left, which are only backstops: a stop by them or by the user is `unknown` and is never cached.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string_view>

namespace refold {

enum class Limit { Nodes, Bytes, Rlimit, Time, Cancelled };
std::string_view name(Limit limit);

class Budget {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t nodes = kUnlimited;
  std::uint64_t bytes = kUnlimited;
  std::uint64_t rlimit = 4'000'000;  // of one solver query
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::stop_token stop = {};

  /// Takes `count` nodes (bytes); false, and nothing taken, when fewer are left.
  bool take_nodes(std::uint64_t count) { return take(nodes, count, Limit::Nodes); }
  bool take_bytes(std::uint64_t count) { return take(bytes, count, Limit::Bytes); }
  /// False once the user cancelled, the deadline passed, the machine's memory is nearly used up or a limit was hit.
  bool alive();
  void hit(Limit limit) { if (!stopped_by_) stopped_by_ = limit; }
  std::optional<Limit> stopped_by() const { return stopped_by_; }

 private:
  bool take(std::uint64_t& left, std::uint64_t count, Limit limit);
  std::optional<Limit> stopped_by_;
  std::chrono::steady_clock::time_point next_look_ = {};  // at the machine's memory
};

}  // namespace refold
