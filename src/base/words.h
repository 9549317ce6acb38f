// src/base/words.h: numbers beside words, for people.
//
// Invariant: one thing is singular, any other number of things plural.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "base/number.h"

namespace refold {

/// "1,234,567".
std::string grouped(const Integer& value);

/// "step" or "steps"; `many` where an s at the end does not do: plural(n, "index", "indices").
std::string plural(const Integer& value, std::string_view one, std::string_view many = {});
/// "1 step", "2000 steps".
template <std::integral N>
std::string counted(N value, std::string_view one, std::string_view many = {}) {
  return std::to_string(value) + " " + plural(Integer(value), one, many);
}
/// "1 step", "2,000 steps".
std::string grouped(const Integer& value, std::string_view one, std::string_view many = {});

}  // namespace refold
