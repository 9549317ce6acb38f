// Several iterations at once, for CPUs.
#include <algorithm>
#include <map>
#include <optional>

#include "base/variant.h"
#include "plan/stride.h"
#include "plan/vector_loops.h"

namespace refold {
namespace {

constexpr std::int64_t kAtOnce = 4;
constexpr std::int64_t kLine = 8;             // doubles of a cache line
constexpr std::int64_t kLongestPrefetch = 128;  // of a row
constexpr std::int64_t kPrefetched = 32;       // elements of a row that are asked for; the processor sees the rest coming

/// Copies of expressions and statements in which variables are replaced.
class Renamed {
 public:
  std::map<VariableId, IndexExpr> indices;
  std::map<VariableId, VariableId> values;

  IndexExpr operator()(IndexExpr index) const {
    if (index.kind == IndexExpr::Kind::Variable) {
      const auto found = indices.find(index.variable);
      return found == indices.end() ? index : found->second;
    }
    for (IndexExpr& operand : index.operands) operand = (*this)(std::move(operand));
    return index;
  }
  ValueExpr operator()(ValueExpr value) const {
    if (value.kind == ValueExpr::Kind::Variable) value.variable = (*this)(value.variable);
    value.index = (*this)(std::move(value.index));
    for (ValueExpr& operand : value.operands) operand = (*this)(std::move(operand));
    return value;
  }
  VariableId operator()(VariableId value) const {
    const auto found = values.find(value);
    return found == values.end() ? value : found->second;
  }
  Assign operator()(Assign assign) const {
    assign.variable = (*this)(assign.variable);
    assign.index = (*this)(std::move(assign.index));
    assign.value = (*this)(std::move(assign.value));
    return assign;
  }
};

bool mentions(const IndexExpr& index, VariableId variable) {
  if (index.kind == IndexExpr::Kind::Variable && index.variable == variable) return true;
  return std::any_of(index.operands.begin(), index.operands.end(), [&](const IndexExpr& o) { return mentions(o, variable); });
}

IndexExpr sum_of(IndexExpr a, std::int64_t b) { return std::move(a) + constant(b); }

class Unroller {
 public:
  explicit Unroller(Kernel& kernel) : kernel_(kernel) {}

  void body(LoopBody& statements) {
    LoopBody result;
    for (LoopStatement& statement : statements) {
      auto* loop = std::get_if<ForLoop>(&statement.node);
      if (loop != nullptr && can_jam(*loop)) {
        for (LoopStatement& part : jammed(*loop)) result.push_back(std::move(part));
        continue;
      }
      if (loop != nullptr && sums_alone(*loop)) {
        for (LoopStatement& part : in_parts(*loop)) result.push_back(std::move(part));
        continue;
      }
      std::visit(overloaded{[&](ForLoop& inner) { body(inner.body); }, [&](MergeLoop& inner) { body(inner.body); },
                            [&](IfAll& inner) { body(inner.body); }, [](auto&) {}}, statement.node);
      result.push_back(std::move(statement));
    }
    statements = std::move(result);
  }

 private:
  VariableId again(VariableId variable) {
    const std::string base = kernel_[variable];
    for (int count = 1;; ++count) {
      std::string name = base + "_" + std::to_string(count);
      if (std::find(kernel_.variables.begin(), kernel_.variables.end(), name) == kernel_.variables.end())
        return kernel_.add_variable(std::move(name));
    }
  }

  static const ForLoop* vector_in(const ForLoop& loop) {
    const ForLoop* found = nullptr;
    for (const LoopStatement& statement : loop.body)
      if (const auto* inner = std::get_if<ForLoop>(&statement.node)) found = found == nullptr ? inner : found;
    return found;
  }

  static bool starts_here(const ForLoop& loop, VariableId sum) {
    return std::any_of(loop.body.begin(), loop.body.end(), [&](const LoopStatement& statement) {
      const auto* let = std::get_if<LetValue>(&statement.node);
      return let != nullptr && let->variable == sum;
    });
  }

  /// lets, sums at their unit, one summing vector loop whose bounds stay, stores: nothing else.
  bool can_jam(const ForLoop& loop) const {
    if (loop.kind != ForLoop::Kind::Serial || loop.step != 1) return false;
    std::size_t loops = 0;
    for (const LoopStatement& statement : loop.body) {
      if (std::holds_alternative<ForLoop>(statement.node)) ++loops;
      else if (!std::holds_alternative<LetIndex>(statement.node) && !std::holds_alternative<LetValue>(statement.node) &&
               !std::holds_alternative<Assign>(statement.node))
        return false;
    }
    const ForLoop* inner = vector_in(loop);
    if (loops != 1 || inner->kind != ForLoop::Kind::Vector || inner->reductions.empty()) return false;
    for (const LoopStatement& statement : inner->body)
      if (!std::holds_alternative<Assign>(statement.node)) return false;
    for (const ForLoop::Reduction& sum : inner->reductions)
      if (!starts_here(loop, sum.variable)) return false;
    const Definitions known = definitions(loop.body);
    return stride(inner->lo, loop.variable, known) == Stride::Stays && stride(inner->hi, loop.variable, known) == Stride::Stays;
  }

  LoopBody jammed(ForLoop& loop) {
    const VariableId middle = again(loop.variable);
    LoopBody result{{LetIndex{middle, loop.lo + divide(loop.hi - loop.lo, constant(kAtOnce)) * constant(kAtOnce)}}};
    ForLoop main{.variable = loop.variable, .lo = loop.lo, .hi = variable(middle), .step = kAtOnce,
                 .note = loop.note + ", four at once", .trips = loop.trips, .cost = loop.cost};
    main.body = ahead(loop);
    std::vector<Renamed> copies(kAtOnce);
    for (std::int64_t u = 0; u < kAtOnce; ++u)
      copies[static_cast<std::size_t>(u)].indices[loop.variable] = sum_of(variable(loop.variable), u);
    for (const LoopStatement& statement : loop.body) {
      if (const auto* inner = std::get_if<ForLoop>(&statement.node)) main.body.push_back({together(*inner, copies)});
      else for (Renamed& copy : copies) main.body.push_back(copied(statement, copy, &copy != &copies[0]));
    }
    ForLoop rest = loop;
    rest.lo = variable(middle);
    rest.note = "the rest";
    result.push_back({std::move(main)});
    result.push_back({std::move(rest)});
    return result;
  }

  LoopStatement copied(const LoopStatement& statement, Renamed& copy, bool rename) {
    if (const auto* let = std::get_if<LetIndex>(&statement.node)) {
      const VariableId name = rename ? again(let->variable) : let->variable;
      LetIndex next{name, copy(let->value)};
      copy.indices[let->variable] = variable(name);
      return {std::move(next)};
    }
    if (const auto* let = std::get_if<LetValue>(&statement.node)) {
      const VariableId name = rename ? again(let->variable) : let->variable;
      LetValue next{name, copy(let->value)};
      copy.values[let->variable] = name;
      return {std::move(next)};
    }
    return {copy(std::get<Assign>(statement.node))};
  }

  /// The vector loop with the statements of all copies.
  static ForLoop together(const ForLoop& inner, const std::vector<Renamed>& copies) {
    ForLoop loop = inner;
    loop.body.clear();
    loop.reductions.clear();
    for (const Renamed& copy : copies) {
      for (const LoopStatement& statement : inner.body) loop.body.push_back({copy(std::get<Assign>(statement.node))});
      for (const ForLoop::Reduction& sum : inner.reductions) loop.reductions.push_back({copy(sum.variable), sum.op, sum.unit});
    }
    return loop;
  }

  /// Asks for the rows of the next iterations where their places are read from coordinates.
  LoopBody ahead(const ForLoop& loop) {
    const ForLoop& inner = *vector_in(loop);
    const Definitions known = definitions(loop.body);
    LoopBody result;
    std::vector<std::pair<ArrayId, IndexExpr>> rows;
    for (const LoopStatement& statement : inner.body) jumping_rows(std::get<Assign>(statement.node).value, loop, inner, known, rows);
    if (rows.empty() || !short_row(inner)) return result;
    const VariableId line = again(inner.variable);
    ForLoop lines{.variable = line, .lo = inner.lo, .hi = smaller(inner.hi, constant(kPrefetched)), .step = kLine,
                  .note = "the first lines of the next four rows"};
    for (const auto& [array, index] : rows) {
      for (std::int64_t u = 0; u < kAtOnce; ++u) {
        Renamed next;
        const IndexExpr last = loop.hi - constant(1);
        next.indices[loop.variable] = smaller(sum_of(variable(loop.variable), kAtOnce + u), last);
        next.indices[inner.variable] = variable(line);
        Renamed outer = next;
        for (const LoopStatement& statement : loop.body)
          if (const auto* let = std::get_if<LetIndex>(&statement.node)) outer.indices[let->variable] = outer(let->value);
        lines.body.push_back({Prefetch{array, outer(index)}});
      }
    }
    result.push_back({std::move(lines)});
    return result;
  }

  bool short_row(const ForLoop& inner) const {
    if (inner.hi.kind != IndexExpr::Kind::Variable || inner.lo != constant(0)) return false;
    return std::any_of(kernel_.sizes.begin(), kernel_.sizes.end(), [&](const KernelSize& size) {
      return size.variable == inner.hi.variable && size.fixed && size.value <= kLongestPrefetch;
    });
  }

  static void jumping_rows(const ValueExpr& value, const ForLoop& loop, const ForLoop& inner, const Definitions& known,
                           std::vector<std::pair<ArrayId, IndexExpr>>& rows) {
    if (value.kind == ValueExpr::Kind::Load && stride(value.index, loop.variable, known) == Stride::Jumps &&
        mentions(value.index, inner.variable))
      rows.emplace_back(value.array, value.index);
    for (const ValueExpr& operand : value.operands) jumping_rows(operand, loop, inner, known, rows);
  }

  static bool sums_alone(const ForLoop& loop) {
    if (loop.kind != ForLoop::Kind::Lanes || loop.reductions.size() != 1) return false;
    const auto assigns = std::count_if(loop.body.begin(), loop.body.end(), [](const LoopStatement& s) {
      return std::holds_alternative<Assign>(s.node);
    });
    return assigns == 1;
  }

  /// Four partial sums, so that no addition waits for the one before it.
  LoopBody in_parts(const ForLoop& loop) {
    const ForLoop::Reduction sum = loop.reductions[0];
    const VariableId middle = again(loop.variable);
    LoopBody result{{LetIndex{middle, loop.lo + divide(loop.hi - loop.lo, constant(kAtOnce)) * constant(kAtOnce)}}};
    ForLoop main{.variable = loop.variable, .lo = loop.lo, .hi = variable(middle), .step = kAtOnce,
                 .note = loop.note + ", four at once", .trips = loop.trips, .cost = loop.cost};
    std::vector<Renamed> copies(kAtOnce);
    std::vector<ValueExpr> parts;
    for (std::int64_t u = 0; u < kAtOnce; ++u) {
      Renamed& copy = copies[static_cast<std::size_t>(u)];
      const VariableId part = again(sum.variable);
      result.push_back({LetValue{part, number(sum.unit)}});
      parts.push_back(value_of(part));
      copy.indices[loop.variable] = sum_of(variable(loop.variable), u);
      copy.values[sum.variable] = part;
    }
    for (const LoopStatement& statement : loop.body)
      for (Renamed& copy : copies) main.body.push_back(copied(statement, copy, &copy != &copies[0]));
    ForLoop rest = loop;
    rest.lo = variable(middle);
    rest.note = "the rest";
    result.push_back({std::move(main)});
    ValueExpr all = apply(sum.op, {apply(sum.op, {parts[0], parts[1]}), apply(sum.op, {parts[2], parts[3]})});
    result.push_back({Assign{.variable = sum.variable, .combine = true, .op = sum.op, .value = std::move(all)}});
    result.push_back({std::move(rest)});
    return result;
  }

  Kernel& kernel_;
};

}  // namespace

void unroll_for_cpu(Kernel& kernel) { Unroller(kernel).body(kernel.body); }

}  // namespace refold
