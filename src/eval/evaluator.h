// src/eval/evaluator.h: the evaluator itself, for those who answer its questions about inputs one by one.
//
// Invariant: one evaluator serves one meaning of the inputs: it keeps the elements of closed sets that it enumerated.
// A function value is a term with the values of its free variables; it is entered when it is applied, and then its
// argument is checked to be an element of its domain.
#pragma once

#include <optional>

#include "eval/inputs.h"

namespace refold {

using Elements = std::shared_ptr<const Values>;

/// The domain of a function: a set or sort in an environment; for a reduction the bags over it.
struct Domain {
  TermId set;
  Env env;
  bool bags = false;
};

class Evaluator {
 public:
  Evaluator(const TermStore& store, Inputs& inputs, Budget& budget) : store_(store), inputs_(inputs), budget_(budget) {}

  Evaluated<Value> value(TermId term, const Env& env = {});
  Evaluated<bool> truth(TermId proposition, const Env& env = {});
  Evaluated<Value> apply(const Value& function, const Value& argument);

  /// The domain of a function value.
  Evaluated<Domain> domain(const Value& function);
  /// The elements of a set, or of a finite value sort, in their order. Precondition: finite(set).
  Evaluated<Elements> elements(TermId set, const Env& env = {});
  Evaluated<bool> finite(TermId set, const Env& env);
  Evaluated<bool> contains(TermId set, const Env& env, const Value& element);
  /// A few elements of an infinite sort, to refute claims about all of them.
  Evaluated<Values> samples(TermId sort, const Env& env);
  Evaluated<Values> samples(const Domain& domain);
  /// Equality of two values: functions by their domains and their values at each element.
  Evaluated<bool> same(const Value& a, const Value& b);
  /// The arithmetic of a value sort.
  Evaluated<const Carrier*> carrier(TermId sort, const Env& env);

 private:
  // evaluate.cpp
  Evaluated<Value> compute(TermId id, const Term& term, const Env& env);
  Evaluated<Values> values(const std::vector<TermId>& terms, const Env& env);
  Evaluated<Value> scalar(const Term& term, const Env& env);
  Evaluated<Value> comparison(const Term& term, const Env& env);
  Evaluated<Value> bag_operator(const Term& term, const Env& env);
  Evaluated<Value> function_value(TermId id, const Term& term, const Env& env);
  Evaluated<Value> input_value(InputRef input);
  Evaluated<Value> member(const Term& term, const Env& env);
  // apply.cpp
  Evaluated<Value> enter(const Closure& closure, const Value& argument);
  Evaluated<Value> enter_input(const InputRef& input, const Value& argument);
  Evaluated<Value> inverse(TermId map, const Env& env, const Value& image);
  Evaluated<Value> fork(const Term& term, const Env& env, const Value& argument);
  Evaluated<Value> stack(const Term& term, const Env& env, const Value& argument);
  Evaluated<Value> reduce(const Object& reduction, const Carrier& carrier, const Bag& bag);
  Evaluated<Values> stored(TermId tensor, const Env& env);
  // sets.cpp
  Evaluated<Elements> enumerate(TermId set, const Term& term, const Env& env);
  Evaluated<Values> product(const std::vector<TermId>& factors, const Env& env);
  Evaluated<Values> sigma(const Term& term, const Env& env);
  Evaluated<Values> power(const Term& term, const Env& env);
  Evaluated<InputRef> set_input(TermId set, const Env& env);
  Evaluated<bool> is_zero(const Value& value, TermId sort, const Env& env);
  // propositions.cpp
  Evaluated<Value> proposition(const Term& term, const Env& env);
  Evaluated<bool> quantified(const Term& term, const Env& env);
  Evaluated<bool> same_terms(const Term& term, const Env& env);
  Evaluated<std::optional<bool>> homomorphism(const Value& left, const Value& right);
  Evaluated<bool> injective(TermId map, const Env& env);
  Evaluated<bool> monotone(TermId function, const Env& env);
  Evaluated<Elements> members(TermId set_or_bag, const Env& env);

  bool step();
  /// Whether a list of `count` elements, each of `parts` numbers, may be made; takes its steps and its memory.
  bool room_for(std::uint64_t count, std::uint64_t parts);

  const TermStore& store_;
  Inputs& inputs_;
  Budget& budget_;
  std::unordered_map<TermId, Elements> closed_sets_;
  std::uint32_t depth_ = 0, steps_ = 0;
};

}  // namespace refold
