// eval and the point-wise form say the same: the one place where the two meanings of a term meet.
#include "term/at.h"

#include <rapidcheck.h>

#include <set>

#include "eval/evaluator.h"
#include "support/random_terms.h"
#include "term/text.h"

namespace refold {
namespace {

/// A small generator of numbers that needs no shrinking.
struct Numbers {
  std::uint64_t state;
  int operator()(int n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<int>((state >> 24) % static_cast<std::uint64_t>(n));
  }
};

/// How many indices of a random function were compared, and at how many it has no meaning.
struct Comparison {
  int compared = 0, ill_formed = 0;
};

/// A difference is thrown, described.
Comparison compare_at(Terms& terms, RandomTerms& random, int depth) {
  const TermId function = random.function(depth);
  const Instance instance = random.instance();
  Comparison result;
  Budget budget;
  budget.nodes = 200'000;
  const TermId domain = terms.domain(function);
  const Result<Values> indices = elements(terms.store(), domain, instance, budget);
  if (!indices) return result;
  const TermId here = terms.input("%here", domain);
  const TermId pointwise = at(terms, function, here);
  for (const Value& index : *indices) {
    const Result<Value> direct = value_at(terms.store(), function, index, instance, budget);
    if (!direct) {
      result.ill_formed += direct.error().code == "E0240" ? 1 : 0;
      continue;
    }
    Instance there = instance;
    there.set("%here", index);
    const Result<Value> read = evaluate(terms.store(), pointwise, there, budget);
    if (!read && read.error().code == "E0242") continue;
    const std::string got = read ? text(*read) : read.error().message;
    if (got != text(*direct))
      throw std::runtime_error("at " + text(index) + " of\n" + text(terms.store(), function) + "\neval says " +
                               text(*direct) + ", the point-wise form " + got + ":\n" + text(terms.store(), pointwise) +
                               "\nwhere\n" + text(instance));
    ++result.compared;
  }
  return result;
}

TEST(At, AgreesWithEvalOnRandomTerms) {
  int terms_compared = 0, ill_formed = 0;
  std::uint64_t seed = 0;
  while (terms_compared < 1000 && ++seed < 4000) {
    TermStore store;
    Terms terms(store);
    RandomTerms random(terms, Numbers{seed * 0x9e3779b97f4a7c15ull});
    try {
      const Comparison done = compare_at(terms, random, 1 + static_cast<int>(seed % 3));
      terms_compared += done.compared > 0 ? 1 : 0;
      ill_formed += done.ill_formed;
    } catch (const std::runtime_error& difference) {
      FAIL() << "seed " << seed << ": " << difference.what();
    }
  }
  EXPECT_EQ(terms_compared, 1000);
  EXPECT_GT(ill_formed, 0);
}

TEST(At, AgreesWithEvalOnShrinkableTerms) {
  rc::check("at(f, i) means f(i)", [] {
    TermStore store;
    Terms terms(store);
    RandomTerms random(terms, [](int n) { return *rc::gen::inRange(0, n); });
    compare_at(terms, random, 2);
  });
}

TEST(RandomTerms, UseEveryOperator) {
  std::set<Op> seen;
  for (std::uint64_t seed = 1; seed <= 1000 && seen.size() < kOpCount; ++seed) {
    TermStore store;
    Terms terms(store);
    RandomTerms random(terms, Numbers{seed * 0x9e3779b97f4a7c15ull});
    random.function(3);
    for (std::uint32_t id = 0; id < store.size(); ++id) seen.insert(store[TermId{id}].op);
  }
  std::string absent;
  for (int k = 0; k < kOpCount; ++k)
    if (seen.count(static_cast<Op>(k)) == 0) absent += std::string(info(static_cast<Op>(k)).name) + " ";
  EXPECT_EQ(absent, "");
}

}  // namespace
}  // namespace refold
