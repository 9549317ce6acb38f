// Inlining of fn, map, bag, def and mask: parameters are bound to the arguments' terms, `given` variables are found by
// matching the arguments' sorts, and the body is elaborated in the closed scope of definitions.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "term/elaborator.h"
#include "term/text.h"

namespace refold {
namespace {

struct Parameter {
  const Syntax* pattern;
  const Syntax* sort;  // or Missing
};

std::vector<Parameter> parameters(const Syntax& tree) {
  std::vector<Parameter> all;
  if (tree.children[1].missing()) return all;
  for (const Syntax& group : tree.children[1].children)
    for (std::size_t k = 0; k + 1 < group.children.size(); ++k) all.push_back({&group.children[k], &group.children.back()});
  return all;
}

const Syntax& body_of(const Syntax& tree) { return tree.kind == Syn::MaskDef ? tree.children[3] : tree.children[3]; }

/// One-way matching of a sort with pattern Inputs against an actual sort.
class SortMatch {
 public:
  SortMatch(Terms& terms, std::vector<TermId> variables) : terms_(terms), variables_(std::move(variables)) {}
  std::map<TermId, TermId> found;
  std::vector<std::pair<TermId, TermId>> equal;  // what two arguments bind one variable to

  bool match(TermId pattern, TermId actual) {
    if (std::find(variables_.begin(), variables_.end(), pattern) != variables_.end()) {
      const auto [at, fresh] = found.emplace(pattern, actual);
      if (fresh || at->second == actual) return true;
      equal.push_back({at->second, actual});
      return terms_.meet(at->second, actual) || !terms_.is_set(pattern);
    }
    const Term p = terms_[pattern];
    if (p.op == Op::Power && terms_.is(p.operands[0], Op::Lambda) == false) {
      const Term a = terms_[actual];
      if (a.op == Op::Power) return match(p.operands[1], a.operands[1]) && match(p.operands[0], a.operands[0]);
    }
    const Term a = terms_[actual];
    if (p.op == Op::Power && a.op == Op::Range) return false;
    if (p.op != a.op || p.operands.size() != a.operands.size()) return terms_.meet(pattern, actual);
    for (std::size_t k = 0; k < p.operands.size(); ++k) {
      if (match(p.operands[k], a.operands[k])) continue;
      if (p.op == Op::Range || p.op == Op::Subset) continue;  // extents that differ in spelling are obligations
      return false;
    }
    return p.payload == a.payload;
  }

 private:
  Terms& terms_;
  std::vector<TermId> variables_;
};

}  // namespace

Result<TermId> Elaborator::inline_call(const Definition& definition, const std::vector<Syntax>& arguments, const Want& want, Span where) {
  const Syntax& tree = definition.tree;
  const std::vector<Parameter> formal = parameters(tree);
  if (formal.size() != arguments.size()) {
    if (tree.kind == Syn::MaskDef && formal.empty()) {  // mask[i, j] without parameters
      REFOLD_TRY(const TermId mask, inline_terms(definition, {}, {}, where));
      return apply(mask, arguments, where);
    }
    return Diagnostic{"E0134", where, fmt::format("{} takes {}, but {} given", definition.name, counted(formal.size(), "argument"), arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size()))};
  }
  std::vector<TermId> values;
  Scope closed = scope_.only(definition.foreign, ScopeItem::Reach::Global);
  Elaborator sorts(terms_.store(), closed);
  sorts.steps_ = steps_;
  for (std::size_t k = 0; k < formal.size(); ++k) {
    Want own;
    if (!formal[k].sort->missing()) {
      if (Result<TermId> known = sorts.sort(*formal[k].sort)) {
        own = Want::of(*known);
      } else if (formal[k].sort->kind == Syn::Arrow) {  // only the values are known before the sets are matched
        if (Result<TermId> values_of = sorts.sort(formal[k].sort->children[1])) own.codomain = *values_of;
      }
    }
    if (tree.kind == Syn::FnDef && formal[k].sort->missing()) own = Want::of(terms_.real());
    REFOLD_TRY(const TermId value, expr(arguments[k], own));
    if (tree.kind == Syn::FnDef && terms_.is_function(value))
      return Diagnostic{"E0146", where, fmt::format("{} is a function of values and this is a tensor", definition.name), {},
                        fmt::format("compose: {} . X", definition.name)};
    values.push_back(value);
  }
  return inline_terms(definition, values, want, where);
}

Result<TermId> Elaborator::inline_terms(const Definition& definition, const std::vector<TermId>& given, const Want& want, Span where) {
  if (depth_ > 300) return Diagnostic{"E0111", where, "definitions are nested too deeply here"};
  const Syntax& tree = definition.tree;
  const std::vector<Parameter> formal = parameters(tree);
  Scope inner_scope = scope_.inside(definition);
  spend(20 + inner_scope.entries().size() / 4, where);  // the scope was copied
  Elaborator inner(terms_.store(), inner_scope);
  inner.aliases_ = aliases_;
  inner.obligations_ = obligations_;
  inner.steps_ = steps_;
  inner.depth_ = depth_ + 1;
  inner.algebra = algebra;
  inner.names = names;
  // given variables: Inputs that sorts of parameters are matched with.
  std::vector<TermId> variables;
  std::vector<std::string> variable_names;
  for (const Syntax& clause : tree.children) {
    if (clause.kind != Syn::Given) continue;
    for (const Syntax& declare : clause.children) {
      for (std::size_t k = 0; k + 1 < declare.children.size(); ++k) {
        const std::string& name = declare.children[k].text;
        TermId sort;
        if (declare.text == "size") sort = terms_.integer();
        else if (declare.text == "set" || declare.text == "sets") sort = terms_.set_kind();
        else if (declare.text == "value" || declare.text == "values") sort = terms_.value_kind();
        else if (declare.text == "axes" || declare.text == "ordered axes") sort = terms_.axes_kind();
        else {
          REFOLD_TRY(sort, inner.sort(declare.children.back()));
        }
        const TermId variable = local(name, sort);
        REFOLD_CHECK(inner_scope.declare(name, {ScopeItem::Kind::Term, variable, nullptr, ScopeItem::Reach::Local, {}}, where));
        variables.push_back(variable);
        variable_names.push_back(name);
      }
    }
  }
  SortMatch matcher(terms_, variables);
  std::vector<TermId> arguments = given;
  std::vector<std::size_t> order;  // scalars last: where a vector is wanted they are constant vectors
  for (const bool scalars : {false, true})
    for (std::size_t k = 0; k < formal.size(); ++k)
      if (!formal[k].sort->missing() && terms_.is_function(arguments[k]) != scalars) order.push_back(k);
  for (const std::size_t k : order) {
    REFOLD_TRY(const TermId pattern, inner.sort(*formal[k].sort));
    if (terms_.is(pattern, Op::Arrow) && !terms_.is_function(arguments[k]))
      if (const auto axes = matcher.found.find(terms_[pattern].operands[0]); axes != matcher.found.end())
        arguments[k] = terms_.lambda(axes->second, terms_.shift(arguments[k], 1));
    const TermId actual = terms_.sort(arguments[k]);
    if (!matcher.match(pattern, actual))
      return Diagnostic{"E0147", where, fmt::format("argument {} of {} has sort {}, which does not fit its parameter", k + 1, definition.name, readable(terms_.store(), actual)),
                        {{formal[k].sort->span, "the parameter's sort"}}};
  }
  for (const auto& [a, b] : matcher.equal) {
    if (terms_.is_set(a)) oblige_equal(a, b, where);
    else oblige(terms_.must(Op::Same, {a, b}), where);
  }
  // Matching may bind a vector extent [n]^F or an axes family through another variable's sort; put all in at once.
  std::vector<std::pair<TermId, TermId>> pairs;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const auto at = matcher.found.find(variables[v]);
    if (at == matcher.found.end()) {
      return Diagnostic{"E0148", where, fmt::format("{} of {} is not determined by the arguments", variable_names[v], definition.name)};
    }
    pairs.push_back({variables[v], at->second});
    inner_scope.forget(variable_names[v]);
    REFOLD_CHECK(inner_scope.declare(variable_names[v], {ScopeItem::Kind::Term, at->second, nullptr, ScopeItem::Reach::Local, {}}, where));
  }
  std::vector<std::string> names;
  for (std::size_t k = 0; k < formal.size(); ++k) REFOLD_CHECK(inner.declare_pattern(*formal[k].pattern, arguments[k], names));
  for (const Syntax& clause : tree.children)
    if (clause.kind == Syn::Where)
      for (const Syntax& condition : clause.children) {
        REFOLD_TRY(const TermId prop, inner.prop(condition));
        oblige(prop, where);
      }
  if (tree.kind == Syn::MaskDef) {
    // Any integer is an index of a mask whose extent nothing tells.
    REFOLD_TRY(const std::vector<Local> locals, inner.open(tree.children[2], &tree.children[3], nullptr, {}, want.domain, terms_.integer()));
    Result<TermId> body = inner.prop(tree.children[3]);
    inner.close(locals);
    if (!body) return body;
    return lambda(locals, *body);
  }
  Want own = want;
  const Syntax& declared = tree.children[2];
  if (!declared.missing()) {
    REFOLD_TRY(const TermId sort, inner.sort(declared));
    own = Want::of(sort);
    if (terms_.is(sort, Op::Arrow)) own = {sort, terms_[sort].operands[0], terms_[sort].operands[1]};
  }
  return inner.expr(body_of(tree), own);
}

/// A definition used as a function: x -> body. What its parameters run over is declared, or told by the neighbours.
Result<TermId> Elaborator::inline_function(const Definition& definition, const Want& want, Span where) {
  const Syntax& tree = definition.tree;
  if (tree.kind == Syn::MaskDef && tree.children[1].missing()) return inline_terms(definition, {}, want, where);
  const std::vector<Parameter> formal = parameters(tree);
  Scope closed = scope_.inside(definition);
  Elaborator inner(terms_.store(), closed);
  inner.aliases_ = aliases_;
  inner.obligations_ = obligations_;
  inner.steps_ = steps_;
  std::vector<TermId> sets(formal.size());
  TermId domain = want.domain;
  while (domain.valid() && terms_.is(domain, Op::Subset) && formal.size() > 1) domain = terms_[domain].operands[0];
  for (std::size_t k = 0; k < formal.size(); ++k) {
    if (!formal[k].sort->missing()) {
      Result<TermId> sort = inner.sort(*formal[k].sort);
      if (!sort) return Diagnostic{"E0149", where, fmt::format("{} must be applied: its parameters' sorts depend on its arguments", definition.name)};
      sets[k] = *sort;
    } else if (tree.kind == Syn::FnDef) {
      sets[k] = terms_.real();
    } else if (domain.valid()) {
      if (formal.size() == 1) sets[k] = domain;
      else if (const Term set = terms_[domain]; set.op == Op::Product && set.operands.size() == formal.size()) sets[k] = set.operands[k];
    }
    if (!sets[k].valid() && formal[k].pattern->kind == Syn::Name)
      sets[k] = inner.infer(formal[k].pattern->text, body_of(tree), Want::of(want.codomain));
    if (!sets[k].valid())
      return Diagnostic{"E0136", where, fmt::format("the set of parameter {} of {} is not known here", k + 1, definition.name), {}, "declare it: (i : [n])"};
  }
  std::vector<Local> locals;
  std::vector<TermId> arguments;
  for (std::size_t k = 0; k < formal.size(); ++k) {
    Local made;
    made.source = sets[k];
    made.variable = local("a", sets[k]);
    arguments.push_back(made.variable);
    locals.push_back(std::move(made));
  }
  Want body_want;
  if (want.codomain.valid()) body_want = Want::of(want.codomain);
  REFOLD_TRY(const TermId body, inline_terms(definition, arguments, body_want, where));
  const TermId function = lambda(locals, body);
  if (names != nullptr && terms_.is(function, Op::Lambda)) names->emplace(function, definition.name);
  return function;
}

}  // namespace refold
