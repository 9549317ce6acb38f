// src/base/pch.h: the headers that every layer needs, compiled once for all of them (cmake/layers.cmake).
//
// Invariant: only the standard library, fmt and the exact numbers; no header of refold, so editing one rebuilds no more
// than its users.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <variant>
#include <vector>
