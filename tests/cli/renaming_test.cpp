// The rules, proofs and examples under other names: nothing that refold decides may depend on what things are called.
#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>

#include "cli/computation.h"
#include "cli/program.h"
#include "cli/small_data.h"
#include "emit/emit.h"
#include "support/scratch.h"

namespace refold {
namespace {

namespace fs = std::filesystem;

/// Words with a meaning of their own; every other name in an .rf file is its author's.
const std::set<std::string> kWords = {
    "and",        "as",         "axes",        "bag",        "base",      "by",      "case",     "cases",
    "def",        "div",        "else",        "false",      "fn",        "for",     "format",   "given",
    "have",       "if",         "in",          "include",    "induction", "inf",     "let",      "loop",
    "map",        "mask",       "mod",         "not",        "opaque",    "or",      "over",     "proof",
    "reduction",  "refute",     "rule",        "set",        "sets",      "show",    "size",     "sparse",
    "step",       "tensor",     "then",        "true",       "using",     "value",   "values",   "where",
    "with",       "witness",    "all",         "some",       "any",       "at",      "on",       "extensionality",
    "definition", "hypothesis", "commutative", "idempotent", "ordered",   "monoid",  "semiring", "ring",
    "field",      "real", "mod4",       "int",         "bool",       "sum",       "prod",    "max",      "min",
    "abs",        "id",         "single",      "the",        "flatten",   "inverse", "elements", "enumerate",
    "support",    "count",      "copies",      "positions",  "stored",    "einsum"};

/// The text with every name changed; comments go, strings and numbers stay.
template <class F>
std::string with_names(const std::string& text, const F& change) {
  static const std::regex token(R"(#[^\n]*|"[^"\n]*"|[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?|[A-Za-z][A-Za-z0-9_]*'*)");
  std::string made;
  std::size_t done = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), token), end; at != end; ++at) {
    const std::string found = at->str();
    made += text.substr(done, static_cast<std::size_t>(at->position()) - done);
    done = static_cast<std::size_t>(at->position()) + found.size();
    const bool name = std::isalpha(static_cast<unsigned char>(found[0])) != 0 && !kWords.contains(found);
    if (found[0] != '#') made += name ? change(found) : found;
  }
  return made + text.substr(done);
}

/// New names for all names of the library and the examples, in the opposite alphabetical order.
class Renaming {
 public:
  Renaming() {
    std::set<std::string> names;
    for (const fs::path& file : files())
      with_names(Scratch::read(file.string()), [&](const std::string& name) { return *names.insert(name).first; });
    std::size_t left = names.size();
    for (const std::string& name : names) forth_[name] = fmt::format("q{:03}z", left--);
    for (const auto& [name, other] : forth_) back_[other] = name;
  }
  std::string operator()(const std::string& text) const {
    return with_names(text, [&](const std::string& name) { return forth_.at(name); });
  }
  /// What refold says, with the names that it would say without the renaming; emitted names of one letter have no `_`.
  std::string undone(const std::string& text) const {
    static const std::regex renamed("(q[0-9]{3}z)(_(?![A-Za-z0-9]))?");
    std::string made;
    std::size_t done = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), renamed), end; at != end; ++at) {
      made += text.substr(done, static_cast<std::size_t>(at->position()) - done) + back_.at((*at)[1]);
      if (back_.at((*at)[1]).size() > 1) made += (*at)[2];
      done = static_cast<std::size_t>(at->position() + at->length());
    }
    return made + text.substr(done);
  }
  std::size_t size() const { return forth_.size(); }
  bool changes(const std::string& name) const { return forth_.contains(name); }

  static std::vector<fs::path> files() {
    std::vector<fs::path> all;
    for (const char* folder : {"rules", "proofs", "examples"})
      for (const auto& entry : fs::directory_iterator(fs::path(REFOLD_SOURCE_DIR) / folder))
        if (entry.path().extension() == ".rf") all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::map<std::string, std::string> forth_, back_;
};

/// A copy of rules, proofs and examples.
class Copy {
 public:
  template <class F>
  explicit Copy(const F& change) {
    for (const fs::path& file : Renaming::files()) {
      const std::string folder = file.parent_path().filename().string();
      fs::create_directories(scratch_ / folder);
      scratch_.file(folder + "/" + file.filename().string(), change(Scratch::read(file.string())));
    }
  }
  std::string operator/(const std::string& name) const { return scratch_ / name; }

 private:
  Scratch scratch_;
};
std::string unchanged(const std::string& text) { return text; }

/// The verdicts on all rules, without times and padding.
std::string verdicts(const std::string& rules) {
  const Said said = refold_says({"prove", rules, "--no-cache"});
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  return std::regex_replace(std::regex_replace(said.out, std::regex(" +"), " "), std::regex("[0-9]+ ms"), "_ ms");
}

struct Outcome {
  std::string steps, loops, kernel;
};

/// What becomes of an example on small random data.
Outcome outcome(const Copy& copy, const std::string& example) {
  std::istringstream in;
  std::ostringstream out, err;
  const Streams io{in, out, err};
  ProgramOptions options;
  options.file = copy / ("examples/" + example + ".rf");
  options.rules = copy / "rules";
  const std::unique_ptr<Program> program = load_program(options, io);
  if (!program) return {err.str(), {}, {}};
  Result<ProgramData> data = bind_data(program->module, small_data(program->module), false);
  if (!data) return {data.error().message, {}, {}};
  Terms terms(program->module.store);
  Budget budget;
  const Result<Explored> explored = explore_program(*program, terms, *data, budget);
  if (!explored) return {explored.error().message, {}, {}};
  Outcome made;
  for (const Step& step : explored->result.derivation.steps) {
    made.steps += fmt::format("{} {} at {}:", step.rule, step.direction == Direction::LeftToRight ? "->" : "<-",
                              print(step.place));
    for (const Settled& settled : step.obligations) made.steps += fmt::format(" {}", name(settled.by));
    made.steps += '\n';
  }
  made.steps += "cost " + explored->result.cost().str();
  const Result<Planned> planned = plan_program(*program, terms, *explored, *data, true, budget);
  if (!planned) return {planned.error().message, {}, {}};
  made.loops = planned->loops;
  made.kernel = emit_openmp(planned->kernel);
  return made;
}

TEST(Renaming, ChangesNamesAndNothingElse) {
  const auto upper = [](const std::string& name) { return name + "X"; };
  EXPECT_EQ(with_names("let y' = sum . A* . f_1  # y\n  include \"y.rf\" 1e5 2*n", upper),
            "let y'X = sum . AX* . f_1X  \n  include \"y.rf\" 1e5 2*nX");
  const Renaming renaming;
  for (const char* name : {"theorem1", "theorem3", "lemma10", "Phi", "kappa", "nothing", "triangles", "relu", "G"})
    EXPECT_TRUE(renaming.changes(name)) << name;
  EXPECT_EQ(renaming.undone(renaming("f . A")), "f . A");
}

TEST(RenamingSlow, KeepsEveryVerdict) {
  const Renaming renaming;
  const Copy given(unchanged), renamed(renaming);
  EXPECT_EQ(renaming.undone(verdicts(renamed / "rules")), verdicts(given / "rules"));
}

class RenamedExampleSlow : public testing::TestWithParam<std::string> {};

TEST_P(RenamedExampleSlow, HasTheSameStepsPlanAndLoops) {
  const Renaming renaming;
  const Outcome given = outcome(Copy(unchanged), GetParam()), renamed = outcome(Copy(renaming), GetParam());
  EXPECT_EQ(renaming.undone(renamed.steps), given.steps);
  EXPECT_EQ(renaming.undone(renamed.loops), given.loops);
  EXPECT_EQ(renaming.undone(renamed.kernel), given.kernel);
  EXPECT_NE(given.kernel, "");
}

INSTANTIATE_TEST_SUITE_P(Folder, RenamedExampleSlow, testing::ValuesIn(example_names()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace refold
