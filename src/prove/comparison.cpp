#include "prove/comparison.h"

#include <algorithm>

#include "prove/unfold.h"
#include "term/at.h"
#include "term/wellformed.h"

namespace refold {
namespace {

constexpr int kMostDepth = 3;               // of reductions in reductions
constexpr std::size_t kMostReferences = 6;
constexpr std::size_t kMostTransports = 6;  // kept for each term
constexpr std::size_t kMostCombinations = 12;

std::vector<TermId> both(std::vector<TermId> a, const std::vector<TermId>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The reductions in a term that are in no other one.
void reductions(Terms& terms, TermId id, std::vector<TermId>& found) {
  const Term term = terms[id];
  if (terms.is_set(id) || terms.is(terms.sort(id), Op::Type)) return;
  if (term.op == Op::Apply && terms.is(terms.sort(term.operands[0]), Op::ReductionOf)) {
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
    return;
  }
  if (info(term.op).binder) return;
  for (const TermId operand : term.operands) reductions(terms, operand, found);
}

bool has_reduction(Terms& terms, TermId id) {
  std::vector<TermId> found;
  reductions(terms, id, found);
  return !found.empty();
}

/// What the values that depend on bound variables are made of: terms with other heads are hardly the same sum.
std::vector<TermId> heads(Terms& terms, const Summand& summand) {
  std::vector<TermId> all;
  for (TermId factor : summand.factors) {
    const bool depends = std::any_of(summand.variables.begin(), summand.variables.end(), [&](TermId v) { return terms.mentions(factor, v); });
    if (!depends) continue;
    while (terms.is(factor, Op::Apply) && !terms.is(terms.sort(terms[factor].operands[0]), Op::ReductionOf)) factor = terms[factor].operands[0];
    all.push_back(terms.is(factor, Op::Apply) ? terms[factor].operands[0] : factor);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

bool Comparison::equal(TermId left, TermId right, const Conditions& conditions) {
  left = integers_.tidy(left);
  right = integers_.tidy(right);
  if (left == right) return true;
  const TermId sort = terms_.erase(terms_.sort(left));
  if (terms_.is(sort, Op::Product)) {
    for (std::size_t k = 0; k < terms_[sort].operands.size(); ++k) {
      const auto at_part = static_cast<std::int64_t>(k);
      if (!equal(terms_.proj(at_part, left), terms_.proj(at_part, right), conditions)) return false;
    }
    return true;
  }
  if (terms_.is_function(left)) {
    for (const Flatten::Element& one : flatten_.elements(terms_.domain(left)))
      if (!equal(at(terms_, left, one.value), at(terms_, right, one.value), both(conditions, one.guards))) return false;
    return true;
  }
  if (terms_.is(sort, Op::BagOf)) return bags(left, right, conditions);
  if (!has_reduction(terms_, left) && !has_reduction(terms_, right))
    if (questions_.implied(conditions, terms_.must(Op::Same, {left, right}))) return true;
  if (!terms_.is_value_sort(sort)) return false;
  return values(left, right, conditions);
}

bool Comparison::values(TermId left, TermId right, const Conditions& conditions) {
  const Operation operation = flatten_.operation_for(left, right);
  const auto forms = [&](const Operation& under) {
    return std::pair(refined(flatten_.summands(left, under), under), refined(flatten_.summands(right, under), under));
  };
  const auto [l, r] = forms(operation);
  if (summands(l, r, operation, conditions)) return true;
  const TermId sort = terms_.erase(terms_.sort(left));
  if (operation.name == "sum" || (!terms_.is(sort, Op::Real) && !terms_.is(sort, Op::Int))) return false;
  const Operation sum = flatten_.operation(terms_.reduce("sum", sort));
  const auto [l2, r2] = forms(sum);
  return summands(l2, r2, sum, conditions);
}

/// Every element is equally often in both.
bool Comparison::bags(TermId left, TermId right, const Conditions& conditions) {
  const TermId element = terms_.erase(terms_[terms_.sort(left)].operands[0]), x = flatten_.variable(element);
  const auto count = [&](TermId bag) {  // sum over the bag of [e == x]
    const TermId e = terms_.input("%element", element);
    const TermId body = terms_.must(Op::If, {terms_.must(Op::Eq, {e, x}), terms_.int_number(1), terms_.int_number(0)});
    const TermId function = terms_.lambda(element, terms_.abstract(body, e));
    const TermId ones = terms_.compose({terms_.reduce("sum", terms_.integer()), terms_.must(Op::Star, {function})});
    return at(terms_, ones, bag);
  };
  return equal(count(left), count(right), conditions);
}

/// Cleaned; values that became sums or cases by that are taken apart again.
Summands Comparison::refined(Summands all, const Operation& operation) {
  for (int round = 0; round < 4; ++round) {
    all = cleaned(terms_, integers_, all);
    if (operation.kind == Operation::Kind::Sum)
      for (Summand& one : all) cancel(one);
    bool again = false;
    Summands next;
    for (const Summand& one : all) {
      const auto composite = [&](TermId factor) {
        const Op op = terms_[factor].op;
        return op == Op::If || (operation.distributes() && (op == Op::Add || op == Op::Mul || op == Op::Neg || op == Op::Number)) ||
               (op == Op::Apply && terms_[factor].operands[0] == operation.reduction);
      };
      if (std::none_of(one.factors.begin(), one.factors.end(), composite)) {
        next.push_back(one);
        continue;
      }
      again = true;
      const TermId value = one.factors.size() == 1 ? one.factors[0] : terms_.must(Op::Mul, one.factors);
      for (Summand part : flatten_.summands(value, operation)) {
        part.coefficient *= one.coefficient;
        part.variables.insert(part.variables.begin(), one.variables.begin(), one.variables.end());
        part.guards.insert(part.guards.begin(), one.guards.begin(), one.guards.end());
        next.push_back(std::move(part));
      }
    }
    all = std::move(next);
    if (!again) break;
  }
  return all;
}

/// x * (1 / x) is 1 where x is not 0, and 0 elsewhere.
void Comparison::cancel(Summand& summand) {
  for (std::size_t k = 0; k < summand.factors.size(); ++k) {
    const Term inverse = terms_[summand.factors[k]];
    if (inverse.op != Op::Divide || !terms_.is(inverse.operands[0], Op::Number) || terms_.store().number_value(terms_[inverse.operands[0]].payload) != 1) continue;
    const auto same = std::find(summand.factors.begin(), summand.factors.end(), inverse.operands[1]);
    if (same == summand.factors.end()) continue;
    const TermId value = *same;
    summand.factors.erase(summand.factors.begin() + static_cast<std::ptrdiff_t>(k));
    summand.factors.erase(std::find(summand.factors.begin(), summand.factors.end(), value));
    summand.guards.push_back(negation(terms_, integers_.tidy(terms_.must(Op::Eq, {value, terms_.number(0, terms_.erase(terms_.sort(value)))}))));
    k = static_cast<std::size_t>(-1);
  }
}

Summands Comparison::possible(const Summands& summands, const Conditions& conditions) {
  Summands all;
  for (const Summand& one : summands)
    if (one.guards.empty() || !questions_.impossible(both(conditions, one.guards))) all.push_back(one);
  return all;
}

// -- which terms are compared

bool Comparison::summands(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions) {
  if (!questions_.alive()) return false;
  std::map<std::vector<TermId>, std::pair<Summands, Summands>> groups;
  for (const Summand& one : left) groups[heads(terms_, one)].first.push_back(one);
  for (const Summand& one : right) groups[heads(terms_, one)].second.push_back(one);
  const auto agree = [&](const auto& entry) { return group(entry.second.first, entry.second.second, operation, conditions); };
  if (std::all_of(groups.begin(), groups.end(), agree)) return true;
  if (groups.size() > 1 && group(left, right, operation, conditions)) return true;
  // Terms that never count stand in the way of matching.
  const Summands l = possible(left, conditions), r = possible(right, conditions);
  return (l.size() < left.size() || r.size() < right.size()) && summands(l, r, operation, conditions);
}

bool Comparison::group(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions) {
  if (left.empty() && right.empty()) return true;
  std::vector<const Summand*> references;
  for (const Summands* side : {&left, &right})
    for (const Summand& one : *side) references.push_back(&one);
  std::stable_sort(references.begin(), references.end(), [](const Summand* a, const Summand* b) { return a->variables.size() < b->variables.size(); });
  if (references.size() > kMostReferences) references.resize(kMostReferences);
  return std::any_of(references.begin(), references.end(), [&](const Summand* reference) { return along(*reference, left, right, operation, conditions); });
}

bool Comparison::along(const Summand& reference, const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions) {
  std::vector<std::vector<Summand>> ways;
  for (const Summands* side : {&left, &right})
    for (const Summand& one : *side) {
      if (&one == &reference) ways.push_back({one});
      else ways.push_back(moved(one, reference, conditions, kMostTransports));
      if (ways.back().empty()) return false;
    }
  std::vector<std::size_t> choice(ways.size(), 0);
  for (std::size_t tries = 0; tries < kMostCombinations; ++tries) {
    Summands l, r;
    for (std::size_t k = 0; k < ways.size(); ++k) (k < left.size() ? l : r).push_back(ways[k][choice[k]]);
    if (at_each_point(l, r, operation, conditions)) return true;
    std::size_t k = 0;
    while (k < choice.size() && ++choice[k] == ways[k].size()) choice[k++] = 0;
    if (k == choice.size()) break;
  }
  return false;
}

std::vector<Summand> Comparison::moved(const Summand& summand, const Summand& reference, const Conditions& conditions, std::size_t most) {
  if (summand.variables.empty() && reference.variables.empty()) return {summand};
  std::vector<Summand> all;
  for (const Transport& transport : transports(terms_, integers_, summand, reference, 4 * most)) {
    const Conditions given = both(conditions, summand.guards);
    const auto returns = [&](TermId y) {
      const TermId there = terms_.replace(y, transport.phi);
      return questions_.implied(given, terms_.must(Op::Same, {terms_.replace(there, transport.psi), y}));
    };
    // Where a division is put in, its divisor is positive: proved here, and kept as a guard.
    Conditions divisors;
    for (const Replacement* values : {&transport.phi, &transport.psi})
      for (const auto& pair : *values)
        for (const WellFormed& condition : well_formed(terms_, pair.second))
          if (condition.kind == Requirement::Divisor) divisors.push_back(condition.prop);
    const auto positive = [&](TermId divisor) { return questions_.implied(given, terms_.replace(divisor, transport.psi)); };
    if (!std::all_of(divisors.begin(), divisors.end(), positive)) continue;
    if (!std::all_of(summand.variables.begin(), summand.variables.end(), returns)) continue;
    Summand made = put_in(terms_, summand, transport.phi);
    made.variables.clear();
    for (const TermId divisor : divisors) made.guards.push_back(terms_.replace(divisor, transport.phi));
    for (const TermId x : reference.variables)
      made.guards.push_back(terms_.must(Op::Same, {terms_.replace(terms_.replace(x, transport.psi), transport.phi), x}));
    const auto clean = cleaned(terms_, integers_, made);
    if (!clean) continue;
    all.push_back(*clean);
    if (all.size() >= most) break;
  }
  return all;
}

// -- at one point

TermId Comparison::combined(const Summand& summand, const Operation& operation) {
  if (!operation.distributes()) return summand.factors.at(0);
  std::vector<TermId> factors = summand.factors;
  if (operation.commutes) std::sort(factors.begin(), factors.end());
  if (summand.coefficient != 1 || factors.empty()) factors.insert(factors.begin(), terms_.number(summand.coefficient, operation.value_sort));
  return factors.size() == 1 ? factors[0] : terms_.must(Op::Mul, std::move(factors));
}

/// The terms of one side at one point, as a number or a truth value that tells which values are combined how often.
TermId Comparison::total(const Summands& summands, const Operation& operation) {
  std::vector<TermId> parts;
  const bool truths = terms_.is(operation.value_sort, Op::Bool);
  const TermId test = operation.kind == Operation::Kind::Sum || truths ? TermId{} :
      terms_.input("%test", terms_.arrow(operation.value_sort, operation.kind == Operation::Kind::Idempotent ? terms_.boolean() : terms_.integer()));
  for (const Summand& one : summands) {
    const TermId guard = conjunction(terms_, one.guards), value = combined(one, operation);
    if (operation.kind == Operation::Kind::Idempotent) {
      const TermId said = truths ? (operation.name == "all" || operation.name == "min" ? negation(terms_, value) : value) : terms_.apply(test, value);
      parts.push_back(conjunction(terms_, {guard, said}));
    } else if (operation.kind == Operation::Kind::Sum) {
      parts.push_back(terms_.must(Op::If, {guard, value, terms_.number(0, operation.value_sort)}));
    } else {
      const TermId counted = truths ? terms_.must(Op::If, {value, terms_.int_number(1), terms_.int_number(0)}) : terms_.apply(test, value);
      parts.push_back(terms_.must(Op::If, {guard, counted, terms_.int_number(0)}));
    }
  }
  if (operation.kind == Operation::Kind::Idempotent) return parts.empty() ? terms_.truth(false) : parts.size() == 1 ? parts[0] : terms_.must(Op::Or, std::move(parts));
  const TermId zero = operation.kind == Operation::Kind::Sum ? terms_.number(0, operation.value_sort) : terms_.int_number(0);
  return parts.empty() ? zero : parts.size() == 1 ? parts[0] : terms_.must(Op::Add, std::move(parts));
}

bool Comparison::at_each_point(const Summands& left, const Summands& right, const Operation& operation, const Conditions& conditions) {
  if (left.size() == 1 && right.size() == 1 && one_each(left[0], right[0], operation, conditions)) return true;
  Conditions given = both(conditions, nested(left, right, conditions));
  return questions_.implied(given, terms_.must(Op::Same, {total(left, operation), total(right, operation)}));
}

/// Each guard of one side follows from those of the other, and under all of them the values are equal.
bool Comparison::one_each(const Summand& left, const Summand& right, const Operation& operation, const Conditions& conditions) {
  const auto follow = [&](const Summand& from, const Summand& to) {
    const Conditions given = both(conditions, from.guards);
    return std::all_of(to.guards.begin(), to.guards.end(), [&](TermId guard) { return questions_.implied(given, guard); });
  };
  if (!follow(left, right) || !follow(right, left)) return false;
  Conditions given = both(both(conditions, left.guards), right.guards);
  given = both(given, nested({left}, {right}, conditions));
  return questions_.implied(given, terms_.must(Op::Same, {combined(left, operation), combined(right, operation)}));
}

Comparison::Conditions Comparison::nested(const Summands& left, const Summands& right, const Conditions& conditions) {
  Conditions equations;
  if (depth_ >= kMostDepth) return equations;
  ++depth_;
  for (const Summand& l : left)
    for (const Summand& r : right) {
      std::vector<TermId> ours, theirs;
      for (const TermId factor : l.factors) reductions(terms_, factor, ours);
      for (const TermId factor : r.factors) reductions(terms_, factor, theirs);
      for (const TermId a : ours)
        for (const TermId b : theirs) {
          if (a == b || !terms_.meet(terms_.sort(a), terms_.sort(b))) continue;
          const Conditions guards = both(l.guards, r.guards);
          if (!equal(a, b, both(conditions, guards))) continue;
          const TermId same = terms_.must(Op::Eq, {a, b}), when = conjunction(terms_, guards);
          equations.push_back(terms_.is(when, Op::True) ? same : terms_.must(Op::Implies, {when, same}));
        }
    }
  --depth_;
  return equations;
}

}  // namespace refold
