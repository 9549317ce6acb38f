#include "term/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "term/names.h"
#include "term/text.h"

namespace refold {
namespace {

bool mentions_data(const Syntax& syntax, const Scope& scope) {
  if (syntax.kind == Syn::Name)
    if (const ScopeItem* item = scope.find(syntax.text))
      if (item->reach == ScopeItem::Reach::Data || (item->definition && item->definition->uses_data)) return true;
  return std::any_of(syntax.children.begin(), syntax.children.end(), [&](const Syntax& child) { return mentions_data(child, scope); });
}

bool mentions_any(const Syntax& tree, const std::set<std::string, std::less<>>& names) {
  if (tree.kind == Syn::Name && names.count(tree.text) > 0) return true;
  return std::any_of(tree.children.begin(), tree.children.end(), [&](const Syntax& child) { return mentions_any(child, names); });
}

bool binds(const Syntax& tree, std::string_view name) {
  const std::vector<const Syntax*> own = bound_names(tree);
  return std::any_of(own.begin(), own.end(), [&](const Syntax* bound) { return bound->text == name; });
}

/// What a statement takes for granted and numbers in it deny: [3] is not [4].
Result<void> possible(const TermStore& store, const Obligations& obligations) {
  for (const Hypothesis& obligation : obligations) {
    const Term& equal = store[obligation.prop];
    if (equal.op != Op::Eq || store[equal.operands[0]].op != Op::Number || store[equal.operands[1]].op != Op::Number) continue;
    if (equal.operands[0] != equal.operands[1])
      return Diagnostic{"E0158", obligation.span, fmt::format("this needs [{}] to be [{}]", readable(store, equal.operands[0]), readable(store, equal.operands[1]))};
  }
  return {};
}

/// Whether a term means another thing in another algebra: it adds or multiplies, the stored values of a sparse tensor
/// aside.
bool computes(const TermStore& store, TermId root) {
  std::vector<TermId> open{root};
  std::set<TermId> seen;
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const Term& term = store[id];
    const bool stored = term.op == Op::Compose && term.operands.size() == 3 && store[term.operands[2]].op == Op::Positions;
    if (stored) continue;
    if (term.op == Op::Reduce && store.name_text(term.payload) != "max" && store.name_text(term.payload) != "min") return true;
    const bool arithmetic = term.op == Op::Add || term.op == Op::Mul || term.op == Op::Neg || term.op == Op::Divide || term.op == Op::Pow;
    if (arithmetic && store[term.sort].op == Op::Real) return true;
    open.insert(open.end(), term.operands.begin(), term.operands.end());
  }
  return false;
}

std::string in_algebra(const Algebra& algebra) { return algebra.structure.empty() ? "with reals" : "over " + algebra.structure; }

/// The place of a message is the statement that was read, not a definition that it puts in.
Diagnostic said_of(const Syntax& tree, Diagnostic wrong) {
  const Span inner = wrong.span;
  if (inner.valid() && inner.source == tree.span.source && tree.span.begin <= inner.begin && inner.end <= tree.span.end) return wrong;
  wrong.span = tree.children.empty() ? tree.span : tree.children[0].span;
  if (inner.valid()) wrong.notes.push_back({inner, "while this was put in"});
  return wrong;
}

}  // namespace

Result<void> Statements::inherit(const Syntax& tree, const Algebra& algebra, Obligations& obligations) const {
  const auto known = [&](TermId prop) {
    return std::any_of(obligations.begin(), obligations.end(), [&](const Hypothesis& h) { return h.prop == prop; });
  };
  if (tree.kind == Syn::Name) {
    if (const LetStatement* let = module_.let(tree.text)) {
      if (!(let->algebra == algebra) && computes(module_.store, let->term))
        return Diagnostic{"E0159", tree.span, fmt::format("{} computes {}, and this {}", tree.text, in_algebra(let->algebra), in_algebra(algebra)),
                          {{let->span, "stated here"}}, "write `over` in both, or neither"};
      for (const Hypothesis& obligation : let->obligations)
        if (!known(obligation.prop)) obligations.push_back(obligation);
    }
    if (const ScopeItem* item = scope_.find(tree.text); item != nullptr && item->definition && item->definition->uses_data)
      for (const Syntax& child : item->definition->tree.children)
        if (child.kind != Syn::Name) REFOLD_CHECK(inherit(child, algebra, obligations));
  }
  for (const Syntax& child : tree.children) REFOLD_CHECK(inherit(child, algebra, obligations));
  return {};
}

void Statements::refuse(const Syntax& tree) {
  const bool data = tree.kind == Syn::SizeDecl || tree.kind == Syn::SetDecl || tree.kind == Syn::TensorDecl || tree.kind == Syn::LetDef;
  if (tree.kind == Syn::Proof) return;  // its rule's name is the rule's
  for (const std::string& name : declared_names(tree))
    if (scope_.find(name) == nullptr && module_.rule(name) == nullptr) (data ? refused_data_ : module_.refused).insert(name);
}

bool Statements::follows(const Syntax& tree, const Diagnostic& error) const {
  static const std::set<std::string> unknown_name = {"E0136", "E0141", "E0142", "E0401"};
  const bool sees_data = tree.kind == Syn::MapDef || tree.kind == Syn::BagDef || tree.kind == Syn::LetDef || tree.kind == Syn::Show ||
                         tree.kind == Syn::SizeDecl || tree.kind == Syn::SetDecl || tree.kind == Syn::TensorDecl;
  return mentions_any(tree, module_.refused) || (sees_data && mentions_any(tree, refused_data_)) || (lacks_include_ && unknown_name.count(error.code) > 0);
}

void Statements::file(const std::filesystem::path& path, Span from) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(path, error);
  const std::string key = error ? path.string() : whole.string();
  if (std::find(open_.begin(), open_.end(), key) != open_.end()) {
    module_.errors.push_back({"E0707", from, fmt::format("{} includes itself", path.string())});
    return;
  }
  if (!files_.insert(key).second) return;
  if (std::filesystem::is_directory(path, error)) {
    lacks_include_ = true;
    module_.errors.push_back({"E0702", from, fmt::format("{} is a directory, not a file", path.string())});
    return;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    lacks_include_ = true;
    if (in_library_ && from.valid()) {
      absent_.insert(key);
      module_.gaps.files.push_back(path.lexically_normal().string());
      return;
    }
    module_.errors.push_back({"E0701", from, fmt::format("cannot read {}", path.string()), {}, "check the path; an include is looked up beside the file that names it"});
    return;
  }
  std::ostringstream whole_text;
  whole_text << in.rdbuf();
  open_.push_back(key);
  text(sources_.add(path.string(), std::move(whole_text).str()), path.parent_path());
  open_.pop_back();
}

void Statements::read_library(const std::vector<std::filesystem::path>& files) {
  in_library_ = true;
  for (const std::filesystem::path& file : files) Statements::file(file);
  in_library_ = lacks_include_ = false;
  for (const std::string& key : absent_) files_.erase(key);
  // Names that are left out stay unknown to what comes after; there it is an error to use them.
  for (const std::string& rule : module_.gaps.rules) module_.refused.erase(rule);
}

bool Statements::left_out(const Syntax& tree, const Diagnostic& wrong) {
  if (!in_library_) return false;
  const std::string& name = tree.children.empty() ? tree.text : tree.children[0].text;
  if (tree.kind == Syn::Proof && wrong.code == "E0401" && module_.refused.count(name) == 0) {
    module_.gaps.proofs.push_back(name);
    return true;
  }
  const bool rule = tree.kind == Syn::Rule || tree.kind == Syn::Refute;
  if (!rule || absent_.empty() || !follows(tree, wrong)) return false;
  module_.gaps.rules.push_back(name);
  return true;
}

void Statements::text(SourceId source, const std::filesystem::path& directory) {
  module_.sources.push_back(source);
  const std::filesystem::path before = std::exchange(directory_, directory);
  ParseOutcome parsed = parse(sources_, source);
  std::vector<Diagnostic> errors = std::move(parsed.errors);
  for (const Syntax& tree : parsed.refused) refuse(tree);
  for (const Syntax& tree : parsed.file.children) {
    if (tree.kind == Syn::Include) {
      file(directory_ / tree.children[0].text, tree.span);
      continue;
    }
    const Result<void> done = read(tree);
    if (done) {
      for (const std::string& name : declared_names(tree)) module_.refused.erase(name), refused_data_.erase(name);
      continue;
    }
    const bool silent = left_out(tree, done.error()) || follows(tree, done.error());
    refuse(tree);
    if (silent) continue;
    errors.push_back(done.error());
    if (const Span at = done.error().span; done.error().code == "E0141" && binds(tree, sources_.text(at.source).substr(at.begin, at.end - at.begin)))
      errors.back().help = "an index is known inside its binder only; the body of a big operator ends at + and -: write sum k: (a + b)";
  }
  std::stable_sort(errors.begin(), errors.end(), [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  module_.errors.insert(module_.errors.end(), errors.begin(), errors.end());
  module_.tree = std::move(parsed.file);
  directory_ = before;
}

Result<void> Statements::read(const Syntax& tree) {
  try {
    return statement(tree);
  } catch (const TermTooLarge& large) {
    scope_ = scope_.with_data();  // without the variables of what was left off
    return said_of(tree, large.diagnostic);
  }
}

Result<void> Statements::statement(const Syntax& tree) {
  switch (tree.kind) {
    case Syn::SizeDecl: return size(tree);
    case Syn::SetDecl: return set(tree);
    case Syn::TensorDecl: return tensor(tree);
    case Syn::FnDef: case Syn::MapDef: case Syn::BagDef: case Syn::Def: case Syn::MaskDef: return definition(tree);
    case Syn::OpaqueFn: return opaque(tree);
    case Syn::LetDef: return let(tree);
    case Syn::Show: return show(tree);
    case Syn::Rule: case Syn::Refute: return rule(tree);
    case Syn::Proof: return proof(tree);
    case Syn::Base:
      if (tree.text == "0") return {};
      return Diagnostic{"E0190", tree.span, "base 1 has no meaning in this version of refold", {}, "write the mask from 0"};
    case Syn::FormatDef:
      return Diagnostic{"E0190", tree.span, "own formats have no meaning in this version of refold", {}, "use `as csr`, `as csc`, `as coo`, `as csf` or `as dense`"};
    default: return Diagnostic{"E0112", tree.span, "this is no statement"};
  }
}

Result<void> Statements::size(const Syntax& tree) {
  Elaborator elaborator(module_.store, scope_);
  const Syntax& value = tree.children.back();
  for (std::size_t k = 0; k + 1 < tree.children.size(); ++k) {
    const Syntax& name = tree.children[k];
    TermId term = elaborator.terms().input(name.text, elaborator.terms().integer());
    if (!value.missing()) {
      REFOLD_TRY(term, elaborator.expr(value, Want::of(elaborator.terms().integer())));
      if (!elaborator.terms().meet(elaborator.terms().sort(term), elaborator.terms().integer()))
        return Diagnostic{"E0114", value.span, "a size is an int"};
      const Term number = module_.store[term];
      if (number.op == Op::Number && module_.store.number_value(number.payload) < 0)
        return Diagnostic{"E0150", value.span, "a size is not negative"};
    }
    REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Term, term, nullptr, ScopeItem::Reach::Data, name.span}, name.span));
    if (value.missing()) module_.sizes.push_back({name.text, term, true, name.span});
  }
  return {};
}

Result<void> Statements::set(const Syntax& tree) {
  Elaborator elaborator(module_.store, scope_);
  const Syntax& value = tree.children.back();
  for (std::size_t k = 0; k + 1 < tree.children.size(); ++k) {
    const Syntax& name = tree.children[k];
    TermId term = elaborator.terms().input(name.text, elaborator.terms().set_kind());
    if (!value.missing()) {
      REFOLD_TRY(term, elaborator.sort(value));
    }
    REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Term, term, nullptr, ScopeItem::Reach::Data, name.span}, name.span));
    if (value.missing()) module_.sets.push_back({name.text, term, false, name.span});
  }
  return {};
}

Result<void> Statements::tensor(const Syntax& tree) {
  Elaborator elaborator(module_.store, scope_);
  Terms& terms = elaborator.terms();
  std::size_t names = 0;
  while (names < tree.children.size() && tree.children[names].kind == Syn::Name) ++names;
  // Names come first; the sort of `tensor x : real` is a Name too, so it is the last of the run when no sort follows.
  const bool named_sort = names == tree.children.size() || tree.children[names].kind == Syn::Sparse || tree.children[names].kind == Syn::Missing ||
                          tree.children[names].kind == Syn::Where || tree.children[names].kind == Syn::As;
  if (named_sort) --names;
  const Syntax& sort_syntax = tree.children[names];
  REFOLD_TRY(const TermId sort, elaborator.sort(sort_syntax));
  for (std::size_t k = 0; k < names; ++k) {
    const Syntax& name = tree.children[k];
    TensorInfo info;
    info.variable = {name.text, terms.input(name.text, sort), false, name.span};
    TermId term = info.variable.term;
    for (std::size_t c = names + 1; c < tree.children.size(); ++c) {
      const Syntax& part = tree.children[c];
      if (part.kind == Syn::As) info.format = part.children.empty() ? part : part.children[0];
      if (part.kind != Syn::Sparse) continue;
      info.sparse = true;
      if (!part.text.empty()) {
        REFOLD_TRY(const TermId number, elaborator.expr(Syntax{Syn::Number, part.span, part.text, {}}, Want::of(terms.real())));
        info.estimate = module_.store.number_value(module_.store[number].payload);
      }
      if (!terms.domain(term).valid() || !terms.is_set(terms.domain(term)))
        return Diagnostic{"E0151", part.span, "only a tensor on an index set is sparse"};
      const TermId value = terms.codomain(term);
      term = terms.compose({terms.reduce(terms.is(value, Op::Bool) ? "any" : "sum", value), terms.must(Op::Star, {terms.must(Op::Values, {info.variable.term})}),
                            terms.must(Op::Positions, {info.variable.term})});
      module_.names.emplace(term, name.text);
    }
    REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Term, term, nullptr, ScopeItem::Reach::Data, name.span}, name.span));
    module_.tensors.push_back(info);
  }
  for (std::size_t c = names + 1; c < tree.children.size(); ++c) {
    if (tree.children[c].kind != Syn::Where) continue;
    for (const Syntax& fact : tree.children[c].children) {
      REFOLD_TRY(const TermId prop, elaborator.prop(fact));
      for (std::size_t k = 0; k < names; ++k)
        module_.tensors[module_.tensors.size() - names + k].facts.push_back({elaborator.finish(prop), fact.span});
    }
  }
  return {};
}

Result<void> Statements::definition(const Syntax& tree) {
  const Syntax& name = tree.children[0];
  auto made = std::make_shared<Definition>();
  made->tree = tree;
  made->name = name.text;
  made->foreign = foreign_names(tree);
  made->uses_data = (tree.kind == Syn::MapDef || tree.kind == Syn::BagDef) && mentions_data(tree, scope_);
  REFOLD_CHECK(hides_nothing(tree, made->uses_data ? ScopeItem::Reach::Data : ScopeItem::Reach::Global));
  // Read the body once where its parameters have sorts of their own, so that mistakes show at the definition.
  if (tree.kind == Syn::FnDef) {
    Scope closed = scope_.inside(*made);
    Elaborator elaborator(module_.store, closed);
    for (const Syntax& group : tree.children[1].children)
      for (std::size_t k = 0; k + 1 < group.children.size(); ++k) {
        TermId sort = elaborator.terms().real();
        if (!group.children.back().missing()) {
          REFOLD_TRY(sort, elaborator.sort(group.children.back()));
        }
        const Syntax& pattern = group.children[k];
        if (pattern.kind != Syn::Name) return Diagnostic{"E0152", pattern.span, "a parameter of fn is a name"};
        REFOLD_CHECK(closed.declare(pattern.text, {ScopeItem::Kind::Term, elaborator.terms().input(pattern.text, sort), nullptr, ScopeItem::Reach::Local, pattern.span}, pattern.span));
      }
    Want want;
    if (!tree.children[2].missing()) {
      REFOLD_TRY(const TermId sort, elaborator.sort(tree.children[2]));
      want = Want::of(sort);
    }
    REFOLD_TRY(const TermId body, elaborator.expr(tree.children[3], want));
    if (want.sort.valid() && !elaborator.terms().meet(elaborator.terms().sort(body), want.sort))
      return Diagnostic{"E0102", tree.children[3].span, fmt::format("this has sort {}, but {} is declared", readable(module_.store, elaborator.terms().sort(body)), readable(module_.store, want.sort))};
  }
  REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Definition, {}, std::move(made), ScopeItem::Reach::Global, name.span}, name.span));
  // The definition stands; what this version cannot check about it is refused.
  for (const Syntax& child : tree.children) {
    if (child.kind == Syn::Loop)
      return Diagnostic{"E0190", child.span, "loop claims of masks are not proved by this version of refold", {}, "leave the loop line out; the mask itself is understood"};
    if (child.kind == Syn::Base && child.text == "1") {
      scope_.forget(name.text);
      return Diagnostic{"E0190", child.span, "base 1 has no meaning in this version of refold", {}, "write the mask from 0"};
    }
  }
  return {};
}

/// Nothing visible is ever shadowed, also where a definition is read only when it is used.
Result<void> Statements::hides_nothing(const Syntax& tree, ScopeItem::Reach reach) const {
  if (apart_) return {};
  for (const Syntax* name : bound_names(tree)) {
    const ScopeItem* other = scope_.find(name->text);
    if (other == nullptr || !other->seen_from(reach)) continue;
    Scope visible = scope_.only({name->text}, reach);
    REFOLD_CHECK(visible.declare(name->text, {}, name->span));
  }
  return {};
}

Result<void> Statements::opaque(const Syntax& tree) {
  Elaborator elaborator(module_.store, scope_);
  REFOLD_TRY(const TermId sort, elaborator.sort(tree.children[1]));
  const Syntax& name = tree.children[0];
  OpaqueFunction made{{name.text, elaborator.terms().input(name.text, sort), false, name.span}, {}};
  if (!elaborator.terms().domain(made.variable.term).valid()) return Diagnostic{"E0103", tree.children[1].span, "an opaque fn is a function A -> B"};
  REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Term, made.variable.term, nullptr, ScopeItem::Reach::Global, name.span}, name.span));
  for (std::size_t k = 2; k < tree.children.size(); ++k) {
    Result<TermId> axiom = bounded([&] { return elaborator.prop(tree.children[k]); });
    if (!axiom) {
      scope_.forget(name.text);
      return axiom.error();
    }
    made.axioms.push_back({elaborator.finish(*axiom), tree.children[k].span});
  }
  module_.opaque.push_back(std::move(made));
  return {};
}

Result<void> Statements::let(const Syntax& tree) {
  const Syntax& name = tree.children[0];
  Elaborator elaborator(module_.store, scope_);
  elaborator.names = &module_.names;
  Algebra algebra;
  for (std::size_t k = 4; k < tree.children.size(); ++k)
    if (tree.children[k].kind == Syn::Over) {
      REFOLD_TRY(algebra, algebra_of(tree.children[k], elaborator));
    }
  Want want;
  if (!tree.children[2].missing()) {
    REFOLD_TRY(const TermId sort, elaborator.sort(tree.children[2]));
    want = Want::of(sort);
  }
  TermId term;
  if (tree.children[1].missing()) {
    REFOLD_TRY(term, elaborator.expr(tree.children[3], want));
  } else {
    const Syntax lambda{Syn::Lambda, tree.children[3].span, {}, {tree.children[1], tree.children[3]}};
    REFOLD_TRY(term, elaborator.expr(lambda, want));
  }
  Terms& terms = elaborator.terms();
  if (terms[term].op == Op::Apply || terms[term].op == Op::Mul) {  // a scalar sum is an einsum too
    if (const TermId einsum = canonical_einsum(terms, {}, term); einsum.valid()) term = einsum;
  }
  term = elaborator.finish(term);
  if (auto wrong = too_large(module_.store.extent(term), kMostRead, tree.children[3].span)) throw TermTooLarge{*std::move(wrong)};
  if (want.sort.valid() && !terms.meet(terms.sort(term), want.sort))
    return Diagnostic{"E0102", tree.children[3].span, fmt::format("this has sort {}, but {} is declared", readable(module_.store, terms.sort(term)), readable(module_.store, want.sort))};
  Obligations obligations = elaborator.take_obligations();
  REFOLD_CHECK(possible(module_.store, obligations));
  for (const Syntax& child : tree.children)
    if (&child != &name) REFOLD_CHECK(inherit(child, algebra, obligations));
  REFOLD_CHECK(scope_.declare(name.text, {ScopeItem::Kind::Term, term, nullptr, ScopeItem::Reach::Data, name.span}, name.span));
  module_.lets.push_back({name.text, term, algebra, std::move(obligations), tree.span});
  return {};
}

Result<void> Statements::show(const Syntax& tree) {
  Elaborator elaborator(module_.store, scope_);
  for (const Syntax& child : tree.children) {
    REFOLD_TRY(TermId term, elaborator.expr(child));
    term = elaborator.finish(term);
    if (auto wrong = too_large(module_.store.extent(term), kMostRead, child.span)) throw TermTooLarge{*std::move(wrong)};
    Obligations obligations = elaborator.take_obligations();
    REFOLD_CHECK(possible(module_.store, obligations));
    const LetStatement* let = module_.let(print(child));
    REFOLD_CHECK(inherit(child, let == nullptr ? Algebra() : let->algebra, obligations));
    module_.shows.push_back({print(child), term, std::move(obligations), child.span});
  }
  return {};
}

}  // namespace refold
