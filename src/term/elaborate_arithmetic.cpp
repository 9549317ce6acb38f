// Elaboration of arithmetic, comparisons, powers and conditionals; lifting over tensors.
#include <fmt/format.h>

#include <algorithm>

#include "term/elaborator.h"
#include "term/text.h"

namespace refold {

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

}  // namespace refold
