#include <fmt/format.h>

#include <algorithm>

#include "term/parse_reading.h"

namespace refold {
namespace {

std::string shown(const Token& token) {
  if (!is_written(token.kind) && token.text.empty()) return std::string(spelling(token.kind));
  if (token.kind == Tok::String) return fmt::format("the string \"{}\"", token.text);
  return fmt::format("`{}`", token.text);
}

/// The refusal of one statement: the furthest token that did not fit and what could have stood there.
class Refusal {
 public:
  Refusal(const Reading& reading, const std::vector<Token>& tokens, SourceId source)
      : reading_(reading), tokens_(tokens), source_(source), at_(reading.furthest) {}

  Diagnostic diagnostic() {
    if (auto touch = not_touching()) return *std::move(touch);
    if (reading_.blame != Blame::None) return blamed();
    if (expects("a name") || expects("an index name"))
      if (is_reserved(found().kind)) return reserved();
    if (auto line = unexpected_line()) return *std::move(line);
    if (auto star = star_or_product()) return *std::move(star);
    if (found().kind == Tok::Is && expects("an operator"))
      return make(
          "E0015", sentence(),
          "in an expression equality is `==`; a single `=` stands once, between two sides of a definition, a claim or "
          "a hypothesis");
    return make("E0012", sentence(), general_help());
  }

 private:
  const Token& found() const { return tokens_[at_]; }
  const Token* before() const { return at_ > 0 ? &tokens_[at_ - 1] : nullptr; }
  bool expects(std::string_view what) const {
    return std::any_of(reading_.expected.begin(), reading_.expected.end(),
                       [&](const auto& e) { return e.text == what; });
  }
  Diagnostic make(std::string_view code, std::string message, std::string_view help) const {
    return {std::string(code), {source_, found().begin, found().end}, std::move(message), {}, std::string(help)};
  }
  std::string sentence() const { return fmt::format("expected {}, found {}", wanted(), shown(found())); }

  /// "A", "A or B", "A, B or C".
  std::string wanted(std::string_view last = {}) const {
    std::vector<std::string> parts;
    const bool line_end = expects(spelling(Tok::NewLine));
    for (const Reading::Expected& e : reading_.expected) {
      if (line_end && e.text == spelling(Tok::End)) continue;
      std::string part = e.literal ? fmt::format("`{}`", e.text) : std::string(e.text);
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
    }
    if (!last.empty()) parts.emplace_back(last);
    if (parts.size() == 1) return parts.front();
    return fmt::format("{} or {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
  }

  /// f (x), X [i]
  std::optional<Diagnostic> not_touching() const {
    const Tok kind = found().kind;
    const bool opens = kind == Tok::Open || kind == Tok::OpenParams || kind == Tok::OpenBinders || kind == Tok::Square;
    if (!opens || before() == nullptr || !ends_operand(before()->kind) || found().first_on_line) return std::nullopt;
    const std::string_view close = found().text == "(" ? ")" : "]";
    return make("E0013",
                fmt::format("expected {}, found `{}` after a space",
                            reading_.expected.empty() ? "an operator" : wanted(), found().text),
                is_name(before()->kind) ? fmt::format("an argument list touches its function: write `{}{}...{}`",
                                                      before()->text, found().text, close)
                                        : "an argument list touches its function");
  }

  Diagnostic blamed() const {
    const std::string what = shown(found());
    switch (reading_.blame) {
      case Blame::BigColon:
        return make(
            "E0018", fmt::format("expected `:` after the indices of `{}`, found {}", reading_.blamed_operator, what),
            "two names in a row begin a big operator such as `sum k in [n]: e`; a function is applied as `f(x)`");
      case Blame::ChainOneWay:
        return make("E0016", fmt::format("expected a chain of comparisons that goes one way, found {}", what),
                    "a chain uses `<` `<=` `==` or `>` `>=` `==`; join other comparisons with `and`");
      case Blame::DependentFactor:
        return make("E0012",
                    fmt::format("expected {}, found {}",
                                found().kind == Tok::Colon ? "`)` or `,`" : "`*` after a dependent factor", what),
                    "a dependent factor is a name and its set in parentheses before `*`: `(r : I) * [len[r]]`");
      case Blame::EmptyStack:
        return make("E0012", "expected an element of the stack, found `]`",
                    "an empty stack has no index set; the empty range is `[0]`, the empty bag `{}`");
      case Blame::MaskIndices:
        return make("E0012", "expected the indices of the mask in `[ ]`, found " + what,
                    "write `mask NAME[i, j] = ...`; parameters stand in `( )` before the indices");
      case Blame::MissingClaim:
        return make(
            "E0019", "expected a claim, found " + what,
            "a rule ends in its claim, on a line of its own: `left = right`, `left => right` or another proposition");
      case Blame::MissingSteps:
        return make("E0019", "expected a proof step on the next line, found " + what,
                    "steps are `at`, `by extensionality at`, `let`, `have`, `using`, `induction on`, `cases`, `case` "
                    "and chains "
                    "`e = e by rule`");
      case Blame::None: break;
    }
    __builtin_unreachable();
  }

  Diagnostic reserved() const {
    return make("E0017", fmt::format("expected {}, found the reserved word `{}`", wanted(), found().text),
                "choose another name; reserved words are never names");
  }

  /// A line that is no clause of its statement, or that was meant to go on with the line before.
  std::optional<Diagnostic> unexpected_line() {
    const bool at_line_end = found().kind == Tok::NewLine && expects(spelling(Tok::End));
    const bool in_line = before() != nullptr && before()->kind == Tok::NewLine && !expects("an operand");
    if (!at_line_end && !in_line) return std::nullopt;
    const std::string clauses = in_line ? wanted("the end of the statement") : std::string(spelling(Tok::End));
    if (at_line_end) ++at_;
    const Tok kind = found().kind;
    const std::string_view help =
        kind == Tok::Minus || kind == Tok::Less || kind == Tok::Angle
            ? "`-` and `<` could begin an operand; put the operator at the end of the line before"
        : is_clause_word(kind) ? "this statement has no such clause here"
        : is_statement_word(kind)
            ? "a statement begins in column 1"
            : "a line goes on with the one before only inside brackets, after an operator, or when it begins with one";
    return make("E0020", fmt::format("expected {}, found a line that begins with {}", clauses, shown(found())), help);
  }

  std::optional<Diagnostic> star_or_product() const {
    if (before() != nullptr && before()->kind == Tok::Star && expects("an operator"))
      return make("E0014", sentence(),
                  "the `*` before it touches only what is left of it, so it is the bag star; write `a * b` or `a*b` "
                  "for a product");
    if ((found().kind == Tok::Star || found().kind == Tok::Times) && expects("an operand"))
      return make("E0014", sentence(), "a product is written `a * b`, the star of a function `f*`");
    return std::nullopt;
  }

  std::string_view general_help() const {
    const Tok kind = found().kind;
    if (kind == Tok::Is && (tokens_[0].kind == Tok::Size || tokens_[0].kind == Tok::Set))
      return "a value is given to one name: `size n = 3`";
    if (kind == Tok::If && expects("an operand")) return "put parentheses around `if ... then ... else ...` here";
    if (kind == Tok::Arrow && expects("an operator")) return "put parentheses around the function: `(x -> e)`";
    if (kind == Tok::Implies && expects("an operator"))
      return "`=>` stands only in propositions; a function is written `x -> e`";
    if (kind == Tok::Close && before()->kind == Tok::Comma)
      return "remove the comma; only a stack of one, `[X,]`, ends in a comma";
    const Tok statement = tokens_[0].kind;
    if (expects("a string") && expects(spelling(Tok::NewLine)))
      return "a title stands in `\"`; the claim stands on a line of its own";
    if ((statement == Tok::Rule || statement == Tok::Refute) && expects(spelling(Tok::NewLine)))
      return "parts of a clause are separated by `,` and `;`; the claim stands on a line of its own";
    if (statement == Tok::Proof && expects("=")) return "a step without a keyword is a chain `e = e by rule`";
    if (statement == Tok::Format && expects("`(`")) return "write `format NAME = (i, j) -> i : range, j : compressed`";
    if (is_reserved(kind) && expects("an operand")) return "this is a reserved word; it names nothing";
    if (expects("..")) return "a loop is `loop i in lo .. hi` (half open), `loop i = e` or `loop i`";
    if (expects("a sort")) return "a sort is a set, `real`, `int`, `bool`, `A -> B`, `bag A` or `reduction V`";
    if (expects("an algebra or a number model") || expects("an algebra"))
      return "write monoid, semiring, ring or field, after commutative, idempotent or ordered where they hold, or a "
             "model such as "
             "float32, int or min_plus";
    if (expects("0 or 1")) return "masks count from 0 or from 1";
    return {};
  }

  const Reading& reading_;
  const std::vector<Token>& tokens_;
  SourceId source_;
  std::uint32_t at_;
};

}  // namespace

Diagnostic explain(const Reading& reading, const std::vector<Token>& tokens, SourceId source) {
  return Refusal(reading, tokens, source).diagnostic();
}

Diagnostic too_deep(const Token& token, SourceId source) {
  return {"E0008",
          {source, token.begin, token.end},
          fmt::format("expected at most {} levels of nesting, found more", kMaxNesting),
          {},
          "name parts of the expression with `let`"};
}

}  // namespace refold
