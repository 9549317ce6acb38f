// src/plan/loop_nest.h: loops over raw arrays, the one form that is interpreted and printed as OpenMP C++ and as CUDA.
//
// Invariant: a Kernel says everything that runs, in order; printers and the interpreter add no decision of their own.
// Every variable is introduced (LetIndex, LetValue, FindFirst, a loop, a parameter) before it is read, and every array
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
struct IndexExpr {
  enum class Kind : std::uint8_t { Constant, Variable, Load, Add, Subtract, Multiply, Divide, Min, Max };  // Divide: toward zero
  Kind kind = Kind::Constant;
  std::int64_t constant = 0;
  VariableId variable = {};
  ArrayId array = {};               // Load: array[operands[0]]
  std::vector<IndexExpr> operands = {};
  bool operator==(const IndexExpr&) const = default;
};

/// A double: computed from constants, variables, array elements and indices.
struct ValueExpr {
  enum class Kind : std::uint8_t { Constant, Variable, Load, OfIndex, Apply };
  Kind kind = Kind::Constant;
  double constant = 0;
  VariableId variable = {};
  ArrayId array = {};               // Load: array[index]
  IndexExpr index = {};
  ScalarOp op = ScalarOp::Add;
  std::vector<ValueExpr> operands = {};
  bool operator==(const ValueExpr&) const = default;
};

struct IndexComparison {
  enum class Kind : std::uint8_t { Less, LessEqual, Equal };
  Kind kind;
  IndexExpr left, right;
};

struct LoopStatement;
using LoopBody = std::vector<LoopStatement>;

/// const int64_t variable = value;
struct LetIndex {
  VariableId variable;
  IndexExpr value;
};
/// double variable = value; an Assign may change it later.
struct LetValue {
  VariableId variable;
  ValueExpr value;
};
/// A local array of the thread, filled with `fill`.
struct LetTile {
  ArrayId array;
  ValueExpr fill;
};
/// The place (a variable, or array[index]) becomes `value`, or op(place, value).
struct Assign {
  VariableId variable = {};
  ArrayId array = {};
  IndexExpr index = {};
  bool combine = false;
  ScalarOp op = ScalarOp::Add;
  ValueExpr value;
};
/// variable = the first x in lo .. hi with at(x) >= key, or hi; `at` does not decrease. Where lo >= hi it is lo, and
/// neither `at` nor `key` is read.
struct FindFirst {
  VariableId variable;
  VariableId probe;  // x
  IndexExpr lo, hi, at, key;
};
/// Asks for the memory of array[index] ahead of its use; without effect on any result.
struct Prefetch {
  ArrayId array;
  IndexExpr index;
};
/// for variable in lo .. hi (half open), in steps of `step`.
struct ForLoop {
  enum class Kind : std::uint8_t {
    Serial,
    Parallel,  // iterations are independent: OpenMP threads, CUDA warps
    Lanes,     // iterations may run in any order, their sums in parts, but places jump: CUDA lanes, serial on a CPU
    Vector,    // and every place stays or moves on by one: omp simd, CUDA lanes
  };
  struct Reduction {
    VariableId variable;
    ScalarOp op;
    double unit;
  };
  VariableId variable;
  IndexExpr lo, hi;
  Kind kind = Kind::Serial;
  std::int64_t step = 1;
  bool even = false;                       // of a Parallel loop: iterations take the same time
  std::vector<Reduction> reductions = {};  // of a Lanes or Vector loop
  std::string note = {};                   // for readers: what is iterated, in the kernel's names
  Integer trips = 0;                       // iterations over the whole run, as far as the plan can know
  Cost cost = {};                          // of the whole loop over the run
  std::vector<LoopStatement> body;
};
/// Two ordered position ranges walked together; the body runs where both coordinates are equal.
struct MergeLoop {
  struct Side {
    VariableId position;
    IndexExpr lo, hi;
    ArrayId coordinates;
  };
  Side left, right;
  VariableId coordinate;
  std::string note = {};
  Integer trips = 0;    // steps of the walk over the whole run
  Integer matches = 0;  // runs of the body
  Cost cost = {};
  std::vector<LoopStatement> body;
};
struct IfAll {
  std::vector<IndexComparison> all;
  std::vector<LoopStatement> body;
};
/// A heading inside the kernel: what the next statements are for.
struct Heading {
  std::string text;
};

struct LoopStatement {
  std::variant<LetIndex, LetValue, LetTile, Assign, FindFirst, Prefetch, ForLoop, MergeLoop, IfAll, Heading> node;
};

enum class ArrayType : std::uint8_t { Float64, Int32 };

struct KernelArray {
  enum class Role : std::uint8_t {
    Values,       // of input `tensor`
    Offsets,      // of level `level` of input `tensor`, int32
    Coordinates,  // of level `level` of input `tensor`, int32
    Output,       // the values of the result
    Scratch,      // of this run only: temporaries, packed operands, partial sums
    Local,        // a tile in a thread; `size` is a constant
  };
  std::string name;
  Role role;
  ArrayType type = ArrayType::Float64;
  std::string tensor = {};   // as the user wrote it
  std::size_t level = 0;
  std::int64_t size = 0;     // elements
  std::vector<std::int64_t> shape = {};  // of a result or temporary
};

/// A size known when the plan was made. A fixed one is printed as a constant, the others are arguments, so that one
/// compiled kernel serves all sizes.
struct KernelSize {
  VariableId variable;
  std::int64_t value;
  bool fixed = false;
};

struct Kernel {
  std::vector<std::string> variables = {};
  std::vector<KernelArray> arrays = {};          // in argument order, Local ones excepted
  std::vector<KernelSize> sizes = {};
  LoopBody body = {};
  Cost cost = {};

  VariableId add_variable(std::string name);
  ArrayId add_array(KernelArray array);
  const std::string& operator[](VariableId id) const { return variables[id.index]; }
  const KernelArray& operator[](ArrayId id) const { return arrays[id.index]; }
};

// -- short ways to write expressions
IndexExpr constant(std::int64_t value);
IndexExpr variable(VariableId id);
IndexExpr load(ArrayId array, IndexExpr at);
IndexExpr operator+(IndexExpr a, IndexExpr b);  // folds constants, drops + 0 and * 1
IndexExpr operator-(IndexExpr a, IndexExpr b);
IndexExpr operator*(IndexExpr a, IndexExpr b);
IndexExpr divide(IndexExpr a, IndexExpr b);
IndexExpr smaller(IndexExpr a, IndexExpr b);
IndexExpr larger(IndexExpr a, IndexExpr b);
ValueExpr number(double value);
ValueExpr value_of(VariableId id);
ValueExpr element(ArrayId array, IndexExpr at);
ValueExpr from_index(IndexExpr index);
ValueExpr apply(ScalarOp op, std::vector<ValueExpr> operands);

}  // namespace refold
