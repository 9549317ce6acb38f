// tests/support/random_terms.h: random well-sorted terms over a fixed list of inputs, and random instances of these.
//
// Invariant: every choice is a draw, so a run of draws decides term and instance, and a shorter run gives a smaller
// term. Every operator of op.h occurs in some term; a term may be ill formed at an instance (an index outside its set),
// which a test has to allow for. Bound variables are made as inputs and abstracted, so binders nest in any way.
#pragma once

#include <functional>

#include "eval/evaluate.h"
#include "term/build.h"
#include "term/module.h"

namespace refold {

class RandomTerms {
 public:
  /// draw(n) is one of 0 .. n-1, and 0 is the simplest.
  using Draw = std::function<int(int)>;
  RandomTerms(Terms& terms, Draw draw);

  const std::vector<Variable>& variables() const { return variables_; }
  /// A function on one of the sets, to reals, truth values, integers, indices or bags.
  TermId function(int depth);
  Instance instance();

 private:
  using Make = std::function<TermId()>;
  TermId one_of(const std::vector<Make>& simple, const std::vector<Make>& deep, int depth);
  template <class T>
  const T& any(const std::vector<T>& all) { return all[static_cast<std::size_t>(draw_(static_cast<int>(all.size())))]; }

  TermId declare(const char* name, TermId sort, bool size = false);
  TermId op(Op o, std::vector<TermId> in, std::int64_t payload = 0, TermId sort = {}) {
    return t_.must(o, std::move(in), payload, sort);
  }
  /// A binder over `domain` whose body is made with the variable in scope.
  TermId bind(Op o, TermId domain, const std::function<TermId(TermId)>& body);
  TermId lambda(TermId domain, const Make& body) { return bind(Op::Lambda, domain, [&](TermId) { return body(); }); }
  TermId single(TermId set, TermId element) { return t_.apply(op(Op::Single, {set}), element); }

  TermId real(int depth);
  TermId integer(int depth);
  TermId truth(int depth);
  TermId proposition(int depth);
  TermId element(TermId set, int depth);
  TermId bag(TermId set, int depth);
  TermId bags(TermId set, int depth);
  TermId tensor(TermId set, int depth);
  TermId map(TermId from, TermId to, int depth);
  TermId index_function(TermId from, TermId to, int depth);

  Value random_value(TermId sort, const Instance& instance, bool& possible);

  Terms& t_;
  Draw draw_;
  std::vector<Variable> variables_;
  std::vector<TermId> scope_;
  int names_ = 0;
  TermId n_, I_, J_, N_, K_, V_, F_, v_, len_, range_, pairs_, ragged_, subset_, either_, power_, point_, tagged_,
      copies_, family_;
  TermId x_, y_, z_, w_, q_, phi_, psi_, Phi_, p_, D_, PhiF_, r_, u_, model_, supported_, pictured_;
  std::vector<TermId> sets_;
};

}  // namespace refold
