#include "prove/verify.h"

#include <nlohmann/json.hpp>

#include "prove/prove.h"
#include "rule/fixture.h"

namespace refold {
namespace {

using nlohmann::json;

/// The certificate of relu . S for a sparse S, under the rules and proofs of the repository.
const std::string& genuine() {
  static const std::string text = [] {
    const std::filesystem::path root = REFOLD_SOURCE_DIR;
    SourceMap sources;
    const Module module = load_all(sources, {root / "rules/sparse.rf", root / "proofs/lemma3_sum.rf", root / "proofs/theorem1.rf"},
                                   {{"input", "size n, m\ntensor S : [n]*[m] -> real sparse\nfn relu(x) = max(x, 0)\nlet Y = relu . S\n"}});
    for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
    TermStore store(module.store, 0);
    Terms t(store);
    const RuleView view(t, *module.rule("theorem1"));
    const TermId y = module.let("Y")->term;
    auto step = settle(t, view, applications(t, view, Direction::LeftToRight, y, {}).at(0), data_facts(module), {});
    return *certificate(sources, module, store, "Y", {y, module.let("Y")->algebra, {*step}});
  }();
  return text;
}

std::string verified(const std::string& text) {
  Budget budget;
  const Result<Verified> done = verify(text, budget);
  return done ? "verified" : done.error().message;
}

TEST(Verify, AcceptsWhatTheExplorerWrote) {
  Budget budget;
  const Result<Verified> done = verify(genuine(), budget);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_EQ(done->steps, 1u);
  EXPECT_EQ(done->obligations, 1u);
  ASSERT_EQ(done->checks.size(), 1u);
  EXPECT_EQ(done->checks[0].text, "for all i in [n], j in [m]: |positions(S)(i, j)| <= 1");
}

/// Calls `change` with every leaf of a JSON value, one at a time, changed as a forger might.
void each_leaf(json& root, json& here, const std::string& path, const std::function<void(const std::string&)>& change) {
  if (here.is_structured()) {
    for (auto& [key, value] : here.items())
      if (key != "version" && key != "tool") each_leaf(root, value, path + "/" + key, change);
    return;
  }
  const json before = here;
  if (here.is_boolean()) here = !here.get<bool>();
  else if (here.is_number()) here = here.get<int>() + 1;
  else here = (here.is_string() ? here.get<std::string>() : std::string()) + "x";
  change(path);
  here = before;
}

TEST(Verify, RefusesEveryChangedLeaf) {
  json root = json::parse(genuine());
  int changes = 0;
  each_leaf(root, root, "", [&](const std::string& path) {
    ++changes;
    EXPECT_NE(verified(root.dump()), "verified") << path;
  });
  EXPECT_GT(changes, 40);
}

TEST(Verify, RefusesAFalseRuleWithAllDigestsComputedAgain) {
  // f(0) = 0 is taken out of the rule: the step matches as before, but the rule is not proved any more.
  std::string text = genuine();
  const std::string hypothesis = "f(0) = 0; ";
  const std::size_t at = text.find(hypothesis);
  ASSERT_NE(at, std::string::npos);
  text.erase(at, hypothesis.size());
  json root = json::parse(text);
  root["digests"]["rules"] = digest(nlohmann::ordered_json::parse(text)["rules"].dump());
  EXPECT_THAT(verified(root.dump()), testing::HasSubstr("the rule theorem1 is not proved"));
}

TEST(Verify, RefusesUnknownAndMissingFields) {
  json more = json::parse(genuine());
  more["steps"][0]["hint"] = 1;
  EXPECT_EQ(verified(more.dump()), "steps[0] has an unknown field hint");
  json less = json::parse(genuine());
  less["runtime"] = json::array();
  EXPECT_EQ(verified(less.dump()), "runtime has 0 entries, the rest gives 1");
  json note = json::parse(genuine());
  note["note"] = "written by hand";
  EXPECT_EQ(verified(note.dump()), "verified");
}

TEST(Verify, ReadsNoOtherFile) {
  json root = json::parse(genuine());
  root["declarations"].push_back("include \"/etc/hostname\"");
  EXPECT_EQ(verified(root.dump()), "a certificate includes no other file");
}

TEST(Verify, RefusesTextThatIsNoCertificate) {
  EXPECT_EQ(verified("not json"), "this is no certificate: it is not JSON");
  EXPECT_EQ(verified("{}"), "this is no certificate: declarations is missing");
}

}  // namespace
}  // namespace refold
