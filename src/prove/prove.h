// src/prove/prove.h: the verdicts of a module's rules.
//
// Invariant: rules are judged in the order of the module, each by the script that `proof NAME` gives, or by its
// normal form where there is none; a script may cite only results that stand before it and were proved. What is refuted is
// said by refute.h. Verdicts depend on texts and counted limits only, never on the clock or on other rules' fresh names.
#pragma once

#include <functional>

#include "prove/obligation.h"
#include "prove/proof_cache.h"
#include "prove/verdict.h"
#include "term/module.h"

namespace refold {

class Prover {
 public:
  /// `observer`, if any, sees every obligation that is proved, in order. `cache`, if any, is asked before a script runs.
  explicit Prover(const Module& module, std::function<void(const Obligation&, const Answer&)> observer = {}, ProofCache* cache = nullptr)
      : module_(module), observer_(std::move(observer)), cache_(cache), verdicts_(module.rules.size()) {}

  /// The verdict of one rule; what it cites is proved first. Asked twice, the same verdict.
  const RuleVerdict& prove(const RuleStatement& rule, Budget& budget);
  /// The verdicts of these rules and of what they cite, several at once, each within a budget of its own like `each`: the
  /// same as prove() gives one by one. With an observer, which wants its obligations in order, nothing is done here.
  void prove_ahead(const std::vector<const RuleStatement*>& rules, unsigned jobs, const Budget& each);
  /// Whether a script proves a statement that may cite what `place`, a rule of the module, may cite: for changed forms
  /// of a rule or of its script. No verdict changes.
  bool proves(const ProofStatement& script, const RuleStatement& statement, const RuleStatement& place, Budget& budget);
  /// Whether the rule's own script proves it without one of its hypotheses.
  bool proves_without(const RuleStatement& rule, std::size_t hypothesis, Budget& budget);
  /// The script that proves it; nullptr if there is none.
  const ProofStatement* script(std::string_view rule) const;
  /// Every rule that is no `refute`, in order.
  std::vector<RuleVerdict> prove_all(Budget& budget);

 private:
  /// Why no instance can satisfy the hypotheses, if the solver shows that.
  static std::optional<Diagnostic> contradiction(Terms& terms, const RuleStatement& rule, Budget& budget);
  std::size_t index(const RuleStatement& rule) const { return static_cast<std::size_t>(&rule - module_.rules.data()); }
  /// Whether the rule may be cited in the proof of `user`: the statement, nullptr if there is none, or why not.
  Result<const RuleStatement*> cited(std::string_view name, Span where, const RuleStatement& user, Budget& budget);
  /// The rules before `rule` that its proof cites.
  std::vector<std::size_t> cites(std::size_t rule) const;
  std::optional<Diagnostic> second_opinion(const RuleStatement& rule) const;
  void add_laws(Proved& proved) const;
  /// What an earlier run proved, where the proof, if there is one, cites what it may.
  std::optional<Proved> remembered(const RuleStatement& rule, const ProofStatement* proof, Budget& budget);
  Verdict run(const ProofStatement* proof, const RuleStatement& rule, Budget& budget, double& others);
  std::vector<std::string> circle(std::string_view from, std::string_view to) const;

  const Module& module_;
  std::function<void(const Obligation&, const Answer&)> observer_;
  ProofCache* cache_;
  std::vector<std::optional<RuleVerdict>> verdicts_;
};

inline Verdict prove(const Module& module, const RuleStatement& rule, Budget& budget) {
  return Prover(module).prove(rule, budget).verdict;
}

/// A side condition of a rule's application: do the hypotheses imply the goal, for all values of the inputs?
/// `store` gets terms of its own on top; its ids stay valid. Functions and bags by definition, integers by linear
/// arithmetic over polynomials.
Answer discharge(const TermStore& store, const std::vector<TermId>& hypotheses, TermId goal, Budget& budget, const Algebra& algebra = {});

}  // namespace refold
