#include <unistd.h>

#include <cstdlib>
#include <random>
#include <regex>

#include "term/syntax_support.h"

namespace refold::testing {
namespace {

/// What rf_check.py, the executable grammar of the reference, says of each text: "" or its message.
std::vector<std::string> yardstick(const std::vector<std::string>& texts) {
  const std::string base = ::testing::TempDir() + "refold_differential_" + std::to_string(::getpid());
  const std::string script =
      "import sys\n"
      "sys.dont_write_bytecode = True\n"
      "sys.path.insert(0, sys.argv[1])\n"
      "import rf_check\n"
      "for text in open(sys.argv[2], encoding='utf-8', newline='').read().split('\\0'):\n"
      "    try:\n"
      "        rf_check.parse(text)\n"
      "        print()\n"
      "    except rf_check.Err as error:\n"
      "        print(str(error).replace('\\n', ' '))\n";
  std::ofstream(base + ".py") << script;
  std::ofstream input(base + ".in", std::ios::binary);
  for (std::size_t i = 0; i < texts.size(); ++i) input << (i > 0 ? std::string(1, '\0') : "") << texts[i];
  input.close();
  const std::string command = "PYTHONIOENCODING=utf-8 python3 '" + base + ".py' '" + reference_folder() + "' '" + base +
                              ".in' > '" + base + ".out'";
  const int status = std::system(command.c_str());
  std::vector<std::string> answers;
  std::ifstream output(base + ".out");
  for (std::string line; std::getline(output, line);) answers.push_back(line);
  for (const char* end : {".py", ".in", ".out"}) std::remove((base + end).c_str());
  return status == 0 ? answers : std::vector<std::string>{};
}

/// Changes a statement at random places: tokens removed, doubled, swapped, replaced; spaces and line ends.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string mutated(const std::string& text) {
    std::vector<std::string> parts = cut(text);
    for (std::size_t n = 1 + random_() % 2; n > 0; --n) change(parts);
    std::string out;
    for (const std::string& part : parts) out += part;
    return out;
  }

 private:
  static std::vector<std::string> cut(const std::string& text) {
    static const std::regex token("\"[^\"\n]*\"|[A-Za-z][A-Za-z0-9_]*'*|[0-9.e]+|->|<=|>=|==|!=|=>|#[^\n]*|\n *| +|.");
    return {std::sregex_token_iterator(text.begin(), text.end(), token), {}};
  }

  void change(std::vector<std::string>& parts) {
    if (parts.size() < 3) return;
    const std::size_t i = 1 + random_() % (parts.size() - 2);
    static const std::vector<std::string> pool = {"(",        ")",
                                                  "[",        "]",
                                                  "{",        "}",
                                                  "<",        ">",
                                                  "|",        ",",
                                                  ";",        ":",
                                                  "=",        "==",
                                                  "->",       "=>",
                                                  ".",        "..",
                                                  "*",        "* ",
                                                  "+",        "-",
                                                  " - ",      "^",
                                                  "/",        "x",
                                                  " k ",      "1",
                                                  "2.5",      "\"s\"",
                                                  " in ",     " if ",
                                                  " for ",    " then ",
                                                  " else ",   " not ",
                                                  " and ",    " div ",
                                                  "bag ",     "reduction ",
                                                  " where ",  " given ",
                                                  " over ",   " let ",
                                                  " sum k: ", " for all x: ",
                                                  "inf",      "true",
                                                  " by ",     "\n  ",
                                                  " ",        "(r : I) * "};
    switch (random_() % 6) {
      case 0: parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i)); break;
      case 1: parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(i), parts[i]); break;
      case 2: std::swap(parts[i], parts[i + 1 < parts.size() ? i + 1 : i]); break;
      case 3: parts[i] = pool[random_() % pool.size()]; break;
      case 4: parts[i] = parts[random_() % parts.size()]; break;
      default: parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(i), pool[random_() % pool.size()]);
    }
  }

  std::mt19937_64 random_;
};

/// Where rf_check.py and the language's definition differ, the definition decides: the reason, or "" when there is
/// none.
std::string_view reason(const std::string& text, const Parsed& ours) {
  static const std::regex keyword_last("(over|let|loop|base) *\n"), names_on_two_lines("[A-Za-z0-9_'] *\n +[A-Za-z]");
  const auto refused_only_for = [&](const std::string& mended) { return errors_of(mended).empty(); };
  if (ours.outcome.errors.empty()) {  // only rf_check.py refuses it
    if (std::regex_search(text, keyword_last)) return "a clause goes on after its keyword";
    return std::regex_search(text, names_on_two_lines) ? "inside brackets a line end is a blank, also after `sum`" : "";
  }
  const std::size_t at = ours.outcome.errors.front().span.begin;
  if (refused_only_for(std::string(text).insert(at, "\n  "))) return "a claim begins on a line of its own";
  const std::size_t touched = text.find_last_not_of(' ', at - 1) + 1;
  if (refused_only_for(std::string(text).erase(touched, at - touched))) return "an argument list touches its function";
  if (text[at] == ']' && refused_only_for(std::string(text).insert(at, "0"))) return "an index list is not empty";
  if ((text[at] == '+' || text[at] == '*') && refused_only_for(std::string(text).replace(at, 1, "x")))
    return "an operator alone is no argument";
  return {};
}

TEST(ParseDifferential, AgreesWithTheExecutableGrammarOnMutatedStatements) {
  if (reference_folder().empty()) GTEST_SKIP() << "no reference texts here";
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) GTEST_SKIP() << "no python3 here";
  const Parsed reference(file_text(reference_folder() + "/language_examples.rf"));
  std::vector<std::string> texts;
  Mutator mutator(1);
  const char* rounds = std::getenv("REFOLD_MUTATIONS");
  for (int round = rounds != nullptr ? std::atoi(rounds) : 10; round > 0; --round)
    for (const Syntax& statement : reference.outcome.file.children) {
      const auto [source, begin, end] = statement.span;
      texts.push_back(mutator.mutated(std::string(reference.sources.text(source).substr(begin, end - begin)) + "\n"));
    }
  const std::vector<std::string> answers = yardstick(texts);
  ASSERT_EQ(answers.size(), texts.size());
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Parsed ours(texts[i]);
    accepted += ours.outcome.errors.empty();
    if (ours.outcome.errors.empty() != answers[i].empty() && reason(texts[i], ours).empty())
      ADD_FAILURE() << texts[i] << "-- ours: " << errors_of(texts[i]) << "-- yardstick: " << answers[i];
  }
  EXPECT_GT(accepted, texts.size() / 20) << "mutations that are all wrong test little";
}

}  // namespace
}  // namespace refold::testing
