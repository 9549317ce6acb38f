#include "rule/derivation.h"

#include <fmt/format.h>

#include <algorithm>

#include "term/text.h"

namespace refold {
namespace {

/// monoid < semiring < ring < field; exact reals are a field, the named semirings are semirings.
int strength(const Algebra& algebra) {
  if (algebra.structure.empty() || algebra.structure == "field" || algebra.structure == "real") return 3;
  if (algebra.structure == "ring") return 2;
  return algebra.structure == "monoid" ? 0 : 1;
}
bool is_exact(const Algebra& algebra) { return algebra.structure.empty() || algebra.structure == "real"; }
bool is_generic(const Algebra& algebra) {
  const std::string& s = algebra.structure;
  return s == "monoid" || s == "semiring" || s == "ring" || s == "field";
}
bool is_named_semiring(const Algebra& algebra) {
  const std::string& s = algebra.structure;
  return s == "min_plus" || s == "max_plus" || s == "max_times" || s == "or_and";
}

}  // namespace

bool holds_in(const Algebra& rule, const Algebra& expression) {
  if (!is_generic(rule)) return (is_exact(rule) && is_exact(expression)) || rule == expression;
  const bool exact = is_exact(expression), named = is_named_semiring(expression);
  if (!exact && !named && !is_generic(expression)) return false;  // a number model
  if (strength(rule) > strength(expression)) return false;
  if (rule.commutative && !(exact || named || expression.commutative)) return false;
  if (rule.idempotent && !(named || expression.idempotent)) return false;
  return !rule.ordered || exact || expression.ordered;
}

std::optional<Step> settle_unsaid(Terms& terms, const RuleView& rule, const Application& application, const DataFacts& data,
                                  const AskSolver& ask) {
  Step step{rule.statement().name,
            application.direction,
            application.place,
            {},
            application.before,
            application.after,
            {}};
  for (const TermId prop : application.obligations) {
    auto settled = decide(terms, data, prop, ask);
    if (!settled) return std::nullopt;
    step.obligations.push_back(std::move(*settled));
  }
  return step;
}

std::optional<Step> settle(Terms& terms, const RuleView& rule, const Application& application, const DataFacts& data,
                           const AskSolver& ask) {
  std::optional<Step> step = settle_unsaid(terms, rule, application, data, ask);
  if (step) step->substitution = print(terms, rule, application.substitution);
  return step;
}

Result<Derivation> replay(Terms& terms, TermId start, const Algebra& algebra, const std::vector<StepChoice>& choices,
                          const std::vector<const RuleStatement*>& rules, const DataFacts& data, const AskSolver& ask) {
  Derivation made{start, algebra, {}};
  for (const StepChoice& choice : choices) {
    const std::string where = fmt::format("step {} ({})", made.steps.size() + 1, choice.rule);
    const auto named =
        std::find_if(rules.begin(), rules.end(), [&](const RuleStatement* r) { return r->name == choice.rule; });
    if (named == rules.end() || (*named)->refute) return Diagnostic{"E0501", {}, where + ": there is no such rule"};
    if (!holds_in((*named)->algebra, algebra))
      return Diagnostic{"E0502", {}, where + ": the rule is stated for another algebra"};
    const RuleView rule(terms, **named);
    const auto found = applications(terms, rule, choice.direction, made.end(), choice.place);
    const auto chosen = std::find_if(found.begin(), found.end(), [&](const Application& a) {
      return print(terms, rule, a.substitution) == choice.substitution;
    });
    if (chosen == found.end())
      return Diagnostic{
          "E0503",
          {},
          fmt::format("{}: the rule does not match at {} with this substitution", where, print(choice.place))};
    auto step = settle(terms, rule, *chosen, data, ask);
    if (!step) return Diagnostic{"E0504", {}, where + ": a condition of the rule is not known to hold here"};
    made.steps.push_back(std::move(*step));
  }
  return made;
}

Result<void> check(Terms& terms, const Derivation& derivation, const std::vector<const RuleStatement*>& rules,
                   const DataFacts& data, const AskSolver& ask) {
  std::vector<StepChoice> choices;
  for (const Step& step : derivation.steps)
    choices.push_back({step.rule, step.direction, step.place, step.substitution});
  REFOLD_TRY(const Derivation again, replay(terms, derivation.start, derivation.algebra, choices, rules, data, ask));
  for (std::size_t k = 0; k < again.steps.size(); ++k) {
    const Step &given = derivation.steps[k], &made = again.steps[k];
    const bool same =
        given.before == made.before && given.after == made.after &&
        std::equal(given.obligations.begin(), given.obligations.end(), made.obligations.begin(), made.obligations.end(),
                   [](const Settled& a, const Settled& b) { return a.prop == b.prop && a.by == b.by; });
    if (!same) return Diagnostic{"E0505", {}, fmt::format("step {} ({}) is not what it says", k + 1, given.rule)};
  }
  return {};
}

std::vector<RuntimeCheck> checks(const Derivation& derivation) {
  std::vector<RuntimeCheck> all;
  for (const Step& step : derivation.steps)
    for (const Settled& settled : step.obligations) {
      if (!settled.fact) continue;
      for (RuntimeCheck& check : checks(*settled.fact))
        if (std::find(all.begin(), all.end(), check) == all.end()) all.push_back(std::move(check));
    }
  return all;
}

}  // namespace refold
