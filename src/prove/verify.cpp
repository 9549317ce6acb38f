#include "prove/verify.h"

#include <algorithm>

#include "prove/prove.h"

namespace refold {

namespace {

/// Looked at before anything is loaded: the text is not trusted with a path.
bool includes_files(const std::string& text) {
  SourceMap sources;
  const ParseOutcome parsed = parse(sources, sources.add("certificate", text));
  return std::any_of(parsed.file.children.begin(), parsed.file.children.end(), [](const Syntax& s) { return s.kind == Syn::Include; });
}

}  // namespace

Result<Verified> verify(std::string_view json, Budget& budget) {
  REFOLD_TRY(const CertificateClaims claims, read_claims(json));
  std::string text;
  for (const std::vector<std::string>* part : {&claims.declarations, &claims.rules})
    for (const std::string& statement : *part) text += statement + "\n";
  if (includes_files(text)) return Diagnostic{"E0513", {}, "a certificate includes no other file"};
  SourceMap sources;
  Module module = load_apart(sources, "certificate", std::move(text));
  if (!module.errors.empty())
    return Diagnostic{"E0513", {}, "a statement of the certificate does not hold together: " + module.errors.front().message};
  const LetStatement* let = module.let(claims.let);
  if (let == nullptr) return Diagnostic{"E0513", {}, "the certificate has no expression " + claims.let};

  Prover prover(module);
  std::vector<const RuleStatement*> proved;
  for (const RuleStatement& rule : module.rules) {
    if (!budget.alive()) return Diagnostic{"E0516", {}, "stopped before every rule was proved"};
    const RuleVerdict& verdict = prover.prove(rule, budget);
    if (!verdict.proved()) return Diagnostic{"E0514", {}, "the rule " + rule.name + " is not proved: " + summary(verdict.verdict)};
    proved.push_back(&rule);
  }
  Terms terms(module.store);
  const AskSolver ask = [&](TermId prop) { return discharge(terms.store(), {}, prop, budget, let->algebra).proved(); };
  REFOLD_TRY(const Derivation derivation, replay(terms, let->term, let->algebra, claims.steps, proved, data_facts(module), ask));
  REFOLD_TRY(const std::string made, certificate(sources, module, terms.store(), claims.let, derivation));
  REFOLD_CHECK(same_certificate(json, made));
  Verified verified{proved.size(), derivation.steps.size(), 0, checks(derivation)};
  for (const Step& step : derivation.steps) verified.obligations += step.obligations.size();
  return verified;
}

}  // namespace refold
