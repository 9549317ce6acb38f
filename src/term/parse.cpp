#include <fmt/format.h>

#include <map>

#include "term/parse_grammar.h"

namespace refold {
namespace {

namespace pegtl = tao::pegtl;

/// Runs every rule: marks where it began, then builds its tree or keeps what it expected.
template <class Rule>
struct Reader : pegtl::normal<Rule> {
  static constexpr bool enable = false;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input>
  static bool match(Input& in, Reading& reading) {
    if constexpr (A == pegtl::apply_mode::nothing) {
      return pegtl::match<Rule, A, M, Action, Control>(in, reading);
    } else {
      const auto at = [&in] { return static_cast<std::uint32_t>(in.current() - in.begin()); };
      const Reading::Mark begin = reading.mark(at());
      if constexpr (requires { Rule::nests; }) reading.enter(begin.token);
      const bool matched = pegtl::match<Rule, A, M, Action, Control>(in, reading);
      if constexpr (requires { Rule::nests; }) reading.leave();
      if (matched) {
        if constexpr (requires { Rule::shape; }) reading.build(Rule::shape, Rule::kind, begin, at());
        return true;
      }
      reading.failed(begin);
      if constexpr (requires { Rule::what; })
        reading.blame_at(begin.token, Rule::what);
      else if constexpr (requires { Rule::label; })
        reading.expect(begin, {Rule::label});
      else if constexpr (requires { Rule::kinds; })
        for (const Tok kind : Rule::kinds)
          reading.expect(reading.mark(begin.token), {spelling(kind), is_written(kind)});
      return false;
    }
  }
};

template <class Rule>
Result<Syntax> read(const std::vector<Token>& tokens, SourceId source) {
  std::string kinds;
  kinds.reserve(tokens.size());
  for (const Token& token : tokens) kinds += static_cast<char>(token.kind);
  pegtl::memory_input<pegtl::tracking_mode::lazy> in(kinds.data(), kinds.data() + kinds.size(), "");
  Reading reading(tokens, source);
  try {
    if (pegtl::parse<Rule, pegtl::nothing, Reader>(in, reading)) return std::move(reading.stack.back().tree);
  } catch (const Reading::TooDeep& deep) {
    return too_deep(tokens[deep.token], source);
  }
  return explain(reading, tokens, source);
}

std::optional<Diagnostic> too_large(const SourceMap& sources, SourceId source) {
  const std::size_t size = sources.text(source).size();
  if (size <= kMaxSourceBytes) return std::nullopt;
  return Diagnostic{"E0009",
                    {source, 0, 0},
                    fmt::format("expected a text of at most {} MB, found {} bytes", kMaxSourceBytes >> 20, size),
                    {},
                    "split the file and `include` its parts"};
}

std::optional<Diagnostic> wrong_begin(const SourceMap& sources, SourceId source, const Token& first) {
  const Span span = {source, first.begin, first.end};
  if (first.begin > 0 && sources.text(source)[first.begin - 1] != '\n')
    return Diagnostic{"E0010",
                      span,
                      fmt::format("expected a statement in column 1, found an indented `{}`", first.text),
                      {},
                      "statements begin in column 1; only their other lines are indented"};
  if (is_statement_word(first.kind)) return std::nullopt;
  const std::string help =
      is_clause_word(first.kind) ? fmt::format("indent the line if `{}` belongs to the statement before", first.text)
      : first.kind == Tok::Sets
          ? "write `set I, J`"
          : "indent the line if it belongs to the statement before; a statement begins with base, bag, "
            "def, fn, format, include, let, map, mask, opaque fn, proof, refute, rule, set, show, size "
            "or tensor";
  return Diagnostic{"E0011", span, fmt::format("expected a statement, found `{}`", first.text), {}, help};
}

/// `let C[i] = ..` with a mistake in it: LetDef(Name C). Missing where its first words do not tell.
Syntax refused(const std::vector<Token>& tokens, SourceId source) {
  static const std::map<Tok, Syn> kinds = {
      {Tok::Size, Syn::SizeDecl}, {Tok::Set, Syn::SetDecl}, {Tok::Tensor, Syn::TensorDecl}, {Tok::Let, Syn::LetDef},
      {Tok::Fn, Syn::FnDef},      {Tok::Map, Syn::MapDef},  {Tok::Bag, Syn::BagDef},        {Tok::Def, Syn::Def},
      {Tok::Mask, Syn::MaskDef},  {Tok::Rule, Syn::Rule},   {Tok::Refute, Syn::Refute},     {Tok::Opaque, Syn::OpaqueFn}};
  Syntax made;
  const auto kind = tokens.empty() ? kinds.end() : kinds.find(tokens.front().kind);
  if (kind == kinds.end()) return made;
  made.kind = kind->second;
  for (std::size_t at = made.kind == Syn::OpaqueFn ? 2 : 1; at < tokens.size() && is_name(tokens[at].kind); at += 2) {
    made.children.push_back({Syn::Name, {source, tokens[at].begin, tokens[at].end}, std::string(tokens[at].text), {}});
    if (at + 1 >= tokens.size() || tokens[at + 1].kind != Tok::Comma) break;
  }
  return made;
}

}  // namespace

ParseOutcome parse(const SourceMap& sources, SourceId source) {
  ParseOutcome outcome{{Syn::File, {source, 0, 0}, {}, {}}, {}};
  if (auto wrong = too_large(sources, source)) {
    outcome.errors.push_back(*std::move(wrong));
    return outcome;
  }
  outcome.file.span.end = static_cast<std::uint32_t>(sources.text(source).size());
  for (Statement& statement : tokens_of(sources, source).statements) {
    if (!statement.error) statement.error = wrong_begin(sources, source, statement.tokens.front());
    if (statement.error) {
      outcome.errors.push_back(*std::move(statement.error));
      outcome.refused.push_back(refused(statement.tokens, source));
      continue;
    }
    auto tree = read<grammar::statement>(statement.tokens, source);
    if (tree) {
      outcome.file.children.push_back(*std::move(tree));
      continue;
    }
    outcome.errors.push_back(std::move(tree).error());
    outcome.refused.push_back(refused(statement.tokens, source));
  }
  return outcome;
}

Result<Syntax> parse_entry(const SourceMap& sources, SourceId source, Entry entry) {
  if (auto wrong = too_large(sources, source)) return *std::move(wrong);
  Tokens tokens = tokens_of(sources, source, Layout::OneExpression);
  Statement& only = tokens.statements.front();
  if (only.error) return *std::move(only.error);
  switch (entry) {
    case Entry::Expression: return read<grammar::only_expression>(only.tokens, source);
    case Entry::Sort: return read<grammar::only_sort>(only.tokens, source);
    case Entry::Proposition: return read<grammar::only_proposition>(only.tokens, source);
  }
  __builtin_unreachable();
}

}  // namespace refold
