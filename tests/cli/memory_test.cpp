// Data and results that the memory does not hold, in a process with little memory: refused before anything is taken.
#include "support/command.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;


class MemorySlow : public testing::Test {
 protected:
  /// Runs refold with at most `megabytes` of address space.
  Ran run(int megabytes, const std::string& arguments) const {
    return run_command_line("ulimit -v " + std::to_string(megabytes * 1024) + "; refold " + arguments + (arguments.find("--rules") == std::string::npos ? " --rules none" : ""),
                            scratch_ / "");
  }
  void SetUp() override {
    std::filesystem::create_directory(scratch_ / "none");
    scratch_.file("sum.rf", "size m, n\ntensor A : [m]*[n] -> real sparse\nlet y = sum i, j: A[i, j]\n");
    scratch_.file("doubly.rf", "size m, n\ntensor A : [m]*[n] -> real sparse as dcsr\nlet y = sum i, j: A[i, j]\n");
    scratch_.file("dense.rf", "size m, n\ntensor A : [m]*[n] -> real\nlet y = sum i, j: A[i, j]\n");
    scratch_.file("outer.rf", "size m, n\ntensor x : [m] -> real\ntensor y : [n] -> real\nlet C[i, j] = x[i] * y[j]\n");
    matrix("wide.mtx", "2147483648");
    matrix("large.mtx", "2147483647");
    matrix("square.mtx", "40000");
  }
  void matrix(const std::string& name, const std::string& extent) const {
    scratch_.file(name, "%%MatrixMarket matrix coordinate real general\n" + extent + " " + extent + " 1\n1 1 2.5\n");
  }

  Scratch scratch_;
};

TEST_F(MemorySlow, AnExtentBeyondCoordinatesIsRefused) {
  const Ran ran = run(2000, "run sum.rf --bind A=wide.mtx --backend interp");
  EXPECT_EQ(ran.status, 2) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("wide.mtx: error E0208: extent 2147483648 of a sparse tensor of 2147483648 x 2147483648"));
}

TEST_F(MemorySlow, RowPointersAreCountedBeforeTheyAreMade) {
  for (const char* command : {"run sum.rf --backend interp --check", "run sum.rf", "plan sum.rf", "eval sum.rf"}) {
    const Ran ran = run(2000, std::string(command) + " --bind A=large.mtx");
    EXPECT_EQ(ran.status, 2) << command << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("error E0705: A: the offsets of the compressed level of a tensor of 2147483647 x 2147483647 takes 8.59 GB, and "));
    EXPECT_THAT(ran.output, HasSubstr("help: store it in compressed levels only: `as dcsr`"));
  }
  const std::string rules = " --rules '" + std::string(REFOLD_SOURCE_DIR) + "/rules'";
  const Ran ran = run(2000, "run doubly.rf --bind A=large.mtx --backend interp" + rules);  // what the help says
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("y: scalar, 1 stored value, 2.5\n"));
}

TEST_F(MemorySlow, DenseDataAndResultsAreCountedBeforeTheyAreMade) {
  const Ran data = run(2000, "run dense.rf --bind A=square.mtx");
  EXPECT_EQ(data.status, 2) << data.output;
  EXPECT_THAT(data.output, HasSubstr("error E0705: A: a dense tensor of 40000 x 40000 takes 12.8 GB, and "));
  const Ran random = run(2000, "run dense.rf --bind m=40000 --bind n=40000 --bind 'A=random(seed=1)'");
  EXPECT_THAT(random.output, HasSubstr("error E0705: A: a dense random tensor of 40000 x 40000 takes 12.8 GB, and "));
  for (const char* backend : {"interp", "openmp"}) {
    const Ran result = run(2000, std::string("run outer.rf --bind m=40000 --bind n=40000 --bind 'x=random(seed=1)' --bind "
                                             "'y=random(seed=2)' --backend ") + backend);
    EXPECT_EQ(result.status, 2) << result.output;
    EXPECT_THAT(result.output, HasSubstr("error E0611: C of 40000 x 40000 with 1600000000 values takes 12.8 GB, and "));
  }
  const Ran small = run(2000, "run outer.rf --bind m=40 --bind n=40 --bind 'x=random(seed=1)' --bind 'y=random(seed=2)' --backend interp");
  EXPECT_EQ(small.status, 0) << small.output;
}

TEST_F(MemorySlow, EvalCountsItsTablesAndSets) {
  const Ran tables = run(2000, "eval outer.rf --bind m=100000000 --bind n=2 --bind 'x=random(seed=1)' --bind 'y=random(seed=2)'");
  EXPECT_EQ(tables.status, 2) << tables.output;
  EXPECT_THAT(tables.output, HasSubstr("error E0705: x as a table of exact numbers, with 100000000 values of 100000000 takes 35 GB"));
  const Ran sets = run(2000, "eval outer.rf --bind m=4000 --bind n=4000 --bind 'x=random(seed=1)' --bind 'y=random(seed=2)'");
  EXPECT_EQ(sets.status, 3) << sets.output;
  EXPECT_THAT(sets.output, HasSubstr("error E0242: a set is too large to enumerate"));
}

TEST_F(MemorySlow, WhatIsNotCountedEndsInAMessageToo) {
  std::string text = "let y = 1";
  for (int k = 0; k < 3'000'000; ++k) text += " + 1";
  scratch_.file("long.rf", text + "\n");
  const Ran ran = run_command_line("ulimit -v 600000; refold fmt --stdout long.rf > out.rf", scratch_ / "");
  EXPECT_EQ(ran.status, 3) << ran.output;
  EXPECT_EQ(ran.output, "error E0705: the memory is used up\n  help: smaller data, or limits such as --nodes\n");
  const Ran enough = run_command_line("ulimit -v 4000000; refold fmt --stdout long.rf > out.rf", scratch_ / "");
  EXPECT_EQ(enough.status, 0) << enough.output;
}

}  // namespace
}  // namespace refold
