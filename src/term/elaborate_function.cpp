// Elaboration of functions: composition, stars, stacks, forks, application.
#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "term/elaborator.h"
#include "term/text.h"

namespace refold {

/// A chain is read from whichever side knows its sorts: parts that cannot be read yet wait for their neighbours.
Result<TermId> Elaborator::compose(const Syntax& syntax, const Want& want) {
  const std::size_t n = syntax.children.size();
  std::vector<TermId> parts(n);
  for (std::size_t done = 0; done < n;) {
    std::optional<Diagnostic> first_error;
    std::size_t before = done;
    // From the right (what a part is applied to decides most), then once more from the left.
    for (std::size_t step = 0; step < n && done < n; ++step) {
      const std::size_t k = step;
      if (parts[k].valid()) continue;
      Want own;
      if (k + 1 < n && parts[k + 1].valid()) own.domain = terms_.codomain(parts[k + 1]);
      if (k + 1 == n) own.domain = want.domain;
      if (k > 0 && parts[k - 1].valid()) own.codomain = terms_.domain(parts[k - 1]);
      if (k == 0) own.codomain = want.codomain;
      Result<TermId> made = expr(syntax.children[k], own);
      if (made && !terms_.is_function(*made)) {
        const bool conversion = syntax.children[k].kind == Syn::Name && (terms_.is(*made, Op::Real) || terms_.is(*made, Op::Int));
        return Diagnostic{"E0103", syntax.children[k].span, fmt::format("only functions compose; this has sort {}", readable(terms_.store(), terms_.sort(*made))), {},
                          conversion ? fmt::format("the conversion is the function (x -> {}(x))", syntax.children[k].text)
                                     : "application is f(x), a product is a * b"};
      }
      if (made) {
        parts[k] = *made;
        ++done;
      } else if (!first_error) {
        first_error = made.error();
      }
    }
    if (done == before) return *first_error;
  }
  for (std::size_t k = n - 1; k > 0; --k) {
    const TermId inner = terms_.codomain(parts[k]), outer = terms_.domain(parts[k - 1]);
    if (terms_.meet(inner, outer)) continue;
    if (terms_.is(outer, Op::BagOf) && !terms_.is(inner, Op::BagOf) && terms_.meet(terms_[outer].operands[0], inner)) {
      parts[k] = index_function(parts[k]);
      continue;
    }
    return Diagnostic{"E0107", syntax.children[k].span, fmt::format("cannot compose: this gives {}, but {} is wanted", readable(terms_.store(), inner), readable(terms_.store(), outer)),
                      {{syntax.children[k - 1].span, "by this function"}}, "compose with a map between the two sets"};
  }
  return terms_.make(Op::Compose, parts, 0, {}, syntax.span);
}

Result<TermId> Elaborator::star(const Syntax& syntax, const Want& want) {
  const auto element = [&](TermId bag) { return bag.valid() && terms_.is(bag, Op::BagOf) ? terms_[bag].operands[0] : TermId{}; };
  REFOLD_TRY(const TermId function, expr(syntax.children[0], Want{{}, element(want.domain), element(want.codomain)}));
  if (!terms_.is_function(function))
    return Diagnostic{"E0103", syntax.span, fmt::format("the bag star needs a function, but this has sort {}", readable(terms_.store(), terms_.sort(function))), {},
                      "a product needs a space before *, or none on either side"};
  return terms_.make(Op::Star, {function}, 0, {}, syntax.span);
}

Result<TermId> Elaborator::stack(const Syntax& syntax, const Want& want) {
  if (syntax.kind == Syn::StackFor) {
    REFOLD_TRY(const std::vector<Local> locals, open(syntax.children[1], &syntax.children[0], nullptr, {}));
    Result<TermId> body = expr(syntax.children[0]);
    close(locals);
    if (!body) return body;
    return terms_.make(Op::StackOver, {locals[0].source, terms_.abstract(*body, locals[0].variable)}, 0, {}, syntax.span);
  }
  const bool numbers = [&] {
    Result<TermId> probe = expr(syntax.children[0]);
    return probe && terms_.is_value_sort(terms_.sort(*probe)) && !terms_.is_function(*probe);
  }();
  if (numbers)
    return Diagnostic{"E0132", syntax.span, "a stack of numbers is data; tensors stand in a stack", {}, "bind data with --bind, or give a witness"};
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < syntax.children.size(); ++k) {
    TermId domain = want.domain;
    if (domain.valid() && terms_.is(domain, Op::Union) && k < terms_[domain].operands.size()) domain = terms_[domain].operands[k];
    else domain = {};
    REFOLD_TRY(const TermId part, expr(syntax.children[k], Want{{}, domain, want.codomain}));
    parts.push_back(part);
  }
  return terms_.make(Op::Stack, parts, 0, {}, syntax.span);
}

Result<TermId> Elaborator::fork(const Syntax& syntax, const Want& want) {
  TermId element = want.codomain.valid() && terms_.is(want.codomain, Op::BagOf) ? terms_[want.codomain].operands[0] : TermId{};
  const auto as_index_function = [&](TermId f) { return terms_.is_function(f) && !terms_.is(terms_.codomain(f), Op::BagOf) ? index_function(f) : f; };
  if (syntax.kind == Syn::ForkFor) {
    REFOLD_TRY(const std::vector<Local> locals, open(syntax.children[1], &syntax.children[0], nullptr, {}));
    Result<TermId> body = expr(syntax.children[0], Want{{}, want.domain, {}});
    close(locals);
    if (!body) return body;
    return terms_.make(Op::ForkOver, {locals[0].source, terms_.abstract(as_index_function(*body), locals[0].variable)}, 0, {}, syntax.span);
  }
  std::vector<TermId> parts(syntax.children.size());
  TermId domain = want.domain;
  // A member that knows its domain tells the others.
  for (int round = 0; round < 2; ++round)
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].valid()) continue;
      TermId member;
      if (element.valid() && terms_.is(element, Op::Union) && k < terms_[element].operands.size()) member = terms_[element].operands[k];
      Result<TermId> part = expr(syntax.children[k], Want{{}, domain, member});
      if (!part && round == 1) return part;
      if (!part) continue;
      parts[k] = as_index_function(*part);
      if (!domain.valid()) domain = terms_.domain(parts[k]);
    }
  return terms_.make(Op::Fork, parts, 0, {}, syntax.span);
}

Result<TermId> Elaborator::lambda_syntax(const Syntax& syntax, const Want& want) {
  REFOLD_TRY(const std::vector<Local> locals, open(syntax.children[0], &syntax.children[1], nullptr, Want{want.codomain, {}, {}}, want.domain));
  Want body_want;
  if (want.codomain.valid()) body_want = Want::of(want.codomain);
  Result<TermId> body = expr(syntax.children[1], body_want);
  close(locals);
  if (!body) return body;
  return lambda(locals, *body);
}

TermId Elaborator::lambda(const std::vector<Local>& locals, TermId body) {
  TermId domain;
  TermId inner = body;
  if (locals.size() == 1) {
    domain = locals[0].source;
    inner = terms_.abstract(body, locals[0].variable);
  } else {
    bool dependent = false;
    for (std::size_t k = 1; k < locals.size(); ++k)
      for (std::size_t j = 0; j < k; ++j) dependent = dependent || terms_.mentions(locals[k].source, locals[j].variable);
    std::vector<TermId> sets;
    for (const Local& l : locals) sets.push_back(l.source);
    if (dependent) {
      TermId rest = sets.back();
      for (std::size_t k = sets.size() - 1; k-- > 0;) {
        TermId under = terms_.abstract(rest, locals[k].variable);
        if (terms_.mentions_bound(under, 0)) rest = terms_.must(Op::Sigma, {sets[k], under});
        else rest = terms_.product({sets[k], rest});
      }
      domain = rest;
    } else {
      domain = terms_.product(sets);
    }
    const TermId point = local("p", domain);
    std::vector<std::pair<TermId, TermId>> pairs;
    for (std::size_t k = 0; k < locals.size(); ++k) pairs.push_back({locals[k].variable, terms_.proj(static_cast<std::int64_t>(k), point)});
    inner = terms_.abstract(terms_.replace(body, pairs), point);
  }
  if (terms_.is_set(domain))
    if (const TermId einsum = canonical_einsum(terms_, domain, inner); einsum.valid()) return einsum;
  return terms_.lambda(domain, inner);
}

/// Whether an index lies in its range for no value of any size: a number outside, or the extent itself and more.
bool Elaborator::never_inside(TermId set, TermId index) const {
  if (!terms_.is(set, Op::Range)) return false;
  const TermId extent = terms_[set].operands[0];
  const auto number = [&](TermId id) { return terms_.is(id, Op::Number) ? &terms_.store().number_value(terms_[id].payload) : nullptr; };
  const auto not_negative = [&](TermId id) { const Rational* value = number(id); return value != nullptr && *value >= 0; };
  if (const Rational* value = number(index)) return *value < 0 || (number(extent) != nullptr && *value >= *number(extent));
  if (index == extent) return true;
  const Term sum = terms_[index];
  return sum.op == Op::Add && sum.operands.size() == 2 &&
         ((sum.operands[0] == extent && not_negative(sum.operands[1])) || (sum.operands[1] == extent && not_negative(sum.operands[0])));
}

/// Indices that are outside their sets whatever is bound to the sizes are mistakes of the text.
Result<void> Elaborator::check_indices(TermId domain, TermId argument, const std::vector<Syntax>& arguments) const {
  const std::vector<TermId> sets = terms_.is(domain, Op::Product) ? terms_[domain].operands : std::vector<TermId>{domain};
  if (sets.size() != arguments.size()) return {};
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const Term point = terms_[argument];
    if (sets.size() > 1 && point.op != Op::Tuple) return {};
    const TermId index = sets.size() > 1 ? point.operands[k] : argument;
    if (never_inside(sets[k], index))
      return Diagnostic{"E0157", arguments[k].span, fmt::format("the index {} is never in {}", readable(terms_.store(), index), readable(terms_.store(), sets[k])), {},
                        "the indices of [n] are 0 .. n - 1"};
  }
  return {};
}

Result<TermId> Elaborator::apply(TermId head, const std::vector<Syntax>& arguments, Span where) {
  if (terms_.is(terms_.sort(head), Op::FamilyOf)) {
    if (arguments.size() != 1) return Diagnostic{"E0133", where, "a family takes one member index"};
    REFOLD_TRY(const TermId member, expr(arguments[0], Want::of(terms_[terms_.sort(head)].operands[0])));
    return terms_.make(Op::Member, {head, member}, 0, {}, where);
  }
  const TermId domain = terms_.domain(head);
  if (!domain.valid())
    return Diagnostic{"E0103", where, fmt::format("this is no function; it has sort {}", readable(terms_.store(), terms_.sort(head))), {}, "a product is written a * b"};
  Result<TermId> argument = arguments.size() == 1 ? expr(arguments[0], Want::of(domain)) : tuple(arguments, Want::of(domain), where);
  if (!argument) return argument;
  if (!terms_.meet(domain, terms_.sort(*argument))) {
    const std::size_t wanted = terms_.is(terms_.erase(domain), Op::Product) ? terms_[terms_.erase(domain)].operands.size() : 1;
    if (wanted != arguments.size())
      return Diagnostic{"E0134", where, fmt::format("this takes {}, but {} {} given", counted(wanted, "argument"), arguments.size(), arguments.size() == 1 ? "is" : "are")};
    const bool tensor = arguments.size() == 1 && terms_.is_function(*argument) && terms_.meet(terms_.codomain(*argument), domain);
    return Diagnostic{"E0102", arguments[0].span, fmt::format("this has sort {}, but {} is wanted", readable(terms_.store(), terms_.sort(*argument)), readable(terms_.store(), domain)), {},
                      tensor ? "a function of values is composed with a tensor: f . X" : ""};
  }
  REFOLD_CHECK(check_indices(domain, *argument, arguments));
  return terms_.make(Op::Apply, {terms_.is_set(domain) ? alias(head) : head, *argument}, 0, {}, where);
}

Result<TermId> Elaborator::call(const Syntax& syntax, const Want& want) {
  const Syntax& head = syntax.children[0];
  const std::vector<Syntax> arguments(syntax.children.begin() + 1, syntax.children.end());
  if (head.kind == Syn::Name) {
    if (const ScopeItem* entry = scope_.find(head.text)) {
      if (entry->kind == ScopeItem::Kind::Definition) return inline_call(*entry->definition, arguments, want, syntax.span);
    } else if (is_builtin(head.text)) {
      return builtin_call(head.text, syntax, want);
    }
  }
  Result<TermId> function = expr(head);
  if (!function && arguments.size() == 1) {  // the argument may tell the head its domain
    Result<TermId> argument = expr(arguments[0]);
    if (argument) function = expr(head, Want{{}, terms_.sort(*argument), want.sort});
  }
  if (!function) return function;
  if (arguments.empty()) {
    if (!terms_.domain(*function).valid()) return Diagnostic{"E0103", syntax.span, "this is no function"};
    return terms_.make(Op::Apply, {*function, terms_.tuple({})}, 0, {}, syntax.span);
  }
  return apply(*function, arguments, syntax.span);
}

}  // namespace refold
