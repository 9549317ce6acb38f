// src/term/parse_tokens.h: a source as the tokens of its statements; layout and the rules about spaces end here.
//
// Invariant: a statement's tokens are in text order, inside its lines, and end in one End token; twins are already
// ASCII; a NewLine token stands exactly where a line end ends a clause; all brackets ( [ { match; whether a bracket or
// a star touches what is left of it is part of its kind. So the grammar (parse_grammar.h) sees one byte a token and no
// blanks, and needs no look at the text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace refold {

inline constexpr std::size_t kMaxSourceBytes = 16u << 20;
inline constexpr std::uint32_t kMaxNesting = 200;

enum class Tok : char {
  End = 1, NewLine,
  // Names; those after Name have a meaning in one place only and are ordinary names elsewhere.
  Name, All, Some, At, On, Extensionality, Ordered, Property, Algebra, Model, LevelWord,
  Bit, Number, String,  // Bit: the number 0 or 1
  // Brackets. Touch: an argument list. Params: `->` follows its `)`. Binders: begins the indices of a big operator.
  // Angle: the `<` of a fork. Bar, CloseBar: the two of |e|.
  Open, OpenTouch, OpenParams, OpenBinders, Close, Square, SquareTouch, CloseSquare, Brace, CloseBrace,
  Angle, CloseAngle, Bar, CloseBar,
  Star, Times, Plus, Minus, Slash, Caret, Dot, Dots, Less, LessEqual, Equals, NotEqual, GreaterEqual, Greater,
  Is, Arrow, Implies, Comma, Semicolon, Colon, Tilde,
  // Reserved words, in alphabetical order.
  And, As, Axes, Bag, Base, By, Case, Cases, Def, Div, Else, False, Fn, For, Format, Given, Have, If, In, Include,
  Induction, Inf, Let, Loop, Map, Mask, Mod, Not, Opaque, Or, Over, Proof, Reduction, Refute, Rule, Set, Sets, Show,
  Size, Sparse, Step, Tensor, Then, True, Using, Value, Values, Where, With, Witness,
};

inline bool is_name(Tok kind) { return kind >= Tok::Name && kind <= Tok::LevelWord; }
inline bool is_reserved(Tok kind) { return kind >= Tok::And; }
bool one_of(Tok kind, std::initializer_list<Tok> kinds);
bool is_open(Tok kind);   // of ( [ {
bool is_close(Tok kind);  // of ) ] }
bool is_statement_word(Tok kind);
bool is_clause_word(Tok kind);
bool ends_operand(Tok kind);  // an argument list may touch it
/// How a token of this kind is written; of kinds with several spellings what they have in common: "a name".
std::string_view spelling(Tok kind);
bool is_written(Tok kind);  // its spelling stands in the text as it is

struct Token {
  Tok kind;
  bool first_on_line;
  std::uint32_t begin, end;  // bytes of the source; NewLine and End are empty and just after the token before
  std::string_view text;     // ASCII; of a string without its quotes
};

/// Tokens from one column 1 to the next, or what is wrong with their text.
struct Statement {
  std::vector<Token> tokens = {};
  std::optional<Diagnostic> error = {};
};

struct Tokens {
  std::vector<Statement> statements;
  std::vector<Span> comments;  // each from its '#' to the line end, in text order
};

enum class Layout : char { Statements, OneExpression };  // OneExpression: line ends and column 1 mean nothing
Tokens tokens_of(const SourceMap& sources, SourceId source, Layout layout = Layout::Statements);

/// Inserts the NewLine tokens, matches brackets and settles their kinds. Errors: E0006, E0007, E0008.
std::optional<Diagnostic> settle_layout(std::vector<Token>& tokens, SourceId source, Layout layout);

}  // namespace refold
