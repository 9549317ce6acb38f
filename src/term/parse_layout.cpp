#include <fmt/format.h>

#include <utility>

#include "term/parse_tokens.h"

namespace refold {
namespace {

/// No clause ends with it, so the next line goes on.
bool goes_on_after(Tok kind) {
  return is_clause_word(kind) ||
         one_of(kind, {Tok::Times,   Tok::Plus,  Tok::Minus,     Tok::Slash,   Tok::Caret,    Tok::Dot,
                       Tok::Dots,    Tok::Less,  Tok::LessEqual, Tok::Equals,  Tok::NotEqual, Tok::GreaterEqual,
                       Tok::Greater, Tok::Is,    Tok::Arrow,     Tok::Implies, Tok::Comma,    Tok::Semicolon,
                       Tok::Colon,   Tok::Angle, Tok::And,       Tok::Or,      Tok::Not,      Tok::Div,
                       Tok::Mod,     Tok::In,    Tok::For,       Tok::If,      Tok::Then,     Tok::Else});
}

/// No clause begins with it, so it goes on with the line before. `-` and `<` could begin an operand.
bool goes_on_with(Tok kind) {
  return is_close(kind) ||
         one_of(kind, {Tok::Times,     Tok::Plus,   Tok::Slash,    Tok::Caret,        Tok::Dot,       Tok::Dots,
                       Tok::LessEqual, Tok::Equals, Tok::NotEqual, Tok::GreaterEqual, Tok::Greater,   Tok::CloseAngle,
                       Tok::Is,        Tok::Arrow,  Tok::Implies,  Tok::Comma,        Tok::Semicolon, Tok::And,
                       Tok::Or,        Tok::Div,    Tok::Mod,      Tok::In,           Tok::Then,      Tok::Else});
}

/// The first pass: matches brackets, tells the two uses of `<` `>` and `|` apart, inserts NewLine and End.
class Lines {
 public:
  Lines(std::vector<Token> tokens, SourceId source, Layout layout)
      : in_(std::move(tokens)), source_(source), layout_(layout) {}

  std::optional<Diagnostic> run() {
    for (const Token& token : in_) {
      if (token.first_on_line && ends_clause_before(token.kind)) new_line();
      if (auto wrong = place(token)) return wrong;
    }
    if (!open_.empty()) return unclosed(out[open_.back().index]);
    const std::uint32_t end = out.empty() ? 0 : out.back().end;
    out.push_back({Tok::End, false, end, end, {}});
    partner.push_back(0);
    return std::nullopt;
  }

  std::vector<Token> out;
  std::vector<std::uint32_t> partner;  // of an opening bracket: the index of its closing one

 private:
  struct Level {
    std::uint32_t index = 0;  // of the opening bracket
    std::uint32_t forks = 0;  // open in this bracket, inside its innermost bars
    std::vector<std::uint32_t> outside_bars = {};  // forks open before each |
  };

  bool ends_clause_before(Tok next) const {
    return layout_ == Layout::Statements && open_.empty() && !out.empty() && !goes_on_after(out.back().kind) &&
           !goes_on_with(next);
  }

  void new_line() {
    add({Tok::NewLine, false, out.back().end, out.back().end, {}});
    operand_next_ = true;
    outer_ = {};
  }

  void add(Token token) {
    out.push_back(token);
    partner.push_back(0);
  }

  std::optional<Diagnostic> place(Token token) {
    Level& level = open_.empty() ? outer_ : open_.back();
    std::uint32_t& forks = level.forks;
    if (token.kind == Tok::Less && operand_next_) {
      token.kind = Tok::Angle;
      ++forks;
    } else if (token.kind == Tok::Greater && !operand_next_ && forks > 0) {
      token.kind = Tok::CloseAngle;
      --forks;
    } else if (token.kind == Tok::Bar && operand_next_) {
      level.outside_bars.push_back(std::exchange(forks, 0));
    } else if (token.kind == Tok::Bar) {
      token.kind = Tok::CloseBar;
      if (!level.outside_bars.empty()) {
        forks = level.outside_bars.back();
        level.outside_bars.pop_back();
      }
    }
    if (is_close(token.kind)) {
      if (auto wrong = close(token)) return wrong;
    }
    add(token);
    if (is_open(token.kind)) open_.push_back({static_cast<std::uint32_t>(out.size() - 1)});
    if (open_.size() > kMaxNesting)
      return Diagnostic{"E0008",
                        span(token),
                        fmt::format("expected at most {} levels of nesting, found more", kMaxNesting),
                        {},
                        "name parts of the expression with `let`"};
    operand_next_ = !ends_operand(token.kind);
    return std::nullopt;
  }

  std::optional<Diagnostic> close(const Token& token) {
    if (open_.empty())
      return Diagnostic{"E0007",
                        span(token),
                        fmt::format("expected an opening bracket before `{}`, found none", token.text),
                        {},
                        "remove it, or open the bracket"};
    const Token& open = out[open_.back().index];
    const char wanted = open.text == "(" ? ')' : open.text == "[" ? ']' : '}';
    if (token.text[0] != wanted)
      return Diagnostic{"E0007",
                        span(token),
                        fmt::format("expected `{}`, found `{}`", wanted, token.text),
                        {{span(open), fmt::format("`{}` was opened here", open.text)}},
                        "close brackets in the reverse order of opening them"};
    partner[open_.back().index] = static_cast<std::uint32_t>(out.size());
    open_.pop_back();
    return std::nullopt;
  }

  Diagnostic unclosed(const Token& open) const {
    const char wanted = open.text == "(" ? ')' : open.text == "[" ? ']' : '}';
    return {"E0006",
            span(open),
            fmt::format("expected `{}` for this `{}`, found the end of the statement", wanted, open.text),
            {},
            "close the bracket; a statement ends where the next line begins in column 1"};
  }

  Span span(const Token& token) const { return {source_, token.begin, token.end}; }

  std::vector<Token> in_;
  SourceId source_;
  Layout layout_;
  std::vector<Level> open_;
  Level outer_;
  bool operand_next_ = true;
};

/// After the `)` at `close`: `in`, `if`, `:`, or a `,` and later, in the same bracket and clause, a `:`.
bool begins_binders(const std::vector<Token>& tokens, const std::vector<std::uint32_t>& partner, std::size_t close) {
  if (one_of(tokens[close + 1].kind, {Tok::Colon, Tok::In, Tok::If})) return true;
  if (tokens[close + 1].kind != Tok::Comma) return false;
  for (std::size_t i = close + 1; i < tokens.size(); ++i) {
    const Tok kind = tokens[i].kind;
    if (kind == Tok::Colon) return true;
    if (is_close(kind) || one_of(kind, {Tok::NewLine, Tok::End, Tok::Semicolon, Tok::Is, Tok::Arrow})) return false;
    if (is_open(kind)) i = partner[i];
  }
  return false;
}

}  // namespace

std::optional<Diagnostic> settle_layout(std::vector<Token>& tokens, SourceId source, Layout layout) {
  Lines lines(std::move(tokens), source, layout);
  auto wrong = lines.run();
  std::vector<Token>& out = lines.out;
  for (std::size_t i = 0; !wrong && i < out.size(); ++i) {
    const bool touches =
        i > 0 && !out[i].first_on_line && out[i - 1].end == out[i].begin && ends_operand(out[i - 1].kind);
    if (out[i].kind == Tok::Square && touches) out[i].kind = Tok::SquareTouch;
    if (out[i].kind != Tok::Open) continue;
    if (touches)
      out[i].kind = Tok::OpenTouch;
    else if (out[lines.partner[i] + 1].kind == Tok::Arrow)
      out[i].kind = Tok::OpenParams;
    else if (i > 0 && is_name(out[i - 1].kind) && begins_binders(out, lines.partner, lines.partner[i]))
      out[i].kind = Tok::OpenBinders;
  }
  tokens = std::move(out);
  return wrong;
}

}  // namespace refold
