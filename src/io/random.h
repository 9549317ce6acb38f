// src/io/random.h: random tensors that are the same on every machine.
//
// Invariant: element p (row-major number) of seed s is a function of s and p alone, by integer arithmetic: the p-th
// output of SplitMix64 (Steele, Lea, Flood 2014) started at s. So neither the layout nor the standard library matters.
//   f64   k * 2^-52 - 1 with the 53 high bits k: uniform in [-1, 1), exactly      f32   the same with 24 bits
//   i64   uniform in -10..10                                                      bool  one bit
// A sparse tensor of density d stores round(d * elements) entries; every set of that size is as likely as any other.
// Their values are those of the dense tensor at the same places.
#pragma once

#include <cstdint>
#include <optional>

#include "tensor/tensor.h"

namespace refold {

/// Output `position` (from 0) of SplitMix64 with this seed.
constexpr std::uint64_t split_mix(std::uint64_t seed, std::uint64_t position) {
  std::uint64_t z = seed + (position + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Cost: O(elements). Errors: E0208 too many elements.
Result<DenseTensor> random_dense(std::uint64_t seed, const Extents& extents, ElementType element);

/// Entries ascend row by row and are unique. Cost: O(stored log stored), or O(elements) from density 1/8 on.
/// Errors: E0208 over 2^31-1 entries or a coordinate beyond 32 bits; E0211 density outside 0..1.
Result<CooTensor> random_sparse(std::uint64_t seed, double density, const Extents& extents, ElementType element);

}  // namespace refold
