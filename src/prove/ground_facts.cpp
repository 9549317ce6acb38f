// What the operators mean at the terms that occur: the axiom schemas of the kernel (docs/trusted-base.md lists them).
#include <algorithm>

#include "prove/ground.h"
#include "term/wellformed.h"

namespace refold {

void Ground::define(TermId id) {
  set_facts(id);
  if (!options_.definitions) return;
  card_facts(id);
  // How many places an element has in an enumeration is known, whether or not anyone asks.
  if (const Term term = terms_[id]; term.op == Op::Apply && terms_.is(term.operands[0], Op::Inverse) &&
                                    terms_.is(terms_[term.operands[0]].operands[0], Op::Enumerate)) {
    const TermId places = terms_.must(Op::Card, {id});
    emit("definition", terms_.must(Op::Same, {places, unfold_(places)}));
  }
  const TermId meaning = unfold_(id);
  if (meaning == id) return;
  emit("definition", terms_.must(Op::Same, {id, meaning}));
}

/// Numbers of elements are not negative; a bag of none is {}, a bag of one is {the one}; the one in inverse(phi)(j) is
/// mapped to j.
void Ground::card_facts(TermId id) {
  const Term term = terms_[id];
  if (term.op == Op::Count) emit("definition", terms_.must(Op::LessEq, {terms_.int_number(0), id}));
  if (term.op != Op::Card) return;
  emit("definition", terms_.must(Op::LessEq, {terms_.int_number(0), id}));
  const TermId bag = term.operands[0], element = terms_[terms_.sort(bag)].operands[0], erased = terms_.erase(element);
  if (is_formed(terms_, bag)) return;
  const TermId empty = terms_.must(Op::Empty, {erased});
  const TermId only = terms_.apply(terms_.must(Op::The, {element}), bag);
  const TermId single = terms_.apply(terms_.must(Op::Single, {erased}), only);
  const auto number_is = [&](int n) { return terms_.must(Op::Eq, {id, terms_.int_number(n)}); };
  emit("definition", terms_.must(Op::Implies, {number_is(0), terms_.must(Op::Same, {bag, empty})}));
  emit("definition", terms_.must(Op::Implies, {number_is(1), terms_.must(Op::Same, {bag, single})}));
  const Term source = terms_[bag];
  if (source.op != Op::Apply || !terms_.is(source.operands[0], Op::Inverse)) return;
  const TermId image = terms_.apply(terms_[source.operands[0]].operands[0], only);
  emit("definition", terms_.must(Op::Implies, {number_is(1), terms_.must(Op::Same, {image, source.operands[1]})}));
}

/// A value of a set cut from another one lies inside it; an enumeration of S only meets elements of S.
void Ground::set_facts(TermId id) {
  const TermId sort = terms_.sort(id);
  std::vector<TermId> inside;
  if (terms_.is(sort, Op::Range)) {
    inside = {terms_.must(Op::LessEq, {terms_.int_number(0), id}), terms_.must(Op::Less, {id, terms_[sort].operands[0]})};
  } else if (terms_.is(sort, Op::Subset)) {
    inside = {terms_.instantiate(terms_[sort].operands[1], id)};
  } else if (terms_.is(sort, Op::Power) && terms_.is(id, Op::Input)) {
    inside = {inside_on_every_axis(terms_, id, sort)};
  }
  if (options_.definitions && terms_.is(id, Op::Apply) && terms_.is(terms_[id].operands[0], Op::Enumerate))
    if (const auto in = membership(terms_, id, terms_[terms_[id].operands[0]].operands[0])) inside.insert(inside.end(), in->begin(), in->end());
  for (const TermId fact : inside) emit("definition", fact);
}

/// Where a bag equals one of known form, what is computed from it equals what is computed from that form.
void Ground::through_equations() {
  const std::size_t equations = equations_.size(), terms = pool_.size();
  for (std::size_t e = 0; e < equations; ++e)
    for (std::size_t t = 0; t < terms && !ran_out(); ++t) {
      const auto [bag, form] = equations_[e];
      const Term term = terms_[pool_[t]];
      const bool uses = (term.op == Op::Apply || term.op == Op::Count || term.op == Op::Card) && term.operands.back() == bag;
      if (!uses || (term.op == Op::Apply && terms_.is(term.operands[0], Op::The)) || !carried_.emplace(pool_[t], form).second) continue;
      std::vector<TermId> operands = term.operands;
      operands.back() = form;
      const TermId meaning = unfold_(terms_.rebuild(pool_[t], std::move(operands)));
      const TermId id = pool_[t];
      if (terms_.sort(id) != terms_.sort(meaning) && !terms_.meet(terms_.sort(id), terms_.sort(meaning))) continue;
      emit("definition", terms_.must(Op::Implies, {terms_.must(Op::Same, {bag, form}), terms_.must(Op::Same, {id, meaning})}));
    }
}

/// Two families of members, stacks or functions that differ, differ somewhere.
void Ground::binder_pairs() {
  constexpr std::size_t most = 40;
  const auto is_family = [&](TermId id) { return terms_.is(id, Op::StackOver) || terms_.is(id, Op::ForkOver) || terms_.is(id, Op::Lambda); };
  std::vector<TermId> found;
  for (const TermId id : pool_)
    if (found.size() < most && is_family(id)) found.push_back(id);
  for (std::size_t a = 0; a < found.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Term first = terms_[found[a]], second = terms_[found[b]];
      if (first.op != second.op || first.operands[0] != second.operands[0] || first.sort != second.sort) continue;
      if (!carried_.emplace(found[a], found[b]).second) continue;
      const TermId differ = negation(terms_, terms_.must(Op::Same, {found[a], found[b]}));
      const TermId place = fresh(first.operands[0], differ);
      const TermId left = terms_.instantiate(first.operands[1], place), right = terms_.instantiate(second.operands[1], place);
      emit("logic", negation(terms_, terms_.must(Op::Same, {left, right})), differ);
    }
}

// -- where terms are defined

const std::vector<TermId>& Ground::conditions(TermId id) {
  if (const auto at = conditions_.find(id); at != conditions_.end()) return at->second;
  std::vector<TermId> all;
  const auto add = [&](const std::vector<TermId>& more) {
    for (const TermId one : more)
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  const Term term = terms_[id];
  for (const TermId operand : term.operands)
    if (!terms_.is_set(operand) && !terms_.is_value_sort(operand)) add(conditions(operand));
  if (terms_.store().free_depth(id) == 0) {
    const auto inside = [&](TermId argument, TermId wanted) {
      if (!terms_.is_set(wanted) && !terms_.is_value_sort(wanted)) {  // a bag or a function
        if (!same_up_to_families(terms_, terms_.sort(argument), wanted)) add({terms_.truth(false)});
      } else if (terms_.sort(argument) != wanted) {
        const auto known = membership(terms_, argument, wanted);
        add(known ? *known : std::vector<TermId>{terms_.truth(false)});
      }
    };
    if (const auto at = exists_if_.find(id); at != exists_if_.end()) add({at->second});
    if (term.op == Op::Apply && terms_.is(term.operands[0], Op::The))
      add({terms_.must(Op::Eq, {terms_.must(Op::Card, {term.operands[1]}), terms_.int_number(1)})});
    else if (term.op == Op::Apply)
      inside(term.operands[1], terms_.domain(term.operands[0]));
    if (term.op == Op::Apply && is_extremum(terms_, term.operands[0]))
      if (const TermId some = not_empty(terms_, term.operands[1]); !terms_.is(some, Op::True)) add({some});
    if (term.op == Op::Member) inside(term.operands[1], terms_[terms_.sort(term.operands[0])].operands[0]);
    if (term.op == Op::Div || term.op == Op::Mod || term.op == Op::Quot || term.op == Op::Rem)
      add({terms_.must(Op::LessEq, {terms_.int_number(1), term.operands[1]})});
  }
  return conditions_.emplace(id, std::move(all)).first->second;
}

TermId Ground::guard(TermId prop) { return conjunction(terms_, conditions(prop)); }

}  // namespace refold
