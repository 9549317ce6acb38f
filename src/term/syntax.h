// src/term/syntax.h: the text of a .rf file as a tree, before any meaning.
//
// Invariant: a tree is what the grammar of docs/language.md accepts: its shape is the grammar's, its spans lie inside
// the source, Unicode twins are already their ASCII tokens, and `print` gives text that parses to an equal tree
// (spans and brackets aside). Nothing here knows sorts; elaborate.h does.
#pragma once

#include <cstdint>
#include <string>
#include <optional>
#include <vector>

#include "base/number.h"
#include "base/result.h"

namespace refold {

/// Children of each kind, in order; `text` in quotes; [x] may be a Missing node.
enum class Syn : std::uint8_t {
  Missing,      // an absent optional part
  // -- expressions
  Number,       // "1.5"
  String,       // "mn,kn->mn"
  Name,         // "x"
  True, False, Inf,
  Tuple,        // elements; () has none; a grouped (e) is e itself
  Range,        // n                      [n]
  Stack,        // elements (>= 1)        [X,] [X, Y]
  StackFor,     // body, Binders          [X(k) for k in N]
  Fork,         // elements (>= 1)        <f, g>
  ForkFor,      // body, Binders
  Bag,          // elements (>= 0)        {} {a, b}
  BagFor,       // body, [Binders], [guard]   {e for x in S if g}, {e if g}
  Subset,       // Pattern, set, [guard]  {p : S if g}
  Card,         // e                      |e|
  Lambda,       // Binders, body
  If,           // condition, then, else
  Or, And,      // operands (>= 2, flat)
  Not,          // e
  Compare,      // operands; `text` holds the operators separated by spaces: "< <="
  Add,          // two or more operands of a chain of + (flat)
  Sub,          // a, b
  Mul,          // two or more operands of a chain of * (flat)
  Divide, Div, Mod,  // a, b
  Depend,       // Name r, set I, rest    (r : I) * rest
  Negate,       // e
  Big,          // Name reduction, Binders, [guard], body
  Compose,      // operands (>= 2, flat), outermost first
  Power,        // base, exponent
  Star,         // e
  Call,         // head, arguments...     f(x)
  At,           // head, arguments...     X[i]
  // -- parts of expressions
  Binders,      // Binder...
  Binder,       // Pattern (Name or PatternTuple), [domain]
  PatternTuple, // patterns
  // -- sorts
  Arrow,        // from, to
  BagSort,      // element sort           bag S
  ReductionSort,// value sort             reduction S
  // -- propositions
  ForAll, ForSome,  // Binders, body
  Equal,        // left, right            left = right
  Implies,      // left, right            p => q
  // -- declarations (in given, and parameter lists)
  Declare,      // "size" "axes" "ordered axes" "value" "set" or "" (a sort follows); Names-with-families...; last child: sort or Missing
  Family,       // Name, Parameter(Name, set)...      J(k : N): a declared name; without parameters just Name is used
  Parameter,    // Name, set
  Params,       // ParamGroup...                      the ( ) after a defined name
  ParamGroup,   // Patterns..., last child: sort or Missing
  // -- clauses
  Given,        // Declare...
  Where,        // propositions...
  Over,         // "commutative semiring" | "float32" | "min_plus"; child: [Name] of the declared algebra
  LetClause,    // Name, [Params], expression
  Loop,         // LoopIn..., last child: guard or Missing
  LoopIn,       // Name, lo, [hi], [step]
  LoopPoint,    // Name, e
  LoopTest,     // Name
  Base,         // "0" or "1"
  Witness,      // propositions
  // -- statements; all clauses come last, in the order written
  Include,      // String
  SizeDecl,     // Names..., last child: value or Missing
  SetDecl,      // Names..., last child: value or Missing
  TensorDecl,   // Names..., sort, [Sparse], [As], clauses...
  Sparse,       // "" or the estimate's number text
  As,           // format expression
  FnDef,        // Name, Params, [sort], body
  OpaqueFn,     // Name, sort, propositions...
  MapDef, BagDef, Def,  // Name, Params, [sort], body, clauses...
  MaskDef,      // Name, [Params], Binders, body, clauses...
  FormatDef,    // Name, [Params], Binders, Level..., clauses...
  Level,        // "attributes"; [Name], formula, kind
  LetDef,       // Name, [Binders], [sort], body, clauses...
  Show,         // expressions...
  Rule, Refute, // Name, [String], claim, clauses...   (a refute's Witness clause among them)
  Proof,        // Name, steps...
  // -- proof steps
  StepAt,       // Names...
  StepExt,      // Name
  StepLet,      // Name, e
  StepHave,     // Name, proposition
  StepUsing,    // Ref...
  StepInduction,// Name
  StepCases,    // e
  StepCase,     // pattern expression, steps...
  StepChain,    // e0, ChainLink...
  ChainLink,    // e, Ref...
  Ref,          // Name, Substitution...
  Substitution, // Name, e
  File,         // statements...
};

struct Syntax {
  Syn kind = Syn::Missing;
  Span span = {};
  std::string text = {};
  std::vector<Syntax> children = {};

  bool missing() const { return kind == Syn::Missing; }
  /// Equal up to spans.
  bool operator==(const Syntax& other) const {
    return kind == other.kind && text == other.text && children == other.children;
  }
};

/// The tree of a whole source; on errors the first of every wrong statement, all of them, in text order.
struct ParseOutcome {
  Syntax file;                          // what could be read
  std::vector<Diagnostic> errors = {};  // E00xx
  /// The statements of the errors, without clauses, as far as they tell which names they would declare.
  std::vector<Syntax> refused = {};
};
ParseOutcome parse(const SourceMap& sources, SourceId source);

/// One expression, sort or proposition alone, as it stands in certificates and queries. Errors: E00xx.
enum class Entry : std::uint8_t { Expression, Sort, Proposition };
Result<Syntax> parse_entry(const SourceMap& sources, SourceId source, Entry entry);

/// ASCII text of a tree in the canonical layout, with the fewest brackets that keep the tree.
std::string print(const Syntax& tree);

/// The source laid out canonically with its comments kept; idempotent. Errors: the parse errors.
Result<std::string> format_source(const SourceMap& sources, SourceId source);

/// The value of a Number; nothing where its exponent is beyond 400.
std::optional<Rational> number_of(const Syntax& syntax);

}  // namespace refold
