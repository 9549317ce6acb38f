#include "viz/abbreviation.h"

#include "support/fixture.h"

namespace refold {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kScope =
    "size m, n\ntensor A, B : [m]*[n] -> real\ntensor v, kappa : [n] -> real\nfn relu(t) = max(t, 0)\n";

/// The text with abbreviations, then the definitions that it needs.
std::vector<std::string> shown(const std::string& expression, Letters letters = Letters::Ascii) {
  Fixture f(kScope);
  const TermId term = f.id(expression);
  const Abbreviations short_names(f.module.store, {term}, f.module.names, letters);
  std::vector<std::string> lines = {short_names.text(term)};
  for (const std::string& line : short_names.definitions(term)) lines.push_back(line);
  return lines;
}

TEST(Abbreviations, NameAPartThatOccursTwice) {
  EXPECT_THAT(shown("[A . ((i in [m], j in [n]) -> (m - 1 - i, n - 1 - j)), B . ((i in [m], j in [n]) -> (m - 1 - i, n - 1 - j))]"),
              ElementsAre("[A . phi1, B . phi1]", "phi1 = (i, j) -> (m - 1 - i, n - 1 - j)"));
  EXPECT_THAT(shown("[A . ((i in [m], j in [n]) -> (m - 1 - i, n - 1 - j)), B . ((i in [m], j in [n]) -> (m - 1 - i, n - 1 - j))]", Letters::Greek)[0],
              "[A . φ1, B . φ1]");
}

TEST(Abbreviations, LeaveAloneWhatOccursOnceOrIsShort) {
  EXPECT_THAT(shown("[A . ((i in [m], j in [n]) -> (m - 1 - i, j)), B . ((i in [m], j in [n]) -> (i, n - 1 - j))]").size(), 1u);
  EXPECT_THAT(shown("[v . ((i in [n]) -> i), kappa . ((i in [n]) -> i)]").size(), 1u);
}

TEST(Abbreviations, KeepTheNamesThatTheAuthorGave) {
  EXPECT_THAT(shown("[relu . A, relu . B]"), ElementsAre("[relu . A, relu . B]"));
}

TEST(Abbreviations, AvoidNamesThatAreThere) {
  EXPECT_THAT(shown("[kappa . enumerate({i : [n] if 2 <= i}), v . enumerate({i : [n] if 2 <= i})]"),
              ElementsAre("[kappa . kappa1, v . kappa1]", "kappa1 = enumerate({i : [n] if 2 <= i})"));
}

TEST(Abbreviations, ExplainWhatADefinitionNeeds) {
  Fixture f(kScope);
  const TermId term = f.id("v");
  EXPECT_THAT(Abbreviations(f.module.store, {term}, f.module.names, Letters::Ascii).definitions(), IsEmpty());
}

}  // namespace
}  // namespace refold
