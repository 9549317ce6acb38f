// What `run --check` calls equal, where numbers are not finite.
#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;

class NotFinite : public testing::TestWithParam<const char*> {
 protected:
  Said run(const std::string& expression) const {
    const std::string file = scratch_.file("a.rf", "size n\ntensor x : [n] -> real\nlet y" + expression + "\n");
    const std::string data = scratch_.file("x.mtx", "%%MatrixMarket matrix array real general\n5 1\n1\nnan\ninf\n-inf\n2\n");
    std::filesystem::create_directory(scratch_ / "none");
    return refold_says({"run", file, "--rules", scratch_ / "none", "--bind", "x=" + data, "--backend", GetParam(), "--check"});
  }

 private:
  Scratch scratch_;
};
INSTANTIATE_TEST_SUITE_P(BackEnd, NotFinite, testing::Values("interp", "openmp"), [](const auto& each) { return std::string(each.param); });

TEST_P(NotFinite, EqualValuesAgree) {
  for (const char* expression : {" = 2*x", "[i] = x[i] * x[i]", "[i] = -x[i]", " = sum i: x[i]", "[i] = 0 * x[i]"}) {
    const Said said = run(expression);
    EXPECT_EQ(said.status, 0) << expression << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("check: ok: ")) << expression;
    EXPECT_THAT(said.out, HasSubstr("largest error 0\n")) << expression;
  }
}

TEST_P(NotFinite, TheLargestOfNumbersAndNaNIsNaN) {
  for (const char* expression : {"[i] = max j: x[j] * x[i]", " = max i: x[i]", "[i] = max(x[i], 1)", "[i] = max(1, x[i])", "[i] = min(x[i], 1)", "[i] = min(1, x[i])"}) {
    const Said said = run(expression);
    EXPECT_EQ(said.status, 0) << expression << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("check: ok: ")) << expression;
  }
  EXPECT_THAT(run(" = max i: x[i]").out, HasSubstr("y: scalar, 1 stored value, nan\n"));
}

TEST(SelfCheck, ReadsTruthValues) {
  const Scratch scratch;
  const std::string file = scratch.file("a.rf", "size n\ntensor b : [n] -> bool\ntensor x : [n] -> real\n"
                                                "let y[i in [n]] = if b[i] then x[i] else 0\nlet z[i in [n]] = not b[i]\nshow y, z\n");
  const std::string bits = scratch.file("b.mtx", "%%MatrixMarket matrix array integer general\n3 1\n1\n0\n1\n");
  const std::string numbers = scratch.file("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n2\n3\n4\n");
  std::filesystem::create_directory(scratch / "none");
  const std::vector<std::string> binds = {"--rules", scratch / "none", "--bind", "b=" + bits, "--bind", "x=" + numbers};
  const auto say = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), binds.begin(), binds.end());
    return refold_says(arguments);
  };
  EXPECT_EQ(say({"eval", file}).out, "y[0] = 2\ny[1] = 0\ny[2] = 4\nz[0] = false\nz[1] = true\nz[2] = false\n");
  const Said ran = say({"run", file, "--backend", "interp", "--check"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("check: ok"));
}

}  // namespace
}  // namespace refold
