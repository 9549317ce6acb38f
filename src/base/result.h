// src/base/result.h: a value, or the diagnostic that says why there is none.
//
// Invariant: wrong input gives a Result without value; a broken invariant of ours is an assert, never a Diagnostic.
#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "base/diagnostic.h"

namespace refold {

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Diagnostic> {
 public:
  using tl::expected<T, Diagnostic>::expected;
  Result(Diagnostic diagnostic)  // NOLINT(google-explicit-constructor): `return Diagnostic{...}` is the idiom
      : tl::expected<T, Diagnostic>(tl::unexpect, std::move(diagnostic)) {}
};

}  // namespace refold

/// `REFOLD_TRY(value, expression)`: declares `value` from the Result, or returns its diagnostic.
#define REFOLD_TRY_CONCAT_(a, b) a##b
#define REFOLD_TRY_NAME_(line) REFOLD_TRY_CONCAT_(refold_try_, line)
#define REFOLD_TRY_(temporary, declaration, ...)               \
  auto temporary = (__VA_ARGS__);                              \
  if (!temporary) return std::move(temporary).error();         \
  declaration = std::move(*temporary)
#define REFOLD_TRY(declaration, ...) REFOLD_TRY_(REFOLD_TRY_NAME_(__LINE__), declaration, __VA_ARGS__)
/// `REFOLD_CHECK(expression)`: returns the diagnostic of a Result<void> that failed.
#define REFOLD_CHECK(...) \
  if (auto refold_check = (__VA_ARGS__); !refold_check) return std::move(refold_check).error()
