// src/prove/match.h: one-way matching of patterns with variables, for instances of earlier results in proofs.
//
// Invariant: put_in(pattern, b) is the matched term for every b that match() returns, and each variable's value has
// the sort that the pattern's variable has under b, or is an element of a set with the same erased sort (then the
// instance is guarded by membership). A variable is an Input; a family X(k : N) is bound to a term under one binder, so
// instances are not tied to a literal N. Compositions match by segments, because composition is associative; a function
// applied to a pattern's own bound variable is bound by abstraction.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "term/build.h"

namespace refold {

struct Bindings {
  struct Weak {
    TermId pattern, target;
    std::uint32_t depth;                // binders above both
  };
  std::map<TermId, TermId> values;      // of a family: a body under one binder
  std::vector<Weak> weak = {};          // sorts that need only agree up to erasure, checked at the end
};

class Matcher {
 public:
  /// `variables` are Inputs, each sort mentioning only earlier ones. With `any_sort` a set variable may also stand for a
  /// value sort or a sort of bags: for statements about bags alone, which never ask for all elements of a set.
  Matcher(Terms& terms, std::vector<TermId> variables, bool any_sort = false)
      : terms_(terms), variables_(std::move(variables)), any_sort_(any_sort) {}

  const std::vector<TermId>& variables() const { return variables_; }
  bool is_variable(TermId id) const;
  /// All ways to match the closed target, in a fixed order.
  std::vector<Bindings> match(TermId pattern, TermId target, const Bindings& start = {});
  /// The ways in which the pattern, a function, matches a proper segment [begin, end) of a composition.
  struct Segment {
    Bindings bindings;
    std::size_t begin, end;
  };
  std::vector<Segment> match_segments(TermId pattern, TermId composition, const Bindings& start = {});
  /// The pattern with values put in; variables without a value stay.
  TermId put_in(TermId pattern, const Bindings& bindings);
  TermId sort_for(TermId variable, TermId value);
  bool binds_all(TermId pattern, const Bindings& bindings) const;
  /// Adds a value given by hand; a family as a stack or as another family. False if its sort does not fit.
  bool bind(Bindings& bindings, TermId variable, TermId value);

 private:
  using Depth = std::uint32_t;
  struct Goal {
    TermId pattern, target;
    Depth depth;  // binders above both
  };
  using Goals = std::vector<Goal>;
  struct Chain {
    std::vector<TermId> pattern, target;
    Depth depth;
  };
  void solve(Goals goals, Bindings bindings, std::vector<Bindings>& found);
  bool step(const Goal& goal, Goals& goals, Bindings& bindings);
  bool member(const Goal& goal, TermId family, Goals& goals, Bindings& bindings);
  bool abstraction(const Goal& goal, Bindings& bindings);
  void compose(const Chain& chain, std::size_t p, std::size_t t, const Goals& rest, const Bindings& bindings, std::vector<Bindings>& found);
  bool set(Bindings& bindings, TermId variable, TermId value);
  bool set_family(Bindings& bindings, TermId family, TermId body);
  TermId member_of(TermId family);
  bool match_sort(Bindings& bindings, TermId pattern, TermId target);
  bool finish(Bindings& bindings);
  TermId family_of(TermId member) const;  // the variable X of a pattern X(k); invalid for other terms
  TermId lowered(TermId target, Depth depth);  // out of the pattern's binders; invalid where it uses one
  TermId put_in(TermId pattern, const Bindings& bindings, Depth depth, std::map<std::pair<TermId, Depth>, TermId>& memo);
  bool has_variables(TermId pattern) const;

  Terms& terms_;
  std::vector<TermId> variables_;
  bool any_sort_;
  mutable std::map<TermId, bool> has_variables_;
};

}  // namespace refold
