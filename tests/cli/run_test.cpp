#include "cli/program.h"
#include "support/command.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;

/// A small program with its data, run by the interpreter.
class Small {
  Scratch scratch_;  // before the files in it

 public:
  std::string file = scratch_.file("a.rf",
                                   "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\n"
                                   "let y[i] = sum j: A[i, j] * x[j]\nshow y\n");
  std::string matrix = scratch_.file("A.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 2 5\n2 3 -1\n");
  std::string vector = scratch_.file("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");

  Said say(const std::string& command, std::vector<std::string> more) const {
    std::vector<std::string> all = {command, file, "--rules", std::string(REFOLD_SOURCE_DIR) + "/rules"};
    all.insert(all.end(), more.begin(), more.end());
    return refold_says(all);
  }
  Said run(std::vector<std::string> more) const {
    std::vector<std::string> all = {"--backend", "interp", "--bind", "A=" + matrix, "--bind", "x=random(seed=1)"};
    all.insert(all.end(), more.begin(), more.end());
    return say("run", all);
  }
  std::string operator/(const std::string& name) const { return scratch_ / name; }
};

TEST(Run, ComputesAndChecksAndExitsZero) {
  const Small small;
  const Said said = small.run({"--check"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("check: "));
  EXPECT_THAT(said.out, HasSubstr("interp back end"));
}

TEST(Run, WritesItsResult) {
  const Small small;
  const Said said = small.run({"--out", "y=" + (small / "y.mtx"), "--quiet"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(Scratch::read(small / "y.mtx"), HasSubstr("%%MatrixMarket matrix array real general\n"));
}

TEST(Run, RefusesAnOutputThatCannotBeWrittenBeforeItComputes) {
  const Small small;
  const Said ending = small.run({"--out", "y=" + (small / "y.txt")}), folder = small.run({"--out", "y=" + (small / "none/y.npy")});
  EXPECT_EQ(ending.status, 2);
  EXPECT_THAT(ending.err, HasSubstr("error E0704: the ending of the name is none that refold knows\n"));
  EXPECT_THAT(folder.err, HasSubstr("error E0703: there is no folder "));
  EXPECT_EQ(ending.out + folder.out, "");
}

TEST(Run, EndsAKernelThatRunsPastTheTimeLimit) {
  const Scratch scratch;
  scratch.file("a.rf", "size n\ntensor A : [n]*[n] -> real\nlet y = sum i, j, k in [n]: A[i, j] * A[j, k] * A[k, i]\n");
  const std::string command = "refold run a.rf --rules . --bind n=3000 --bind 'A=random(seed=1)' --backend interp --out y=y.npy";
  const Ran ran = run_command_line(command + " --seconds 1; echo status $?; ls", scratch / "");
  EXPECT_THAT(ran.output, HasSubstr("note: --seconds is over and the kernel still runs; it was ended, and nothing was written\nstatus 3\na.rf\n"));
}

TEST(Run, PointsAtTheExpressionThatHasNoLoops) {
  const Scratch scratch;
  const std::string file = scratch.file("a.rf", "size n\ntensor x : [n] -> int\nlet y = xor i: x[i]\n");
  const Said said = refold_says({"run", file, "--rules", scratch / "", "--bind", "n=3", "--bind", "x=random(seed=1)"});
  EXPECT_THAT(said.err, HasSubstr("a.rf:3:1: error E0601: "));
}

TEST(Run, RefusesAnOutputThatIsNotComputed) {
  const Small small;
  const Said said = small.run({"--out", "z=" + (small / "z.mtx")});
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("what runs is y"));
}

TEST(Run, RefusesSizesThatDisagreeAndDataThatIsMissing) {
  const Small small;
  const Said disagree = small.run({"--bind", "m=7"});
  EXPECT_EQ(disagree.status, 2);
  EXPECT_THAT(disagree.err, HasSubstr("m"));
  EXPECT_EQ(small.say("run", {"--bind", "x=random(seed=1)"}).status, 2);
  EXPECT_EQ(small.run({"--bind", "A=" + (small / "no.mtx")}).status, 2);
  EXPECT_EQ(small.run({"--bind", "nothing"}).status, 2);
  EXPECT_EQ(small.run({"--bind", "q=3"}).status, 2);
}

TEST(Run, AnInterpretedAndACompiledKernelWriteTheSameBytes) {
  const Small small;
  ASSERT_EQ(small.run({"--out", "y=" + (small / "a.npy"), "--quiet"}).status, 0);
  const Said compiled = small.say("run", {"--backend", "openmp", "--bind", "A=" + small.matrix, "--bind",
                                          "x=random(seed=1)", "--out", "y=" + (small / "b.npy"), "--quiet"});
  ASSERT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_EQ(Scratch::read(small / "a.npy"), Scratch::read(small / "b.npy"));
}

/// A rule that asks for data without negative values, and a file that says so of its data.
class Declared {
  Scratch scratch_;

 public:
  Declared() {
    std::filesystem::create_directories(scratch_ / "rules");
    std::filesystem::create_directories(scratch_ / "proofs");
    scratch_.file("rules/a.rf",
                  "rule keeps_what_is_not_negative\n  given set I;  X : I -> real\n  where for all i in I: 0 <= X[i]\n"
                  "  ((x) -> max(x, 0)) . X  =  X\n");
    scratch_.file(
        "proofs/a.rf",
        "include \"../rules/a.rf\"\nproof keeps_what_is_not_negative\n  at i\n  using hypothesis, definition\n");
  }
  Said run(const std::string& where, const std::string& values) const {
    return refold_says({"run", scratch_.file("a.rf", "size n\ntensor x : [n] -> real\n" + where +
                                                         "fn relu(t) = max(t, 0)\nlet y = relu . x\nshow y\n"),
                        "--rules", scratch_ / "rules", "--backend", "interp", "--check", "--bind",
                        "x=" + scratch_.file("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n" + values)});
  }
};

TEST(Run, ChecksWhatARuleAsksOfTheDataBeforeTheKernelRuns) {
  const Declared declared;
  const std::string where = "  where for all i: 0 <= x[i]\n";
  const Said holds = declared.run(where, "0\n1\n2\n");
  EXPECT_EQ(holds.status, 0) << holds.err;
  EXPECT_THAT(holds.out, HasSubstr("by keeps_what_is_not_negative\n     if for all i in [n]: 0 <= x[i]  (checked on "
                                   "the data before the run)\n"));
  EXPECT_THAT(holds.out, HasSubstr("obligation: for all i in [n]: 0 <= x[i]: holds\n"));
  const Said broken = declared.run(where, "0\n-1\n2\n");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(
      broken.err,
      HasSubstr("a.rf:3:9: error E0230: the data bound to x does not satisfy that for all i in [n]: 0 <= x[i]\n"));
  EXPECT_THAT(broken.out, testing::Not(HasSubstr("kernel:")));
  const Said unsaid = declared.run("", "0\n-1\n2\n");  // nothing is said, so the rule is not used
  EXPECT_EQ(unsaid.status, 0) << unsaid.err;
  EXPECT_THAT(unsaid.out, HasSubstr("no proved rule makes it cheaper\n"));
}

TEST(Eval, PrintsTheExactValues) {
  const Small small;
  const Said said = small.say("eval", {"--bind", "A=" + small.matrix, "--bind", "x=" + small.vector});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("10"));
  EXPECT_THAT(said.out, HasSubstr("-3"));
}

TEST(Eval, ShowsTheDecimalsBesideAFraction) {
  const std::string text = "size n\ntensor x : [n] -> real\nlet y = x / 3\nlet whole = x * 2\nshow y, whole\n";
  const Scratch scratch;
  const Said said = refold_says({"eval", "-", "--rules", std::string(REFOLD_SOURCE_DIR) + "/rules", "--bind",
                                 "x=" + scratch.file("x.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n3\n")}, text);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "y[0] = 1/3  (0.333333)\ny[1] = 1\nwhole[0] = 2\nwhole[1] = 6\n");
}

TEST(Explore, SaysTheRuleOfEachStep) {
  const Small small;
  const Said said = small.say("explore", {});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("1. by "));
}

TEST(Explore, SaysWhyASideConditionHolds) {
  const std::string root = REFOLD_SOURCE_DIR;
  const Said said = refold_says({"explore", root + "/examples/sddmm.rf"});
  EXPECT_THAT(said.out, HasSubstr("|inverse(kappa1)(i, j)| <= 1  (at most one index has a given value)\n"));
  EXPECT_THAT(said.out, HasSubstr("|positions(S)(i, j)| <= 1  (checked on the data before the run)\n"));
  EXPECT_THAT(said.out, HasSubstr("(single . the . P is P where P has exactly one element)\n"));
}

TEST(Explore, DrawsWhatItFound) {
  const Small small;
  EXPECT_EQ(small.say("explore", {"--svg", small / "a.svg", "--dot", small / "a.dot"}).status, 0);
  EXPECT_THAT(Scratch::read(small / "a.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(Scratch::read(small / "a.dot"), testing::StartsWith("digraph "));
}

TEST(Explore, IsTheSameEveryTime) {
  const Small small;
  EXPECT_EQ(small.say("explore", {"--dot", "-", "--quiet"}).out, small.say("explore", {"--dot", "-", "--quiet"}).out);
}

TEST(Explore, ALimitThatEndedItIsNamedAndExitsThree) {
  const Small small;
  const Said said = small.say("explore", {"--nodes", "1"});
  EXPECT_EQ(said.status, 3) << said.out << said.err;
  EXPECT_THAT(said.out, HasSubstr("; stopped by the limit on nodes\n"));
}

TEST(Explore, WantsAnExpression) {
  const Said said = refold_says({"explore", "-", "--rules", std::string(REFOLD_SOURCE_DIR) + "/rules"}, "size n\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("has no expression"));
}

TEST(Certificate, IsVerifiedAndAChangedOneIsRefused) {
  const Small small;
  const std::string file = small / "c.json";
  ASSERT_EQ(small.say("explore", {"--cert", file, "--quiet"}).status, 0);
  EXPECT_EQ(refold_says({"verify", file}).status, 0);
  std::string text = Scratch::read(file);
  const std::size_t at = text.find("A[");
  ASSERT_NE(at, std::string::npos);
  text[at] = 'x';
  std::ofstream(file) << text;
  EXPECT_NE(refold_says({"verify", file}).status, 0);
}

TEST(Run, GoesBackToTheLastExpressionThatHasLoops) {
  const Small small;
  std::ofstream(small.file) << "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\n"
                               "let y = einsum(\"ij,ij->\", A, A)\nshow y\n";
  const Said said = small.run({"--check", "--cert", small / "c.json"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("scalar, 1 stored value, 26\n"));
  EXPECT_THAT(said.out, HasSubstr("check: ok"));
  EXPECT_EQ(refold_says({"verify", small / "c.json"}).status, 0);
}

TEST(Run, CountsAMultiplicationAndAnAdditionForEachEntry) {
  const Small small;
  ASSERT_EQ(small.run({"--json", small / "r.json", "--quiet"}).status, 0);
  const std::string json = Scratch::read(small / "r.json");
  EXPECT_THAT(json, HasSubstr("\"flops\": 4,"));
  EXPECT_THAT(json, HasSubstr("\"products\": 2\n"));
}

TEST(Program, SaysThatItsOutputCouldNotBeWritten) {
  std::istringstream in;
  std::ostringstream err;
  std::ofstream full("/dev/full");
  EXPECT_EQ(run_program(std::vector<std::string>{"--help"}, {in, full, err}), 2);
  EXPECT_THAT(err.str(), HasSubstr("could not be written"));
}

/// A file that shows two expressions, one of them twice; without rules.
class Two : public Small {
 public:
  Two() {
    std::filesystem::create_directory(*this / "none");
    std::ofstream(file) << "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\n"
                           "let y[i] = sum j: A[i, j] * x[j]\nlet z[j] = x[j] * x[j]\nshow y, z\nshow y\n";
  }
  Said say(const std::string& command, std::vector<std::string> more) const {
    std::vector<std::string> all = {command, file, "--rules", *this / "none", "--bind", "A=" + matrix, "--bind", "x=" + vector};
    if (command == "run") all.insert(all.end(), {"--backend", "interp"});
    all.insert(all.end(), more.begin(), more.end());
    return refold_says(all);
  }
};

TEST(Shown, EachExpressionIsComputedInOrderAndOnce) {
  const Two two;
  const Said ran = two.say("run", {"--check", "--out", "z=" + (two / "z.mtx"), "--out", "y=" + (two / "y.mtx"), "--json", two / "r.json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::ContainsRegex("\ny: 2, 2 stored values\n(.*\n)+z: 3, 3 stored values\n"));
  EXPECT_THAT(Scratch::read(two / "y.mtx"), HasSubstr("\n2 1\n10\n-3\n"));
  EXPECT_THAT(Scratch::read(two / "z.mtx"), HasSubstr("\n3 1\n1\n4\n9\n"));
  const std::string json = Scratch::read(two / "r.json");
  EXPECT_THAT(json, testing::ContainsRegex("\"name\": \"y\"(.*\n)+.*\"name\": \"z\""));
  EXPECT_THAT(two.say("explore", {}).out, testing::ContainsRegex("(^|\n)y\\[i\\] = (.*\n)+\nz\\[j\\] = "));
  EXPECT_THAT(two.say("plan", {}).out, testing::ContainsRegex("step 1: y(.*\n)+\n# .*\nstep 1: z"));
  EXPECT_EQ(two.say("eval", {}).out, "y[0] = 10\ny[1] = -3\nz[0] = 1\nz[1] = 4\nz[2] = 9\n");
}

TEST(Shown, LetChoosesOne) {
  const Two two;
  EXPECT_EQ(two.say("eval", {"--let", "z"}).out, "z[0] = 1\nz[1] = 4\nz[2] = 9\n");
  EXPECT_EQ(two.say("emit", {"--let", "z"}).status, 0);
}

TEST(Shown, WhatIsForOneExpressionAsksForAChoice) {
  const Two two;
  const Said emitted = two.say("emit", {});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_EQ(emitted.err, "error E0507: a kernel is for one expression, and the file shows y, z\n  help: choose one: --let NAME\n");
  EXPECT_THAT(two.say("run", {"--cert", two / "c.json"}).err, HasSubstr("E0507: --cert is for one expression"));
  EXPECT_THAT(two.say("explore", {"--json", "-"}).err, HasSubstr("E0507: --json is for one expression"));
}

TEST(Rules, AFolderThatIsNotFoundIsListedWithEveryPlaceThatWasLookedAt) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "bin");
  std::filesystem::copy_file(REFOLD_BINARY, scratch / "bin/refold");
  scratch.file("a.rf", "let a = 1\nshow a\n");
  const Ran ran = run_command_line("REFOLD_RULES=/no/rules bin/refold eval a.rf", scratch / "");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.output, testing::StartsWith("error E0708: no folder of rules was found\n"
                                              "  note: there is no folder rules (beside the file)\n"
                                              "  note: there is no folder /no/rules ($REFOLD_RULES)\n"
                                              "  note: there is no folder "));
  EXPECT_THAT(ran.output, HasSubstr("/share/refold/rules (beside the program)\n"));
}

TEST(Emit, PrintsBothDialects) {
  const Small small;
  const std::vector<std::string> data = {"--bind", "A=" + small.matrix, "--bind", "x=random(seed=1)", "--backend"};
  std::vector<std::string> openmp = data, cuda = data;
  openmp.push_back("openmp");
  cuda.push_back("cuda");
  EXPECT_THAT(small.say("emit", openmp).out, HasSubstr("#include <stdint.h>"));
  EXPECT_THAT(small.say("emit", cuda).out, HasSubstr("__global__"));
}

TEST(Plan, CallsIndicesWhatTheFileCallsThem) {
  const Small small;
  std::ofstream(small.file) << "size m, n\ntensor A : [m]*[n] -> real sparse\ntensor x : [n] -> real\n"
                               "let y[row] = sum col: A[row, col] * x[col]\nshow y\n";
  const std::vector<std::string> data = {"--bind", "A=" + small.matrix, "--bind", "x=random(seed=1)"};
  const std::string plan = small.say("plan", data).out;
  EXPECT_THAT(plan, HasSubstr("step 1: y[row] = sum col in [3] if A[row, col] stored: A[row, col] * x[col], for row in [2]\n"));
  EXPECT_THAT(plan, HasSubstr("  for row in begin .. end, every row  #"));
  EXPECT_THAT(plan, HasSubstr("sum += A_val[p_A] * x_val[col]\n"));
  EXPECT_THAT(small.say("emit", data).out, HasSubstr("const int64_t col_ = A_crd1[p_A];"));
}

TEST(Plan, ShowsTheLoopsWithTheirCosts) {
  const Small small;
  const Said said = small.say("plan", {"--bind", "A=" + small.matrix, "--bind", "x=random(seed=1)"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("operations"));
}

}  // namespace
}  // namespace refold
