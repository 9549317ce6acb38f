// tests/rule/fixture.h: one text with data, expressions and rules, for the tests of rule and egraph.
#pragma once

#include "rule/certificate.h"
#include "term/text.h"

namespace refold {

/// The four rules that lead a sampled product to its stored entries.
inline constexpr const char* kSparseRules = R"(
rule lemma3_sum
  given set I;  X : I -> real
  over commutative monoid
  sum . X* . single  =  X
rule theorem1
  given sets I, J;  f : real -> real;  D : J -> real;  Phi : I -> bag J
  where f(0) = 0;  |Phi| <= 1
  f . (sum . D* . Phi)  =  sum . (f . D)* . Phi
rule lemma10_reduction
  given sets I, J;  value V;  X : J -> V;  Phi : I -> bag J;  r : reduction V
  let kappa = enumerate({ i : I if |Phi(i)| >= 1 })
  r . X* . Phi  =  r . (r . X* . (Phi . kappa))* . inverse(kappa)
rule theorem3
  given sets N, L, O, I(k : N), J(k : N)
  given D(k : N) : J(k) -> real;  Phi(k : N) : I(k) -> bag J(k);  phi(k : N) : L -> I(k);  psi : L -> O
  over commutative semiring
  where for all k in N: |Phi(k)| <= 1
  let S = { l : L if all k in N: (|Phi(k)(phi(k)(l))| == 1) }
  let kappa = enumerate(S)
  given s(k : N) : [|S|] -> J(k)
  where for all k in N: Phi(k) . phi(k) . kappa = single . s(k)
  sum . (prod . [sum . D(k)* . Phi(k) for k in N]* . <phi(k) for k in N>)* . inverse(psi)
    =  sum . (prod . [D(k) for k in N]* . <s(k) for k in N>)* . inverse(psi . kappa)
)";

inline constexpr const char* kSampledProduct = R"(
size m, n, k
tensor S : [m]*[n] -> real sparse
tensor A : [m]*[k] -> real
tensor B : [k]*[n] -> real
fn relu(x) = max(x, 0)
let C = einsum("mn,mk,kn->mn", S, A, B)
let Y = relu . C
)";

struct RuleFixture {
  SourceMap sources;
  Module module;
  TermStore store;
  Terms t;
  DataFacts data;

  explicit RuleFixture(const std::string& text)
      : module(load_text(sources, "input", text)), store(module.store, 0), t(store), data(data_facts(module)) {
    for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
  }
  TermId let(std::string_view name) { return known(module.let(name), name).term; }
  const RuleStatement& rule(std::string_view name) { return known(module.rule(name), name); }
  /// A text that was not read fails the test that asks for its statements, not the tests after it.
  template <class T>
  static const T& known(const T* statement, std::string_view name) {
    if (statement == nullptr) throw std::invalid_argument("the text states no " + std::string(name));
    return *statement;
  }
  std::vector<const RuleStatement*> rules() {
    std::vector<const RuleStatement*> all;
    for (const RuleStatement& statement : module.rules) all.push_back(&statement);
    return all;
  }
  std::string shown(TermId id) { return refold::text(store, id, {false, &module.names}); }
  std::vector<std::string> shown(const std::vector<TermId>& ids) {
    std::vector<std::string> texts;
    for (const TermId id : ids) texts.push_back(shown(id));
    return texts;
  }
  std::vector<Application> apply(std::string_view name, TermId term, const Place& place = {},
                                 Direction direction = Direction::LeftToRight) {
    return applications(t, RuleView(t, rule(name)), direction, term, place);
  }
  std::vector<Application> back(std::string_view name, TermId term, const Place& place = {}) {
    return apply(name, term, place, Direction::RightToLeft);
  }
  /// All results of a rule at the root.
  std::vector<std::string> results(std::string_view name, std::string_view let_name,
                                   Direction direction = Direction::LeftToRight) {
    std::vector<std::string> texts;
    for (const Application& found : apply(name, let(let_name), {}, direction)) texts.push_back(shown(found.after));
    return texts;
  }
};

}  // namespace refold
