// refold prove: the verdict of every rule of files and folders.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "base/variant.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/pipeline.h"
#include "prove/refute.h"
#include "term/text.h"

namespace refold {
namespace {

struct Line {
  const RuleStatement* rule;
  std::string verdict;       // proved refuted unknown
  std::string reason;
  RuleVerdict proof;
  std::optional<Counterexample> counterexample;
  double seconds = 0;
  bool ok() const { return verdict == (rule->refute ? "refuted" : "proved"); }
};

std::string file_of(const RuleStatement& rule, const SourceMap& sources) { return std::string(sources.name(rule.span.source)); }

void judge_refute(const Module& module, Line& line, const ProveOptions& options) {
  Budget budget = budget_of(options.limits);
  if (options.limits.nodes == 0) budget.nodes = kRefuteNodes;
  Result<std::optional<Counterexample>> found = refute(module.store, *line.rule, budget);
  if (!found) {
    line.verdict = "unknown";
    line.reason = found.error().message;
  } else if (*found) {
    line.verdict = "refuted";
    line.counterexample = std::move(**found);
  } else {
    line.verdict = "unknown";
    line.reason = "no small instance refutes it" + (budget.stopped_by() ? fmt::format(" (stopped by {})", name(*budget.stopped_by())) : std::string());
  }
}

void print_line(const Line& line, const ProveOptions& options, Streams io, const SourceMap& sources) {
  if (options.json == "-" || (options.common.quiet && line.ok())) return;  // the JSON stands alone
  const std::string verdict = paint(io, line.ok() ? Ink::Good : Ink::Bad, line.verdict);
  io.out << fmt::format("{:<28} {}", line.rule->name, verdict);
  if (line.verdict == "proved") {
    const Proved& proved = std::get<Proved>(line.proof.verdict);
    io.out << fmt::format(" for all sizes by {}, {} {}, {:.0f} ms", proved.solver, proved.obligations, proved.obligations == 1 ? "obligation" : "obligations", line.seconds * 1000);
    for (const HypothesisUse& use : proved.hypotheses)
      if (!use.used) io.out << "; unused: " << use.text;
  }
  if (line.counterexample) {
    std::string instance = line.counterexample->text;
    std::replace(instance.begin(), instance.end(), '\n', ';');
    while (!instance.empty() && (instance.back() == ';' || instance.back() == ' ')) instance.pop_back();
    io.out << " at " << instance << ": " << line.counterexample->difference;
  }
  if (!line.reason.empty()) io.out << ": " << line.reason;
  if (!line.ok()) io.out << fmt::format("  (expected: {})", line.rule->refute ? "refuted" : "proved");
  io.out << '\n';
  if (const Unknown* unknown = std::get_if<Unknown>(&line.proof.verdict); unknown && !line.rule->refute)
    for (const Diagnostic& problem : unknown->problems) io.out << render(problem, sources);
}

nlohmann::json to_json(const Line& line, const SourceMap& sources) {
  nlohmann::json hypotheses = nlohmann::json::array();
  nlohmann::json laws = nlohmann::json::array();
  int obligations = 0;
  if (const Proved* proved = std::get_if<Proved>(&line.proof.verdict)) {
    for (const HypothesisUse& use : proved->hypotheses) hypotheses.push_back({{"text", use.text}, {"use", use.used ? "used" : "unused"}});
    laws = proved->laws;
    obligations = proved->obligations;
  }
  nlohmann::json out = {{"name", line.rule->name}, {"file", file_of(*line.rule, sources)},
                        {"line", sources.position(line.rule->span.source, line.rule->span.begin).line},
                        {"kind", line.rule->refute ? "refute" : "rule"}, {"verdict", line.verdict},
                        {"expected", line.rule->refute ? "refuted" : "proved"}, {"ok", line.ok()}, {"seconds", line.seconds},
                        {"hypotheses", hypotheses}, {"laws", laws}, {"float_assumptions", nlohmann::json::array()},
                        {"counterexample", nullptr}, {"reason", line.reason.empty() ? nlohmann::json(nullptr) : nlohmann::json(line.reason)},
                        {"obligations", obligations}};
  if (line.counterexample)
    out["counterexample"] = {{"instance", line.counterexample->text}, {"left", line.counterexample->left}, {"right", line.counterexample->right},
                             {"difference", line.counterexample->difference}};
  return out;
}

/// The files of the rules asked for, and the proofs beside them.
std::optional<std::vector<std::filesystem::path>> files_of(const ProveOptions& options, Streams io, std::set<std::string>& asked, bool& standard_input) {
  std::vector<std::filesystem::path> files, proofs;
  for (const std::string& path : options.files) {
    if (path == "-") {
      standard_input = true;
      continue;
    }
    const Result<std::vector<std::filesystem::path>> found = rf_files(path);
    if (!found) {
      fail(io, found.error());
      return std::nullopt;
    }
    for (const std::filesystem::path& file : *found) asked.insert(file.string());
    // Scripts name rules that are stated before them: folders of proofs go last, with the rules beside them first.
    const bool is_proofs = std::filesystem::path(path).filename() == "proofs" || std::filesystem::path(path).parent_path().filename() == "proofs";
    if (is_proofs)
      if (const Result<std::filesystem::path> rules = rules_folder("", std::filesystem::path(path) / "..")) {
        const Result<std::vector<std::filesystem::path>> stated = rf_files(*rules);
        if (stated) files.insert(files.end(), stated->begin(), stated->end());
        if (stated) for (const std::filesystem::path& file : *stated) asked.insert(file.string());
      }
    std::vector<std::filesystem::path>& into = is_proofs ? proofs : files;
    into.insert(into.end(), found->begin(), found->end());
    if (is_proofs) continue;
    if (const std::filesystem::path folder = proofs_folder(path); !folder.empty())
      if (const Result<std::vector<std::filesystem::path>> scripts = rf_files(folder)) proofs.insert(proofs.end(), scripts->begin(), scripts->end());
  }
  files.insert(files.end(), proofs.begin(), proofs.end());
  return files;
}

}  // namespace

int prove_command(const ProveOptions& options, Streams io) {
  std::set<std::string> asked;
  bool standard_input = false;
  const auto files = files_of(options, io, asked, standard_input);
  if (!files) return kUnusable;
  std::vector<std::pair<std::string, std::string>> texts;
  if (standard_input) {
    const Result<std::string> text = read_text(io, "-");
    if (!text) return fail(io, text.error());
    texts.push_back({"standard input", *text});
    asked.insert("standard input");
  }
  SourceMap sources;
  const Module module = load_all(sources, *files, texts);
  for (const Diagnostic& error : module.errors) fail(io, error, sources);

  std::vector<Line> lines;
  Budget whole = budget_of(options.limits);
  stop_on_interrupt(whole);
  Prover prover(module);
  const auto start = std::chrono::steady_clock::now();
  bool found = options.rule.empty();
  for (const RuleStatement& rule : module.rules) {
    if (asked.count(file_of(rule, sources)) == 0 || (!options.rule.empty() && rule.name != options.rule)) continue;
    found = true;
    if (!whole.alive()) break;
    Line line{&rule, "", "", {}, std::nullopt, 0};
    const auto begin = std::chrono::steady_clock::now();
    if (rule.refute) {
      judge_refute(module, line, options);
    } else {
      Budget budget = budget_of(options.limits);
      budget.nodes = Budget::kUnlimited;
      line.proof = prover.prove(rule, budget);
      line.verdict = line.proof.proved() ? "proved" : std::holds_alternative<Refuted>(line.proof.verdict) ? "refuted" : "unknown";
      if (const Unknown* unknown = std::get_if<Unknown>(&line.proof.verdict)) {
        Line second = line;
        judge_refute(module, second, options);
        if (second.counterexample) line.verdict = "refuted", line.counterexample = std::move(second.counterexample);
        else line.reason = unknown->reason;
      }
    }
    line.seconds = seconds_since(begin);
    print_line(line, options, io, sources);
    lines.push_back(std::move(line));
  }
  if (!found) return fail(io, {"E0304", {}, "there is no rule " + options.rule + " in these files"});

  const auto count = [&](std::string_view verdict) { return std::count_if(lines.begin(), lines.end(), [&](const Line& l) { return l.verdict == verdict; }); };
  const auto unexpected = std::count_if(lines.begin(), lines.end(), [](const Line& l) { return !l.ok(); });
  if (!options.common.quiet && options.json != "-")
    io.out << fmt::format("{} proved, {} refuted, {} unknown, {} not as stated\n", count("proved"), count("refuted"), count("unknown"), unexpected);
  if (!options.json.empty()) {
    nlohmann::json results = nlohmann::json::array();
    for (const Line& line : lines) results.push_back(to_json(line, sources));
    const nlohmann::json out = {{"version", 1}, {"results", results},
                                {"summary", {{"proved", count("proved")}, {"refuted", count("refuted")}, {"unknown", count("unknown")},
                                             {"unexpected", unexpected}, {"seconds", seconds_since(start)}}}};
    if (Result<void> written = write_text(io, options.json, out.dump(2) + "\n"); !written) return fail(io, written.error());
  }
  if (!module.errors.empty()) return kUnusable;
  if (unexpected > 0) return kNotAsStated;
  return whole.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
