#include "emit/emit.h"

#include "plan/planner.h"
#include "plan/vector_loops.h"

namespace refold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Affine at(std::size_t latent) { return Affine::of(latent); }

Contraction spmv(const std::string& matrix, const std::string& vector, const std::string& row) {
  Contraction c;
  c.latents = {{row, 40}, {"j", 30}};
  c.operands = {{matrix, {40, 30}, {at(0), at(1)}, csr_packing(), Visit::Iterated, 0, {40, 200}},
                {vector, {30}, {at(1)}, dense_packing({0})}};
  c.factors = {ScalarExpr::operand(0), ScalarExpr::operand(1)};
  c.output = {"y", {40}, {at(0)}, {}};
  return c;
}

Kernel kernel_of(const Contraction& c) { return make_plan({{c}})->kernel; }

TEST(EmitOpenMp, PrintsTheLoopsAsReadableText) {
  EXPECT_EQ(emit_openmp(kernel_of(spmv("S", "x", "i"))),
            R"(#include <stdint.h>
#include <omp.h>

extern "C" int refold_kernel(void* const* arrays, const int64_t*, const int64_t* sizes, int threads) {
  const double* __restrict const S_val = (const double*)arrays[0];  // values of an operand
  const double* __restrict const x_val = (const double*)arrays[1];  // values of an operand
  double* __restrict const y_val = (double*)arrays[2];  // the result
  const int32_t* __restrict const S_off1 = (const int32_t*)arrays[3];  // offsets of level 1
  const int32_t* __restrict const S_crd1 = (const int32_t*)arrays[4];  // coordinates of level 1
  const int64_t i_size = sizes[0];
  const int64_t j_size = sizes[1];
  const int64_t chunk_count = sizes[2];
  (void)arrays, (void)sizes, (void)threads;
  // step 1
  #pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1)
  for (int64_t chunk = 0; chunk < chunk_count; ++chunk) {  // chunks of equal work
    const int64_t work = S_off1[i_size] + i_size;
    int64_t begin = 0;  // the first place in order that reaches work * chunk / chunk_count
    for (int64_t stop = i_size; begin < stop;) {
      const int64_t probe = begin + (stop - begin) / 2;
      if (S_off1[probe] + probe >= work * chunk / chunk_count) stop = probe;
      else begin = probe + 1;
    }
    int64_t end = begin;  // the first place in order that reaches work * (chunk + 1) / chunk_count
    for (int64_t stop = i_size; end < stop;) {
      const int64_t probe = end + (stop - end) / 2;
      if (S_off1[probe] + probe >= work * (chunk + 1) / chunk_count) stop = probe;
      else end = probe + 1;
    }
    for (int64_t i = begin; i < end; ++i) {  // every i
      double sum = 0.0;
      for (int64_t p_S = S_off1[i]; p_S < S_off1[i + 1]; ++p_S) {  // stored j of S_val
        const int64_t j = S_crd1[p_S];
        sum += S_val[p_S] * x_val[j];
      }
      y_val[i] = sum;
    }
  }
  return 0;
}
)");
}

TEST(EmitOpenMp, KeepsFourPartialSumsOnACpu) {
  Kernel kernel = kernel_of(spmv("S", "x", "i"));
  unroll_for_cpu(kernel);
  EXPECT_THAT(emit_openmp(kernel), HasSubstr("      sum += (sum_1 + sum_2) + (sum_3 + sum_4);\n"));
}

TEST(EmitOpenMp, TextDoesNotDependOnSizesThatOnlyDataDecides) {
  Contraction other = spmv("S", "x", "i");
  other.latents[0].extent = other.operands[0].shape[0] = other.output.shape[0] = 41;
  other.operands[0].stored = {41, 170};
  EXPECT_EQ(emit_openmp(kernel_of(spmv("S", "x", "i"))), emit_openmp(kernel_of(other)));
}

TEST(EmitOpenMp, UserTextNeverGetsIntoTheEmittedTextAsItIs) {
  for (const char* name : {"int", "main", "a\"b", "α", "*/ \n#include </etc/passwd>\\", "__LINE__", "?" "?/"}) {
    for (const std::string& text : {emit_openmp(kernel_of(spmv(name, "x", "i"))), emit_openmp(kernel_of(spmv("S", "x", name))),
                                    emit_cuda(kernel_of(spmv("S", name, "i")))}) {
      for (const char c : text) ASSERT_TRUE((c >= ' ' && c <= '~') || c == '\n') << name;
      EXPECT_THAT(text, Not(HasSubstr("passwd>"))) << name;
      EXPECT_THAT(text, Not(HasSubstr("a\"b")));
      EXPECT_THAT(text, Not(HasSubstr(" __LINE__")));
    }
  }
}

TEST(EmitCuda, PrintsTheSameLoopsWithOnlyTheParallelTextDifferent) {
  const std::string text = emit_cuda(kernel_of(spmv("S", "x", "i")));
  EXPECT_THAT(text, HasSubstr("  for (int64_t chunk = 0 + warp; chunk < chunk_count; chunk += warps) {  // chunks of equal work\n"));
  EXPECT_THAT(text, HasSubstr(R"(    for (int64_t i = begin; i < end; ++i) {  // every i
      double sum = 0.0;
      {  // each lane sums a part
        const double before_sum = sum;
        sum = 0.0;
        for (int64_t p_S = S_off1[i] + lane; p_S < S_off1[i + 1]; p_S += 32) {  // stored j of S_val
          const int64_t j = S_crd1[p_S];
          sum += S_val[p_S] * x_val[j];
        }
        for (int distance = 16; distance > 0; distance /= 2) {
          const double other = __shfl_xor_sync(0xffffffffu, sum, distance);
          sum = sum + other;
        }
        sum = before_sum + sum;
      }
      __syncwarp();
      if (lane == 0) y_val[i] = sum;
      __syncwarp();
    }
)"));
  EXPECT_THAT(text, Not(HasSubstr("omp")));
}

TEST(EmitOpenMp, DefinesOnlyTheScalarFunctionsThatAreUsed) {
  Contraction c = spmv("S", "x", "i");
  c.semiring = min_plus();
  c.epilogue = ScalarExpr::apply(ScalarOp::Exp, {ScalarExpr::result()});
  const std::string text = emit_openmp(kernel_of(c));
  EXPECT_THAT(text, HasSubstr("extern \"C\" double exp(double);\n"
                              "static inline double refold_min(double a, double b) { return b < a || b != b ? b : a; }\n"
                              "static inline double refold_exp(double a) { return exp(a); }\n"));
  EXPECT_THAT(text, HasSubstr("double sum = __builtin_inf();"));
  EXPECT_THAT(text, HasSubstr("sum = refold_min(sum, S_val[p_S] + x_val[j]);"));
  EXPECT_THAT(text, Not(HasSubstr("refold_max")));
}

}  // namespace
}  // namespace refold
