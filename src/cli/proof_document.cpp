#include "cli/proof_document.h"

#include <fmt/format.h>

#include <filesystem>

#include "rule/statement_texts.h"

namespace refold {
namespace {

/// Without its first line, which names it, and with two columns less of indentation.
std::string body(const std::string& statement) {
  std::string out;
  for (std::size_t begin = statement.find('\n'); begin != std::string::npos && begin + 1 < statement.size();) {
    const std::size_t end = statement.find('\n', begin + 1);
    std::string line = statement.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
    if (line.starts_with("  ")) line.erase(0, 2);
    out += line + '\n';
    begin = end;
  }
  return out;
}

/// The comment that stands before a proof, as running text; includes may stand between.
std::string remark(const ProofStatement* proof, const SourceMap& sources) {
  if (proof == nullptr) return {};
  const std::string_view before = sources.text(proof->span.source).substr(0, proof->span.begin);
  std::vector<std::string> lines;
  for (std::size_t end = before.rfind('\n'); end != std::string_view::npos && end > 0;) {
    const std::size_t begin = before.rfind('\n', end - 1) + 1;  // 0 where there is none
    const std::string_view line = before.substr(begin, end - begin);
    if (line.starts_with("# ")) lines.insert(lines.begin(), std::string(line.substr(2)));
    else if (!line.empty() && !line.starts_with("include ")) break;
    if (begin == 0) break;
    end = begin - 1;
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return text;
}

PageNearMiss near_miss(const ProveLine& line, const std::string& statement) {
  PageNearMiss miss{line.rule->name, body(statement), line.verdict + (line.reason.empty() ? "" : ": " + line.reason), {}, {}, line.ok()};
  if (line.counterexample) {
    miss.instance = line.counterexample->text;
    miss.difference = line.counterexample->difference;
  }
  return miss;
}

class Page {
 public:
  Page(const AskedOf& asked, const Module& module, const SourceMap& sources) : asked_(asked), module_(module), sources_(sources) {
    std::vector<std::string> names;
    for (const RuleStatement& rule : module.rules) names.push_back(rule.name);
    if (Result<StatementTexts> texts = statement_texts(sources, module, {}, names))
      for (RuleText& text : texts->rules) texts_.emplace(text.name, std::move(text));
  }

  PageResult result(const ProveLine& line) const {
    const RuleText text = text_of(line);
    PageResult made;
    made.name = line.rule->name;
    made.title = line.rule->title;
    made.file = std::filesystem::path(file_of(*line.rule, sources_)).filename().string();
    made.statement = body(text.statement);
    made.proof = body(text.proof);
    for (const ProofStatement& proof : module_.proofs)
      if (proof.rule == line.rule->name) made.remark = remark(&proof, sources_);
    made.ok = line.ok();
    made.seconds = line.seconds;
    made.verdict = line.reason.empty() ? line.verdict : line.verdict + ": " + line.reason;
    if (const auto at = asked_.find(line.rule->name); at != asked_.end()) made.obligations = at->second;
    if (line.counterexample) made.near_misses.push_back(near_miss(line, text.statement));
    const Proved* proved = std::get_if<Proved>(&line.proof.verdict);
    if (proved == nullptr) return made;
    made.verdict = "proved for all sizes by " + proved->solver;
    made.laws = proved->laws;
    made.results = proved->results;
    if (line.needs.empty())
      for (const HypothesisUse& use : proved->hypotheses) made.hypotheses.emplace_back(use.text, use.used ? "used" : "unused");
    for (const HypothesisNeed& need : line.needs) made.hypotheses.emplace_back(need.text, name(need.role));
    return made;
  }

  RuleText text_of(const ProveLine& line) const {
    const auto at = texts_.find(line.rule->name);
    return at == texts_.end() ? RuleText{} : at->second;
  }

 private:
  const AskedOf& asked_;
  const Module& module_;
  const SourceMap& sources_;
  std::map<std::string, RuleText> texts_;
};

}  // namespace

ProofPage proof_page(const std::vector<ProveLine>& lines, const AskedOf& asked, const Module& module, const SourceMap& sources) {
  const Page page(asked, module, sources);
  ProofPage made{"Rules and their proofs", {}, {}};
  const ProveLine* owner = nullptr;
  for (const ProveLine& line : lines) {
    const bool with_owner = line.rule->refute && owner != nullptr && owner->rule->span.source == line.rule->span.source;
    if (with_owner) {
      made.results.back().near_misses.push_back(near_miss(line, page.text_of(line).statement));
    } else {
      made.results.push_back(page.result(line));
      owner = line.rule->refute ? nullptr : &line;
    }
  }
  made.summary = fmt::format("{} proved, {} refuted, {} unknown, {} not as stated.", count(lines, "proved"), count(lines, "refuted"), count(lines, "unknown"), unexpected(lines));
  return made;
}

}  // namespace refold
