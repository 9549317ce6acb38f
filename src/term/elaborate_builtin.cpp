// Elaboration of built-in names: reductions, bag functions, sparse data, scalar functions, facts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/words.h"
#include "term/elaborator.h"
#include "term/text.h"

namespace refold {
namespace {

constexpr std::array<std::string_view, 8> kReductions = {"sum", "prod", "max", "min", "all", "any", "gcd", "xor"};
constexpr std::array<std::string_view, 38> kBuiltins = {
    "id", "single", "flatten", "inverse", "copies", "elements", "enumerate", "count", "support", "image", "injective",
    "bijective", "disjoint", "monotone", "einsum", "values", "positions", "stored", "extent", "self", "abs", "ceil_div",
    "quot", "rem", "real", "int", "bool", "ravel", "unravel", "uniform", "the",
    "int8", "int16", "int32", "int64", "float16", "float32", "float64"};

}  // namespace

bool is_reduction_name(std::string_view name) { return std::find(kReductions.begin(), kReductions.end(), name) != kReductions.end(); }
bool is_builtin(std::string_view name) {
  return is_reduction_name(name) || std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end();
}

Diagnostic not_declared(const Syntax& name) {
  static const std::set<std::string, std::less<>> functions = {"exp", "log", "sqrt", "sin", "cos", "tanh", "erf", "sigmoid"};
  const bool function = functions.count(name.text) > 0;
  return {"E0141", name.span, fmt::format("the name {} is not declared", name.text), {},
          function ? fmt::format("declare it first: opaque fn {} : real -> real", name.text) : "declare it first"};
}

Result<TermId> Elaborator::name(const Syntax& syntax, const Want& want) {
  if (const ScopeItem* entry = scope_.find(syntax.text)) {
    if (entry->kind == ScopeItem::Kind::Definition) return inline_function(*entry->definition, want, syntax.span);
    return entry->term;
  }
  if (is_builtin(syntax.text)) return builtin_name(syntax.text, want, syntax.span);
  return not_declared(syntax);
}

/// Built-ins that stand alone: sorts, and functions whose sort the neighbours tell.
Result<TermId> Elaborator::builtin_name(const std::string& name, const Want& want, Span where) {
  if (name == "real") return terms_.real();
  if (name == "int") return terms_.integer();
  if (name == "bool") return terms_.boolean();
  if (name.starts_with("int") || name.starts_with("float")) return terms_.must(Op::Model, {}, terms_.store().name(name));
  const auto element = [&](TermId bag) { return bag.valid() && terms_.is(bag, Op::BagOf) ? terms_[bag].operands[0] : TermId{}; };
  const auto unknown = [&] {
    return Diagnostic{"E0142", where, fmt::format("the sort of {} is not known here", name), {}, "compose it with a function whose sets are known"};
  };
  if (is_reduction_name(name)) {
    if (want.sort.valid() && terms_.is(want.sort, Op::ReductionOf)) return named_reduction(name, terms_[want.sort].operands[0], where);
    TermId value = element(want.domain);
    if (!value.valid() && want.codomain.valid() && terms_.is_value_sort(want.codomain)) value = want.codomain;
    if (!value.valid()) value = name == "all" || name == "any" ? terms_.boolean() : terms_.real();
    value = terms_.erase(value);
    if (!terms_.is_value_sort(value)) return Diagnostic{"E0139", where, fmt::format("{} reduces numbers, not elements of {}", name, readable(terms_.store(), value))};
    return named_reduction(name, value, where);
  }
  if (name == "id") {
    const TermId set = want.domain.valid() ? want.domain : want.codomain.valid() && terms_.is(want.codomain, Op::BagOf) ? TermId{} : want.codomain;
    return set.valid() ? Result<TermId>(terms_.identity(set)) : unknown();
  }
  if (name == "single" || name == "the") {
    TermId set = name == "single" ? want.domain : want.codomain;
    if (!set.valid()) set = element(name == "single" ? want.codomain : want.domain);
    return set.valid() ? terms_.make(name == "single" ? Op::Single : Op::The, {set}, 0, {}, where) : unknown();
  }
  if (name == "flatten") {
    TermId set = element(want.codomain);
    if (!set.valid()) set = element(element(want.domain));
    return set.valid() ? terms_.make(Op::Flatten, {set}, 0, {}, where) : unknown();
  }
  if (name == "abs") {  // a function of the values around it
    const TermId around = want.domain.valid() ? want.domain : want.codomain;
    if (!around.valid()) return unknown();
    const TermId value = terms_.is(terms_.erase(around), Op::Int) ? terms_.integer() : terms_.real();
    const TermId function = terms_.lambda(value, terms_.must(Op::Abs, {terms_.bound(0, value)}));
    if (names != nullptr) names->emplace(function, name);
    return function;
  }
  const bool two = name == "quot" || name == "rem" || name == "ceil_div";
  return Diagnostic{"E0143", where, fmt::format("{} needs its arguments: {}", name, two ? name + "(a, b)" : name + "(..)"), {},
                    two ? fmt::format("a function of one of them is written (a -> {}(a, b))", name) : ""};
}

/// A reduction takes {a} to a and is a commutative monoid. `all`, `any` are so on bool only; gcd({-1, 0}) is 1.
Result<TermId> Elaborator::named_reduction(const std::string& name, TermId value_sort, Span where) {
  if ((name == "all" || name == "any") && !terms_.is(value_sort, Op::Bool))
    return Diagnostic{"E0139", where, fmt::format("{} reduces bools, but this has sort {}", name, readable(terms_.store(), value_sort)), {}, "compare the values, e.g. x != 0"};
  if (name == "gcd")
    return Diagnostic{"E0190", where, "gcd as a reduction has no meaning in this version of refold: of a negative number alone it would be another number"};
  return terms_.reduce(name, value_sort);
}

Result<TermId> Elaborator::builtin_call(const std::string& name, const Syntax& syntax, const Want& want) {
  const Span where = syntax.span;
  const std::vector<Syntax> arguments(syntax.children.begin() + 1, syntax.children.end());
  const auto count = [&](std::size_t n) -> Result<void> {
    if (arguments.size() == n) return {};
    return Diagnostic{"E0134", where, fmt::format("{} takes {}, but {} given", name, counted(n, "argument"), arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size()))};
  };
  if (name == "einsum") return einsum_call(syntax);
  if (name == "max" || name == "min") {
    if (arguments.size() >= 2) {
      REFOLD_TRY(std::vector<TermId> operands, alike(arguments, want));
      return lift(name == "max" ? Op::Max : Op::Min, operands, where);
    }
  }
  if (is_reduction_name(name)) {
    if (arguments.size() >= 2) {
      REFOLD_TRY(std::vector<TermId> operands, alike(arguments, want));
      std::vector<TermId> singles;
      for (const TermId o : operands) singles.push_back(terms_.apply(terms_.must(Op::Single, {terms_.sort(operands[0])}), o));
      REFOLD_TRY(const TermId of_numbers, named_reduction(name, terms_.erase(terms_.sort(operands[0])), where));
      return terms_.make(Op::Apply, {of_numbers, terms_.must(Op::BagSum, singles)}, 0, {}, where);
    }
    REFOLD_CHECK(count(1));
    const TermId value = want.sort.valid() && terms_.is_value_sort(want.sort) ? want.sort
                         : name == "all" || name == "any" ? terms_.boolean() : terms_.real();
    REFOLD_TRY(const TermId bag, expr(arguments[0], arguments[0].kind == Syn::Bag ? Want::of(terms_.bag_of(value)) : Want{}));
    if (!terms_.is(terms_.sort(bag), Op::BagOf))
      return Diagnostic{"E0102", arguments[0].span, fmt::format("{} reduces a bag, but this has sort {}", name, readable(terms_.store(), terms_.sort(bag))), {},
                        "a sum over an index is: sum k: X[k]"};
    REFOLD_TRY(const TermId of_bag, named_reduction(name, terms_.erase(terms_[terms_.sort(bag)].operands[0]), where));
    return terms_.make(Op::Apply, {of_bag, bag}, 0, {}, where);
  }
  if (name == "abs" || name == "real" || name == "int" || name == "inverse" || name == "elements" || name == "enumerate" ||
      name == "support" || name == "image" || name == "injective" || name == "bijective" || name == "monotone") {
    REFOLD_CHECK(count(1));
    REFOLD_TRY(const TermId a, expr(arguments[0]));
    if (name == "abs") return lift(Op::Abs, {a}, where);
    if (name == "real") return lift(Op::ToReal, {a}, where);
    if (name == "int") return lift(Op::ToInt, {a}, where);
    const bool set = name == "elements" || name == "enumerate";
    if (set != (terms_.is_set(a) || terms_.is_value_sort(a)))
      return Diagnostic{set ? "E0130" : "E0103", arguments[0].span, fmt::format("{} needs a {}, but this has sort {}", name, set ? "set" : "function", readable(terms_.store(), terms_.sort(a)))};
    const Op op = name == "inverse" ? Op::Inverse : name == "elements" ? Op::Elements : name == "enumerate" ? Op::Enumerate :
                  name == "support" ? Op::Support : name == "image" ? Op::Image : name == "injective" ? Op::Injective :
                  name == "bijective" ? Op::Bijective : Op::Monotone;
    return terms_.make(op, {a}, 0, {}, where);
  }
  if (name == "quot" || name == "rem" || name == "ceil_div" || name == "disjoint") {
    REFOLD_CHECK(count(2));
    REFOLD_TRY(std::vector<TermId> operands, alike(arguments, {}));
    if (name == "disjoint") return terms_.make(Op::Disjoint, operands, 0, {}, where);
    if (name != "ceil_div") return lift(name == "quot" ? Op::Quot : Op::Rem, operands, where);
    // ceil_div(a, b) = -((-a) div b)
    REFOLD_TRY(const TermId negative, lift(Op::Neg, {operands[0]}, where));
    REFOLD_TRY(const TermId quotient, lift(Op::Div, {negative, operands[1]}, where));
    return lift(Op::Neg, {quotient}, where);
  }
  if (name == "count") {
    REFOLD_CHECK(count(2));
    REFOLD_TRY(const TermId bag, expr(arguments[1]));
    const TermId element = terms_.is(terms_.sort(bag), Op::BagOf) ? terms_[terms_.sort(bag)].operands[0] : TermId{};
    REFOLD_TRY(const TermId a, expr(arguments[0], element.valid() ? Want::of(element) : Want{}));
    return terms_.make(Op::Count, {a, bag}, 0, {}, where);
  }
  if (name == "copies") {
    REFOLD_CHECK(count(1));
    REFOLD_TRY(const TermId members, expr(arguments[0]));
    TermId domain = want.domain;
    if (!domain.valid() && want.codomain.valid() && terms_.is(want.codomain, Op::BagOf)) {
      const Term pair = terms_[terms_[want.codomain].operands[0]];
      if (pair.op == Op::Product && pair.operands.size() == 2) domain = pair.operands[1];
      if (pair.op == Op::Union && !pair.operands.empty()) domain = pair.operands[0];
      if (pair.op == Op::Sigma && !terms_.mentions_bound(pair.operands[1], 0)) domain = terms_.shift(pair.operands[1], -1);
    }
    if (!domain.valid()) return Diagnostic{"E0142", where, "the set that is copied is not known here"};
    return terms_.make(Op::Copies, {members, domain}, 0, {}, where);
  }
  if (name == "values" || name == "positions" || name == "stored") {
    REFOLD_CHECK(count(1));
    if (arguments[0].kind == Syn::Name)
      if (const ScopeItem* entry = scope_.find(arguments[0].text); entry && entry->kind == ScopeItem::Kind::Term) {
        // The raw Input of a sparse tensor stands inside its term sum . values(S)* . positions(S).
        const Term whole = terms_[entry->term];
        if (whole.op == Op::Compose && terms_.is(whole.operands.back(), Op::Positions)) {
          const TermId raw = terms_[whole.operands.back()].operands[0];
          return terms_.make(name == "values" ? Op::Values : name == "positions" ? Op::Positions : Op::Stored, {raw}, 0, {}, where);
        }
      }
    return Diagnostic{"E0144", arguments[0].span, fmt::format("{} needs a tensor that is declared sparse", name), {}, "declare it: tensor S : I -> real sparse"};
  }
  if (name == "single" || name == "flatten" || name == "id" || name == "the") {
    REFOLD_CHECK(count(1));
    Want own;
    if (name == "single" && want.sort.valid() && terms_.is(want.sort, Op::BagOf)) own = Want::of(terms_[want.sort].operands[0]);
    REFOLD_TRY(const TermId argument, expr(arguments[0], own));
    REFOLD_TRY(const TermId function, builtin_name(name, Want{{}, terms_.sort(argument), {}}, where));
    return terms_.make(Op::Apply, {function, argument}, 0, {}, where);
  }
  return Diagnostic{"E0145", where, fmt::format("{} has no meaning in this version of refold", name)};
}

Result<TermId> Elaborator::einsum_call(const Syntax& syntax) {
  if (syntax.children.size() < 2 || syntax.children[1].kind != Syn::String)
    return Diagnostic{"E0120", syntax.span, "einsum needs its subscripts first", {}, "einsum(\"ik,kj->ij\", A, B)"};
  std::vector<TermId> operands;
  std::vector<Span> places;
  for (std::size_t k = 2; k < syntax.children.size(); ++k) {
    REFOLD_TRY(const TermId operand, expr(syntax.children[k]));
    if (terms_.is_function(operand) && !terms_.is_set(terms_.domain(operand)))
      return Diagnostic{"E0156", syntax.children[k].span, fmt::format("einsum needs tensors, but this has sort {}", readable(terms_.store(), terms_.sort(operand)))};
    operands.push_back(operand);
    places.push_back(syntax.children[k].span);
  }
  std::vector<std::pair<TermId, TermId>> equal;
  REFOLD_TRY(const TermId term, einsum_string(terms_, syntax.children[1].text, operands, syntax.children[1].span, places, equal));
  for (const auto& [a, b] : equal) oblige_equal(a, b, syntax.span);
  return term;
}

}  // namespace refold
