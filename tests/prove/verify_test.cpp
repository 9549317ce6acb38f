#include "prove/verify.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "prove/prove.h"
#include "rule/fixture.h"

namespace refold {
namespace {

using nlohmann::json;

/// The certificate of the let Y, a function of sparse data, under the rules and proofs of the repository.
std::string certificate_of(const std::string& input) {
  const std::filesystem::path root = REFOLD_SOURCE_DIR;
  SourceMap sources;
  const Module module = load_all(
      sources, {root / "rules/sparse.rf", root / "proofs/lemma3_sum.rf", root / "proofs/theorem1.rf"}, {{"input", input}});
  for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
  TermStore store(module.store, 0);
  Terms t(store);
  const RuleView view(t, *module.rule("theorem1"));
  const TermId y = module.let("Y")->term;
  auto step = settle(t, view, applications(t, view, Direction::LeftToRight, y, {}).at(0), data_facts(module), {});
  return *certificate(sources, module, store, "Y", {y, module.let("Y")->algebra, {*step}});
}

const std::string& genuine() {
  static const std::string text =
      certificate_of("size n, m\ntensor S : [n]*[m] -> real sparse\nfn relu(x) = max(x, 0)\nlet Y = relu . S\n");
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

TEST(Verify, AcceptsNamesThatRulesUseToo) {
  const std::string named = certificate_of(
      "size I, J\ntensor D : [I]*[J] -> real sparse\nfn f(t) = max(t, 0)\nfn Phi(x) = f(x)\nopaque fn X : real -> real\n"
      "map s(i) = i\nfn r(f1) = Phi(f1)\nlet Y = r . D\n");
  EXPECT_EQ(verified(named), "verified");
  EXPECT_THAT(named, testing::HasSubstr("fn f(t) = max(t, 0)"));
}

TEST(Verify, ADefinitionThatARuleNamesIsThatRulesDefinition) {
  // f is no variable of the changed rule: it is the user's function, of which the rule is true, but the step was none of it.
  std::string text = certificate_of("size n\ntensor D : [n] -> real sparse\nfn f(t) = max(t, 0)\nlet Y = f . D\n");
  const std::string variable = "f : real -> real;  ", hypothesis = "f(0) = 0;  ";
  for (const std::string& part : {variable, hypothesis}) {
    ASSERT_NE(text.find(part), std::string::npos) << part;
    text.erase(text.find(part), part.size());
  }
  json root = json::parse(text);
  root["digests"]["rules"] = digest(nlohmann::ordered_json::parse(text)["rules"].dump());
  EXPECT_NE(verified(root.dump()), "verified");
  // A false statement about the user's function is not proved because a variable of that name could make it true.
  json wrong = json::parse(certificate_of("size n\ntensor D : [n] -> real sparse\nfn f(t) = max(t, 0)\nlet Y = f . D\n"));
  std::string statement = wrong["rules"].back()["statement"];
  ASSERT_NE(statement.find("|Phi| <= 1"), std::string::npos);
  statement.replace(statement.find("|Phi| <= 1"), 10, "|Phi| <= 2");
  wrong["rules"].back()["statement"] = statement;
  EXPECT_THAT(verified(wrong.dump()), testing::HasSubstr("is not proved"));
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

TEST(Verify, ReadsItsOwnVersionOnly) {
  json root = json::parse(genuine());
  root["version"] = 2;
  EXPECT_EQ(verified(root.dump()), "this certificate is of version 2, and this refold reads version 1");
  root["version"] = nullptr;
  EXPECT_EQ(verified(root.dump()), "this is no certificate: version is no small whole number");
  root.erase("version");
  EXPECT_EQ(verified(root.dump()), "this is no certificate: version is missing");
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
