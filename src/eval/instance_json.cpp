// An instance as JSON.
#include <nlohmann/json.hpp>

#include "base/variant.h"
#include "eval/instance.h"

namespace refold {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Truth: return value.truth();
    case Value::Kind::Number: {
      const Rational& number = value.number();
      const bool small = boost::multiprecision::denominator(number) == 1 && abs(number) < (Integer(1) << 53);
      return small ? Json(boost::multiprecision::numerator(number).convert_to<std::int64_t>()) : Json(text(number));
    }
    case Value::Kind::Double:
      return value.real() == value.real() && value.real() - value.real() == 0 ? Json(value.real()) : Json(text(value));
    case Value::Kind::Infinity: return text(value);
    case Value::Kind::Tuple: case Value::Kind::Vector: {
      Json parts = Json::array();
      for (const Value& part : value.parts()) parts.push_back(value_json(part));
      return parts;
    }
    case Value::Kind::Bag: {
      Json elements = Json::array();
      for (const auto& [element, count] : value.bag())
        for (std::uint64_t k = 0; k < count; ++k) elements.push_back(value_json(element));
      return {{"bag", elements}};
    }
    case Value::Kind::Closure: case Value::Kind::Input: return nullptr;
  }
  __builtin_unreachable();
}

Json table_json(const Table& table) {
  Json cells = Json::array();
  for (const auto& [index, value] : table.cells)
    cells.push_back({{"at", value_json(index)}, {"value", value_json(value)}});
  Json out{{"cells", cells}};
  if (table.otherwise) out["otherwise"] = value_json(*table.otherwise);
  return out;
}

}  // namespace

std::string json(const Instance& instance) {
  Json out{{"real", instance.real.name}};
  for (const char* part : {"sets", "values", "numbers", "tensors", "functions", "reductions"})
    out[part] = Json::object();
  for (const auto& [key, object] : instance.objects) {
    std::string name = key.name;
    for (const Value& member : key.path) name += "(" + text(member) + ")";
    std::visit(
        overloaded{
            [&](const Atoms& atoms) { out["sets"][name] = atoms.count; },
            [&](const Carrier& carrier) { out["values"][name] = carrier.name; },
            [&](const Value& value) { out["numbers"][name] = value_json(value); },
            [&](const Table& table) { out[table.otherwise ? "functions" : "tensors"][name] = table_json(table); },
            [&](const Formula& formula) {
              out["functions"][name] = {{"parameters", formula.parameters}, {"formula", print(formula.body)}};
            },
            [&](const NamedReduction& reduction) { out["reductions"][name] = reduction.name; },
            [&](const OperationTable& table) {
              out["reductions"][name] = {{"size", table.size}, {"unit", table.unit}, {"table", table.cells}};
            }},
        object);
  }
  return out.dump(2) + "\n";
}

}  // namespace refold
