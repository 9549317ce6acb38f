#include "tensor/values.h"

#include <fmt/format.h>

#include <cmath>

namespace refold {
namespace {

template <class F>
auto with_type(ElementType type, F f) {
  switch (type) {
    case ElementType::F64: return f(double{});
    case ElementType::F32: return f(float{});
    case ElementType::I64: return f(std::int64_t{});
    case ElementType::Bool: return f(Bool{});
  }
  __builtin_unreachable();
}

/// Is `value` a number of type To? Rounding a double to a float is allowed, turning a finite one into infinity is not.
template <class To, class From>
bool holds(From value) {
  if constexpr (std::is_same_v<To, Bool>) return value == From(0) || value == From(1);
  else if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>)
    return !std::isfinite(value) || std::isfinite(static_cast<float>(value));
  else if constexpr (std::is_floating_point_v<To> && std::is_same_v<From, std::int64_t>) {
    constexpr std::int64_t limit = std::int64_t{1} << std::numeric_limits<To>::digits;
    return -limit <= value && value <= limit;
  } else if constexpr (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<From>)
    return value >= From(-0x1p63) && value < From(0x1p63) && std::trunc(value) == value;
  else
    return true;
}

template <class To, class From>
Result<StoredValues> converted(const Buffer<From>& from) {
  Buffer<To> to(from.size());
  for (std::int64_t i = 0; i < from.size(); ++i) {
    if (!holds<To>(from[i]))
      return Diagnostic{"E0213", {}, fmt::format("value {} is {}, which is no {}", i, from[i],
                                                 name(element_type(StoredValues(Buffer<To>())))),
                        {}, "ask for an element type that holds every value of the data"};
    to[i] = static_cast<To>(from[i]);
  }
  return StoredValues(std::move(to));
}

}  // namespace

std::string_view name(ElementType type) {
  switch (type) {
    case ElementType::F64: return "f64";
    case ElementType::F32: return "f32";
    case ElementType::I64: return "i64";
    case ElementType::Bool: return "bool";
  }
  __builtin_unreachable();
}

std::int64_t size_in_bytes(ElementType type) {
  return with_type(type, [](auto zero) { return static_cast<std::int64_t>(sizeof(zero)); });
}

std::int64_t length(const StoredValues& values) {
  return std::visit([](const auto& buffer) { return buffer.size(); }, values);
}

void* raw(StoredValues& values) {
  return std::visit([](auto& buffer) { return static_cast<void*>(buffer.data()); }, values);
}

const void* raw(const StoredValues& values) {
  return std::visit([](const auto& buffer) { return static_cast<const void*>(buffer.data()); }, values);
}

StoredValues make_values(ElementType type, std::int64_t length) {
  return with_type(type, [&](auto zero) { return StoredValues(Buffer<decltype(zero)>(length)); });
}

StoredValues constant_values(ElementType type, std::int64_t length, int value) {
  return with_type(type, [&](auto zero) {
    using T = decltype(zero);
    return StoredValues(Buffer<T>(length, static_cast<T>(value)));
  });
}

StoredValues clone(const StoredValues& values) {
  return std::visit([](const auto& buffer) { return StoredValues(buffer.clone()); }, values);
}

double value_at(const StoredValues& values, std::int64_t position) {
  return std::visit([&](const auto& buffer) { return static_cast<double>(buffer[position]); }, values);
}

Result<StoredValues> convert(StoredValues values, ElementType type) {
  if (element_type(values) == type) return values;
  return with_type(type, [&](auto zero) {
    return std::visit([&](const auto& from) { return converted<decltype(zero)>(from); }, values);
  });
}

}  // namespace refold
