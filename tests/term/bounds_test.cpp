// Texts whose meaning is too deep, too large or too long to read are refused in no time; near misses are read.
#include <fmt/format.h>

#include "support/fixture.h"

namespace refold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string repeated(std::size_t count, const std::string& part) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += part;
  return all;
}

/// x0, then lets that each use the one before.
std::string chain(std::size_t count, const std::string& each) {
  std::string text = "size n\ntensor x0 : [n] -> real\ntensor A : [n]*[n] -> real\nfn f(t) = max(t, 0)\n";
  for (std::size_t k = 1; k <= count; ++k) text += fmt::format("let x{} = {}\n", k, fmt::format(fmt::runtime(each), k - 1));
  return text;
}

/// fn f0, then functions that use the one before twice.
std::string doubling(std::size_t count, const std::string& first) {
  std::string text = "size n\ntensor x : [n] -> real\nfn f0(t) = " + first + "\n";
  for (std::size_t k = 1; k <= count; ++k) text += fmt::format("fn f{0}(t) = f{1}(f{1}(t))\n", k, k - 1);
  return text + fmt::format("let y = f{} . x\n", count);
}

TEST(Bounds, AChainOfLetsMayBeAsDeepAsItsTerms) {
  for (const char* each : {"x{} + x0", "f . x{}", "x{} * x0"}) {
    EXPECT_EQ(errors_of(chain(150, each)), "") << each;
    const std::string said = errors_of(chain(3000, each));
    EXPECT_THAT(said, HasSubstr("error E0161: with what its names stand for, this is nested more than 1000 levels deep\n")) << each;
    EXPECT_THAT(said, HasSubstr("\n  help: ")) << each;
  }
  EXPECT_EQ(errors_of(chain(100, "einsum(\"ij,j->i\", A, x{})")), "");
}

TEST(Bounds, WhatFollowsFromAWrongStatementIsNotSaidAgain) {
  const std::string said = errors_of(chain(3000, "x{} + x0"));
  EXPECT_EQ(said.find("error"), said.rfind("error")) << said;
  EXPECT_EQ(errors_of("let a = b\nlet c = a + d\nlet e = c\nlet f = g\n"),
            "input:1:9: error E0141: the name b is not declared\n  let a = b\n          ^\n"
            "  help: declare it first\n"
            "input:4:9: error E0141: the name g is not declared\n  let f = g\n          ^\n"
            "  help: declare it first\n");
}

TEST(Bounds, DefinitionsThatDoubleAreRefusedWhereTheyBecomeTooLarge) {
  EXPECT_EQ(errors_of(doubling(3, "t + t")), "");
  EXPECT_EQ(errors_of(doubling(40, "t + t")),
            "input:8:4: error E0161: with what its names stand for, this has more than 250000 parts\n"
            "  fn f5(t) = f4(f4(t))\n     ^~\n"
            "  note: input:3:12: while this was put in\n"
            "  help: write out the result of a part of it (run --out), and read that as a tensor\n");
}

TEST(Bounds, DefinitionsThatAreReadTooOftenAreRefusedAlthoughTheyComeToLittle) {
  EXPECT_EQ(errors_of(doubling(8, "1")), "");
  EXPECT_THAT(errors_of(doubling(40, "1")), HasSubstr("error E0160: reading this statement takes more than 500000 steps\n"));
  // A head that needs its argument's sort reads the argument twice, at every level.
  const auto applied = [](std::size_t count) {
    return "let y = " + repeated(count, "(t -> t)(") + "1" + repeated(count, ")") + "\n";
  };
  EXPECT_THAT(errors_of(applied(3)), Not(HasSubstr("E0160")));
  EXPECT_THAT(errors_of(applied(150)), HasSubstr("error E0160"));
}

TEST(Bounds, LongSumsAreReadAndLongCompositionsNot) {
  const std::string data = "size n\ntensor x : [n] -> real\nfn f(t) = t + 1\n";
  EXPECT_EQ(errors_of(data + "let y = x" + repeated(5000, " + x") + "\n"), "");
  EXPECT_EQ(errors_of(data + "let y = " + repeated(300, "f . ") + "x\n"), "");
  EXPECT_THAT(errors_of(data + "let y = " + repeated(3000, "f . ") + "x\n"), HasSubstr("error E0161"));
}

TEST(Bounds, AnEinsumOfManyOperandsIsRead) {
  std::string letters, operands;
  for (int k = 0; k < 200; ++k) {
    letters += fmt::format("{}{}{}", k > 0 ? "," : "", char('a' + k % 26), char('a' + (k + 1) % 26));
    operands += ", A";
  }
  EXPECT_EQ(errors_of("size n\ntensor A : [n]*[n] -> real\nlet C = einsum(\"" + letters + "->a\"" + operands + ")\n"), "");
}

TEST(Bounds, SortsThatRestOnDataNestToo) {
  std::string text = "size n\nset S0 = [n]\n";
  for (int k = 0; k < 3000; ++k)
    text += fmt::format("tensor p{0} : S{0} -> bool\nset S{1} = {{i : S{0} if p{0}[i]}}\n", k, k + 1);
  EXPECT_THAT(errors_of(text), HasSubstr("error E0161"));
}

TEST(Bounds, ARuleIsBoundedAsAnExpressionIs) {
  const auto rule = [](std::size_t count) {
    return "rule long\n  given x : real\n  x" + repeated(count, " + x") + "  =  x" + repeated(count + 1, " + x") + "\n";
  };
  EXPECT_EQ(errors_of(rule(1000)), "");
  EXPECT_THAT(errors_of(rule(300'000)), HasSubstr("input:3:3: error E0161"));
}

TEST(Bounds, ATermThatIsTooDeepIsADiagnosticOrAnException) {
  TermStore store;
  Terms terms(store);
  TermId deep = terms.input("x", terms.real());
  while (store.extent(deep).height < kMostHeight) deep = terms.must(Op::Neg, {deep});
  const auto made = terms.make(Op::Neg, {deep});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, "E0161");
  EXPECT_THROW(terms.must(Op::Neg, {deep}), TermTooLarge);
  const auto caught = bounded([&]() -> Result<TermId> { return terms.must(Op::Abs, {deep}); });
  EXPECT_EQ(caught.error().code, "E0161");
}

TEST(Bounds, SharedPartsCountEachTimeTheyOccur) {
  TermStore store;
  Terms terms(store);
  TermId wide = terms.input("x", terms.real());
  for (int k = 0; k < 10; ++k) wide = terms.must(Op::Mul, {wide, wide});
  EXPECT_EQ(store.extent(wide).nodes, 2047u);
  EXPECT_EQ(store.extent(wide).height, 12u);  // with the sort of x
  EXPECT_THROW(
      {
        for (int k = 0; k < 64; ++k) wide = terms.must(Op::Mul, {wide, wide});
      },
      TermTooLarge);
}

}  // namespace
}  // namespace refold
