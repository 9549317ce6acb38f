#include "eval/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace refold {
namespace {

int sign(bool less, bool greater) { return less ? -1 : greater ? 1 : 0; }

int compare_doubles(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return sign(!std::isnan(a), !std::isnan(b));
  if (a == 0 && b == 0) return sign(std::signbit(a) && !std::signbit(b), !std::signbit(a) && std::signbit(b));
  return sign(a < b, a > b);
}

int compare_lists(const Values& a, const Values& b) {
  if (a.size() != b.size()) return sign(a.size() < b.size(), true);
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const int order = compare(a[k], b[k]); order != 0) return order;
  return 0;
}

int compare_bags(const Bag& a, const Bag& b) {
  const std::uint64_t size_a = cardinality(a), size_b = cardinality(b);
  if (size_a != size_b) return sign(size_a < size_b, true);
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    if (const int order = compare(a[k].first, b[k].first); order != 0) return order;
    if (a[k].second != b[k].second) return sign(a[k].second > b[k].second, true);
  }
  return 0;  // equal totals and a common beginning
}

std::string list(const Values& parts, std::string_view open, std::string_view close) {
  std::string out(open);
  for (std::size_t k = 0; k < parts.size(); ++k) out += (k == 0 ? "" : ", ") + text(parts[k]);
  return out + std::string(close);
}

}  // namespace

Value Value::bag(Bag elements) {
  std::sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Bag joined;
  for (auto& element : elements) {
    if (element.second == 0) continue;
    if (!joined.empty() && joined.back().first == element.first) joined.back().second += element.second;
    else joined.push_back(std::move(element));
  }
  return Value(std::make_shared<const Bag>(std::move(joined)));
}

bool Value::holds_function() const {
  if (is_function()) return true;
  return (is(Kind::Tuple) || is(Kind::Vector)) &&
         std::any_of(parts().begin(), parts().end(), [](const Value& part) { return part.holds_function(); });
}

int compare(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return sign(a.kind() < b.kind(), true);
  switch (a.kind()) {
    case Value::Kind::Truth: return sign(a.truth() < b.truth(), a.truth() > b.truth());
    case Value::Kind::Number: return sign(a.number() < b.number(), a.number() > b.number());
    case Value::Kind::Double: return compare_doubles(a.real(), b.real());
    case Value::Kind::Infinity:
      return sign(a.negative_infinity() && !b.negative_infinity(), !a.negative_infinity() && b.negative_infinity());
    case Value::Kind::Tuple: case Value::Kind::Vector: return compare_lists(a.parts(), b.parts());
    case Value::Kind::Bag: return compare_bags(a.bag(), b.bag());
    case Value::Kind::Closure: case Value::Kind::Input: assert(false && "functions are not ordered"); return 0;
  }
  __builtin_unreachable();
}

std::string text(const Rational& value) {
  const Integer below = boost::multiprecision::denominator(value);
  const std::string above = boost::multiprecision::numerator(value).str();
  return below == 1 ? above : above + "/" + below.str();
}

std::string text(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Truth: return value.truth() ? "true" : "false";
    case Value::Kind::Number: return text(value.number());
    case Value::Kind::Double: return std::isnan(value.real()) ? "nan" : fmt::format("{}", value.real());
    case Value::Kind::Infinity: return value.negative_infinity() ? "-inf" : "inf";
    case Value::Kind::Tuple: return list(value.parts(), "(", ")");
    case Value::Kind::Vector: return list(value.parts(), "[", value.parts().size() == 1 ? ",]" : "]");
    case Value::Kind::Bag: {
      Values flat;
      for (const auto& [element, count] : value.bag()) flat.insert(flat.end(), count, element);
      return list(flat, "{", "}");
    }
    case Value::Kind::Closure: case Value::Kind::Input: return "(a function)";
  }
  __builtin_unreachable();
}

std::string index_text(const Value& index) {
  const std::string all = text(index);
  if (!index.is(Value::Kind::Tuple) && !index.is(Value::Kind::Vector)) return all;
  const std::size_t close = index.is(Value::Kind::Vector) && index.parts().size() == 1 ? 2 : 1;  // "(0, 1)", "[0,]"
  return all.substr(1, all.size() - 1 - close);
}

std::uint64_t cardinality(const Bag& bag) {
  std::uint64_t total = 0;
  for (const auto& element : bag) total += element.second;
  return total;
}

}  // namespace refold
