// src/prove/refute_choices.h: a search written as a program that makes choices and is run again and again.
//
// Invariant: a run that makes the choices of the trail makes the same calls of pick() as the run before up to the first
// changed one. Option k of a choice costs k; the runs of one limit are all those of at most that total, each once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace refold {

class Choices {
 public:
  /// One of `options` (>= 1): what the trail says, then the cheapest, or a random one.
  std::size_t pick(std::size_t options);

  /// The first run of a limit.
  void start(std::size_t limit);
  /// Prepares the next run; false when the limit has none.
  bool next();
  /// A run of random choices, decided by the seed.
  void start_random(std::uint64_t seed);
  /// A run that repeats `trail` as far as its choices have those options.
  void replay(std::vector<std::size_t> trail);

  std::vector<std::size_t> trail() const;
  std::size_t cost() const;
  /// Whether the limit has left out an option anywhere since start().
  bool cut() const { return cut_; }

 private:
  struct Choice { std::size_t chosen, options; };
  std::vector<Choice> choices_;
  std::size_t at_ = 0, limit_ = 0;
  std::uint64_t random_ = 0;  // 0: not random
  bool cut_ = false;
};

}  // namespace refold
