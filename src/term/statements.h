// src/term/statements.h: elaborates the statements of files into one Module (internal to term).
//
// Invariant: statements are read in order; a wrong one leaves its diagnostic and the names that it would have declared,
// and the next is read. Of a statement that is wrong and uses such a name nothing is said: the first message is about it.
#pragma once

#include <set>

#include "term/elaborator.h"

namespace refold {

class Statements {
 public:
  /// `apart`: rules and definitions see the definitions that they name and no others (see load_apart).
  Statements(SourceMap& sources, Module& module, bool apart = false) : sources_(sources), module_(module), apart_(apart) {}
  /// One file (once) with its includes. Errors land in the module.
  void file(const std::filesystem::path& path, Span from = {});
  void text(SourceId source, const std::filesystem::path& directory);
  /// Files of a library, with its gaps (see load_with_library); what comes after is read as if it had none.
  void read_library(const std::vector<std::filesystem::path>& files);

 private:
  /// The statement, or what is wrong with it, a term that would be too large included.
  Result<void> read(const Syntax& tree);
  /// Whether what is wrong comes of a gap in the library; remembers what is left out.
  bool left_out(const Syntax& tree, const Diagnostic& wrong);
  Result<void> statement(const Syntax& tree);
  /// What the lets that an expression mentions took for granted, also through definitions that use data.
  /// Errors: E0159 one of them computes in another algebra.
  Result<void> inherit(const Syntax& tree, const Algebra& algebra, Obligations& obligations) const;
  /// Remembers the names of a wrong statement.
  void refuse(const Syntax& tree);
  /// Whether the error of this statement may follow from one that was reported.
  bool follows(const Syntax& tree, const Diagnostic& error) const;
  Result<void> size(const Syntax& tree);
  Result<void> set(const Syntax& tree);
  Result<void> tensor(const Syntax& tree);
  Result<void> definition(const Syntax& tree);
  Result<void> hides_nothing(const Syntax& tree, ScopeItem::Reach reach) const;
  Result<void> opaque(const Syntax& tree);
  Result<void> let(const Syntax& tree);
  Result<void> show(const Syntax& tree);
  Result<void> rule(const Syntax& tree);
  Result<void> proof(const Syntax& tree);
  Result<void> clause(const Syntax& clause, Elaborator& elaborator, RuleStatement& rule);
  Result<void> declare(const Syntax& declaration, Elaborator& elaborator, std::vector<Variable>& variables);
  Result<void> check_rule(const RuleStatement& rule, const Syntax& tree);
  void close_rule(Elaborator& elaborator, RuleStatement& rule);

  SourceMap& sources_;
  Module& module_;
  bool apart_;
  Scope scope_;
  std::filesystem::path directory_;
  std::set<std::string> files_;
  std::set<std::string, std::less<>> refused_data_;  // as module_.refused, for what closed statements do not see
  bool lacks_include_ = false;
  bool in_library_ = false;
  std::set<std::string> absent_;                     // keys in files_ of what the library lacks
  std::vector<std::string> open_;
};

Result<Algebra> algebra_of(const Syntax& over, Elaborator& elaborator);

}  // namespace refold
