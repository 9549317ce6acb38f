// Propositions of a witness clause, read into an instance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"
#include "eval/evaluator.h"
#include "eval/instance.h"

namespace refold {
namespace {

Diagnostic wrong(const Syntax& where, std::string message, std::string help = {}) {
  return {"E0244", where.span, std::move(message), {}, std::move(help)};
}

std::optional<Rational> number(const Syntax& e) {
  if (e.kind == Syn::Negate)
    if (const auto inner = number(e.children[0])) return -*inner;
  if (e.kind == Syn::Divide) {
    const auto a = number(e.children[0]), b = number(e.children[1]);
    if (a && b && *b != 0) return *a / *b;
  }
  if (e.kind != Syn::Number) return std::nullopt;
  return number_of(e);
}

/// What keeps an operation from being that of a commutative monoid; nullptr where nothing does.
const char* broken_law(const OperationTable& table) {
  const auto join = [&table](std::uint32_t a, std::uint32_t b) { return table.cells[a * table.size + b]; };
  for (std::uint32_t a = 0; a < table.size; ++a)
    for (std::uint32_t b = 0; b < table.size; ++b) {
      if (join(a, b) != join(b, a)) return "commutative";
      for (std::uint32_t c = 0; c < table.size; ++c)
        if (join(join(a, b), c) != join(a, join(b, c))) return "associative";
    }
  return nullptr;
}

class Reader {
 public:
  Reader(const TermStore& store, const std::vector<Variable>& variables, Instance& instance)
      : store_(store), variables_(variables), instance_(instance) {}

  Result<void> read(const Syntax& proposition) {
    if (proposition.kind != Syn::Equal)
      return wrong(proposition, "a witness is a list of equations", "write `n = 2` or `X = [3, 0]`");
    const Syntax* head = &proposition.children[0];
    std::vector<const Syntax*> calls;  // outermost last
    while (head->kind == Syn::Call || head->kind == Syn::At) {
      calls.insert(calls.begin(), head);
      head = &head->children[0];
    }
    if (head->kind != Syn::Name) return wrong(*head, "the left side of a witness equation names a variable");
    const Syntax& right = proposition.children[1];
    if (head->text == "real" && calls.empty()) return carrier(right, instance_.real);
    const Variable* variable = nullptr;
    for (const Variable& candidate : variables_)
      if (candidate.name == head->text) variable = &candidate;
    if (variable == nullptr) return wrong(*head, fmt::format("no variable of the rule is called {}", head->text));
    return assign(*variable, calls, right, *head);
  }

 private:
  Result<void> assign(const Variable& variable, std::vector<const Syntax*> calls, const Syntax& right,
                      const Syntax& head) {
    TermId sort = store_[variable.term].sort;
    Values path;
    while (store_[sort].op == Op::FamilyOf) {
      if (calls.empty() || calls[0]->children.size() != 2)
        return wrong(head, fmt::format("{} is a family; say which member", variable.name), "write `J(0) = [2]`");
      REFOLD_TRY(const Value member, value(calls[0]->children[1], {}));
      path.push_back(member);
      calls.erase(calls.begin());
      sort = store_[sort].operands[1];
    }
    Object object;
    if (calls.size() == 1) {
      REFOLD_CHECK(applied(variable, path, sort, *calls[0], right, object));
    } else if (calls.empty()) {
      REFOLD_CHECK(whole(sort, right, object));
    } else {
      return wrong(*calls[1], "a witness gives a variable, one cell of it, or a formula");
    }
    const auto number_of = [](const Object* given) -> std::optional<Value> {
      if (const auto* atoms = given ? std::get_if<Atoms>(given) : nullptr) return Value::number(atoms->count);
      const auto* value = given ? std::get_if<Value>(given) : nullptr;
      return value ? std::optional(*value) : std::nullopt;
    };
    if (const std::optional<Value> before = number_of(instance_.find(variable.name, path)); before && !(*before == number_of(&object)))
      return wrong(right, fmt::format("{} is {} by what stands before", variable.name, text(*before)));
    instance_.set(variable.name, std::move(object), std::move(path));
    return {};
  }

  /// f(x) = e, a formula; X[0, 1] = 3, one cell.
  Result<void> applied(const Variable& variable, const Values& path, TermId sort, const Syntax& call,
                       const Syntax& right, Object& object) {
    if (store_[sort].op != Op::Arrow) return wrong(call, fmt::format("{} is no function", variable.name));
    const std::vector<Syntax> arguments(call.children.begin() + 1, call.children.end());
    const bool names =
        std::all_of(arguments.begin(), arguments.end(), [](const Syntax& e) { return e.kind == Syn::Name; });
    if (names) {
      Formula formula{{}, right};
      for (const Syntax& argument : arguments) formula.parameters.push_back(argument.text);
      object = std::move(formula);
      return {};
    }
    Values index;
    for (const Syntax& argument : arguments) {
      REFOLD_TRY(Value part, value(argument, {}));
      index.push_back(std::move(part));
    }
    const Object* before = instance_.find(variable.name, path);
    Table table = before && std::holds_alternative<Table>(*before) ? std::get<Table>(*before) : Table{};
    REFOLD_TRY(Value cell, value(right, store_[sort].operands[1]));
    table.cells[index.size() == 1 ? index[0] : Value::tuple(std::move(index))] = std::move(cell);
    object = std::move(table);
    return {};
  }

  Result<void> whole(TermId sort, const Syntax& right, Object& object) {
    switch (store_[sort].op) {
      case Op::SetKind: case Op::AxesKind: {
        const auto count = number(right.kind == Syn::Range ? right.children[0] : right);
        if (!count || *count < 0 || denominator(*count) != 1 || *count > 1000)
          return wrong(right, "a set is given by its size", "write `I = [2]`");
        object = Atoms{static_cast<std::uint64_t>(numerator(*count))};
        return {};
      }
      case Op::ValueKind: {
        Carrier read;
        REFOLD_CHECK(carrier(right, read));
        object = std::move(read);
        return {};
      }
      case Op::ReductionOf: return reduction(right, object);
      case Op::Arrow: return function(sort, right, object);
      default: {
        REFOLD_TRY(Value read, value(right, sort));
        object = std::move(read);
        return {};
      }
    }
  }

  Result<void> carrier(const Syntax& right, Carrier& out) {
    if (right.kind == Syn::Range)
      if (const auto size = number(right.children[0]); size && *size >= 1 && *size <= 16 && denominator(*size) == 1) {
        out = carriers::atoms(static_cast<std::uint32_t>(numerator(*size)));
        return {};
      }
    if (right.kind == Syn::Name) out = carriers::named(right.text);
    if (right.kind == Syn::Name && (out.kind != Carrier::Kind::Finite || out.size > 0)) return {};
    return wrong(right, "this is no value sort",
                 "write `V = real`, `V = int`, `V = mod4` or `V = [3]` for three values");
  }

  Result<void> reduction(const Syntax& right, Object& object) {
    if (right.kind == Syn::Name) {
      object = NamedReduction{right.text};
      if (unit(right.text, carriers::booleans()) || unit(right.text, carriers::real())) return {};
      return wrong(right, fmt::format("no reduction is called {}", right.text),
                   "one of sum prod max min all any gcd xor");
    }
    OperationTable table{static_cast<std::uint32_t>(right.children.size()), 0, {}};
    if (right.kind == Syn::Stack)
      for (const Syntax& row : right.children)
        for (const Syntax& cell : row.children)
          if (const auto result = number(cell); result && *result >= 0 && *result < table.size)
            table.cells.push_back(static_cast<std::uint32_t>(numerator(*result)));
    if (right.kind != Syn::Stack || table.size > 16 || table.cells.size() != right.children.size() * right.children.size())
      return wrong(right, "a reduction is a name or the square table of its operation",
                   "write `r = sum` or `r = [[0, 1], [1, 1]]`");
    const auto is_unit = [&table](std::uint32_t e) {
      for (std::uint32_t a = 0; a < table.size; ++a)
        if (table.cells[e * table.size + a] != a || table.cells[a * table.size + e] != a) return false;
      return true;
    };
    while (table.unit < table.size && !is_unit(table.unit)) ++table.unit;
    if (table.unit == table.size) return wrong(right, "this operation has no unit");
    if (const char* missing = broken_law(table)) return wrong(right, fmt::format("this operation is not {}", missing), "a reduction is the fold of a commutative monoid");
    object = std::move(table);
    return {};
  }

  Result<void> function(TermId sort, const Syntax& right, Object& object) {
    if (right.kind == Syn::Lambda) {
      Formula formula{{}, right.children[1]};
      for (const Syntax& binder : right.children[0].children) {
        if (binder.children[0].kind != Syn::Name) return wrong(binder, "a formula of a witness has plain parameters");
        formula.parameters.push_back(binder.children[0].text);
      }
      object = std::move(formula);
      return {};
    }
    const TermId domain = store_[sort].operands[0];
    Table table;
    REFOLD_CHECK(fill(right, factors(domain), {}, store_[sort].operands[1], store_[domain].op == Op::Power, table));
    object = std::move(table);
    return {};
  }

  /// The sets along the axes of a tensor on `domain`; a vector index has any number of them.
  std::vector<TermId> factors(TermId domain) const {
    const Term& set = store_[domain];
    if (set.op == Op::Product) {
      std::vector<TermId> all;
      for (const TermId part : set.operands)
        for (const TermId inner : factors(part)) all.push_back(inner);
      return all;
    }
    if (set.op == Op::Sigma) return {set.operands[0], set.operands[1]};
    return {domain};
  }

  Result<void> fill(const Syntax& data, const std::vector<TermId>& axes, Values index, TermId codomain, bool vector,
                    Table& table) {
    const bool inside = data.kind == Syn::Stack && (vector || index.size() < axes.size());
    if (!inside) {
      if (!vector && index.size() != axes.size())
        return wrong(data, fmt::format("the data of this tensor are stacks nested {} deep", axes.size()),
                     "a stack of one is written [x,]");
      REFOLD_TRY(Value cell, value(data, codomain));
      const Value key = vector              ? Value::vector(std::move(index))
                        : index.size() == 1 ? index[0]
                                            : Value::tuple(std::move(index));
      table.cells[key] = std::move(cell);
      return {};
    }
    if (!vector) REFOLD_CHECK(infer(data, axes[index.size()], data.children.size()));
    for (std::size_t k = 0; k < data.children.size(); ++k) {
      Values longer = index;
      longer.push_back(Value::number(k));
      REFOLD_CHECK(fill(data.children[k], axes, std::move(longer), codomain, vector, table));
    }
    return {};
  }

  /// Data with `count` entries along an unknown set, or a range of a plain size, fix its size, or must have it.
  Result<void> infer(const Syntax& data, TermId set, std::size_t count) {
    const Term& term = store_[set];
    const Term& extent = term.op == Op::Range ? store_[term.operands[0]] : term;
    Value known = Value::number(count);
    if (extent.op == Op::Number) known = Value::number(store_.number_value(extent.payload));
    if (extent.op == Op::Input) {
      const std::string name(store_.name_text(extent.payload));
      const bool is_set = store_[extent.sort].op == Op::SetKind || store_[extent.sort].op == Op::AxesKind;
      if (!is_set && term.op != Op::Range) return {};
      const Object& object = instance_.objects.emplace(InputKey{name}, is_set ? Object(Atoms{count}) : Object(known)).first->second;
      if (const auto* atoms = std::get_if<Atoms>(&object)) known = Value::number(atoms->count);
      if (const auto* value = std::get_if<Value>(&object)) known = *value;
    }
    if (known == Value::number(count)) return {};
    return wrong(data, fmt::format("{} given, where there are {}", counted(count, "entry", "entries"), text(known)), "give one for each index, a stack of one is written [x,]");
  }

  Result<Value> value(const Syntax& e, TermId sort) {
    REFOLD_TRY(const Value read, datum(e, sort));
    return sort.valid() ? typed(read, sort, e) : Result<Value>(read);
  }

  /// The value as one of its sort: a witness may say anything.
  Result<Value> typed(const Value& read, TermId sort, const Syntax& e) {
    const Term& s = store_[sort];
    const auto misfit = [&](std::string_view wanted) { return wrong(e, fmt::format("{} stands where {} is wanted", text(read), wanted)); };
    const auto parts = [&](std::vector<TermId> sorts) -> Result<Values> {
      if (read.parts().size() != sorts.size()) return misfit("a tuple of " + counted(sorts.size(), "component"));
      Values all;
      for (std::size_t k = 0; k < sorts.size(); ++k) {
        REFOLD_TRY(Value part, typed(read.parts()[k], sorts[k], e));
        all.push_back(std::move(part));
      }
      return all;
    };
    const bool integral = read.is(Value::Kind::Number) && denominator(read.number()) == 1;
    switch (s.op) {
      case Op::Bool:
        if (read.is(Value::Kind::Truth)) return read;
        if (integral && (read.number() == 0 || read.number() == 1)) return Value::truth(read.number() == 1);
        return misfit("true or false");
      case Op::Int: case Op::Range: return integral ? Result<Value>(read) : misfit("an integer");
      case Op::Subset: return typed(read, s.operands[0], e);
      case Op::Model: {
        const Carrier model = carriers::named(std::string(store_.name_text(s.payload)));
        if (model.kind != Carrier::Kind::Wrap) return read;
        const Integer half = boost::multiprecision::pow(Integer(2), model.size - 1);
        const bool inside = integral && numerator(read.number()) >= -half && numerator(read.number()) < half;
        return inside ? Result<Value>(read) : misfit("an element of " + model.name);
      }
      case Op::Power: {
        if (!read.is(Value::Kind::Vector)) return misfit("a vector");
        for (const Value& part : read.parts())
          if (!part.is(Value::Kind::Number) || denominator(part.number()) != 1) return misfit("a vector of integers");
        return read;
      }
      case Op::Product: {
        if (!read.is(Value::Kind::Tuple)) return s.operands.empty() ? Result<Value>(read) : misfit("a tuple");
        REFOLD_TRY(Values all, parts(s.operands));
        return Value::tuple(std::move(all));
      }
      case Op::BagOf: {
        if (!read.is(Value::Kind::Bag)) return misfit("a bag");
        Bag bag;
        for (const auto& [element, count] : read.bag()) {
          REFOLD_TRY(Value part, typed(element, s.operands[0], e));
          bag.emplace_back(std::move(part), count);
        }
        return Value::bag(std::move(bag));
      }
      case Op::Union: case Op::Sigma: case Op::Support: case Op::Image: return read;  // checked where it is used
      default: {
        const bool number = read.is(Value::Kind::Number) || read.is(Value::Kind::Double) || read.is(Value::Kind::Infinity);
        if (number) return read;
        const bool truths = s.op == Op::Input || s.op == Op::Member || s.op == Op::Real;  // or_and is read so
        return truths && read.is(Value::Kind::Truth) ? Result<Value>(read) : misfit("a number");
      }
    }
  }

  Result<Value> datum(const Syntax& e, TermId sort) {
    const bool is_float =
        sort.valid() &&
        ((store_[sort].op == Op::Real && instance_.real.kind == Carrier::Kind::Float) || store_[sort].op == Op::Model);
    if (const auto literal = number(e)) {
      if (!is_float) return Value::number(*literal);
      const double magnitude = literal->convert_to<double>();
      return Value::real(*literal == 0 && e.kind == Syn::Negate ? -0.0 : magnitude);
    }
    const bool minus = e.kind == Syn::Negate;
    const Syntax& inner = minus ? e.children[0] : e;
    if (inner.kind == Syn::Inf) return is_float ? Value::real(minus ? -HUGE_VAL : HUGE_VAL) : Value::infinity(minus);
    if (e.kind == Syn::True || e.kind == Syn::False) return Value::truth(e.kind == Syn::True);
    if (e.kind == Syn::Name && e.text == "nan") return Value::real(std::nan(""));
    if (e.kind == Syn::Tuple || e.kind == Syn::Stack || e.kind == Syn::Bag) {
      Values parts;
      for (const Syntax& child : e.children) {
        REFOLD_TRY(Value part, value(child, {}));
        parts.push_back(std::move(part));
      }
      if (e.kind == Syn::Tuple) return Value::tuple(std::move(parts));
      if (e.kind == Syn::Stack) return Value::vector(std::move(parts));
      Bag bag;
      for (Value& part : parts) bag.emplace_back(std::move(part), 1);
      return Value::bag(std::move(bag));
    }
    if (e.kind == Syn::Range) return wrong(e, "a range is no datum", "a stack of one is written [x,]");
    return wrong(e, "data are numbers, tuples, bags and stacks of numbers",
                 "a formula belongs to a function: `f(x) = x + 1`");
  }

  const TermStore& store_;
  const std::vector<Variable>& variables_;
  Instance& instance_;
};

}  // namespace

Result<void> read_witness(const TermStore& store, const std::vector<Variable>& variables,
                          const std::vector<Syntax>& propositions, Instance& instance) {
  Reader reader(store, variables, instance);
  for (const Syntax& proposition : propositions) REFOLD_CHECK(reader.read(proposition));
  return {};
}

}  // namespace refold
