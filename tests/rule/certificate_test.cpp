#include "rule/certificate.h"

#include "rule/fixture.h"

namespace refold {
namespace {

const std::string kText = std::string(kSparseRules) + R"(
size n, unused
# a comment
tensor S : [n] -> real sparse ~ 5
tensor T : [n] -> real
fn relu(x) = max(x, 0)
fn other(x) = x + 1
let Y = relu . S
proof lemma3_sum
  at i
  using definition
proof theorem1
  at i
  using lemma3_sum, hypothesis, definition
)";

struct OneStep : RuleFixture {
  std::string json;

  OneStep() : RuleFixture(kText) {
    const RuleView view(t, rule("theorem1"));
    const Derivation derivation{let("Y"), {}, {*settle(t, view, apply("theorem1", let("Y")).at(0), data, {})}};
    json = *certificate(sources, module, store, "Y", derivation);
  }
};

TEST(StatementTexts, HoldWhatALetAndItsRulesNeed) {
  RuleFixture f(kText);
  const auto texts = statement_texts(f.sources, f.module, "Y", {"theorem1"});
  ASSERT_TRUE(texts.has_value());
  EXPECT_THAT(texts->declarations, testing::ElementsAre("fn relu(x) = max(x, 0)", "size n, unused",
                                                        "tensor S : [n] -> real sparse ~ 5", "let Y = relu . S"));
  ASSERT_EQ(texts->rules.size(), 2u);
  EXPECT_EQ(texts->rules[0].name, "lemma3_sum");  // cited by the proof of theorem1
  EXPECT_EQ(texts->rules[1].proof, "proof theorem1\n  at i\n  using lemma3_sum, hypothesis, definition");
  EXPECT_THAT(texts->rules[1].cites, testing::ElementsAre("lemma3_sum"));
}

TEST(StatementTexts, AreTheirOwnClosure) {
  RuleFixture f(kText);
  const auto texts = *statement_texts(f.sources, f.module, "Y", {"theorem1"});
  std::string whole;
  for (const std::string& text : texts.declarations) whole += text + "\n";
  for (const RuleText& rule : texts.rules) whole += rule.statement + "\n" + rule.proof + "\n";
  RuleFixture again(whole);
  EXPECT_EQ(statement_texts(again.sources, again.module, "Y", {"theorem1"})->declarations, texts.declarations);
}

TEST(StatementTexts, LeaveOutWhatIsOnlyCalledAsAVariableOfARule) {
  RuleFixture f(std::string(kSparseRules) + "size n\ntensor S : [n] -> real sparse\nfn f(t) = max(t, 0)\nfn Phi(t) = t\nfn D(t) = f(t)\n"
                "let Y = D . S\nlet X = Y\nrule Phi\n  given set I;  Z : I -> real\n  sum . Z* . single  =>  Z\n"
                "proof theorem1\n  at Phi\n  using lemma3_sum, definition\n");
  const auto texts = statement_texts(f.sources, f.module, "Y", {"theorem1"});
  ASSERT_TRUE(texts.has_value());
  EXPECT_THAT(texts->declarations, testing::ElementsAre("fn f(t) = max(t, 0)", "fn D(t) = f(t)", "size n",
                                                        "tensor S : [n] -> real sparse", "let Y = D . S"));
  EXPECT_THAT(texts->rules.back().cites, testing::ElementsAre("lemma3_sum"));
}

TEST(StatementTexts, SayWhatIsMissing) {
  RuleFixture f(kText);
  EXPECT_EQ(statement_texts(f.sources, f.module, "X", {}).error().message, "there is no let X");
  EXPECT_EQ(statement_texts(f.sources, f.module, "Y", {"theorem9"}).error().message, "there is no rule theorem9");
}

TEST(Certificate, ClaimsOnlyWhatFixesIt) {
  OneStep f;
  const auto claims = read_claims(f.json);
  ASSERT_TRUE(claims.has_value()) << claims.error().message;
  EXPECT_EQ(claims->let, "Y");
  EXPECT_THAT(claims->used, testing::ElementsAre("lemma3_sum", "theorem1"));
  ASSERT_EQ(claims->steps.size(), 1u);
  const auto again = replay(f.t, f.let("Y"), {}, claims->steps, f.rules(), f.data, {});
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(*certificate(f.sources, f.module, f.store, "Y", *again), f.json);
}

TEST(Certificate, DiffersInEveryFieldThatCounts) {
  OneStep f;
  EXPECT_TRUE(same_certificate(f.json, f.json).has_value());
  const auto changed = [&](std::string from, std::string to) {
    std::string json = f.json;
    const auto at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), to);
    const Result<void> same = same_certificate(json, f.json);
    return same ? "same" : same.error().message;
  };
  EXPECT_EQ(changed("\"tool\": \"refold\"", "\"tool\": \"refold 2\""), "same");
  EXPECT_EQ(changed("\"let\": \"Y\"", "\"let\": \"Z\""), "let is not what follows from the rest");
  EXPECT_EQ(changed("\"because\": \"declared sparse\"", "\"because\": \"\""),
            "steps[0].obligations[0].fact.because is not what follows from the rest");
  EXPECT_EQ(changed("\"by\": \"runtime\"", "\"by\": \"z3\""),
            "steps[0].obligations[0].by is not what follows from the rest");
  EXPECT_EQ(changed("\"verdict\"", "\"verdikt\""), "steps[0].obligations[0] has an unknown field verdikt");
  EXPECT_EQ(changed("\"begin\": 0,", ""), "steps[0].place lacks the field begin");
  EXPECT_EQ(changed("\"let\": \"Y\"", "\"let\": null"), "let is of another kind than what follows from the rest");
}

TEST(Certificate, ReadsNothingThatIsNotOne) {
  const auto message = [](std::string_view text) {
    const auto claims = read_claims(text);
    return claims ? "read" : claims.error().message;
  };
  EXPECT_EQ(message(""), "this is no certificate: it is not JSON");
  EXPECT_EQ(message("[]"), "this is no certificate: declarations is missing");
  EXPECT_EQ(message(R"({"declarations": [], "rules": 3})"), "this is no certificate: rules is no list");
  EXPECT_EQ(message(R"({"let": "a", "let": "b"})"), "this is no certificate: the key let stands twice in one object");
  EXPECT_EQ(message(std::string(100000, '[')), "this is no certificate: it is nested too deeply");
}

}  // namespace
}  // namespace refold
