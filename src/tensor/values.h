// src/tensor/values.h: the stored values of a tensor, in one of the element types that kernels know.
//
// Invariant: the alternatives of StoredValues stand in the order of ElementType, so the index of the variant is the type.
// A bool is one byte that is 0 or 1.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "tensor/buffer.h"

namespace refold {

enum class ElementType { F64, F32, I64, Bool };
using Bool = std::uint8_t;
using StoredValues = std::variant<Buffer<double>, Buffer<float>, Buffer<std::int64_t>, Buffer<Bool>>;

std::string_view name(ElementType type);  // f64, f32, i64, bool
std::int64_t size_in_bytes(ElementType type);

inline ElementType element_type(const StoredValues& values) { return static_cast<ElementType>(values.index()); }
std::int64_t length(const StoredValues& values);
void* raw(StoredValues& values);
const void* raw(const StoredValues& values);

/// Memory for `length` values, not written.
StoredValues make_values(ElementType type, std::int64_t length);
/// The same value `length` times: 0 or 1.
StoredValues constant_values(ElementType type, std::int64_t length, int value);
StoredValues clone(const StoredValues& values);
/// The value as a double (exact but for integers beyond 2^53): for messages, checks and tests, not for kernels.
double value_at(const StoredValues& values, std::int64_t position);

/// The same numbers in another type; moves where the type is wanted already.
/// Errors: E0213 for the first value that the type does not hold (f64 to f32 rounds; every other loss is refused).
Result<StoredValues> convert(StoredValues values, ElementType type);

}  // namespace refold
