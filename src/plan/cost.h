// src/plan/cost.h: what a loop or a plan costs.
//
// Invariant: costs are exact whole numbers computed from extents and stored counts, never from a clock, and have one
// comparison. Costs of parts add up to the cost of the whole, component by component.
#pragma once

#include <compare>
#include <string>

#include "base/number.h"

namespace refold {

struct Cost {
  Integer products = 0;     // semiring products and scalar functions
  Integer index_steps = 0;  // coordinates read, merge and search steps, scattered accesses
  Integer bytes = 0;        // values and coordinates moved between loops and memory

  Cost& operator+=(const Cost& other);
  friend Cost operator+(Cost a, const Cost& b) { return a += b; }
  Cost times(const Integer& count) const;
  /// The one number that decides: 2 products + 4 index steps + bytes, each about a quarter nanosecond of one core;
  /// ties by products, then index steps.
  Integer weight() const;
  std::strong_ordering operator<=>(const Cost& other) const;
  bool operator==(const Cost& other) const = default;
};

/// "12,563,520 products, 196,305 index steps, 205 MB".
std::string print(const Cost& cost);

}  // namespace refold
