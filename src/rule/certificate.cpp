#include "rule/certificate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/digest.h"
#include "base/words.h"
#include "term/text.h"

namespace refold {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kVersion = 1;  // of the form of a certificate

DataFacts data_facts(const Module& module) {
  DataFacts facts;
  for (const TensorInfo& tensor : module.tensors) {
    if (tensor.sparse) facts.sparse.push_back(tensor.variable.term);
    for (const Hypothesis& fact : tensor.facts) facts.declared.push_back({tensor.variable.name, fact.prop});
  }
  return facts;
}

namespace {

Json to_json(const RuntimeCheck& check) {
  return {{"kind", check.kind}, {"tensor", check.tensor}, {"text", check.text}};
}

Json to_json(const TermStore& store, const Fact& fact) {
  Json json = {
      {"kind", std::string(name(fact.kind))}, {"subject", text(store, fact.subject)}, {"because", fact.reason}};
  if (fact.other.valid()) json["other"] = text(store, fact.other);
  if (fact.check) json["check"] = to_json(*fact.check);
  json["from"] = Json::array();
  for (const Fact& premise : fact.from) json["from"].push_back(to_json(store, premise));
  return json;
}

Json to_json(const TermStore& store, const Settled& settled) {
  Json json = {{"text", text(store, settled.prop)},
               {"by", std::string(name(settled.by))},
               {"verdict", settled.by == SettledBy::Runtime ? "checked before the run" : "proved"}};
  if (settled.fact) json["fact"] = to_json(store, *settled.fact);
  return json;
}

Json to_json(const TermStore& store, const Step& step) {
  Json json = {{"rule", step.rule},
               {"direction", std::string(name(step.direction))},
               {"place", {{"path", step.place.path}, {"begin", step.place.begin}, {"length", step.place.length}}}};
  json["substitution"] = Json::array();
  for (const auto& [variable, value] : step.substitution)
    json["substitution"].push_back({{"variable", variable}, {"value", value}});
  json["before"] = text(store, step.before);
  json["after"] = text(store, step.after);
  json["obligations"] = Json::array();
  for (const Settled& settled : step.obligations) json["obligations"].push_back(to_json(store, settled));
  return json;
}

std::string algebra_text(const Algebra& algebra) {
  std::string words = algebra.structure.empty() ? "real" : algebra.structure;
  if (algebra.commutative) words = "commutative " + words;
  if (algebra.idempotent) words = "idempotent " + words;
  if (algebra.ordered) words = "ordered " + words;
  return words;
}

}  // namespace

Result<std::string> certificate(const SourceMap& sources, const Module& module, const TermStore& store,
                                const std::string& let, const Derivation& derivation) {
  std::vector<std::string> names;
  for (const Step& step : derivation.steps)
    if (std::find(names.begin(), names.end(), step.rule) == names.end()) names.push_back(step.rule);
  REFOLD_TRY(const StatementTexts texts, statement_texts(sources, module, let, names));
  Json json = {{"format", "refold certificate"}, {"version", kVersion}, {"tool", "refold"}};
  json["declarations"] = texts.declarations;
  json["let"] = let;
  json["algebra"] = algebra_text(derivation.algebra);
  json["expression"] = text(store, derivation.start);
  json["result"] = text(store, derivation.end());
  json["rules"] = Json::array();
  for (const RuleText& rule : texts.rules)
    json["rules"].push_back(
        {{"name", rule.name}, {"statement", rule.statement}, {"proof", rule.proof}, {"cites", rule.cites}});
  json["steps"] = Json::array();
  for (const Step& step : derivation.steps) json["steps"].push_back(to_json(store, step));
  json["runtime"] = Json::array();
  for (const RuntimeCheck& check : checks(derivation)) json["runtime"].push_back(to_json(check));
  Json digests = Json::object();
  for (const char* part : {"declarations", "expression", "rules", "steps", "runtime"})
    digests[part] = digest(json[part].dump());
  json["digests"] = std::move(digests);
  return json.dump(1) + "\n";
}

namespace {

constexpr std::size_t kMostBytes = 64u << 20;
constexpr int kMostDepth = 400;

/// Text that nobody vouches for: bounded, and no key twice in one object.
Result<nlohmann::json> parse_json(std::string_view text) {
  if (text.size() > kMostBytes) return Diagnostic{"E0510", {}, "this certificate is larger than 64 MiB"};
  std::vector<std::set<std::string>> keys;
  std::string problem;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    using Event = nlohmann::json::parse_event_t;
    if (depth > kMostDepth) problem = "it is nested too deeply";
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end && !keys.empty()) keys.pop_back();
    if (event == Event::key && !keys.empty() && !keys.back().insert(value.get<std::string>()).second)
      problem = fmt::format("the key {} stands twice in one object", value.get<std::string>());
    return problem.empty();
  };
  nlohmann::json json = nlohmann::json::parse(text.begin(), text.end(), watch, false);
  if (!problem.empty()) return Diagnostic{"E0510", {}, "this is no certificate: " + problem};
  if (json.is_discarded()) return Diagnostic{"E0510", {}, "this is no certificate: it is not JSON"};
  return json;
}

/// The parts of a certificate that are read; the first that is not as it should be is kept.
class Reader {
 public:
  std::optional<Diagnostic> problem;

  const nlohmann::json& at(const nlohmann::json& json, const char* key) {
    static const nlohmann::json none;
    if (!json.is_object() || !json.contains(key)) return fail(key, "is missing"), none;
    return json.at(key);
  }
  std::string string(const nlohmann::json& json, const char* key) {
    const nlohmann::json& value = at(json, key);
    return value.is_string() ? value.get<std::string>() : (fail(key, "is no string"), std::string());
  }
  std::uint32_t number(const nlohmann::json& value, const char* key) {
    const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= 1'000'000;
    return fits ? value.get<std::uint32_t>() : (fail(key, "is no small whole number"), 0u);
  }
  const nlohmann::json& list(const nlohmann::json& json, const char* key) {
    static const nlohmann::json none = nlohmann::json::array();
    const nlohmann::json& value = at(json, key);
    return value.is_array() ? value : (fail(key, "is no list"), none);
  }

 private:
  void fail(const char* key, const char* what) {
    if (!problem) problem = Diagnostic{"E0511", {}, fmt::format("this is no certificate: {} {}", key, what)};
  }
};

StepChoice step_choice(Reader& read, const nlohmann::json& json) {
  StepChoice step;
  step.rule = read.string(json, "rule");
  step.direction =
      read.string(json, "direction") == name(Direction::LeftToRight) ? Direction::LeftToRight : Direction::RightToLeft;
  const nlohmann::json& place = read.at(json, "place");
  for (const nlohmann::json& part : read.list(place, "path")) step.place.path.push_back(read.number(part, "path"));
  step.place.begin = read.number(read.at(place, "begin"), "begin");
  step.place.length = read.number(read.at(place, "length"), "length");
  for (const nlohmann::json& pair : read.list(json, "substitution"))
    step.substitution.emplace_back(read.string(pair, "variable"), read.string(pair, "value"));
  return step;
}

}  // namespace

Result<CertificateClaims> read_claims(std::string_view text) {
  REFOLD_TRY(const nlohmann::json json, parse_json(text));
  Reader read;
  CertificateClaims claims;
  for (const nlohmann::json& declaration : read.list(json, "declarations"))
    claims.declarations.push_back(declaration.is_string() ? declaration.get<std::string>() : std::string());
  for (const nlohmann::json& rule : read.list(json, "rules")) {
    claims.rules.push_back(read.string(rule, "statement"));
    claims.rules.push_back(read.string(rule, "proof"));
    claims.used.push_back(read.string(rule, "name"));
  }
  claims.let = read.string(json, "let");
  for (const nlohmann::json& step : read.list(json, "steps")) claims.steps.push_back(step_choice(read, step));
  const std::uint32_t version = read.number(read.at(json, "version"), "version");
  if (read.problem) return *read.problem;
  if (version != kVersion)
    return Diagnostic{"E0511", {}, fmt::format("this certificate is of version {}, and this refold reads version {}", version, kVersion), {},
                      "make it again with this refold"};
  return claims;
}

namespace {

bool is_volatile(const std::string& key) {
  static const std::set<std::string> names = {"seconds", "version", "tool",         "time",    "created",
                                              "rlimit",  "cost",    "initial_cost", "comment", "note"};
  return names.count(key) != 0;
}

Result<void> same(const nlohmann::json& given, const nlohmann::json& made, const std::string& path) {
  const auto differs = [&](const std::string& what) {
    return Diagnostic{"E0512", {}, fmt::format("{} {}", path.empty() ? "the certificate" : path, what)};
  };
  if (given.type() != made.type() && !(given.is_number() && made.is_number()))
    return differs("is of another kind than what follows from the rest");
  if (given.is_object()) {
    for (const auto& [key, value] : given.items())
      if (!is_volatile(key) && !made.contains(key)) return differs(fmt::format("has an unknown field {}", key));
    for (const auto& [key, value] : made.items()) {
      if (is_volatile(key)) continue;
      if (!given.contains(key)) return differs(fmt::format("lacks the field {}", key));
      REFOLD_CHECK(same(given.at(key), value, path.empty() ? key : path + "." + key));
    }
    return {};
  }
  if (given.is_array()) {
    if (given.size() != made.size())
      return differs(fmt::format("has {}, the rest gives {}", counted(given.size(), "entry", "entries"), made.size()));
    for (std::size_t k = 0; k < made.size(); ++k) REFOLD_CHECK(same(given[k], made[k], fmt::format("{}[{}]", path, k)));
    return {};
  }
  return given == made ? Result<void>() : differs("is not what follows from the rest");
}

}  // namespace

Result<void> same_certificate(std::string_view given, std::string_view made) {
  REFOLD_TRY(const nlohmann::json a, parse_json(given));
  REFOLD_TRY(const nlohmann::json b, parse_json(made));
  return same(a, b, "");
}

}  // namespace refold
