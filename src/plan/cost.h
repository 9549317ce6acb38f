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
  Integer operations = 0;         // additions, products and other scalar functions
  Integer scalar_operations = 0;  // those of them outside vector loops
  Integer index_steps = 0;        // coordinates read, merge and search steps, scattered accesses
  Integer bytes = 0;              // values and coordinates that loops read and write
  Integer products = 0;           // the operations that multiply

  Cost& operator+=(const Cost& other);
  friend Cost operator+(Cost a, const Cost& b) { return a += b; }
  Cost times(const Integer& count) const;
  /// The one number that decides, in units of about 1/16 nanosecond of one core:
  /// 4 operations + 12 scalar operations + 16 index steps + bytes. Ties are decided by operations, then index steps.
  Integer weight() const;
  std::strong_ordering operator<=>(const Cost& other) const;
  bool operator==(const Cost& other) const = default;
};

/// "12,563,520 operations, 196,305 index steps, 205 MB".
std::string print(const Cost& cost);

}  // namespace refold
