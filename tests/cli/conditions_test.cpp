// Conditions on stored entries, on values and on truth values: the kernels of both back ends against the definitions.
#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;

class Conditions : public testing::TestWithParam<const char*> {
 protected:
  /// On data whose values are all negative, so that an entry that is wrongly taken for 0 shows.
  Said run(const std::string& body) const {
    const std::string file = scratch_.file("a.rf", "size m, n\ntensor A, B : [m]*[n] -> real sparse\ntensor M : [m]*[n] -> bool sparse\n"
                                                   "tensor D : [m]*[n] -> bool\ntensor x : [n] -> real\nlet y[i in [m]] = " + body + "\n");
    const std::string a = scratch_.file("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 -1\n1 2 -2\n2 1 -3\n3 3 0\n");
    const std::string b = scratch_.file("B.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 -4\n3 3 -5\n");
    const std::string m = scratch_.file("M.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 1 1\n2 3 1\n3 3 0\n");
    const std::string d = scratch_.file("D.mtx", "%%MatrixMarket matrix array integer general\n3 3\n1\n0\n1\n1\n0\n1\n0\n0\n1\n");
    const std::string x = scratch_.file("x.mtx", "%%MatrixMarket matrix array real general\n3 1\n-1\n-2\n-0.5\n");
    return refold_says({"run", file, "--rules", std::string(REFOLD_SOURCE_DIR) + "/rules", "--backend", GetParam(), "--check", "--bind", "A=" + a,
                        "--bind", "B=" + b, "--bind", "M=" + m, "--bind", "D=" + d, "--bind", "x=" + x});
  }

 private:
  Scratch scratch_;
};
INSTANTIATE_TEST_SUITE_P(BackEnd, Conditions, testing::Values("interp", "openmp"), [](const auto& each) { return std::string(each.param); });

TEST_P(Conditions, OfStoredEntriesHoldAlsoWhereTheSameTensorIsRead) {
  for (const char* body : {"max j in [n] if |positions(A)(i, j)| == 1: A[i, j]", "prod j in [n] if |positions(A)(i, j)| == 1: A[i, j]",
                           "sum j in [n] if 1 <= |positions(A)(i, j)|: (A[i, j] + 1)", "max j in [n] if |positions(A)(i, j)| == 1: (A[i, j] + B[i, j])",
                           "min j in [n] if |positions(A)(i, j)| == 1 and |positions(B)(i, j)| == 1: A[i, j]"}) {
    const Said said = run(body);
    EXPECT_EQ(said.status, 0) << body << '\n' << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("check: ok: ")) << body;
  }
}

TEST_P(Conditions, OnValuesAndTruthValues) {
  for (const char* body : {"sum j in [n]: M[i, j] * x[j]", "sum j in [n] if M[i, j]: x[j] * x[j]", "max j in [n] if M[i, j]: x[j]",
                           "sum j in [n] if D[i, j]: A[i, j] * x[j]", "sum j in [n] if A[i, j] != 0: x[j]", "min j in [n] if x[j] < -0.7: A[i, j]",
                           "any j in [n]: M[i, j]", "all j in [n]: D[i, j]", "any j in [n]: (x[j] < -1 and D[i, j])", "sum j in [n] if not M[i, j]: x[j]",
                           "sum j in [n]: (if D[i, j] or M[i, j] then A[i, j] else B[i, j])"}) {
    const Said said = run(body);
    EXPECT_EQ(said.status, 0) << body << '\n' << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("check: ok: ")) << body;
  }
}

}  // namespace
}  // namespace refold
