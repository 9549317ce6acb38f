#include "cli/program_eval.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/words.h"
#include "eval/evaluate.h"
#include "tensor/pack.h"

namespace refold {
namespace {

/// A double as the rational that it is.
Value exact_value(double value) {
  if (std::isnan(value) || std::isinf(value)) return Value::real(value);
  return Value::number(Rational(value));
}

Value index_value(const std::vector<std::int64_t>& index) {
  if (index.size() == 1) return Value::number(index[0]);
  Values parts;
  for (const std::int64_t i : index) parts.push_back(Value::number(i));
  return Value::tuple(std::move(parts));
}

/// A table of the values, truth values where the tensor is one of bools.
Object object_of(const TermStore& store, const TensorInfo& info, const Tensor& tensor) {
  const Term& sort = store[store[info.variable.term].sort];
  const bool truths = (sort.op == Op::Arrow ? store[sort.operands[1]] : sort).op == Op::Bool;
  const auto exact = [truths](double value) { return truths ? Value::truth(value != 0) : exact_value(value); };
  Table table;
  if (const auto* dense = std::get_if<DenseTensor>(&tensor)) {
    if (dense->extents.empty()) return exact(value_at(dense->values, 0));
    const std::vector<std::int64_t> strides = dense->strides();
    for (std::int64_t element = 0; element < length(dense->values); ++element) {
      std::vector<std::int64_t> index(dense->extents.size());
      std::int64_t rest = element, place = 0;
      for (std::size_t mode = index.size(); mode-- > 0;) {
        index[mode] = rest % dense->extents[mode];
        rest /= dense->extents[mode];
        place += index[mode] * strides[mode];
      }
      table.cells[index_value(index)] = exact(value_at(dense->values, place));
    }
    return table;
  }
  const CooTensor entries = unpack(std::get<LevelTensor>(tensor));
  for (std::int64_t e = 0; e < entries.stored(); ++e) {
    std::vector<std::int64_t> index;
    for (const auto& column : entries.coordinates) index.push_back(column[static_cast<std::size_t>(e)]);
    table.cells[index_value(index)] = exact(value_at(entries.values, e));
  }
  if (info.sparse) table.otherwise = exact(0);
  return table;
}

Result<double> number(const Result<Value>& value) {
  if (!value) return value.error();
  switch (value->kind()) {
    case Value::Kind::Number: return value->number().convert_to<double>();
    case Value::Kind::Double: return value->real();
    case Value::Kind::Truth: return value->truth() ? 1.0 : 0.0;
    case Value::Kind::Infinity:
      return value->negative_infinity() ? -std::numeric_limits<double>::infinity()
                                        : std::numeric_limits<double>::infinity();
    default: return Diagnostic{"E0721", {}, "the value is no number: " + text(*value)};
  }
}

}  // namespace

Result<Instance> instance_of(const Program& program, const ProgramData& data, const Algebra& algebra) {
  for (const auto& [name, bound] : data.tensors) {
    const Extents& shape = extents(bound.tensor);
    const std::int64_t cell = 250 + 100 * static_cast<std::int64_t>(shape.size());  // bytes, about
    REFOLD_CHECK(check_room(fmt::format("{} as a table of exact numbers, with {} values", name, stored(bound.tensor)), shape,
                            stored(bound.tensor), cell, "eval is for small data: `refold run` computes on large"));
  }
  Instance instance;
  for (const char* semiring : {"min_plus", "max_plus", "max_times", "or_and"})
    if (algebra.structure == semiring) instance.real = carriers::named(semiring);
  for (const auto& [size, value] : data.sizes) instance.set(size, Value::number(value));
  for (const TensorInfo& info : program.module.tensors)
    if (const auto at = data.tensors.find(info.variable.name); at != data.tensors.end())
      instance.set(info.variable.name, object_of(program.module.store, info, at->second.tensor));
  return instance;
}

Result<bool> holds_of_data(const Program& program, const ProgramData& data, TermId prop, Budget& budget) {
  constexpr std::int64_t kMost = 1'000'000;  // entries of an instance
  std::int64_t entries = 0;
  for (const auto& bound : data.tensors) entries += stored(bound.second.tensor);
  if (entries > kMost) return Diagnostic{"E0242", {}, fmt::format("{} are too many, {} are the most", counted(entries, "stored value"), kMost)};
  REFOLD_TRY(const Instance instance, instance_of(program, data, {}));
  REFOLD_TRY(const Value value, evaluate(program.module.store, prop, instance, budget));
  return value.truth();
}

Result<std::vector<double>> evaluate_program(const Program& program, const ProgramData& data, Budget& budget) {
  const TermStore& store = program.module.store;
  REFOLD_TRY(const Instance instance, instance_of(program, data, program.now.algebra));
  const Term& sort = store[store[program.now.expression].sort];
  std::vector<double> all;
  if (sort.op != Op::Arrow) {
    REFOLD_TRY(const double value, number(evaluate(store, program.now.expression, instance, budget)));
    all.push_back(value);
    return all;
  }
  REFOLD_TRY(const Values indices, elements(store, sort.operands[0], instance, budget));
  for (const Value& index : indices) {
    REFOLD_TRY(const double value, number(value_at(store, program.now.expression, index, instance, budget)));
    all.push_back(value);
  }
  return all;
}

}  // namespace refold
