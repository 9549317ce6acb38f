// Elaboration of names, numbers, arithmetic, comparisons, conditionals; lifting over tensors.
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

Result<TermId> Elaborator::number(const Syntax& syntax, const Want& want) {
  std::string digits = syntax.text;
  std::int64_t exponent = 0;
  if (const std::size_t e = digits.find_first_of("eE"); e != std::string::npos) {
    exponent = std::strtoll(digits.c_str() + e + 1, nullptr, 10);
    digits.resize(e);
  }
  if (exponent > 400 || exponent < -400) return Diagnostic{"E0115", syntax.span, "this number's exponent is out of range", {}, "exponents run from -400 to 400"};
  if (const std::size_t dot = digits.find('.'); dot != std::string::npos) {
    exponent -= static_cast<std::int64_t>(digits.size() - dot - 1);
    digits.erase(dot, 1);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  Rational value{Integer(digits)};
  const Integer scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  value = exponent < 0 ? value / Rational(scale) : value * Rational(scale);
  const bool whole = boost::multiprecision::denominator(value) == 1;
  TermId sort = whole ? terms_.integer() : terms_.real();
  if (want.sort.valid()) {
    const TermId wanted = terms_.erase(want.sort);
    if (terms_.is_value_sort(wanted) && !terms_.is(wanted, Op::Bool)) sort = wanted;
  }
  if (!whole && terms_.is(sort, Op::Int)) return Diagnostic{"E0114", syntax.span, "a real stands where an int is wanted"};
  return terms_.number(value, sort);
}

/// Operands that must agree: those that know their sort first, then literals with it.
Result<std::vector<TermId>> Elaborator::alike(const std::vector<Syntax>& operands, const Want& want) {
  std::vector<TermId> made(operands.size());
  TermId scalar = want.sort.valid() && terms_.is_value_sort(want.sort) ? want.sort : want.codomain;
  const auto literal = [](const Syntax& s) {
    const Syntax* at = &s;
    while (at->kind == Syn::Negate || at->kind == Syn::Divide) at = &at->children[0];
    return at->kind == Syn::Number || at->kind == Syn::Inf || (at->kind == Syn::Bag && at->children.empty());
  };
  TermId known;
  for (const bool literals : {false, true})
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (literal(operands[k]) != literals) continue;
      Want own = want;
      if (known.valid()) {
        const TermId s = terms_.sort(known);
        own = terms_.is_function(known) && literals ? Want::of(terms_.codomain(known)) : Want::of(s);
        if (literals && (terms_.is_set(known) || terms_.is(s, Op::Bool))) own = {};
        if (!literals && !terms_.is_function(known) && !terms_.is(s, Op::BagOf)) own = {};
      } else if (literals && scalar.valid()) {
        own = Want::of(scalar);
      }
      REFOLD_TRY(made[k], expr(operands[k], own));
      const bool better = !known.valid() || terms_.is(terms_.sort(known), Op::Bool) ||
                          (terms_.is_function(made[k]) && !terms_.is_function(known));
      if (better) known = made[k];
    }
  return made;
}

Result<TermId> Elaborator::arithmetic(const Syntax& syntax, const Want& want) {
  const Span where = syntax.span;
  const bool logical = syntax.kind == Syn::And || syntax.kind == Syn::Or || syntax.kind == Syn::Not;
  if (logical) {
    std::vector<TermId> operands;
    for (const Syntax& child : syntax.children) {
      REFOLD_TRY(const TermId operand, expr(child));
      operands.push_back(operand);
    }
    return lift(syntax.kind == Syn::And ? Op::And : syntax.kind == Syn::Or ? Op::Or : Op::Not, operands, where);
  }
  REFOLD_TRY(std::vector<TermId> operands, alike(syntax.children, want));
  if (syntax.kind == Syn::Mul || syntax.kind == Syn::Add) {
    const bool sets = std::all_of(operands.begin(), operands.end(), [&](TermId o) {
      return terms_.is_set(o) || terms_.is_value_sort(o) || terms_[o].op == Op::Arrow;
    });
    if (sets) return terms_.make(syntax.kind == Syn::Mul ? Op::Product : Op::Union, operands, 0, {}, where);
    if (syntax.kind == Syn::Add && terms_.is(terms_.sort(operands[0]), Op::BagOf)) return terms_.make(Op::BagSum, operands, 0, {}, where);
  }
  switch (syntax.kind) {
    case Syn::Add: return lift(Op::Add, operands, where);
    case Syn::Mul: return lift(Op::Mul, operands, where);
    case Syn::Sub: {
      REFOLD_TRY(const TermId negative, lift(Op::Neg, {operands[1]}, where));
      return lift(Op::Add, {operands[0], negative}, where);
    }
    case Syn::Negate: {
      const Term n = terms_[operands[0]];
      if (n.op == Op::Number) return terms_.number(-terms_.store().number_value(n.payload), n.sort);
      return lift(Op::Neg, operands, where);
    }
    case Syn::Divide: {
      const Term a = terms_[operands[0]], b = terms_[operands[1]];
      if (a.op == Op::Number && b.op == Op::Number && terms_.store().number_value(b.payload) != 0) {
        const Rational value = terms_.store().number_value(a.payload) / terms_.store().number_value(b.payload);
        return terms_.number(value, terms_.is(a.sort, Op::Int) ? terms_.real() : a.sort);
      }
      for (std::size_t k = 0; k < 2; ++k)
        if (terms_.meet(terms_.sort(operands[k]), terms_.integer()))
          return Diagnostic{"E0116", syntax.children[k].span, "/ divides reals, but this is an int", {}, "write div (rounds down) or real(..)"};
      return lift(Op::Divide, operands, where);
    }
    case Syn::Div: return lift(Op::Div, operands, where);
    case Syn::Mod: return lift(Op::Mod, operands, where);
    default: break;
  }
  return Diagnostic{"E0112", where, "this is no expression"};
}

/// X + Y + .. of tensors of which one is computed: the reduction of a stack, in which rules reach each of them. Else
/// invalid.
TermId Elaborator::sum_of_tensors(const std::vector<TermId>& tensors) {
  const auto computed = [&](TermId tensor) { return terms_.is(tensor, Op::Compose); };
  const TermId domain = terms_.domain(tensors[0]);
  if (tensors.size() < 2 || std::none_of(tensors.begin(), tensors.end(), computed)) return {};
  const TermId value = terms_.codomain(tensors[0]);
  for (const TermId tensor : tensors)
    if (terms_.domain(tensor) != domain || terms_.codomain(tensor) != value || !terms_.is(value, Op::Real)) return {};
  const std::vector<TermId> same_index(tensors.size(), terms_.must(Op::Single, {domain}));
  return terms_.compose({terms_.reduce("sum", value), terms_.must(Op::Star, {terms_.must(Op::Stack, tensors)}), terms_.must(Op::Fork, same_index)});
}

/// Index by index on tensors over one set (also axis by axis); a scalar beside a tensor is the constant tensor. A bool
/// beside a number is 1 or 0 in a product. On one tensor alone it is a function of its values: (t -> 2*t) . X.
Result<TermId> Elaborator::lift(Op op, std::vector<TermId> operands, Span where) {
  TermId domain;
  for (const TermId operand : operands) {
    const TermId own = terms_.domain(operand);
    if (!own.valid()) continue;
    if (!terms_.is_set(own) && !terms_.is(terms_.sort(own), Op::AxesKind))
      return Diagnostic{"E0117", where, fmt::format("{} acts on numbers and tensors, but this is a function on {}", info(op).name, readable(terms_.store(), own)),
                        {}, "compose: f . g"};
    if (!domain.valid()) domain = own;
    else if (terms_.meet(own, domain)) oblige_equal(domain, own, where);
    else
      return Diagnostic{"E0118", where, fmt::format("{} needs tensors over one set, but these are over {} and {}", info(op).name, readable(terms_.store(), domain), readable(terms_.store(), own)),
                        {}, "use an einsum or index notation"};
  }
  const auto is_tensor = [&](TermId operand) { return terms_.domain(operand).valid(); };
  const auto only = std::find_if(operands.begin(), operands.end(), is_tensor);
  const bool one = std::count_if(operands.begin(), operands.end(), is_tensor) == 1 && terms_.is_set(domain) &&
                   terms_.is_value_sort(terms_.codomain(*only));
  if (op == Op::Add && std::all_of(operands.begin(), operands.end(), is_tensor))
    if (const TermId sum = sum_of_tensors(operands); sum.valid()) return sum;
  TermId variable, tensor;
  if (one) {
    tensor = *only;
    variable = *only = local("t", terms_.codomain(tensor));
  } else if (domain.valid()) {
    variable = local("i", domain);
    for (TermId& operand : operands)
      if (terms_.domain(operand).valid()) operand = terms_.apply(alias(operand), variable);
  }
  if (op == Op::Mul || op == Op::Add) {
    TermId number_sort;
    for (const TermId operand : operands)
      if (const TermId s = terms_.erase(terms_.sort(operand)); !terms_.is(s, Op::Bool)) number_sort = s;
    if (number_sort.valid() && op == Op::Mul)
      for (TermId& operand : operands)
        if (terms_.is(terms_.sort(operand), Op::Bool))
          operand = terms_.must(terms_.is(number_sort, Op::Int) ? Op::ToInt : Op::ToReal, {operand});
  }
  const bool integral = op == Op::Div || op == Op::Mod || op == Op::Quot || op == Op::Rem;
  if (integral && !terms_.meet(terms_.sort(operands[0]), terms_.integer()) && terms_.is_value_sort(terms_.erase(terms_.sort(operands[0]))))
    return Diagnostic{"E0116", where, fmt::format("{} divides ints, but this has sort {}", info(op).name, readable(terms_.store(), terms_.sort(operands[0]))), {}, "reals are divided with /"};
  REFOLD_TRY(TermId body, terms_.make(op, operands, 0, {}, where));
  if (!domain.valid()) return body;
  body = terms_.abstract(body, variable);
  if (one) return terms_.compose({terms_.lambda(terms_.codomain(tensor), body), tensor});
  if (op == Op::Mul)
    if (const TermId einsum = canonical_einsum(terms_, domain, body); einsum.valid()) return einsum;
  return terms_.lambda(domain, body);
}

Result<TermId> Elaborator::compare(const Syntax& syntax) {
  std::vector<std::string> signs;
  for (std::size_t begin = 0; begin <= syntax.text.size();) {
    const std::size_t end = std::min(syntax.text.find(' ', begin), syntax.text.size());
    signs.push_back(syntax.text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (signs[0] == "in") {
    REFOLD_TRY(const TermId set, expr(syntax.children[1]));
    REFOLD_TRY(const TermId element, expr(syntax.children[0], Want::of(set)));
    return terms_.make(Op::In, {element, set}, 0, {}, syntax.span);
  }
  REFOLD_TRY(std::vector<TermId> operands, alike(syntax.children, {}));
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < signs.size(); ++k) {
    TermId a = operands[k], b = operands[k + 1];
    if (terms_.is_set(a) && terms_.is_set(b)) {
      if (signs[k] == ">=") std::swap(a, b);
      if (signs[k] != "<=" && signs[k] != ">=") return Diagnostic{"E0119", syntax.span, "sets are compared with <= (inclusion) or ="};
      parts.push_back(terms_.must(Op::Included, {a, b}));
      continue;
    }
    if (signs[k] == ">" || signs[k] == ">=") std::swap(a, b);
    const Op op = signs[k] == "==" || signs[k] == "!=" ? Op::Eq : signs[k] == "<" || signs[k] == ">" ? Op::Less : Op::LessEq;
    REFOLD_TRY(TermId part, lift(op, {a, b}, syntax.span));
    if (signs[k] == "!=") {
      REFOLD_TRY(part, lift(Op::Not, {part}, syntax.span));
    }
    parts.push_back(part);
  }
  return parts.size() == 1 ? Result<TermId>(parts[0]) : lift(Op::And, parts, syntax.span);
}

Result<TermId> Elaborator::power(const Syntax& syntax, const Want& want) {
  const Syntax& base = syntax.children[0];
  if (base.kind == Syn::Range) {
    REFOLD_TRY(const TermId axes, expr(syntax.children[1]));
    if (!terms_.is(terms_.sort(axes), Op::AxesKind)) return Diagnostic{"E0128", syntax.children[1].span, "[n]^F needs a family of axes F", {}, "declare it: axes F"};
    REFOLD_TRY(TermId extent, expr(base.children[0], Want{{}, axes, terms_.integer()}));
    if (!terms_.is_function(extent)) extent = terms_.lambda(axes, terms_.shift(extent, 1));
    return terms_.make(Op::Power, {extent, axes}, 0, {}, syntax.span);
  }
  REFOLD_TRY(const TermId left, expr(base, want));
  if (terms_.is_value_sort(left)) {
    REFOLD_TRY(const TermId axes, expr(syntax.children[1]));
    return terms_.arrow(axes, left);
  }
  REFOLD_TRY(const TermId right, expr(syntax.children[1], Want::of(terms_.integer())));
  return lift(Op::Pow, {left, right}, syntax.span);
}

Result<TermId> Elaborator::conditional(const Syntax& syntax, const Want& want) {
  REFOLD_TRY(TermId condition, expr(syntax.children[0]));
  REFOLD_TRY(std::vector<TermId> branches, alike({syntax.children[1], syntax.children[2]}, want));
  // A bool^F chooses axis by axis between vectors over F; elsewhere it holds when true on every axis.
  if (const TermId axes = terms_.domain(condition); axes.valid() && terms_.is(terms_.sort(axes), Op::AxesKind) && !terms_.is_function(branches[0])) {
    REFOLD_TRY(condition, prop(syntax.children[0]));
  }
  if (terms_.is(terms_.sort(branches[0]), Op::BagOf) && terms_.is(branches[1], Op::Empty))
    return terms_.make(Op::Guard, {condition, branches[0]}, 0, {}, syntax.span);
  const bool functions = terms_.is_function(condition);
  if (!functions && terms_.sort(branches[0]) == terms_.sort(branches[1]))
    return terms_.make(Op::If, {condition, branches[0], branches[1]}, 0, {}, syntax.span);
  return lift(Op::If, {condition, branches[0], branches[1]}, syntax.span);
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
