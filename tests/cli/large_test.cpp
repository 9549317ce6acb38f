// Deep, wide and multiplying texts through every command: computed or refused, never a crash.
#include <fmt/format.h>

#include "cli/program.h"
#include "support/command.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

std::string times(int count, const std::string& part) {
  std::string all;
  for (int k = 0; k < count; ++k) all += part;
  return all;
}

struct LargeText {
  const char* name;
  std::string (*text)();
};

const std::string kLargeData = "size n\ntensor x : [n] -> real\ntensor A : [n]*[n] -> real sparse\nfn f(t) = max(t, 0)\n";

std::string matrix_chain() {
  std::string letters, operands;
  for (int k = 0; k < 200; ++k) {
    const auto letter = [](int at) { return char(at % 52 < 26 ? 'a' + at % 52 : 'A' + at % 52 - 26); };
    letters += fmt::format("{}{}{}", k > 0 ? "," : "", letter(k), letter(k + 1));
    operands += ", A";
  }
  return kLargeData + "let y = einsum(\"" + letters + "->a\"" + operands + ")\n";
}
std::string lets(int count, const std::string& each) {
  std::string text = kLargeData + "let y0 = x\n";
  for (int k = 1; k <= count; ++k) text += fmt::format("let y{} = {}\n", k, fmt::format(fmt::runtime(each), k - 1));
  return text + fmt::format("show y{}\n", count);
}

const LargeText kLarge[] = {
    {"MatrixChain", matrix_chain},
    {"Factors", [] { return kLargeData + "let y = einsum(\"i" + times(199, ",i") + "->i\"" + times(200, ", x") + ")\n"; }},
    {"Terms", [] { return kLargeData + "let y = x" + times(4999, " + x") + "\n"; }},
    {"ManyTerms", [] { return kLargeData + "let y[i] = x[i]" + times(60'000, " + x[i]") + "\n"; }},
    {"Brackets", [] { return kLargeData + "let y = " + times(5000, "(") + "x" + times(5000, ")") + "\n"; }},
    {"Composition", [] { return kLargeData + "let y = " + times(3000, "f . ") + "x\n"; }},
    {"ShorterComposition", [] { return kLargeData + "let y = " + times(120, "f . ") + "x\n"; }},
    {"Lets", [] { return lets(3000, "y{} + x"); }},
    {"ShorterLets", [] { return lets(400, "y{} + x"); }},
    {"LetsOfProducts", [] { return lets(60, "einsum(\"ij,j->i\", A, y{})"); }},
    {"Indices", [] {
       std::string names, factors;
       for (int k = 0; k < 300; ++k) names += fmt::format("{}i{}", k > 0 ? ", " : "", k), factors += fmt::format("{}x[i{}]", k > 0 ? " * " : "", k);
       return kLargeData + "let y = sum " + names + ": " + factors + "\n";
     }},
    {"Doubling", [] {
       std::string text = kLargeData + "fn f0(t) = t + t\n";
       for (int k = 1; k <= 40; ++k) text += fmt::format("fn f{0}(t) = f{1}(f{1}(t))\n", k, k - 1);
       return text + "let y = f40 . x\n";
     }},
};

class LargeSlow : public testing::TestWithParam<LargeText> {};
INSTANTIATE_TEST_SUITE_P(Text, LargeSlow, testing::ValuesIn(kLarge), [](const auto& each) { return std::string(each.param.name); });

TEST_P(LargeSlow, EndsEveryCommandInOrder) {
  const Scratch scratch;
  scratch.file("a.rf", GetParam().text());
  scratch.file("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 4\n3 3 1\n");
  const std::string program = " a.rf --rules '" + std::string(REFOLD_SOURCE_DIR) + "/rules' --seconds 1";
  const std::string data = " --bind A=A.mtx --bind 'x=random(seed=1)'";
  const std::string all[] = {"refold fmt --stdout a.rf > out.rf", "refold prove a.rf", "refold explore -q" + program + " --cert c.json",
                             "refold plan" + program + data + " > plan.txt", "refold eval" + program + data + " > eval.txt",
                             "refold run -q --check --backend interp" + program + data,
                             "[ ! -f c.json ] || refold verify c.json"};
  for (const std::string& command : all) {
    const Ran ran = run_command_line("ulimit -v 4000000; " + command, scratch / "");
    EXPECT_THAT(ran.status, AnyOf(0, 2, 3)) << command << '\n' << ran.output.substr(0, 2000);
    if (ran.status == 2) {
      EXPECT_THAT(ran.output, HasSubstr("error E0")) << command;
    }
    EXPECT_EQ(ran.output.find("E0705"), std::string::npos) << command << ": a limit stands before the memory is used up";
  }
}

}  // namespace
}  // namespace refold
