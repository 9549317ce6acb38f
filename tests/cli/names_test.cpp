// Names of the user's file that are also variables of rules, from explore through verify.
#include "cli/program.h"
#include "support/scratch.h"

namespace refold {
namespace {

constexpr const char* kNamedAsRulesName =
    "size N, L, O\n"
    "tensor Phi : [N]*[L] -> real sparse\n"
    "tensor D : [N]*[O] -> real\n"
    "tensor X : [O]*[L] -> real\n"
    "tensor x : real\n"
    "set I, J\n"
    "tensor A : I -> real\n"
    "fn f(t) = max(t, 0)\n"
    "fn g(k) = f(k)\n"
    "fn r(v) = g(v)\n"
    "map psi(i, j) = (j, i)\n"
    "map phi(a, b) = (b, a)\n"
    "bag B(i : [N]) = {(i, j) for j in [L]}\n"
    "opaque fn Y : real -> real\n"
    "def S(Z : K*M -> real) : K*M -> real = f . Z\n  given sets K, M\n"
    "let C = r . einsum(\"mn,mk,kn->mn\", Phi, D, X)\n"
    "let kappa = S(C)\n";

TEST(NamesSlow, OfRulesAreFreeForTheUser) {
  const Scratch scratch;
  const std::string file = scratch.file("a.rf", kNamedAsRulesName), certificate = scratch / "c.json";
  for (const char* let : {"C", "kappa"}) {
    const Said explored = refold_says({"explore", file, "--let", let, "--rules", std::string(REFOLD_SOURCE_DIR) + "/rules", "--cert", certificate});
    EXPECT_EQ(explored.status, 0) << explored.err;
    EXPECT_THAT(explored.out, testing::HasSubstr("by theorem3\n"));
    EXPECT_THAT(explored.out, testing::HasSubstr("by theorem1\n"));
    const Said verified = refold_says({"verify", certificate});
    EXPECT_EQ(verified.status, 0) << verified.err;
    std::string forged = Scratch::read(certificate);
    const std::size_t at = forged.find("max(t, 0)");
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(refold_says({"verify", scratch.file("forged.json", forged.replace(at, 9, "t + t + 1"))}).status, 1);
  }
}

}  // namespace
}  // namespace refold
