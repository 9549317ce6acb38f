#include "prove/obligation.h"

#include <cassert>

namespace refold {

Obligation::Obligation() : sorts_{"Bool", "Int", "Real"}, sort_ids_{{"Bool", 0}, {"Int", 1}, {"Real", 2}} {}

LogicSort Obligation::sort(const std::string& name) {
  const auto [at, fresh] = sort_ids_.emplace(name, static_cast<LogicSort>(sorts_.size()));
  if (fresh) sorts_.push_back(name);
  return at->second;
}

std::uint32_t Obligation::symbol(const std::string& name, std::vector<LogicSort> arguments, LogicSort result) {
  const int number = ++names_[name];  // names of the language hold no @
  symbols_.push_back({number == 1 ? name : name + "@" + std::to_string(number), std::move(arguments), result});
  return static_cast<std::uint32_t>(symbols_.size() - 1);
}

NodeId Obligation::intern(LogicNode node) {
  const auto [at, fresh] = node_ids_.emplace(std::tuple(node.op, node.sort, node.symbol, node.number.str(), node.operands),
                                             static_cast<NodeId>(nodes_.size()));
  if (fresh) nodes_.push_back(std::move(node));
  return at->second;
}

NodeId Obligation::truth(bool value) { return intern({value ? Logic::True : Logic::False, kLogicBool}); }

NodeId Obligation::number(const Rational& value, LogicSort sort) { return intern({Logic::Number, sort, 0, value}); }

NodeId Obligation::apply(std::uint32_t symbol, std::vector<NodeId> operands) {
  const LogicSymbol& function = symbols_[symbol];
  assert(function.arguments.size() == operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k) assert(nodes_[operands[k]].sort == function.arguments[k]);
  return intern({Logic::Symbol, function.result, symbol, 0, std::move(operands)});
}

NodeId Obligation::make(Logic op, std::vector<NodeId> operands, const Rational& number) {
  const auto sort_of = [this](NodeId id) { return nodes_[id].sort; };
  switch (op) {
    case Logic::And: case Logic::Or:
      if (operands.empty()) return truth(op == Logic::And);
      if (operands.size() == 1) return operands[0];
      return intern({op, kLogicBool, 0, 0, std::move(operands)});
    case Logic::Not: case Logic::Implies: return intern({op, kLogicBool, 0, 0, std::move(operands)});
    case Logic::Equal: case Logic::LessEq:
      assert(operands.size() == 2 && sort_of(operands[0]) == sort_of(operands[1]));
      return intern({op, kLogicBool, 0, 0, std::move(operands)});
    case Logic::Ite:
      assert(operands.size() == 3 && sort_of(operands[0]) == kLogicBool && sort_of(operands[1]) == sort_of(operands[2]));
      return intern({op, sort_of(operands[1]), 0, 0, std::move(operands)});
    case Logic::Add:
      assert(!operands.empty());
      return operands.size() == 1 ? operands[0] : intern({op, sort_of(operands[0]), 0, 0, std::move(operands)});
    case Logic::Scale: return number == 1 ? operands[0] : intern({op, sort_of(operands[0]), 0, number, std::move(operands)});
    case Logic::True: case Logic::False: case Logic::Number: case Logic::Symbol: break;
  }
  assert(false && "leaves have makers of their own");
  return 0;
}

}  // namespace refold
