// src/plan/loop_text.h: expressions of a kernel as text, for the plan and for the emitted languages.
//
// Invariant: brackets stand where the meaning needs them; the text is an expression of C++ and CUDA if `functions` names
// functions that exist there.
#pragma once

#include <string>
#include <string_view>

#include "plan/loop_nest.h"

namespace refold {

struct LoopText {
  const Kernel& kernel;
  std::string_view functions = "";      // stands before the name of a scalar function
  std::string_view infinity = "inf";

  std::string number(double value) const;
  std::string operator()(const IndexExpr& index) const;
  std::string operator()(const ValueExpr& value) const;
  std::string operator()(const IndexComparison& comparison) const;
  /// `S_val[p]`, or the variable.
  std::string place(const Assign& assign) const;
  /// `place += value`, `place = max(place, value)`, `place = value`.
  std::string operator()(const Assign& assign) const;
};

}  // namespace refold
