// src/cli/time_limit.h: the end of work that asks no Budget.
//
// Invariant: a kernel is called once and looks at nothing; while a TimeLimit lives, the program ends with kLimit and a
// message when its deadline passes. Nothing half written is left, because files are written after the work.
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "cli/console.h"

namespace refold {

class TimeLimit {
 public:
  using Clock = std::chrono::steady_clock;
  /// `work`: what is said to run still. Without a deadline (the latest time) nothing happens.
  TimeLimit(Clock::time_point deadline, std::string work, const Streams& io);

 private:
  std::jthread watch_;  // ends with this object
};

}  // namespace refold
