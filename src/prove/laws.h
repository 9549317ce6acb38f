// src/prove/laws.h: sums, products and the laws of the declared algebra, at the nodes of one obligation.
//
// Invariant: every assumption added here is an instance of a law that the algebra has: the unit of an operation is
// neutral, 0 absorbs, * distributes over + in a semiring, a field has no zero divisors; commutativity and associativity only on request and only for
// operations that have them. Exact numbers are polynomials in normal form over their non-linear parts, so identities
// of polynomials hold by construction and the solver sees linear arithmetic only.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "prove/obligation.h"
#include "term/op.h"

namespace refold {

struct EncodeOptions;

class Laws {
 public:
  Laws(Obligation& out, const EncodeOptions& options) : out_(out), options_(options) {}

  /// A number; in an algebra 0 and 1 are its units and 2 is 1 + 1.
  NodeId number(const Rational& value, LogicSort sort);
  /// a (op) b for a named operation with this unit.
  NodeId combine(const std::string& op, NodeId a, NodeId b, NodeId unit);
  /// Add, Mul or Neg of exact numbers.
  NodeId polynomial(Op op, const std::vector<NodeId>& operands);
  /// Instances of the laws at everything combined so far.
  void add();

 private:
  using Monomial = std::vector<NodeId>;                 // sorted
  using Polynomial = std::map<Monomial, Rational>;
  struct Operation {
    std::string name;
    LogicSort sort;
    NodeId unit;
    std::uint32_t symbol;
  };
  const Operation* operation_of(NodeId node) const;
  Operation& operation(const std::string& name, LogicSort sort, NodeId unit);
  bool commutes(const Operation& operation) const;
  static bool is_law(const Operation& operation);
  void neutral(NodeId node, const Operation& operation);
  void no_zero_divisors(NodeId product, NodeId left, NodeId right, NodeId zero);
  void signs();
  void distribute(NodeId node, const Operation& times);
  std::map<NodeId, std::vector<NodeId>> known_sums() const;
  void reorder(NodeId node, const Operation& operation, const std::map<NodeId, std::vector<NodeId>>& sums);
  std::vector<NodeId> leaves(NodeId node, const Operation& operation) const;
  NodeId equal(NodeId a, NodeId b) { return out_.make(Logic::Equal, {a, b}); }
  NodeId product_node(const Monomial& monomial, LogicSort sort);
  NodeId from(const Polynomial& polynomial, LogicSort sort);

  Obligation& out_;
  const EncodeOptions& options_;
  std::vector<Operation> operations_;
  std::map<std::uint32_t, std::size_t> by_symbol_;
  std::map<NodeId, Polynomial> polynomials_;
  std::map<LogicSort, std::uint32_t> times_;
  std::map<std::pair<LogicSort, std::string>, NodeId> numbers_;
};

}  // namespace refold
