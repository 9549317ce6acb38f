#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "plan/planner.h"
#include "run/compile.h"
#include "run/execute.h"

namespace refold {
namespace {

namespace fs = std::filesystem;

Affine at(std::size_t latent) { return Affine::of(latent); }

Contraction spmv() {
  Contraction c;
  c.latents = {{"i", 40}, {"j", 30}};
  c.operands = {{"S", {40, 30}, {at(0), at(1)}, csr_packing(), Visit::Iterated, 0, {40, 200}},
                {"x", {30}, {at(1)}, dense_packing({0})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(1)};
  c.output = {"y", {40}, {at(0)}, {}};
  return c;
}

Contraction sddmm() {
  Contraction c;
  c.latents = {{"m", 400}, {"n", 300}, {"k", 16}};
  c.operands = {{"S", {400, 300}, {at(0), at(1)}, csr_packing(), Visit::Iterated, 0, {400, 20000}},
                {"A", {400, 16}, {at(0), at(2)}, dense_packing({0, 1})},
                {"B", {16, 300}, {at(2), at(1)}, dense_packing({0, 1})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(1), ScalarExpr::operand(2)};
  c.epilogue = ScalarExpr::apply(ScalarOp::Max, {ScalarExpr::result(), ScalarExpr::number(0)});
  c.output = {"Y", {400, 300}, {at(0), at(1)}, 0};
  return c;
}

Contraction spmm_min_plus() {  // a tile in shared memory, a reduction that is no sum
  Contraction c = spmv();
  c.semiring = min_plus();
  c.latents.push_back({"k", 32});
  c.operands[1] = {"X", {30, 32}, {at(1), at(2)}, dense_packing({0, 1})};
  c.output = {"Y", {40, 32}, {at(0), at(2)}, {}};
  return c;
}

TEST(Cuda, TextOfSpmvSddmmAndSpmmCompilesWithoutAWarning) {
  if (!find_compiler(Language::Cuda)) GTEST_SKIP() << "nvcc is not installed";
  std::string pattern = (fs::temp_directory_path() / "refold-test-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  for (const Contraction& c : {spmv(), sddmm(), spmm_min_plus()}) {
    const CompileOptions options{.cache = directory / "cache", .keep = directory / "kept"};
    const Result<CompiledKernel> compiled = compile(Language::Cuda, emit(make_plan({{c}})->kernel, Backend::Cuda), options);
    std::ostringstream log;
    log << std::ifstream(directory / "kept" / "compile.log").rdbuf();
    EXPECT_TRUE(compiled.has_value()) << log.str();
    EXPECT_THAT(log.str(), ::testing::Not(::testing::HasSubstr("warning"))) << log.str();
  }
  fs::remove_all(directory);
}

}  // namespace
}  // namespace refold
