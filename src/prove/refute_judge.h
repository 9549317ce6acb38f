// src/prove/refute_judge.h: does a rule hold at one meaning of its inputs?
//
// Invariant: the definitions of "holds" are here alone; the search and the confirmation both ask them. `=` fails where
// one side is well formed and the other is not, or their domains or values differ; `=>` only where the left side is
// well formed everywhere; a proposition where it is false or ill formed. What stays undecided never fails.
#pragma once

#include <functional>

#include "eval/evaluator.h"
#include "term/module.h"

namespace refold {

struct Difference {
  std::optional<Value> index;
  Evaluated<Value> left, right;  // their values there; of a proposition only `left`
  std::string shapes;            // where the domains differ, instead of values
};

/// Some element of an infinite domain, at which the sides are to be compared.
using Chooser = std::function<Evaluated<Value>(const Domain&)>;

class Judge {
 public:
  Judge(const TermStore& store, const RuleStatement& rule, Evaluator& evaluator)
      : store_(store), rule_(rule), evaluator_(evaluator) {}

  /// Whether the sorts of all variables have a meaning: no range of negative extent.
  Evaluated<bool> sorts_hold();
  /// Whether all hypotheses are true. Errors: the first that is ill formed or undecided.
  Evaluated<bool> hypotheses_hold();
  /// The first place where the claim fails, if it does. Errors: what cannot be decided.
  Evaluated<std::optional<Difference>> failure(const Chooser& choose);

 private:
  using Failure = Evaluated<std::optional<Difference>>;
  Evaluated<bool> sort_holds(TermId sort, const Env& env);
  Failure proposition();
  Failure sets();
  Failure functions(const Value& left, const Value& right, const Chooser& choose);
  Failure at(const std::optional<Value>& index, Evaluated<Value> left, Evaluated<Value> right);

  const TermStore& store_;
  const RuleStatement& rule_;
  Evaluator& evaluator_;
};

}  // namespace refold
