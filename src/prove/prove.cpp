#include "prove/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "prove/encode.h"
#include "prove/normal_form.h"
#include "prove/script.h"
#include "term/text.h"

namespace refold {
namespace {

/// The names that a script cites, in order, each once.
void citations(const std::vector<Syntax>& steps, std::vector<std::pair<std::string, Span>>& found) {
  for (const Syntax& step : steps) {
    if (step.kind == Syn::Ref) {
      const std::string& name = step.children[0].text;
      if (std::none_of(found.begin(), found.end(), [&](const auto& entry) { return entry.first == name; })) found.emplace_back(name, step.span);
    }
    citations(step.children, found);
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " -> ") + name;
  return text;
}

/// Whether a term or its sort is about a number model (float32, int8, ..), for which the encoding has no theory.
bool speaks_of_models(const TermStore& store, TermId id, std::set<TermId>& seen) {
  if (!id.valid() || !seen.insert(id).second) return false;
  const Term& term = store[id];
  const auto inside = [&](TermId part) { return speaks_of_models(store, part, seen); };
  return term.op == Op::Model || inside(term.sort) || std::any_of(term.operands.begin(), term.operands.end(), inside);
}

bool speaks_of_models(const TermStore& store, const RuleStatement& rule) {
  std::set<TermId> seen;
  const auto found = [&](TermId id) { return speaks_of_models(store, id, seen); };
  return found(rule.left) || found(rule.right) ||
         std::any_of(rule.hypotheses.begin(), rule.hypotheses.end(), [&](const Hypothesis& h) { return found(h.prop); });
}

/// Whether hypotheses imply a goal, by the instances that these options make.
Answer implied(const TermStore& base, const std::vector<TermId>& hypotheses, TermId goal, Budget& budget, const Algebra& algebra,
               const Ground::Options& options) {
  TermStore store(base, 0);
  Terms terms(store);
  const Result<Answer> answer = bounded([&]() -> Result<Answer> {
    Ground ground(terms, options);
    for (const TermId hypothesis : hypotheses) ground.assume("hypothesis: " + text(store, hypothesis, {.domains = false}), hypothesis);
    ground.set_goal(goal);
    ground.run();
    return solve(encode(terms, ground.assertions(), goal, {algebra, false}), budget);
  });
  return answer ? *answer : Answer{.kind = Answer::Kind::Unknown, .reason = answer.error().message};
}

}  // namespace

const ProofStatement* Prover::script(std::string_view rule) const {
  for (const ProofStatement& proof : module_.proofs)
    if (proof.rule == rule) return &proof;
  return nullptr;
}

std::vector<std::size_t> Prover::cites(std::size_t rule) const {
  std::vector<std::size_t> before;
  const ProofStatement* proof = script(module_.rules[rule].name);
  if (proof == nullptr) return before;
  std::vector<std::pair<std::string, Span>> names;
  citations(proof->steps, names);
  for (const auto& [name, span] : names)
    if (const RuleStatement* cited = module_.rule(name); cited != nullptr && !cited->refute && index(*cited) < rule) before.push_back(index(*cited));
  return before;
}

/// The results on a way of citations from one rule to another; empty if there is none.
std::vector<std::string> Prover::circle(std::string_view from, std::string_view to) const {
  std::vector<std::vector<std::string>> open{{std::string(from)}};
  std::set<std::string> seen{std::string(from)};
  for (std::size_t k = 0; k < open.size(); ++k) {
    const std::vector<std::string> path = open[k];
    if (path.back() == to) return path;
    const ProofStatement* proof = script(path.back());
    if (proof == nullptr) continue;
    std::vector<std::pair<std::string, Span>> names;
    citations(proof->steps, names);
    for (const auto& [name, span] : names) {
      if (module_.rule(name) == nullptr || !seen.insert(name).second) continue;
      open.push_back(path);
      open.back().push_back(name);
    }
  }
  return {};
}

Result<const RuleStatement*> Prover::cited(std::string_view name, Span where, const RuleStatement& user, Budget& budget) {
  const RuleStatement* rule = module_.rule(name);
  if (rule == nullptr && module_.refused.count(name) > 0)
    return Diagnostic{"E0409", where, fmt::format("{} is not proved: its statement is wrong", name), {}, "mend the statement first"};
  if (rule == nullptr) return rule;
  const Note stated{rule->span, "stated here"};
  if (rule->refute) return Diagnostic{"E0409", where, fmt::format("{} is no result: it is a statement to be refuted", name), {stated}};
  if (const std::vector<std::string> way = circle(name, user.name); !way.empty()) {
    std::vector<std::string> round{user.name};
    round.insert(round.end(), way.begin(), way.end());
    return Diagnostic{"E0403", where, fmt::format("this proof goes in a circle: {}", joined(round)), {stated}, "prove one of them without the others"};
  }
  if (index(*rule) > index(user))
    return Diagnostic{"E0403", where, fmt::format("{} stands after {}", name, user.name), {stated}, "a proof may only use what stands before the rule that it proves: put the rule below it, or `include` its file first"};
  if (!prove(*rule, budget).proved())
    return Diagnostic{"E0409", where, fmt::format("{} is not proved", name), {stated}, "prove it first"};
  return rule;
}

const RuleVerdict& Prover::prove(const RuleStatement& rule, Budget& budget) {
  std::optional<RuleVerdict>& known = verdicts_[index(rule)];
  if (known) return *known;
  const auto start = std::chrono::steady_clock::now();
  double others = 0;  // time for what it cites is theirs
  RuleVerdict made{rule.name, Unknown{"it has no proof", {}}};
  if (speaks_of_models(module_.store, rule)) {
    made.verdict = Unknown{"it speaks of a number model, and the prover knows exact numbers only", {}};
  } else if (const ProofStatement* proof = script(rule.name); !rule.refute) {
    if (std::optional<Proved> before = remembered(rule, proof, budget)) {
      made.verdict = std::move(*before);
      made.remembered = true;
    } else {
      const Result<Verdict> tried = bounded([&]() -> Result<Verdict> { return run(proof, rule, budget, others); });
      made.verdict = tried ? *tried : Verdict(Unknown{tried.error().message, {tried.error()}});
      if (const Proved* proved = std::get_if<Proved>(&made.verdict); proved != nullptr && cache_ != nullptr) cache_->keep(rule, *proved);
    }
  }
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() - others;
  known = std::move(made);
  return *known;
}

std::optional<Proved> Prover::remembered(const RuleStatement& rule, const ProofStatement* proof, Budget& budget) {
  if (cache_ == nullptr || observer_) return std::nullopt;
  std::optional<Proved> before = cache_->proved(rule);
  if (!before) return std::nullopt;
  std::vector<std::pair<std::string, Span>> names;
  if (proof != nullptr) citations(proof->steps, names);
  for (const auto& [name, span] : names)
    if (!cited(name, span, rule, budget)) return std::nullopt;
  return before;
}

/// What the script makes of the rule. `others`: seconds that went into what it cites.
Verdict Prover::run(const ProofStatement* proof, const RuleStatement& rule, Budget& budget, double& others) {
  TermStore store(module_.store, 0);
  Terms terms(store);
  const Library library = [&](std::string_view name, Span where) {
    const auto before = std::chrono::steady_clock::now();
    auto found = cited(name, where, rule, budget);
    others += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    return found;
  };
  const ScriptOutcome outcome = proof == nullptr ? prove_by_normal_form(terms, rule, budget, observer_)
                                                 : Script(terms, rule, library, budget, observer_).run(*proof);
  if (proof == nullptr && outcome.problems.empty())
    if (std::optional<Diagnostic> wrong = second_opinion(rule)) return Unknown{wrong->message, {*wrong}};
  if (!outcome.problems.empty()) return Unknown{outcome.problems.front().message, outcome.problems};
  if (const std::optional<Diagnostic> empty = contradiction(terms, rule, budget)) return Unknown{empty->message, {*empty}};
  Proved proved{solver_version(), {}, {}, {}, outcome.obligations, outcome.both_ways};
  for (const Hypothesis& hypothesis : rule.hypotheses) {
    const std::string words = text(store, hypothesis.prop, {.domains = false});
    proved.hypotheses.push_back({words, outcome.used.contains("hypothesis: " + words)});
  }
  for (const std::string& name : outcome.used)
    if (name.starts_with("law: ")) proved.laws.push_back(name.substr(5));
  for (const RuleStatement& other : module_.rules)
    if (outcome.used.contains(other.name)) proved.results.push_back(other.name);
  add_laws(proved);
  return proved;
}

/// A result needs what the results need that its proof draws on.
void Prover::add_laws(Proved& proved) const {
  std::set<std::string> laws(proved.laws.begin(), proved.laws.end());
  for (const std::string& name : proved.results) {
    const auto& verdict = verdicts_[index(*module_.rule(name))];
    if (const auto* result = verdict ? std::get_if<Proved>(&verdict->verdict) : nullptr) laws.insert(result->laws.begin(), result->laws.end());
  }
  proved.laws.assign(laws.begin(), laws.end());
}

/// What the normal form proved is looked for in vain among small instances, size 0 and rank 0 among them.
std::optional<Diagnostic> Prover::second_opinion(const RuleStatement& rule) const {
  Budget few;
  few.nodes = 20'000;
  const auto found = bounded([&] { return refute(module_.store, rule, few); });
  if (!found || !*found) return std::nullopt;
  return Diagnostic{"E0499", rule.span, fmt::format("internal error: {} was proved, and fails at {}", rule.name, (*found)->text), {{{}, (*found)->difference}},
                    "report this with the rule: the prover has a fault"};
}

/// A rule of which no instance exists says nothing, and anything can be proved of it.
std::optional<Diagnostic> Prover::contradiction(Terms& terms, const RuleStatement& rule, Budget& budget) {
  if (rule.hypotheses.empty()) return std::nullopt;
  std::vector<TermId> hypotheses;
  for (const Variable& variable : rule.variables)
    if (variable.is_size) hypotheses.push_back(terms.must(Op::LessEq, {terms.int_number(0), variable.term}));
  for (const Hypothesis& hypothesis : rule.hypotheses) hypotheses.push_back(hypothesis.prop);
  const Ground::Options options{.definitions = true, .inhabited = true, .budget = &budget};
  if (!implied(terms.store(), hypotheses, terms.truth(false), budget, rule.algebra, options).proved()) return std::nullopt;
  return Diagnostic{"E0412", rule.span, fmt::format("the hypotheses of {} contradict each other", rule.name), {}, "such a rule says nothing: mend or drop a hypothesis"};
}

bool Prover::proves(const ProofStatement& script, const RuleStatement& statement, const RuleStatement& place, Budget& budget) {
  TermStore store(module_.store, 0);
  Terms terms(store);
  const Library library = [&](std::string_view name, Span where) { return cited(name, where, place, budget); };
  const ObligationObserver nobody;
  const Result<bool> closed = bounded([&]() -> Result<bool> {
    return Script(terms, statement, library, budget, nobody).run(script).problems.empty();
  });
  return closed && *closed;
}

bool Prover::proves_without(const RuleStatement& rule, std::size_t hypothesis, Budget& budget) {
  const ProofStatement* proof = script(rule.name);
  if (proof == nullptr) return false;
  RuleStatement without = rule;
  without.hypotheses.erase(without.hypotheses.begin() + static_cast<std::ptrdiff_t>(hypothesis));
  return proves(*proof, without, rule, budget);
}

std::vector<RuleVerdict> Prover::prove_all(Budget& budget) {
  std::vector<RuleVerdict> all;
  for (const RuleStatement& rule : module_.rules)
    if (!rule.refute) all.push_back(prove(rule, budget));
  return all;
}

Answer discharge(const TermStore& base, const std::vector<TermId>& hypotheses, TermId goal, Budget& budget, const Algebra& algebra) {
  return implied(base, hypotheses, goal, budget, algebra, {.definitions = true, .budget = &budget});
}

}  // namespace refold
