#include "eval/instance.h"

#include "eval/world.h"

namespace refold {
namespace {

constexpr const char* kInstance =
    "n = 2\n"
    "I = [1]\n"
    "J = [2]\n"
    "N = [1]\n"
    "F = [1]\n"
    "V = [2]\n"
    "W = real\n"
    "e = [3,]\n"
    "X = [[1, -1/2],]\n"
    "D(0) = [0, 1]\n"
    "Phi = [{0, 0, 1},]\n"
    "f(x) = x + 1\n"
    "g(x) = if x == 1 then 2 else 0\n"
    "r = [[0, 1], [1, 1]]\n"
    "s = sum\n"
    "c = 1/3\n"
    "b = true\n"
    "T = [1, 2, 3]\n";

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ';';
  text.pop_back();
  return text;
}

struct Reading {
  explicit Reading(const std::string& rule) : module(load_text(sources, "input", rule)) {}
  Result<void> read(const std::string& witness) {
    for (std::size_t begin = 0; begin < witness.size();) {
      const std::size_t end = std::min(witness.find(';', begin), witness.size());
      propositions.push_back(
          *parse_entry(sources, sources.add("witness", witness.substr(begin, end - begin)), Entry::Proposition));
      begin = end + 1;
    }
    return read_witness(module.store, module.rules.front().variables, propositions, instance);
  }
  std::string message(const std::string& witness) {
    const Result<void> done = read(witness);
    return done ? "read" : render(done.error(), sources);
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Variable& variable : module.rules.front().variables) all.push_back(variable.name);
    return all;
  }
  SourceMap sources;
  Module module;
  std::vector<Syntax> propositions;
  Instance instance;
};

TEST(Instance, ReadsBackWhatItPrints) {
  Reading reading(
      "rule r\n  given size n; sets I, J, N; axes F; values V, W; e : int^F; X : I*[n] -> real; D(k : N) : J -> V; "
      "Phi : I -> bag J; f : real -> real; g : real -> real; r : reduction V; s : reduction W; c : real; b : bool; "
      "T : [e]^F -> real\n"
      "  where r = r; s = s; c = c; b = b; X = X; Phi = Phi; f = f; g = g; T = T; for all k in N: D(k) = D(k)\n  0 <= "
      "n");
  ASSERT_EQ(reading.message(one_line(kInstance)), "read");
  EXPECT_EQ(text(reading.instance, reading.names()), kInstance);
}

TEST(Instance, PrintsCellsWhereRowsAreRagged) {
  Instance instance;
  const auto n = [](int k) { return Value::number(k); };
  instance.set("R", Table{{{Value::tuple({n(0), n(0)}), n(5)}, {Value::tuple({n(2), n(0)}), n(7)}}, {}});
  EXPECT_EQ(text(instance), "R[0, 0] = 5\nR[2, 0] = 7\n");
}

TEST(Instance, IsOneJsonObject) {
  Instance instance;
  instance.set("I", Atoms{2});
  instance.set("x", Table{{{Value::number(0), Value::number(Rational(1, 2))}}, {}});
  instance.set("r", NamedReduction{"sum"});
  EXPECT_EQ(json(instance),
            "{\n  \"real\": \"real\",\n  \"sets\": {\n    \"I\": 2\n  },\n  \"values\": {},\n  \"numbers\": {},\n  "
            "\"tensors\": {\n"
            "    \"x\": {\n      \"cells\": [\n        {\n          \"at\": 0,\n          \"value\": \"1/2\"\n        "
            "}\n      ]\n    }\n  },\n"
            "  \"functions\": {},\n  \"reductions\": {\n    \"r\": \"sum\"\n  }\n}\n");
}

TEST(Instance, DataFixTheSizeOfTheirSet) {
  Reading reading("rule r\n  given size n; set I; x : I*[n] -> real\n  where x = x\n  0 <= n");
  ASSERT_EQ(reading.message("x = [[1, 2, 3], [4, 5, 6]]"), "read");
  EXPECT_EQ(text(reading.instance, {"n", "I", "x"}), "n = 3\nI = [2]\nx = [[1, 2, 3], [4, 5, 6]]\n");
}

TEST(Instance, SaysWhatAWitnessCannotSay) {
  const std::string rule =
      "rule r\n  given size n; set I; value V; x : I -> real; r : reduction V; J(k : I) : [n] -> real\n"
      "  where x = x; r = r; for all k in I: J(k) = J(k)\n  0 <= n";
  EXPECT_EQ(Reading(rule).message("y = 1"),
            "witness:1:1: error E0244: no variable of the rule is called y\n  y = 1\n  ^\n");
  EXPECT_EQ(Reading(rule).message("x = [1]"),
            "witness:1:5: error E0244: the data of this tensor are stacks nested 1 deep\n  x = [1]\n      ^~~\n  help: "
            "a stack of one is written [x,]\n");
  EXPECT_EQ(Reading(rule).message("n <= 1"),
            "witness:1:1: error E0244: a witness is a list of equations\n  n <= 1\n  ^~~~~~\n  help: write `n = 2` or "
            "`X = [3, 0]`\n");
  EXPECT_EQ(Reading(rule).message("r = [[1, 1], [1, 1]]"),
            "witness:1:5: error E0244: this operation has no unit\n  r = [[1, 1], [1, 1]]\n      ^~~~~~~~~~~~~~~~\n");
  EXPECT_EQ(
      Reading(rule).message("J = [1, 2]"),
      "witness:1:1: error E0244: J is a family; say which member\n  J = [1, 2]\n  ^\n  help: write `J(0) = [2]`\n");
  EXPECT_EQ(Reading(rule).message("V = blue"),
            "witness:1:5: error E0244: this is no value sort\n  V = blue\n      ^~~~\n  help: write `V = real`, `V = "
            "int`, `V = mod4` or `V = [3]` for three values\n");
}

}  // namespace
}  // namespace refold
