#include "rule/rule_view.h"

#include <algorithm>

namespace refold {

std::string_view name(Direction direction) {
  switch (direction) {
    case Direction::LeftToRight: return "left to right";
    case Direction::RightToLeft: return "right to left";
  }
  __builtin_unreachable();
}

RuleView::RuleView(Terms& terms, const RuleStatement& statement) : statement_(&statement) {
  for (const Variable& variable : statement.variables) {
    const Term& sort = terms[terms.sort(variable.term)];
    index_sets_.push_back(sort.op == Op::FamilyOf ? find(sort.operands[0]) : std::nullopt);
  }
}

std::optional<std::size_t> RuleView::find(TermId term) const {
  const auto& variables = statement_->variables;
  const auto at = std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.term == term; });
  if (at == variables.end()) return std::nullopt;
  return static_cast<std::size_t>(at - variables.begin());
}

bool RuleView::runs_families(std::size_t variable) const {
  return std::any_of(index_sets_.begin(), index_sets_.end(), [&](const auto& set) { return set == variable; });
}

}  // namespace refold
