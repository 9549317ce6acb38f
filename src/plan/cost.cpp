#include "plan/cost.h"

#include <fmt/format.h>

#include "base/memory.h"
#include "base/words.h"

namespace refold {
Cost& Cost::operator+=(const Cost& other) {
  operations += other.operations;
  scalar_operations += other.scalar_operations;
  index_steps += other.index_steps;
  bytes += other.bytes;
  products += other.products;
  return *this;
}

Cost Cost::times(const Integer& count) const { return {operations * count, scalar_operations * count, index_steps * count, bytes * count, products * count}; }

Integer Cost::weight() const { return 4 * operations + 12 * scalar_operations + 16 * index_steps + bytes; }

std::strong_ordering Cost::operator<=>(const Cost& other) const {
  const auto order = [](const Integer& a, const Integer& b) { return a.compare(b) <=> 0; };
  if (const auto by_weight = order(weight(), other.weight()); by_weight != 0) return by_weight;
  if (const auto by_operations = order(operations, other.operations); by_operations != 0) return by_operations;
  return order(index_steps, other.index_steps);
}

std::string print(const Cost& cost) {
  return fmt::format("{}, {}, {}", grouped(cost.operations, "operation"), grouped(cost.index_steps, "index step"), in_bytes(cost.bytes));
}

}  // namespace refold
