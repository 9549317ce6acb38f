// Lowering against eval: what the loops compute is what the definitions say, for every expression that has loops.
#include "plan/lower.h"

#include "eval/evaluate.h"
#include "plan/planner.h"
#include "run/contraction_cases.h"
#include "run/interp.h"
#include "support/fixture.h"

namespace refold {
namespace {

const char* const kData =
    "size m, n, k\n"
    "tensor S : [m]*[n] -> real sparse\n"
    "tensor T : [m]*[n] -> real sparse\n"
    "tensor G : [n]*[n] -> real sparse\n"
    "tensor A : [m]*[k] -> real\n"
    "tensor B : [k]*[n] -> real\n"
    "tensor X : [n]*[n] -> real\n"
    "tensor v : [n] -> real\n"
    "tensor t1 : [n]*[k] -> real\n"  // the name that the first temporary would have
    "fn relu(x) = max(x, 0)\n";

/// The small world of kData: m = 3, n = 4, k = 2, small whole numbers, a few stored entries.
class World {
 public:
  World() : fixture(kData) {
    sizes = {{"m", 3}, {"n", 4}, {"k", 2}};
    dense("A", {3, 2});
    dense("B", {2, 4});
    dense("X", {4, 4});
    dense("v", {4});
    dense("t1", {4, 2});
    sparse("S", {3, 4}, {{0, 1}, {0, 3}, {2, 0}, {2, 1}, {2, 2}});
    sparse("T", {3, 4}, {{0, 1}, {1, 2}, {2, 2}, {2, 3}});
    sparse("G", {4, 4}, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 0}});
  }

  Result<ContractionSequence> lowered(const std::string& expression) {
    const TermId term = fixture.id(expression);
    Terms terms(fixture.module.store);
    LoweringInput input;
    for (const Variable& size : fixture.module.sizes) input.sizes[size.term] = sizes[size.name];
    for (const TensorInfo& info : fixture.module.tensors) {
      const Tensor& tensor = data.find(info.variable.name)->second;
      const auto* levels = std::get_if<LevelTensor>(&tensor);
      input.tensors[info.variable.term] = {
          info.variable.name, extents(tensor),
          levels != nullptr ? levels->packing : dense_packing(row_major(extents(tensor).size())),
          testing::level_positions(tensor)};
    }
    return lower(terms, term, "Y", input);
  }

  /// Every element by the loops, by index.
  std::map<testing::Point, double> by_loops(const ContractionSequence& sequence) {
    const Result<Plan> plan = make_plan(sequence);
    EXPECT_TRUE(plan.has_value()) << plan.error().message;
    TensorInputs inputs;
    for (const auto& [name, tensor] : data) inputs.emplace(name, std::cref(tensor));
    Result<KernelArguments> arguments = bind_arguments(plan->kernel, inputs);
    EXPECT_TRUE(arguments.has_value()) << arguments.error().message;
    interpret(plan->kernel, *arguments);
    const Contraction& last = plan->sequence.steps.back();
    std::map<testing::Point, double> found;
    if (last.output.pattern_of) {
      const std::string& pattern = last.operands[*last.output.pattern_of].tensor;
      for (const auto& [index, entry] : testing::stored_entries(data.find(pattern)->second))
        found[index] = arguments->result()[entry.second];
      return found;
    }
    std::vector<Latent> modes;
    for (const std::int64_t extent : last.output.shape) modes.push_back({"o", extent});
    std::int64_t place = 0;
    testing::for_each_point(modes, [&](const testing::Point& index) { found[index] = arguments->result()[place++]; });
    return found;
  }

  /// The same by the definitions; what is 0 may be missing on the other side.
  std::map<testing::Point, double> by_eval(const std::string& expression) {
    const TermId term = fixture.id(expression);
    const TermStore& store = fixture.module.store;
    Instance instance;
    Budget budget;
    for (const auto& [name, size] : sizes) instance.set(name, Value::number(size));
    for (const auto& [name, tensor] : data) instance.set(name, table(tensor));
    const auto number = [](const Result<Value>& value) {
      EXPECT_TRUE(value.has_value()) << value.error().message;
      return value->kind() == Value::Kind::Number ? value->number().convert_to<double>()
                                                  : -std::numeric_limits<double>::infinity();
    };
    std::map<testing::Point, double> found;
    const Term& sort = store[store[term].sort];
    if (sort.op != Op::Arrow) {
      found[{}] = number(evaluate(store, term, instance, budget));
      return found;
    }
    const Result<Values> indices = elements(store, sort.operands[0], instance, budget);
    EXPECT_TRUE(indices.has_value()) << indices.error().message;
    for (const Value& index : *indices) {
      testing::Point point;
      if (index.kind() == Value::Kind::Number) point = {index.number().convert_to<std::int64_t>()};
      else for (const Value& part : index.parts()) point.push_back(part.number().convert_to<std::int64_t>());
      found[point] = number(value_at(store, term, index, instance, budget));
    }
    return found;
  }

  Fixture fixture;
  std::map<std::string, std::int64_t> sizes;
  std::map<std::string, Tensor, std::less<>> data;

 private:
  void dense(const std::string& name, const Extents& shape) {
    std::int64_t size = 1;
    for (const std::int64_t extent : shape) size *= extent;
    DenseTensor made{shape, row_major(shape.size()), make_values(ElementType::F64, size)};
    fill(made.values);
    data.emplace(name, std::move(made));
  }
  void sparse(const std::string& name, const Extents& shape, const std::vector<testing::Point>& points) {
    const auto count = static_cast<std::int64_t>(points.size());
    CooTensor made{shape, {}, make_values(ElementType::F64, count)};
    for (std::size_t mode = 0; mode < shape.size(); ++mode) {
      made.coordinates.emplace_back(count);
      for (std::int64_t e = 0; e < count; ++e)
        made.coordinates.back()[e] = static_cast<std::int32_t>(points[static_cast<std::size_t>(e)][mode]);
    }
    fill(made.values);
    data.emplace(name, std::move(*pack(std::move(made), csr_packing())));
  }
  void fill(StoredValues& values) {
    for (double& value : std::get<Buffer<double>>(values)) value = static_cast<double>((next_ += 5) % 7 - 3);
  }
  static Value index_of(const testing::Point& point) {
    if (point.size() == 1) return Value::number(point[0]);
    Values parts;
    for (const std::int64_t i : point) parts.push_back(Value::number(i));
    return Value::tuple(std::move(parts));
  }
  static Table table(const Tensor& tensor) {
    Table table;
    for (const auto& [index, entry] : testing::stored_entries(tensor))
      table.cells[index_of(index)] = Value::number(Rational(entry.first));
    if (std::holds_alternative<LevelTensor>(tensor)) table.otherwise = Value::number(0);
    return table;
  }
  int next_ = 0;
};

const std::string kVisited = "enumerate({(i, j, l) : [m]*[n]*[k] if |positions(S)(i, j)| == 1})";
const std::string kProducts = "prod . [values(S), A, B]* . <the . positions(S) . ((i, j, l) -> (i, j)) . " + kVisited +
                              ", ((i, j, l) -> (i, l)) . " + kVisited + ", ((i, j, l) -> (l, j)) . " + kVisited + ">";
const std::string kSummed = "sum . (" + kProducts + ")* . inverse(((i, j, l) -> (i, j)) . " + kVisited + ")";
const std::string kBoth = "enumerate({(i, j) : [m]*[n] if |positions(S)(i, j)| == 1 and |positions(T)(i, j)| == 1})";
const std::string kTriangle = "enumerate({(i, j) : [n]*[n] if i <= j})";

class Lower : public ::testing::TestWithParam<std::string> {};

TEST_P(Lower, ComputesWhatTheDefinitionsSay) {
  World world;
  const Result<ContractionSequence> sequence = world.lowered(GetParam());
  ASSERT_TRUE(sequence.has_value()) << sequence.error().message;
  std::map<testing::Point, double> loops = world.by_loops(*sequence);
  for (const auto& [index, value] : world.by_eval(GetParam()))
    EXPECT_EQ(loops[index], value) << print(sequence->steps.back());
}

INSTANTIATE_TEST_SUITE_P(Expressions, Lower,
                         ::testing::Values("relu . S", "einsum(\"mn,mk,kn->mn\", S, A, B)",
                                           "relu . einsum(\"mn,mk,kn->mn\", S, A, B)", "einsum(\"ij,j->i\", X, v)",
                                           "einsum(\"ij,ij->\", S, T)", "einsum(\"ii->i\", X)", "S * T", kSummed,
                                           "relu . " + kSummed,
                                           // only pairs in the enumerated set keep their value, others are 0
                                           "sum . (X . " + kTriangle + ")* . inverse(" + kTriangle + ")",
                                           "sum . (relu . X . " + kTriangle + ")* . inverse(" + kTriangle + ")",
                                           "sum . (prod . [values(S), values(T)]* . <the . positions(S) . " + kBoth +
                                               ", the . positions(T) . " + kBoth + ">)* . inverse(" + kBoth + ")",
                                           // i + 1 reaches past the output
                                           "((o in [m]) -> (sum i in [n] if o == i + 1: v[i]))",
                                           "((o in [m]) -> (sum i in [n] if i == o + 1: v[i]))",
                                           "(sum i, j, q if i < j and j < q: G[i, j] * G[j, q] * G[i, q])",
                                           // in range only because of the guard, which names a later letter
                                           "((i in [n]) -> (sum j in [n] if j < i: v[i - 1] * v[j]))",
                                           "((i in [m]) -> max({S[i, j] for j in [n]}))",
                                           // sums beside data and beside each other
                                           "einsum(\"ij,j->i\", X, v) + v",
                                           "((i in [m]) -> (sum j in [n]: S[i, j] * v[j]) - 2 * (max j in [n]: S[i, j]))",
                                           "((i in [m], j in [k]) -> relu(sum q in [n]: S[i, q] * B[j, q]) * A[i, j] + (sum q in [n]: v[q]))",
                                           "((i in [n]) -> real(i) + (sum j in [n]: X[i, j]) * (sum j in [n] if j < i: X[j, i]))",
                                           "einsum(\"ij,jk->ik\", einsum(\"ij,jl->il\", S, X), t1)",
                                           "relu . einsum(\"ij,jk->ik\", einsum(\"ij,jk->ik\", S, X), t1)"));

TEST(Lowering, GivesTheResultThePatternOfTheEntriesThatItVisits) {
  World world;
  const std::string condition = "1 <= |inverse(((i, j, l) -> (i, j)) . " + kVisited + ")(a, b)|";
  const std::string kept = "enumerate({(a, b) : [m]*[n] if " + condition + "})";
  const std::string compacted = "sum . (relu . " + kSummed + " . " + kept + ")* . inverse(" + kept + ")";
  const Result<ContractionSequence> sequence = world.lowered(compacted);
  ASSERT_TRUE(sequence.has_value()) << sequence.error().message;
  EXPECT_EQ(sequence->steps.back().output.pattern_of, 0u);
  EXPECT_EQ(sequence->steps.back().operands[0].visit, Visit::Iterated);
  std::map<testing::Point, double> loops = world.by_loops(*sequence);
  EXPECT_EQ(loops.size(), 5u);  // the stored entries of S
  for (const auto& [index, value] : world.by_eval(compacted)) EXPECT_EQ(loops[index], value);
}

/// The name of the operand whose pattern the result has; "" for a dense result.
std::string pattern_of(World& world, const std::string& expression) {
  const Result<ContractionSequence> sequence = world.lowered(expression);
  if (!sequence) return sequence.error().message;
  const Contraction& last = sequence->steps.back();
  return last.output.pattern_of ? last.operands[*last.output.pattern_of].tensor : "";
}

TEST(Lowering, GivesTheResultThePatternOfAnOperandThatIsVisitedAtItsIndex) {
  World world;
  EXPECT_EQ(pattern_of(world, "sum . ((t -> 2*t) . values(S))* . positions(S)"), "S");
  EXPECT_EQ(pattern_of(world, kSummed), "S");
  EXPECT_EQ(pattern_of(world, "relu . " + kSummed), "S");
  EXPECT_EQ(pattern_of(world, "(t -> t + 1) . " + kSummed), "");  // 1 where nothing is stored
  EXPECT_EQ(pattern_of(world, "max . values(S)* . positions(S)"), "");  // nothing has the maximum -inf
  EXPECT_EQ(pattern_of(world, "sum . values(S)* . flatten . positions(S)* . inverse((i in [m], j in [n]) -> i)"), "");  // read at other indices
}

TEST(Lowering, ExploitsOnlyWhatTheExpressionSays) {
  World world;
  EXPECT_EQ(world.lowered("einsum(\"mn,mk,kn->mn\", S, A, B)")->steps[0].operands[0].visit, Visit::Located);
  EXPECT_EQ(world.lowered(kSummed)->steps[0].operands[0].visit, Visit::Iterated);
}

TEST(Lowering, TakesAnotherNameForATemporaryWhereDataHasIt) {
  World world;
  const Result<ContractionSequence> sequence = world.lowered("einsum(\"ij,jk->ik\", einsum(\"ij,jl->il\", S, X), t1)");
  ASSERT_TRUE(sequence.has_value()) << sequence.error().message;
  ASSERT_EQ(sequence->steps.size(), 2u);
  EXPECT_EQ(sequence->steps[0].output.tensor, "t2");
}

TEST(Lowering, RefusesAnIndexThatMayLeaveTheDataWhereTheOtherBranchCounts) {
  World world;
  const Result<ContractionSequence> refused = world.lowered("((i in [n]) -> if i == 0 then 0 else v[i - 1])");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "E0601");
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("there is no loop for i - 1: "));
  EXPECT_TRUE(world.lowered("((i in [n]) -> if i == 0 then 0 else v[i])").has_value());
}

}  // namespace
}  // namespace refold
