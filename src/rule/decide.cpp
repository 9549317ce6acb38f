#include "rule/decide.h"

namespace refold {

std::string_view name(SettledBy by) {
  switch (by) {
    case SettledBy::Analysis: return "analysis";
    case SettledBy::Solver: return "z3";
    case SettledBy::Runtime: return "runtime";
  }
  __builtin_unreachable();
}

std::optional<Settled> decide(Terms& terms, const DataFacts& data, TermId prop, const AskSolver& ask) {
  if (auto fact = derive(terms, data, FactKind::Holds, prop)) {
    const SettledBy by = checks(*fact).empty() ? SettledBy::Analysis : SettledBy::Runtime;
    return Settled{prop, by, std::move(fact)};
  }
  if (ask && ask(prop)) return Settled{prop, SettledBy::Solver, {}};
  return std::nullopt;
}

}  // namespace refold
