#include "prove/proof_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "prove/obligation.h"
#include "rule/statement_texts.h"

namespace refold {
namespace {

using Json = nlohmann::json;
constexpr std::size_t kDigits = 32;

/// The program that is running: another build may judge otherwise.
const std::string& program_digest() {
  static const std::string name = [] {
    std::error_code error;
    std::string bytes(std::filesystem::file_size("/proc/self/exe", error), '\0');
    std::ifstream("/proc/self/exe", std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return digest(bytes);
  }();
  return name;
}

/// Each rule's key, from its text and the keys of what its proof cites.
std::map<std::string, std::string> rule_keys(const SourceMap& sources, const Module& module, const std::string& world) {
  std::vector<std::string> names;
  for (const RuleStatement& rule : module.rules) names.push_back(rule.name);
  const Result<StatementTexts> texts = statement_texts(sources, module, {}, names);
  std::map<std::string, std::string> keys;
  if (!texts) return keys;
  std::string declarations;
  std::size_t declared = 0;
  for (const RuleText& rule : texts->rules) {
    for (; declared < rule.declarations; ++declared) declarations += texts->declarations[declared] + '\n';
    std::string all = world + '\n' + declarations + rule.statement + '\n' + rule.proof;
    for (const std::string& cited : rule.cites) all += '\n' + (keys.contains(cited) ? keys.at(cited) : cited);
    keys.emplace(rule.name, digest(all));
  }
  return keys;
}

std::string to_text(const Proved& proved) {
  Json hypotheses = Json::array();
  for (const HypothesisUse& use : proved.hypotheses) hypotheses.push_back({use.text, use.used});
  return Json{{"solver", proved.solver}, {"hypotheses", hypotheses}, {"laws", proved.laws}, {"results", proved.results},
              {"obligations", proved.obligations}, {"both_ways", proved.both_ways}}.dump();
}

std::optional<Proved> to_proved(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Proved proved{json.at("solver"), {}, json.at("laws"), json.at("results"), json.at("obligations"), json.at("both_ways")};
    for (const Json& use : json.at("hypotheses")) proved.hypotheses.push_back({use.at(0), use.at(1)});
    return proved;
  } catch (const Json::exception&) {  // an entry of another form is no entry
    return std::nullopt;
  }
}

/// The propositions of a witness clause, from lines of text.
std::optional<std::vector<Syntax>> propositions(const std::string& lines) {
  std::vector<Syntax> found;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    SourceMap sources;
    Result<Syntax> one = parse_entry(sources, sources.add("cache", lines.substr(begin, end - begin)), Entry::Proposition);
    if (!one) return std::nullopt;
    found.push_back(std::move(*one));
    begin = end + 1;
  }
  return found;
}

}  // namespace

ProofCache::ProofCache(std::filesystem::path file, const SourceMap& sources, const Module& module, std::uint64_t rlimit)
    : file_(std::move(file)), keys_(rule_keys(sources, module, fmt::format("{} {} {}", program_digest(), solver_version(), rlimit))) {
  std::error_code error;
  if (const auto size = std::filesystem::file_size(file_, error); !error && size > kMostBytes) std::filesystem::remove(file_, error);
  if (!std::filesystem::is_regular_file(file_, error)) return;  // reading a pipe would wait
  std::ifstream in(file_);
  for (std::string line; std::getline(in, line);) {
    if (line.size() < 2 * kDigits || digest(line.substr(0, line.size() - kDigits)) != line.substr(line.size() - kDigits)) continue;
    entries_.insert_or_assign(line.substr(0, kDigits), line.substr(kDigits, line.size() - 2 * kDigits));
  }
}

std::string ProofCache::key(const RuleStatement& rule, std::string_view kind) const {
  const auto at = keys_.find(rule.name);
  return at == keys_.end() ? std::string() : digest(fmt::format("{} {}", kind, at->second));
}

std::optional<std::string> ProofCache::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(key);
  return at == entries_.end() ? std::nullopt : std::optional(at->second);
}

void ProofCache::add(const std::string& key, const std::string& value) {
  if (key.empty()) return;
  const std::lock_guard lock(mutex_);
  entries_.insert_or_assign(key, value);
  const std::string body = key + value, line = body + digest(body) + '\n';
  const int out = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600);
  if (out < 0) return;  // what cannot be kept is proved again
  if (::write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) static_cast<void>(::write(out, "\n", 1));
  ::close(out);
}

std::optional<Proved> ProofCache::proved(const RuleStatement& rule) const {
  const std::optional<std::string> text = find(key(rule, "proved"));
  return text ? to_proved(*text) : std::nullopt;
}

void ProofCache::keep(const RuleStatement& rule, const Proved& proved) { add(key(rule, "proved"), to_text(proved)); }

Result<std::optional<Counterexample>> ProofCache::refute(const TermStore& store, const RuleStatement& rule, Budget& budget) {
  const std::string name = key(rule, fmt::format("refuted within {}", budget.nodes));
  if (const std::optional<std::string> text = find(name); text && budget.alive()) {
    const Json lines = Json::parse(*text, nullptr, false);
    RuleStatement there = rule;
    if (lines.is_string())
      if (std::optional<std::vector<Syntax>> witness = propositions(lines)) {
        there.witness = std::move(*witness);
        Budget once = budget;
        if (auto found = refold::refute(store, there, once); found && *found) return found;
      }
  }
  auto found = refold::refute(store, rule, budget);
  if (found && *found) add(name, Json((*found)->text).dump());
  return found;
}

}  // namespace refold
