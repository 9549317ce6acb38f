// src/plan/identifier.h: user text as identifiers of the emitted languages.
//
// Invariant: every name that a Names object gives is made of ASCII letters, digits and `_` alone, is no keyword, macro
// or library name of C, C++ or CUDA, and is given once. Names of more than one letter end in `_` or in a suffix of ours,
// so `int`, `main` and `NULL` become `int_`, `main_` and `NULL_`; `a"b` becomes `au22b_`.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace refold {

class Names {
 public:
  /// A new identifier for a variable the user called `text`.
  std::string variable(std::string_view text);
  /// A new identifier for a word of ours, which no user text can give.
  std::string own(std::string_view word);
  /// A new identifier `text` + `_` + `suffix`, for an array or a size of a tensor.
  std::string array(std::string_view text, std::string_view suffix);

 private:
  std::string unique(std::string name);
  std::set<std::string> given_;
};

}  // namespace refold
