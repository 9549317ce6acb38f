#include "eval/carrier.h"

#include <fmt/format.h>

#include <cassert>

namespace refold {
namespace carriers {
namespace {

template <class F>
std::vector<std::uint32_t> table(std::uint32_t size, F f) {
  std::vector<std::uint32_t> cells;
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = 0; b < size; ++b) cells.push_back(f(a, b));
  return cells;
}

/// Bits of a matrix of order 2 over Z/2: entry (i, j) is bit 2i + j.
std::uint32_t matrix_product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 2; ++j) {
      unsigned sum = 0;
      for (unsigned k = 0; k < 2; ++k) sum ^= (a >> (2 * i + k)) & (b >> (2 * k + j)) & 1u;
      product |= sum << (2 * i + j);
    }
  return product;
}

}  // namespace

Carrier real() { return {}; }
Carrier integers() { return {Carrier::Kind::Int, 0, "int"}; }
Carrier booleans() { return {Carrier::Kind::Bool, 2, "bool"}; }
Carrier atoms(std::uint32_t size) { return {Carrier::Kind::Finite, size, fmt::format("[{}]", size)}; }

Carrier modulo(std::uint32_t size) {
  Carrier carrier{Carrier::Kind::Finite, size, fmt::format("mod{}", size)};
  carrier.add = table(size, [size](auto a, auto b) { return (a + b) % size; });
  carrier.mul = table(size, [size](auto a, auto b) { return a * b % size; });
  bool field = true;
  for (std::uint32_t a = 0; a < size; ++a) {
    carrier.neg.push_back((size - a) % size);
    std::uint32_t inverse = 0;
    for (std::uint32_t b = 1; b < size; ++b)
      if (a * b % size == 1) inverse = b;
    field = field && (a == 0 || inverse != 0);
    carrier.inverse.push_back(inverse);
  }
  if (!field) carrier.inverse.clear();
  carrier.one = 1 % size;
  return carrier;
}

Carrier chain(std::uint32_t size) {
  Carrier carrier{Carrier::Kind::Finite, size, fmt::format("chain{}", size)};
  carrier.add = table(size, [](auto a, auto b) { return std::max(a, b); });
  carrier.mul = table(size, [size](auto a, auto b) { return a == 0 || b == 0 ? 0 : std::min(a + b - 1, size - 1); });
  carrier.one = 1;
  return carrier;
}

Carrier or_and() {
  Carrier carrier = chain(2);
  carrier.name = "or_and";
  return carrier;
}

Carrier leftmost() {
  Carrier carrier{Carrier::Kind::Finite, 3, "leftmost"};
  carrier.add = table(3, [](auto a, auto b) { return a == 0 ? b : a; });
  return carrier;
}

Carrier matrices() {
  Carrier carrier{Carrier::Kind::Finite, 16, "matrices"};
  carrier.add = table(16, [](auto a, auto b) { return a ^ b; });
  carrier.mul = table(16, matrix_product);
  for (std::uint32_t a = 0; a < 16; ++a) carrier.neg.push_back(a);
  carrier.one = 0b1001;
  return carrier;
}

Carrier named(const std::string& name) {
  if (name == "real") return real();
  if (name == "int") return integers();
  if (name == "bool") return booleans();
  if (name == "or_and") return or_and();
  if (name == "leftmost") return leftmost();
  if (name == "matrices") return matrices();
  if (name == "min_plus") return {Carrier::Kind::MinPlus, 0, name};
  if (name == "max_plus") return {Carrier::Kind::MaxPlus, 0, name};
  if (name == "max_times") return {Carrier::Kind::MaxTimes, 0, name};
  for (const std::uint32_t bits : {8u, 16u, 32u, 64u}) {
    if (name == fmt::format("int{}", bits)) return {Carrier::Kind::Wrap, bits, name};
    if (bits >= 32 && name == fmt::format("float{}", bits)) return {Carrier::Kind::Float, bits, name};
  }
  for (std::uint32_t size = 1; size <= 16; ++size) {
    if (name == fmt::format("mod{}", size)) return modulo(size);
    if (size >= 2 && name == fmt::format("chain{}", size)) return chain(size);
  }
  return {Carrier::Kind::Finite, 0, name};
}

}  // namespace carriers

Values elements(const Carrier& carrier) {
  assert(carrier.finite());
  if (carrier.kind == Carrier::Kind::Bool) return {Value::truth(false), Value::truth(true)};
  Values all;
  for (std::uint32_t k = 0; k < carrier.size; ++k) all.push_back(Value::number(k));
  return all;
}

}  // namespace refold
