// src/term/parse_reading.h: what happens while the grammar is matched: trees grow, the furthest failure is kept.
//
// Invariant: `stack` holds the finished subtrees of the text matched so far, in text order; a rule that fails leaves it
// as it found it. `expected` and `blame` belong to the furthest token at which any rule failed, so they say what could
// have stood there; rules that only look ahead leave no trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "term/parse_tokens.h"
#include "term/syntax.h"

namespace refold {

/// How a rule turns the subtrees that it matched into one.
enum class Shape : std::uint8_t {
  Node,     // a node of them
  Wrap,     // a node of the subtree before it and them: what follows an operand
  Join,     // a node of them if there are several; else nothing changes
  Fold,     // left to right over the operators among them; a chain of + or * is one node
  Leaf,     // a node without children; a name, number or string keeps the token's text
  Word,     // a word or operator; the node around it takes it into its text
  Absent,   // Missing
  Respan,   // the one subtree, its span widened to the brackets
  Claimed,  // a rule: a node, the claim moved before the clauses
};

/// A message of its own for a place where "expected X, found Y" would not help.
enum class Blame : std::uint8_t {
  None, BigColon, ChainOneWay, DependentFactor, EmptyStack, MaskIndices, MissingClaim, MissingSteps,
};

class Reading {
 public:
  struct Item {
    Syntax tree;
    std::uint32_t height = 1;
  };
  struct Expected {
    std::string_view text;
    bool literal = false;  // stands in the text as it is here
    bool operator==(const Expected&) const = default;
  };
  struct Mark {
    std::uint32_t token = 0;
    std::size_t stack = 0;
    std::size_t expected = 0;
  };
  /// Thrown, and caught by parse, when trees would get too high to walk.
  struct TooDeep {
    std::uint32_t token;
  };

  Reading(const std::vector<Token>& tokens, SourceId source) : tokens_(tokens), source_(source) {}

  Mark mark(std::uint32_t token) const { return {token, stack.size(), furthest == token ? expected.size() : 0}; }
  void build(Shape shape, Syn kind, const Mark& from, std::uint32_t end);
  void failed(const Mark& from) { stack.resize(from.stack); }
  void enter(std::uint32_t token) { if (++depth_ > kMaxNesting) throw TooDeep{token}; }
  void leave() { --depth_; }

  /// What a failed rule says could stand at `from`, instead of what its parts said; "" says nothing.
  void expect(const Mark& from, Expected what);
  void blame_at(std::uint32_t token, Blame what);

  std::vector<Item> stack;
  std::uint32_t furthest = 0;
  std::vector<Expected> expected;
  Blame blame = Blame::None;
  std::string blamed_operator = {};  // of BigColon: the name before the indices

 private:
  Span span(std::uint32_t begin, std::uint32_t end) const;
  void push(Syntax tree, std::uint32_t height, std::uint32_t token);
  void node(Syn kind, std::size_t from, Span span, std::uint32_t token);
  void fold(const Mark& from, std::uint32_t end);
  void claimed(Syn kind, const Mark& from, std::uint32_t end);

  const std::vector<Token>& tokens_;
  SourceId source_;
  std::uint32_t depth_ = 0;
};

/// What is wrong with a statement that the grammar refuses, with help.
Diagnostic explain(const Reading& reading, const std::vector<Token>& tokens, SourceId source);
Diagnostic too_deep(const Token& token, SourceId source);

}  // namespace refold
