// Functions applied to an argument.
#include <fmt/format.h>

#include <cassert>

#include "eval/evaluator.h"

namespace refold {

Evaluated<Domain> Evaluator::domain(const Value& function) {
  const TermId sort_id =
      function.is(Value::Kind::Closure) ? store_[function.closure().term].sort : function.input().sort;
  const Env& env = function.is(Value::Kind::Closure) ? function.closure().env : function.input().env;
  const Term& sort = store_[sort_id];
  if (sort.op == Op::Arrow) return Domain{sort.operands[0], env, false};
  if (sort.op == Op::ReductionOf) return Domain{sort.operands[0], env, true};
  return undecided("a family is no function");
}

Evaluated<Value> Evaluator::apply(const Value& function, const Value& argument) {
  if (!step()) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
  if (function.is(Value::Kind::Vector)) {  // a vector at an axis
    const auto axis = static_cast<std::size_t>(boost::multiprecision::numerator(argument.number()));
    assert(axis < function.parts().size());
    return function.parts()[axis];
  }
  REFOLD_TRY(const Domain from, domain(function));
  if (!from.bags) {
    REFOLD_TRY(const bool inside, contains(from.set, from.env, argument));
    if (!inside) return ill_formed(fmt::format("{} is outside the set of the function applied to it", text(argument)));
  }
  return function.is(Value::Kind::Closure) ? enter(function.closure(), argument)
                                           : enter_input(function.input(), argument);
}

Evaluated<Value> Evaluator::enter_input(const InputRef& input, const Value& argument) {
  const Term& sort = store_[input.sort];
  if (sort.op == Op::ReductionOf) {
    REFOLD_TRY(const Object reduction, inputs_.reduction(input));
    REFOLD_TRY(const Carrier* numbers, carrier(sort.operands[0], input.env));
    return reduce(reduction, *numbers, argument.bag());
  }
  const Op result = store_[sort.operands[1]].op;
  if (result != Op::Arrow && result != Op::ReductionOf) return inputs_.cell(input, argument);
  InputRef inner = input;  // a function of several arguments, one after the other
  inner.path.push_back(argument);
  inner.sort = sort.operands[1];
  return input_value(std::move(inner));
}

// One case per operator that is a function, in the order of op.h.
Evaluated<Value> Evaluator::enter(const Closure& closure, const Value& argument) {
  const Term& term = store_[closure.term];
  const Env& env = closure.env;
  switch (term.op) {
    case Op::Identity: return argument;
    case Op::Compose: {
      Value result = argument;
      for (auto part = term.operands.rbegin(); part != term.operands.rend(); ++part) {
        REFOLD_TRY(const Value function, value(*part, env));
        REFOLD_TRY(result, apply(function, result));
      }
      return result;
    }
    case Op::Lambda: return value(term.operands[1], push(argument, env));
    case Op::Stack: case Op::StackOver: return stack(term, env, argument);
    case Op::Single:
      if (argument.holds_function()) return undecided("a bag of functions");
      return Value::bag({{argument, 1}});
    case Op::Star: {
      REFOLD_TRY(const Value function, value(term.operands[0], env));
      Bag images;
      for (const auto& [element, count] : argument.bag()) {
        REFOLD_TRY(Value image, apply(function, element));
        if (image.holds_function()) return undecided("a bag of functions");
        images.emplace_back(std::move(image), count);
      }
      return Value::bag(std::move(images));
    }
    case Op::Flatten: {
      Bag sum;
      for (const auto& [inner, copies] : argument.bag()) {
        if (!budget_.take_nodes(inner.bag().size())) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
        for (const auto& [element, count] : inner.bag()) sum.emplace_back(element, count * copies);
      }
      return Value::bag(std::move(sum));
    }
    case Op::Enumerate: {
      REFOLD_TRY(const Elements all, elements(term.operands[0], env));
      const auto k = static_cast<std::size_t>(boost::multiprecision::numerator(argument.number()));
      assert(k < all->size());
      return (*all)[k];
    }
    case Op::Inverse: return inverse(term.operands[0], env, argument);
    case Op::Fork: case Op::ForkOver: return fork(term, env, argument);
    case Op::Copies: {
      REFOLD_TRY(const Elements all, elements(term.operands[0], env));
      if (!budget_.take_nodes(all->size())) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
      Bag copies;
      for (const Value& k : *all) copies.emplace_back(Value::tuple({k, argument}), 1);
      return Value::bag(std::move(copies));
    }
    case Op::The:
      if (cardinality(argument.bag()) != 1)
        return ill_formed(fmt::format("{} has not exactly one element", text(argument)));
      return argument.bag().front().first;
    case Op::Reduce: {
      REFOLD_TRY(const Carrier* numbers, carrier(store_[term.sort].operands[0], env));
      return reduce(NamedReduction{std::string(store_.name_text(term.payload))}, *numbers, argument.bag());
    }
    case Op::Values: {
      REFOLD_TRY(const Values all, stored(term.operands[0], env));
      REFOLD_TRY(const Value tensor, value(term.operands[0], env));
      return apply(tensor, all[static_cast<std::size_t>(boost::multiprecision::numerator(argument.number()))]);
    }
    case Op::Positions: {
      REFOLD_TRY(const Values all, stored(term.operands[0], env));
      Bag found;
      for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k] == argument) found.emplace_back(Value::number(k), 1);
      return Value::bag(std::move(found));
    }
    default: assert(false && "no function"); return undecided("no function");
  }
}

/// {i with map(i) = image}
Evaluated<Value> Evaluator::inverse(TermId map, const Env& env, const Value& image) {
  REFOLD_TRY(const Value function, value(map, env));
  REFOLD_TRY(const Domain from, domain(function));
  REFOLD_TRY(const bool small, from.bags ? Evaluated<bool>(false) : finite(from.set, from.env));
  if (!small) return undecided("the inverse of a function on an infinite sort");
  REFOLD_TRY(const Elements all, elements(from.set, from.env));
  Bag sources;
  for (const Value& element : *all) {
    REFOLD_TRY(const Value there, apply(function, element));
    REFOLD_TRY(const bool hit, same(there, image));
    if (hit) sources.emplace_back(element, 1);
  }
  return Value::bag(std::move(sources));
}

namespace {

/// (k, i) where the set of the pair says that a tuple i is flat: (k, i0, i1, ..).
Value tagged(const Value& k, const Value& i, bool flat) {
  Values parts{k};
  if (flat && i.is(Value::Kind::Tuple)) parts.insert(parts.end(), i.parts().begin(), i.parts().end());
  else parts.push_back(i);
  return parts.size() == 1 ? parts[0] : Value::tuple(std::move(parts));
}

bool is_flat(const Term& set) { return set.op == Op::Product || set.op == Op::Sigma; }

}  // namespace

Evaluated<Value> Evaluator::fork(const Term& term, const Env& env, const Value& argument) {
  Bag sum;
  const auto add = [&](const Value& function, const Value& k, bool flat) -> Evaluated<bool> {
    REFOLD_TRY(const Value bag, apply(function, argument));
    for (const auto& [element, count] : bag.bag()) sum.emplace_back(tagged(k, element, flat), count);
    return true;
  };
  if (term.op == Op::Fork) {
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      REFOLD_TRY(const Value function, value(term.operands[k], env));
      REFOLD_CHECK(add(function, Value::number(k), false));
    }
    return Value::bag(std::move(sum));
  }
  const Term& pairs = store_[store_[store_[term.sort].operands[1]].operands[0]];  // -> bag of a sigma
  REFOLD_TRY(const Elements all, elements(term.operands[0], env));
  for (const Value& k : *all) {
    REFOLD_TRY(const Value function, value(term.operands[1], push(k, env)));
    REFOLD_CHECK(add(function, k, is_flat(store_[pairs.operands[1]])));
  }
  return Value::bag(std::move(sum));
}

Evaluated<Value> Evaluator::stack(const Term& term, const Env& env, const Value& argument) {
  const bool over = term.op == Op::StackOver;
  const bool flat = over && is_flat(store_[store_[store_[term.sort].operands[0]].operands[1]]);
  const Values parts = argument.is(Value::Kind::Tuple) ? argument.parts() : Values{argument};
  const Value& k = parts.front();
  const Value rest = flat ? Value::tuple(Values(parts.begin() + 1, parts.end())) : parts.at(1);
  if (over) {
    REFOLD_TRY(const Value function, value(term.operands[1], push(k, env)));
    return apply(function, rest);
  }
  if (k.number() < 0 || k.number() >= term.operands.size())
    return ill_formed(fmt::format("a stack has no member {}", text(k)));
  REFOLD_TRY(const Value function,
             value(term.operands[static_cast<std::size_t>(boost::multiprecision::numerator(k.number()))], env));
  return apply(function, rest);
}

Evaluated<Value> Evaluator::reduce(const Object& reduction, const Carrier& carrier, const Bag& bag) {
  const auto* table = std::get_if<OperationTable>(&reduction);
  const std::string name = table ? "" : std::get<NamedReduction>(reduction).name;
  const auto cell = [](const Value& v) {
    return static_cast<std::size_t>(boost::multiprecision::numerator(v.number()));
  };
  std::optional<Value> total;
  for (const auto& [element, count] : bag)
    for (std::uint64_t copy = 0; copy < count; ++copy) {
      if (!step()) return Fault{Fault::Kind::Limit, "the evaluation reached its limit"};
      if (table && !(element.number() >= 0 && element.number() < table->size))
        return ill_formed(fmt::format("{} is none of the {} values of a reduction", text(element), table->size));
      if (!total) {
        total = element;
      } else if (table) {
        total = Value::number(table->cells[cell(*total) * table->size + cell(element)]);
      } else {
        REFOLD_TRY(total, combine(name, carrier, *total, element));
      }
    }
  if (total) return *total;
  return table ? Evaluated<Value>(Value::number(table->unit)) : unit(name, carrier);
}

/// The indices that the data of a tensor lists, or else those at which it is not 0; in order.
Evaluated<Values> Evaluator::stored(TermId tensor, const Env& env) {
  REFOLD_TRY(const Value function, value(tensor, env));
  if (function.is(Value::Kind::Input)) {
    REFOLD_TRY(std::optional<Values> listed, inputs_.listed(function.input()));
    if (listed) return std::move(*listed);
  }
  REFOLD_TRY(const Domain from, domain(function));
  REFOLD_TRY(const Elements all, elements(from.set, from.env));
  const TermId values = store_[store_[tensor].sort].operands[1];
  Values indices;
  for (const Value& index : *all) {
    REFOLD_TRY(const Value there, apply(function, index));
    REFOLD_TRY(const bool zero, is_zero(there, values, env));
    if (!zero) indices.push_back(index);
  }
  return indices;
}

}  // namespace refold
