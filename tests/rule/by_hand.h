// tests/rule/by_hand.h: the sampled product and the rules that lead it to its sparse form, built term by term, so that
// tests of this layer need no parser.
#pragma once

#include "rule/apply.h"

namespace refold {

struct ByHand {
  TermStore store;
  Terms t{store};
  std::vector<RuleStatement> rules;

  TermId real = t.real();
  TermId sum = t.reduce("sum", t.real()), prod = t.reduce("prod", t.real());
  TermId one = t.int_number(1);

  TermId star(TermId f) { return t.must(Op::Star, {f}); }
  TermId single(TermId set) { return t.must(Op::Single, {set}); }
  TermId card(TermId bag) { return t.must(Op::Card, {bag}); }
  TermId inverse(TermId map) { return t.must(Op::Inverse, {map}); }
  TermId enumerate(TermId set) { return t.must(Op::Enumerate, {set}); }
  TermId set(std::string_view name) { return t.input(name, t.set_kind()); }
  TermId fn(std::string_view name, TermId from, TermId to) { return t.input(name, t.arrow(from, to)); }
  TermId bags(std::string_view name, TermId from, TermId to) { return fn(name, from, t.bag_of(to)); }
  TermId point(TermId set) { return t.bound(0, t.shift(set, 1)); }
  TermId at_point(TermId function) { return t.apply(t.shift(function, 1), point(t.domain(function))); }
  TermId for_all(TermId domain, TermId body) { return t.must(Op::ForAll, {domain, body}); }
  TermId less_eq(TermId a, TermId b) { return t.must(Op::LessEq, {a, b}); }
  TermId at_most_one(TermId phi) { return for_all(t.domain(phi), less_eq(card(at_point(phi)), one)); }
  TermId letters(TermId latent, std::vector<std::int64_t> which) {
    std::vector<TermId> parts;
    for (const std::int64_t k : which) parts.push_back(t.proj(k, point(latent)));
    return t.lambda(latent, t.tuple(std::move(parts)));
  }

  RuleStatement& rule(std::string name, std::vector<TermId> variables, TermId left, TermId right,
                      std::vector<TermId> hypotheses = {}) {
    RuleStatement made;
    made.name = std::move(name);
    for (const TermId v : variables) made.variables.push_back({std::string(store.name_text(t[v].payload)), v});
    for (const TermId prop : hypotheses) made.hypotheses.push_back({prop, {}});
    made.left = left;
    made.right = right;
    return rules.emplace_back(std::move(made));
  }

  /// sum . X* . single = X
  const RuleStatement& lemma3_sum() {
    const TermId J = set("J"), X = fn("X", J, real);
    return rule("lemma3_sum", {J, X}, t.compose({sum, star(X), single(J)}), X);
  }
  /// f . sum . D* . Phi = sum . (f . D)* . Phi
  const RuleStatement& theorem1() {
    const TermId I = set("I"), J = set("J"), f = fn("f", real, real), D = fn("D", J, real), Phi = bags("Phi", I, J);
    const TermId zero = t.number(0, real);
    return rule("theorem1", {I, J, f, D, Phi}, t.compose({f, sum, star(D), Phi}), t.compose({sum, star(t.compose({f, D})), Phi}),
                {t.must(Op::Same, {t.apply(f, zero), zero}), at_most_one(Phi)});
  }
  /// r . X* . Phi = r . (r . X* . (Phi . kappa))* . inverse(kappa)
  const RuleStatement& lemma10_reduction() {
    const TermId I = set("I"), J = set("J"), V = t.input("V", t.value_kind());
    const TermId X = fn("X", J, V), Phi = bags("Phi", I, J), r = t.input("r", t.reduction_of(V));
    const TermId kappa = enumerate(t.must(Op::Subset, {I, less_eq(one, card(at_point(Phi)))}));
    return rule("lemma10_reduction", {I, J, V, X, Phi, r}, t.compose({r, star(X), Phi}),
                t.compose({r, star(t.compose({r, star(X), Phi, kappa})), inverse(kappa)}));
  }
  const RuleStatement& theorem3() {
    const TermId N = set("N"), L = set("L"), O = set("O");
    const auto family = [&](std::string_view name, TermId sort) { return t.input(name, t.must(Op::FamilyOf, {N, sort})); };
    const TermId k = t.bound(0, N);
    const auto member = [&](TermId fam, TermId index) { return t.must(Op::Member, {fam, index}); };
    const TermId I = family("I", t.set_kind()), J = family("J", t.set_kind());
    const TermId D = family("D", t.arrow(member(J, k), real));
    const TermId Phi = family("Phi", t.arrow(member(I, k), t.bag_of(member(J, k))));
    const TermId phi = family("phi", t.arrow(L, member(I, k)));
    const TermId psi = fn("psi", L, O);
    // S = { l : L if all k in N: |Phi(k)(phi(k)(l))| == 1 }
    const TermId k1 = t.bound(0, N), l = t.bound(1, L);
    const TermId here = t.must(Op::Eq, {card(t.apply(member(Phi, k1), t.apply(member(phi, k1), l))), one});
    const TermId tests = t.lambda(N, t.apply(single(t.boolean()), here));
    const TermId bag = t.apply(t.must(Op::Flatten, {t.boolean()}), t.apply(star(tests), t.must(Op::Elements, {N})));
    const TermId S = t.must(Op::Subset, {L, t.apply(t.reduce("all", t.boolean()), bag)});
    const TermId kappa = enumerate(S);
    const TermId s = family("s", t.arrow(t.range(card(t.must(Op::Elements, {S}))), member(J, k)));
    const TermId every = for_all(N, at_most_one(member(Phi, k)));
    const TermId defines = for_all(N, t.must(Op::Same, {t.compose({member(Phi, k), member(phi, k), kappa}),
                                                        t.compose({single(member(J, k)), member(s, k)})}));
    const auto over = [&](Op op, TermId body) { return t.must(op, {N, body}); };
    const TermId left_stack = over(Op::StackOver, t.compose({sum, star(member(D, k)), member(Phi, k)}));
    const TermId left_fork = over(Op::ForkOver, t.compose({single(member(I, k)), member(phi, k)}));
    const TermId right_stack = over(Op::StackOver, member(D, k));
    const TermId right_fork = over(Op::ForkOver, t.compose({single(member(J, k)), member(s, k)}));
    return rule("theorem3", {N, L, O, I, J, D, Phi, phi, psi, s},
                t.compose({sum, star(t.compose({prod, star(left_stack), left_fork})), inverse(psi)}),
                t.compose({sum, star(t.compose({prod, star(right_stack), right_fork})), inverse(t.compose({psi, kappa}))}),
                {every, defines});
  }

  // The data of relu . einsum("mn,mk,kn->mn", S, A, B) with a sparse S.
  TermId size(std::string_view name) { return t.range(t.input(name, t.integer())); }
  TermId m = size("m"), n = size("n"), k = size("k");
  TermId S = fn("S", t.product({m, n}), real), A = fn("A", t.product({m, k}), real), B = fn("B", t.product({k, n}), real);
  TermId sparse_s = t.compose({sum, star(t.must(Op::Values, {S})), t.must(Op::Positions, {S})});
  TermId relu = t.lambda(real, t.must(Op::Max, {t.bound(0, real), t.number(0, real)}));
  TermId latent = t.product({m, n, k});
  TermId psi = letters(latent, {0, 1});

  TermId einsum(TermId x, TermId y, TermId z) {
    const auto map = [&](TermId tensor, std::vector<std::int64_t> which) {
      return t.compose({single(t.domain(tensor)), letters(latent, std::move(which))});
    };
    const TermId stack = t.must(Op::Stack, {x, y, z});
    const TermId fork = t.must(Op::Fork, {map(x, {0, 1}), map(y, {0, 2}), map(z, {2, 1})});
    return t.compose({sum, star(t.compose({prod, star(stack), fork})), inverse(psi)});
  }
  TermId dense(TermId tensor) { return t.compose({sum, star(tensor), single(t.domain(tensor))}); }
  TermId sddmm() { return t.compose({relu, einsum(sparse_s, A, B)}); }
};

}  // namespace refold
