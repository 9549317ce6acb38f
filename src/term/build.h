// src/term/build.h: the only way to make terms; checks sorts and keeps the structural normal form.
//
// Invariant: every term made here is well sorted, and these identities hold by construction, so that equal things are
// the same term: composition is flat and drops `id`; (f . g)(a) is f(g(a)); a lambda applied is its body with the
// argument put in; i |-> f(i) is f and i |-> i is id; a 1-tuple, 1-stackless product or 1-fold composition is its
// element; components of a tuple and a tuple of all components cancel; a stack at a tagged index is its member; the negative of a
// number is a number.
// Nothing else is simplified here (see simplify.h).
//
// Sorts meet up to *erasure*: an element of [n], of a subset, a power set or a member J(k) of a family is an element of
// the set it is cut from (an int, an index, a vector, the family). That it lies inside is an obligation, listed by
// wellformed.h, not a sort error.
//
// No term is deeper than kMostHeight or larger than kMostNodes: make() says E0161; where callers know the sorts and want
// no Result, TermTooLarge is thrown instead, and whoever can go on without the term catches it (`bounded`).
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "term/store.h"

namespace refold {

struct TermTooLarge {
  Diagnostic diagnostic;  // E0161, perhaps without a place
};
/// The Result of `make`, or the diagnostic where a term on the way would be too large.
template <class Make>
auto bounded(Make make) -> decltype(make()) {
  try {
    return make();
  } catch (const TermTooLarge& large) {
    return large.diagnostic;
  }
}
/// E0161 at `where`, if this is more than the most that is allowed.
std::optional<Diagnostic> too_large(const TermExtent& extent, const TermExtent& most, Span where);

class Terms {
 public:
  explicit Terms(TermStore& store) : store_(store) {}
  TermStore& store() const { return store_; }
  const Term& operator[](TermId id) const { return store_[id]; }

  /// Builds `op` over `operands`. `sort` is asked for where operands do not determine it (Input, Bound, Number,
  /// Infinity, Inject, Reduce) and ignored elsewhere.
  /// Errors: E0101 wrong sort of an operand, E0102 sorts that do not meet, E0103 not a function, E0104 wrong number, E0161
  /// too large.
  Result<TermId> make(Op op, std::vector<TermId> operands, std::int64_t payload = 0, TermId sort = {}, Span where = {});
  /// The same where the caller knows that it is well sorted: anything else stops the program. Throws TermTooLarge.
  TermId must(Op op, std::vector<TermId> operands = {}, std::int64_t payload = 0, TermId sort = {});

  // Sorts.
  TermId type() { return must(Op::Type); }
  TermId set_kind() { return must(Op::SetKind); }
  TermId value_kind() { return must(Op::ValueKind); }
  TermId axes_kind() { return must(Op::AxesKind); }
  TermId real() { return must(Op::Real); }
  TermId integer() { return must(Op::Int); }
  TermId boolean() { return must(Op::Bool); }
  TermId arrow(TermId from, TermId to) { return must(Op::Arrow, {from, to}); }
  TermId bag_of(TermId element) { return must(Op::BagOf, {element}); }
  TermId reduction_of(TermId value) { return must(Op::ReductionOf, {value}); }
  TermId range(TermId extent) { return must(Op::Range, {extent}); }
  TermId product(std::vector<TermId> factors) { return must(Op::Product, std::move(factors)); }

  // Leaves.
  TermId input(std::string_view name, TermId sort) { return must(Op::Input, {}, store_.name(name), sort); }
  TermId bound(std::int64_t depth, TermId sort) { return must(Op::Bound, {}, depth, sort); }
  TermId number(const Rational& value, TermId sort) { return must(Op::Number, {}, store_.number(value), sort); }
  TermId int_number(std::int64_t value) { return number(value, integer()); }
  TermId truth(bool value) { return must(value ? Op::True : Op::False); }
  TermId reduce(std::string_view name, TermId value_sort) {
    return must(Op::Reduce, {}, store_.name(name), reduction_of(value_sort));
  }

  // Functions.
  TermId apply(TermId function, TermId argument) { return must(Op::Apply, {function, argument}); }
  TermId compose(std::vector<TermId> functions) { return must(Op::Compose, std::move(functions)); }
  /// `body` is under one binder.
  TermId lambda(TermId domain, TermId body) { return must(Op::Lambda, {domain, body}); }
  TermId identity(TermId domain) { return must(Op::Identity, {domain}); }
  TermId tuple(std::vector<TermId> parts) { return must(Op::Tuple, std::move(parts)); }
  TermId proj(std::int64_t component, TermId tuple) { return must(Op::Proj, {tuple}, component); }

  // Questions about sorts.
  TermId sort(TermId id) const { return store_[id].sort; }
  bool is(TermId id, Op op) const { return store_[id].op == op; }
  /// A set, or a family of sets, which stands for the disjoint union of its members where they are erased.
  bool is_set(TermId id) const;
  bool is_value_sort(TermId id) const { return store_[sort(id)].op == Op::ValueKind; }
  bool is_function(TermId id) { return domain(id).valid(); }
  /// Domain and codomain of a function (a reduction on V is a function bag V -> V); invalid if it is none.
  TermId domain(TermId function);
  TermId codomain(TermId function);
  /// The sort that an element has where it is used: int for [n], the base of a subset, a product of a sigma.
  TermId erase(TermId sort);
  bool meet(TermId a, TermId b);

  // Binders and substitution. All keep the normal form.
  /// Free bound variables >= cutoff renumbered by `by`.
  TermId shift(TermId id, std::int64_t by, std::uint32_t cutoff = 0);
  /// The body of a binder with its variable replaced by `argument`.
  TermId instantiate(TermId body, TermId argument);
  /// The body of a binder over `input`: every occurrence of the Input becomes the bound variable.
  TermId abstract(TermId term, TermId input);
  /// Whether Bound(depth) occurs.
  bool mentions_bound(TermId id, std::uint32_t depth);
  bool mentions(TermId id, TermId part);
  /// Replaces whole subterms (usually Inputs) by terms; replacements are shifted under binders.
  TermId replace(TermId id, const std::vector<std::pair<TermId, TermId>>& pairs);
  /// The same term with other operands (and, where make() asks for one, another sort).
  TermId rebuild(TermId id, std::vector<TermId> operands, TermId sort = {});

 private:
  template <class F>
  TermId map(TermId id, std::uint32_t depth, const F& leaf,
             std::unordered_map<std::uint64_t, TermId>& memo);
  Result<TermId> sort_of(Op op, const std::vector<TermId>& operands, std::int64_t payload, TermId sort, Span where);
  TermId normal(Op op, std::vector<TermId>& operands, std::int64_t payload);

  TermStore& store_;
};

/// Whether make() takes the sort of this operator from its caller.
bool needs_sort(Op op);

}  // namespace refold
