// Positions of operands, searches and guards.
#include <algorithm>
#include <bit>
#include <cassert>

#include "plan/nest_builder.h"

namespace refold {
namespace {

Integer ceil_div(const Integer& a, const Integer& b) { return b == 0 ? Integer(0) : (a + b - 1) / b; }

int log2_of(const Integer& value) { return value <= 1 ? 1 : static_cast<int>(msb(value)) + 1; }

}  // namespace

bool NestBuilder::fixed(const Affine& affine) const {
  return std::all_of(affine.terms.begin(), affine.terms.end(),
                     [&](const Affine::Term& term) { return latent_[term.latent].has_value(); });
}

IndexExpr NestBuilder::index(const Affine& affine) const {
  IndexExpr plus = constant(0), minus = constant(0);
  for (const Affine::Term& term : affine.terms) {
    const IndexExpr scaled = constant(std::abs(term.coefficient)) * *latent_[term.latent];
    IndexExpr& side = term.coefficient > 0 ? plus : minus;
    side = side + scaled;
  }
  return plus + constant(affine.constant) - minus;
}

std::pair<Integer, Integer> NestBuilder::reach(const Affine& affine) const {
  Integer lo = affine.constant, hi = affine.constant;
  for (const Affine::Term& term : affine.terms) {
    const Integer last = Integer(term.coefficient) * std::max<std::int64_t>(0, c_.latents[term.latent].extent - 1);
    (term.coefficient > 0 ? hi : lo) += last;
  }
  return {lo, hi};
}

bool NestBuilder::always_inside(const Affine& affine, std::int64_t extent) const {
  const auto [least, most] = reach(affine);
  return least >= 0 && most < extent;
}

/// Iterated operands whose next level lists the latent's values.
std::vector<std::size_t> NestBuilder::drivers(std::size_t latent, const Cursors& cursors) const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& o = c_.operands[k];
    const std::size_t level = cursors[k].level;
    if (o.visit != Visit::Iterated || level == o.format.kinds.size()) continue;
    if (capabilities(o.format, level).iterate && o.access[mode_of(o.format, level)].single() == latent) found.push_back(k);
  }
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return average_length(a, cursors[a]) < average_length(b, cursors[b]);
  });
  return found;
}

Integer NestBuilder::average_length(std::size_t operand, const Cursor& cursor) const {
  const Operand& o = c_.operands[operand];
  const Integer here = positions(o, cursor.level + 1);
  if (o.format.kinds[cursor.level] == PackedKind::Compressed) return ceil_div(here, positions(o, cursor.level));
  return cursor.end ? ceil_div(here, o.shape[mode_of(o.format, cursor.level - 1)]) : Integer(1);
}

/// How many positions `visits` visits of the operand's next level see in all, spread evenly.
Integer NestBuilder::visits_below(std::size_t operand, const Cursor& cursor, const Integer& visits) const {
  const Operand& o = c_.operands[operand];
  if (o.format.kinds[cursor.level] != PackedKind::Compressed) return visits * average_length(operand, cursor);
  return ceil_div(visits * positions(o, cursor.level + 1), positions(o, cursor.level));
}

bool NestBuilder::merging_pays(std::size_t left, std::size_t right, const Cursors& cursors) const {
  for (const std::size_t k : {left, right}) {
    const bool one = c_.operands[k].format.kinds[cursors[k].level] == PackedKind::Singleton && !cursors[k].end;
    if (one || !capabilities(c_.operands[k].format, cursors[k].level).unique) return false;
  }
  const Integer a = average_length(left, cursors[left]), b = average_length(right, cursors[right]);
  return a + b <= a * (1 + log2_of(b));  // a is the shorter one
}

NestBuilder::Segment NestBuilder::segment(std::size_t operand, const Cursor& cursor) {
  const Operand& o = c_.operands[operand];
  const ArrayId coordinates = context_.coordinates_of(o, cursor.level);
  if (o.format.kinds[cursor.level] == PackedKind::Singleton)
    return {cursor.position, cursor.end ? *cursor.end : cursor.position + constant(1), coordinates};
  const ArrayId offsets = context_.offsets_of(o, cursor.level);
  return {load(offsets, cursor.position), load(offsets, cursor.position + constant(1)), coordinates};
}

/// The part of an ordered segment whose coordinates lie inside the bounds.
NestBuilder::Segment NestBuilder::narrow(const Segment& segment, const Bounds& bounds, std::size_t operand, Opened& opened) {
  Segment part = segment;
  const auto find = [&](const IndexExpr& key) {
    const VariableId found = context_.position(c_.operands[operand]), probe = context_.own("probe");
    opened.push_back({FindFirst{found, probe, part.lo, part.hi, load(part.coordinates, variable(probe)), key}});
    return variable(found);
  };
  if (bounds.lo) part.lo = find(*bounds.lo);
  if (bounds.hi) part.hi = find(*bounds.hi);
  return part;
}

/// Fixes every further level of the operand whose coordinate is known.
void NestBuilder::advance(std::size_t operand, Cursor& cursor, Opened& opened, Integer& visits) {
  const Operand& o = c_.operands[operand];
  while (cursor.level < o.format.kinds.size()) {
    const std::size_t mode = mode_of(o.format, cursor.level);
    if (!fixed(o.access[mode])) return;
    const IndexExpr coordinate = index(o.access[mode]);
    if (o.format.kinds[cursor.level] == PackedKind::Range) {
      if (!always_inside(o.access[mode], o.shape[mode]))
        opened.push_back({IfAll{.all = {{IndexComparison::Kind::LessEqual, constant(0), coordinate},
                                        {IndexComparison::Kind::Less, coordinate, extent_[operand][mode]}}}});
      cursor = {cursor.level + 1, cursor.position * extent_[operand][mode] + coordinate};
      continue;
    }
    const bool unique = capabilities(o.format, cursor.level).unique;
    const Bounds bounds{.lo = coordinate, .hi = unique ? std::nullopt : std::optional(coordinate + constant(1))};
    const Segment found = narrow(segment(operand, cursor), bounds, operand, opened);
    const Segment all = segment(operand, cursor);
    IfAll present{.all = {{IndexComparison::Kind::Less, found.lo, unique ? all.hi : found.hi}}};
    if (unique) present.all.push_back({IndexComparison::Kind::Equal, load(found.coordinates, found.lo), coordinate});
    opened.push_back({std::move(present)});
    visits = ceil_div(visits * average_length(operand, cursor), std::max<std::int64_t>(1, o.shape[mode]));
    cursor = {cursor.level + 1, found.lo, unique ? std::nullopt : std::optional(found.hi)};
  }
}

/// The value of a located sparse operand: what is stored at its index, or its absent value.
void NestBuilder::look_up(std::size_t operand, Opened& opened) {
  const Operand& o = c_.operands[operand];
  const VariableId value = context_.variable(o.tensor + "_here");
  looked_up_[operand] = value;
  Opened search;
  Cursor cursor;
  Integer ignored = 1;
  advance(operand, cursor, search, ignored);
  LoopBody body{{Assign{.variable = value, .value = element(values_[operand], cursor.position)}}};
  for (auto statement = search.rbegin(); statement != search.rend(); ++statement) {
    if (auto* present = std::get_if<IfAll>(&statement->node)) {
      present->body = std::move(body);
      body = {*statement};
    } else {
      body.insert(body.begin(), *statement);
    }
  }
  opened.push_back({LetValue{value, number(o.absent)}});
  opened.insert(opened.end(), body.begin(), body.end());
}

/// The bounds that unused guards give to a latent once all their other latents are fixed.
NestBuilder::Bounds NestBuilder::take_bounds(std::size_t latent) {
  Bounds bounds;
  const auto add_lo = [&](IndexExpr value) { bounds.lo = bounds.lo ? larger(*bounds.lo, value) : value; };
  const auto add_hi = [&](IndexExpr value) { bounds.hi = bounds.hi ? smaller(*bounds.hi, value) : value; };
  for (std::size_t g = 0; g < c_.guards.size(); ++g) {
    const LatentGuard& guard = c_.guards[g];
    const std::int64_t sign = guard.expression.coefficient(latent);
    if (guard_used_[g] || (sign != 1 && sign != -1)) continue;
    const Affine rest = guard.expression + (-sign) * Affine::of(latent);
    if (!fixed(rest)) continue;
    guard_used_[g] = true;
    const Affine edge = (-sign) * rest;  // sign*latent + rest <= 0
    const auto [least, most] = reach(edge);
    if (guard.equality || (sign < 0 && most > 0)) {
      add_lo(index(edge));
      bounds.below_0 = bounds.below_0 || least < 0;
    }
    if (guard.equality || sign > 0) {
      add_hi(index(edge) + constant(1));
      bounds.past_end = bounds.past_end || most >= c_.latents[latent].extent;
    }
    bounds.equal = bounds.equal || guard.equality;
  }
  return bounds;
}

/// Unused guards whose latents are all fixed.
std::vector<IndexComparison> NestBuilder::take_conditions() {
  std::vector<IndexComparison> conditions;
  for (std::size_t g = 0; g < c_.guards.size(); ++g) {
    if (guard_used_[g] || !fixed(c_.guards[g].expression)) continue;
    guard_used_[g] = true;
    conditions.push_back({c_.guards[g].equality ? IndexComparison::Kind::Equal : IndexComparison::Kind::LessEqual,
                          index(c_.guards[g].expression), constant(0)});
  }
  return conditions;
}

}  // namespace refold
