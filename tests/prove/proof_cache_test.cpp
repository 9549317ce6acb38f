// What an earlier run proved is not proved again, and a cache can never make a verdict that a run without it would not.
#include "prove/proof_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "prove/proving.h"

namespace refold {
namespace {

namespace fs = std::filesystem;

const std::string kFirst =
    "rule first\n  given sets A, B;  f : A -> B\n  f* . single  =  single . f\n";
const std::string kSecond =
    "rule second\n  given sets A, B, C;  f : A -> B;  g : B -> C\n  g* . f* . single  =  single . g . f\n";
const std::string kNearMiss =
    "refute near_miss\n  given sets A;  f, g : A -> A\n  f . g  =  g . f\n";
const std::string kFirstProof = "proof first\n  using definition\n", kSecondProof = "proof second\n  using first, definition\n";

/// A file in a folder of its own, gone with the test.
class ProofCacheFile : public ::testing::Test {
 protected:
  ProofCacheFile() { fs::create_directories(folder_); }
  ~ProofCacheFile() override { fs::remove_all(folder_); }

  /// The rules that a run over this text proves, "!" before those that it remembers.
  std::string run(const std::string& text, std::uint64_t rlimit = 4'000'000) {
    Proving p(text);
    EXPECT_TRUE(p.module.errors.empty()) << render(p.module.errors.front(), p.sources);
    ProofCache cache(file(), p.sources, p.module, rlimit);
    Prover prover(p.module, {}, &cache);
    std::string found;
    for (const RuleStatement& rule : p.module.rules) {
      if (rule.refute) continue;
      const RuleVerdict& verdict = prover.prove(rule, p.budget);
      found += (found.empty() ? "" : " ") + std::string(verdict.remembered ? "!" : "") + (verdict.proved() ? rule.name : "open");
    }
    return found;
  }
  fs::path file() const { return folder_ / "proofs"; }
  void write(const std::string& text) const { std::ofstream(file()) << text; }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("refold-proofs-" + std::to_string(::getpid()));
};

TEST_F(ProofCacheFile, AreRemembered) {
  const std::string text = kFirst + kSecond + kFirstProof + kSecondProof;
  EXPECT_EQ(run(text), "first second");
  EXPECT_EQ(run(text), "!first !second");
  EXPECT_EQ(run("# a comment changes nothing\n" + text), "!first !second");
}

TEST_F(ProofCacheFile, AreForgottenWithTheFile) {
  run(kFirst + kFirstProof);
  fs::remove(file());
  EXPECT_EQ(run(kFirst + kFirstProof), "first");
}

TEST_F(ProofCacheFile, OfAChangedTextAreMadeAgain) {
  run(kFirst + kSecond + kFirstProof + kSecondProof);
  EXPECT_EQ(run(kFirst + kSecond + "proof first\n  at a\n  using definition\n" + kSecondProof), "first second");
  EXPECT_EQ(run(kFirst + kSecond + kFirstProof + "proof second\n  using definition\n"), "!first second");
  EXPECT_EQ(run("rule first\n  given sets A;  f : A -> A\n  f* . single  =  single . f\n" + kFirstProof), "first");
  EXPECT_EQ(run(kFirst + kFirstProof, 3'000'000), "first") << "under another limit";
}

TEST_F(ProofCacheFile, MadeWithADefinitionDependOnIt) {
  const auto text = [](const std::string& body) {
    return "fn twice(x) = " + body + "\nrule even\n  given x : int\n  twice(x)  =  2*x\nproof even\n  using definition\n";
  };
  EXPECT_EQ(run(text("x + x")), "even");
  EXPECT_EQ(run(text("x + x")), "!even");
  EXPECT_EQ(run(text("x + 1")), "open");
}

TEST_F(ProofCacheFile, CiteOnlyWhatStandsBeforeEvenIfRemembered) {
  EXPECT_EQ(run(kFirst + kSecond + kFirstProof + kSecondProof), "first second");
  EXPECT_EQ(run(kSecond + kFirst + kFirstProof + kSecondProof), "open !first");
}

TEST_F(ProofCacheFile, ThatFailAreNotKept) {
  const std::string text = kFirst + "proof first\n  using first\n";
  EXPECT_EQ(run(text), "open");
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(ProofCacheFile, CarryWhatIsReported) {
  const std::string text = "rule cancels\n  given x, y, z : int\n  where x + y = x + z; z = 3\n  y = z\nproof cancels\n  using hypothesis\n";
  const auto proved = [&] {
    Proving p(text);
    ProofCache cache(file(), p.sources, p.module, p.budget.rlimit);
    return std::get<Proved>(Prover(p.module, {}, &cache).prove(p.module.rules.front(), p.budget).verdict);
  };
  const Proved cold = proved(), warm = proved();
  EXPECT_EQ(cold.hypotheses, (std::vector<HypothesisUse>{{"x + y = x + z", true}, {"z = 3", false}}));
  EXPECT_EQ(warm.hypotheses, cold.hypotheses);
  EXPECT_EQ(warm.solver, cold.solver);
  EXPECT_EQ(warm.laws, cold.laws);
  EXPECT_EQ(warm.results, cold.results);
  EXPECT_EQ(warm.obligations, cold.obligations);
  EXPECT_EQ(warm.both_ways, cold.both_ways);
}

TEST_F(ProofCacheFile, AreNotReadByVerify) {
  // A forged entry says of a false rule that it was proved. A prover that is given the cache believes it, as it believes
  // the program that it is itself; the prover of `verify` is given none.
  const std::string text = "rule lie\n  given x : int\n  x  =  x + 1\nproof lie\n  using definition\n";
  Proving p(text);
  ProofCache cache(file(), p.sources, p.module, p.budget.rlimit);
  cache.keep(p.module.rules.front(), {solver_version(), {}, {}, {}, 1, true});
  EXPECT_EQ(run(text), "!lie");
  EXPECT_FALSE(Prover(p.module).prove(p.module.rules.front(), p.budget).proved());
}

TEST_F(ProofCacheFile, CutShortAnywhereAreMadeAgain) {
  const std::string text = kFirst + kSecond + kFirstProof + kSecondProof;
  run(text);
  const std::string whole = read_file(file());
  for (std::size_t length = 0; length < whole.size(); length += 37) {
    write(whole.substr(0, length));
    const std::string first = run(text), second = run(text), third = run(text);
    EXPECT_THAT(first, ::testing::AnyOf("first second", "!first second", "!first !second")) << length;
    EXPECT_EQ(third, "!first !second") << length << ": " << second;  // one entry may end the broken line
  }
}

TEST_F(ProofCacheFile, ThatAreDamagedAreMadeAgain) {
  const std::string text = kFirst + kFirstProof;
  run(text);
  const std::string whole = read_file(file());
  for (std::size_t at = 0; at + 1 < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = damaged[at] == '0' ? '1' : '0';
    write(damaged);
    EXPECT_EQ(run(text), "first") << at;
  }
  for (const std::string& noise : {std::string(100, '\n'), std::string(5000, 'x'), std::string("\0\0\n", 3) + whole}) {
    write(noise);
    EXPECT_THAT(run(text), ::testing::AnyOf("first", "!first"));
  }
}

TEST_F(ProofCacheFile, CannotBeKeptWhereNothingCanBeWritten) {
  fs::create_directories(file());  // a folder in its place
  EXPECT_EQ(run(kFirst + kFirstProof), "first");
  EXPECT_EQ(run(kFirst + kFirstProof), "first");
}

TEST_F(ProofCacheFile, AreNotWaitedForInAPipe) {
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(run(kFirst + kFirstProof), "first");
}

TEST_F(ProofCacheFile, TooManyAreBegunAnew) {
  write(std::string(ProofCache::kMostBytes + 1, 'x'));
  EXPECT_EQ(run(kFirst + kFirstProof), "first");
  EXPECT_LT(fs::file_size(file()), 10'000u);
}

TEST_F(ProofCacheFile, RefutationsAreConfirmedAgain) {
  const auto refuted = [&](std::uint64_t& nodes) {
    Proving p(kNearMiss);
    ProofCache cache(file(), p.sources, p.module, p.budget.rlimit);
    Budget budget;
    budget.nodes = kRefuteNodes;
    const auto found = cache.refute(p.module.store, p.module.rules.front(), budget);
    nodes = kRefuteNodes - budget.nodes;
    return (*found)->text + (*found)->difference;
  };
  std::uint64_t cold_nodes = 0, warm_nodes = 0, other_nodes = 0;
  const std::string cold = refuted(cold_nodes), warm = refuted(warm_nodes);
  EXPECT_EQ(warm, cold);
  EXPECT_GT(cold_nodes, 0u);
  EXPECT_EQ(warm_nodes, 0u) << "no search";
  // An entry whose instance does not refute the rule: the search finds the right one.
  Proving p(kNearMiss);
  Budget budget;
  budget.nodes = kRefuteNodes;
  Counterexample wrong = **refute(p.module.store, p.module.rules.front(), budget);
  std::string text = read_file(file());
  const std::size_t at = text.find("A = [");
  ASSERT_NE(at, std::string::npos);
  text.replace(at + 5, 1, "1");
  const std::string body = text.substr(0, text.size() - 33);
  write(body + digest(body) + "\n");
  EXPECT_EQ(refuted(other_nodes), cold);
  EXPECT_GT(other_nodes, 0u);
}

}  // namespace
}  // namespace refold
