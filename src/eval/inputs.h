// src/eval/inputs.h: what an evaluation asks about the inputs of a term.
//
// Invariant: answers do not change during an evaluation. The evaluator asks only for what it reads, so an
// implementation may decide an answer when it is first asked (the refuter does).
#pragma once

#include "base/budget.h"
#include "eval/instance.h"

namespace refold {

class Inputs {
 public:
  virtual ~Inputs() = default;
  /// Elements of an unknown set, number of axes of a family of axes.
  virtual Evaluated<std::uint64_t> atoms(const InputRef& input) = 0;
  /// What an unknown value sort is; lives as long as the evaluation.
  virtual Evaluated<const Carrier*> carrier(const InputRef& input) = 0;
  /// An input that is no function: a number, truth value, index, tuple or bag.
  virtual Evaluated<Value> value(const InputRef& input) = 0;
  /// An input function at one argument, an element of its domain.
  virtual Evaluated<Value> cell(const InputRef& input, const Value& argument) = 0;
  /// The indices that sparse data lists, in order, also those whose value is 0; nothing where only values are known:
  /// then the stored indices are those that are not 0.
  virtual Evaluated<std::optional<Values>> listed(const InputRef&) { return std::optional<Values>(); }
  /// A NamedReduction or an OperationTable.
  virtual Evaluated<Object> reduction(const InputRef& input) = 0;
  /// How the sort real is read.
  virtual const Carrier& real() = 0;
};

/// The objects of an Instance. Opaque functions that it does not name are the usual ones by name: exp log sqrt sin cos
/// tanh; they give doubles, except with `exact`, where only their rational values are known.
class InstanceInputs : public Inputs {
 public:
  InstanceInputs(const TermStore& store, const Instance& instance, bool exact)
      : store_(store), instance_(instance), exact_(exact) {}
  Evaluated<std::uint64_t> atoms(const InputRef& input) override;
  Evaluated<const Carrier*> carrier(const InputRef& input) override;
  Evaluated<Value> value(const InputRef& input) override;
  Evaluated<Value> cell(const InputRef& input, const Value& argument) override;
  Evaluated<std::optional<Values>> listed(const InputRef& input) override;
  Evaluated<Object> reduction(const InputRef& input) override;
  const Carrier& real() override { return instance_.real; }

 private:
  const Object* find(const InputRef& input) const;
  const TermStore& store_;
  const Instance& instance_;
  bool exact_;
};

/// The name and path of an input as the language writes it: X, X(1).
std::string text(const TermStore& store, const InputRef& input);

/// A well-known function on reals, or Missing when the name is none of them. `exact`: Undecided where it is no
/// rational.
Evaluated<Value> known_function(std::string_view name, const Value& argument, bool exact);

}  // namespace refold
