// Rules, refutes and proofs.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "term/names.h"
#include "term/statements.h"
#include "term/text.h"

namespace refold {

Result<Algebra> algebra_of(const Syntax& over, Elaborator& elaborator) {
  static const std::set<std::string> structures = {"monoid", "semiring", "ring", "field"};
  static const std::set<std::string> named = {"int", "real", "bool", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
                                              "min_plus", "max_plus", "max_times", "or_and"};
  Algebra algebra;
  algebra.carrier = elaborator.terms().real();
  for (std::size_t begin = 0; begin < over.text.size();) {
    const std::size_t end = std::min(over.text.find(' ', begin), over.text.size());
    const std::string word = over.text.substr(begin, end - begin);
    if (word == "commutative") algebra.commutative = true;
    else if (word == "idempotent") algebra.idempotent = true;
    else if (word == "ordered") algebra.ordered = true;
    else if (structures.count(word) || named.count(word)) algebra.structure = word;
    else return Diagnostic{"E0153", over.span, fmt::format("{} is no algebra and no number model", word), {}, "over monoid, semiring, ring, field (commutative, idempotent, ordered), or a number model"};
    begin = end + 1;
  }
  static const std::set<std::string> models = {"int8", "int16", "int32", "int64", "float16", "float32", "float64"};
  if (models.count(algebra.structure))
    return Diagnostic{"E0190", over.span, fmt::format("the number model {} has no meaning in this version of refold", algebra.structure), {}, "leave `over` out: exact reals"};
  if (!over.children.empty() && !over.children[0].missing()) {
    const Syntax& name = over.children[0];
    algebra.carrier = elaborator.terms().input(name.text, elaborator.terms().value_kind());
    REFOLD_CHECK(elaborator.scope().declare(name.text, {ScopeItem::Kind::Term, algebra.carrier, nullptr, ScopeItem::Reach::Local, name.span}, name.span));
  }
  return algebra;
}

Result<void> Statements::declare(const Syntax& declaration, Elaborator& elaborator, std::vector<Variable>& variables) {
  Terms& terms = elaborator.terms();
  const std::string& kind = declaration.text;
  for (std::size_t k = 0; k + 1 < declaration.children.size(); ++k) {
    const Syntax& item = declaration.children[k];
    const Syntax& name = item.kind == Syn::Family ? item.children[0] : item;
    std::vector<TermId> members;  // the local variable of each parameter
    std::vector<std::string> names;
    std::vector<TermId> sets;
    if (item.kind == Syn::Family)
      for (std::size_t p = 1; p < item.children.size(); ++p) {
        const Syntax& parameter = item.children[p];
        REFOLD_TRY(const TermId set, elaborator.sort(parameter.children[1]));
        const TermId variable = terms.input("%" + parameter.children[0].text, set);
        REFOLD_CHECK(elaborator.scope().declare(parameter.children[0].text, {ScopeItem::Kind::Term, variable, nullptr, ScopeItem::Reach::Local, parameter.span}, parameter.span));
        names.push_back(parameter.children[0].text);
        members.push_back(variable);
        sets.push_back(set);
      }
    Result<TermId> sort = [&]() -> Result<TermId> {
      if (kind == "size") return terms.integer();
      if (kind == "set" || kind == "sets") return terms.set_kind();
      if (kind == "value" || kind == "values") return terms.value_kind();
      if (kind == "axes" || kind == "ordered axes") return terms.axes_kind();
      return elaborator.sort(declaration.children.back());
    }();
    for (const std::string& used : names) elaborator.scope().forget(used);
    if (!sort) return sort.error();
    TermId whole = elaborator.finish(*sort);
    for (std::size_t p = members.size(); p-- > 0;) whole = terms.must(Op::FamilyOf, {sets[p], terms.abstract(whole, members[p])});
    const TermId term = terms.input(name.text, whole);
    REFOLD_CHECK(elaborator.scope().declare(name.text, {ScopeItem::Kind::Term, term, nullptr, ScopeItem::Reach::Local, name.span}, name.span));
    variables.push_back({name.text, term, kind == "size", name.span});
  }
  return {};
}

Result<void> Statements::clause(const Syntax& clause, Elaborator& elaborator, RuleStatement& rule) {
  switch (clause.kind) {
    case Syn::Given:
      for (const Syntax& declaration : clause.children) REFOLD_CHECK(declare(declaration, elaborator, rule.variables));
      return {};
    case Syn::Over: {
      REFOLD_TRY(rule.algebra, algebra_of(clause, elaborator));
      return {};
    }
    case Syn::Where: {
      std::vector<Hypothesis> made;
      for (const Syntax& prop : clause.children) {
        REFOLD_TRY(const TermId term, elaborator.prop(prop));
        made.push_back({elaborator.finish(term), prop.span});
      }
      rule.hypotheses.insert(rule.hypotheses.end(), made.begin(), made.end());
      return {};
    }
    case Syn::LetClause: {
      if (!clause.children[1].missing())
        return Diagnostic{"E0154", clause.span, "an abbreviation with parameters has no meaning in this version of refold", {}, "write a def before the rule"};
      REFOLD_TRY(const TermId term, elaborator.expr(clause.children[2]));
      const Syntax& name = clause.children[0];
      const TermId done = elaborator.finish(term);
      REFOLD_CHECK(elaborator.scope().declare(name.text, {ScopeItem::Kind::Term, done, nullptr, ScopeItem::Reach::Local, name.span}, name.span));
      rule.abbreviations.push_back({name.text, done});
      return {};
    }
    case Syn::Witness: rule.witness = clause.children; return {};
    default: return {};
  }
}

Result<void> Statements::rule(const Syntax& tree) {
  Scope scope = apart_ ? scope_.only(foreign_names(tree), ScopeItem::Reach::Global) : scope_.closed();
  Elaborator elaborator(module_.store, scope);
  RuleStatement made;
  made.name = tree.children[0].text;
  made.title = tree.children[1].missing() ? "" : tree.children[1].text;
  made.refute = tree.kind == Syn::Refute;
  made.span = tree.span;
  if (const RuleStatement* other = module_.rule(made.name))
    return Diagnostic{"E0110", tree.children[0].span, fmt::format("the name {} is already taken", made.name), {{other->span, "declared here"}}, "choose another name"};
  // The clauses of one statement are read together: what is not known yet is tried again after the others.
  std::vector<const Syntax*> open;
  for (std::size_t k = 3; k < tree.children.size(); ++k)
    if (tree.children[k].kind == Syn::Over) open.insert(open.begin(), &tree.children[k]);
    else open.push_back(&tree.children[k]);
  while (!open.empty()) {
    std::vector<const Syntax*> later;
    std::optional<Diagnostic> first_error;
    for (const Syntax* part : open) {
      const Scope before = scope;
      const std::size_t variables = made.variables.size();
      if (Result<void> done = clause(*part, elaborator, made); !done) {
        scope = before;
        made.variables.resize(variables);
        if (!first_error) first_error = done.error();
        later.push_back(part);
      }
    }
    if (later.size() == open.size()) return *first_error;
    open = std::move(later);
  }
  elaborator.algebra = made.algebra;
  const Syntax& claim = tree.children[2];
  const bool directed = claim.kind == Syn::Implies && claim.children[0].kind != Syn::Equal;
  if (claim.kind == Syn::Equal || directed) {
    REFOLD_TRY(auto both, elaborator.sides(claim.children[0], claim.children[1]));
    auto& [left, right] = both;
    Terms& terms = elaborator.terms();
    if (terms.is_function(left) != terms.is_function(right) && !terms.is_set(left)) {
      TermId& scalar = terms.is_function(left) ? right : left;
      scalar = terms.lambda(terms.domain(terms.is_function(left) ? left : right), terms.shift(scalar, 1));
    }
    made.left = elaborator.finish(left);
    made.right = elaborator.finish(right);
    made.directed = directed;
    if (!terms.meet(terms.sort(made.left), terms.sort(made.right)) && !(terms.is_set(made.left) && terms.is_set(made.right)))
      return Diagnostic{"E0155", claim.span, fmt::format("the sides have different sorts: {} and {}", readable(module_.store, terms.sort(made.left)), readable(module_.store, terms.sort(made.right)))};
  } else {
    REFOLD_TRY(const TermId prop, elaborator.prop(claim));
    made.left = elaborator.finish(prop);
  }
  made.obligations = elaborator.take_obligations();
  REFOLD_CHECK(check_rule(made, tree));
  module_.rules.push_back(std::move(made));
  return {};
}

/// Unused variables, variables only on the right, two equal sides.
Result<void> Statements::check_rule(const RuleStatement& rule, const Syntax& tree) {
  Terms terms(module_.store);
  if (rule.right.valid() && rule.left == rule.right && !rule.refute)
    return Diagnostic{"E0301", tree.children[2].span, "both sides are the same term: this rule says nothing", {}, "delete it, or state the law it stands for"};
  std::set<TermId> left, all;
  const auto collect = [&](auto&& self, TermId id, std::set<TermId>& into) -> void {
    if (!into.insert(id).second) return;
    self(self, module_.store[id].sort, into);
    for (const TermId operand : module_.store[id].operands) self(self, operand, into);
  };
  collect(collect, rule.left, left);
  for (const Hypothesis& h : rule.hypotheses) collect(collect, h.prop, left);
  all = left;
  if (rule.right.valid()) collect(collect, rule.right, all);
  for (const Variable& variable : rule.variables) {
    if (all.count(variable.term) == 0)
      return Diagnostic{"E0302", variable.span, fmt::format("{} is never used", variable.name), {}, "leave it out"};
    if (rule.right.valid() && !rule.refute && left.count(variable.term) == 0)
      return Diagnostic{"E0303", variable.span, fmt::format("{} stands on the right side only, so applying the rule cannot find it", variable.name), {}, "use it on the left or in a hypothesis"};
  }
  return {};
}

Result<void> Statements::proof(const Syntax& tree) {
  const Syntax& name = tree.children[0];
  const RuleStatement* rule = module_.rule(name.text);
  if (rule == nullptr)
    return Diagnostic{"E0401", name.span, fmt::format("there is no rule {} above this proof", name.text), {}, "state the rule first; include the file that states it"};
  for (const ProofStatement& other : module_.proofs)
    if (other.rule == name.text) return Diagnostic{"E0402", name.span, fmt::format("{} has a proof already", name.text), {{other.span, "here"}}};
  module_.proofs.push_back({name.text, std::vector<Syntax>(tree.children.begin() + 1, tree.children.end()), tree.span});
  return {};
}

}  // namespace refold
