#include <chrono>

#include "term/syntax_support.h"

namespace refold::testing {
namespace {

Syntax tree(Syn kind, std::vector<Syntax> children, std::string text = {}) {
  return {kind, {}, std::move(text), std::move(children)};
}
Syntax name(std::string text) { return tree(Syn::Name, {}, std::move(text)); }
Syntax number(std::string text) { return tree(Syn::Number, {}, std::move(text)); }
const Syntax missing = {};

Syntax read(std::string text, Entry entry = Entry::Expression) {
  const auto result = entry_of(text, entry);
  if (!result) ADD_FAILURE() << text << ": " << result.error().message;
  return result ? *result : Syntax{};
}
Syntax statement(std::string text) {
  const Parsed parsed(text);
  if (parsed.outcome.file.children.size() != 1) {
    ADD_FAILURE() << errors_of(text);
    return {};
  }
  return parsed.outcome.file.children.front();
}
bool refused(std::string text) { return !entry_of(std::move(text)); }

const Syntax a = name("a"), b = name("b"), c = name("c"), f = name("f"), g = name("g"), k = name("k");

TEST(Parse, ReadsEveryReferenceStatement) {
  if (reference_folder().empty()) GTEST_SKIP() << "no reference texts here";
  const Parsed parsed(file_text(reference_folder() + "/language_examples.rf"));
  EXPECT_EQ(parsed.outcome.errors.size(), 0u);
  EXPECT_EQ(parsed.outcome.file.children.size(), 161u);
}

TEST(Parse, ReadsEveryBlockOfTheLanguagePage) {
  const std::string page = file_text(REFOLD_SOURCE_DIR "/docs/language.md");
  int blocks = 0;
  for (std::size_t at = page.find("```rf\n"); at != std::string::npos; at = page.find("```rf\n", at + 1), ++blocks)
    EXPECT_EQ(errors_of(page.substr(at + 6, page.find("```\n", at + 6) - at - 6)), "");
  EXPECT_GE(blocks, 8);
}

TEST(Parse, KeepsChainsFlatAndBracketsApart) {
  EXPECT_EQ(read("a + b + c"), tree(Syn::Add, {a, b, c}));
  EXPECT_EQ(read("(a + b) + c"), tree(Syn::Add, {tree(Syn::Add, {a, b}), c}));
  EXPECT_EQ(read("a*b*c"), tree(Syn::Mul, {a, b, c}));
  EXPECT_EQ(read("a - b + c"), tree(Syn::Add, {tree(Syn::Sub, {a, b}), c}));
  EXPECT_EQ(read("a + b - c"), tree(Syn::Sub, {tree(Syn::Add, {a, b}), c}));
  EXPECT_EQ(read("a div b * c"), tree(Syn::Mul, {tree(Syn::Div, {a, b}), c}));
  EXPECT_EQ(read("f . g . a"), tree(Syn::Compose, {f, g, a}));
}

TEST(Parse, BindsTightToLoose) {
  EXPECT_EQ(read("-a^b . f"), tree(Syn::Negate, {tree(Syn::Compose, {tree(Syn::Power, {a, b}), f})}));
  EXPECT_EQ(read("not a < b and c"), tree(Syn::And, {tree(Syn::Not, {tree(Syn::Compare, {a, b}, "<")}), c}));
  EXPECT_EQ(read("a <= b < c"), tree(Syn::Compare, {a, b, c}, "<= <"));
  EXPECT_TRUE(refused("a^b^c"));
}

TEST(Parse, EndsABigOperatorAtPlus) {
  const Syntax one = tree(Syn::Binders, {tree(Syn::Binder, {k, missing})});
  EXPECT_EQ(read("sum k: a*b + c"),
            tree(Syn::Add, {tree(Syn::Big, {name("sum"), one, missing, tree(Syn::Mul, {a, b})}), c}));
  EXPECT_EQ(read("Σ k: a"), read("sum k: a"));
  EXPECT_EQ(read("sum (i, j) in a if b: c").children[1].children[0].children[0].kind, Syn::PatternTuple);
}

TEST(Parse, TellsTheStarFromTheProductBySpaces) {
  const Syntax star = tree(Syn::Star, {f});
  EXPECT_EQ(read("f*"), star);
  EXPECT_EQ(read("f* . g"), tree(Syn::Compose, {star, g}));
  EXPECT_EQ(read("f**"), tree(Syn::Star, {star}));
  EXPECT_EQ(read("(f*)(a)"), tree(Syn::Call, {star, a}));
  EXPECT_EQ(read("f*(a)"), tree(Syn::Mul, {f, a}));
  EXPECT_EQ(read("f *a"), tree(Syn::Mul, {f, a}));
  EXPECT_EQ(read("[f*]"), tree(Syn::Range, {star}));
  EXPECT_EQ(read("a*α"), tree(Syn::Mul, {a, name("α")}));
  EXPECT_EQ(read("f*∘g"), read("f* . g"));
  EXPECT_TRUE(refused("f* a"));
}

TEST(Parse, TellsArgumentsFromOperandsByTouch) {
  EXPECT_EQ(read("f(a)[b]"), tree(Syn::At, {tree(Syn::Call, {f, a}), b}));
  EXPECT_EQ(read("(f)(a)"), tree(Syn::Call, {f, a}));
  EXPECT_EQ(read("<f, g>(a)"), tree(Syn::Call, {tree(Syn::Fork, {f, g}), a}));
  EXPECT_EQ(read("<|a > b|, f>"), tree(Syn::Fork, {read("|a > b|"), f}));  // bars are brackets to a fork
  EXPECT_EQ(read("a >(b)"), tree(Syn::Compare, {a, b}, ">"));
  EXPECT_EQ(read("a>(b)"), tree(Syn::Compare, {a, b}, ">"));
  EXPECT_EQ(read("|(a)|"), tree(Syn::Card, {a}));
  EXPECT_TRUE(refused("f (a)"));
  EXPECT_TRUE(refused("f [a]"));
}

TEST(Parse, TellsBracketsApart) {
  EXPECT_EQ(read("()"), tree(Syn::Tuple, {}));
  EXPECT_EQ(read("((a))"), a);
  EXPECT_EQ(read("(a, b)"), tree(Syn::Tuple, {a, b}));
  EXPECT_EQ(read("[a]"), tree(Syn::Range, {a}));
  EXPECT_EQ(read("[a,]"), tree(Syn::Stack, {a}));
  EXPECT_EQ(read("[a, b]"), tree(Syn::Stack, {a, b}));
  EXPECT_EQ(read("{}"), tree(Syn::Bag, {}));
  EXPECT_EQ(read("∅"), tree(Syn::Bag, {}));
  EXPECT_EQ(read("{a, b}"), tree(Syn::Bag, {a, b}));
  EXPECT_EQ(read("{a if b}"), tree(Syn::BagFor, {a, missing, b}));
  EXPECT_EQ(read("{a : b}"), tree(Syn::Subset, {a, b, missing}));
  EXPECT_EQ(read("||a| + b|"), tree(Syn::Card, {tree(Syn::Add, {tree(Syn::Card, {a}), b})}));
  EXPECT_TRUE(refused("[a, b,]"));
}

TEST(Parse, TellsLambdasFromTuplesAndSorts) {
  const Syntax binders = tree(Syn::Binders, {tree(Syn::Binder, {a, missing}), tree(Syn::Binder, {b, c})});
  EXPECT_EQ(read("(a, b in c) -> a"), tree(Syn::Lambda, {binders, a}));
  EXPECT_EQ(read("a -> b", Entry::Sort), tree(Syn::Arrow, {a, b}));
  EXPECT_EQ(read("(a -> b) -> c", Entry::Sort), tree(Syn::Arrow, {tree(Syn::Arrow, {a, b}), c}));
  EXPECT_EQ(read("(a)*b -> c", Entry::Sort), tree(Syn::Arrow, {tree(Syn::Mul, {a, b}), c}));
  EXPECT_EQ(read("(a : b)*[f[a]]"), tree(Syn::Depend, {a, b, tree(Syn::Range, {tree(Syn::At, {f, a})})}));
  EXPECT_EQ(read("bag bag a", Entry::Sort), tree(Syn::BagSort, {tree(Syn::BagSort, {a})}));
}

TEST(Parse, ReadsPropositions) {
  EXPECT_EQ(read("a = b => c", Entry::Proposition), tree(Syn::Implies, {tree(Syn::Equal, {a, b}), c}));
  EXPECT_EQ(read("for all a in bag b: c", Entry::Proposition),
            tree(Syn::ForAll, {tree(Syn::Binders, {tree(Syn::Binder, {a, tree(Syn::BagSort, {b})})}), c}));
}

TEST(Parse, ReadsTwinsAsAscii) {
  EXPECT_EQ(read("a∘b × c ≤ ⟨f, g⟩ ∧ ¬ a∈b"), read("a . b * c <= <f, g> and not a in b"));
  EXPECT_EQ(read("α'"), name("α'"));
  EXPECT_EQ(read("-∞ + f(∅)"), read("-inf + f({})"));
}

TEST(Parse, ReadsStatementsAsTheHeaderSays) {
  EXPECT_EQ(statement("tensor A, B : a -> b sparse ~ 2e5 as csr\n  where c\n"),
            tree(Syn::TensorDecl, {name("A"), name("B"), tree(Syn::Arrow, {a, b}), tree(Syn::Sparse, {}, "2e5"),
                                   tree(Syn::As, {name("csr")}), tree(Syn::Where, {c})}));
  EXPECT_EQ(statement("rule r \"t\"\n  given sets a, b\n  over commutative ring c\n  a = b\n"),
            tree(Syn::Rule, {name("r"), tree(Syn::String, {}, "t"), tree(Syn::Equal, {a, b}),
                             tree(Syn::Given, {tree(Syn::Declare, {a, b, missing}, "set")}),
                             tree(Syn::Over, {c}, "commutative ring")}));
  EXPECT_EQ(
      statement("mask m[a] = b\n  loop a in b .. step 2, c = a if c\n"),
      tree(Syn::MaskDef,
           {name("m"), missing, tree(Syn::Binders, {tree(Syn::Binder, {a, missing})}), b,
            tree(Syn::Loop, {tree(Syn::LoopIn, {a, b, missing, number("2")}), tree(Syn::LoopPoint, {c, a}), c})}));
  EXPECT_EQ(statement("size a = 3\n"), tree(Syn::SizeDecl, {a, number("3")}));
  EXPECT_EQ(statement("base 1\n"), tree(Syn::Base, {}, "1"));
}

TEST(Parse, LineEndsEndClausesExceptWhereTheyCannot) {
  EXPECT_EQ(statement("let x = a +\n  b\n"), statement("let x = a + b\n"));
  EXPECT_EQ(statement("let x = a\n  + b\n"), statement("let x = a + b\n"));
  EXPECT_EQ(statement("let x = (a\n  - b)\n"), statement("let x = (a - b)\n"));
  EXPECT_EQ(statement("let x = <f, g>\n  over ring\n").children.size(), 5u);
  EXPECT_EQ(statement("let x = a >\n  b\n"), statement("let x = a > b\n"));
  EXPECT_EQ(statement("let x = a\r\n  + b\r\n"), statement("let x = a + b\n"));
  EXPECT_EQ(statement("mask m[i] = a loop i in b ..\n  loop i\n").children.size(), 6u);
}

TEST(Parse, SpansCoverTheTextWithItsBrackets) {
  const Syntax sum = read("(a + b) . f");
  EXPECT_EQ(sum.span.begin, 0u);
  EXPECT_EQ(sum.span.end, 11u);
  EXPECT_EQ(sum.children[0].span.end, 7u);
  EXPECT_EQ(sum.children[0].children[1].span.begin, 5u);
}

TEST(Parse, RefusesBytesThatAreNoText) {
  EXPECT_EQ(errors_of(std::string("size n\n# \xff\n", 11)),
            "input:2:3: error E0001: expected UTF-8 text, found the byte 0xff\n"
            "  # \xff\n"
            "    ^\n"
            "  help: save the file as UTF-8 text\n");
  EXPECT_EQ(errors_of(std::string("size n\0m\n", 9)).substr(0, 67),
            "input:1:7: error E0001: expected UTF-8 text, found a NUL byte\n  siz");
  EXPECT_EQ(errors_of("size \xed\xa0\x80\n").substr(0, 68),
            "input:1:6: error E0001: expected UTF-8 text, found the byte 0xed\n  s");
}

TEST(Parse, BoundsNestingAndSize) {
  const auto nested = [](int levels) { return std::string(levels, '(') + "a" + std::string(levels, ')'); };
  EXPECT_EQ(read(nested(100)), a);
  EXPECT_EQ(entry_of(nested(201)).error().code, "E0008");
  for (const std::string_view part : {"not ", "-", "if a then b else ", "x -> ", "sum k: "}) {
    std::string many;
    for (int i = 0; i < 250; ++i) many += part;
    EXPECT_EQ(entry_of(many + "a").error().code, "E0008") << part;
  }
  std::string chain = "a";
  for (int i = 0; i < 1000; ++i) chain += " - a";
  EXPECT_EQ(entry_of(chain).error().code, "E0008");
  std::string sum = "a";
  for (int i = 0; i < 10000; ++i) sum += " + a";
  EXPECT_EQ(read(sum).children.size(), 10001u);
  EXPECT_EQ(Parsed(std::string((16u << 20) + 1, '#')).outcome.errors.front().code, "E0009");
}

TEST(Parse, NeedsNoExponentialTime) {
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& [left, right] :
       std::initializer_list<std::pair<std::string, std::string>>{{"(", ")"},
                                                                  {"[", "]"},
                                                                  {"{", "}"},
                                                                  {"|", "|"},
                                                                  {"<", ">"},
                                                                  {"((i) -> ", ")"},
                                                                  {"(a == ", " > b)"},
                                                                  {"f(", ")"},
                                                                  {"(i in ", ")"},
                                                                  {"{i : ", "}"},
                                                                  {"(r : ", ")*S"},
                                                                  {"[a for i in ", "]"},
                                                                  {"(sum (i, j) in ", ": k)"}}) {
    std::string text = "a";
    for (int i = 0; i < 150; ++i) text = left + text + right;
    (void)entry_of(text);
    (void)entry_of(text, Entry::Sort);
    (void)entry_of(text + " )");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace refold::testing
