#include "plan/lower_forms.h"

namespace refold {

bool is_reduction(const Terms& terms, TermId id) {
  const Term& term = terms[id];
  return term.op == Op::Apply && terms.is(terms[term.operands[0]].sort, Op::ReductionOf);
}

std::string_view reduction_name(const Terms& terms, TermId reduction) {
  const Term& head = terms[terms[reduction].operands[0]];
  return head.op == Op::Reduce ? terms.store().name_text(head.payload) : std::string_view{};
}

bool is_product(const Terms& terms, TermId reduction) {
  if (reduction_name(terms, reduction) != "prod") return false;
  const Term& bag = terms[terms[reduction].operands[1]];
  return bag.op == Op::BagSum || (bag.op == Op::Apply && terms.is(bag.operands[0], Op::Single));
}

TermId enumerated_set(const Terms& terms, TermId bag) {
  const Term& elements = terms[bag];
  if (elements.op != Op::Elements || !terms.is(elements.operands[0], Op::Range)) return {};
  const Term& card = terms[terms[elements.operands[0]].operands[0]];
  if (card.op != Op::Card || !terms.is(card.operands[0], Op::Elements)) return {};
  return terms[card.operands[0]].operands[0];
}

std::optional<TermId> stored_index(const Terms& terms, TermId condition) {
  const Term& term = terms[condition];
  if (term.op != Op::Eq && term.op != Op::LessEq) return std::nullopt;
  for (std::size_t side = 0; side < 2; ++side) {
    const Term &card = terms[term.operands[side]], &one = terms[term.operands[1 - side]];
    if (card.op != Op::Card || one.op != Op::Number || terms.store().number_value(one.payload) != 1) continue;
    if (term.op == Op::LessEq && side == 0) continue;  // |..| <= 1 says nothing
    const Term& bag = terms[card.operands[0]];
    if (bag.op == Op::Apply && terms.is(bag.operands[0], Op::Positions)) return card.operands[0];
  }
  return std::nullopt;
}

std::optional<TermId> sparse_entry(Terms& terms, TermId id) {
  const Term term = terms[id];
  if (term.op != Op::Apply || reduction_name(terms, id) != (terms.is(term.sort, Op::Bool) ? "any" : "sum")) return std::nullopt;
  const Term bag = terms[term.operands[1]];
  if (bag.op != Op::Apply || !terms.is(bag.operands[0], Op::Flatten)) return std::nullopt;
  const Term starred = terms[bag.operands[1]];
  if (starred.op != Op::Apply || !terms.is(starred.operands[0], Op::Star)) return std::nullopt;
  const Term source = terms[starred.operands[1]];
  if (source.op != Op::Apply || !terms.is(source.operands[0], Op::Positions)) return std::nullopt;
  const TermId function = terms[starred.operands[0]].operands[0];
  const TermId p = terms.input("%p", terms.domain(function));
  const Term single = terms[terms.apply(function, p)];
  if (single.op != Op::Apply || !terms.is(single.operands[0], Op::Single)) return std::nullopt;
  const Term value = terms[single.operands[1]];
  if (value.op != Op::Apply || value.operands[1] != p || !terms.is(value.operands[0], Op::Values)) return std::nullopt;
  if (terms[value.operands[0]].operands[0] != terms[source.operands[0]].operands[0]) return std::nullopt;
  return starred.operands[1];
}

}  // namespace refold
