// src/prove/refute_inputs.h: the inputs of a rule, decided when an evaluation first reads them.
//
// Invariant: a decided object or cell stays as it is during a run; everything decided is in instance(). What a rule's
// sorts make impossible (an element of an empty set) is a Fault of kind Missing, and the run is given up.
#pragma once

#include "eval/evaluator.h"
#include "prove/refute_choices.h"
#include "term/module.h"

namespace refold {

/// What the variables of a rule may be: its readings of real and of value sorts, the integers worth trying.
class Candidates {
 public:
  Candidates(const TermStore& store, const RuleStatement& rule);
  const std::vector<Carrier>& readings() const { return readings_; }
  const std::vector<Rational>& sizes() const { return sizes_; }
  const std::vector<Rational>& integers() const { return integers_; }
  const Algebra& algebra() const { return algebra_; }
  const Variable* variable(const InputRef& input) const;

 private:
  const std::vector<Variable>& variables_;
  Algebra algebra_;
  std::vector<Carrier> readings_;
  std::vector<Rational> sizes_, integers_;
};

/// Whether a carrier has what an algebra promises.
bool satisfies(const Carrier& carrier, const Algebra& algebra);

class SearchInputs : public Inputs {
 public:
  /// Precondition: `candidates`, `fixed` and `choices` live as long as this.
  SearchInputs(const TermStore& store, const Candidates& candidates, const Instance& fixed, Choices& choices);

  Evaluated<std::uint64_t> atoms(const InputRef& input) override;
  Evaluated<const Carrier*> carrier(const InputRef& input) override;
  Evaluated<Value> value(const InputRef& input) override;
  Evaluated<Value> cell(const InputRef& input, const Value& argument) override;
  Evaluated<Object> reduction(const InputRef& input) override;
  const Carrier& real() override { return instance_.real; }

  void evaluator(Evaluator* evaluator) { evaluator_ = evaluator; }
  /// Some element of a sort, or some bag over it.
  Evaluated<Value> element(TermId sort, const Env& env);
  Evaluated<Value> bag(TermId element_sort, const Env& env);
  /// Decides everything that no evaluation read, cheapest first. Errors: Missing, where a variable cannot exist.
  Evaluated<bool> complete(const std::vector<Variable>& variables);
  const Instance& instance() const { return instance_; }

 private:
  Object* find(const InputRef& input);
  InputKey key(const InputRef& input) const;
  std::size_t pick(std::size_t options) { return completing_ ? 0 : choices_.pick(options); }
  Evaluated<Value> number(const Carrier& carrier);
  Evaluated<bool> formulas_fit(TermId from, TermId to, const Env& env);
  Evaluated<Object> function(const InputRef& input);
  Evaluated<bool> complete(const InputRef& input);

  const TermStore& store_;
  const Candidates& candidates_;
  Choices& choices_;
  Instance instance_;
  Evaluator* evaluator_ = nullptr;
  bool completing_ = false;
};

}  // namespace refold
