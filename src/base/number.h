// src/base/number.h: exact numbers.
//
// Invariant: a Rational is exact and in lowest terms; no double ever enters a comparison that decides a verdict.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

namespace refold {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

}  // namespace refold
