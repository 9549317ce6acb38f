// src/base/digest.h: names of texts.
//
// Invariant: the name depends on the bytes alone, and two texts met in practice never share one (128 bits of XXH3). It
// guards against damage and mistakes, not against someone who looks for collisions.
#pragma once

#include <string>
#include <string_view>

namespace refold {

/// 32 hexadecimal digits.
std::string digest(std::string_view text);

}  // namespace refold
