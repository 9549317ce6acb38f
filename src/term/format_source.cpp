#include <algorithm>

#include "term/parse_tokens.h"
#include "term/print_layout.h"

namespace refold {
namespace {

Role usual_role(Tok kind) {
  switch (kind) {
    case Tok::Open:
    case Tok::OpenParams:
    case Tok::OpenBinders:
    case Tok::Square:
    case Tok::Brace:
    case Tok::Angle:
    case Tok::Bar: return Role::Open;
    case Tok::OpenTouch:
    case Tok::SquareTouch: return Role::Touch;
    case Tok::Close:
    case Tok::CloseSquare:
    case Tok::CloseBrace:
    case Tok::CloseAngle:
    case Tok::CloseBar: return Role::Close;
    case Tok::Star: return Role::Suffix;
    case Tok::Caret: return Role::Tight;
    case Tok::Comma: return Role::Comma;
    case Tok::Semicolon: return Role::WideSemicolon;
    case Tok::Times:
    case Tok::Plus:
    case Tok::Minus:
    case Tok::Slash:
    case Tok::Dot:
    case Tok::Dots:
    case Tok::Less:
    case Tok::LessEqual:
    case Tok::Equals:
    case Tok::NotEqual:
    case Tok::GreaterEqual:
    case Tok::Greater:
    case Tok::Is:
    case Tok::Arrow:
    case Tok::Implies:
    case Tok::Colon:
    case Tok::Tilde:
    case Tok::And:
    case Tok::Or:
    case Tok::Div:
    case Tok::Mod:
    case Tok::Then:
    case Tok::Else: return Role::Infix;
    default: return Role::Word;
  }
}

/// The pieces of one statement: its tokens, with the roles that its tree gives them and the author's line breaks.
class StatementPieces {
 public:
  explicit StatementPieces(const Statement& statement) : tokens_(statement.tokens) {}

  std::vector<Piece> run(const Syntax& tree) {
    is_proof_ = tree.kind == Syn::Proof;
    pieces_.resize(tokens_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i) pieces_[i] = piece(i);
    settle(tree);
    if (tree.kind == Syn::Rule || tree.kind == Syn::Refute) settle_claim(tree.children[2]);
    return std::move(pieces_);
  }

 private:
  Piece piece(std::size_t i) const {
    const Token& token = tokens_[i];
    Piece piece{token.kind == Tok::String ? "\"" + std::string(token.text) + "\"" : std::string(token.text),
                usual_role(token.kind)};
    if (is_proof_ && piece.role == Role::WideSemicolon) piece.role = Role::Semicolon;
    if (i == 0)
      piece.before = Break::Statement;
    else if (tokens_[i - 1].kind == Tok::NewLine || (token.first_on_line && is_clause_word(token.kind)))
      piece.before = Break::Clause;
    else if (token.first_on_line)
      piece.before = Break::Continuation;
    piece.indent = is_proof_ && token.kind == Tok::Case ? kCaseIndent : kClauseIndent;
    return piece;
  }

  /// The token that begins at a tree; the one before it is its operator, opening bracket or colon.
  std::size_t at(const Syntax& tree) const {
    const auto token =
        std::partition_point(tokens_.begin(), tokens_.end(), [&](const Token& t) { return t.begin < tree.span.begin; });
    return static_cast<std::size_t>(token - tokens_.begin());
  }
  Role& role_before(const Syntax& tree) { return pieces_[at(tree) - 1].role; }

  void settle(const Syntax& tree) {
    switch (tree.kind) {
      case Syn::Negate: role_before(tree.children[0]) = Role::Prefix; break;
      case Syn::Mul:
        for (std::size_t i = 1; i < tree.children.size() && is_tight(tree); ++i)
          role_before(tree.children[i]) = Role::Tight;
        break;
      case Syn::Big: role_before(tree.children[3]) = Role::Colon; break;
      case Syn::ForAll:
      case Syn::ForSome:
      case Syn::StepHave:
      case Syn::StepCase: role_before(tree.children[1]) = Role::Colon; break;
      case Syn::Declare: {
        const bool plural = tree.children.size() > 2 && (tree.text == "set" || tree.text == "value");
        if (tree.text == "set" || tree.text == "value") pieces_[at(tree)].text = tree.text + (plural ? "s" : "");
        break;
      }
      default: break;
    }
    for (const Syntax& child : tree.children) settle(child);
  }

  void settle_claim(const Syntax& claim) {
    if (claim.kind == Syn::Implies) settle_claim(claim.children[0]);
    if (claim.kind == Syn::Implies || claim.kind == Syn::Equal) role_before(claim.children[1]) = Role::Wide;
  }

  const std::vector<Token>& tokens_;
  std::vector<Piece> pieces_;
  bool is_proof_ = false;
};

/// Tokens and comments of the whole source in text order.
class SourcePieces {
 public:
  explicit SourcePieces(std::string_view text) : text_(text) {}

  void statement(const Statement& statement, const Syntax& tree, const std::vector<Span>& comments) {
    std::vector<Piece> pieces = StatementPieces(statement).run(tree);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Token& token = statement.tokens[i];
      if (token.kind == Tok::NewLine || token.kind == Tok::End) continue;
      comments_until(token.begin, comments, &pieces[i]);
      pieces[i].blank_before = blank_before(token.begin);
      if (token.kind == Tok::By && !token.first_on_line) pieces[i].column = column(token.begin);
      add(std::move(pieces[i]), token.end);
    }
  }

  /// Comments before `end`; those on lines of their own are indented as the line that follows.
  void comments_until(std::size_t end, const std::vector<Span>& comments, const Piece* next) {
    for (; next_comment_ < comments.size() && comments[next_comment_].begin < end; ++next_comment_) {
      const Span span = comments[next_comment_];
      std::string comment(text_.substr(span.begin, span.end - span.begin));
      comment.erase(comment.find_last_not_of(' ') + 1);
      Piece piece{std::move(comment), Role::Comment};
      piece.column = column(span.begin);
      piece.blank_before = blank_before(span.begin);
      if (pieces.empty() || lines_before(span.begin) > 0) {
        const bool inside = next != nullptr && next->before != Break::Statement;
        piece.before = inside ? next->before : Break::Clause;
        piece.indent = inside ? next->indent : kClauseIndent;
        if (pieces.empty()) piece.column = 1;
      }
      add(std::move(piece), span.end);
    }
  }

  std::vector<Piece> pieces;

 private:
  void add(Piece piece, std::size_t end) {
    pieces.push_back(std::move(piece));
    last_end_ = end;
  }
  std::ptrdiff_t lines_before(std::size_t begin) const {
    const std::string_view gap = text_.substr(last_end_, begin - last_end_);
    return std::count(gap.begin(), gap.end(), '\n');
  }
  bool blank_before(std::size_t begin) const { return lines_before(begin) > 1; }
  std::uint32_t column(std::size_t begin) const {
    std::uint32_t column = 1;
    for (std::size_t i = begin; i > 0 && text_[i - 1] != '\n'; --i) column += (text_[i - 1] & 0xc0) != 0x80;
    return column;
  }

  std::string_view text_;
  std::size_t last_end_ = 0;
  std::size_t next_comment_ = 0;
};

}  // namespace

Result<std::string> format_source(const SourceMap& sources, SourceId source) {
  ParseOutcome outcome = parse(sources, source);
  if (!outcome.errors.empty()) return std::move(outcome.errors.front());
  const Tokens tokens = tokens_of(sources, source);
  SourcePieces all(sources.text(source));
  for (std::size_t i = 0; i < tokens.statements.size(); ++i)
    all.statement(tokens.statements[i], outcome.file.children[i], tokens.comments);
  all.comments_until(sources.text(source).size() + 1, tokens.comments, nullptr);
  return all.pieces.empty() ? std::string() : lay_out(all.pieces, kLineWidth) + "\n";
}

}  // namespace refold
