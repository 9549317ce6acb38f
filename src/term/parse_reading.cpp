#include "term/parse_reading.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace refold {
namespace {

constexpr std::uint32_t kMaxHeight = 4 * kMaxNesting;  // a - b - c .. nests without brackets

bool is_word(const Syntax& tree) { return tree.kind == Syn::Missing && !tree.text.empty(); }
bool is_clause(Syn kind) {
  return kind == Syn::Given || kind == Syn::Over || kind == Syn::Where || kind == Syn::LetClause ||
         kind == Syn::Witness;
}

Syn operation(std::string_view word) {
  if (word == "+") return Syn::Add;
  if (word == "-") return Syn::Sub;
  if (word == "*") return Syn::Mul;
  if (word == "/") return Syn::Divide;
  return word == "div" ? Syn::Div : Syn::Mod;
}

}  // namespace

Span Reading::span(std::uint32_t begin, std::uint32_t end) const {
  if (begin == end) return {source_, tokens_[begin].begin, tokens_[begin].begin};
  return {source_, tokens_[begin].begin, tokens_[end - 1].end};
}

void Reading::push(Syntax tree, std::uint32_t height, std::uint32_t token) {
  if (height > kMaxHeight) throw TooDeep{token};
  stack.push_back({std::move(tree), height});
}

/// Puts all of the stack from `from` on under one node; words go into its text.
void Reading::node(Syn kind, std::size_t from, Span span, std::uint32_t token) {
  Syntax tree{kind, span, {}, {}};
  std::uint32_t height = 0;
  tree.children.reserve(stack.size() - from);
  for (std::size_t i = from; i < stack.size(); ++i) {
    if (is_word(stack[i].tree)) {
      tree.text += (tree.text.empty() ? "" : " ") + stack[i].tree.text;
      continue;
    }
    height = std::max(height, stack[i].height);
    tree.children.push_back(std::move(stack[i].tree));
  }
  stack.resize(from);
  push(std::move(tree), height + 1, token);
}

/// operand { operator operand }, on the stack from `from.stack` on.
void Reading::fold(const Mark& from, std::uint32_t end) {
  if (stack.size() - from.stack == 1) return;
  std::vector<Item> items(std::make_move_iterator(stack.begin() + static_cast<std::ptrdiff_t>(from.stack)),
                          std::make_move_iterator(stack.end()));
  stack.resize(from.stack);
  Item left = std::move(items.front());
  bool chain = false;  // whether `left` is a chain of this fold, to which a + or * may be added
  for (std::size_t i = 1; i + 1 < items.size(); i += 2) {
    const Syn kind = operation(items[i].tree.text);
    Item& right = items[i + 1];
    const Span both = cover(left.tree.span, right.tree.span);
    left.height = std::max(left.height, right.height + 1);
    if (chain && kind == left.tree.kind) {
      left.tree.children.push_back(std::move(right.tree));
      left.tree.span = both;
    } else {
      Syntax tree{kind, both, {}, {}};
      tree.children.reserve(2);
      tree.children.push_back(std::move(left.tree));
      tree.children.push_back(std::move(right.tree));
      left.tree = std::move(tree);
      if (++left.height > kMaxHeight) throw TooDeep{end - 1};
    }
    chain = kind == Syn::Add || kind == Syn::Mul;
  }
  push(std::move(left.tree), left.height, end - 1);
}

void Reading::claimed(Syn kind, const Mark& from, std::uint32_t end) {
  node(kind, from.stack, span(from.token, end), from.token);
  std::vector<Syntax>& children = stack.back().tree.children;
  const auto claim =
      std::find_if(children.begin() + 2, children.end(), [](const Syntax& s) { return !is_clause(s.kind); });
  assert(claim != children.end());
  std::rotate(children.begin() + 2, claim, claim + 1);
}

void Reading::build(Shape shape, Syn kind, const Mark& from, std::uint32_t end) {
  const std::uint32_t last = end == from.token ? end : end - 1;
  switch (shape) {
    case Shape::Node: return node(kind, from.stack, span(from.token, end), last);
    case Shape::Wrap:
      return node(kind, from.stack - 1, cover(stack[from.stack - 1].tree.span, span(from.token, end)), last);
    case Shape::Join:
      if (stack.size() - from.stack > 1) node(kind, from.stack, span(from.token, end), last);
      return;
    case Shape::Fold: return fold(from, end);
    case Shape::Leaf: {
      const bool constant = kind == Syn::True || kind == Syn::False || kind == Syn::Inf;
      const std::string_view text = constant ? std::string_view() : tokens_[from.token].text;
      return push({kind, span(from.token, end), std::string(text), {}}, 1, last);
    }
    case Shape::Word: {
      const std::string_view text = tokens_[from.token].text;
      return push({Syn::Missing,
                   {},
                   std::string(text == "sets" || text == "values" ? text.substr(0, text.size() - 1) : text),
                   {}},
                  1, last);
    }
    case Shape::Absent: return push({}, 1, last);
    case Shape::Respan: stack.back().tree.span = span(from.token, end); return;
    case Shape::Claimed: return claimed(kind, from, end);
  }
}

void Reading::expect(const Mark& from, Expected what) {
  if (from.token < furthest) return;
  if (from.token > furthest) {
    furthest = from.token;
    blame = Blame::None;
    expected.clear();
  }
  expected.resize(std::min(expected.size(), from.expected));
  if (!what.text.empty()) expected.push_back(what);
}

void Reading::blame_at(std::uint32_t token, Blame what) {
  if (token < furthest) return;
  expect(mark(token), {});
  blame = what;
  if (what == Blame::BigColon && stack.size() >= 3) blamed_operator = stack[stack.size() - 3].tree.text;
}

}  // namespace refold
