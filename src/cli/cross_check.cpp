#include "cli/cross_check.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cctype>
#include <fstream>
#include <map>

#include "run/process.h"

namespace refold {
namespace {

namespace fs = std::filesystem;
constexpr int kMillisecondsEach = 10'000;

/// The name of a result as the name of a file.
std::string file_name(const std::string& title) {
  std::string name;
  for (const char c : title) name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '-';
  return name;
}

/// The first line of a solver's output.
std::string first_line(const fs::path& log) {
  std::string line;
  std::ifstream in(log);
  std::getline(in, line);
  return line;
}

}  // namespace

Result<std::vector<fs::path>> write_obligations(const fs::path& folder, const std::vector<Obligation>& obligations) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::vector<fs::path> files;
  std::map<std::string, int> numbers;
  for (const Obligation& obligation : obligations) {
    const std::string name = file_name(obligation.title);
    const fs::path file = folder / fmt::format("{}-{:02}.smt2", name, ++numbers[name]);
    std::ofstream out(file, std::ios::binary);
    out << smtlib(obligation);
    if (!out.flush()) return Diagnostic{"E0703", {}, "cannot write " + file.string(), {}, "name a folder that can be written to"};
    files.push_back(file);
  }
  return files;
}

Result<CrossCheck> cross_check(const std::string& solver, const std::vector<fs::path>& files) {
  CrossCheck found{solver};
  std::string log = (fs::temp_directory_path() / "refold-XXXXXX").string();
  const int made = ::mkstemp(log.data());
  if (made < 0) return Diagnostic{"E0703", {}, "cannot write a temporary file in " + fs::temp_directory_path().string()};
  ::close(made);
  for (const fs::path& file : files) {
    const int status = run_process({solver, fmt::format("--tlimit={}", kMillisecondsEach), file.string()}, log);
    if (status == -1 || status == 127) {
      fs::remove(log);
      return Diagnostic{"E0715", {}, "cannot run " + solver, {}, "install it, or leave --cross-check out"};
    }
    const std::string answer = first_line(log), name = file.stem().string();
    if (answer == "unsat") ++found.agree;
    else if (answer == "sat") found.different.push_back(fmt::format("{}: {} says unsat, {} says sat", name, solver_version(), solver));
    else found.unanswered.push_back(fmt::format("{}: {}", name, answer.empty() ? "no answer in time" : answer));
  }
  fs::remove(log);
  return found;
}

}  // namespace refold
