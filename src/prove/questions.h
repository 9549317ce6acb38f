// src/prove/questions.h: what follows from the facts at hand: the one way in which the normal form asks the solver.
//
// Invariant: `implied` is true only if the solver proved the goal from the facts, the conditions and true statements about
// integers (integers.h), by instances that the kernel chose (ground.h). Answers are remembered by their question. Which
// facts proofs used is remembered too.
#pragma once

#include <map>
#include <set>

#include "prove/integers.h"
#include "prove/script.h"

namespace refold {

class Questions {
 public:
  Questions(Terms& terms, Integers& integers, const RuleStatement& rule, Budget& budget, const ObligationObserver& observer)
      : terms_(terms), integers_(integers), rule_(rule), budget_(budget), observer_(observer) {}

  /// A fact for all questions; tidied. Its name is what `used` tells.
  void know(const std::string& name, TermId prop);
  /// A fact until the end of a Scope.
  class Scope {
   public:
    explicit Scope(Questions& questions) : questions_(questions), size_(questions.facts_.size()) {}
    ~Scope() { questions_.facts_.resize(size_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Questions& questions_;
    std::size_t size_;
  };

  bool implied(const std::vector<TermId>& conditions, TermId goal);
  bool impossible(const std::vector<TermId>& conditions) { return implied(conditions, terms_.truth(false)); }

  const std::set<std::string>& used() const { return used_; }
  int proved() const { return asked_; }
  TermId stuck() const { return stuck_; }               // the last goal that was not proved, as asked
  const std::vector<TermId>& stuck_conditions() const { return stuck_conditions_; }
  /// False when all that may be spent on one rule is spent, or the budget is.
  bool alive() { return spent_ < kMostOfARule && budget_.alive(); }
  bool gave_up() const { return spent_ >= kMostOfARule; }

 private:
  TermId opened(TermId prop);
  bool asked(TermId wanted, const std::vector<NamedProp>& assertions, const std::vector<TermId>& props);

  Terms& terms_;
  Integers& integers_;
  const RuleStatement& rule_;
  Budget& budget_;
  const ObligationObserver& observer_;
  std::vector<NamedProp> facts_;
  std::map<std::pair<std::vector<TermId>, TermId>, bool> known_;  // facts and conditions, goal
  std::set<std::string> used_;
  int asked_ = 0;
  static constexpr std::uint64_t kMostOfARule = 2'000'000;  // of the solver's resource units
  std::uint64_t spent_ = 0;
  TermId stuck_;
  std::vector<TermId> stuck_conditions_;
};

}  // namespace refold
