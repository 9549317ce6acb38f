// Data and names at the edge, through the whole of `refold run` with both back ends: they work, or are refused clearly.
#include "cli/program.h"
#include "support/command.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;
using testing::Not;

class EdgeSlow : public testing::TestWithParam<const char*> {
 protected:
  /// Runs `text` with `binds`, checked against eval.
  Said run(const std::string& text, const std::vector<std::string>& binds,
           const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = {"run",       scratch_.file("a.rf", text),
                                    "--rules",   std::string(REFOLD_SOURCE_DIR) + "/rules",
                                    "--backend", GetParam(),
                                    "--check"};
    for (const std::string& bind : binds) all.insert(all.end(), {"--bind", bind});
    all.insert(all.end(), more.begin(), more.end());
    return refold_says(all);
  }
  std::string matrix(const std::string& name, const std::string& lines) const {
    return scratch_.file(name, "%%MatrixMarket matrix coordinate real general\n" + lines);
  }
  std::string operator/(const std::string& name) const { return scratch_ / name; }

 private:
  Scratch scratch_;
};
INSTANTIATE_TEST_SUITE_P(BackEnd, EdgeSlow, testing::Values("interp", "openmp"),
                         [](const auto& each) { return std::string(each.param); });

constexpr const char* kEdgeProduct =
    "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\nlet y[i] = sum j: A[i, j] * x[j]\nshow y\n";
constexpr const char* kEdgeSampled =
    "size m, n, k\ntensor S : [m]*[n] -> real sparse\ntensor A : [m]*[k] -> real\ntensor B : [k]*[n] -> real\n"
    "fn relu(x) = max(x, 0)\nlet C = relu . einsum(\"mn,mk,kn->mn\", S, A, B)\nshow C\n";

TEST_P(EdgeSlow, ExtentsOfZeroAndOneAndMatricesWithoutEntriesWork) {
  const auto empty = [&](const std::string& shape) { return matrix("A.mtx", shape + " 0\n"); };
  for (const char* shape : {"0 4", "3 0", "3 4", "1 1"}) {
    const Said said = run(kEdgeProduct, {"A=" + empty(shape), "x=random(seed=1)"});
    EXPECT_EQ(said.status, 0) << shape << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("check: ok")) << shape;
  }
  for (const char* shape : {"0 0", "3 4"}) {
    const Said said = run(kEdgeSampled, {"S=" + empty(shape), "k=0", "A=random(seed=1)", "B=random(seed=2)"});
    EXPECT_EQ(said.status, 0) << shape << said.out << said.err;
  }
}

TEST_P(EdgeSlow, AStoredZeroIsKept) {
  const std::string file = matrix("S.mtx", "4 4 2\n1 2 0\n2 1 3\n");
  const Said said = run(kEdgeSampled, {"S=" + file, "k=1", "A=random(seed=1)", "B=random(seed=2)"},
                        {"--out", "C=" + (*this / "C.mtx")});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_THAT(Scratch::read(*this / "C.mtx"), HasSubstr("\n4 4 2\n1 2 0\n2 1 "));
}

TEST_P(EdgeSlow, AnEmptyBagHasTheUnitOfItsReduction) {
  const std::string text = "size m, n\ntensor X : [m]*[n] -> real\n";
  for (const char* value : {"sum j: X[i, j]", "max j: X[i, j]"}) {
    const Said said = run(text + "let c[i] = " + value + "\nshow c\n", {"m=2", "n=0", "X=random(seed=1)"});
    EXPECT_EQ(said.status, 0) << value << said.out << said.err;
  }
}

TEST_P(EdgeSlow, ScalarsAndModesOfOneElementWork) {
  const Said scalar = run("tensor a, b : real\nlet c = a * b\nshow c\n", {"a=3", "b=4"});
  EXPECT_EQ(scalar.status, 0) << scalar.err;
  EXPECT_THAT(scalar.out, HasSubstr("c: scalar, 1 stored value, 12\n"));
  EXPECT_THAT(scalar.out, HasSubstr("check: ok: 1 element against eval, ")) << "no size has a part";
  EXPECT_EQ(
      run("tensor a : real\nsize n\ntensor x : [n] -> real\nlet c = a*x\nshow c\n", {"a=3", "n=0", "x=random(seed=1)"})
          .status,
      0);
  EXPECT_EQ(run("tensor X : [1]*[1]*[1] -> real sparse\nlet c = einsum(\"ijk->\", X)\nshow c\n",
                {"X=random(seed=1, density=1)"})
                .status,
            0);
}

TEST_P(EdgeSlow, NamesThatOtherLanguagesReserveWork) {
  const Said said =
      run("size main\ntensor while, α : [main] -> real\nlet printf[i] = while[i] * α[i]\nshow printf\n",
          {"main=3", "while=random(seed=1)", "α=random(seed=2)"}, {"--out", "printf=" + (*this / "y.npy")});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
}

TEST_P(EdgeSlow, NamesThatTheLanguageReservesAreRefusedAtTheirPlace) {
  const Said reserved = run("size n\ntensor int : [n] -> real\nshow int\n", {"n=3"});
  EXPECT_EQ(reserved.status, 2);
  EXPECT_THAT(reserved.err, HasSubstr("a.rf:2:8: error E"));
  const Said quoted = run("size n\ntensor a\"b : [n] -> real\nshow n\n", {"n=3"});
  EXPECT_EQ(quoted.status, 2);
  EXPECT_THAT(quoted.err, HasSubstr("a.rf:2:9: error E0004"));
}

TEST_P(EdgeSlow, ANameThatIsNotDeclaredIsNotBoundAndNotSentToTheTerminal) {
  const std::string text = "size n\ntensor a : [n] -> real\nlet b = 2*a\nshow b\n";
  const Said quoted = run(text, {"n=3", "a\"b=random(seed=1)"});
  EXPECT_EQ(quoted.status, 2);
  EXPECT_THAT(quoted.err, HasSubstr("the file declares no size and no tensor a\"b\n"));
  const Said hidden = run(text, {"n=3", "a\x1b[2J=random(seed=1)"});
  EXPECT_EQ(hidden.status, 2);
  EXPECT_THAT(hidden.err, HasSubstr("no tensor a\\x1b[2J\n"));
  EXPECT_THAT(hidden.err, Not(HasSubstr("\x1b")));
}

TEST_P(EdgeSlow, ASizeThatMakesNoSenseIsRefused) {
  const std::string text = "size n\ntensor x : [n] -> real\nlet c[i in [n - 1]] = x[i] + x[i + 1]\nshow c\n";
  EXPECT_EQ(run(text, {"n=1", "x=random(seed=1)"}).status, 0);
  const Said none = run(text, {"n=0", "x=random(seed=1)"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("it cannot be shown for this data that 0 <= n - 1"));
  EXPECT_EQ(run(text, {"n=-1", "x=random(seed=1)"}).status, 2);
  EXPECT_EQ(run(text, {"n=99999999999999999999", "x=random(seed=1)"}).status, 2);
}

TEST(NoCompiler, TheInterpreterRunsAndSaysSo) {
  const Scratch scratch;
  scratch.file("a.rf", "size n\ntensor x : [n] -> real\nlet y = 2*x\nshow y\n");
  const std::string command =
      " run a.rf --rules '" + std::string(REFOLD_SOURCE_DIR) + "/rules' --bind n=3 --bind 'x=random(seed=1)' --check";
  const Ran alone = run_command_line("PATH=/nowhere '" REFOLD_BINARY "'" + command, scratch / "");
  EXPECT_EQ(alone.status, 0) << alone.output;
  EXPECT_THAT(alone.output, HasSubstr("note: no C++ compiler in PATH; the interpreter runs the plan\n"));
  EXPECT_THAT(alone.output, HasSubstr("interp back end"));
  const Ran asked = run_command_line("PATH=/nowhere '" REFOLD_BINARY "'" + command + " --backend openmp", scratch / "");
  EXPECT_EQ(asked.status, 2) << asked.output;
  EXPECT_THAT(asked.output, HasSubstr("compiler"));
  EXPECT_THAT(run_command_line("'" REFOLD_BINARY "'" + command, scratch / "").output, HasSubstr("openmp back end"));
}

}  // namespace
}  // namespace refold
