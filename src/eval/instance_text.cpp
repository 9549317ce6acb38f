// An instance as propositions of a witness clause.
#include <fmt/format.h>

#include <set>

#include "base/variant.h"
#include "eval/instance.h"

namespace refold {
namespace {

/// The numbers of an index, tuples and vectors taken apart; nothing where it holds anything else.
bool coordinates(const Value& index, std::vector<Rational>& out) {
  if (index.is(Value::Kind::Number)) {
    out.push_back(index.number());
    return true;
  }
  if (!index.is(Value::Kind::Tuple) && !index.is(Value::Kind::Vector)) return false;
  for (const Value& part : index.parts())
    if (!coordinates(part, out)) return false;
  return true;
}

struct Cell {
  std::vector<Rational> index;
  const Value* value;
};

/// Nested stacks of cells [begin, end) from coordinate `depth` on, if they are a full grid.
std::optional<std::string> grid(const std::vector<Cell>& cells, std::size_t begin, std::size_t end, std::size_t depth) {
  if (cells[begin].index.size() == depth)
    return end - begin == 1 ? std::optional(text(*cells[begin].value)) : std::nullopt;
  std::string out = "[";
  std::uint64_t count = 0;
  for (std::size_t at = begin; at < end; ++count) {
    std::size_t next = at;
    while (next < end && cells[next].index.size() > depth && cells[next].index[depth] == count) ++next;
    if (next == at) return std::nullopt;
    const auto part = grid(cells, at, next, depth + 1);
    if (!part) return std::nullopt;
    out += (count == 0 ? "" : ", ") + *part;
    at = next;
  }
  return out + (count == 1 ? ",]" : "]");
}

std::string parameters(std::size_t count) {
  static constexpr std::string_view names[] = {"x", "y", "z"};
  std::string out;
  for (std::size_t k = 0; k < count; ++k)
    out += (k == 0 ? "" : ", ") + (count <= 3 ? std::string(names[k]) : fmt::format("x{}", k));
  return out;
}

/// f(x) = if x == 1 then 2 else 0
std::string by_cases(const std::string& head, const Table& table) {
  std::size_t arity = 1;
  for (const auto& cell : table.cells)
    if (cell.first.is(Value::Kind::Tuple)) arity = cell.first.parts().size();
  const std::string names = parameters(arity);
  std::string out = fmt::format("{}({}) = ", head, names);
  for (const auto& [index, value] : table.cells) {
    if (value == *table.otherwise) continue;
    std::string condition;
    const Values parts = arity == 1 ? Values{index} : index.parts();
    for (std::size_t k = 0; k < arity; ++k)
      condition += (k == 0 ? "" : " and ") + names.substr(3 * k, 1) + " == " + text(parts[k]);
    out += fmt::format("if {} then {} else ", condition, text(value));
  }
  return out + text(*table.otherwise) + "\n";
}

std::string table_text(const std::string& head, const Table& table) {
  if (table.otherwise) return by_cases(head, table);
  if (table.cells.empty()) return "";
  std::vector<Cell> cells;
  bool plain = true;
  for (const auto& [index, value] : table.cells) {
    cells.push_back({{}, &value});
    plain = plain && coordinates(index, cells.back().index);
  }
  if (plain)
    if (const auto stacks = grid(cells, 0, cells.size(), 0)) return fmt::format("{} = {}\n", head, *stacks);
  std::string out;
  for (const auto& [index, value] : table.cells) {
    out += fmt::format("{}[{}] = {}\n", head, index_text(index), text(value));
  }
  return out;
}

std::string operation_text(const std::string& head, const OperationTable& table) {
  std::string out = head + " = [";
  for (std::uint32_t a = 0; a < table.size; ++a) {
    out += a == 0 ? "[" : ", [";
    for (std::uint32_t b = 0; b < table.size; ++b)
      out += (b == 0 ? "" : ", ") + std::to_string(table.cells[a * table.size + b]);
    out += table.size == 1 ? ",]" : "]";
  }
  return out + (table.size == 1 ? ",]\n" : "]\n");
}

std::string object_text(const InputKey& key, const Object& object) {
  std::string head = key.name;
  for (const Value& member : key.path) head += "(" + text(member) + ")";
  return std::visit(overloaded{
      [&](const Atoms& atoms) { return fmt::format("{} = [{}]\n", head, atoms.count); },
      [&](const Carrier& carrier) { return fmt::format("{} = {}\n", head, carrier.name); },
      [&](const Value& value) { return fmt::format("{} = {}\n", head, text(value)); },
      [&](const Table& table) { return table_text(head, table); },
      [&](const Formula& formula) {
        std::string names;
        for (const std::string& name : formula.parameters) names += (names.empty() ? "" : ", ") + name;
        return fmt::format("{}({}) = {}\n", head, names, print(formula.body));
      },
      [&](const NamedReduction& reduction) { return fmt::format("{} = {}\n", head, reduction.name); },
      [&](const OperationTable& table) { return operation_text(head, table); }}, object);
}

}  // namespace

const Object* Instance::find(std::string_view name, const Values& path) const {
  const auto at = objects.find(InputKeyView(name, path));
  return at == objects.end() ? nullptr : &at->second;
}

std::string text(const Instance& instance, const std::vector<std::string>& names) {
  std::string out;
  if (!(instance.real == carriers::real())) out += "real = " + instance.real.name + "\n";
  for (const std::string& name : names)
    for (const auto& [key, object] : instance.objects)
      if (key.name == name) out += object_text(key, object);
  const std::set<std::string> done(names.begin(), names.end());
  for (const auto& [key, object] : instance.objects)
    if (done.count(key.name) == 0) out += object_text(key, object);
  return out;
}

}  // namespace refold
