#include "prove/laws.h"

#include <algorithm>
#include <set>

#include "prove/encode.h"

namespace refold {

NodeId Laws::number(const Rational& value, LogicSort sort) {
  if (sort == kLogicInt || sort == kLogicReal) {
    const NodeId node = out_.number(value, sort);
    polynomials_[node] = value == 0 ? Polynomial{} : Polynomial{{{}, value}};
    return node;
  }
  const std::pair key(sort, value.str());
  if (const auto at = numbers_.find(key); at != numbers_.end()) return at->second;
  const NodeId node = out_.apply(out_.symbol(value.str(), {}, sort), {});
  numbers_.emplace(key, node);
  return node;
}

Laws::Operation& Laws::operation(const std::string& name, LogicSort sort, NodeId unit) {
  for (Operation& known : operations_)
    if (known.name == name && known.sort == sort) return known;
  operations_.push_back({name, sort, unit, out_.symbol(name, {sort, sort}, sort)});
  by_symbol_[operations_.back().symbol] = operations_.size() - 1;
  return operations_.back();
}

NodeId Laws::combine(const std::string& name, NodeId a, NodeId b, NodeId unit) {
  return out_.apply(operation(name, out_[a].sort, unit).symbol, {a, b});
}

const Laws::Operation* Laws::operation_of(NodeId node) const {
  if (out_[node].op != Logic::Symbol) return nullptr;
  const auto at = by_symbol_.find(out_[node].symbol);
  return at == by_symbol_.end() ? nullptr : &operations_[at->second];
}

// -- exact numbers

NodeId Laws::product_node(const Monomial& monomial, LogicSort sort) {
  NodeId product = monomial[0];
  for (std::size_t k = 1; k < monomial.size(); ++k) {
    auto at = times_.find(sort);
    if (at == times_.end()) at = times_.emplace(sort, out_.symbol("times", {sort, sort}, sort)).first;
    const NodeId left = product, right = monomial[k], zero = out_.number(0, sort), one = out_.number(1, sort);
    product = out_.apply(at->second, {left, right});
    const auto when = [&](NodeId factor, NodeId value, NodeId result) {
      out_.assumptions.push_back({"logic", out_.make(Logic::Implies, {equal(factor, value), equal(product, result)})});
    };
    when(left, zero, zero);
    when(right, zero, zero);
    when(left, one, right);
    when(right, one, left);
    no_zero_divisors(product, left, right, zero);
  }
  return product;
}

NodeId Laws::from(const Polynomial& polynomial, LogicSort sort) {
  std::vector<NodeId> parts;
  for (const auto& [monomial, factor] : polynomial)
    parts.push_back(monomial.empty() ? out_.number(factor, sort) : out_.make(Logic::Scale, {product_node(monomial, sort)}, factor));
  const NodeId node = parts.empty() ? out_.number(0, sort) : out_.make(Logic::Add, parts);
  polynomials_[node] = polynomial;
  return node;
}

NodeId Laws::polynomial(Op op, const std::vector<NodeId>& operands) {
  const auto of = [&](NodeId node) {
    const auto at = polynomials_.find(node);
    return at == polynomials_.end() ? Polynomial{{{node}, 1}} : at->second;
  };
  const auto add = [](Polynomial& sum, const Monomial& monomial, const Rational& factor) {
    Rational& value = sum[monomial];
    value += factor;
    if (value == 0) sum.erase(monomial);
  };
  Polynomial result = op == Op::Mul ? Polynomial{{{}, 1}} : Polynomial{};
  for (const NodeId operand : operands) {
    const Polynomial other = of(operand);
    Polynomial next;
    if (op == Op::Mul) {
      for (const auto& [a, x] : result)
        for (const auto& [b, y] : other) {
          Monomial both = a;
          both.insert(both.end(), b.begin(), b.end());
          std::sort(both.begin(), both.end());
          add(next, both, x * y);
        }
    } else {
      next = result;
      for (const auto& [b, y] : other) add(next, b, op == Op::Neg ? -y : y);
    }
    result = std::move(next);
  }
  return from(result, out_[operands[0]].sort);
}

// -- laws of an algebra

bool Laws::commutes(const Operation& operation) const {
  if (operation.name == "*") return options_.algebra.commutative;
  if (operation.name == "+") return options_.algebra.structure != "monoid" || options_.algebra.commutative;
  return true;  // bags, and the operation of a reduction
}

/// The signs and the order of products of exact numbers, where numbers are compared at all.
void Laws::signs() {
  std::set<LogicSort> compared;
  for (NodeId id = 0; id < out_.size(); ++id)
    if (out_[id].op == Logic::LessEq) compared.insert(out_[out_[id].operands[0]].sort);
  for (const auto& [sort, times] : times_) {
    if (compared.count(sort) == 0) continue;
    const NodeId zero = out_.number(0, sort), size = static_cast<NodeId>(out_.size());
    for (NodeId product = 0; product < size; ++product) {
      if (out_[product].op != Logic::Symbol || out_[product].symbol != times) continue;
      const NodeId left = out_[product].operands[0], right = out_[product].operands[1];
      // A factor may equal another one that stands in another order.
      out_.assumptions.push_back({"logic", equal(product, out_.apply(times, {right, left}))});
      const auto at_least_0 = [&](NodeId node) { return out_.make(Logic::LessEq, {zero, node}); };
      const auto at_most_0 = [&](NodeId node) { return out_.make(Logic::LessEq, {node, zero}); };
      const auto sign = [&](NodeId a, NodeId b, NodeId result) {
        out_.assumptions.push_back({"logic", out_.make(Logic::Implies, {out_.make(Logic::And, {a, b}), result})});
      };
      sign(at_least_0(left), at_least_0(right), at_least_0(product));
      sign(at_most_0(left), at_most_0(right), at_least_0(product));
      sign(at_least_0(left), at_most_0(right), at_most_0(product));
      sign(at_most_0(left), at_least_0(right), at_most_0(product));
      if (left == right) out_.assumptions.push_back({"logic", at_least_0(product)});
    }
  }
}

void Laws::add() {
  signs();
  // The laws make new sums and products; those hold the laws too, three times over. What reordering makes is final.
  NodeId done = 0;
  for (int round = 0; round < 3; ++round)
    for (const NodeId size = static_cast<NodeId>(out_.size()); done < size; ++done) {
      const Operation* found = operation_of(done);
      if (found == nullptr) continue;
      const Operation operation = *found;
      neutral(done, operation);
      const bool ring = options_.algebra.structure != "monoid" && !options_.algebra.structure.empty();
      if (operation.name == "*" && ring) distribute(done, operation);
    }
  if (!options_.reorder) return;
  const std::map<NodeId, std::vector<NodeId>> sums = known_sums();
  for (NodeId id = 0; id < done; ++id)
    if (const Operation* found = operation_of(id)) {
      const Operation operation = *found;
      if (commutes(operation)) reorder(id, operation, sums);
    }
}

/// Terms that an equation says to be a sum, with that sum; a few for each.
std::map<NodeId, std::vector<NodeId>> Laws::known_sums() const {
  std::map<NodeId, std::vector<NodeId>> sums;
  for (const Assumption& assumption : out_.assumptions) {
    NodeId fact = assumption.node;
    while (out_[fact].op == Logic::Implies) fact = out_[fact].operands[1];
    if (out_[fact].op != Logic::Equal) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const NodeId one = out_[fact].operands[side], other = out_[fact].operands[1 - side];
      std::vector<NodeId>& known = sums[one];
      const bool fits = operation_of(other) != nullptr && operation_of(one) == nullptr;
      if (fits && known.size() < 3 && std::find(known.begin(), known.end(), other) == known.end()) known.push_back(other);
    }
  }
  return sums;
}

/// Bags and reductions come with their laws; those of + and * are the algebra's.
bool Laws::is_law(const Operation& operation) { return operation.name == "+" || operation.name == "*"; }

void Laws::neutral(NodeId id, const Operation& operation) {
  const std::vector<NodeId> sides = out_[id].operands;
  for (int side = 0; side < 2; ++side) {
    const NodeId one = sides[static_cast<std::size_t>(side)], other = sides[static_cast<std::size_t>(1 - side)];
    const std::string law = is_law(operation) ? "law: neutral element of " + operation.name : "definition";
    out_.assumptions.push_back({law, out_.make(Logic::Implies, {equal(one, operation.unit), equal(id, other)})});
    if (operation.name != "*" || options_.algebra.structure == "monoid") continue;
    const NodeId zero = number(0, operation.sort);
    out_.assumptions.push_back({"law: 0 absorbs", out_.make(Logic::Implies, {equal(one, zero), equal(id, zero)})});
  }
  if (operation.name == "+" && options_.algebra.idempotent)
    out_.assumptions.push_back({"law: + is idempotent", out_.make(Logic::Implies, {equal(sides[0], sides[1]), equal(id, sides[0])})});
  if (operation.name == "*" && options_.algebra.structure == "field") no_zero_divisors(id, sides[0], sides[1], number(0, operation.sort));
}

/// Of exact numbers and in a field: a product is 0 only where a factor is.
void Laws::no_zero_divisors(NodeId product, NodeId left, NodeId right, NodeId zero) {
  const NodeId some_factor = out_.make(Logic::Or, {equal(left, zero), equal(right, zero)});
  out_.assumptions.push_back({"law: no zero divisors", out_.make(Logic::Implies, {equal(product, zero), some_factor})});
}

void Laws::distribute(NodeId id, const Operation& times) {
  const std::vector<NodeId> sides = out_[id].operands;
  for (std::size_t side = 0; side < 2; ++side) {
    const Operation* plus = operation_of(sides[side]);
    if (plus == nullptr || plus->name != "+") continue;
    const std::vector<NodeId> parts = out_[sides[side]].operands;
    const std::string name = plus->name;
    const NodeId unit = plus->unit;
    const auto product = [&](NodeId part) {
      return side == 0 ? combine(times.name, part, sides[1], times.unit) : combine(times.name, sides[0], part, times.unit);
    };
    const NodeId first = product(parts[0]), second = product(parts[1]);
    out_.assumptions.push_back({"law: * distributes over +", equal(id, combine(name, first, second, unit))});
  }
}

std::vector<NodeId> Laws::leaves(NodeId id, const Operation& operation) const {
  const Operation* own = operation_of(id);
  if (own == nullptr || own->symbol != operation.symbol) return {id};
  std::vector<NodeId> all = leaves(out_[id].operands[0], operation), right = leaves(out_[id].operands[1], operation);
  all.insert(all.end(), right.begin(), right.end());
  return all;
}

/// The node in its sorted form; also with summands put in that are known to be sums.
void Laws::reorder(NodeId id, const Operation& operation, const std::map<NodeId, std::vector<NodeId>>& sums) {
  const std::string law = is_law(operation) ? "law: order of " + operation.name : "definition";
  const auto sort_sum = [&](NodeId sum) {
    std::vector<NodeId> parts = leaves(sum, operation);
    std::sort(parts.begin(), parts.end());
    NodeId sorted = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) sorted = combine(operation.name, sorted, parts[k], operation.unit);
    if (sorted != sum) out_.assumptions.push_back({law, equal(sum, sorted)});
  };
  sort_sum(id);
  const auto forms = [&](NodeId side) {
    std::vector<NodeId> all{side};
    if (const auto at = sums.find(side); at != sums.end())
      for (const NodeId sum : at->second)
        if (operation_of(sum)->symbol == operation.symbol) all.push_back(sum);
    return all;
  };
  const std::vector<NodeId> sides = out_[id].operands;
  for (const NodeId a : forms(sides[0]))
    for (const NodeId b : forms(sides[1]))
      if (a != sides[0] || b != sides[1]) sort_sum(combine(operation.name, a, b, operation.unit));
}

}  // namespace refold
