#include <random>

#include "eval/world.h"
#include "rule/simplify.h"

namespace refold {
namespace {

/// Random expressions over n = 3, p = true, q = false, X = [2, 0, 1], every law of simplify.h within reach.
class Expressions {
 public:
  explicit Expressions(std::uint32_t seed) : random_(seed) {}

  std::string truth(int depth) {
    if (depth == 0) return pick({"p", "q", "true", "false"});
    switch (below(6)) {
      case 0: return "(" + number(depth - 1) + " <= " + number(depth - 1) + ")";
      case 1: return "(" + number(depth - 1) + " == " + number(depth - 1) + ")";
      case 2: return "(not " + truth(depth - 1) + ")";
      case 3: return "(" + truth(depth - 1) + " and " + truth(depth - 1) + ")";
      case 4: return "(" + truth(depth - 1) + " or " + truth(depth - 1) + ")";
      default: return "(all j in [n]: " + pick({"p", "true", "(j <= 1)", "(j == j)"}) + ")";
    }
  }
  std::string number(int depth) {
    if (depth == 0) return pick({"0", "1", "2", "3", "n", "X[1]"});
    switch (below(8)) {
      case 0: return "(" + number(depth - 1) + " + " + number(depth - 1) + ")";
      case 1: return "(" + number(depth - 1) + "*" + number(depth - 1) + ")";
      case 2: return "max(" + number(depth - 1) + ", " + number(depth - 1) + ")";
      case 3: return "abs(-" + number(depth - 1) + ")";
      case 4: return "(if " + truth(depth - 1) + " then " + number(depth - 1) + " else " + number(depth - 1) + ")";
      case 5: return "|" + bag(depth - 1) + "|";
      case 6: return "sum(" + bag(depth - 1) + ")";
      default: return "|{ i : [n] if " + truth(depth - 1) + " }|";
    }
  }
  std::string bag(int depth) {
    if (depth == 0) return "{" + number(0) + "}";
    switch (below(5)) {
      case 0: return "{" + number(depth - 1) + ", " + number(depth - 1) + "}";
      case 1: return "{" + number(depth - 1) + " if " + truth(depth - 1) + "}";
      case 2: return "(" + bag(depth - 1) + " + " + bag(depth - 1) + ")";
      case 3: return "{" + number(depth - 1) + " for j in [n] if " + truth(depth - 1) + "}";
      default: return "{t*2 for t in " + bag(depth - 1) + "}";
    }
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  std::string pick(const std::vector<std::string>& choices) { return choices[below(choices.size())]; }
  std::mt19937 random_;
};

TEST(SimplifyProperty, EveryLawKeepsTheValue) {
  int compared = 0, changed = 0;
  for (std::uint32_t seed = 0; compared < 200 && seed < 3000; ++seed) {
    Expressions random(seed);
    const std::string expression = seed % 2 ? random.truth(4) : random.number(4);
    SourceMap sources;
    if (!load_text(sources, "input",
                   "size n\ntensor p : bool\ntensor q : bool\ntensor X : [n] -> int\nlet e = " + expression + "\n")
             .errors.empty())
      continue;
    World world("size n\ntensor p : bool\ntensor q : bool\ntensor X : [n] -> int\nlet e = " + expression + "\n",
                "n = 3; p = true; q = false; X = [2, 0, 1]");
    Terms terms(world.module.store);
    const TermId before = world.module.let("e")->term, after = simplify(terms, before);
    const auto value = [&](TermId term) {
      const Result<Value> result = evaluate(world.module.store, term, world.instance, world.budget);
      return result ? text(*result) : result.error().message;
    };
    EXPECT_EQ(value(after), value(before)) << expression;
    EXPECT_EQ(simplify(terms, after), after) << expression;
    ++compared;
    changed += after != before;
  }
  EXPECT_EQ(compared, 200);
  EXPECT_GT(changed, 100);
}

}  // namespace
}  // namespace refold
