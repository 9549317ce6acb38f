// The only file that knows Z3.
#include <z3++.h>

#include <algorithm>
#include <set>

#include "prove/obligation.h"

namespace refold {
namespace {

/// One context for each thread: making one takes 50 ms, a trivial query less than one.
z3::context& context() {
  thread_local z3::context one;
  return one;
}

class Translation {
 public:
  Translation(z3::context& c, const Obligation& obligation) : c_(c), obligation_(obligation) {
    sorts_ = {c.bool_sort(), c.int_sort(), c.real_sort()};
    for (std::size_t k = sorts_.size(); k < obligation.sorts().size(); ++k)
      sorts_.push_back(c.uninterpreted_sort(obligation.sorts()[k].c_str()));
    for (const LogicSymbol& symbol : obligation.symbols()) {
      z3::sort_vector domain(c);
      for (const LogicSort sort : symbol.arguments) domain.push_back(sorts_[sort]);
      functions_.push_back(c.function(symbol.name.c_str(), domain, sorts_[symbol.result]));
    }
    for (NodeId id = 0; id < obligation.size(); ++id) nodes_.push_back(node(obligation[id]));
  }
  const z3::expr& operator[](NodeId id) const { return nodes_[id]; }

  /// Truth values and numbers of the constants: enough to see in which case the goal fails.
  std::string describe(const z3::model& model) const {
    std::vector<std::string> lines;
    for (std::size_t k = 0; k < functions_.size(); ++k) {
      const LogicSymbol& symbol = obligation_.symbols()[k];
      if (!symbol.arguments.empty() || symbol.result > kLogicReal) continue;
      lines.push_back(symbol.name + " = " + model.eval(functions_[k](), true).to_string());
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }

 private:
  z3::expr node(const LogicNode& node) {
    z3::expr_vector operands(c_);
    for (const NodeId operand : node.operands) operands.push_back(nodes_[operand]);
    const auto at = [&](unsigned k) { return operands[static_cast<int>(k)]; };
    switch (node.op) {
      case Logic::True: return c_.bool_val(true);
      case Logic::False: return c_.bool_val(false);
      case Logic::Number:
        return node.sort == kLogicInt ? c_.int_val(node.number.str().c_str()) : c_.real_val(node.number.str().c_str());
      case Logic::Symbol: return functions_[node.symbol](operands);
      case Logic::Not: return !at(0);
      case Logic::And: return z3::mk_and(operands);
      case Logic::Or: return z3::mk_or(operands);
      case Logic::Implies: return z3::implies(at(0), at(1));
      case Logic::Equal: return at(0) == at(1);
      case Logic::Ite: return z3::ite(at(0), at(1), at(2));
      case Logic::Add: return z3::sum(operands);
      case Logic::Scale: {
        const std::string factor = node.number.str();
        return (node.sort == kLogicInt ? c_.int_val(factor.c_str()) : c_.real_val(factor.c_str())) * at(0);
      }
      case Logic::LessEq: return at(0) <= at(1);
    }
    __builtin_unreachable();
  }

  z3::context& c_;
  const Obligation& obligation_;
  std::vector<z3::sort> sorts_;
  std::vector<z3::func_decl> functions_;
  std::vector<z3::expr> nodes_;
};

z3::solver fresh_solver(z3::context& c, const Budget& budget) {
  z3::solver solver(c, z3::solver::simple());
  z3::params params(c);
  params.set("random_seed", 1u);
  params.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(budget.rlimit, 4'000'000'000u)));
  params.set("timeout", 60'000u);
  solver.set(params);
  return solver;
}

std::uint64_t rlimit_count(const z3::solver& solver) {
  const z3::stats stats = solver.statistics();
  for (unsigned k = 0; k < stats.size(); ++k)
    if (stats.key(k) == "rlimit count" && stats.is_uint(k)) return stats.uint_value(k);
  return 0;
}

std::string reason_of(const z3::solver& solver, std::uint64_t spent, Budget& budget) {
  const std::string words = solver.reason_unknown();
  if (!budget.alive()) return "time";
  if (words == "timeout") {
    budget.hit(Limit::Time);
    return "time";
  }
  return words == "canceled" || spent >= budget.rlimit ? "rlimit" : words;
}

/// What every proof may use; nobody asks whether it did.
bool is_asked(const std::string& name) { return name != "logic" && name != "definition" && name != "case" && name != "arithmetic"; }

/// The names of the assumptions that a second proof needed. The whole list where that proof finds no end.
std::vector<std::string> core(z3::context& c, const Obligation& obligation, const Translation& translation, const Budget& budget) {
  std::set<std::string> names;
  for (const Assumption& assumption : obligation.assumptions)
    if (is_asked(assumption.name)) names.insert(assumption.name);
  if (names.empty()) return {};
  z3::solver solver = fresh_solver(c, budget);
  z3::params minimal(c);
  minimal.set("core.minimize", true);
  solver.set(minimal);
  z3::expr_vector guards(c);
  std::map<std::string, z3::expr> guard;
  for (const std::string& name : names) {
    guards.push_back(c.bool_const(("use: " + name).c_str()));
    guard.emplace(name, guards.back());
  }
  for (const Assumption& assumption : obligation.assumptions)
    solver.add(is_asked(assumption.name) ? z3::implies(guard.at(assumption.name), translation[assumption.node]) : translation[assumption.node]);
  solver.add(!translation[obligation.goal]);
  if (solver.check(guards) != z3::unsat) return {names.begin(), names.end()};
  std::set<std::string> used;
  const z3::expr_vector found = solver.unsat_core();
  for (const auto& [name, literal] : guard)
    for (unsigned k = 0; k < found.size(); ++k)
      if (z3::eq(found[static_cast<int>(k)], literal)) used.insert(name);
  return {used.begin(), used.end()};
}

}  // namespace

Answer solve(const Obligation& obligation, Budget& budget) {
  Answer answer;
  if (!budget.alive()) {
    answer.reason = "time";
    return answer;
  }
  z3::context& c = context();
  try {
    const Translation translation(c, obligation);
    z3::solver solver = fresh_solver(c, budget);
    for (const Assumption& assumption : obligation.assumptions) solver.add(translation[assumption.node]);
    solver.add(!translation[obligation.goal]);
    const std::uint64_t before = rlimit_count(solver);  // counts on over the whole context
    const z3::check_result result = solver.check();
    answer.rlimit = rlimit_count(solver) - before;
    if (result == z3::unsat) {
      answer.kind = Answer::Kind::Proved;
      answer.used = core(c, obligation, translation, budget);
    } else if (result == z3::sat) {
      answer.kind = Answer::Kind::Open;
      answer.model = translation.describe(solver.get_model());
    } else {
      answer.reason = reason_of(solver, answer.rlimit, budget);
    }
  } catch (const z3::exception& failure) {
    answer = {};
    answer.reason = failure.msg();
  }
  return answer;
}

std::string solver_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace refold
