#include <algorithm>
#include <cassert>

#include "term/print_expression.h"

namespace refold {
namespace {

/// Statements, clauses and proof steps; expressions, sorts and propositions are the base's.
class StatementPrinter : public ExpressionPrinter {
 public:
  void any(const Syntax& tree) {
    if (tree.kind == Syn::File) {
      for (const Syntax& each : tree.children) statement(each);
    } else if (tree.kind >= Syn::Include && tree.kind <= Syn::Proof && tree.kind != Syn::Sparse &&
               tree.kind != Syn::As && tree.kind != Syn::Level) {
      statement(tree);
    } else if (tree.kind >= Syn::StepAt && tree.kind <= Syn::StepChain) {
      step(tree);
    } else {
      part(tree);
    }
  }

 private:
  using Children = std::vector<Syntax>;

  void statement(const Syntax& tree);
  void part(const Syntax& tree);
  void clause(const Syntax& tree);
  void clauses(const Children& children, std::size_t from) {
    for (std::size_t i = from; i < children.size(); ++i) {
      begin_line(Break::Clause, kClauseIndent);
      clause(children[i]);
    }
  }
  void data(std::string_view keyword, const Syntax& tree);
  void tensor(const Syntax& tree);
  void definition(std::string_view keyword, const Syntax& tree, std::string_view before_sort);
  void mask(const Syntax& tree);
  void format(const Syntax& tree);
  void let(const Syntax& tree);
  void rule(std::string_view keyword, const Syntax& tree);
  void proof(const Syntax& tree);
  void step(const Syntax& tree);

  void declaration(const Syntax& tree);
  void declared(const Syntax& tree);
  void parameters(const Syntax& params);
  void square(const Syntax& bound) {
    put("[", Role::Touch);
    binders(bound);
    put("]", Role::Close);
  }
  void propositions(const Children& props, std::size_t from = 0) {
    separated(props, from, props.size(), ";", Role::WideSemicolon, [this](const Syntax& p) { proposition(p); });
  }
  void loop(const Syntax& tree);
  void level(const Syntax& tree);
  void refs(const Children& children, std::size_t from) {
    separated(children, from, children.size(), ",", Role::Comma, [this](const Syntax& r) { ref(r); });
  }
  void ref(const Syntax& tree);
  void names(const Children& children, std::size_t from, std::size_t to) {
    separated(children, from, to, ",", Role::Comma, [this](const Syntax& n) { word(n.text); });
  }
  void defined_as(const Syntax& value) {
    put("=", Role::Infix);
    expression(value);
  }
};

void StatementPrinter::data(std::string_view keyword, const Syntax& tree) {
  word(keyword);
  names(tree.children, 0, tree.children.size() - 1);
  if (!tree.children.back().missing()) defined_as(tree.children.back());
}

void StatementPrinter::tensor(const Syntax& tree) {
  const Children& c = tree.children;
  const auto sparse =
      std::find_if(c.begin(), c.end(), [](const Syntax& s) { return s.missing() || s.kind == Syn::Sparse; });
  const auto at = static_cast<std::size_t>(sparse - c.begin());
  word("tensor");
  names(c, 0, at - 1);
  put(":", Role::Infix);
  sort(c[at - 1]);
  if (!c[at].missing()) part(c[at]);
  if (!c[at + 1].missing()) part(c[at + 1]);
  clauses(c, at + 2);
}

void StatementPrinter::definition(std::string_view keyword, const Syntax& tree, std::string_view before_sort) {
  word(keyword);
  word(tree.children[0].text);
  parameters(tree.children[1]);
  if (!tree.children[2].missing()) {
    put(before_sort, Role::Infix);
    sort(tree.children[2]);
  }
  defined_as(tree.children[3]);
  clauses(tree.children, 4);
}

void StatementPrinter::mask(const Syntax& tree) {
  word("mask");
  word(tree.children[0].text);
  parameters(tree.children[1]);
  square(tree.children[2]);
  defined_as(tree.children[3]);
  clauses(tree.children, 4);
}

void StatementPrinter::format(const Syntax& tree) {
  const Children& c = tree.children;
  const auto last = std::find_if(c.begin() + 3, c.end(), [](const Syntax& s) { return s.kind != Syn::Level; });
  word("format");
  word(c[0].text);
  parameters(c[1]);
  put("=", Role::Infix);
  put("(", Role::Open);
  binders(c[2]);
  put(")", Role::Close);
  put("->", Role::Infix);
  separated(c, 3, static_cast<std::size_t>(last - c.begin()), ",", Role::Comma, [this](const Syntax& l) { level(l); });
  clauses(c, static_cast<std::size_t>(last - c.begin()));
}

void StatementPrinter::let(const Syntax& tree) {
  word("let");
  word(tree.children[0].text);
  if (!tree.children[1].missing()) square(tree.children[1]);
  if (!tree.children[2].missing()) {
    put(":", Role::Infix);
    sort(tree.children[2]);
  }
  defined_as(tree.children[3]);
  clauses(tree.children, 4);
}

/// The claim stands after the hypotheses, before the witness.
void StatementPrinter::rule(std::string_view keyword, const Syntax& tree) {
  const Children& c = tree.children;
  word(keyword);
  word(c[0].text);
  if (!c[1].missing()) expression(c[1]);
  const bool has_witness = c.back().kind == Syn::Witness;
  clauses(Children(c.begin() + 3, c.end() - (has_witness ? 1 : 0)), 0);
  begin_line(Break::Clause, kClauseIndent);
  proposition(c[2], Role::Wide);
  if (has_witness) clauses(c, c.size() - 1);
}

void StatementPrinter::proof(const Syntax& tree) {
  word("proof");
  word(tree.children[0].text);
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    begin_line(Break::Clause, tree.children[i].kind == Syn::StepCase ? kCaseIndent : kClauseIndent);
    step(tree.children[i]);
  }
}

void StatementPrinter::step(const Syntax& tree) {
  const Children& c = tree.children;
  const auto named = [&](std::string_view words) {
    word(words);
    word(c[0].text);
  };
  switch (tree.kind) {
    case Syn::StepAt: word("at"); return names(c, 0, c.size());
    case Syn::StepExt: return named("by extensionality at");
    case Syn::StepLet: named("let"); return defined_as(c[1]);
    case Syn::StepHave:
      named("have");
      put(":", Role::Colon);
      return proposition(c[1]);
    case Syn::StepUsing: word("using"); return refs(c, 0);
    case Syn::StepInduction: return named("induction on");
    case Syn::StepCases: word("cases"); return expression(c[0]);
    case Syn::StepCase:
      word("case");
      expression(c[0], Precedence::Or);
      put(":", Role::Colon);
      return separated(c, 1, c.size(), ";", Role::Semicolon, [this](const Syntax& s) { step(s); });
    default: break;
  }
  assert(tree.kind == Syn::StepChain);
  expression(c[0]);
  for (std::size_t i = 1; i < c.size(); ++i) part(c[i]);
}

void StatementPrinter::statement(const Syntax& tree) {
  begin_line(Break::Statement, 0);
  switch (tree.kind) {
    case Syn::Include: word("include"); return expression(tree.children[0]);
    case Syn::Base: return clause(tree);
    case Syn::SizeDecl: return data("size", tree);
    case Syn::SetDecl: return data("set", tree);
    case Syn::TensorDecl: return tensor(tree);
    case Syn::FnDef: return definition("fn", tree, "->");
    case Syn::OpaqueFn:
      word("opaque fn");
      word(tree.children[0].text);
      put(":", Role::Infix);
      sort(tree.children[1]);
      if (tree.children.size() == 2) return;
      begin_line(Break::Clause, kClauseIndent);
      word("with");
      return propositions(tree.children, 2);
    case Syn::MapDef: return definition("map", tree, ":");
    case Syn::BagDef: return definition("bag", tree, ":");
    case Syn::Def: return definition("def", tree, ":");
    case Syn::MaskDef: return mask(tree);
    case Syn::FormatDef: return format(tree);
    case Syn::LetDef: return let(tree);
    case Syn::Show:
      word("show");
      return separated(tree.children, 0, tree.children.size(), ",", Role::Comma,
                       [this](const Syntax& e) { expression(e); });
    case Syn::Rule: return rule("rule", tree);
    case Syn::Refute: return rule("refute", tree);
    case Syn::Proof: return proof(tree);
    default: assert(false && "not a statement");
  }
}

void StatementPrinter::clause(const Syntax& tree) {
  switch (tree.kind) {
    case Syn::Given:
      word("given");
      return separated(tree.children, 0, tree.children.size(), ";", Role::WideSemicolon,
                       [this](const Syntax& d) { declaration(d); });
    case Syn::Where: word("where"); return propositions(tree.children);
    case Syn::Witness: word("witness"); return propositions(tree.children);
    case Syn::Over:
      word("over");
      word(tree.text);
      return names(tree.children, 0, tree.children.size());
    case Syn::LetClause:
      word("let");
      word(tree.children[0].text);
      parameters(tree.children[1]);
      return defined_as(tree.children[2]);
    case Syn::Loop: return loop(tree);
    case Syn::Base: word("base"); return word(tree.text);
    default: return part(tree);
  }
}

void StatementPrinter::declaration(const Syntax& tree) {
  const std::size_t count = tree.children.size() - 1;
  const bool plural = count > 1 && (tree.text == "set" || tree.text == "value");
  if (!tree.text.empty()) word(tree.text + (plural ? "s" : ""));
  separated(tree.children, 0, count, ",", Role::Comma, [this](const Syntax& n) { declared(n); });
  if (tree.children.back().missing()) return;
  put(":", Role::Infix);
  sort(tree.children.back());
}

void StatementPrinter::declared(const Syntax& tree) {
  if (tree.kind == Syn::Name) return word(tree.text);
  word(tree.children[0].text);
  put("(", Role::Touch);
  separated(tree.children, 1, tree.children.size(), ",", Role::Comma, [this](const Syntax& p) { part(p); });
  put(")", Role::Close);
}

void StatementPrinter::parameters(const Syntax& params) {
  if (params.missing()) return;
  put("(", Role::Touch);
  separated(params.children, 0, params.children.size(), ",", Role::Comma, [this](const Syntax& g) { part(g); });
  put(")", Role::Close);
}

void StatementPrinter::loop(const Syntax& tree) {
  word("loop");
  separated(tree.children, 0, tree.children.size() - 1, ",", Role::Comma, [this](const Syntax& r) { part(r); });
  if (tree.children.back().missing()) return;
  word("if");
  expression(tree.children.back(), Precedence::Or);
}

void StatementPrinter::level(const Syntax& tree) {
  if (!tree.children[0].missing()) {
    word(tree.children[0].text);
    put("=", Role::Infix);
  }
  expression(tree.children[1], Precedence::Add);
  put(":", Role::Infix);
  expression(tree.children[2], Precedence::Postfix);
  if (!tree.text.empty()) word(tree.text);
}

void StatementPrinter::ref(const Syntax& tree) {
  word(tree.children[0].text);
  if (tree.children.size() == 1) return;
  put("(", Role::Touch);
  separated(tree.children, 1, tree.children.size(), ",", Role::Comma, [this](const Syntax& s) { part(s); });
  put(")", Role::Close);
}

/// What stands inside a line of a statement.
void StatementPrinter::part(const Syntax& tree) {
  const Children& c = tree.children;
  switch (tree.kind) {
    case Syn::Missing: return;
    case Syn::Given:
    case Syn::Where:
    case Syn::Over:
    case Syn::LetClause:
    case Syn::Loop:
    case Syn::Base:
    case Syn::Witness: return clause(tree);
    case Syn::Declare: return declaration(tree);
    case Syn::Family: return declared(tree);
    case Syn::Parameter:
      word(c[0].text);
      put(":", Role::Infix);
      return expression(c[1], Precedence::Add);
    case Syn::Params: return parameters(tree);
    case Syn::ParamGroup:
      separated(c, 0, c.size() - 1, ",", Role::Comma, [this](const Syntax& p) { pattern(p); });
      if (c.back().missing()) return;
      put(":", Role::Infix);
      return sort(c.back());
    case Syn::LoopIn:
      word(c[0].text);
      word("in");
      expression(c[1], Precedence::Add);
      put("..", Role::Infix);
      if (!c[2].missing()) expression(c[2], Precedence::Add);
      if (c[3].missing()) return;
      word("step");
      return expression(c[3], Precedence::Add);
    case Syn::LoopPoint:
      word(c[0].text);
      put("=", Role::Infix);
      return expression(c[1], Precedence::Add);
    case Syn::LoopTest: return word(c[0].text);
    case Syn::Sparse:
      word("sparse");
      if (tree.text.empty()) return;
      put("~", Role::Infix);
      return word(tree.text);
    case Syn::As: word("as"); return expression(c[0], Precedence::Postfix);
    case Syn::Level: return level(tree);
    case Syn::ChainLink:
      put("=", Role::Infix);
      expression(c[0]);
      word("by");
      return refs(c, 1);
    case Syn::Ref: return ref(tree);
    case Syn::Substitution: word(c[0].text); return defined_as(c[1]);
    default: return proposition(tree);
  }
}

}  // namespace

std::string print(const Syntax& tree) {
  StatementPrinter printer;
  printer.any(tree);
  return lay_out(printer.pieces(), 0) + (tree.kind == Syn::File && !tree.children.empty() ? "\n" : "");
}

}  // namespace refold
