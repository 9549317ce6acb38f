// src/plan/loop_nest.h: loops over raw arrays, the one form that is interpreted and printed as OpenMP C++ and as CUDA.
//
// Invariant: a Kernel says everything that runs, in order; printers and the interpreter add no decision of their own.
// Every variable is introduced (LetIndex, LetValue, Search, a loop, a parameter) before it is read, and every array
// index is in bounds for data that fits the formats. Names of variables and arrays are identifiers of the emitted
// languages: user text has been escaped by identifier.h before it gets here. Iterations of a Parallel loop write
// disjoint places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/id.h"
#include "plan/cost.h"
#include "plan/scalar.h"

namespace refold {

using VariableId = Id<struct VariableTag>;
using ArrayId = Id<struct ArrayTag>;

/// A whole number: computed from constants, variables and stored offsets and coordinates.
struct Index {
  enum class Kind : std::uint8_t { Constant, Variable, Load, Add, Subtract, Multiply, Divide, Min, Max };  // Divide: toward zero
  Kind kind = Kind::Constant;
  std::int64_t constant = 0;
  VariableId variable = {};
  ArrayId array = {};               // Load: array[operands[0]]
  std::vector<Index> operands = {};
  bool operator==(const Index&) const = default;
};

/// A double: computed from constants, variables, array elements and indices.
struct Value {
  enum class Kind : std::uint8_t { Constant, Variable, Load, OfIndex, Apply };
  Kind kind = Kind::Constant;
  double constant = 0;
  VariableId variable = {};
  ArrayId array = {};               // Load: array[index]
  Index index = {};
  ScalarOp op = ScalarOp::Add;
  std::vector<Value> operands = {};
  bool operator==(const Value&) const = default;
};

struct Comparison {
  enum class Kind : std::uint8_t { Less, LessEqual, Equal };
  Kind kind;
  Index left, right;
};

struct Statement;
using Body = std::vector<Statement>;

/// const int64_t variable = value;
struct LetIndex {
  VariableId variable;
  Index value;
};
/// double variable = value; an Update may change it later.
struct LetValue {
  VariableId variable;
  Value value;
};
/// A local array of the thread, filled with `fill`.
struct LetTile {
  ArrayId array;
  Value fill;
};
/// The place (a variable, or array[index]) becomes `value`, or op(place, value).
struct Update {
  VariableId variable = {};
  ArrayId array = {};
  Index index = {};
  bool combine = false;
  ScalarOp op = ScalarOp::Add;
  Value value;
};
/// variable = the first x in lo .. hi with at(x) >= key, or hi; `at` does not decrease.
struct Search {
  VariableId variable;
  VariableId probe;  // x
  Index lo, hi, at, key;
};
/// for variable in lo .. hi (half open).
struct For {
  enum class Schedule : std::uint8_t {
    Serial,
    Parallel,  // iterations are independent: OpenMP threads, CUDA warps
    Vector,    // unit stride or invariant accesses only: omp simd, CUDA lanes
  };
  struct Reduction {
    VariableId variable;
    ScalarOp op;
    double unit;
  };
  VariableId variable;
  Index lo, hi;
  Schedule schedule = Schedule::Serial;
  std::vector<Reduction> reductions = {};  // of a Vector loop
  std::string note = {};                   // for readers: what is iterated
  Cost cost = {};                          // of the whole loop over the run, for `refold plan`
  std::vector<Statement> body = {};
};
/// Two ordered position ranges walked together; the body runs where both coordinates are equal.
struct Merge {
  struct Side {
    VariableId position;
    Index lo, hi;
    ArrayId coordinates;
  };
  Side left, right;
  VariableId coordinate;
  std::string note = {};
  Cost cost = {};
  std::vector<Statement> body = {};
};
struct If {
  std::vector<Comparison> all;
  std::vector<Statement> body = {};
};
/// A heading inside the kernel: what the next statements are for.
struct Comment {
  std::string text;
};

struct Statement {
  std::variant<LetIndex, LetValue, LetTile, Update, Search, For, Merge, If, Comment> node;
};

enum class Element : std::uint8_t { Float64, Int64, Int32 };

struct Array {
  enum class Role : std::uint8_t {
    Values,       // of input `tensor`
    Offsets,      // of level `level` of input `tensor`, int64
    Coordinates,  // of level `level` of input `tensor`, int32
    Output,       // the values of the result
    Scratch,      // of this run only: temporaries, packed operands, partial sums
    Local,        // a tile in a thread; `size` is a constant
  };
  std::string name;
  Role role;
  Element element = Element::Float64;
  std::string tensor = {};   // as the user wrote it
  std::size_t level = 0;
  std::int64_t size = 0;     // elements
};

/// A size known when the plan was made. A fixed one is printed as a constant, the others are arguments, so that one
/// compiled kernel serves all sizes.
struct Parameter {
  VariableId variable;
  std::int64_t value;
  bool fixed = false;
};

struct Variable {
  std::string name;
};

struct Kernel {
  std::vector<Variable> variables = {};
  std::vector<Array> arrays = {};          // in argument order, Local ones excepted
  std::vector<Parameter> parameters = {};
  Body body = {};
  Cost cost = {};

  VariableId add_variable(std::string name);
  ArrayId add_array(Array array);
  const Variable& operator[](VariableId id) const { return variables[id.index]; }
  const Array& operator[](ArrayId id) const { return arrays[id.index]; }
};

// -- short ways to write expressions
Index constant(std::int64_t value);
Index variable(VariableId id);
Index load(ArrayId array, Index at);
Index operator+(Index a, Index b);  // folds constants, drops + 0 and * 1
Index operator-(Index a, Index b);
Index operator*(Index a, Index b);
Index divide(Index a, Index b);
Index smaller(Index a, Index b);
Index larger(Index a, Index b);
Value number(double value);
Value value_of(VariableId id);
Value element(ArrayId array, Index at);
Value from_index(Index index);
Value apply(ScalarOp op, std::vector<Value> operands);

}  // namespace refold
