// src/term/store.h: every term of one run, each stored once.
//
// Invariant: two TermIds of one store are equal exactly when their terms are equal up to bound names (hash-consing;
// bound variables are de Bruijn indices). A term never changes and never moves; operands and sort are older than the
// term, so ids are a topological order and a plain loop over ids replaces recursion. intern() is the only way in; it
// is called by build.h alone, which checks sorts first, so every stored term has a meaning. A parsed store is frozen
// and shared by readers; each job interns into a store of its own on top of it. Ids never reach output, order, cache
// keys or certificates: canonical text does. Terms share their parts, but they are walked and printed as trees: so
// how deep and how large each one is as a tree is known, and build.h makes none beyond kMostHeight and kMostNodes.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/number.h"
#include "term/op.h"

namespace refold {

using TermId = Id<struct TermTag>;

struct Term {
  Op op;
  TermId sort;                   // sorts are terms, so extents may be symbolic; Type is its own sort
  std::vector<TermId> operands;
  std::int64_t payload = 0;      // info(op).payload says what: index of a name, of a number, or a plain number
  bool operator==(const Term&) const = default;
};

/// A term as a tree. `height` also counts the sorts of inputs and variables, and each part of a composition, because the
/// parts nest where it is applied; `nodes` is what a walk over the operands visits.
struct TermExtent {
  std::uint32_t height = 1;
  std::uint64_t nodes = 1;
};
inline constexpr std::uint32_t kMostHeight = 2000;
inline constexpr std::uint64_t kMostNodes = 1'000'000;

struct TermHash {
  std::size_t operator()(const Term& term) const noexcept;
};

class TermStore {
 public:
  TermStore();
  /// A store on top of `base`, which must not change any more while this one lives.
  explicit TermStore(const TermStore& base, int) : base_(&base), offset_(base.size()) {}
  TermStore(const TermStore&) = delete;
  TermStore& operator=(const TermStore&) = delete;
  TermStore(TermStore&&) = default;
  TermStore& operator=(TermStore&&) = default;

  /// The id of this term. Precondition: operands and sort are of this store or its base.
  TermId intern(Term term);
  const Term& operator[](TermId id) const;
  std::uint32_t size() const { return offset_ + static_cast<std::uint32_t>(terms_.size()); }

  /// Names and numbers are interned too: equal text, equal payload.
  std::int64_t name(std::string_view text);
  std::string_view name_text(std::int64_t payload) const;
  std::int64_t number(const Rational& value);
  const Rational& number_value(std::int64_t payload) const;

  /// The number of binders that an occurrence inside the term may still refer to: 0 for a closed term.
  std::uint32_t free_depth(TermId id) const;
  const TermExtent& extent(TermId id) const;
  /// What `term` has, or would have once it is interned.
  TermExtent extent_of(const Term& term) const;

 private:
  struct Entry {
    const Term* term;
    std::uint32_t free_depth;
    TermExtent extent;
  };
  const Entry& entry(TermId id) const;

  const TermStore* base_ = nullptr;
  std::uint32_t offset_ = 0;
  std::unordered_map<Term, TermId, TermHash> ids_;  // keys never move
  std::vector<Entry> terms_;                        // by id - offset_
  std::unordered_map<std::string, std::int64_t> name_ids_;
  std::deque<std::string> names_;
  std::unordered_map<std::string, std::int64_t> number_ids_;
  std::deque<Rational> numbers_;

  const std::int64_t* find_name(std::string_view text) const;
  const TermId* find(const Term& term) const;
  std::int64_t name_count() const;
  std::int64_t number_count() const;
};

}  // namespace refold
