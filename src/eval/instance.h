// src/eval/instance.h: a small world in which terms have values: what each input of a term is.
//
// Invariant: an object is named by its input and, for a member X(k) of a family, by the k; all of them are exact and
// self-contained (no ids of a term store), so an Instance can be kept, compared, printed and read back. Elements of
// unknown sets and of finite value sorts are the numbers 0, 1, ..; a table says nothing outside its cells unless it has
// `otherwise`. Printing is deterministic: inputs in the order asked for, cells in the order of their indices.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "eval/carrier.h"
#include "eval/value.h"
#include "term/module.h"
#include "term/syntax.h"

namespace refold {

struct InputKey {
  std::string name;
  Values path = {};
};

/// An InputKey that is only looked up.
struct InputKeyView {
  std::string_view name;
  const Values& path;
  InputKeyView(std::string_view n, const Values& p) : name(n), path(p) {}
  InputKeyView(const InputKey& key) : name(key.name), path(key.path) {}  // NOLINT(google-explicit-constructor)
};

struct InputKeyOrder {
  using is_transparent = void;
  bool operator()(const InputKeyView& a, const InputKeyView& b) const {
    return a.name != b.name ? a.name < b.name : a.path < b.path;
  }
};

/// An unknown set of `count` elements; for axes their number, the rank.
struct Atoms {
  std::uint64_t count = 0;
};

/// A function given cell by cell.
struct Table {
  std::map<Value, Value> cells = {};
  std::optional<Value> otherwise = {};
};

/// A function on values by a formula, such as x + 1 of the parameter x; a tuple argument has several parameters.
struct Formula {
  std::vector<std::string> parameters;
  Syntax body;
};

struct NamedReduction {
  std::string name;
};

/// The operation of a commutative monoid on a finite carrier: cells[a*size + b].
struct OperationTable {
  std::uint32_t size = 0, unit = 0;
  std::vector<std::uint32_t> cells = {};
};

using Object = std::variant<Atoms, Carrier, Value, Table, Formula, NamedReduction, OperationTable>;

struct Instance {
  std::map<InputKey, Object, InputKeyOrder> objects = {};
  Carrier real = carriers::real();  // how the sort real is read

  const Object* find(std::string_view name, const Values& path = {}) const;
  void set(const std::string& name, Object object, Values path = {}) {
    objects[{name, std::move(path)}] = std::move(object);
  }
};

/// The value of a formula at `arguments`; literals and operators are the carrier's.
/// Errors: the carrier's faults; a name that is no parameter is a Fault of kind Missing.
Evaluated<Value> formula_value(const Formula& formula, const Values& arguments, const Carrier& carrier);

/// The instance as propositions of a witness clause, one line per object (`I = [2]`, `X = [3, 0]`, `f(x) = x + 1`,
/// `r = sum`, `J(0) = [1]`), inputs in the order of `names`, others after them. Empty tensors have no line.
std::string text(const Instance& instance, const std::vector<std::string>& names = {});
/// The same as one JSON object {"real", "sets", "values", "numbers", "tensors", "functions", "reductions"}.
std::string json(const Instance& instance);

/// Adds to `instance` what propositions of a witness clause say about `variables`; a stack of numbers also fixes the
/// size of the unknown set that it is a tensor on.
/// Errors: E0244, a proposition of another form, a name that is no variable, data that do not fit its sort.
Result<void> read_witness(const TermStore& store, const std::vector<Variable>& variables,
                          const std::vector<Syntax>& propositions, Instance& instance);

}  // namespace refold
