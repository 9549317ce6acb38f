// Descending through the latents: which loop each of them becomes.
#include "plan/nest_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace refold {
namespace {

/// `opened` around `inner`: an IfAll without body encloses all that follows it.
LoopBody enclose(LoopBody opened, LoopBody inner) {
  while (!opened.empty()) {
    LoopStatement last = std::move(opened.back());
    opened.pop_back();
    if (auto* condition = std::get_if<IfAll>(&last.node); condition != nullptr && condition->body.empty()) {
      condition->body = std::move(inner);
      inner.clear();
    }
    inner.insert(inner.begin(), std::move(last));
  }
  return inner;
}

Integer half(const Integer& count) { return (count + 1) / 2; }

}  // namespace

NestBuilder::NestBuilder(const Contraction& contraction, const Schedule& schedule, KernelContext& context, bool result)
    : c_(contraction), schedule_(schedule), context_(context), latent_(c_.latents.size()),
      guard_used_(c_.guards.size(), false), looked_up_(c_.operands.size()) {
  const auto small_and_dense = [&](std::size_t latent) {
    if (c_.latents[latent].extent > 512) return false;
    return std::all_of(c_.operands.begin(), c_.operands.end(), [&](const Operand& operand) {
      return is_dense(operand.format) || std::all_of(operand.access.begin(), operand.access.end(), [&](const Affine& a) {
        return a.coefficient(latent) == 0;
      });
    });
  };
  for (std::size_t l = 0; l < c_.latents.size(); ++l)
    size_.push_back(context_.size(c_.latents[l].name, "size", c_.latents[l].extent, small_and_dense(l)));
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& operand = c_.operands[k];
    values_.push_back(context_.values_of(operand));
    extent_.emplace_back();
    for (std::size_t mode = 0; mode < operand.shape.size(); ++mode) {
      const std::optional<std::size_t> latent = operand.access[mode].single();
      const bool same = latent && c_.latents[*latent].extent == operand.shape[mode];
      extent_[k].push_back(same ? size_[*latent] : context_.size(operand.tensor, fmt::format("size{}", mode), operand.shape[mode], false));
    }
    level_modes_.emplace_back(schedule_.layouts[k].begin(), schedule_.layouts[k].end());
  }
  if (c_.output.pattern_of) output_size_ = positions(c_.operands[*c_.output.pattern_of],
                                                     c_.operands[*c_.output.pattern_of].format.kinds.size());
  else for (const std::int64_t extent : c_.output.shape) output_size_ *= extent;
  output_ = context_.output(c_.output, output_size_, result,
                            c_.output.pattern_of ? c_.operands[*c_.output.pattern_of].tensor : "");
  output_elements_ = output_elements();
  target_ = output_;
  accumulator_ = choose_accumulator();
}

LoopBody NestBuilder::at_depth(std::size_t depth, Cursors cursors, Integer visits) {
  const bool here = accumulator_.kind != Accumulator::Kind::Direct && depth == accumulator_.depth;
  return here ? accumulate(depth, std::move(cursors), std::move(visits))
              : descend(depth, std::move(cursors), std::move(visits));
}

/// What holds before any loop (conditions and coordinates without latents) stands inside sums of depth 0, so that these
/// are stored in any case.
LoopBody NestBuilder::descend(std::size_t depth, Cursors cursors, Integer visits) {
  if (depth > 0) return latent_loop(depth, std::move(cursors), std::move(visits));
  Opened opened = between(cursors, visits);
  return enclose(std::move(opened), latent_loop(0, std::move(cursors), std::move(visits)));
}

LoopBody NestBuilder::latent_loop(std::size_t depth, Cursors cursors, Integer visits) {
  if (depth == schedule_.order.size()) return visit(cursors);
  const std::vector<std::size_t> found = drivers(schedule_.order[depth], cursors);
  if (found.empty()) return range_loop(depth, std::move(cursors), std::move(visits));
  if (found.size() == 2 && merging_pays(found[0], found[1], cursors))
    return merge_loop(depth, found[0], found[1], std::move(cursors), std::move(visits));
  return driver_loop(depth, found[0], std::move(cursors), std::move(visits));
}

/// Conditions, searches and look-ups that became possible when the last latent was fixed.
NestBuilder::Opened NestBuilder::between(Cursors& cursors, Integer& visits) {
  Opened opened;
  if (std::vector<IndexComparison> conditions = take_conditions(); !conditions.empty()) {
    opened.push_back({IfAll{.all = std::move(conditions)}});
    visits = half(visits);
  }
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& operand = c_.operands[k];
    if (operand.visit == Visit::Iterated) {
      advance(k, cursors[k], opened, visits);
    } else if (!is_dense(operand.format) && !looked_up_[k] &&
               std::all_of(operand.access.begin(), operand.access.end(), [&](const Affine& a) { return fixed(a); })) {
      look_up(k, opened);
    }
  }
  return opened;
}

LoopBody NestBuilder::inside(std::size_t depth, Opened opened, Cursors cursors, Integer visits) {
  Opened more = between(cursors, visits);
  opened.insert(opened.end(), more.begin(), more.end());
  return enclose(std::move(opened), at_depth(depth + 1, std::move(cursors), std::move(visits)));
}

/// The latent is known before its loop: an assignment takes the loop's place.
LoopBody NestBuilder::fixed_latent(std::size_t depth, const IndexExpr& value, Cursors cursors, Integer visits) {
  const std::size_t latent = schedule_.order[depth];
  const VariableId name = context_.variable(c_.latents[latent].name);
  latent_[latent] = variable(name);
  return inside(depth, {{LetIndex{name, value}}}, std::move(cursors), std::move(visits));
}

LoopBody NestBuilder::range_loop(std::size_t depth, Cursors cursors, Integer visits) {
  const std::size_t latent = schedule_.order[depth];
  const Bounds bounds = take_bounds(latent);
  IndexExpr lo = bounds.lo.value_or(constant(0)), hi = bounds.hi.value_or(size_[latent]);
  if (bounds.equal && *bounds.lo + constant(1) == hi && !bounds.below_0 && !bounds.past_end && !(chunk_ && depth == 0))
    return fixed_latent(depth, lo, std::move(cursors), std::move(visits));
  if (bounds.below_0) lo = larger(constant(0), lo);
  if (bounds.past_end) hi = smaller(size_[latent], hi);
  Opened before;
  if (chunk_ && depth == 0) {
    const Segment part = chunk_of_range(lo, hi, latent, before);
    lo = part.lo, hi = part.hi;
  }
  const bool bounded = (bounds.lo || bounds.hi) && !bounds.equal;
  Integer trips = bounds.equal ? visits : visits * c_.latents[latent].extent;
  if (bounded) trips = half(trips);
  ForLoop loop{.variable = context_.variable(c_.latents[latent].name), .lo = lo, .hi = hi, .trips = trips};
  loop.note = fmt::format("every {}{}", context_.kernel[loop.variable], bounds.lo || bounds.hi ? " inside its bounds" : "");
  latent_[latent] = variable(loop.variable);
  loop.body = inside(depth, {}, std::move(cursors), trips);
  return enclose(std::move(before), {{std::move(loop)}});
}

LoopBody NestBuilder::driver_loop(std::size_t depth, std::size_t driver, Cursors cursors, Integer visits) {
  const std::size_t latent = schedule_.order[depth];
  const Operand& operand = c_.operands[driver];
  const Cursor at = cursors[driver];
  const Bounds bounds = take_bounds(latent);
  const Integer trips = visits_below(driver, at, visits);
  const VariableId name = context_.variable(c_.latents[latent].name);
  const VariableId position = context_.position(operand);
  Segment part = segment(driver, at);
  Opened opened{{LetIndex{name, load(part.coordinates, variable(position))}}};
  latent_[latent] = variable(name);
  cursors[driver] = {at.level + 1, variable(position)};

  Opened before;
  const bool one = operand.format.kinds[at.level] == PackedKind::Singleton && !at.end;
  if (one) {  // a single position: no loop, its coordinate is tested
    before.push_back({LetIndex{position, part.lo}});
    IfAll inside_bounds;
    if (bounds.lo) inside_bounds.all.push_back({IndexComparison::Kind::LessEqual, *bounds.lo, variable(name)});
    if (bounds.hi) inside_bounds.all.push_back({IndexComparison::Kind::Less, variable(name), *bounds.hi});
    if (!inside_bounds.all.empty()) opened.push_back({std::move(inside_bounds)});
    before.insert(before.end(), opened.begin(), opened.end());
    return inside(depth, std::move(before), std::move(cursors), visits);
  }
  part = narrow(part, bounds, driver, before);
  if (chunk_ && depth == 0) part = chunk_of_positions(part, driver, at.level, before);
  ForLoop loop{.variable = position, .lo = part.lo, .hi = part.hi, .trips = bounds.lo || bounds.hi ? half(trips) : trips};
  loop.note = fmt::format("stored {} of {}", context_.kernel[name], context_.kernel[values_[driver]].name);
  loop.body = inside(depth, std::move(opened), std::move(cursors), loop.trips);
  return enclose(std::move(before), {{std::move(loop)}});
}

LoopBody NestBuilder::merge_loop(std::size_t depth, std::size_t left, std::size_t right, Cursors cursors, Integer visits) {
  const std::size_t latent = schedule_.order[depth];
  const Bounds bounds = take_bounds(latent);
  const Integer a = average_length(left, cursors[left]), b = average_length(right, cursors[right]);
  Opened before;
  Segment parts[2];
  MergeLoop loop;
  loop.coordinate = context_.variable(c_.latents[latent].name);
  loop.trips = visits_below(left, cursors[left], visits) + visits_below(right, cursors[right], visits);
  const std::size_t operands[2] = {left, right};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t k = operands[side];
    parts[side] = narrow(segment(k, cursors[k]), bounds, k, before);
    if (side == 0 && chunk_ && depth == 0) parts[0] = chunk_of_positions(parts[0], k, cursors[k].level, before);
    const VariableId position = context_.position(c_.operands[k]);
    (side == 0 ? loop.left : loop.right) = {position, parts[side].lo, parts[side].hi, parts[side].coordinates};
    cursors[k] = {cursors[k].level + 1, variable(position)};
  }
  const Integer extent = std::max<std::int64_t>(1, c_.latents[latent].extent);
  loop.matches = visits * std::max<Integer>(1, (a * b + extent - 1) / extent);
  loop.note = fmt::format("{} stored in both {} and {}", context_.kernel[loop.coordinate], context_.kernel[values_[left]].name,
                          context_.kernel[values_[right]].name);
  latent_[latent] = variable(loop.coordinate);
  loop.body = inside(depth, {}, std::move(cursors), loop.matches);
  return enclose(std::move(before), {{std::move(loop)}});
}

/// The number of output elements, as the kernel's sizes say it.
IndexExpr NestBuilder::output_elements() {
  IndexExpr count = constant(1);
  for (std::size_t mode = 0; mode < c_.output.access.size() && !c_.output.pattern_of; ++mode) {
    const std::optional<std::size_t> latent = c_.output.access[mode].single();
    const bool same = latent && c_.latents[*latent].extent == c_.output.shape[mode];
    count = count * (same ? size_[*latent] : constant(c_.output.shape[mode]));
  }
  return c_.output.pattern_of ? context_.size(c_.output.tensor, "count", output_size_, false) : count;
}

LoopBody NestBuilder::build() {
  LoopBody body = pack();
  const auto append = [&](LoopBody part) { body.insert(body.end(), part.begin(), part.end()); };
  const bool in_memory = accumulator_.kind == Accumulator::Kind::Memory && accumulator_.depth == 0;
  const bool partial = !accumulator_.disjoint;
  if (!partial && (in_memory || !accumulator_.covers)) {
    const ValueExpr zero = number(c_.semiring.zero);
    append(over_whole_output(in_memory ? "sums start at the unit" : "elements that no loop reaches", [&](IndexExpr at) {
      return LoopStatement{Assign{.array = output_, .index = at, .value = in_memory ? zero : finished(zero, {}, false)}};
    }));
  }
  append(chunked());
  if (partial) append(combine_partials());
  else if (in_memory && c_.epilogue != ScalarExpr::result())
    append(over_whole_output("the function of each sum", [&](IndexExpr at) {
      return LoopStatement{Assign{.array = output_, .index = at, .value = finished(element(output_, at), {}, false)}};
    }));
  return body;
}

}  // namespace refold
