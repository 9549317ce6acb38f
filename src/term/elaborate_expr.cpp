// Elaboration of expressions by their kind; names, numbers, tuples, sorts and propositions; what is taken for granted.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "term/elaborator.h"
#include "term/text.h"

namespace refold {

namespace {

/// What `make` gives; a term that becomes too large in it did so at `where`.
template <class Make>
Result<TermId> at(Span where, const Make& make) {
  try {
    return make();
  } catch (TermTooLarge& large) {
    if (!large.diagnostic.span.valid()) large.diagnostic.span = where;
    throw;
  }
}

}  // namespace

Result<TermId> Elaborator::expr(const Syntax& syntax, Want want) {
  struct Depth {
    int& depth;
    explicit Depth(int& d) : depth(d) { ++depth; }
    ~Depth() { --depth; }
  } deeper(depth_);
  spend(1, syntax.span);
  if (depth_ > 400) return Diagnostic{"E0111", syntax.span, "this expression is nested too deeply", {}, "name parts of it with let"};
  if (want.sort.valid() && !want.domain.valid()) {
    const Term& s = terms_[want.sort];
    if (s.op == Op::Arrow) want.domain = s.operands[0], want.codomain = s.operands[1];
  }
  const auto made = at(syntax.span, [&]() -> Result<TermId> {
    switch (syntax.kind) {
      case Syn::Number: return number(syntax, want);
      case Syn::Name: return name(syntax, want);
      case Syn::True: return terms_.truth(true);
      case Syn::False: return terms_.truth(false);
      case Syn::Inf:
        return terms_.must(Op::Infinity, {}, 0, want.sort.valid() && terms_.is_value_sort(want.sort) ? want.sort : terms_.real());
      case Syn::String: return Diagnostic{"E0112", syntax.span, "a string has no meaning here", {}, "strings stand in einsum(\"..\", ..) and include"};
      case Syn::Tuple: return tuple(syntax.children, want, syntax.span);
      case Syn::Range: {
        REFOLD_TRY(const TermId extent, expr(syntax.children[0], Want::of(terms_.integer())));
        if (!terms_.meet(terms_.sort(extent), terms_.integer()))
          return Diagnostic{"E0113", syntax.span, fmt::format("[n] is a range and needs an int, but this has sort {}", readable(terms_.store(), terms_.sort(extent))),
                            {}, "a stack of one is [x,]"};
        return terms_.range(extent);
      }
      case Syn::Stack: case Syn::StackFor: return stack(syntax, want);
      case Syn::Fork: case Syn::ForkFor: return fork(syntax, want);
      case Syn::Bag: return bag(syntax, want);
      case Syn::BagFor: return comprehension(syntax, want);
      case Syn::Subset: return subset(syntax);
      case Syn::Card: return card(syntax);
      case Syn::Lambda: return lambda_syntax(syntax, want);
      case Syn::If: return conditional(syntax, want);
      case Syn::Add: case Syn::Sub: case Syn::Mul: case Syn::Divide: case Syn::Div: case Syn::Mod: case Syn::Negate:
      case Syn::And: case Syn::Or: case Syn::Not:
        return arithmetic(syntax, want);
      case Syn::Compare: return compare(syntax);
      case Syn::Power: return power(syntax, want);
      case Syn::Depend: {
        REFOLD_TRY(const TermId first, expr(syntax.children[1]));
        std::vector<std::string> names;
        const TermId variable = local("r", first);
        REFOLD_CHECK(declare_pattern(syntax.children[0], variable, names));
        Result<TermId> rest = expr(syntax.children[2]);
        for (const std::string& used : names) scope_.forget(used);
        if (!rest) return rest;
        return terms_.make(Op::Sigma, {first, terms_.abstract(*rest, variable)}, 0, {}, syntax.span);
      }
      case Syn::Big: return big(syntax, want);
      case Syn::Compose: return compose(syntax, want);
      case Syn::Star: return star(syntax, want);
      case Syn::Call: case Syn::At: return call(syntax, want);
      case Syn::ForAll: case Syn::ForSome: return quantified(syntax);
      case Syn::Equal: case Syn::Implies: return prop(syntax);
      case Syn::Arrow: case Syn::BagSort: case Syn::ReductionSort: return sort(syntax);
      default: return Diagnostic{"E0112", syntax.span, "this is no expression"};
    }
  });
  if (!made) return made;
  if (auto wrong = too_large(terms_.store().extent(*made), kMostRead, syntax.span)) throw TermTooLarge{*std::move(wrong)};
  return fit(*made, want, syntax.span);
}

void Elaborator::spend(std::uint64_t steps, Span where) {
  *steps_ += steps;
  if (*steps_ <= kMostReadingSteps) return;
  throw TermTooLarge{{"E0160", where, fmt::format("reading this statement takes more than {} steps", kMostReadingSteps), {},
                      "definitions that use others several times multiply: use fewer, or write what they come to"}};
}

/// The silent conversions that the surroundings ask for: an index map where an index function is expected.
Result<TermId> Elaborator::fit(TermId term, const Want& want, Span where) {
  if (want.codomain.valid() && terms_.is(want.codomain, Op::BagOf) && terms_.is_function(term) &&
      !terms_.is(terms_.codomain(term), Op::BagOf))
    return index_function(term);
  if (want.sort.valid() && terms_.is_value_sort(want.sort) && terms_.is_value_sort(terms_.sort(term)) &&
      !terms_.meet(terms_.sort(term), want.sort) && terms_.is(terms_.sort(term), Op::Real) && terms_.is(want.sort, Op::Int))
    return Diagnostic{"E0114", where, "a real stands where an int is wanted", {}, "write div instead of /, or declare it as int"};
  return term;
}

TermId Elaborator::index_function(TermId map) { return terms_.compose({terms_.must(Op::Single, {terms_.codomain(map)}), map}); }

TermId Elaborator::local(std::string_view name, TermId sort) {
  static thread_local std::int64_t counter = 0;
  return terms_.input(fmt::format("%{}%{}", name, ++counter), sort);
}

TermId Elaborator::alias(TermId tensor) {
  if (!terms_.is(tensor, Op::Compose) || !terms_.is_set(terms_.domain(tensor)) || !terms_.is_value_sort(terms_.codomain(tensor))) return tensor;
  std::vector<TermId> open{tensor};
  std::map<TermId, bool> seen;
  while (!open.empty()) {
    const TermId part = open.back();
    open.pop_back();
    if (!seen.emplace(part, true).second) continue;
    const Term& term = terms_[part];
    if (term.op == Op::Input && terms_.store().name_text(term.payload).front() == '%') return tensor;
    open.insert(open.end(), term.operands.begin(), term.operands.end());
  }
  const TermId meant = finish(tensor);  // it may have aliases in it
  for (const auto& [known, whole] : *aliases_)
    if (whole == meant) return known;
  const TermId known = terms_.input(fmt::format("@{}", aliases_->size()), terms_.sort(meant));
  aliases_->push_back({known, meant});
  return known;
}

void Elaborator::oblige(TermId prop, Span where) {
  std::map<std::string, TermId> locals;  // by name, which counts up: inner ones last
  std::vector<TermId> open{prop};
  while (!open.empty()) {
    const TermId part = open.back();
    open.pop_back();
    const Term& term = terms_[part];
    if (term.op == Op::Input && terms_.store().name_text(term.payload).front() == '%') {
      locals.emplace(std::string(terms_.store().name_text(term.payload)), part);
      open.push_back(term.sort);
    }
    open.insert(open.end(), term.operands.begin(), term.operands.end());
  }
  std::vector<TermId> order;
  for (const auto& [name, variable] : locals) order.push_back(variable);
  std::sort(order.begin(), order.end());
  for (auto variable = order.rbegin(); variable != order.rend(); ++variable)
    prop = terms_.must(Op::ForAll, {terms_.sort(*variable), terms_.abstract(prop, *variable)});
  if (std::none_of(obligations_->begin(), obligations_->end(), [&](const Hypothesis& h) { return h.prop == prop; }))
    obligations_->push_back({prop, where});
}

void Elaborator::oblige_equal(TermId a, TermId b, Span where) {
  const Term x = terms_[a], y = terms_[b];
  if (a == b || !terms_.is_set(a) || !terms_.is_set(b)) return;
  if (x.op == Op::Range && y.op == Op::Range) {
    if (terms_.is(x.operands[0], Op::Number) || terms_.is(y.operands[0], Op::Number) || x.operands[0] != y.operands[0])
      oblige(terms_.must(Op::Eq, {x.operands[0], y.operands[0]}), where);
    return;
  }
  if (x.op == Op::Product && y.op == Op::Product && x.operands.size() == y.operands.size()) {
    for (std::size_t k = 0; k < x.operands.size(); ++k) oblige_equal(x.operands[k], y.operands[k], where);
    return;
  }
  oblige(terms_.must(Op::Same, {a, b}), where);
}

Obligations Elaborator::take_obligations() {
  Obligations taken;
  for (const Hypothesis& h : *obligations_) taken.push_back({finish(h.prop), h.span});
  obligations_->clear();
  return taken;
}

std::optional<Rational> number_of(const Syntax& syntax) {
  std::string digits = syntax.text;
  if (digits.size() < 18 && digits.find_first_not_of("0123456789") == std::string::npos) return Rational(std::strtoll(digits.c_str(), nullptr, 10));
  std::int64_t exponent = 0;
  if (const std::size_t e = digits.find_first_of("eE"); e != std::string::npos) {
    exponent = std::strtoll(digits.c_str() + e + 1, nullptr, 10);
    digits.resize(e);
  }
  if (exponent > 400 || exponent < -400) return std::nullopt;
  if (const std::size_t dot = digits.find('.'); dot != std::string::npos) {
    exponent -= static_cast<std::int64_t>(digits.size() - dot - 1);
    digits.erase(dot, 1);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  Rational value{Integer(digits)};
  const Integer scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  value = exponent < 0 ? value / Rational(scale) : value * Rational(scale);
  return value;
}

Result<TermId> Elaborator::number(const Syntax& syntax, const Want& want) {
  const std::optional<Rational> read = number_of(syntax);
  if (!read) return Diagnostic{"E0115", syntax.span, "this number's exponent is out of range", {}, "exponents run from -400 to 400"};
  const Rational& value = *read;
  const bool whole = boost::multiprecision::denominator(value) == 1;
  TermId sort = whole ? terms_.integer() : terms_.real();
  if (want.sort.valid()) {
    const TermId wanted = terms_.erase(want.sort);
    if (terms_.is_value_sort(wanted) && !terms_.is(wanted, Op::Bool)) sort = wanted;
  }
  if (!whole && terms_.is(sort, Op::Int)) return Diagnostic{"E0114", syntax.span, "a real stands where an int is wanted"};
  return terms_.number(value, sort);
}

Result<TermId> Elaborator::tuple(const std::vector<Syntax>& parts, const Want& want, Span where) {
  TermId product = want.sort;
  while (product.valid() && terms_.is(product, Op::Subset)) product = terms_[product].operands[0];
  if (product.valid() && terms_.is(product, Op::Union) && parts.size() == 2 && parts[0].kind == Syn::Number) {
    const Term set = terms_[product];
    const auto tag = static_cast<std::size_t>(std::strtoul(parts[0].text.c_str(), nullptr, 10));
    if (tag >= set.operands.size()) return Diagnostic{"E0129", parts[0].span, fmt::format("the union has {}, counted from 0", counted(set.operands.size(), "member"))};
    REFOLD_TRY(const TermId element, expr(parts[1], Want::of(set.operands[tag])));
    return terms_.make(Op::Inject, {element}, static_cast<std::int64_t>(tag), product, where);
  }
  std::vector<TermId> made;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Want own;
    if (product.valid() && terms_.is(product, Op::Product) && terms_[product].operands.size() == parts.size())
      own = Want::of(terms_[product].operands[k]);
    if (product.valid() && terms_.is(product, Op::Sigma) && k == 0) own = Want::of(terms_[product].operands[0]);
    REFOLD_TRY(const TermId part, expr(parts[k], own));
    made.push_back(part);
  }
  return terms_.make(Op::Tuple, made, 0, {}, where);
}

Result<TermId> Elaborator::sort(const Syntax& syntax) {
  switch (syntax.kind) {
    case Syn::Arrow: {
      REFOLD_TRY(const TermId from, sort(syntax.children[0]));
      REFOLD_TRY(const TermId to, sort(syntax.children[1]));
      return terms_.arrow(from, to);
    }
    case Syn::BagSort: {
      REFOLD_TRY(const TermId element, sort(syntax.children[0]));
      return terms_.bag_of(element);
    }
    case Syn::ReductionSort: {
      REFOLD_TRY(const TermId value, sort(syntax.children[0]));
      return terms_.reduction_of(value);
    }
    default: break;
  }
  REFOLD_TRY(const TermId made, expr(syntax));
  const Op kind = terms_[terms_.sort(made)].op;
  if (kind == Op::SetKind || kind == Op::ValueKind || kind == Op::AxesKind || kind == Op::Type) return made;
  return Diagnostic{"E0130", syntax.span, fmt::format("a set or value sort is wanted, but this has sort {}", readable(terms_.store(), terms_.sort(made))), {},
                    terms_.meet(terms_.sort(made), terms_.integer()) ? "the set of 0 .. n-1 is written [n]" : ""};
}

Result<std::pair<TermId, TermId>> Elaborator::sides(const Syntax& left, const Syntax& right) {
  const auto of = [&](TermId known) {
    Want want = Want::of(terms_.sort(known));
    if (terms_.is_set(known)) want = {};
    return want;
  };
  const bool literal = left.kind == Syn::Number || left.kind == Syn::Inf;
  Result<TermId> first = literal ? Result<TermId>(Diagnostic{}) : expr(left);
  if (first) {
    REFOLD_TRY(const TermId second, expr(right, of(*first)));
    return std::pair{*first, second};
  }
  Result<TermId> second = expr(right);
  if (!second) {
    if (literal) return second.error();
    return first.error();
  }
  REFOLD_TRY(const TermId again, expr(left, of(*second)));
  return std::pair{again, *second};
}

Result<TermId> Elaborator::prop(const Syntax& syntax) {
  if (syntax.kind == Syn::Implies) {
    REFOLD_TRY(const TermId p, prop(syntax.children[0]));
    REFOLD_TRY(const TermId q, prop(syntax.children[1]));
    return terms_.make(Op::Implies, {p, q}, 0, {}, syntax.span);
  }
  if (syntax.kind == Syn::Equal) {
    REFOLD_TRY(auto both, sides(syntax.children[0], syntax.children[1]));
    auto& [left, right] = both;
    const bool lifted = terms_.is_function(left) != terms_.is_function(right) && !terms_.is_set(left);
    if (lifted) {  // a scalar beside a tensor is the constant tensor
      TermId& scalar = terms_.is_function(left) ? right : left;
      scalar = terms_.lambda(terms_.domain(terms_.is_function(left) ? left : right), terms_.shift(scalar, 1));
    }
    return terms_.make(Op::Same, {left, right}, 0, {}, syntax.span);
  }
  if (syntax.kind == Syn::ForAll || syntax.kind == Syn::ForSome) return quantified(syntax);
  REFOLD_TRY(const TermId made, expr(syntax));
  if (terms_.meet(terms_.sort(made), terms_.boolean())) return made;
  const TermId domain = terms_.domain(made);
  if (domain.valid() && terms_.meet(terms_.codomain(made), terms_.boolean()))
    return terms_.make(Op::ForAll, {domain, terms_.apply(terms_.shift(made, 1), terms_.bound(0, terms_.shift(domain, 1)))}, 0, {}, syntax.span);
  return Diagnostic{"E0131", syntax.span, fmt::format("a proposition is wanted, but this has sort {}", readable(terms_.store(), terms_.sort(made))), {},
                    "equality in a proposition is =, comparisons are <= < == .."};
}

}  // namespace refold
