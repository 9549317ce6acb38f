#include "eval/inputs.h"

#include <fmt/format.h>

#include <cmath>

namespace refold {
namespace {

std::optional<Rational> exact_root(const Rational& value) {
  if (value < 0) return std::nullopt;
  const Integer above = sqrt(boost::multiprecision::numerator(value)),
                below = sqrt(boost::multiprecision::denominator(value));
  const Rational root(above, below);
  return root * root == value ? std::optional(root) : std::nullopt;
}

std::optional<Rational> exact_value(std::string_view name, const Rational& x) {
  if (x == 0 && (name == "exp" || name == "cos")) return Rational(1);
  if (x == 0 && (name == "sin" || name == "tanh")) return Rational(0);
  if (x == 1 && name == "log") return Rational(0);
  return name == "sqrt" ? exact_root(x) : std::nullopt;
}

/// The carrier in which a formula of a function with this sort calculates.
Carrier formula_carrier(const TermStore& store, TermId sort, const Carrier& real) {
  const Term& arrow = store[sort];
  const Op to = store[arrow.operands[1]].op, from = store[arrow.operands[0]].op;
  return to == Op::Real || (to == Op::Bool && from == Op::Real) ? real : carriers::integers();
}

}  // namespace

std::string text(const TermStore& store, const InputRef& input) {
  std::string out(store.name_text(store[input.input].payload));
  for (const Value& member : input.path) out += "(" + text(member) + ")";
  return out;
}

Evaluated<Value> known_function(std::string_view name, const Value& argument, bool exact) {
  using Function = double (*)(double);
  static const std::map<std::string_view, Function> functions{{"exp", std::exp},   {"log", std::log},
                                                              {"sqrt", std::sqrt}, {"sin", std::sin},
                                                              {"cos", std::cos},   {"tanh", std::tanh}};
  const auto at = functions.find(name);
  if (at == functions.end()) return missing(fmt::format("{} has no value", name));
  if (argument.is(Value::Kind::Number))
    if (const auto value = exact_value(name, argument.number())) return Value::number(*value);
  if (exact) return undecided(fmt::format("{} of {} is no exact number", name, text(argument)));
  if (argument.is(Value::Kind::Infinity)) return ill_formed(fmt::format("{} meets an infinity", name));
  return Value::real(
      at->second(argument.is(Value::Kind::Double) ? argument.real() : argument.number().convert_to<double>()));
}

const Object* InstanceInputs::find(const InputRef& input) const {
  return instance_.find(store_.name_text(store_[input.input].payload), input.path);
}

Evaluated<std::uint64_t> InstanceInputs::atoms(const InputRef& input) {
  const Object* object = find(input);
  if (const auto* atoms = object ? std::get_if<Atoms>(object) : nullptr) return atoms->count;
  return missing(fmt::format("the size of {} is not given", text(store_, input)));
}

Evaluated<const Carrier*> InstanceInputs::carrier(const InputRef& input) {
  const Object* object = find(input);
  if (const auto* carrier = object ? std::get_if<Carrier>(object) : nullptr) return carrier;
  return missing(fmt::format("the values of {} are not given", text(store_, input)));
}

Evaluated<Value> InstanceInputs::value(const InputRef& input) {
  const Object* object = find(input);
  if (const auto* value = object ? std::get_if<Value>(object) : nullptr) return *value;
  return missing(fmt::format("{} is not given", text(store_, input)));
}

Evaluated<Value> InstanceInputs::cell(const InputRef& input, const Value& argument) {
  const Object* object = find(input);
  if (object == nullptr) {
    if (input.path.empty()) return known_function(store_.name_text(store_[input.input].payload), argument, exact_);
    return missing(fmt::format("{} is not given", text(store_, input)));
  }
  if (argument.holds_function()) return undecided(fmt::format("{} is a function of functions", text(store_, input)));
  if (const auto* table = std::get_if<Table>(object)) {
    if (const auto at = table->cells.find(argument); at != table->cells.end()) return at->second;
    if (table->otherwise) return *table->otherwise;
    return missing(fmt::format("{} at {} is not given", text(store_, input), text(argument)));
  }
  if (const auto* formula = std::get_if<Formula>(object)) {
    const Values arguments = formula->parameters.size() == 1 ? Values{argument} : argument.parts();
    return formula_value(*formula, arguments, formula_carrier(store_, input.sort, instance_.real));
  }
  return missing(fmt::format("{} is not given as a function", text(store_, input)));
}

Evaluated<std::optional<Values>> InstanceInputs::listed(const InputRef& input) {
  const Object* object = find(input);
  const auto* table = object ? std::get_if<Table>(object) : nullptr;
  if (table == nullptr || !table->otherwise) return std::optional<Values>();
  Values indices;
  for (const auto& cell : table->cells) indices.push_back(cell.first);
  return std::optional(std::move(indices));
}

Evaluated<Object> InstanceInputs::reduction(const InputRef& input) {
  const Object* object = find(input);
  if (object && (std::holds_alternative<NamedReduction>(*object) || std::holds_alternative<OperationTable>(*object)))
    return *object;
  return missing(fmt::format("the reduction {} is not given", text(store_, input)));
}

}  // namespace refold
