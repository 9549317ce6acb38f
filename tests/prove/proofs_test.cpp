// The scripts in proofs/ prove the rules in rules/, and no damaged form of them does.
#include "prove/proving.h"

namespace refold {
namespace {

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> files = files_of("rules");
  for (const auto& file : files_of("proofs")) files.push_back(file);
  return files;
}

TEST(Proofs, ProveEveryRule) {
  Proving all(all_files());
  EXPECT_EQ(all.messages(), "");
  Prover prover(all.module);
  double seconds = 0;
  int proved = 0;
  for (const RuleVerdict& verdict : prover.prove_all(all.budget)) {
    EXPECT_TRUE(verdict.proved()) << verdict.rule << ": " << summary(verdict.verdict);
    seconds += verdict.seconds;
    ++proved;
  }
  EXPECT_GE(proved, 40);
  EXPECT_LT(seconds, 60.0);  // a backstop for slow machines; an idle one takes less than 2 s
}

TEST(Proofs, StandInFilesOfTheirOwnNames) {
  for (const auto& file : files_of("proofs")) {
    Proving one(std::vector<std::filesystem::path>{file});
    EXPECT_TRUE(one.module.errors.empty()) << file;
    ASSERT_FALSE(one.module.proofs.empty()) << file;
    EXPECT_EQ(one.module.proofs.front().rule, file.stem().string());
  }
}

TEST(Proofs, SayWhatTheyDrewOn) {
  Proving all(all_files());
  const RuleStatement* theorem = all.module.rule("theorem1");
  ASSERT_NE(theorem, nullptr);
  Prover prover(all.module);
  const auto* proved = std::get_if<Proved>(&prover.prove(*theorem, all.budget).verdict);
  ASSERT_NE(proved, nullptr);
  EXPECT_EQ(proved->hypotheses, (std::vector<HypothesisUse>{{"f(0) = 0", true}, {"for all i in I: |Phi(i)| <= 1", true}}));
  EXPECT_EQ(proved->results, std::vector<std::string>{});
  const auto* third = std::get_if<Proved>(&prover.prove(*all.module.rule("theorem3"), all.budget).verdict);
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->results, (std::vector<std::string>{"lemma1_16", "lemma5_23", "lemma8_values", "lemma9_zero", "lemma10"}));
}

// -- damage

using SyntaxPath = std::vector<std::size_t>;

/// Every reference and every step whose loss must be noticed. Not so the cases of an induction, which may be left out
/// where definitions close them, and `at`, `cases`, which only make a step easier.
void places(const Syntax& tree, const SyntaxPath& path, std::vector<SyntaxPath>& found) {
  for (std::size_t k = 0; k < tree.children.size(); ++k) {
    SyntaxPath here = path;
    here.push_back(k);
    const Syn kind = tree.children[k].kind;
    const bool matters = kind == Syn::Ref || kind == Syn::StepExt || kind == Syn::StepLet || kind == Syn::StepHave ||
                         kind == Syn::StepUsing || kind == Syn::StepInduction || kind == Syn::StepChain || kind == Syn::ChainLink;
    if (matters) found.push_back(here);
    places(tree.children[k], here, found);
  }
}

void erase(Syntax& tree, const SyntaxPath& place) {
  Syntax* at = &tree;
  for (std::size_t k = 0; k + 1 < place.size(); ++k) at = &at->children[place[k]];
  at->children.erase(at->children.begin() + static_cast<std::ptrdiff_t>(place.back()));
}

TEST(DamagedProofsSlow, ProveNothing) {
  Proving all(all_files());
  Prover prover(all.module);
  int damaged = 0;
  for (const ProofStatement& proof : all.module.proofs) {
    const RuleStatement& rule = *all.module.rule(proof.rule);
    std::vector<SyntaxPath> found;
    places({Syn::Proof, {}, {}, proof.steps}, {}, found);
    for (const SyntaxPath& place : found) {
      Syntax tree{Syn::Proof, {}, {}, proof.steps};
      erase(tree, place);
      EXPECT_FALSE(prover.proves({proof.rule, tree.children, proof.span}, rule, rule, all.budget)) << proof.rule << " without step " << testing::PrintToString(place);
      ++damaged;
    }
    EXPECT_TRUE(prover.proves(proof, rule, rule, all.budget)) << proof.rule;
  }
  EXPECT_GE(damaged, 150);
}

TEST(DamagedProofsSlow, NeedEveryHypothesis) {
  Proving all(all_files());
  Prover prover(all.module);
  int dropped = 0;
  for (const ProofStatement& proof : all.module.proofs) {
    const RuleStatement& rule = *all.module.rule(proof.rule);
    for (std::size_t k = 0; k < rule.hypotheses.size(); ++k, ++dropped)
      EXPECT_FALSE(prover.proves_without(rule, k, all.budget)) << rule.name << " without hypothesis " << k;
  }
  EXPECT_GE(dropped, 15);
}

TEST(DamagedProofsSlow, DoNotProveTheNearMisses) {
  // Every script, tried on every statement of the same file that is to be refuted.
  Proving all(all_files());
  Prover prover(all.module);
  int tried = 0;
  for (const RuleStatement& rule : all.module.rules) {
    if (!rule.refute) continue;
    for (const ProofStatement& proof : all.module.proofs) {
      if (all.module.rule(proof.rule)->span.source != rule.span.source) continue;
      EXPECT_FALSE(prover.proves(proof, rule, rule, all.budget)) << rule.name << " by the script of " << proof.rule;
      ++tried;
    }
  }
  EXPECT_GE(tried, 800);
}

}  // namespace
}  // namespace refold
