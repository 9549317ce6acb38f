#include "plan/index_names.h"

namespace refold {
namespace {

using testing::ElementsAre;

IndexNames names_in(const std::string& text, const std::string& let) {
  SourceMap sources;
  return index_names(load_text(sources, "input", text), let);
}

/// A contraction over `extents` of operands (tensor, latents that index it).
Contraction contraction(std::size_t latents, std::vector<std::pair<std::string, std::vector<std::size_t>>> operands,
                        const std::vector<std::size_t>& output) {
  Contraction c;
  c.latents.resize(latents);
  for (const auto& [tensor, places] : operands) {
    Operand& operand = c.operands.emplace_back();
    operand.tensor = tensor;
    for (const std::size_t latent : places) operand.access.push_back(Affine::of(latent));
  }
  c.output.tensor = "C";
  for (const std::size_t latent : output) c.output.access.push_back(Affine::of(latent));
  return c;
}

std::vector<std::string> named(Contraction c, const IndexNames& names) {
  name_latents(c, names);
  std::vector<std::string> all;
  for (const Latent& latent : c.latents) all.push_back(latent.name);
  return all;
}

const std::string kData = "size n\ntensor A, B, G : [n]*[n] -> real\ntensor x : [n] -> real\n";

TEST(IndexNames, AreThoseOfBindersAndEinsumLetters) {
  const IndexNames bound = names_in(kData + "let C[row, col] = sum mid: A[row, mid] * B[mid, col]\n", "C");
  EXPECT_THAT(named(contraction(3, {{"A", {0, 2}}, {"B", {2, 1}}}, {0, 1}), bound), ElementsAre("row", "col", "mid"));
  const IndexNames letters = names_in(kData + "fn f(x) = x\nlet C = f . einsum(\"ab, bc -> ac\", A, B)\n", "C");
  EXPECT_THAT(named(contraction(3, {{"A", {0, 2}}, {"B", {2, 1}}}, {0, 1}), letters), ElementsAre("a", "c", "b"));
}

TEST(IndexNames, FitEveryPlaceOfATensorThatIsReadTwice) {
  const IndexNames names = names_in(kData + "let C = einsum(\"ij,jk->ik\", G, G)\n", "C");
  EXPECT_THAT(named(contraction(3, {{"G", {0, 2}}, {"G", {2, 1}}}, {0, 1}), names), ElementsAre("i", "k", "j"));
}

TEST(IndexNames, ThoseOfTheLetAtWorkGoFirst) {
  const std::string text = kData + "let D[p] = sum q: A[p, q]\nlet C[u] = sum v: A[u, v]\n";
  EXPECT_THAT(named(contraction(2, {{"A", {0, 1}}}, {0}), names_in(text, "C")), ElementsAre("u", "v"));
  EXPECT_THAT(named(contraction(2, {{"B", {0, 1}}}, {0}), names_in(text, "C")), ElementsAre("u", "i")) << "the output tells one";
}

TEST(IndexNames, WithoutAnyAreLettersThatNothingElseHas) {
  Contraction c = contraction(3, {{"j", {0, 1}}, {"x", {2}}}, {0});
  EXPECT_THAT(named(c, {}), ElementsAre("i", "k", "l"));
  EXPECT_EQ(named(contraction(13, {}, {}), {}).back(), "i1");
}

TEST(IndexNames, AreNeverGivenTwice) {
  const IndexNames names = names_in(kData + "let C[i] = A[i, i]\n", "C");
  EXPECT_THAT(named(contraction(2, {{"A", {0, 1}}}, {0}), names), ElementsAre("i", "j"));
}

}  // namespace
}  // namespace refold
