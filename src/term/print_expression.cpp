#include "term/print_expression.h"

#include <algorithm>
#include <cassert>

namespace refold {
namespace {

Precedence precedence(Syn kind) {
  switch (kind) {
    case Syn::Lambda:
    case Syn::If: return Precedence::Expression;
    case Syn::Or: return Precedence::Or;
    case Syn::And: return Precedence::And;
    case Syn::Not: return Precedence::Not;
    case Syn::Compare: return Precedence::Compare;
    case Syn::Add:
    case Syn::Sub: return Precedence::Add;
    case Syn::Mul:
    case Syn::Divide:
    case Syn::Div:
    case Syn::Mod:
    case Syn::Depend: return Precedence::Mul;
    case Syn::Negate:
    case Syn::Big: return Precedence::Unary;
    case Syn::Compose: return Precedence::Compose;
    case Syn::Power: return Precedence::Power;
    case Syn::Star:
    case Syn::Call:
    case Syn::At: return Precedence::Postfix;
    default: return Precedence::Primary;
  }
}

/// Ends in the body of a big operator or of a dependent factor, which would take in a `*` that follows.
bool ends_open(const Syntax& tree) {
  switch (tree.kind) {
    case Syn::Big:
    case Syn::Depend: return true;
    case Syn::Negate:
    case Syn::Mul:
    case Syn::Divide:
    case Syn::Div:
    case Syn::Mod: {
      const Syntax& last = tree.children.back();
      const bool bare =
          precedence(last.kind) >= Precedence::Unary || (tree.kind == Syn::Mul && last.kind == Syn::Depend);
      return bare && ends_open(last);
    }
    default: return false;
  }
}

std::string_view sign(Syn kind) {
  switch (kind) {
    case Syn::Add: return "+";
    case Syn::Sub: return "-";
    case Syn::Mul: return "*";
    case Syn::Divide: return "/";
    case Syn::Div: return "div";
    default: return "mod";
  }
}

}  // namespace

void ExpressionPrinter::put(std::string_view text, Role role) {
  pieces_.push_back({std::string(text), role, next_break_, next_indent_});
  next_break_ = Break::None;
}

void ExpressionPrinter::expression(const Syntax& tree, Precedence least) {
  if (precedence(tree.kind) >= least) return unbracketed(tree);
  put("(", Role::Open);
  unbracketed(tree);
  put(")", Role::Close);
}

void ExpressionPrinter::all(const Syntax& tree, std::string_view separator, Role role, Precedence least,
                            std::size_t from) {
  separated(tree.children, from, tree.children.size(), separator, role,
            [&](const Syntax& each) { expression(each, least); });
}

void ExpressionPrinter::bracketed(std::string_view open, Role role, const Syntax& tree, std::size_t from,
                                  Precedence least, std::string_view close) {
  put(open, role);
  all(tree, ",", Role::Comma, least, from);
  put(close, Role::Close);
}

/// A chain may begin with a chain of the same precedence, except one of its own operator: that has brackets.
void ExpressionPrinter::sum(const Syntax& tree) {
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    const Syntax& term = tree.children[i];
    if (i > 0) put(sign(tree.kind), Role::Infix);
    const bool bare = i == 0 && !(tree.kind == Syn::Add && term.kind == Syn::Add);
    expression(term, bare ? Precedence::Add : Precedence::Mul);
  }
}

void ExpressionPrinter::product(const Syntax& tree) {
  const Role role = tree.kind == Syn::Mul && is_tight(tree) ? Role::Tight : Role::Infix;
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    const Syntax& factor = tree.children[i];
    const bool last = i + 1 == tree.children.size();
    if (i > 0) put(sign(tree.kind), role);
    const bool chain = i == 0 && factor.kind != Syn::Depend && !(tree.kind == Syn::Mul && factor.kind == Syn::Mul);
    const bool tail = last && tree.kind == Syn::Mul && factor.kind == Syn::Depend;
    const Precedence least = !last && ends_open(factor) ? Precedence::Primary
                             : chain || tail            ? Precedence::Mul
                                                        : Precedence::Unary;
    expression(factor, least);
  }
}

/// The text holds the operators, separated by spaces.
void ExpressionPrinter::compare(const Syntax& tree) {
  std::string_view signs = tree.text;
  expression(tree.children[0], Precedence::Add);
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    const std::size_t end = std::min(signs.find(' '), signs.size());
    put(signs.substr(0, end), Role::Infix);
    signs.remove_prefix(std::min(end + 1, signs.size()));
    expression(tree.children[i], Precedence::Add);
  }
}

void ExpressionPrinter::depend(const Syntax& tree) {
  put("(", Role::Open);
  word(tree.children[0].text);
  put(":", Role::Infix);
  expression(tree.children[1], Precedence::Add);
  put(")", Role::Close);
  put("*", Role::Infix);
  expression(tree.children[2], Precedence::Mul);
}

void ExpressionPrinter::guard(const Syntax& tree) {
  if (tree.missing()) return;
  word("if");
  expression(tree, Precedence::Or);
}

void ExpressionPrinter::big(const Syntax& tree) {
  word(tree.children[0].text);
  binders(tree.children[1]);
  guard(tree.children[2]);
  put(":", Role::Colon);
  expression(tree.children[3], Precedence::Mul);
}

/// After a star a bracket would make it a product, so the star gets brackets of its own.
void ExpressionPrinter::application(const Syntax& tree, std::string_view open, std::string_view close) {
  const Syntax& head = tree.children[0];
  expression(head, head.kind == Syn::Star ? Precedence::Primary : Precedence::Postfix);
  bracketed(open, Role::Touch, tree, 1, Precedence::Expression, close);
}

void ExpressionPrinter::over_binders(const Syntax& tree, std::string_view open, std::string_view close,
                                     Precedence body) {
  put(open, Role::Open);
  expression(tree.children[0], body);
  if (!tree.children[1].missing()) {
    word("for");
    binders(tree.children[1]);
  }
  if (tree.children.size() > 2) guard(tree.children[2]);
  put(close, Role::Close);
}

void ExpressionPrinter::unbracketed(const Syntax& tree) {
  const std::vector<Syntax>& c = tree.children;
  switch (tree.kind) {
    case Syn::Number:
    case Syn::Name: return word(tree.text);
    case Syn::String: return word("\"" + tree.text + "\"");
    case Syn::True: return word("true");
    case Syn::False: return word("false");
    case Syn::Inf: return word("inf");
    case Syn::Tuple: return bracketed("(", Role::Open, tree, 0, Precedence::Expression, ")");
    case Syn::Range: return bracketed("[", Role::Open, tree, 0, Precedence::Expression, "]");
    case Syn::Stack:
      put("[", Role::Open);
      all(tree, ",", Role::Comma, Precedence::Expression);
      if (c.size() == 1) put(",", Role::Comma);
      return put("]", Role::Close);
    case Syn::StackFor: return over_binders(tree, "[", "]", Precedence::Expression);
    case Syn::Fork: return bracketed("<", Role::Open, tree, 0, Precedence::Add, ">");
    case Syn::ForkFor: return over_binders(tree, "<", ">", Precedence::Add);
    case Syn::Bag: return bracketed("{", Role::Open, tree, 0, Precedence::Or, "}");
    case Syn::BagFor: return over_binders(tree, "{", "}", Precedence::Or);
    case Syn::Subset:
      put("{", Role::Open);
      pattern(c[0]);
      put(":", Role::Infix);
      expression(c[1], Precedence::Add);
      guard(c[2]);
      return put("}", Role::Close);
    case Syn::Card: return bracketed("|", Role::Open, tree, 0, Precedence::Or, "|");
    case Syn::Lambda: {
      const Syntax& bound = c[0];
      const bool bare = bound.children.size() == 1 && bound.children[0].children[0].kind == Syn::Name &&
                        bound.children[0].children[1].missing();
      if (!bare) put("(", Role::Open);
      binders(bound);
      if (!bare) put(")", Role::Close);
      put("->", Role::Infix);
      return expression(c[1]);
    }
    case Syn::If:
      word("if");
      expression(c[0]);
      put("then", Role::Infix);
      expression(c[1]);
      put("else", Role::Infix);
      return expression(c[2]);
    case Syn::Or: return all(tree, "or", Role::Infix, Precedence::And);
    case Syn::And: return all(tree, "and", Role::Infix, Precedence::Not);
    case Syn::Not: word("not"); return expression(c[0], Precedence::Not);
    case Syn::Compare: return compare(tree);
    case Syn::Add:
    case Syn::Sub: return sum(tree);
    case Syn::Mul:
    case Syn::Divide:
    case Syn::Div:
    case Syn::Mod: return product(tree);
    case Syn::Depend: return depend(tree);
    case Syn::Negate: put("-", Role::Prefix); return expression(c[0], Precedence::Unary);
    case Syn::Big: return big(tree);
    case Syn::Compose: return all(tree, ".", Role::Infix, Precedence::Power);
    case Syn::Power: return all(tree, "^", Role::Tight, Precedence::Postfix);
    case Syn::Star: expression(c[0], Precedence::Postfix); return put("*", Role::Suffix);
    case Syn::Call: return application(tree, "(", ")");
    case Syn::At: return application(tree, "[", "]");
    case Syn::Binders:
    case Syn::Binder: return binders(tree);
    case Syn::PatternTuple: return pattern(tree);
    default: return sort(tree);
  }
}

void ExpressionPrinter::pattern(const Syntax& tree) {
  if (tree.kind == Syn::Name) return word(tree.text);
  put("(", Role::Open);
  separated(tree.children, 0, tree.children.size(), ",", Role::Comma, [this](const Syntax& each) { pattern(each); });
  put(")", Role::Close);
}

void ExpressionPrinter::binders(const Syntax& tree) {
  if (tree.kind == Syn::Binders)
    return separated(tree.children, 0, tree.children.size(), ",", Role::Comma,
                     [this](const Syntax& each) { binders(each); });
  pattern(tree.children[0]);
  const Syntax& domain = tree.children[1];
  if (domain.missing()) return;
  word("in");
  if (domain.kind == Syn::BagSort)
    sort(domain);
  else
    expression(domain, Precedence::Add);
}

void ExpressionPrinter::sort(const Syntax& tree) {
  if (tree.kind != Syn::Arrow) return sort0(tree);
  sort0(tree.children[0]);
  put("->", Role::Infix);
  sort(tree.children[1]);
}

void ExpressionPrinter::sort0(const Syntax& tree) {
  switch (tree.kind) {
    case Syn::BagSort: word("bag"); return sort0(tree.children[0]);
    case Syn::ReductionSort: word("reduction"); return sort0(tree.children[0]);
    case Syn::Arrow:
      put("(", Role::Open);
      sort(tree);
      return put(")", Role::Close);
    case Syn::ForAll: case Syn::ForSome: case Syn::Equal: case Syn::Implies:  // of terms that no text has
      put("(", Role::Open);
      proposition(tree);
      return put(")", Role::Close);
    default: assert(tree.kind < Syn::Binders); return expression(tree, Precedence::Add);
  }
}

void ExpressionPrinter::proposition(const Syntax& tree, Role sides) {
  switch (tree.kind) {
    case Syn::ForAll:
    case Syn::ForSome:
      word(tree.kind == Syn::ForAll ? "for all" : "for some");
      binders(tree.children[0]);
      put(":", Role::Colon);
      return proposition(tree.children[1]);
    case Syn::Equal:
      expression(tree.children[0]);
      put("=", sides);
      return expression(tree.children[1]);
    case Syn::Implies:
      proposition(tree.children[0], sides);
      put("=>", sides);
      return proposition(tree.children[1]);
    default: return expression(tree);
  }
}

}  // namespace refold
