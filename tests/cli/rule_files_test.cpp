// What the library licenses: for expressions of the documentation, and when one of its files is taken away.
#include <regex>
#include <set>

#include "cli/program.h"
#include "cli/small_data.h"
#include "support/scratch.h"

namespace refold {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string library_path(const std::string& path) { return std::string(REFOLD_SOURCE_DIR) + "/" + path; }

/// The block of the language page that shows expressions in no example.
std::string documented() {
  const std::string page = Scratch::read(library_path("docs/language.md"));
  const std::size_t section = page.find("### Expressions that are in no example"),
                    begin = page.find("```rf\n", section) + 6;
  return page.substr(begin, page.find("```\n", begin) - begin);
}

/// Runs a command on `text` with small data.
Said said_of(const std::string& command, const std::string& text, const std::string& rules,
             std::vector<std::string> more) {
  const Scratch scratch;
  SourceMap sources;
  std::vector<std::string> all = {command, scratch.file("a.rf", text), "--rules", rules};
  for (const std::string& bind : small_data(load_text(sources, "a.rf", text))) all.insert(all.end(), {"--bind", bind});
  all.insert(all.end(), more.begin(), more.end());
  return refold_says(all);
}

TEST(DocumentedSlow, ExpressionsInNoExampleVisitOnlyWhatIsStored) {
  const Said bilinear = said_of("explore", documented(), library_path("rules"), {"--let", "bilinear"});
  EXPECT_EQ(bilinear.status, 0) << bilinear.err;
  EXPECT_THAT(bilinear.out, HasSubstr("by theorem3\n"));
  EXPECT_THAT(bilinear.out,
              HasSubstr("= (sum . (prod . [x, values(S), y]* . <((i, j) -> i) . kappa, the . positions(S) . kappa, "
                        "((i, j) -> j) . kappa>)* . inverse(((i, j) -> ()) . kappa))()\n"));
  const Said common = said_of("explore", documented(), library_path("rules"), {"--let", "common"});
  EXPECT_THAT(common.out, HasSubstr("= sum . (prod . [values(S), values(T)]* . <the . positions(S) . kappa, "
                                    "the . positions(T) . kappa>)* . inverse(((i, j) -> i) . kappa)\n"));
  EXPECT_THAT(
      common.out,
      HasSubstr("kappa = enumerate({(i, j) : [m]*[n] if |positions(S)(i, j)| == 1 and |positions(T)(i, j)| == 1})\n"));
}

TEST(DocumentedSlow, ExpressionsInNoExampleRun) {
  for (const char* let : {"bilinear", "common"}) {
    const Said said =
        said_of("run", documented(), library_path("rules"), {"--let", let, "--backend", "interp", "--check"});
    EXPECT_EQ(said.status, 0) << let << said.out << said.err;
  }
}

/// Rules and proofs in a folder of their own, without one file of rules and the scripts that prove it.
class RuleFolder {
 public:
  explicit RuleFolder(const std::string& removed = "") {
    for (const char* folder : {"rules", "proofs"}) {
      fs::create_directories(scratch_ / folder);
      for (const auto& entry : fs::directory_iterator(library_path(folder))) {
        const std::string name = entry.path().filename().string(), text = Scratch::read(entry.path().string());
        if (removed.empty() || (name != removed && text.find("rules/" + removed) == std::string::npos))
          scratch_.file(std::string(folder) + "/" + name, text);
      }
    }
  }
  std::string rules() const { return scratch_ / "rules"; }
  std::string operator/(const std::string& name) const { return scratch_ / name; }

 private:
  Scratch scratch_;
};

/// The lines of `refold prove`, without times.
std::vector<std::string> verdict_lines(const RuleFolder& library) {
  std::istringstream lines(refold_says({"prove", library.rules(), "--no-cache"}).out);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);)
    all.push_back(std::regex_replace(line, std::regex("[0-9]+ ms"), "_ ms"));
  if (!all.empty()) all.pop_back();  // the summary counts
  return all;
}

/// The names of the rules and near misses that a file states.
std::set<std::string> stated_in(const std::string& file) {
  static const std::regex statement("(?:^|\\n)(?:rule|refute) ([A-Za-z0-9_]+)");
  const std::string text = Scratch::read(library_path(file));
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), statement), end; at != end; ++at) names.insert((*at)[1].str());
  return names;
}

constexpr const char* kRewritten =
    "size m, n, k\ntensor S : [m]*[n] -> real sparse\ntensor A : [m]*[k] -> real\ntensor B : [k]*[n] -> real\n"
    "let C = einsum(\"mn,mk,kn->mn\", S, A, B)\n";

TEST(RuleFileSlow, TakenAwayTakesExactlyWhatItLicensed) {
  const RuleFolder whole, less("sparse.rf");
  std::vector<std::string> all = verdict_lines(whole);
  const std::vector<std::string> left = verdict_lines(less);
  EXPECT_LT(left.size(), all.size());
  for (const std::string& line : left) EXPECT_THAT(all, testing::Contains(line));  // the other rules are as they were
  const std::set<std::string> taken = stated_in("rules/sparse.rf");
  const auto is_taken = [&](const std::string& line) { return taken.contains(line.substr(0, line.find(' '))); };
  all.erase(std::remove_if(all.begin(), all.end(), is_taken), all.end());
  EXPECT_EQ(left, all);
}

TEST(RuleFileSlow, TakenAwayLeavesTheExpressionThatItRewrote) {
  const Said with = said_of("explore", kRewritten, RuleFolder().rules(), {}),
             without = said_of("explore", kRewritten, RuleFolder("sparse.rf").rules(), {});
  EXPECT_THAT(with.out, HasSubstr("by theorem3\n"));
  EXPECT_EQ(without.status, 0) << without.err;
  EXPECT_THAT(without.out, Not(HasSubstr("theorem3")));
  EXPECT_EQ(said_of("run", kRewritten, RuleFolder("sparse.rf").rules(), {"--backend", "interp", "--check"}).status, 0);
}

TEST(RuleFileSlow, TakenAwayFromUnderItsProofsIsNotedAndDoneWithout) {
  const RuleFolder library;
  fs::remove(library / "rules/sparse.rf");
  for (const char* command : {"explore", "run"}) {
    const std::vector<std::string> more = command == std::string("run") ? std::vector<std::string>{"--backend", "interp", "--check"} : std::vector<std::string>{};
    const Said said = said_of(command, kRewritten, library.rules(), more);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.err, HasSubstr("note: " + library.rules() + "/sparse.rf is not there, and is done without\n"));
    EXPECT_THAT(said.err, HasSubstr("note: proofs of rules that are not there left out: theorem1, "));
    EXPECT_THAT(said.out, Not(HasSubstr("theorem3")));
  }
  const Said proved = refold_says({"prove", library.rules()});  // a check that is lost must be seen
  EXPECT_EQ(proved.status, 2);
  EXPECT_THAT(proved.err, HasSubstr("proofs/theorem1.rf:2:1: error E0701: cannot read "));
}

TEST(RuleFileSlow, TakenAwayFromUnderOtherRulesTakesAwayWhatRestsOnIt) {
  const RuleFolder library;
  fs::remove(library / "rules/bags.rf");  // the other files include it, and their proofs cite its lemmas
  const Said said = said_of("explore", kRewritten, library.rules(), {});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("/bags.rf is not there, and is done without\n"));
  EXPECT_THAT(said.err, HasSubstr("note: the rule theorem3 is not proved and is not used\n"));
  EXPECT_THAT(said.out, Not(HasSubstr("theorem3")));
}

TEST(RuleFileSlow, TakenAwayForgivesNoMistakeInTheUsersFile) {
  const RuleFolder library;
  fs::remove(library / "rules/sparse.rf");
  const std::string text = kRewritten;
  const Said unknown = said_of("explore", text + "let D = missing + C\n", library.rules(), {});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("error E0141: the name missing is not declared\n"));
  const Scratch scratch;
  const Said included = refold_says({"explore", scratch.file("a.rf", "include \"" + library.rules() + "/sparse.rf\"\n" + text), "--rules", library.rules()});
  EXPECT_EQ(included.status, 2);
  EXPECT_THAT(included.err, HasSubstr("a.rf:1:1: error E0701: cannot read "));
  const Said proof = refold_says({"explore", scratch.file("b.rf", text + "proof theorem1\n  using definition\n"), "--rules", library.rules()});
  EXPECT_EQ(proof.status, 2);
  EXPECT_THAT(proof.err, HasSubstr("error E0401: there is no rule theorem1 above this proof\n"));
}

TEST(RuleFileSlow, WithAProofThatFailsLicensesNothing) {
  const RuleFolder library;
  std::string proof = Scratch::read(library / "proofs/theorem3.rf");
  const std::string step = "  using nothing, lemma8_values, lemma9_zero, definition\n";
  ASSERT_NE(proof.find(step), std::string::npos);
  std::ofstream(library / "proofs/theorem3.rf") << proof.replace(proof.find(step), step.size(), "  using definition\n");
  const Said said = said_of("explore", kRewritten, library.rules(), {});
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.err, HasSubstr("note: the rule theorem3 is not proved and is not used\n"));
  EXPECT_THAT(said.out, Not(HasSubstr("theorem3")));
}

}  // namespace
}  // namespace refold
