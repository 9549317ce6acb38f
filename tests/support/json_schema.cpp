#include "support/json_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace refold {
namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == value.type_name();
}

class Comparison {
 public:
  std::vector<std::string> differences;

  void compare(const json& value, const json& schema, const std::string& place) {
    for (const auto& [word, rule] : schema.items())
      if (!word_fits(word, rule, value, schema, place)) say(place, "does not fit \"" + word + "\": " + rule.dump());
  }

 private:
  void say(const std::string& place, const std::string& what) {
    differences.push_back((place.empty() ? "/" : place) + ": " + what);
  }

  bool word_fits(const std::string& word, const json& rule, const json& value, const json& schema,
                 const std::string& place) {
    static const std::set<std::string> notes = {"$schema", "title", "description"};
    if (notes.contains(word)) return true;
    if (word == "type") {
      const json types = rule.is_array() ? rule : json::array({rule});
      return std::any_of(types.begin(), types.end(), [&](const json& type) { return has_type(value, type); });
    }
    if (word == "const") return value == rule;
    if (word == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (word == "minimum") return !value.is_number() || value.get<double>() >= rule.get<double>();
    if (word == "required") return !value.is_object() || std::all_of(rule.begin(), rule.end(), [&](const json& key) {
      if (!value.contains(key.get<std::string>())) say(place, "lacks " + key.dump());
      return true;
    });
    if (word == "properties") {
      if (value.is_object())
        for (const auto& [key, inner] : rule.items())
          if (value.contains(key)) compare(value[key], inner, place + "/" + key);
      return true;
    }
    if (word == "additionalProperties") {
      if (value.is_object() && rule == false)
        for (const auto& [key, unused] : value.items())
          if (!schema.contains("properties") || !schema["properties"].contains(key))
            say(place, "has an unknown \"" + key + "\"");
      return rule.is_boolean();
    }
    if (word == "items") {
      if (value.is_array())
        for (std::size_t k = 0; k < value.size(); ++k) compare(value[k], rule, place + "/" + std::to_string(k));
      return true;
    }
    return false;
  }
};

}  // namespace

std::vector<std::string> schema_differences(const std::string& text, const std::string& schema) {
  const json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) return {"/: this is not JSON"};
  Comparison comparison;
  comparison.compare(value, json::parse(schema), "");
  return comparison.differences;
}

}  // namespace refold
