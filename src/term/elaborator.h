// src/term/elaborator.h: from syntax to terms (internal to term; module.h is the public face).
//
// Invariant: a name means one thing in a scope (no shadowing). Binders are elaborated with a local Input of a name that
// no text can spell and abstracted afterwards, so bodies are ordinary closed terms meanwhile. Definitions are inlined:
// their bodies are elaborated anew at each use, in a scope that sees definitions and the arguments only.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "term/einsum.h"
#include "term/module.h"

namespace refold {

/// What the surroundings know about the sort of an expression; invalid ids where nothing is known.
struct Want {
  TermId sort;      // the whole sort
  TermId domain;    // of a function
  TermId codomain;

  static Want of(TermId sort) { return {sort, {}, {}}; }
};

struct Definition {
  Syntax tree;               // FnDef MapDef BagDef Def MaskDef
  std::string name;
  std::vector<std::string> foreign;  // the names that it takes from around it
  bool uses_data = false;    // maps and bags may; then closed statements must not use them
};

struct ScopeItem {
  enum class Kind : std::uint8_t { Term, Definition };
  enum class Reach : std::uint8_t { Global, Data, Local };  // definitions; data of the file; variables of a statement
  Kind kind = Kind::Term;
  TermId term;
  std::shared_ptr<const Definition> definition;
  Reach reach = Reach::Local;
  Span span = {};

  /// Whether a closed statement (Global), a let (Data) or a part of this statement (Local) may use it.
  bool seen_from(Reach other) const;
};

class Scope {
 public:
  const ScopeItem* find(std::string_view name) const;
  /// Errors: E0110, the name is already visible.
  Result<void> declare(const std::string& name, ScopeItem entry, Span where);
  void forget(const std::string& name) { entries_.erase(name); }
  /// Only definitions, as a closed statement sees it; with data, as a let sees the file.
  Scope closed() const { return up_to(ScopeItem::Reach::Global); }
  Scope with_data() const { return up_to(ScopeItem::Reach::Data); }
  /// Of these names those that are visible to closed statements (or to data), with what their definitions need.
  Scope only(const std::vector<std::string>& names, ScopeItem::Reach reach) const;
  /// What a definition sees where it is put in: what it names, and nothing that was declared since.
  Scope inside(const Definition& definition) const {
    return only(definition.foreign, definition.uses_data ? ScopeItem::Reach::Data : ScopeItem::Reach::Global);
  }
  const std::map<std::string, ScopeItem, std::less<>>& entries() const { return entries_; }

 private:
  std::map<std::string, ScopeItem, std::less<>> entries_;
  Scope up_to(ScopeItem::Reach reach) const;
};

/// What is read: half as deep and a quarter as large as what is made of it may be; and the steps that reading one statement
/// may take, where a definition counts each time it is put in.
inline constexpr TermExtent kMostRead{kMostHeight / 2, kMostNodes / 4};
inline constexpr std::uint64_t kMostReadingSteps = 500'000;

/// What is too large ends a statement by TermTooLarge, not by a Result: reading must not be tried again in another way.
class Elaborator {
 public:
  Elaborator(TermStore& store, Scope& scope) : terms_(store), scope_(scope) {}

  Result<TermId> expr(const Syntax& syntax, Want want = {});
  Result<TermId> sort(const Syntax& syntax);
  /// A proposition; a bool tensor becomes "for all".
  Result<TermId> prop(const Syntax& syntax);
  /// Both sides of `left = right`, each helping the other with sorts.
  Result<std::pair<TermId, TermId>> sides(const Syntax& left, const Syntax& right);
  /// Puts aliased tensors back (see alias); every statement's terms go through it last. Throws TermTooLarge.
  TermId finish(TermId term) { return aliases_->empty() ? term : terms_.replace(term, *aliases_); }
  /// The obligations collected so far, finished; the list is emptied.
  Obligations take_obligations();
  Terms& terms() { return terms_; }
  Scope& scope() { return scope_; }
  Algebra algebra;
  std::map<TermId, std::string>* names = nullptr;  // where to note what a definition's name stands for

  /// Local variables of binders, in order; `source` is what they run over.
  struct Local {
    Syntax pattern;
    TermId variable;  // the local Input of the whole pattern
    TermId source;    // a set, a sort or a bag
    bool bag = false;
    std::vector<std::string> names;
  };
  Result<std::vector<Local>> open(const Syntax& binders, const Syntax* body, const Syntax* guard, Want want_body, TermId domain = {},
                                  TermId fallback = {});
  void close(const std::vector<Local>& locals);
  /// (locals) -> body as one lambda over the product (or sigma) of their sets; canonical einsum where it is one.
  TermId lambda(const std::vector<Local>& locals, TermId body);

 private:
  friend class Builtins;
  Result<TermId> fit(TermId term, const Want& want, Span where);
  Result<TermId> name(const Syntax& syntax, const Want& want);
  Result<TermId> number(const Syntax& syntax, const Want& want);
  Result<TermId> arithmetic(const Syntax& syntax, const Want& want);
  Result<TermId> compare(const Syntax& syntax);
  Result<TermId> power(const Syntax& syntax, const Want& want);
  Result<TermId> conditional(const Syntax& syntax, const Want& want);
  Result<TermId> lift(Op op, std::vector<TermId> operands, Span where);
  Result<std::vector<TermId>> alike(const std::vector<Syntax>& operands, const Want& want);
  Result<TermId> tuple(const std::vector<Syntax>& parts, const Want& want, Span where);
  Result<TermId> compose(const Syntax& syntax, const Want& want);
  Result<TermId> star(const Syntax& syntax, const Want& want);
  Result<TermId> stack(const Syntax& syntax, const Want& want);
  Result<TermId> fork(const Syntax& syntax, const Want& want);
  Result<TermId> bag(const Syntax& syntax, const Want& want);
  Result<TermId> comprehension(const Syntax& syntax, const Want& want);
  Result<TermId> subset(const Syntax& syntax);
  Result<TermId> card(const Syntax& syntax);
  Result<TermId> lambda_syntax(const Syntax& syntax, const Want& want);
  Result<TermId> big(const Syntax& syntax, const Want& want);
  Result<TermId> quantified(const Syntax& syntax);
  Result<TermId> call(const Syntax& syntax, const Want& want);
  Result<TermId> apply(TermId head, const std::vector<Syntax>& arguments, Span where);
  bool never_inside(TermId set, TermId index) const;
  Result<void> check_indices(TermId domain, TermId argument, const std::vector<Syntax>& arguments) const;
  Result<TermId> builtin_name(const std::string& name, const Want& want, Span where);
  Result<TermId> builtin_call(const std::string& name, const Syntax& syntax, const Want& want);
  Result<TermId> einsum_call(const Syntax& syntax);
  Result<TermId> reduction(const Syntax& name, TermId value_sort, Span where);
  Result<TermId> named_reduction(const std::string& name, TermId value_sort, Span where);
  Result<TermId> inline_call(const Definition& definition, const std::vector<Syntax>& arguments, const Want& want, Span where);
  Result<TermId> inline_function(const Definition& definition, const Want& want, Span where);
  Result<TermId> inline_terms(const Definition& definition, const std::vector<TermId>& arguments, const Want& want, Span where);
  Result<void> bind_given(Elaborator& inner, const Definition& definition, const std::vector<std::optional<TermId>>& arguments, Span where);
  /// Counts steps of reading; throws TermTooLarge (E0160).
  void spend(std::uint64_t steps, Span where);
  /// The set that a binder without `in` takes from its uses; invalid if there is none.
  TermId infer(const std::string& name, const Syntax& syntax, const Want& want);
  TermId infer_from_arguments(const std::string& name, const Syntax& call);
  Result<void> declare_pattern(const Syntax& pattern, TermId value, std::vector<std::string>& names);
  TermId index_function(TermId map);
  TermId local(std::string_view name, TermId sort);
  /// A composed tensor stands as one Input while a body is read, so that X[i] stays an entry of X until the einsum
  /// around it is known. Tensors that mention binders' variables stay as they are.
  TermId alias(TermId tensor);
  TermId sum_of_tensors(const std::vector<TermId>& tensors);
  /// Records what must hold; variables of binders around are quantified over.
  void oblige(TermId prop, Span where);
  /// Two index sets that must be the same although they are spelled differently.
  void oblige_equal(TermId a, TermId b, Span where);

  Terms terms_;
  std::shared_ptr<std::vector<std::pair<TermId, TermId>>> aliases_ = std::make_shared<std::vector<std::pair<TermId, TermId>>>();
  Scope& scope_;
  std::shared_ptr<Obligations> obligations_ = std::make_shared<Obligations>();
  std::shared_ptr<std::uint64_t> steps_ = std::make_shared<std::uint64_t>(0);
  int depth_ = 0;
};

bool is_builtin(std::string_view name);
Diagnostic not_declared(const Syntax& name);
bool is_reduction_name(std::string_view name);

}  // namespace refold
