// src/rule/rule_view.h: a rule statement as the matcher reads it.
//
// Invariant: variables are numbered in the order of the statement, and everything that follows (substitutions, their
// text, the order of matches) goes by these numbers, never by names: a rule with other names behaves the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "term/module.h"

namespace refold {

enum class Direction : std::uint8_t { LeftToRight, RightToLeft };
std::string_view name(Direction direction);

class RuleView {
 public:
  /// The statement must outlive the view; a directed claim or a proposition is allowed.
  RuleView(Terms& terms, const RuleStatement& statement);

  const RuleStatement& statement() const { return *statement_; }
  std::size_t size() const { return statement_->variables.size(); }
  TermId input(std::size_t variable) const { return statement_->variables[variable].term; }
  const std::string& name(std::size_t variable) const { return statement_->variables[variable].name; }
  /// The number of a variable, if this term is one.
  std::optional<std::size_t> find(TermId term) const;
  /// The set that a family runs over: one object for each of its elements.
  std::optional<std::size_t> index_set(std::size_t variable) const { return index_sets_[variable]; }
  /// Whether some family runs over this variable.
  bool runs_families(std::size_t variable) const;

  bool is_equation() const { return statement_->right.valid(); }
  TermId from(Direction direction) const { return direction == Direction::LeftToRight ? statement_->left : statement_->right; }
  TermId to(Direction direction) const { return direction == Direction::LeftToRight ? statement_->right : statement_->left; }

 private:
  const RuleStatement* statement_;
  std::vector<std::optional<std::size_t>> index_sets_;  // of each variable
};

}  // namespace refold
