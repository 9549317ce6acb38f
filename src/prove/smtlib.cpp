// An Obligation as SMT-LIB 2: made from the same data as the solver's own input, never from the solver.
#include <algorithm>

#include "prove/obligation.h"

namespace refold {
namespace {

/// The prime keeps names apart from those of the solvers' theories: `tuple`, `+`, a set `Int`. A bar would end the name.
std::string quoted(const std::string& name) {
  std::string inside = name;
  for (char& c : inside)
    if (c == '|' || c == '\\') c = '/';
  return "|'" + inside + "|";
}

std::string in_comment(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string numeral(const Rational& value, LogicSort sort) {
  const Integer top = boost::multiprecision::numerator(value), bottom = boost::multiprecision::denominator(value);
  const bool negative = top < 0;
  std::string text = (negative ? Integer(-top) : top).str();
  if (sort == kLogicReal) text += ".0";
  if (bottom != 1) text = "(/ " + text + " " + bottom.str() + ".0)";
  return negative ? "(- " + text + ")" : text;
}

class Writer {
 public:
  explicit Writer(const Obligation& obligation) : obligation_(obligation) {}

  std::string run() {
    text_ = "; One question of the proof of " + obligation_.title + ". The last assertion denies what is to be shown; behind each of the others\n"
            "; stands where it comes from. It is proved when no model satisfies them all.\n"
            "; To show: " + in_comment(obligation_.claim) + "\n"
            "(set-info :source |" + obligation_.title + "|)\n(set-info :status unsat)\n(set-logic ALL)\n";
    for (std::size_t k = 3; k < obligation_.sorts().size(); ++k) text_ += "(declare-sort " + quoted(obligation_.sorts()[k]) + " 0)\n";
    for (const LogicSymbol& symbol : obligation_.symbols()) {
      text_ += "(declare-fun " + quoted(symbol.name) + " (";
      for (std::size_t k = 0; k < symbol.arguments.size(); ++k) text_ += (k ? " " : "") + sort(symbol.arguments[k]);
      text_ += ") " + sort(symbol.result) + ")\n";
    }
    // Inner nodes are defined once each, so that the text is as small as the shared graph.
    for (NodeId id = 0; id < obligation_.size(); ++id)
      if (!obligation_[id].operands.empty())
        text_ += "(define-fun n" + std::to_string(id) + " () " + sort(obligation_[id].sort) + " " + node(obligation_[id]) + ")\n";
    for (const Assumption& assumption : obligation_.assumptions)
      text_ += "(assert " + reference(assumption.node) + ") ; " + in_comment(assumption.name) + "\n";
    text_ += "(assert (not " + reference(obligation_.goal) + "))\n(check-sat)\n";
    return text_;
  }

 private:
  std::string sort(LogicSort id) const { return id <= kLogicReal ? obligation_.sorts()[id] : quoted(obligation_.sorts()[id]); }
  std::string reference(NodeId id) const {
    return obligation_[id].operands.empty() ? node(obligation_[id]) : "n" + std::to_string(id);
  }
  static std::string head(const LogicNode& node) {
    switch (node.op) {
      case Logic::Not: return "not";
      case Logic::And: return "and";
      case Logic::Or: return "or";
      case Logic::Implies: return "=>";
      case Logic::Equal: return "=";
      case Logic::Ite: return "ite";
      case Logic::Add: return "+";
      case Logic::Scale: return "* " + numeral(node.number, node.sort);
      case Logic::LessEq: return "<=";
      case Logic::True: case Logic::False: case Logic::Number: case Logic::Symbol: break;
    }
    return {};
  }
  std::string node(const LogicNode& node) const {
    if (node.op == Logic::True) return "true";
    if (node.op == Logic::False) return "false";
    if (node.op == Logic::Number) return numeral(node.number, node.sort);
    const std::string first = node.op == Logic::Symbol ? quoted(obligation_.symbols()[node.symbol].name) : head(node);
    if (node.operands.empty()) return first;
    std::string text = "(" + first;
    for (const NodeId operand : node.operands) text += " " + reference(operand);
    return text + ")";
  }

  const Obligation& obligation_;
  std::string text_;
};

}  // namespace

std::string smtlib(const Obligation& obligation) { return Writer(obligation).run(); }

}  // namespace refold
