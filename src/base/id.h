// src/base/id.h: small typed indices.
//
// Invariant: an Id<Tag> names one object of the one store that made it and of no other kind; equal ids of one
// store are the same object. An id's number is an accident of construction order: it never reaches output.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace refold {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t index = kNone;

  constexpr bool valid() const { return index != kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace refold

template <class Tag>
struct std::hash<refold::Id<Tag>> {
  std::size_t operator()(refold::Id<Tag> id) const noexcept { return id.index * 0x9e3779b97f4a7c15ull; }
};
