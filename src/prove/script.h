// src/prove/script.h: the kernel that runs a proof script.
//
// Invariant: a rule counts as proved by a script only if every goal that its steps leave was closed: by the solver, as
// a ground consequence of what the step cites (earlier proved results, `have`s, the rule's hypotheses, induction
// hypotheses, definitions), under the principles that the steps stand for: a new element for "everywhere", equal counts
// for equal bags, the three cases of bag induction, the two cases of a truth value. A result cites only results that
// were proved before it. Nothing here knows the name of a rule.
#pragma once

#include <functional>
#include <set>

#include "base/budget.h"
#include "prove/ground.h"
#include "prove/obligation.h"
#include "prove/verdict.h"
#include "term/module.h"

namespace refold {

/// What a proof may draw on: the statement of an earlier proved result; nullptr where there is no rule of this name;
/// an error where there is one that this proof must not use.
using Library = std::function<Result<const RuleStatement*>(std::string_view name, Span where)>;

/// Sees every obligation that is proved, and the answer, e.g. to write them down.
using ObligationObserver = std::function<void(const Obligation&, const Answer&)>;

struct ScriptOutcome {
  std::vector<Diagnostic> problems;       // empty: proved
  std::set<std::string> used;             // names in the unsat cores: results, laws, texts of hypotheses
  int obligations = 0;
  bool both_ways = false;                 // the left side has a meaning wherever the right one has
};

class Script {
 public:
  /// `terms` over a store on top of the module's; `rule` is a statement of that module.
  Script(Terms& terms, const RuleStatement& rule, const Library& library, Budget& budget, const ObligationObserver& observer)
      : terms_(terms), rule_(rule), library_(library), budget_(budget), observer_(observer) {}
  ScriptOutcome run(const ProofStatement& proof);
  /// Reductions fit the algebra, members their families, in the claim and the hypotheses.
  Result<void> check_parts() const;

 private:
  struct Fact {
    std::string name;                      // in cores; `using` refers to a `have` by it
    TermId prop;
    std::vector<std::string> variables = {};  // names of a have's quantified variables, outermost first
  };
  struct Context {
    std::vector<ScopeEntry> scope;
    std::vector<Fact> hypotheses;          // where clauses, induction hypotheses
    std::vector<Fact> cases;               // what holds in this case; always at hand
    std::vector<Fact> haves;
    TermId goal;
    bool in_have = false;                  // the next `have` ends the proof of this one
  };
  using Steps = std::vector<Syntax>;
  enum class BagCase : std::uint8_t { Empty, Single, Sum };

  // Each runs steps from `at` until the goal is closed, and gives the place after the closing step. An error is a step
  // that makes no sense; a goal that stays open is noted in the outcome, and the script goes on.
  Result<std::size_t> prove(const Steps& steps, std::size_t at, Context context, Span where);
  Result<std::size_t> have(const Steps& steps, std::size_t at, Context& context);
  Result<std::size_t> induction(const Steps& steps, std::size_t at, const Context& context);
  Result<std::size_t> cases(const Steps& steps, std::size_t at, const Context& context);
  Result<void> run_case(const Syntax& step, Context context);
  Result<void> chain(const Syntax& step, Context context);
  Result<void> check_statement(const Context& context);

  // What changes a goal (script_goals.cpp).
  Result<void> at_new_element(const Syntax& step, Context& context);
  Result<void> by_extensionality(const Syntax& step, Context& context);
  Result<void> bring_in(const Syntax& prop, Context& context, std::vector<std::string>& names);
  void assume_premises(Context& context);
  Result<BagCase> bag_case(const Syntax& pattern) const;
  /// The context of an induction on this bag: what is known of it becomes a premise of the goal.
  Result<Context> generalised(const Syntax& name, TermId bag, const Context& context);
  Result<Context> in_bag_case(const Context& general, TermId bag, BagCase which, const std::vector<Syntax>& names);
  Result<TermId> element(Context& context, const Syntax& pattern, TermId sort);
  Result<void> introduce(Context& context, const Syntax& name, TermId term) const;

  // What a step names (script_cite.cpp).
  Result<void> cite(Ground& ground, const Context& context, const Syntax& ref);
  Result<void> cite_result(Ground& ground, const Context& context, const Syntax& ref, const RuleStatement& rule);
  Result<void> cite_have(Ground& ground, const Context& context, const Syntax& ref, const Fact& fact);
  Result<void> check_algebra(const Syntax& ref, const RuleStatement& rule) const;
  /// An expression of the script; it must have a meaning wherever its step stands.
  Result<TermId> elaborated(const Context& context, const Syntax& syntax, TermId expected = {});

  Span misfit(const Context& context, const Syntax& syntax);

  // Closing goals (script_close.cpp).
  /// Whether the cited facts close the goal; where not, the outcome notes it.
  Result<bool> close(const Context& context, const std::vector<Syntax>& refs, Span where);
  Result<Answer> ask(const Context& context, const std::vector<Syntax>& refs);
  void open_goal(const Context& context, Span where, const std::string& why, const std::vector<Syntax>& refs);
  Result<void> check_reductions(TermId term, Span where) const;
  Result<void> check_families(TermId term, Span where) const;
  std::string show(TermId term) const;

  Terms& terms_;
  const RuleStatement& rule_;
  const Library& library_;
  Budget& budget_;
  const ObligationObserver& observer_;
  ScriptOutcome outcome_;
};

/// A result with fresh variables, for instances of it; `names` gets (name of the variable, its Input) in order.
Schema schema_of(Terms& terms, const RuleStatement& rule, std::vector<std::pair<std::string, TermId>>& names);

}  // namespace refold
