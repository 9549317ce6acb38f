// Where sums are kept, and how results are stored.
#include <algorithm>
#include <set>

#include "plan/nest_builder.h"

namespace refold {
namespace {

constexpr std::int64_t kLargestTile = 512;  // doubles: registers and a small part of the first cache

bool contains(const std::vector<std::size_t>& latents, std::size_t latent) {
  return std::find(latents.begin(), latents.end(), latent) != latents.end();
}

}  // namespace

std::size_t NestBuilder::levels_fixed(std::size_t operand, std::size_t depth) const {
  const Operand& o = c_.operands[operand];
  std::size_t level = 0;
  const auto inside = [&](const Affine::Term& term) {
    return std::find(schedule_.order.begin(), schedule_.order.begin() + static_cast<std::ptrdiff_t>(depth), term.latent) !=
           schedule_.order.begin() + static_cast<std::ptrdiff_t>(depth);
  };
  while (level < o.format.kinds.size()) {
    const Affine& access = o.access[mode_of(o.format, level)];
    if (!std::all_of(access.terms.begin(), access.terms.end(), inside)) break;
    ++level;
  }
  return level;
}

/// Is an operand between the repeated coordinates of an outer level and the singletons that tell them apart?
bool NestBuilder::has_pending_duplicates(std::size_t depth) const {
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& o = c_.operands[k];
    const std::size_t level = levels_fixed(k, depth);
    if (o.visit == Visit::Iterated && level > 0 && level < o.format.kinds.size() &&
        o.format.kinds[level] == PackedKind::Singleton)
      return true;
  }
  return false;
}

/// Do loops 0 .. depth-1 reach every element of the output?
bool NestBuilder::covers_output(std::size_t depth) const {
  for (const LatentGuard& guard : c_.guards)
    if (std::all_of(guard.expression.terms.begin(), guard.expression.terms.end(), [&](const Affine::Term& term) {
          return std::find(schedule_.order.begin(), schedule_.order.begin() + static_cast<std::ptrdiff_t>(depth),
                           term.latent) != schedule_.order.begin() + static_cast<std::ptrdiff_t>(depth);
        }))
      return false;
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& o = c_.operands[k];
    if (o.visit != Visit::Iterated || c_.output.pattern_of == k) continue;
    for (std::size_t level = 0; level < levels_fixed(k, depth); ++level)
      if (!capabilities(o.format, level).locate) return false;
  }
  return true;
}

Accumulator NestBuilder::choose_accumulator() const {
  const std::vector<std::size_t>& order = schedule_.order;
  std::vector<std::size_t> latents;
  bool simple = true;  // each mode of the output is a latent of its own
  Accumulator chosen;
  for (std::size_t mode = 0; mode < c_.output.access.size(); ++mode) {
    const std::optional<std::size_t> latent = c_.output.access[mode].single();
    if (!latent || contains(latents, *latent) || c_.latents[*latent].extent != c_.output.shape[mode]) simple = false;
    else latents.push_back(*latent);
    chosen.disjoint = chosen.disjoint || (!order.empty() && latent == order[0]);
  }
  if (order.empty()) chosen.disjoint = true;
  std::size_t depth = 0;
  while (simple && depth < order.size() && contains(latents, order[depth])) ++depth;
  while (depth > 0 && has_pending_duplicates(depth)) --depth;
  const auto around = [&](std::size_t latent) {
    return std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(depth), latent) !=
           order.begin() + static_cast<std::ptrdiff_t>(depth);
  };
  std::int64_t elements = 1;
  for (const std::size_t latent : latents)
    if (!around(latent)) chosen.inner.push_back(latent), elements *= c_.latents[latent].extent;
  if (!simple || (c_.output.pattern_of && !chosen.inner.empty())) {
    chosen.kind = Accumulator::Kind::Memory;
    return chosen;
  }
  chosen.depth = depth;
  chosen.covers = covers_output(depth);
  if (chosen.inner.empty() && depth == order.size()) return chosen;
  chosen.kind = chosen.inner.empty() ? Accumulator::Kind::Register
                : elements <= kLargestTile ? Accumulator::Kind::Tile : Accumulator::Kind::Memory;
  if (depth == 0 && chosen.kind != Accumulator::Kind::Memory) chosen.disjoint = order.empty();
  return chosen;
}

/// The innermost statement: one latent index is visited.
LoopBody NestBuilder::visit(const Cursors& cursors) {
  ValueExpr here = product(false, cursors);
  Assign assign{.combine = true, .op = c_.semiring.add, .value = std::move(here)};
  switch (accumulator_.kind) {
    case Accumulator::Kind::Direct:
      assign.combine = false;
      assign.array = target_, assign.index = target_base_ + output_index(cursors);
      assign.value = finished(std::move(assign.value), cursors, false);
      break;
    case Accumulator::Kind::Register: assign.variable = sum_; break;
    case Accumulator::Kind::Tile: assign.array = tile_, assign.index = tile_index(); break;
    case Accumulator::Kind::Memory: assign.array = target_, assign.index = target_base_ + output_index(cursors); break;
  }
  return {{std::move(assign)}};
}

LoopBody NestBuilder::accumulate(std::size_t depth, Cursors cursors, Integer visits) {
  const Cursors around = cursors;
  const ValueExpr zero = number(c_.semiring.zero);
  const bool partial = !accumulator_.disjoint;
  LoopBody body;
  const auto append = [&](LoopBody part) { body.insert(body.end(), part.begin(), part.end()); };
  const auto store = [&](ValueExpr sum) {
    return LoopStatement{Assign{.array = target_, .index = target_base_ + output_index(around),
                                .value = partial ? sum : finished(sum, around, true)}};
  };
  switch (accumulator_.kind) {
    case Accumulator::Kind::Direct: break;
    case Accumulator::Kind::Register:
      sum_ = context_.own("sum");
      body.push_back({LetValue{sum_, zero}});
      append(descend(depth, std::move(cursors), visits));
      body.push_back(store(value_of(sum_)));
      break;
    case Accumulator::Kind::Tile: {
      std::int64_t elements = 1;
      for (const std::size_t latent : accumulator_.inner) elements *= c_.latents[latent].extent;
      tile_ = context_.tile(elements);
      body.push_back({LetTile{tile_, zero}});
      append(descend(depth, std::move(cursors), visits));
      append(over_inner(0, visits, [&] { return store(element(tile_, tile_index())); }));
      break;
    }
    case Accumulator::Kind::Memory: {
      const bool whole = depth == 0;
      const auto clear = [&](IndexExpr at) { return LoopStatement{Assign{.array = target_, .index = at, .value = zero}}; };
      if (whole && partial) append(over_whole_output("the chunk's own sums", clear));
      if (!whole) append(over_inner(0, visits, [&] { return clear(output_index(around)); }));
      append(descend(depth, std::move(cursors), visits));
      if (!whole && c_.epilogue != ScalarExpr::result())
        append(over_inner(0, visits, [&] { return store(element(target_, output_index(around))); }));
      break;
    }
  }
  return body;
}

/// Loops over the output latents inside the accumulator's depth.
LoopBody NestBuilder::over_inner(std::size_t from, Integer visits, const std::function<LoopStatement()>& leaf) {
  if (from == accumulator_.inner.size()) return {leaf()};
  const std::size_t latent = accumulator_.inner[from];
  const VariableId name = context_.variable(c_.latents[latent].name);
  ForLoop loop{.variable = name, .lo = constant(0), .hi = size_[latent], .trips = visits * c_.latents[latent].extent};
  const std::optional<IndexExpr> outside = std::exchange(latent_[latent], variable(name));
  loop.body = over_inner(from + 1, loop.trips, leaf);
  latent_[latent] = outside;
  return {{std::move(loop)}};
}

LoopBody NestBuilder::over_whole_output(const std::string& note, const std::function<LoopStatement(IndexExpr)>& leaf) {
  const VariableId at = context_.own("element");
  ForLoop loop{.variable = at, .lo = constant(0), .hi = output_elements_, .note = note, .trips = output_size_};
  loop.body = {leaf(target_base_ + variable(at))};
  return {{std::move(loop)}};
}

/// The sums of all chunks, in the order of the chunks: the result does not depend on the number of threads.
LoopBody NestBuilder::combine_partials() {
  const VariableId at = context_.own("element"), chunk = context_.own("chunk"), sum = context_.own("sum");
  ForLoop chunks{.variable = chunk, .lo = constant(0), .hi = *chunks_, .note = "every chunk's part", .trips = output_size_ * chunk_total_};
  chunks.body = {{Assign{.variable = sum, .combine = true, .op = c_.semiring.add,
                         .value = element(target_, variable(chunk) * output_elements_ + variable(at))}}};
  ForLoop loop{.variable = at, .lo = constant(0), .hi = output_elements_, .note = "every element", .trips = output_size_};
  loop.body = {{LetValue{sum, number(c_.semiring.zero)}}, {std::move(chunks)},
               {Assign{.array = output_, .index = variable(at), .value = finished(value_of(sum), {}, false)}}};
  return {{std::move(loop)}};
}

IndexExpr NestBuilder::output_index(const Cursors& cursors) const {
  if (c_.output.pattern_of) return cursors[*c_.output.pattern_of].position;
  IndexExpr at = constant(0);
  for (std::size_t mode = 0; mode < c_.output.access.size(); ++mode) {
    const std::optional<std::size_t> latent = c_.output.access[mode].single();
    const bool same = latent && c_.latents[*latent].extent == c_.output.shape[mode];
    at = at * (same ? size_[*latent] : constant(c_.output.shape[mode])) + index(c_.output.access[mode]);
  }
  return at;
}

IndexExpr NestBuilder::tile_index() const {
  IndexExpr at = constant(0);
  for (const std::size_t latent : accumulator_.inner) at = at * constant(c_.latents[latent].extent) + *latent_[latent];
  return at;
}

/// May the factor be applied once, after the sum, because nothing that it reads changes inside?
bool NestBuilder::is_outer(const ScalarExpr& factor) const {
  const bool kept = accumulator_.kind == Accumulator::Kind::Register || accumulator_.kind == Accumulator::Kind::Tile;
  if (!kept || !accumulator_.disjoint || !distributes(c_.semiring)) return false;
  const auto around = [&](std::size_t latent) {
    const auto end = schedule_.order.begin() + static_cast<std::ptrdiff_t>(accumulator_.depth);
    return std::find(schedule_.order.begin(), end, latent) != end;
  };
  switch (factor.kind) {
    case ScalarExpr::Kind::Constant: return true;
    case ScalarExpr::Kind::Result: return false;
    case ScalarExpr::Kind::Latent: return around(factor.leaf);
    case ScalarExpr::Kind::Operand: {
      const Operand& o = c_.operands[factor.leaf];
      for (std::size_t mode = 0; mode < o.access.size(); ++mode) {
        const std::vector<Affine::Term>& terms = o.access[mode].terms;
        if (!std::all_of(terms.begin(), terms.end(), [&](const Affine::Term& t) { return around(t.latent); })) return false;
        // only inner guards may keep the index inside
        if (is_dense(o.format) && !always_inside(o.access[mode], o.shape[mode])) return false;
      }
      return true;
    }
    case ScalarExpr::Kind::Apply:
      return std::all_of(factor.operands.begin(), factor.operands.end(), [&](const ScalarExpr& o) { return is_outer(o); });
  }
  __builtin_unreachable();
}

ValueExpr NestBuilder::product(bool outer, const Cursors& cursors) const {
  std::optional<ValueExpr> product;
  for (const ScalarExpr& factor : c_.factors) {
    if (is_outer(factor) != outer) continue;
    ValueExpr next = value(factor, cursors, nullptr);
    product = product ? apply(c_.semiring.multiply, {std::move(*product), std::move(next)}) : std::move(next);
  }
  return product.value_or(number(c_.semiring.one));
}

ValueExpr NestBuilder::value(const ScalarExpr& expression, const Cursors& cursors, const ValueExpr* result) const {
  switch (expression.kind) {
    case ScalarExpr::Kind::Constant: return number(expression.constant);
    case ScalarExpr::Kind::Result: return *result;
    case ScalarExpr::Kind::Latent: return from_index(*latent_[expression.leaf]);
    case ScalarExpr::Kind::Operand: return operand_value(expression.leaf, cursors);
    case ScalarExpr::Kind::Apply: break;
  }
  std::vector<ValueExpr> operands;
  for (const ScalarExpr& operand : expression.operands) operands.push_back(value(operand, cursors, result));
  return apply(expression.op, std::move(operands));
}

ValueExpr NestBuilder::operand_value(std::size_t k, const Cursors& cursors) const {
  const Operand& o = c_.operands[k];
  if (looked_up_[k]) return value_of(*looked_up_[k]);
  if (!is_dense(o.format)) return element(values_[k], cursors[k].position);
  IndexExpr at = constant(0);
  for (const std::size_t mode : level_modes_[k]) at = at * extent_[k][mode] + index(o.access[mode]);
  return element(values_[k], at);
}

/// What is stored for a sum: the factors that were left out of it, then the scalar function.
ValueExpr NestBuilder::finished(ValueExpr sum, const Cursors& cursors, bool with_outer) const {
  const bool any = with_outer && std::any_of(c_.factors.begin(), c_.factors.end(), [&](const ScalarExpr& f) { return is_outer(f); });
  if (any) sum = apply(c_.semiring.multiply, {product(true, cursors), std::move(sum)});
  return value(c_.epilogue, cursors, &sum);
}

}  // namespace refold
