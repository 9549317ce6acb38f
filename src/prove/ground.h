// src/prove/ground.h: from facts with quantifiers to the ground facts that a goal needs.
//
// Invariant: every assertion follows from what was assumed and from the definitions of the operators: it is an
// assumption itself, the instance of one at terms that occur, or one of the few axiom schemas listed in
// docs/trusted-base.md. An instance whose terms may be undefined (`the` of a bag, a function outside its set, an
// element that need not exist) is asserted under the condition that they are defined. Instantiation is bounded by
// rounds and by a number of terms, so it always ends; what it leaves out can only leave a goal open.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "prove/match.h"
#include "prove/unfold.h"

namespace refold {

struct NamedProp {
  std::string name;
  TermId prop;
};

/// A statement with variables: an earlier result, or a quantified fact.
struct Schema {
  std::string name;
  std::vector<TermId> variables;       // Inputs, each sort mentioning earlier ones only
  std::vector<TermId> premises;
  TermId claim;
  std::vector<TermId> values = {};     // what a script put in for other variables; these must exist
  TermId given = {};                   // a further premise: the quantifier that it stands for
  bool any_sort = false;               // speaks of bags alone: its sets may be value sorts (match.h)
};

class Ground {
 public:
  struct Options {
    bool definitions = false;          // the script cites `definition`
    bool inhabited = false;            // what holds everywhere is also looked at for an element, where the set has any
    int rounds = 6;
    std::size_t most_terms = 4000;
    Budget* budget = nullptr;          // instantiation stops when it does; what is left out leaves the goal open
  };
  Ground(Terms& terms, Options options) : terms_(terms), options_(options), unfold_(terms) {}

  void assume(std::string name, TermId prop);
  /// A fact that was instantiated by hand at these values: holds where its terms and the values are defined.
  void derive(const std::string& name, TermId prop, std::vector<TermId> values);
  /// All instances at terms that occur. Equations of functions hold for compositions and at every argument.
  void cite(Schema schema);
  /// What is to be shown; its quantifiers are the other way round.
  void set_goal(TermId prop);
  void run();

  const std::vector<NamedProp>& assertions() const { return assertions_; }
  TermId goal() const { return goal_; }
  bool ran_out() const { return pool_.size() >= options_.most_terms || (options_.budget != nullptr && !options_.budget->alive()); }

 private:
  struct Pattern {
    std::size_t schema;
    TermId term;
    TermId other;                      // the other side where this is one side of an equation of functions
  };
  /// Asserts `prop` under the conditions that its terms are defined and that `given` holds, which is not opened.
  void emit(const std::string& name, TermId prop, TermId given = {});
  void note_equation(TermId prop);
  void collect(TermId prop);
  void quantifiers(TermId prop, bool positive, bool negative);
  void add_patterns(std::size_t schema);
  void instantiate(std::size_t schema, const Bindings& bindings);
  void match(const Pattern& pattern, TermId term);
  void define(TermId term);
  void card_facts(TermId term);
  void set_facts(TermId term);
  void through_equations();
  void binder_pairs();
  void open_quantifier(TermId quantifier, bool positive, bool negative);
  void look_at_an_element(TermId quantifier);
  TermId fresh(TermId sort, TermId exists_if);
  TermId guard(TermId prop);
  const std::vector<TermId>& conditions(TermId term);
  TermId pointwise(TermId prop);

  Terms& terms_;
  Options options_;
  Unfold unfold_;
  TermId goal_;
  std::vector<NamedProp> assertions_;
  std::set<TermId> asserted_;
  std::vector<TermId> pool_;           // closed terms that occur, in order of appearance
  std::set<TermId> in_pool_;
  std::size_t defined_ = 0;            // pool terms whose definitions were added
  std::vector<Schema> schemas_;
  std::vector<Matcher> matchers_;      // one a schema
  std::vector<Pattern> patterns_;
  std::vector<std::size_t> matched_;   // pool terms that each pattern has seen
  std::set<std::pair<std::size_t, TermId>> instances_;
  std::map<TermId, int> opened_;       // quantifiers: 1 instances, 2 a witness, 3 both
  std::map<TermId, TermId> exists_if_; // fresh constants that need not exist
  std::map<TermId, std::vector<TermId>> conditions_;
  std::vector<std::pair<TermId, TermId>> equations_;  // between bags, the right one of known form
  std::set<std::pair<TermId, TermId>> carried_;
  std::size_t binder_candidates_ = 0;
  int fresh_count_ = 0;
};

}  // namespace refold
