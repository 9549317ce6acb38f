// refold prove: the verdict of every rule of files and folders.
#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "base/jobs.h"
#include "base/words.h"
#include "cli/commands.h"
#include "cli/cross_check.h"
#include "cli/library.h"
#include "cli/pipeline.h"
#include "cli/proof_document.h"
#include "cli/prove_line.h"
#include "eval/instance.h"
#include "prove/script.h"

namespace refold {
namespace {

Budget search_budget(const ProveOptions& options) {
  Budget budget = budget_of(options.limits);
  if (options.limits.nodes == 0) budget.nodes = kRefuteNodes;
  return budget;
}

Budget proof_budget(const ProveOptions& options) {
  Budget budget = budget_of(options.limits);
  budget.nodes = Budget::kUnlimited;
  return budget;
}

/// Whether a limit that the user set, or the user, ended the work.
bool limited(const ProveOptions& options, const Budget& budget) {
  const auto by = budget.stopped_by();
  return by && (by != Limit::Nodes || options.limits.nodes > 0);
}

void judge_refute(const Module& module, ProofCache* cache, ProveLine& line, const ProveOptions& options) {
  Budget budget = search_budget(options);
  auto found = bounded([&] { return cache != nullptr ? cache->refute(module.store, *line.rule, budget) : refute(module.store, *line.rule, budget); });
  if (!found) {
    line.verdict = "unknown";
    line.reason = found.error().message;
  } else if (*found) {
    line.verdict = "refuted";
    line.counterexample = std::move(**found);
  } else {
    line.verdict = "unknown";
    line.limited = limited(options, budget);
    line.reason = "no small instance refutes it" + (budget.stopped_by() ? fmt::format(" (stopped by {})", name(*budget.stopped_by())) : std::string());
  }
}

ProveLine judge_rule(const Module& module, Prover& prover, ProofCache* cache, const RuleStatement& rule, const ProveOptions& options) {
  ProveLine line{&rule};
  line.by_script = prover.script(rule.name) != nullptr;
  Budget budget = proof_budget(options);
  line.proof = prover.prove(rule, budget);
  line.seconds = line.proof.seconds;
  line.verdict = line.proof.proved() ? "proved" : "unknown";
  if (const Unknown* unknown = std::get_if<Unknown>(&line.proof.verdict)) {
    ProveLine second = line;
    const auto begin = std::chrono::steady_clock::now();
    judge_refute(module, cache, second, options);
    line.seconds += seconds_since(begin);
    if (second.counterexample) line.verdict = "refuted", line.counterexample = std::move(second.counterexample);
    else line.reason = unknown->reason, line.limited = limited(options, budget);
  }
  if (const Proved* proved = std::get_if<Proved>(&line.proof.verdict); proved != nullptr && options.necessity) {
    line.needs = necessity(prover, module.store, rule, *proved, search_budget(options));
    Budget search = search_budget(options);
    std::vector<std::string> names;
    for (const Variable& variable : rule.variables) names.push_back(variable.name);
    if (const auto model = rule.hypotheses.empty() ? std::nullopt : find_model(module.store, rule, search)) line.model = one_line(text(*model, names));
    else line.no_model = !rule.hypotheses.empty();
  }
  return line;
}

/// The near misses are independent of each other and of all proofs: with several jobs they are judged beforehand.
class NearMisses {
 public:
  NearMisses(const Module& module, ProofCache* cache, const std::vector<const RuleStatement*>& rules, const ProveOptions& options)
      : module_(module), cache_(cache), options_(options) {
    if (options.jobs <= 1) return;
    std::vector<const RuleStatement*> pending;
    std::copy_if(rules.begin(), rules.end(), std::back_inserter(pending), [](const RuleStatement* rule) { return rule->refute; });
    std::vector<ProveLine> done(pending.size());
    run_jobs(pending.size(), static_cast<unsigned>(options.jobs), [&](std::size_t k) { done[k] = judged(*pending[k]); });
    for (ProveLine& line : done) known_.emplace(line.rule, std::move(line));
  }

  ProveLine judge(const RuleStatement& rule) const {
    const auto at = known_.find(&rule);
    return at == known_.end() ? judged(rule) : at->second;
  }

 private:
  ProveLine judged(const RuleStatement& rule) const {
    ProveLine line{&rule};
    const auto begin = std::chrono::steady_clock::now();
    judge_refute(module_, cache_, line, options_);
    line.seconds = seconds_since(begin);
    return line;
  }

  const Module& module_;
  ProofCache* cache_;
  const ProveOptions& options_;
  std::map<const RuleStatement*, ProveLine> known_;
};

/// The obligations as files, and what the second solver says of them.
Result<std::optional<CrossCheck>> exported(const std::vector<Obligation>& obligations, const ProveOptions& options, bool silent, Streams io) {
  namespace fs = std::filesystem;
  std::string scratch = (fs::temp_directory_path() / "refold-XXXXXX").string();
  if (options.smt2.empty() && ::mkdtemp(scratch.data()) == nullptr)
    return Diagnostic{"E0703", {}, "cannot make a folder in " + fs::temp_directory_path().string()};
  const fs::path folder = options.smt2.empty() ? fs::path(scratch) : fs::path(options.smt2);
  Result<std::vector<fs::path>> files = write_obligations(folder, obligations);
  Result<std::optional<CrossCheck>> made = std::optional<CrossCheck>{};
  if (!files) {
    made = files.error();
  } else if (!options.cross_check.empty()) {
    if (Result<CrossCheck> crossed = cross_check(options.cross_check, *files); crossed) made = std::optional(std::move(*crossed));
    else made = crossed.error();
  }
  std::error_code ignored;
  if (options.smt2.empty()) fs::remove_all(folder, ignored);
  if (!made || silent) return made;
  if (!options.smt2.empty() && !options.common.quiet) io.out << fmt::format("{} written to {}\n", counted(files->size(), "obligation"), folder.string());
  if (!*made) return made;
  const CrossCheck& crossed = **made;
  for (const auto* list : {&crossed.different, &crossed.unanswered})
    for (const std::string& line : *list) io.out << line << '\n';
  if (!options.common.quiet)
    io.out << fmt::format("{} agrees on {} of {}, {} without an answer\n", crossed.solver, crossed.agree, counted(files->size(), "obligation"), crossed.unanswered.size());
  return made;
}

/// The folder of rules beside a folder of proofs or a file in one; nothing for other paths.
std::filesystem::path rules_beside(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::path(path).lexically_normal();
  if (!folder.has_filename() || !fs::is_directory(folder, error)) folder = folder.parent_path();
  if (folder.filename() != "proofs") return {};
  if (fs::is_directory(folder.parent_path() / "rules", error)) return folder.parent_path() / "rules";
  const Result<fs::path> found = rules_folder("", folder);
  return found ? *found : fs::path();
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
    for (const std::filesystem::path& file : *found) asked.insert(file.lexically_normal().string());
    // Scripts name rules that are stated before them: folders of proofs go last, with the rules beside them first.
    const std::filesystem::path rules = rules_beside(path);
    const bool is_proofs = !rules.empty();
    if (is_proofs)
      if (const auto stated = rf_files(rules)) {
        files.insert(files.end(), stated->begin(), stated->end());
        for (const std::filesystem::path& file : *stated) asked.insert(file.lexically_normal().string());
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

  std::vector<const RuleStatement*> rules;
  for (const RuleStatement& rule : module.rules)
    if (asked.count(std::filesystem::path(file_of(rule, sources)).lexically_normal().string()) > 0 && (options.rule.empty() || rule.name == options.rule)) rules.push_back(&rule);
  if (rules.empty() && !options.rule.empty()) return fail(io, {"E0304", {}, "there is no rule " + options.rule + " in these files"});

  Budget whole = budget_of(options.limits);
  stop_on_interrupt(whole);
  const auto start = std::chrono::steady_clock::now();
  const bool export_all = !options.smt2.empty() || !options.cross_check.empty(), page = !options.html.empty() || !options.markdown.empty();
  std::vector<Obligation> obligations;
  const std::unique_ptr<ProofCache> cache = proof_cache(sources, module, options.limits, options.no_cache);
  AskedOf questions;
  ObligationObserver observer;
  if (export_all || page)
    observer = [&](const Obligation& obligation, const Answer& answer) {
      if (export_all) obligations.push_back(obligation);
      questions[obligation.title].push_back({obligation.claim, answer.used});
    };
  Prover prover(module, observer, cache.get());
  std::vector<const RuleStatement*> stated;
  std::copy_if(rules.begin(), rules.end(), std::back_inserter(stated), [](const RuleStatement* rule) { return !rule->refute; });
  prover.prove_ahead(stated, static_cast<unsigned>(options.jobs), proof_budget(options));
  NearMisses near_misses(module, cache.get(), rules, options);
  std::vector<ProveLine> lines;
  const bool silent = options.json == "-" || options.html == "-" || options.markdown == "-";  // what was asked for stands alone
  for (const RuleStatement* rule : rules) {
    if (!whole.alive()) break;
    lines.push_back(rule->refute ? near_misses.judge(*rule) : judge_rule(module, prover, cache.get(), *rule, options));
    if (!silent && !(options.common.quiet && lines.back().ok())) print(lines.back(), options.common.verbose || options.necessity, io, sources);
  }
  if (!options.common.quiet && !silent)
    io.out << fmt::format("{} proved, {} refuted, {} unknown, {} not as stated\n", count(lines, "proved"), count(lines, "refuted"), count(lines, "unknown"), unexpected(lines));

  std::optional<CrossCheck> crossed;
  if (export_all) {
    Result<std::optional<CrossCheck>> done = exported(obligations, options, silent, io);
    if (!done) return fail(io, done.error());
    crossed = std::move(*done);
  }
  if (page) {
    const ProofPage made = proof_page(lines, questions, module, sources);
    if (!options.html.empty())
      if (Result<void> written = write_text(io, options.html, proof_page_html(made)); !written) return fail(io, written.error());
    if (!options.markdown.empty())
      if (Result<void> written = write_text(io, options.markdown, proof_page_markdown(made)); !written) return fail(io, written.error());
  }
  if (!options.json.empty())
    if (Result<void> written = write_text(io, options.json, to_json(lines, crossed, seconds_since(start), sources)); !written) return fail(io, written.error());
  if (!module.errors.empty()) return kUnusable;
  const auto cut = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [](const ProveLine& line) { return !line.ok() && line.limited; }));
  if (unexpected(lines) > cut || (crossed && !crossed->different.empty())) return kNotAsStated;
  return cut > 0 || whole.stopped_by() ? kLimit : kAsStated;
}

}  // namespace refold
