#include "prove/refute_inputs.h"

#include <cassert>
#include <cmath>
#include <set>

namespace refold {
namespace {

constexpr std::size_t kLargestSet = 3, kLargestBag = 3, kLargestRank = 2;
constexpr int kLargestConstant = 64;

/// The carriers at which an algebra is read, simple ones first. All of them satisfy what the algebra promises.
std::vector<Carrier> readings_of(const Algebra& algebra) {
  using namespace carriers;
  const std::string& s = algebra.structure;
  if (s.empty() || s == "real") return {real()};
  if (s == "int") return {integers()};
  if (s == "bool") return {or_and()};
  if (s == "field") return algebra.ordered ? std::vector{real()} : std::vector{real(), modulo(2), modulo(3)};
  std::vector<Carrier> all;
  if (algebra.idempotent) all = {or_and(), chain(3)};
  else if (s == "ring") all = algebra.ordered ? std::vector{real()} : std::vector{real(), modulo(2), modulo(4)};
  else if (s == "semiring")
    all = algebra.ordered ? std::vector{real(), or_and()} : std::vector{real(), or_and(), modulo(2), chain(3)};
  else if (s == "monoid") all = {real(), or_and(), modulo(2)};
  else return {named(s)};
  if (s == "monoid" && !algebra.commutative) all.push_back(leftmost());
  if (s != "monoid" && !algebra.commutative && !algebra.idempotent && !algebra.ordered) all.push_back(matrices());
  return all;
}

/// The integer constants of the terms reachable from `roots`.
std::set<Integer> constants(const TermStore& store, std::vector<TermId> roots) {
  std::set<Integer> found;
  std::set<TermId> seen;
  while (!roots.empty()) {
    const TermId id = roots.back();
    roots.pop_back();
    if (!id.valid() || !seen.insert(id).second) continue;
    const Term& term = store[id];
    if (term.op == Op::Number) {
      const Rational& value = store.number_value(term.payload);
      if (denominator(value) == 1 && abs(value) <= kLargestConstant) found.insert(numerator(value));
    }
    roots.insert(roots.end(), term.operands.begin(), term.operands.end());
  }
  return found;
}

Syntax without_spans(Syntax e) {
  e.span = {};
  for (Syntax& child : e.children) child = without_spans(std::move(child));
  return e;
}

std::vector<Formula> formulas(std::vector<std::string> parameters, std::initializer_list<const char*> bodies) {
  std::vector<Formula> all;
  for (const char* body : bodies) {
    SourceMap sources;
    const Result<Syntax> syntax = parse_entry(sources, sources.add("formula", body), Entry::Expression);
    assert(syntax);
    all.push_back({parameters, without_spans(*syntax)});
  }
  return all;
}

bool is_numbers(const TermStore& store, TermId sort) {
  const Op op = store[sort].op;
  return op == Op::Real || op == Op::Int ||
         ((op == Op::Input || op == Op::Member) && store[store[sort].sort].op == Op::ValueKind);
}

/// Formulas for an unknown function on an infinite sort.
const std::vector<Formula>& formulas_of(const TermStore& store, TermId from, TermId to) {
  static const std::vector<Formula> none;
  static const std::vector<Formula> one = formulas({"x"}, {"x", "0", "x + 1", "x*x", "-x", "1"});
  static const std::vector<Formula> two = formulas({"x", "y"}, {"x", "x + y", "x*y", "y", "x + 1"});
  static const std::vector<Formula> tests = formulas({"x"}, {"0 < x", "x == 0", "true", "false"});
  const Term& domain = store[from];
  if (is_numbers(store, from) && is_numbers(store, to)) return one;
  if (is_numbers(store, from) && store[to].op == Op::Bool) return tests;
  if (domain.op == Op::Product && domain.operands.size() == 2 && is_numbers(store, domain.operands[0]) &&
      is_numbers(store, domain.operands[1]) && is_numbers(store, to))
    return two;
  return none;
}

/// Commutative monoids on 0 .. size-1, unit 0 unless stated: all up to isomorphism for sizes 1 and 2, typical ones
/// for 3.
std::vector<OperationTable> monoids(std::uint32_t size) {
  if (size == 1) return {{1, 0, {0}}};
  if (size == 2) return {{2, 0, {0, 1, 1, 1}}, {2, 0, {0, 1, 1, 0}}, {2, 1, {0, 0, 0, 1}}};
  std::vector<OperationTable> all(4, {size, 0, {}});
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = 0; b < size; ++b) {
      all[0].cells.push_back(std::max(a, b));
      all[1].cells.push_back((a + b) % size);
      all[2].cells.push_back(std::min(a + b, size - 1));
      all[3].cells.push_back(std::min(a, b));
    }
  all[3].unit = size - 1;
  return all;
}

Fault impossible() { return missing("there is no such element"); }

bool is_prime(std::uint32_t n) {
  for (std::uint32_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

}  // namespace

bool satisfies(const Carrier& carrier, const Algebra& algebra) {
  const std::vector<Carrier> known = readings_of(algebra);
  if (std::any_of(known.begin(), known.end(), [&](const Carrier& one) { return one.name == carrier.name; })) return true;
  const std::string& s = algebra.structure;
  const bool modulo = carrier.name.starts_with("mod") && carrier.size >= 2 && !algebra.idempotent && !algebra.ordered;
  const bool chain = carrier.name.starts_with("chain") && carrier.size >= 2 && !algebra.ordered;
  if (s == "field") return modulo && is_prime(carrier.size);
  if (s == "ring") return modulo;
  return (s == "semiring" || s == "monoid") && (modulo || chain);
}

Candidates::Candidates(const TermStore& store, const RuleStatement& rule)
    : variables_(rule.variables), algebra_(rule.algebra), readings_(readings_of(rule.algebra)) {
  std::vector<TermId> roots{rule.left, rule.right};
  for (const Hypothesis& hypothesis : rule.hypotheses) roots.push_back(hypothesis.prop);
  sizes_ = {0, 1, 2, 3};
  integers_ = {0, 1, -1, 2, -2, 3};
  for (const Integer& constant : constants(store, roots))
    for (const Integer& near : {Integer(constant), Integer(constant - 1), Integer(constant + 1)}) {
      if (near > 3 && std::find(sizes_.begin(), sizes_.end(), Rational(near)) == sizes_.end())
        sizes_.emplace_back(near);
      if (std::find(integers_.begin(), integers_.end(), Rational(near)) == integers_.end())
        integers_.emplace_back(near);
    }
}

const Variable* Candidates::variable(const InputRef& input) const {
  for (const Variable& variable : variables_)
    if (variable.term == input.input) return &variable;
  return nullptr;
}

SearchInputs::SearchInputs(const TermStore& store, const Candidates& candidates, const Instance& fixed,
                           Choices& choices)
    : store_(store), candidates_(candidates), choices_(choices), instance_(fixed) {
  const bool reads_real = candidates.algebra().structure.empty() || store[candidates.algebra().carrier].op == Op::Real;
  if (reads_real && fixed.real == carriers::real())
    instance_.real = candidates.readings()[pick(candidates.readings().size())];
}

InputKey SearchInputs::key(const InputRef& input) const {
  return {std::string(store_.name_text(store_[input.input].payload)), input.path};
}

Object* SearchInputs::find(const InputRef& input) {
  const auto at = instance_.objects.find(InputKeyView(store_.name_text(store_[input.input].payload), input.path));
  return at == instance_.objects.end() ? nullptr : &at->second;
}

Evaluated<std::uint64_t> SearchInputs::atoms(const InputRef& input) {
  const Object* object = find(input);
  if (object == nullptr) {
    const bool axes = store_[input.sort].op == Op::AxesKind;
    object = &instance_.objects.emplace(key(input), Atoms{pick(1 + (axes ? kLargestRank : kLargestSet))}).first->second;
  }
  return std::get<Atoms>(*object).count;
}

Evaluated<const Carrier*> SearchInputs::carrier(const InputRef& input) {
  const Object* object = find(input);
  if (object == nullptr) {
    static const std::vector<Carrier> unknown{carriers::atoms(2), carriers::real(), carriers::atoms(3),
                                              carriers::atoms(1)};
    const std::vector<Carrier>& all = input.input == candidates_.algebra().carrier ? candidates_.readings() : unknown;
    object = &instance_.objects.emplace(key(input), all[pick(all.size())]).first->second;
  }
  return &std::get<Carrier>(*object);
}

Evaluated<Value> SearchInputs::value(const InputRef& input) {
  if (const Object* object = find(input)) return std::get<Value>(*object);
  const Variable* variable = candidates_.variable(input);
  if (variable == nullptr) return missing("this input is no variable of the rule");
  Evaluated<Value> chosen = variable->is_size
                                ? Evaluated<Value>(Value::number(candidates_.sizes()[pick(candidates_.sizes().size())]))
                                : element(input.sort, input.env);
  if (chosen) instance_.objects.emplace(key(input), *chosen);
  return chosen;
}

/// Whether arithmetic on the arguments stays in the codomain: from integers or reals to reals, integers to integers.
Evaluated<bool> SearchInputs::formulas_fit(TermId from, TermId to, const Env& env) {
  if (store_[to].op == Op::Bool) return true;
  REFOLD_TRY(const Carrier* results, evaluator_->carrier(to, env));
  if (results->finite()) return false;
  const TermId argument =
      store_[from].op == Op::Product && !store_[from].operands.empty() ? store_[from].operands[0] : from;
  REFOLD_TRY(const Carrier* arguments, evaluator_->carrier(argument, env));
  return arguments->kind == results->kind ||
         (results->kind == Carrier::Kind::Real && arguments->kind == Carrier::Kind::Int);
}

/// A formula, or a table without cells.
Evaluated<Object> SearchInputs::function(const InputRef& input) {
  const Term& sort = store_[input.sort];
  REFOLD_TRY(const bool small, evaluator_->finite(sort.operands[0], input.env));
  if (small) return Object(Table{});
  REFOLD_TRY(const bool fits, formulas_fit(sort.operands[0], sort.operands[1], input.env));
  static const std::vector<Formula> none;
  const std::vector<Formula>& known = fits ? formulas_of(store_, sort.operands[0], sort.operands[1]) : none;
  const std::size_t chosen = completing_ && !known.empty() ? 0 : pick(known.size() + 1);
  return chosen < known.size() ? Object(known[chosen]) : Object(Table{});
}

Evaluated<Value> SearchInputs::cell(const InputRef& input, const Value& argument) {
  if (candidates_.variable(input) == nullptr)
    return known_function(store_.name_text(store_[input.input].payload), argument, true);
  if (argument.holds_function()) return undecided("a function of functions");
  if (find(input) == nullptr) {
    REFOLD_TRY(Object made, function(input));
    instance_.objects.emplace(key(input), std::move(made));
  }
  const Object& object = *find(input);
  if (std::holds_alternative<Formula>(object)) return InstanceInputs(store_, instance_, true).cell(input, argument);
  const auto* table = std::get_if<Table>(&object);
  if (table == nullptr) return missing("this input is no function");
  if (const auto at = table->cells.find(argument); at != table->cells.end()) return at->second;
  if (table->otherwise) return *table->otherwise;
  REFOLD_TRY(Value chosen, element(store_[input.sort].operands[1], input.env));
  std::get<Table>(*find(input)).cells.emplace(argument, chosen);
  return chosen;
}

Evaluated<Object> SearchInputs::reduction(const InputRef& input) {
  if (const Object* object = find(input)) return *object;
  REFOLD_TRY(const Carrier* values, evaluator_->carrier(store_[input.sort].operands[0], input.env));
  std::vector<Object> all;
  if (values->kind == Carrier::Kind::Bool) {
    all = {NamedReduction{"any"}, NamedReduction{"all"}, NamedReduction{"xor"}};
  } else if (values->kind == Carrier::Kind::Finite && values->add.empty()) {
    for (OperationTable& table : monoids(values->size)) all.emplace_back(std::move(table));
  } else {
    all = {NamedReduction{"sum"}};
    if (values->name != "matrices") all.push_back(NamedReduction{"prod"});
  }
  Object chosen = all[pick(all.size())];
  instance_.objects.emplace(key(input), chosen);
  return chosen;
}

Evaluated<Value> SearchInputs::number(const Carrier& carrier) {
  const auto one_of = [this](std::initializer_list<Value> all) {
    return *(all.begin() + static_cast<std::ptrdiff_t>(pick(all.size())));
  };
  const auto rational = [](Rational value) { return Value::number(std::move(value)); };
  const auto integer = [&] { return Value::number(candidates_.integers()[pick(candidates_.integers().size())]); };
  switch (carrier.kind) {
    case Carrier::Kind::Real:
      return one_of(
          {rational(0), rational(1), rational(-1), rational(2), rational(3), rational(-2), rational(Rational(1, 2))});
    case Carrier::Kind::Int: case Carrier::Kind::Wrap: return integer();
    case Carrier::Kind::Bool: return Value::truth(pick(2) == 1);
    case Carrier::Kind::Finite: return Value::number(pick(carrier.size));
    case Carrier::Kind::MinPlus:
      return one_of({Value::infinity(false), rational(0), rational(1), rational(2), rational(-1)});
    case Carrier::Kind::MaxPlus:
      return one_of({Value::infinity(true), rational(0), rational(1), rational(2), rational(-1)});
    case Carrier::Kind::MaxTimes: return one_of({rational(0), rational(1), rational(2), rational(Rational(1, 2))});
    case Carrier::Kind::Float:
      return one_of({Value::real(0), Value::real(1), Value::real(-0.0), Value::real(-1), Value::real(3),
                     Value::real(1e30), Value::real(HUGE_VAL), Value::real(-HUGE_VAL), Value::real(std::nan(""))});
  }
  __builtin_unreachable();
}

Evaluated<Value> SearchInputs::bag(TermId element_sort, const Env& env) {
  REFOLD_TRY(const bool small, evaluator_->finite(element_sort, env));
  Bag bag;
  if (!small) {
    for (std::size_t count = pick(kLargestBag + 1); count > 0; --count) {
      REFOLD_TRY(Value part, element(element_sort, env));
      bag.emplace_back(std::move(part), 1);
    }
    return Value::bag(std::move(bag));
  }
  REFOLD_TRY(const Elements all, evaluator_->elements(element_sort, env));
  std::size_t from = 0;  // in increasing order, so that each bag is met once
  for (std::size_t count = all->empty() ? 0 : pick(kLargestBag + 1); count > 0; --count) {
    from += pick(all->size() - from);
    bag.emplace_back((*all)[from], 1);
  }
  return Value::bag(std::move(bag));
}

Evaluated<Value> SearchInputs::element(TermId sort, const Env& env) {
  const Term& term = store_[sort];
  if (term.op == Op::BagOf) return bag(term.operands[0], env);
  if (term.op == Op::Real || term.op == Op::Int || term.op == Op::Model || store_[term.sort].op == Op::ValueKind) {
    REFOLD_TRY(const Carrier* values, evaluator_->carrier(sort, env));
    return number(*values);
  }
  REFOLD_TRY(const bool small, evaluator_->finite(sort, env));
  if (small) {
    REFOLD_TRY(const Elements all, evaluator_->elements(sort, env));
    if (all->empty()) return impossible();
    return (*all)[pick(all->size())];
  }
  if (term.op != Op::Product) return impossible();
  Values parts;
  for (const TermId factor : term.operands) {
    REFOLD_TRY(Value part, element(factor, env));
    parts.push_back(std::move(part));
  }
  return Value::tuple(std::move(parts));
}

Evaluated<bool> SearchInputs::complete(const std::vector<Variable>& variables) {
  completing_ = true;
  for (const Variable& variable : variables) {
    const Evaluated<bool> done = complete(InputRef{variable.term, {}, store_[variable.term].sort, {}});
    if (!done) return done;
  }
  return true;
}

Evaluated<bool> SearchInputs::complete(const InputRef& input) {
  const Term& sort = store_[input.sort];
  switch (sort.op) {
    case Op::SetKind: case Op::AxesKind: REFOLD_CHECK(atoms(input)); return true;
    case Op::ValueKind: REFOLD_CHECK(carrier(input)); return true;
    case Op::ReductionOf: REFOLD_CHECK(reduction(input)); return true;
    case Op::FamilyOf: case Op::Arrow: break;
    default: REFOLD_CHECK(value(input)); return true;
  }
  const bool family = sort.op == Op::FamilyOf;
  const Op result = store_[sort.operands[1]].op;
  REFOLD_TRY(const bool small, evaluator_->finite(sort.operands[0], input.env));
  if (!small) {
    if (find(input) == nullptr) {
      REFOLD_TRY(Object made, function(input));
      instance_.objects.emplace(key(input), std::move(made));
    }
    if (auto* table = std::get_if<Table>(find(input)); table && !table->otherwise) {
      REFOLD_TRY(Value rest, element(sort.operands[1], input.env));
      table->otherwise = std::move(rest);
    }
    return true;
  }
  REFOLD_TRY(const Elements all, evaluator_->elements(sort.operands[0], input.env));
  for (const Value& argument : *all) {
    if (!family && result != Op::Arrow && result != Op::ReductionOf) {
      REFOLD_CHECK(cell(input, argument));
      continue;
    }
    InputRef inner = input;
    inner.path.push_back(argument);
    inner.sort = sort.operands[1];
    if (family) inner.env = push(argument, input.env);
    REFOLD_CHECK(complete(inner));
  }
  return true;
}

}  // namespace refold
