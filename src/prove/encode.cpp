#include "prove/encode.h"

#include <algorithm>
#include <cassert>

#include "prove/laws.h"
#include "term/text.h"

namespace refold {
namespace {

class Encoder {
 public:
  Encoder(Terms& terms, const EncodeOptions& options) : terms_(terms), options_(options), laws_(out_, options) {}

  Obligation run(const std::vector<NamedProp>& facts, TermId goal) {
    for (const NamedProp& fact : facts) out_.assumptions.push_back({fact.name, node(fact.prop)});
    out_.goal = node(goal);
    laws_.add();
    return std::move(out_);
  }

 private:
  LogicSort sort(TermId id) {
    const TermId erased = terms_.erase(id);
    if (const auto at = sorts_.find(erased); at != sorts_.end()) return at->second;
    const Op op = terms_[erased].op;
    const bool exact = op == Op::Real && options_.algebra.structure.empty();
    const LogicSort made = op == Op::Bool ? kLogicBool : op == Op::Int ? kLogicInt : exact ? kLogicReal : out_.sort(text(terms_.store(), erased));
    sorts_.emplace(erased, made);
    return made;
  }
  bool in_algebra(TermId value_sort) const {
    return !options_.algebra.structure.empty() && value_sort == (options_.algebra.carrier.valid() ? options_.algebra.carrier : value_sort);
  }

  NodeId node(TermId id) {
    if (const auto at = known_.find(id); at != known_.end()) return at->second;
    const NodeId made = make(id);
    known_.emplace(id, made);
    return made;
  }
  std::vector<NodeId> nodes(const std::vector<TermId>& ids) {
    std::vector<NodeId> made;
    for (const TermId id : ids) made.push_back(node(id));
    return made;
  }

  /// A symbol for an operator at given sorts, the same for the same sorts.
  NodeId call(const std::string& name, const std::vector<NodeId>& operands, LogicSort result) {
    std::vector<LogicSort> arguments;
    for (const NodeId operand : operands) arguments.push_back(out_[operand].sort);
    const auto key = std::tuple(name, arguments, result);
    auto at = symbols_.find(key);
    if (at == symbols_.end()) at = symbols_.emplace(key, out_.symbol(name, arguments, result)).first;
    return out_.apply(at->second, operands);
  }
  NodeId constant(const std::string& name, TermId id) { return out_.apply(out_.symbol(name, {}, sort(terms_.sort(id))), {}); }

  // Longer than a screen, but a table: one line an operator or a few.
  NodeId make(TermId id) {
    const Term term = terms_[id];
    const auto fold = [&](const std::string& op, NodeId unit) {
      const std::vector<NodeId> parts = nodes(term.operands);
      NodeId sum = parts[0];
      for (std::size_t k = 1; k < parts.size(); ++k) sum = laws_.combine(op, sum, parts[k], unit);
      return sum;
    };
    switch (term.op) {
      case Op::True: case Op::False: return out_.truth(term.op == Op::True);
      case Op::Number: return laws_.number(terms_.store().number_value(term.payload), sort(term.sort));
      case Op::Input: return constant(std::string(terms_.store().name_text(term.payload)), id);
      case Op::And: return out_.make(Logic::And, nodes(term.operands));
      case Op::Or: return out_.make(Logic::Or, nodes(term.operands));
      case Op::Not: return out_.make(Logic::Not, nodes(term.operands));
      case Op::Implies: return out_.make(Logic::Implies, nodes(term.operands));
      case Op::Eq: case Op::Same: {
        if (sort(terms_.sort(term.operands[0])) != sort(terms_.sort(term.operands[1]))) return constant("unlike", id);
        return out_.make(Logic::Equal, nodes(term.operands));
      }
      case Op::If: return out_.make(Logic::Ite, nodes(term.operands));
      case Op::Add: case Op::Mul: case Op::Neg:
        return in_algebra(term.sort) ? (term.op == Op::Neg ? call("-", nodes(term.operands), sort(term.sort)) : fold(term.op == Op::Add ? "+" : "*", laws_.number(term.op == Op::Add ? 0 : 1, sort(term.sort))))
                                     : laws_.polynomial(term.op, nodes(term.operands));
      case Op::LessEq: case Op::Less: {
        const std::vector<NodeId> sides = nodes(term.operands);
        if (out_[sides[0]].sort > kLogicReal) return call(term.op == Op::Less ? "<" : "<=", sides, kLogicBool);
        return term.op == Op::LessEq ? out_.make(Logic::LessEq, sides) : out_.make(Logic::Not, {out_.make(Logic::LessEq, {sides[1], sides[0]})});
      }
      case Op::Max: case Op::Min: return extreme(term);
      case Op::ToInt: case Op::ToReal: {
        const std::vector<NodeId> operand = nodes(term.operands);
        if (out_[operand[0]].sort != kLogicBool) return call("to real", operand, sort(term.sort));
        return out_.make(Logic::Ite, {operand[0], laws_.number(1, sort(term.sort)), laws_.number(0, sort(term.sort))});
      }
      case Op::Apply: return application(term);
      case Op::BagSum: return fold("bag sum", call("{}", {}, sort(term.sort)));
      case Op::Guard: return out_.make(Logic::Ite, {node(term.operands[0]), node(term.operands[1]), call("{}", {}, sort(term.sort))});
      case Op::Empty: return call("{}", {}, sort(term.sort));
      case Op::Single: case Op::Flatten: case Op::Identity: case Op::The: return call(std::string(info(term.op).name), {}, sort(term.sort));
      case Op::Tuple: return tuple(term);
      case Op::Proj: return projection(id);
      case Op::Reduce: return constant(std::string(terms_.store().name_text(term.payload)), id);
      default: break;
    }
    const bool over_sets = std::any_of(term.operands.begin(), term.operands.end(), [&](TermId operand) {
      return terms_.is_set(operand) || terms_.is_value_sort(operand);
    });
    // Binders, quantifiers and operators on sets: one constant for each closed term.
    if (info(term.op).binder || over_sets) return constant(std::string(info(term.op).name), id);
    std::string name(term.op == Op::Star ? "star" : info(term.op).name);
    if (info(term.op).payload == Payload::Index) name += std::to_string(term.payload);
    return call(name, nodes(term.operands), sort(term.sort));
  }

  NodeId application(const Term& term) {
    const TermId function = term.operands[0], argument = term.operands[1];
    // r({a, b, ..}) is the operation of r.
    if (terms_.is(terms_.sort(function), Op::ReductionOf) && terms_.is(argument, Op::BagSum)) {
      std::vector<TermId> elements;
      for (const TermId part : terms_[argument].operands) elements.push_back(single_element(terms_, part));
      if (std::all_of(elements.begin(), elements.end(), [](TermId e) { return e.valid(); })) {
        const NodeId unit = node(unit_of(terms_, function)), reduction = node(function);
        NodeId value = node(elements[0]);
        for (std::size_t k = 1; k < elements.size(); ++k) value = laws_.combine("operation of " + out_.symbols()[out_[reduction].symbol].name, value, node(elements[k]), unit);
        return value;
      }
    }
    return call("apply", {node(function), node(argument)}, sort(term.sort));
  }

  NodeId extreme(const Term& term) {
    const std::vector<NodeId> parts = nodes(term.operands);
    NodeId best = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) {
      const NodeId less = out_[best].sort > kLogicReal ? call("<=", {best, parts[k]}, kLogicBool) : out_.make(Logic::LessEq, {best, parts[k]});
      best = term.op == Op::Max ? out_.make(Logic::Ite, {less, parts[k], best}) : out_.make(Logic::Ite, {less, best, parts[k]});
    }
    return best;
  }

  /// Tuples with their components; a tuple whose components occur is made of them.
  NodeId tuple(const Term& term) {
    const NodeId whole = call("tuple", nodes(term.operands), sort(term.sort));
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      const NodeId part = node(term.operands[k]);
      const NodeId component = call("component " + std::to_string(k), {whole}, out_[part].sort);
      out_.assumptions.push_back({"logic", out_.make(Logic::Equal, {component, part})});
    }
    return whole;
  }
  NodeId projection(TermId id) {
    const Term term = terms_[id];
    const NodeId whole = node(term.operands[0]);
    const Term& product = terms_[terms_.erase(terms_.sort(term.operands[0]))];
    std::vector<NodeId> parts;
    if (product.op != Op::Product) return call("component " + std::to_string(term.payload), {whole}, sort(term.sort));
    for (std::size_t k = 0; k < product.operands.size(); ++k)
      parts.push_back(call("component " + std::to_string(k), {whole}, sort(product.operands[k])));
    out_.assumptions.push_back({"logic", out_.make(Logic::Equal, {call("tuple", parts, out_[whole].sort), whole})});
    return parts[static_cast<std::size_t>(term.payload)];
  }

  Terms& terms_;
  const EncodeOptions& options_;
  Obligation out_;
  Laws laws_;
  std::map<TermId, LogicSort> sorts_;
  std::map<TermId, NodeId> known_;
  std::map<std::tuple<std::string, std::vector<LogicSort>, LogicSort>, std::uint32_t> symbols_;
};

}  // namespace

Obligation encode(Terms& terms, const std::vector<NamedProp>& facts, TermId goal, const EncodeOptions& options) {
  return Encoder(terms, options).run(facts, goal);
}

bool provides(const Algebra& given, const Algebra& weaker) {
  static const std::vector<std::string> ladder = {"monoid", "semiring", "ring", "field"};
  const auto rank = [&](const std::string& structure) {
    // Exact reals and integers stand above all of them; a named semiring is one.
    if (structure.empty() || structure == "real") return ladder.size();
    if (structure == "int") return std::size_t{2};
    const auto at = std::find(ladder.begin(), ladder.end(), structure);
    return at == ladder.end() ? std::size_t{1} : static_cast<std::size_t>(at - ladder.begin());
  };
  if (given == weaker) return true;
  if (weaker.structure.empty() || rank(weaker.structure) > rank(given.structure)) return false;
  const bool numbers = given.structure.empty() || given.structure == "real" || given.structure == "int";
  const bool named = !numbers && std::find(ladder.begin(), ladder.end(), given.structure) == ladder.end();
  return (!weaker.commutative || given.commutative || numbers || named) && (!weaker.idempotent || given.idempotent) &&
         (!weaker.ordered || given.ordered || numbers);
}

}  // namespace refold
