// src/prove/obligation.h: one question to a solver, and its answer, both by value.
//
// Invariant: an Obligation is ground, quantifier-free and many-sorted: uninterpreted sorts and functions, linear
// arithmetic and truth values. It says "the assumptions imply the goal"; names tell which hypothesis, law or definition
// an assumption belongs to (several may share a name). It holds no type of a solver and no TermId, so it can be
// stored, hashed, written as SMT-LIB 2 or sent to another process. Nodes are shared: equal nodes have one number, and
// operands are older than the node itself. Only `proved` may ever count as proved.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/budget.h"
#include "base/number.h"

namespace refold {

using LogicSort = std::uint32_t;  // 0 Bool, 1 Int, 2 Real, then the uninterpreted ones
constexpr LogicSort kLogicBool = 0, kLogicInt = 1, kLogicReal = 2;
using NodeId = std::uint32_t;

enum class Logic : std::uint8_t { True, False, Number, Symbol, Not, And, Or, Implies, Equal, Ite, Add, Scale, LessEq };

struct LogicNode {
  Logic op;
  LogicSort sort;
  std::uint32_t symbol = 0;          // of Symbol: a function applied, or a constant
  Rational number = 0;               // of Number; of Scale, which is number * operand
  std::vector<NodeId> operands = {};
};

struct LogicSymbol {
  std::string name;                  // unique, printable in SMT-LIB between bars
  std::vector<LogicSort> arguments;
  LogicSort result;
};

struct Assumption {
  std::string name;
  NodeId node;
};

class Obligation {
 public:
  std::string title;                      // the result whose proof asks it
  std::string claim;                      // what is to be shown, in the language, for people
  std::vector<Assumption> assumptions;
  NodeId goal = 0;

  Obligation();
  /// The sort of this name, made on first use.
  LogicSort sort(const std::string& name);
  /// A new symbol; `name` gets a number if it is taken.
  std::uint32_t symbol(const std::string& name, std::vector<LogicSort> arguments, LogicSort result);
  NodeId truth(bool value);
  NodeId number(const Rational& value, LogicSort sort);
  NodeId apply(std::uint32_t symbol, std::vector<NodeId> operands);
  /// Connectives and arithmetic; `sort` of the result is derived.
  NodeId make(Logic op, std::vector<NodeId> operands, const Rational& number = 0);

  const LogicNode& operator[](NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  const std::vector<std::string>& sorts() const { return sorts_; }
  const std::vector<LogicSymbol>& symbols() const { return symbols_; }

 private:
  NodeId intern(LogicNode node);

  std::vector<std::string> sorts_;
  std::map<std::string, LogicSort> sort_ids_;
  std::vector<LogicSymbol> symbols_;
  std::map<std::string, int> names_;
  std::vector<LogicNode> nodes_;
  std::map<std::tuple<Logic, LogicSort, std::uint32_t, std::string, std::vector<NodeId>>, NodeId> node_ids_;
};

struct Answer {
  enum class Kind : std::uint8_t { Proved, Open, Unknown };
  Kind kind = Kind::Unknown;
  std::string reason;                  // of Unknown: "rlimit", "time", or the solver's own words
  std::vector<std::string> used;       // of Proved: names of the assumptions in the unsat core, sorted, each once, but for logic,
                                       // definition, case and arithmetic, which every proof may use
  std::string model;                   // of Open: the truth values and numbers of a model, one `name = value` a line
  std::uint64_t rlimit = 0;            // what it took

  bool proved() const { return kind == Kind::Proved; }
};

/// Asks the solver with a fixed seed. budget.rlimit decides; the clock is a backstop (`unknown: time`).
Answer solve(const Obligation& obligation, Budget& budget);
/// The solver and its version, part of every cache key.
std::string solver_version();

/// The obligation as a script of SMT-LIB 2 that a solver answers with `unsat` exactly when it is proved.
std::string smtlib(const Obligation& obligation);

}  // namespace refold
