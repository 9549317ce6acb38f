#include "prove/cleaning.h"

#include <algorithm>

namespace refold {
namespace {

/// What an equation says that a variable is; nothing where it does not determine it.
std::optional<TermId> solved(Terms& terms, TermId variable, TermId equation) {
  const Term term = terms[equation];
  if (term.op == Op::ForAll) {  // v(a) + s(a) == 0 on every axis a
    const Term body = terms[term.operands[1]];
    const TermId sort = terms.sort(variable);
    if (body.op != Op::Eq || !terms.is(sort, Op::Arrow) || terms[sort].operands[0] != term.operands[0]) return std::nullopt;
    const TermId axis = terms.input("%axis", term.operands[0]), at = terms.apply(variable, axis);
    const TermId value = terms.instantiate(term.operands[1], axis);
    if (!terms.is(terms.sort(at), Op::Int)) return std::nullopt;
    const auto linear = linear_in(terms, polynomial(terms, terms[value].operands[0]) - polynomial(terms, terms[value].operands[1]), at);
    const auto factor = linear ? constant(linear->factor) : std::nullopt;
    if (!factor || (*factor != 1 && *factor != -1)) return std::nullopt;
    const TermId rest = term_of(terms, scaled(linear->rest, -*factor));
    if (terms.mentions(rest, variable)) return std::nullopt;
    return terms.lambda(term.operands[0], terms.abstract(rest, axis));
  }
  if (term.op != Op::Eq) return std::nullopt;
  if (terms.is(terms.sort(variable), Op::Int)) {
    if (!terms.is(terms.erase(terms.sort(term.operands[0])), Op::Int)) return std::nullopt;
    const auto linear = linear_in(terms, polynomial(terms, term.operands[0]) - polynomial(terms, term.operands[1]), variable);
    const auto factor = linear ? constant(linear->factor) : std::nullopt;
    if (!factor || (*factor != 1 && *factor != -1)) return std::nullopt;
    return term_of(terms, scaled(linear->rest, -*factor));
  }
  for (std::size_t side = 0; side < 2; ++side)
    if (term.operands[side] == variable && !terms.mentions(term.operands[1 - side], variable)) return term.operands[1 - side];
  return std::nullopt;
}

/// Tidied and split; false if one is false.
bool tidy_guards(Terms& terms, Integers& integers, std::vector<TermId>& guards) {
  std::vector<TermId> all;
  for (const TermId guard : guards) {
    const TermId simple = integers.tidy(guard);
    if (terms.is(simple, Op::False)) return false;
    if (terms.is(simple, Op::True)) continue;
    const std::vector<TermId> parts = terms.is(simple, Op::And) ? terms[simple].operands : std::vector<TermId>{simple};
    for (const TermId part : parts)
      if (std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
  }
  guards = std::move(all);
  return true;
}

}  // namespace

Summand put_in(Terms& terms, const Summand& summand, const std::vector<std::pair<TermId, TermId>>& values) {
  Summand made{summand.coefficient, {}, {}, {}};
  for (const TermId variable : summand.variables)
    if (std::none_of(values.begin(), values.end(), [&](const auto& pair) { return pair.first == variable; })) made.variables.push_back(variable);
  for (const TermId guard : summand.guards) made.guards.push_back(terms.replace(guard, values));
  for (const TermId factor : summand.factors) made.factors.push_back(terms.replace(factor, values));
  return made;
}

std::optional<Summand> cleaned(Terms& terms, Integers& integers, Summand summand) {
  while (true) {
    if (!tidy_guards(terms, integers, summand.guards)) return std::nullopt;
    for (TermId& factor : summand.factors) factor = integers.tidy(factor);
    const auto one_point = [&]() -> bool {
      for (const TermId variable : summand.variables)
        for (const TermId guard : summand.guards)
          if (const auto value = solved(terms, variable, guard)) {
            summand = put_in(terms, summand, {{variable, *value}});
            return true;
          }
      return false;
    };
    if (!one_point()) break;
  }
  return summand;
}

Summands cleaned(Terms& terms, Integers& integers, const Summands& summands) {
  Summands all;
  for (const Summand& summand : summands)
    if (auto one = cleaned(terms, integers, summand)) all.push_back(std::move(*one));
  return all;
}

}  // namespace refold
