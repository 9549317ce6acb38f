#include "egraph/search.h"

#include "rule/by_hand.h"
#include "term/text.h"

namespace refold {
namespace {

struct Fixture : ByHand {
  std::deque<RuleStatement> kept;
  std::vector<const RuleStatement*> all;
  DataSizes sizes;
  Budget budget;


  Fixture() {
    for (const auto make : {&ByHand::lemma3_sum, &ByHand::theorem1, &ByHand::lemma10_reduction, &ByHand::theorem3}) {
      kept.push_back((this->*make)());
      all.push_back(&kept.back());
    }
  }
  SearchResult explored(TermId expression) {
    budget.nodes = std::getenv("NODES") ? std::stoul(std::getenv("NODES")) : 1000;
    SearchInput input;
    input.rules = all;
    input.expression = expression;
    input.data.sparse = {S};
    input.cost = [this](TermId term) { return estimate(t, sizes, term).weight(); };
    return explore(t, input, budget);
  }
  std::vector<std::string> rules_of(const SearchResult& result) {
    std::vector<std::string> names;
    for (const Step& step : result.derivation.steps) names.push_back(step.rule);
    return names;
  }
};

TEST(Search, LeadsTheSampledProductToItsStoredEntries) {
  Fixture f;
  const SearchResult found = f.explored(f.sddmm());
  EXPECT_THAT(f.rules_of(found), testing::ElementsAre("lemma3_sum", "lemma3_sum", "theorem3", "lemma10_reduction", "theorem1"));
  EXPECT_EQ(text(f.store, found.term(), {false}), "?");
  std::cout << found.stats.states << " states " << found.stats.edges << " edges " << found.stats.iterations << " " << found.stats.matched << " " << found.stats.stopped_by << "\n";
  std::cout << found.initial_cost() << " -> " << found.cost() << "\n";
  for (auto& s : found.derivation.steps) { std::cout << s.rule << " " << name(s.direction) << " at " << print(s.place) << " cost " << estimate(f.t, f.sizes, s.after).products << "+" << estimate(f.t, f.sizes, s.after).steps << "\n   " << text(f.store, s.after, {false}) << "\n"; for (auto& o : s.obligations) std::cout << "     " << name(o.by) << ": " << text(f.store, o.prop, {false}) << "\n"; }
}

}  // namespace
}  // namespace refold
