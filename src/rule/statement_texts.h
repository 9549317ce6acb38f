// src/rule/statement_texts.h: the statements that something rests on, as canonical text.
//
// Invariant: the texts are what `fmt` prints, without comments and titles, one statement each; every name that one of
// them uses is declared by an earlier one or built in. They depend on the statements alone, not on files or on what
// else stands there: the closure of a closure is itself.
#pragma once

#include "term/module.h"

namespace refold {

struct RuleText {
  std::string name;
  std::string statement;
  std::string proof;                // empty if there is none
  std::vector<std::string> cites;   // rules that the proof names, in order
  std::size_t declarations = 0;     // as many of the declarations stand before it
};

struct StatementTexts {
  std::vector<std::string> declarations;  // sizes, tensors, definitions, lets
  std::vector<RuleText> rules;            // a rule after those that its proof cites
};

/// What the let (none if empty) and the rules of these names need. Errors: E0304 there is no such rule, E0506 no such let.
Result<StatementTexts> statement_texts(const SourceMap& sources, const Module& module, const std::string& let,
                                       const std::vector<std::string>& rules);

}  // namespace refold
