#include "term/names.h"

#include "support/fixture.h"

namespace refold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

Syntax statement(const std::string& text) {
  SourceMap sources;
  ParseOutcome parsed = parse(sources, sources.add("input", text));
  EXPECT_TRUE(parsed.errors.empty()) << render(parsed.errors.front(), sources);
  return parsed.file.children.at(0);
}

TEST(Names, AreDeclaredByData) {
  EXPECT_THAT(declared_names(statement("tensor A, B : [m]*[n] -> real sparse\n")), ElementsAre("A", "B"));
  EXPECT_THAT(declared_names(statement("tensor x : real\n")), ElementsAre("x"));
  EXPECT_THAT(declared_names(statement("size m, n\n")), ElementsAre("m", "n"));
  EXPECT_THAT(declared_names(statement("fn f(x) = g(x)\n")), ElementsAre("f"));
}

TEST(Names, ThatAStatementBindsAreNotForeign) {
  EXPECT_THAT(foreign_names(statement("fn f(x, y) = g(x) + h(y)\n")), ElementsAre("g", "h"));
  EXPECT_THAT(foreign_names(statement("let C[i, j] = (sum k in K: A[i, k] * B[k, j]) + |{(p, q) : S if p < q}|\n")),
              UnorderedElementsAre("sum", "K", "A", "B", "S"));
  EXPECT_THAT(foreign_names(statement("rule r\n  given sets I, J(k : I);  f : real -> V;  X(k : I) : J(k) -> real\n"
                                      "  where f(0) = z\n  let T = {i : I if p(i)}\n  f . X(k0)  =  T\n")),
              UnorderedElementsAre("real", "V", "z", "p", "k0"));
  EXPECT_THAT(foreign_names(statement("def d(X : I*J -> real) : I -> real = (i -> sum j: X[i, j])\n  given sets I, J\n")),
              UnorderedElementsAre("real", "sum"));
}

TEST(Names, OfCitedResultsAreNotThoseOfVariables) {
  EXPECT_THAT(cited_names(statement("proof p\n  at f, g\n  have h: f(0) = 0\n  f . g = g by lemma1(x = f), definition\n  using h, lemma2\n")),
              ElementsAre("lemma1", "definition", "h", "lemma2"));
}

TEST(Names, DeclaredLaterChangeNoDefinition) {
  const std::string data = "size n\ntensor A : [n] -> real\n";
  EXPECT_EQ(errors_of(data + "fn relu(x) = max(x, 0)\nmap next(i : [n]) = (i + 1) mod n\ndef twice(X : I -> real) : I -> real = X + X\n  given set I\n"
                             "fn x(t) = t + 1\nset I\nfn X(s) = s\nfn i(s) = s\nlet y = relu . x . twice(A . next)\n"),
            "");
}

TEST(Names, ThatAreVisibleAreNotShadowedByADefinition) {
  EXPECT_THAT(errors_of("fn x(t) = t + 1\nfn relu(x) = max(x, 0)\n"), HasSubstr("input:2:9: error E0110: the name x is already taken\n"));
  EXPECT_THAT(errors_of("size n\nfn i(t) = t\nmap next(i) = i\n"), HasSubstr("input:3:10: error E0110: the name i is already taken\n"));
  EXPECT_EQ(errors_of("size x\nfn relu(x) = max(x, 0)\n"), "");  // closed: it sees no data
  EXPECT_THAT(errors_of("size n, i\nmap next(i) = i + n\n"), HasSubstr("input:2:10: error E0110: the name i is already taken\n"));
}

const char* const kApart =
    "fn f(t) = max(t, 0)\nopaque fn X : real -> real\nrule one\n  given set I;  X : I -> real;  f : real -> real\n  f . X  =  X\n"
    "rule two\n  given set I;  Y : I -> real\n  f . Y  =  Y\n";

TEST(Names, OfRulesThatStandApartMayBeThoseOfDefinitions) {
  EXPECT_THAT(errors_of(kApart), HasSubstr("input:4:17: error E0110: the name X is already taken\n"));
  SourceMap sources;
  const Module module = load_apart(sources, "certificate", kApart);
  ASSERT_TRUE(module.errors.empty()) << render(module.errors.front(), sources);
  EXPECT_EQ(text(module.store, module.rule("one")->left), "f . X");
  EXPECT_EQ(text(module.store, module.rule("two")->left), "((i in real) -> max(i, 0)) . Y") << "what a rule names it sees";
}

}  // namespace
}  // namespace refold
