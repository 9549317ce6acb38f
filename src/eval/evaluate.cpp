#include "eval/evaluate.h"

#include <fmt/format.h>

#include <cassert>

#include "eval/evaluator.h"

namespace refold {
namespace {

constexpr std::uint32_t kDeepest = 1500;  // nested operators; each takes a few frames of the machine's stack

}  // namespace

bool Evaluator::step() {
  if (!budget_.take_nodes(1)) return false;
  return (++steps_ & 1023u) != 0 || budget_.alive();
}

Evaluated<Value> Evaluator::value(TermId id, const Env& env) {
  if (!step()) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
  if (depth_ > kDeepest) return Fault{Fault::Kind::Limit, "the term is nested too deeply"};
  ++depth_;
  Evaluated<Value> result = compute(id, store_[id], env);
  --depth_;
  return result;
}

Evaluated<bool> Evaluator::truth(TermId proposition, const Env& env) {
  REFOLD_TRY(const Value result, value(proposition, env));
  if (result.is(Value::Kind::Truth)) return result.truth();
  return undecided("a condition that is no truth value");
}

Evaluated<Values> Evaluator::values(const std::vector<TermId>& terms, const Env& env) {
  Values all;
  all.reserve(terms.size());
  for (const TermId term : terms) {
    REFOLD_TRY(Value part, value(term, env));
    all.push_back(std::move(part));
  }
  return all;
}

// One case per operator, in the order of op.h.
Evaluated<Value> Evaluator::compute(TermId id, const Term& term, const Env& env) {
  switch (term.op) {
    case Op::Type: case Op::SetKind: case Op::ValueKind: case Op::AxesKind:
    case Op::Real: case Op::Int: case Op::Bool: case Op::Model:
    case Op::Arrow: case Op::BagOf: case Op::ReductionOf: case Op::FamilyOf:
    case Op::Range: case Op::Product: case Op::Union: case Op::Sigma: case Op::Subset: case Op::Power:
    case Op::Support: case Op::Image:
      return undecided("a sort or a set is no value");
    case Op::Input: return input_value({id, {}, term.sort, {}});
    case Op::Bound: {
      const Frame* frame = env.get();
      for (std::int64_t k = 0; k < term.payload && frame != nullptr; ++k) frame = frame->next.get();
      assert(frame != nullptr && "a bound variable outside its binder");
      return frame->value;
    }
    case Op::Number: {
      REFOLD_TRY(const Carrier* numbers, carrier(term.sort, env));
      return numeral(*numbers, store_.number_value(term.payload));
    }
    case Op::Infinity: return Value::infinity(false);
    case Op::True: return Value::truth(true);
    case Op::False: return Value::truth(false);
    case Op::Add: case Op::Mul: case Op::Neg: case Op::Divide: case Op::Pow: case Op::Div: case Op::Mod: case Op::Quot:
    case Op::Rem: case Op::Abs: case Op::Min: case Op::Max: case Op::ToReal: case Op::ToInt:
      return scalar(term, env);
    case Op::Eq: case Op::Less: case Op::LessEq: return comparison(term, env);
    case Op::And: case Op::Or:
      for (const TermId operand : term.operands) {
        REFOLD_TRY(const bool holds, truth(operand, env));
        if (holds == (term.op == Op::Or)) return Value::truth(holds);
      }
      return Value::truth(term.op == Op::And);
    case Op::Not: {
      REFOLD_TRY(const bool holds, truth(term.operands[0], env));
      return Value::truth(!holds);
    }
    case Op::If: {
      REFOLD_TRY(const bool holds, truth(term.operands[0], env));
      return value(term.operands[holds ? 1 : 2], env);
    }
    case Op::Apply: {
      REFOLD_TRY(const Value function, value(term.operands[0], env));
      REFOLD_TRY(const Value argument, value(term.operands[1], env));
      return apply(function, argument);
    }
    case Op::Tuple: {
      REFOLD_TRY(Values parts, values(term.operands, env));
      return Value::tuple(std::move(parts));
    }
    case Op::Proj: {
      REFOLD_TRY(const Value tuple, value(term.operands[0], env));
      assert(tuple.is(Value::Kind::Tuple));
      return tuple.parts()[static_cast<std::size_t>(term.payload)];
    }
    case Op::Inject: {
      REFOLD_TRY(Value element, value(term.operands[0], env));
      return Value::tuple({Value::number(term.payload), std::move(element)});
    }
    case Op::Member: return member(term, env);
    case Op::Identity: case Op::Compose: case Op::Lambda: case Op::Stack: case Op::StackOver: case Op::Single:
    case Op::Star: case Op::Flatten: case Op::Enumerate: case Op::Inverse: case Op::Fork: case Op::ForkOver:
    case Op::Copies: case Op::The: case Op::Reduce: case Op::Values: case Op::Positions:
      return function_value(id, term, env);
    case Op::Empty: case Op::BagSum: case Op::Guard: case Op::Elements: case Op::Card: case Op::Count:
      return bag_operator(term, env);
    case Op::Stored: {
      REFOLD_TRY(const Values all, stored(term.operands[0], env));
      return Value::number(all.size());
    }
    case Op::Same:
    case Op::Implies:
    case Op::ForAll:
    case Op::ForSome:
    case Op::In:
    case Op::Included:
    case Op::Disjoint:
    case Op::Injective: case Op::Bijective: case Op::Monotone:
      return proposition(term, env);
  }
  __builtin_unreachable();
}

Evaluated<const Carrier*> Evaluator::carrier(TermId sort, const Env& env) {
  static const Carrier integers = carriers::integers(), booleans = carriers::booleans();
  static const auto models = [] {
    std::map<std::string, Carrier, std::less<>> all;
    for (const char* name : {"int8", "int16", "int32", "int64", "float32", "float64"})
      all.emplace(name, carriers::named(name));
    return all;
  }();
  const Term& term = store_[sort];
  switch (term.op) {
    case Op::Real: return &inputs_.real();
    case Op::Bool: return &booleans;
    case Op::Model: {
      const auto at = models.find(store_.name_text(term.payload));
      if (at == models.end()) return undecided(fmt::format("{} has no evaluation", store_.name_text(term.payload)));
      return &at->second;
    }
    case Op::Input: case Op::Member: {
      if (store_[term.sort].op != Op::ValueKind) return &integers;
      REFOLD_TRY(const InputRef input, set_input(sort, env));
      return inputs_.carrier(input);
    }
    default: return &integers;
  }
}

Evaluated<Value> Evaluator::scalar(const Term& term, const Env& env) {
  REFOLD_TRY(const Values operands, values(term.operands, env));
  if (term.op == Op::ToInt) return Value::number(operands[0].truth() ? 1 : 0);
  REFOLD_TRY(const Carrier* numbers, carrier(term.sort, env));
  if (term.op != Op::ToReal) return arithmetic(term.op, *numbers, operands);
  if (operands[0].is(Value::Kind::Truth)) return numeral(*numbers, operands[0].truth() ? 1 : 0);
  return operands[0].is(Value::Kind::Number) ? numeral(*numbers, operands[0].number()) : operands[0];
}

Evaluated<Value> Evaluator::comparison(const Term& term, const Env& env) {
  REFOLD_TRY(const Values operands, values(term.operands, env));
  if (operands[0].holds_function() || operands[1].holds_function()) {
    REFOLD_TRY(const bool holds, same(operands[0], operands[1]));
    return Value::truth(holds);
  }
  REFOLD_TRY(const Carrier* numbers, carrier(store_[term.operands[0]].sort, env));
  Evaluated<bool> holds = term.op == Op::Eq ? equal(*numbers, operands[0], operands[1])
                                            : less(*numbers, operands[0], operands[1], term.op == Op::LessEq);
  if (!holds) return holds.error();
  return Value::truth(*holds);
}

Evaluated<Value> Evaluator::bag_operator(const Term& term, const Env& env) {
  if (term.op == Op::Empty) return Value::bag({});
  if (term.op == Op::Elements) {
    REFOLD_TRY(const bool small, finite(term.operands[0], env));
    if (!small) return undecided("the elements of an infinite sort");
    REFOLD_TRY(const Elements all, elements(term.operands[0], env));
    if (!budget_.take_nodes(all->size())) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
    Bag bag;
    for (const Value& element : *all) bag.emplace_back(element, 1);
    return Value::bag(std::move(bag));
  }
  if (term.op == Op::Guard) {
    REFOLD_TRY(const bool holds, truth(term.operands[0], env));
    return holds ? value(term.operands[1], env) : Evaluated<Value>(Value::bag({}));
  }
  REFOLD_TRY(const Values operands, values(term.operands, env));
  switch (term.op) {
    case Op::BagSum: {
      Bag sum;
      for (const Value& part : operands) sum.insert(sum.end(), part.bag().begin(), part.bag().end());
      return Value::bag(std::move(sum));
    }
    case Op::Card: return Value::number(cardinality(operands[0].bag()));
    case Op::Count: {
      if (operands[0].holds_function()) return undecided("counting functions in a bag");
      for (const auto& [element, count] : operands[1].bag())
        if (element == operands[0]) return Value::number(count);
      return Value::number(0);
    }
    default: assert(false); return undecided("no bag operator");
  }
}

/// A function; one on axes is at once the vector of its components.
Evaluated<Value> Evaluator::function_value(TermId id, const Term& term, const Env& env) {
  const Term& sort = store_[term.sort];
  const Value function = Value::closure(id, store_.free_depth(id) == 0 ? Env{} : env);
  if (sort.op != Op::Arrow || store_[store_[sort.operands[0]].sort].op != Op::AxesKind) return function;
  REFOLD_TRY(const Elements axes, elements(sort.operands[0], env));
  Values components;
  for (const Value& axis : *axes) {
    REFOLD_TRY(Value component, enter(function.closure(), axis));
    components.push_back(std::move(component));
  }
  return Value::vector(std::move(components));
}

Evaluated<Value> Evaluator::input_value(InputRef input) {
  const Term& sort = store_[input.sort];
  switch (sort.op) {
    case Op::ReductionOf: case Op::FamilyOf: return Value::input(std::move(input));
    case Op::Arrow: {
      if (store_[store_[sort.operands[0]].sort].op != Op::AxesKind) return Value::input(std::move(input));
      REFOLD_TRY(const Elements axes, elements(sort.operands[0], input.env));
      Values components;
      for (const Value& axis : *axes) {
        REFOLD_TRY(Value component, enter_input(input, axis));
        components.push_back(std::move(component));
      }
      return Value::vector(std::move(components));
    }
    default: return inputs_.value(input);
  }
}

Evaluated<Value> Evaluator::member(const Term& term, const Env& env) {
  REFOLD_TRY(const Value family, value(term.operands[0], env));
  REFOLD_TRY(Value which, value(term.operands[1], env));
  assert(family.is(Value::Kind::Input));
  InputRef input = family.input();
  const Term& sort = store_[input.sort];
  assert(sort.op == Op::FamilyOf);
  REFOLD_TRY(const bool inside, contains(sort.operands[0], input.env, which));
  if (!inside) return ill_formed(fmt::format("{} has no member {}", text(store_, input), text(which)));
  input.path.push_back(which);
  input.env = push(std::move(which), input.env);
  input.sort = sort.operands[1];
  return input_value(std::move(input));
}

Diagnostic diagnostic(const Fault& fault, Span where) {
  switch (fault.kind) {
    case Fault::Kind::IllFormed: return {"E0240", where, "ill formed: " + fault.what};
    case Fault::Kind::Undecided: return {"E0241", where, "undecided: " + fault.what};
    case Fault::Kind::Limit: return {"E0242", where, fault.what};
    case Fault::Kind::Missing: return {"E0243", where, fault.what, {}, "give it a value, or bind data to it"};
  }
  __builtin_unreachable();
}

Result<Value> evaluate(const TermStore& store, TermId term, const Instance& instance, Budget& budget) {
  InstanceInputs inputs(store, instance, false);
  Evaluated<Value> result = Evaluator(store, inputs, budget).value(term);
  if (!result) return diagnostic(result.error());
  return *result;
}

Result<Value> value_at(const TermStore& store, TermId function, const Value& index, const Instance& instance,
                       Budget& budget) {
  InstanceInputs inputs(store, instance, false);
  Evaluator evaluator(store, inputs, budget);
  Evaluated<Value> result = evaluator.value(function);
  if (result) result = evaluator.apply(*result, index);
  if (!result) return diagnostic(result.error());
  return *result;
}

Result<Values> elements(const TermStore& store, TermId set, const Instance& instance, Budget& budget) {
  InstanceInputs inputs(store, instance, false);
  Evaluator evaluator(store, inputs, budget);
  const Evaluated<bool> finite = evaluator.finite(set, {});
  if (!finite) return diagnostic(finite.error());
  if (!*finite) return diagnostic(undecided("an infinite sort has no list of elements"));
  Evaluated<Elements> all = evaluator.elements(set);
  if (!all) return diagnostic(all.error());
  return **all;
}

}  // namespace refold
