#include "base/words.h"

namespace refold {

std::string grouped(const Integer& value) {
  std::string digits = value.str();
  const std::size_t sign = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string plural(const Integer& value, std::string_view one, std::string_view many) {
  if (value == 1) return std::string(one);
  return many.empty() ? std::string(one) + "s" : std::string(many);
}

std::string grouped(const Integer& value, std::string_view one, std::string_view many) {
  return grouped(value) + " " + plural(value, one, many);
}

}  // namespace refold
