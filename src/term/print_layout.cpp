#include "term/print_layout.h"

#include <algorithm>
#include <optional>

namespace refold {
namespace {

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::size_t spaces_between(const Piece& left, const Piece& right) {
  const Role a = left.role, b = right.role;
  if (a == Role::Suffix && (b == Role::Tight || b == Role::Colon))
    return 1;  // a touching `*` is a star only before a blank
  if (a == Role::Open || a == Role::Touch || a == Role::Tight || a == Role::Prefix) return 0;
  switch (b) {
    case Role::Touch:
    case Role::Close:
    case Role::Tight:
    case Role::Suffix:
    case Role::Comma:
    case Role::Semicolon:
    case Role::WideSemicolon:
    case Role::Colon: return 0;
    case Role::Word:
    case Role::Open:
    case Role::Infix:
    case Role::Wide:
    case Role::Prefix:
    case Role::Comment: break;
  }
  return a == Role::Wide || b == Role::Wide || a == Role::WideSemicolon ? 2 : 1;
}

/// A clause goes on after a line end here.
bool may_break(const Piece& left, const Piece& right) {
  if (left.role == Role::Comma || left.role == Role::Semicolon || left.role == Role::WideSemicolon ||
      left.role == Role::Colon)
    return right.role != Role::Close;
  const bool infix = right.role == Role::Infix || right.role == Role::Wide;
  return infix && right.text != "-" && right.text != "<" && right.text != ":" && right.text != "~";
}

class Layouter {
 public:
  Layouter(const std::vector<Piece>& pieces, std::size_t width) : pieces_(pieces), width_(width) {}

  std::string run() {
    for (std::size_t i = 0; i < pieces_.size();) {
      std::size_t end = i + 1;
      while (end < pieces_.size() && pieces_[end].before == Break::None) ++end;
      if (!text_.empty()) text_ += pieces_[i].blank_before ? "\n\n" : "\n";
      line(i, end);
      i = end;
    }
    return std::move(text_);
  }

 private:
  struct Cut {
    std::size_t piece;
    std::uint32_t depth;
  };

  std::size_t indent(const Piece& first) {
    switch (first.before) {
      case Break::Statement:
        base_ = kClauseIndent;
        depth_ = 0;
        return 0;
      case Break::Clause:
        base_ = first.indent;
        depth_ = 0;
        return base_;
      case Break::Continuation: return base_ + 2 + 2 * (depth_ - (first.role == Role::Close && depth_ > 0 ? 1 : 0));
      case Break::None: return 0;
    }
    __builtin_unreachable();
  }

  /// The pieces [begin, end) on one line, or on several where that would be too long.
  void line(std::size_t begin, std::size_t end) {
    std::size_t margin = indent(pieces_[begin]);
    if (pieces_[begin].role == Role::Comment && pieces_[begin].column == 1) margin = 0;
    while (const auto cut = width_ > 0 ? where_to_cut(margin, begin, end) : std::nullopt) {
      emit(margin, begin, cut->piece);
      text_ += '\n';
      begin = cut->piece;
      margin = base_ + 2 + 2 * (depth_ - (pieces_[begin].role == Role::Close && depth_ > 0 ? 1 : 0));
    }
    emit(margin, begin, end);
  }

  void emit(std::size_t margin, std::size_t begin, std::size_t end) {
    const std::size_t line_begin = text_.size();
    text_.append(margin, ' ');
    for (std::size_t i = begin; i < end; ++i) {
      const Piece& piece = pieces_[i];
      if (piece.role == Role::Comment && i > begin) {
        const std::size_t used = columns(std::string_view(text_).substr(line_begin));
        text_.append(std::max<std::size_t>(used + 2, piece.column - 1) - used, ' ');
      } else if (i > begin) {
        text_.append(spaces_between(pieces_[i - 1], piece), ' ');
        if (piece.column > 0) text_.append(to_column(columns(std::string_view(text_).substr(line_begin)), i, end), ' ');
      }
      text_ += piece.text;
      depth_ = deeper(depth_, piece);
    }
  }

  /// The spaces that bring a piece back to its column, if the rest of the line leaves room.
  std::size_t to_column(std::size_t used, std::size_t piece, std::size_t end) const {
    const std::size_t wanted = pieces_[piece].column - 1;
    if (wanted <= used) return 0;
    std::size_t rest = columns(pieces_[piece].text);
    for (std::size_t i = piece + 1; i < end && pieces_[i].role != Role::Comment; ++i)
      rest += spaces_between(pieces_[i - 1], pieces_[i]) + columns(pieces_[i].text);
    return width_ > 0 && wanted + rest > width_ ? 0 : wanted - used;
  }

  static std::uint32_t deeper(std::uint32_t depth, const Piece& piece) {
    if (piece.role == Role::Open || piece.role == Role::Touch) return depth + 1;
    return piece.role == Role::Close && depth > 0 ? depth - 1 : depth;
  }

  /// None when the line fits. Else, of the places in its last two thirds (or anywhere) that leave a line that fits,
  /// the last of those inside the fewest brackets.
  std::optional<Cut> where_to_cut(std::size_t margin, std::size_t begin, std::size_t end) const {
    std::optional<Cut> best, early;
    std::size_t column = margin;
    std::uint32_t depth = depth_;
    for (std::size_t i = begin; i < end && column <= width_ && pieces_[i].role != Role::Comment; ++i) {
      if (i > begin) {
        if (column <= width_ && may_break(pieces_[i - 1], pieces_[i])) {
          std::optional<Cut>& cut = column > width_ / 3 ? best : early;
          if (!cut || depth <= cut->depth) cut = Cut{i, depth};
        }
        column += spaces_between(pieces_[i - 1], pieces_[i]);
      }
      column += columns(pieces_[i].text);
      depth = deeper(depth, pieces_[i]);
    }
    if (column <= width_) return std::nullopt;
    return best ? best : early;
  }

  const std::vector<Piece>& pieces_;
  std::size_t width_;
  std::string text_;
  std::size_t base_ = kClauseIndent;
  std::uint32_t depth_ = 0;
};

bool is_short(const Syntax& factor) {
  switch (factor.kind) {
    case Syn::Name:
    case Syn::Number:
    case Syn::Range:
    case Syn::Inf:
    case Syn::Add:
    case Syn::Sub:
    case Syn::Mul: return true;
    case Syn::Tuple: return factor.children.empty();
    case Syn::Power: return is_short(factor.children[0]) && is_short(factor.children[1]);
    default: return false;
  }
}

}  // namespace

bool is_tight(const Syntax& product) { return std::all_of(product.children.begin(), product.children.end(), is_short); }

std::string lay_out(const std::vector<Piece>& pieces, std::size_t width) { return Layouter(pieces, width).run(); }

}  // namespace refold
