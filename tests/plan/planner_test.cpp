#include "plan/planner.h"

namespace refold {
namespace {

Affine at(std::size_t latent) { return Affine::of(latent); }
ScalarExpr operand(std::size_t k) { return ScalarExpr::operand(k); }

/// relu of "mn,mk,kn->mn" with S iterated, and the pattern of S.
Contraction sddmm(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t stored) {
  Contraction c;
  c.latents = {{"m", m}, {"n", n}, {"k", k}};
  c.operands = {{"S", {m, n}, {at(0), at(1)}, csr_packing(), Visit::Iterated, 0, {m, stored}},
                {"A", {m, k}, {at(0), at(2)}, dense_packing({0, 1})},
                {"B", {k, n}, {at(2), at(1)}, dense_packing({0, 1})}};
  c.factors = {operand(0), operand(1), operand(2)};
  c.epilogue = ScalarExpr::apply(ScalarOp::Max, {ScalarExpr::result(), ScalarExpr::number(0)});
  c.output = {"Y", {m, n}, {at(0), at(1)}, 0};
  return c;
}

std::string plan_of(Contraction c, const FreePackings& free = {}) {
  const Result<Plan> plan = make_plan({{std::move(c)}}, free);
  return plan ? print(*plan) : plan.error().message;
}

TEST(Planner, WalksStoredEntriesAndPacksTheOperandThatItReadsByColumns) {
  EXPECT_EQ(plan_of(sddmm(4000, 4000, 64, 196305)),
            "step 1: Y[m, n] = sum k in [64] if S[m, n] stored: S[m, n] * A[m, k] * B[k, n], for m in [4000], n in [4000]\n"
            "  then max(result, 0)\n"
            "  S: (i, j) -> i : range, j : compressed, 196,305 stored\n"
            "  A: (i, j) -> i : range, j : range\n"
            "  B: (i, j) -> i : range, j : range, packed as (i, j) -> j : range, i : range\n"
            "step 1\n"
            "B_val in the order that the loops read it\n"
            "parallel block in 0 .. (n_size + 7) / 8, blocks of a cache line  # 500 times: 0 operations, 32,501 index steps, 18.4 MB\n"
            "  for at in 0 .. k_size  # 32,000 times: 0 operations, 32,500 index steps, 18.4 MB\n"
            "    for at_2 in block * 8 .. (n_size < block * 8 + 8 ? n_size : block * 8 + 8)  # 256,000 times: 0 operations, 32,000 index steps, 18.4 MB\n"
            "      B_packed[at_2 * k_size + at] = B_val[at * n_size + at_2]\n"
            "parallel chunk in 0 .. chunk_count, chunks of equal work  # 1 time: 25,519,650 operations, 404,635 index steps, 205 MB\n"
            "  work = S_off1[m_size] + m_size\n"
            "  begin = first probe in 0 .. m_size with S_off1[probe] + probe >= work * chunk / chunk_count\n"
            "  end = first probe in begin .. m_size with S_off1[probe] + probe >= work * (chunk + 1) / chunk_count\n"
            "  for m in begin .. end, every m  # 4,000 times: 25,519,650 operations, 404,611 index steps, 205 MB\n"
            "    for p_S in S_off1[m] .. S_off1[m + 1], stored n of S_val  # 196,305 times: 25,519,650 operations, 404,610 index steps, 205 MB\n"
            "      n = S_crd1[p_S]\n"
            "      sum = 0.0\n"
            "      vector k in 0 .. k_size, every k  # 12,563,520 times: 25,127,040 operations, 196,305 index steps, 201 MB\n"
            "        sum += A_val[m * k_size + k] * B_packed[n * k_size + k]\n"
            "      Y_val[p_S] = max(S_val[p_S] * sum, 0.0)\n"
            "in all: 25,519,650 operations, 437,136 index steps, 223 MB\n");
}

TEST(Planner, LeavesAnOperandAsItIsWherePackingCostsMoreThanItSaves) {
  Contraction c = sddmm(4000, 4000, 64, 10);
  const Result<Plan> plan = make_plan({{c}});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->schedules[0].layouts[2], (ModeOrder{0, 1}));
  const Result<Plan> full = make_plan({{sddmm(4000, 4000, 64, 196305)}});
  EXPECT_EQ(full->schedules[0].layouts[2], (ModeOrder{1, 0}));
}

TEST(Planner, ChoosesThePackingOfASparseTensorByCost) {
  Contraction c;  // y = transpose(S) x: rows of S would scatter into y, columns of S are summed in a register
  c.latents = {{"j", 5000}, {"i", 8000}};
  c.operands = {{"S", {8000, 5000}, {at(1), at(0)}, csr_packing(), Visit::Iterated, 0, {8000, 90000}},
                {"x", {8000}, {at(1)}, dense_packing({0})}};
  c.factors = {operand(0), operand(1)};
  c.output = {"y", {5000}, {at(0)}, {}};
  const FreePackings free = {{"S", {{csr_packing(), {8000, 90000}}, {csc_packing(), {5000, 90000}}}}};
  const Result<Plan> plan = make_plan({{c}}, free);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->sequence.steps[0].operands[0].format, csc_packing());
  const Result<Plan> fixed = make_plan({{c}});  // a packing that is not free stays
  EXPECT_EQ(fixed->sequence.steps[0].operands[0].format, csr_packing());
}

TEST(Planner, TurnsGuardsIntoLoopBoundsAndEqualitiesIntoAssignments) {
  Contraction c;
  c.latents = {{"i", 100}, {"j", 100}};
  c.operands = {{"A", {100, 100}, {at(0), at(1)}, dense_packing({0, 1})}};
  c.factors = {operand(0)};
  c.output = {"y", {100}, {at(0)}, {}};
  c.guards = {{at(0) + (-1) * at(1)}};  // i <= j
  EXPECT_THAT(plan_of(c), ::testing::HasSubstr("vector j in i .. j_size, every j inside its bounds"));
  c.guards[0].equality = true;
  EXPECT_THAT(plan_of(c), ::testing::HasSubstr("j = i\n"));
  EXPECT_THAT(plan_of(c), ::testing::Not(::testing::HasSubstr("j in 0")));
  c.guards = {{2 * at(0) + (-1) * at(1)}};  // no coefficient 1 to bound i, but j has it
  EXPECT_THAT(plan_of(c), ::testing::HasSubstr("vector j in 2 * i .. j_size"));
}

TEST(Planner, MergesTwoSparseOperandsOfSimilarLengthAndSearchesWhereOneIsShort) {
  Contraction c;
  c.latents = {{"i", 1000}};
  c.operands = {{"a", {1000}, {at(0)}, csf_packing({0}), Visit::Iterated, 0, {200}},
                {"b", {1000}, {at(0)}, csf_packing({0}), Visit::Iterated, 0, {300}}};
  c.factors = {operand(0), operand(1)};
  c.output = {"y", {}, {}, {}};
  EXPECT_THAT(plan_of(c), ::testing::HasSubstr("merge i stored in both a_val and b_val"));
  c.operands[1].stored = {3};
  const std::string text = plan_of(c);
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("merge")));
  EXPECT_THAT(text, ::testing::HasSubstr("stored i of b_val"));  // the short one is walked, the long one searched
}

TEST(Planner, RefusesAStepThatDoesNotFitItself) {
  Contraction c = sddmm(4, 4, 4, 4);
  c.operands[1].access.pop_back();
  EXPECT_EQ(plan_of(c), "the step that computes Y is malformed: operand A has 2 modes, and its index or packing has not");
  c = sddmm(4, 4, 4, 4);
  c.output.access[0] = at(7);
  EXPECT_EQ(plan_of(c), "the step that computes Y is malformed: an index that is no latent");
  c = sddmm(-1, 4, 4, 4);
  EXPECT_EQ(plan_of(c), "the step that computes Y is malformed: a latent index has a negative extent");
}

TEST(PackingChoices, CountPositionsOfEveryModeOrder) {
  CooTensor entries{{3, 2, 40}, {}, make_values(ElementType::F64, 4)};
  entries.coordinates.push_back(buffer_of<std::int32_t>({0, 0, 2, 2}));
  entries.coordinates.push_back(buffer_of<std::int32_t>({1, 1, 0, 1}));
  entries.coordinates.push_back(buffer_of<std::int32_t>({5, 7, 7, 7}));
  const std::vector<PackingChoice> choices = packing_choices(entries);
  ASSERT_EQ(choices.size(), 6u);
  EXPECT_EQ(print(choices[0].packing), "mode 0: range, mode 1: compressed, mode 2: compressed");
  EXPECT_EQ(choices[0].stored, (std::vector<std::int64_t>{3, 3, 4}));
  EXPECT_EQ(print(choices[5].packing), "mode 2: compressed, mode 1: compressed, mode 0: compressed");  // 40 rows, 4 entries
  EXPECT_EQ(choices[5].stored, (std::vector<std::int64_t>{2, 3, 4}));
}

}  // namespace
}  // namespace refold
