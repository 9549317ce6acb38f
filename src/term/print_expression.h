// src/term/print_expression.h: expressions, sorts and propositions as pieces of text.
//
// Invariant: brackets stand only where the grammar would read another tree without them. The pieces have the roles that
// fmt gives to the same tokens, so both lay them out alike.
#pragma once

#include <string_view>

#include "term/print_layout.h"

namespace refold {

/// Loosest first, as in docs/language.md.
enum class Precedence : std::uint8_t {
  Expression, Or, And, Not, Compare, Add, Mul, Unary, Compose, Power, Postfix, Primary,
};

class ExpressionPrinter {
 public:
  const std::vector<Piece>& pieces() const { return pieces_; }

  void expression(const Syntax& tree, Precedence least = Precedence::Expression);
  void sort(const Syntax& tree);
  /// `sides`: the role of its own `=` or `=>`.
  void proposition(const Syntax& tree, Role sides = Role::Infix);
  void binders(const Syntax& tree);
  void pattern(const Syntax& tree);

 protected:
  void put(std::string_view text, Role role);
  void word(std::string_view text) { put(text, Role::Word); }
  void begin_line(Break kind, std::uint32_t indent) { next_break_ = kind; next_indent_ = indent; }

  template <class Print>
  void separated(const std::vector<Syntax>& trees, std::size_t from, std::size_t to, std::string_view separator,
                 Role role, const Print& print) {
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) put(separator, role);
      print(trees[i]);
    }
  }

 private:
  void unbracketed(const Syntax& tree);
  void all(const Syntax& tree, std::string_view separator, Role role, Precedence least, std::size_t from = 0);
  void bracketed(std::string_view open, Role role, const Syntax& tree, std::size_t from, Precedence least,
                 std::string_view close);
  void sum(const Syntax& tree);
  void product(const Syntax& tree);
  void compare(const Syntax& tree);
  void depend(const Syntax& tree);
  void big(const Syntax& tree);
  void application(const Syntax& tree, std::string_view open, std::string_view close);
  void over_binders(const Syntax& tree, std::string_view open, std::string_view close, Precedence body);
  void guard(const Syntax& tree);
  void sort0(const Syntax& tree);

  std::vector<Piece> pieces_;
  Break next_break_ = Break::None;
  std::uint32_t next_indent_ = 0;
};

}  // namespace refold
