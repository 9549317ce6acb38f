#include "cli/prove_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/words.h"

namespace refold {
namespace {

/// What each hypothesis is for, with the instance that breaks the rule without it.
void print_needs(const ProveLine& line, Streams io) {
  for (const HypothesisNeed& need : line.needs) {
    io.out << fmt::format("    {}: {}", need.text, name(need.role));
    if (need.without) io.out << ", without it refuted at " << one_line(need.without->text) << ": " << need.without->difference;
    io.out << '\n';
  }
  if (!line.model.empty()) io.out << "    the hypotheses hold at " << line.model << '\n';
  if (line.no_model) io.out << "    no small instance was found at which the hypotheses can be seen to hold: if there is none, the rule says nothing\n";
}

void print_laws(const Proved& proved, Streams io) {
  std::string laws;
  for (const std::string& law : proved.laws) laws += (laws.empty() ? "" : "; ") + law;
  io.out << "    laws: " << (laws.empty() ? "none" : laws) << '\n';
}

}  // namespace

std::string one_line(std::string instance) {
  std::replace(instance.begin(), instance.end(), '\n', ';');
  while (!instance.empty() && (instance.back() == ';' || instance.back() == ' ')) instance.pop_back();
  return instance;
}

std::string file_of(const RuleStatement& rule, const SourceMap& sources) { return std::string(sources.name(rule.span.source)); }

void print(const ProveLine& line, bool laws, Streams io, const SourceMap& sources) {
  const std::string verdict = paint(io, line.ok() ? Ink::Good : Ink::Bad, line.verdict);
  io.out << fmt::format("{:<28} {}", line.rule->name, verdict);
  const Proved* proved = line.verdict == "proved" ? &std::get<Proved>(line.proof.verdict) : nullptr;
  if (proved != nullptr) {
    io.out << fmt::format(" for all sizes by {}, {}, {}", proved->solver, counted(proved->obligations, "obligation"),
                          line.proof.remembered ? "by an earlier run" : fmt::format("{:.0f} ms", line.seconds * 1000));
    for (const HypothesisUse& use : proved->hypotheses)
      if (!use.used) io.out << "; unused: " << use.text;
  }
  if (line.counterexample) io.out << " at " << one_line(line.counterexample->text) << ": " << line.counterexample->difference;
  if (!line.reason.empty()) io.out << ": " << line.reason;
  if (!line.ok()) io.out << fmt::format("  (expected: {})", line.rule->refute ? "refuted" : "proved");
  io.out << '\n';
  if (proved != nullptr && laws) print_laws(*proved, io);
  print_needs(line, io);
  if (const Unknown* unknown = std::get_if<Unknown>(&line.proof.verdict); unknown && !line.rule->refute)
    for (const Diagnostic& problem : unknown->problems) io.out << render(problem, sources);
}

namespace {

nlohmann::json one_result(const ProveLine& line, const SourceMap& sources) {
  nlohmann::json hypotheses = nlohmann::json::array();
  nlohmann::json laws = nlohmann::json::array();
  int obligations = 0;
  if (const Proved* proved = std::get_if<Proved>(&line.proof.verdict)) {
    if (line.needs.empty())
      for (const HypothesisUse& use : proved->hypotheses) hypotheses.push_back({{"text", use.text}, {"use", use.used ? "used" : "unused"}});
    for (const HypothesisNeed& need : line.needs) {
      hypotheses.push_back({{"text", need.text}, {"use", name(need.role)}});
      if (need.without) hypotheses.back()["without"] = {{"instance", need.without->text}, {"difference", need.without->difference}};
    }
    laws = proved->laws;
    obligations = proved->obligations;
  }
  nlohmann::json out = {{"name", line.rule->name}, {"file", file_of(*line.rule, sources)},
                        {"line", sources.position(line.rule->span.source, line.rule->span.begin).line},
                        {"kind", line.rule->refute ? "refute" : line.by_script ? "proof" : "rule"}, {"verdict", line.verdict},
                        {"expected", line.rule->refute ? "refuted" : "proved"}, {"ok", line.ok()}, {"seconds", line.seconds},
                        {"hypotheses", hypotheses}, {"laws", laws}, {"float_assumptions", nlohmann::json::array()},
                        {"counterexample", nullptr}, {"reason", line.reason.empty() ? nlohmann::json(nullptr) : nlohmann::json(line.reason)},
                        {"obligations", obligations}};
  if (!line.model.empty()) out["model"] = line.model;
  if (line.counterexample)
    out["counterexample"] = {{"instance", line.counterexample->text}, {"left", line.counterexample->left}, {"right", line.counterexample->right},
                             {"difference", line.counterexample->difference}};
  return out;
}

}  // namespace

std::size_t count(const std::vector<ProveLine>& lines, std::string_view verdict) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const ProveLine& line) { return line.verdict == verdict; }));
}

std::size_t unexpected(const std::vector<ProveLine>& lines) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const ProveLine& line) { return !line.ok(); }));
}

std::string to_json(const std::vector<ProveLine>& lines, const std::optional<CrossCheck>& crossed, double seconds, const SourceMap& sources) {
  nlohmann::json results = nlohmann::json::array();
  for (const ProveLine& line : lines) results.push_back(one_result(line, sources));
  nlohmann::json out = {{"version", 1}, {"results", results},
                        {"summary", {{"proved", count(lines, "proved")}, {"refuted", count(lines, "refuted")}, {"unknown", count(lines, "unknown")},
                                     {"unexpected", unexpected(lines)}, {"seconds", seconds}}}};
  if (crossed)
    out["cross_check"] = {{"solver", crossed->solver}, {"agree", crossed->agree}, {"different", crossed->different}, {"unanswered", crossed->unanswered}};
  return out.dump(2) + "\n";
}

}  // namespace refold
