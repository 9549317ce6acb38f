// src/egraph/search.h: what proved rules can make of an expression, and the cheapest of it.
//
// Invariant: every state is a whole term reached from the expression by steps whose obligations are all settled; each
// term is one state. The order depends on the rules' order, the terms and their costs alone, so the same input gives
// the same result. A rule is used from a side that is more than a variable; where a part of its pattern fails, the part
// of the term there is first rewritten by another rule, and only there: those steps are steps of their own. Nothing
// here knows a rule by name.
#pragma once

#include "base/budget.h"
#include "egraph/estimate.h"
#include "rule/derivation.h"

namespace refold {

using CostOf = std::function<Integer(TermId)>;

struct SearchInput {
  std::vector<const RuleStatement*> rules;  // proved ones only
  TermId expression;
  Algebra algebra;
  DataFacts data;
  CostOf cost;
  AskSolver ask;                            // may be empty: facts only
  int patience = 2;                         // steps in a row that do not lower the cost
  std::size_t stall = 24;                   // states in a row that are looked at without a cheaper one being found
};

struct SearchState {
  TermId term;
  Integer cost;
};

struct SearchEdge {
  std::size_t from, to;  // states
  Step step;              // its substitution is told in the derivation only
};

struct SearchStats {
  std::size_t states = 0, edges = 0;
  std::size_t iterations = 0;               // states looked at
  std::size_t matched = 0, applied = 0;     // applications found, and those with all obligations settled
  std::string stopped_by;                   // "saturated" within the patience, "stall", or the limit: nodes, time, ...
};

struct SearchResult {
  std::size_t best = 0;                     // a state
  Derivation derivation;                    // from the expression to the best state, the fewest steps
  std::vector<SearchState> states;          // the first is the expression
  std::vector<SearchEdge> edges;
  SearchStats stats;

  const Integer& initial_cost() const { return states.front().cost; }
  const Integer& cost() const { return states[best].cost; }
  TermId term() const { return states[best].term; }
};

/// Budget: one node for each new state.
SearchResult explore(Terms& terms, const SearchInput& input, Budget& budget);

}  // namespace refold
