#include "rule/apply.h"

#include "rule/by_hand.h"
#include "term/text.h"

namespace refold {
namespace {

struct Fixture : ByHand {
  std::string shown(TermId id) { return text(store, id, {false}); }
  std::vector<std::string> shown(const std::vector<TermId>& ids) {
    std::vector<std::string> texts;
    for (const TermId id : ids) texts.push_back(shown(id));
    return texts;
  }
  std::vector<Application> at_root(const RuleStatement& statement, TermId term, Direction direction = Direction::LeftToRight) {
    const RuleView view(t, statement);
    return applications(t, view, direction, term, {});
  }
};

TEST(Apply, ReadsAnEinsumOfSparseFormsThroughTheirStoredValues) {
  Fixture f;
  const auto found = f.at_root(f.theorem3(), f.einsum(f.sparse_s, f.dense(f.A), f.dense(f.B)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(f.shown(found[0].after), "?");
  EXPECT_THAT(f.shown(found[0].obligations), testing::ElementsAre("?"));
}

}  // namespace
}  // namespace refold
