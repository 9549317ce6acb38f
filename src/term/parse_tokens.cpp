#include "term/parse_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "term/parse_characters.h"

namespace refold {
namespace {

struct Spelled {
  std::string_view text;
  Tok kind;
};

constexpr std::array kReserved = std::to_array<std::string_view>(
    {"and",       "as",     "axes",      "bag",    "base",   "by",    "case",   "cases", "def",    "div",
     "else",      "false",  "fn",        "for",    "format", "given", "have",   "if",    "in",     "include",
     "induction", "inf",    "let",       "loop",   "map",    "mask",  "mod",    "not",   "opaque", "or",
     "over",      "proof",  "reduction", "refute", "rule",   "set",   "sets",   "show",  "size",   "sparse",
     "step",      "tensor", "then",      "true",   "using",  "value", "values", "where", "with",   "witness"});
static_assert(kReserved.size() == static_cast<std::size_t>(Tok::Witness) - static_cast<std::size_t>(Tok::And) + 1);

constexpr std::array kWords = std::to_array<Spelled>({{"all", Tok::All},
                                                      {"some", Tok::Some},
                                                      {"at", Tok::At},
                                                      {"on", Tok::On},
                                                      {"extensionality", Tok::Extensionality},
                                                      {"ordered", Tok::Ordered},
                                                      {"commutative", Tok::Property},
                                                      {"idempotent", Tok::Property},
                                                      {"monoid", Tok::Algebra},
                                                      {"semiring", Tok::Algebra},
                                                      {"ring", Tok::Algebra},
                                                      {"field", Tok::Algebra},
                                                      {"unordered", Tok::LevelWord},
                                                      {"duplicates", Tok::LevelWord},
                                                      {"real", Tok::Model},
                                                      {"int", Tok::Model},
                                                      {"bool", Tok::Model},
                                                      {"int8", Tok::Model},
                                                      {"int16", Tok::Model},
                                                      {"int32", Tok::Model},
                                                      {"int64", Tok::Model},
                                                      {"float16", Tok::Model},
                                                      {"float32", Tok::Model},
                                                      {"float64", Tok::Model},
                                                      {"min_plus", Tok::Model},
                                                      {"max_plus", Tok::Model},
                                                      {"max_times", Tok::Model},
                                                      {"or_and", Tok::Model}});

constexpr std::array kSymbols = std::to_array<Spelled>(
    {{"->", Tok::Arrow},    {"<=", Tok::LessEqual}, {">=", Tok::GreaterEqual}, {"==", Tok::Equals},
     {"!=", Tok::NotEqual}, {"=>", Tok::Implies},   {"..", Tok::Dots},         {".", Tok::Dot},
     {"=", Tok::Is},        {"<", Tok::Less},       {">", Tok::Greater},       {"+", Tok::Plus},
     {"-", Tok::Minus},     {"*", Tok::Times},      {"/", Tok::Slash},         {"^", Tok::Caret},
     {"(", Tok::Open},      {")", Tok::Close},      {"[", Tok::Square},        {"]", Tok::CloseSquare},
     {"{", Tok::Brace},     {"}", Tok::CloseBrace}, {",", Tok::Comma},         {";", Tok::Semicolon},
     {":", Tok::Colon},     {"|", Tok::Bar},        {"~", Tok::Tilde}});

Tok word_kind(std::string_view text) {
  const auto reserved = std::lower_bound(kReserved.begin(), kReserved.end(), text);
  if (reserved != kReserved.end() && *reserved == text)
    return static_cast<Tok>(static_cast<int>(Tok::And) + (reserved - kReserved.begin()));
  const auto* word = std::find_if(kWords.begin(), kWords.end(), [&](const Spelled& w) { return w.text == text; });
  return word == kWords.end() ? Tok::Name : word->kind;
}

/// Cuts one statement's bytes into tokens; stops at the first thing that is none.
class Cutter {
 public:
  Cutter(std::string_view text, SourceId source, std::size_t begin, std::size_t end, std::vector<Span>& comments)
      : text_(text.substr(0, end)), source_(source), at_(begin), comments_(comments) {}

  Statement cut() {
    while (!result_.error && at_ < text_.size()) step();
    return std::move(result_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == ' ')
      ++at_;
    else if (c == '\n' || text_.substr(at_, 2) == "\r\n") {
      at_ += c == '\n' ? 1 : 2;
      first_ = true;
    } else if (c == '#')
      comment();
    else if (c == '"')
      string();
    else if (is_digit(c))
      number();
    else if (is_letter(code_point_at(text_, at_).value))
      name();
    else
      symbol();
  }

  void comment() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (end > at_ && text_[end - 1] == '\r') --end;
    comments_.push_back(span(at_, end));
    at_ = end;
  }

  void string() {
    const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
    const std::size_t close = text_.find('"', at_ + 1);
    if (close >= line_end)
      return fail("E0004", at_, at_ + 1, "expected a closing `\"` on the same line, found none",
                  "a string stands on one line and has no escapes");
    token(Tok::String, close + 1, text_.substr(at_ + 1, close - at_ - 1));
  }

  void number() {
    std::size_t end = digits(at_);
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) end = digits(end + 1);
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      const std::size_t sign = end + 1 + (end + 1 < text_.size() && (text_[end + 1] == '+' || text_[end + 1] == '-'));
      if (sign < text_.size() && is_digit(text_[sign])) end = digits(sign);
    }
    const CodePoint next = code_point_at(text_, end);
    if (next.length > 0 && (is_letter(next.value) || next.value == '_'))
      return fail("E0005", at_, end + next.length,
                  fmt::format("expected a space or an operator after the number `{}`, found `{}`",
                              text_.substr(at_, end - at_), text_.substr(end, next.length)),
                  "a number must not run into a name; a product is written with `*`");
    const std::string_view digits = text_.substr(at_, end - at_);
    token(digits == "0" || digits == "1" ? Tok::Bit : Tok::Number, end, digits);
  }

  void name() {
    std::size_t end = at_;
    for (CodePoint c = code_point_at(text_, end); c.length > 0 && continues_name(c.value);
         c = code_point_at(text_, end))
      end += c.length;
    while (end < text_.size() && text_[end] == '\'') ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    // `values(S)` is the built-in; the reserved word never touches a bracket.
    const bool applied = word == "values" && text_.substr(end, 1) == "(";
    token(applied ? Tok::Name : word_kind(word), end, word);
  }

  void symbol() {
    const auto* found = std::find_if(kSymbols.begin(), kSymbols.end(),
                                     [&](const Spelled& s) { return text_.substr(at_, s.text.size()) == s.text; });
    if (found != kSymbols.end()) {
      const std::size_t end = at_ + found->text.size();
      return token(found->kind == Tok::Times && is_star(end) ? Tok::Star : found->kind, end, found->text);
    }
    const CodePoint c = code_point_at(text_, at_);
    const std::string_view twin = ascii_twin(c.value);
    if (twin == "{}") {
      result_.tokens.push_back(made(Tok::Brace, at_, at_ + c.length, "{"));
      result_.tokens.push_back(made(Tok::CloseBrace, at_ + c.length, at_ + c.length, "}"));
      at_ += c.length;
    } else if (!twin.empty()) {
      const auto* symbol =
          std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Spelled& s) { return s.text == twin; });
      token(symbol == kSymbols.end() ? word_kind(twin) : symbol->kind, at_ + c.length, twin);
    } else if (c.value == '\t') {
      fail("E0002", at_, at_ + 1, "expected spaces, found a tab", "indent with spaces; tabs are not allowed");
    } else {
      fail("E0003", at_, at_ + c.length,
           fmt::format("expected a name, a number or an operator, found the character {}", shown_character(c.value)),
           remedy(c.value));
    }
  }

  /// A `*` that touches what is left of it and is followed by nothing that could be its right operand.
  bool is_star(std::size_t after) const {
    const bool touches = !first_ && !result_.tokens.empty() && result_.tokens.back().end == at_;
    if (!touches) return false;
    const CodePoint next = code_point_at(text_, after);
    if (next.length == 0 || next.value == '\r' || next.value == '\n') return true;
    const std::string_view twin = ascii_twin(next.value);
    if (next.value >= 0x80) return twin == "." || twin.starts_with('>');
    return std::string_view(" )]},;.|>*").find(static_cast<char>(next.value)) != std::string_view::npos;
  }

  std::size_t digits(std::size_t at) const {
    while (at < text_.size() && is_digit(text_[at])) ++at;
    return at;
  }
  Span span(std::size_t begin, std::size_t end) const {
    return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  Token made(Tok kind, std::size_t begin, std::size_t end, std::string_view text) {
    return {kind, std::exchange(first_, false), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
            text};
  }
  void token(Tok kind, std::size_t end, std::string_view text) {
    result_.tokens.push_back(made(kind, at_, end, text));
    at_ = end;
  }
  void fail(std::string_view code, std::size_t begin, std::size_t end, std::string message, std::string_view help) {
    result_.error = Diagnostic{std::string(code), span(begin, end), std::move(message), {}, std::string(help)};
  }

  std::string_view text_;
  SourceId source_;
  std::size_t at_;
  bool first_ = true;
  std::vector<Span>& comments_;
  Statement result_;
};

/// Where statements begin: non-blank characters in column 1. Text before the first of them is a part of its own.
std::vector<std::size_t> statement_begins(std::string_view text, Layout layout) {
  std::vector<std::size_t> begins = {0};
  if (layout == Layout::OneExpression) return begins;
  for (std::size_t line = 0; line < text.size();) {
    if (std::string_view(" \t\r\n#").find(text[line]) == std::string_view::npos && line > 0) begins.push_back(line);
    const std::size_t end = text.find('\n', line);
    line = end == std::string_view::npos ? text.size() : end + 1;
  }
  return begins;
}

std::optional<Diagnostic> wrong_byte(std::string_view text, SourceId source, std::size_t begin, std::size_t end) {
  const std::size_t at = first_wrong_byte(text.substr(begin, end - begin));
  if (at == std::string_view::npos) return std::nullopt;
  const auto where = static_cast<std::uint32_t>(begin + at);
  const std::string found =
      text[where] == '\0' ? "a NUL byte" : fmt::format("the byte 0x{:02x}", static_cast<unsigned char>(text[where]));
  return Diagnostic{
      "E0001", {source, where, where + 1}, "expected UTF-8 text, found " + found, {}, "save the file as UTF-8 text"};
}

}  // namespace

std::string_view spelling(Tok kind) {
  if (is_reserved(kind)) return kReserved[static_cast<std::size_t>(kind) - static_cast<std::size_t>(Tok::And)];
  if (kind == Tok::Star) return "*";
  if (kind == Tok::OpenTouch || kind == Tok::OpenParams || kind == Tok::OpenBinders) return "(";
  if (kind == Tok::SquareTouch) return "[";
  if (kind == Tok::Angle) return "<";
  if (kind == Tok::CloseAngle) return ">";
  if (kind == Tok::CloseBar) return "|";
  for (const Spelled& symbol : kSymbols)
    if (symbol.kind == kind) return symbol.text;
  for (const Spelled& word : kWords)
    if (word.kind == kind) return word.text;
  switch (kind) {
    case Tok::End: return "the end of the statement";
    case Tok::NewLine: return "the end of the line";
    case Tok::String: return "a string";
    case Tok::Bit: return "0 or 1";
    case Tok::Number: return "a number";
    default: return "a name";
  }
}

bool one_of(Tok kind, std::initializer_list<Tok> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_open(Tok kind) {
  return one_of(
      kind, {Tok::Open, Tok::OpenTouch, Tok::OpenParams, Tok::OpenBinders, Tok::Square, Tok::SquareTouch, Tok::Brace});
}

bool is_close(Tok kind) { return one_of(kind, {Tok::Close, Tok::CloseSquare, Tok::CloseBrace}); }

bool is_written(Tok kind) {
  return !one_of(kind, {Tok::End, Tok::NewLine, Tok::Name, Tok::Bit, Tok::Number, Tok::String});
}

bool is_statement_word(Tok kind) {
  return one_of(kind,
                {Tok::Include, Tok::Base, Tok::Size, Tok::Set, Tok::Tensor, Tok::Fn, Tok::Opaque, Tok::Map, Tok::Bag,
                 Tok::Def, Tok::Mask, Tok::Format, Tok::Let, Tok::Show, Tok::Rule, Tok::Refute, Tok::Proof});
}

bool is_clause_word(Tok kind) {
  return one_of(kind, {Tok::Given, Tok::Where, Tok::Over, Tok::Let, Tok::Loop, Tok::With, Tok::Witness, Tok::Base});
}

bool ends_operand(Tok kind) {
  return is_name(kind) || is_close(kind) ||
         one_of(kind, {Tok::Bit, Tok::Number, Tok::String, Tok::True, Tok::False, Tok::Inf, Tok::Star, Tok::CloseAngle,
                       Tok::CloseBar});
}

Tokens tokens_of(const SourceMap& sources, SourceId source, Layout layout) {
  const std::string_view text = sources.text(source);
  Tokens result;
  std::vector<std::size_t> begins = statement_begins(text, layout);
  begins.push_back(text.size());
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    Statement statement = Cutter(text, source, begins[i], begins[i + 1], result.comments).cut();
    if (auto wrong = wrong_byte(text, source, begins[i], begins[i + 1])) statement.error = std::move(wrong);
    if (!statement.error && statement.tokens.empty() && layout == Layout::Statements)
      continue;  // only blanks and comments
    if (!statement.error) statement.error = settle_layout(statement.tokens, source, layout);
    result.statements.push_back(std::move(statement));
  }
  return result;
}

}  // namespace refold
