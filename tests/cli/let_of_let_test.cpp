// A let that uses another one keeps what that one needs: conditions on sizes, and its algebra.
#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

using testing::HasSubstr;

class LetOfLet : public testing::Test {
 protected:
  Said say(const std::string& command, const std::string& text, std::vector<std::string> more) const {
    std::filesystem::create_directories(scratch_ / "none");
    std::vector<std::string> all = {command, scratch_.file("a.rf", text), "--rules", scratch_ / "none"};
    if (command == "run") all.insert(all.end(), {"--backend", "interp", "--check"});
    for (const std::string& bind : more) all.insert(all.end(), {"--bind", bind});
    return refold_says(all);
  }
  std::string matrix() const {
    return scratch_.file("A.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
  }

 private:
  Scratch scratch_;
};

TEST_F(LetOfLet, HasTheConditionsOfBoth) {
  const std::string data = "size m, n\ntensor A : [m] -> real\ntensor B : [n] -> real\nfn f(x) = max(x, 0)\nlet C = A + B\n";
  const std::vector<std::string> wrong = {"m=3", "n=5", "A=random(seed=1)", "B=random(seed=2)"};
  const std::vector<std::string> right = {"m=3", "n=3", "A=random(seed=1)", "B=random(seed=2)"};
  for (const char* shown : {"let D = f . C\nshow D\n", "show f . C\n", "let D[i] = C[i] * 2\nlet E = f . D\nshow E\n",
                            "bag g(i : [m]) = {i if C[i] > 0}\nlet D = sum . A* . g\nshow D\n"})
    for (const char* command : {"run", "eval"}) {
      const Said refused = say(command, data + shown, wrong);
      EXPECT_EQ(refused.status, 2) << command << shown << refused.out;
      EXPECT_THAT(refused.err, HasSubstr("a.rf:5:9: error E0230: ")) << command << shown;
      EXPECT_THAT(refused.err, HasSubstr(" that m == n\n")) << command << shown;
      EXPECT_TRUE(command == std::string("run") || say(command, data + shown, right).status == 0) << shown;
    }
}

TEST_F(LetOfLet, ComputesInTheAlgebraOfBothOrIsRefused) {
  const std::string data = "size n\ntensor A : [n]*[n] -> real\nlet C = einsum(\"ij,jk->ik\", A, A)\n  over min_plus\n";
  const std::string turned = "let D = C . ((i, j) -> (j, i))\n";
  const Said other = say("eval", data + turned + "show D\n", {"A=" + matrix()});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("a.rf:5:9: error E0159: C computes over min_plus, and this with reals\n"));
  EXPECT_EQ(say("eval", data + turned + "  over min_plus\nshow D\n", {"A=" + matrix()}).out,
            "D[0, 0] = 2\nD[0, 1] = 3\nD[1, 0] = 4\nD[1, 1] = 5\n");
  EXPECT_EQ(say("eval", "size n\ntensor A : [n]*[n] -> real\nlet T = A . ((i, j) -> (j, i))\nlet C = einsum(\"ij,jk->ik\", A, T)\n"
                        "  over min_plus\nshow C\n", {"A=" + matrix()}).status, 0) << "T adds nothing";
}

TEST_F(LetOfLet, EvalAndCheckReadTheAlgebra) {
  const std::string text = "size n\ntensor A : [n]*[n] -> real\nlet C = einsum(\"ij,jk->ik\", A, A)\n  over min_plus\nshow C\n";
  EXPECT_EQ(say("eval", text, {"A=" + matrix()}).out, "C[0, 0] = 2\nC[0, 1] = 4\nC[1, 0] = 3\nC[1, 1] = 5\n");
  const Said ran = say("run", text, {"A=" + matrix()});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("check: ok"));
  const std::string product = "size n\ntensor A : [n]*[n] -> real\nlet P[i in [n]] = prod j: A[i, j]\n  over min_plus\nshow P\n";
  EXPECT_EQ(say("eval", product, {"A=" + matrix()}).out, "P[0] = 4\nP[1] = 6\n");
  EXPECT_THAT(say("run", product, {"A=" + matrix()}).out, HasSubstr("check: ok"));
}

}  // namespace
}  // namespace refold
