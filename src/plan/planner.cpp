#include "plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/words.h"
#include "plan/loop_cost.h"

namespace refold {
namespace {

constexpr std::size_t kMostOrders = 720;  // of loops, for each step and packing

Diagnostic malformed(const Contraction& c, std::string what) {
  return Diagnostic{"E0605", {}, fmt::format("the step that computes {} is malformed: {}", c.output.tensor, what)};
}

Result<void> check(const Contraction& c) {
  const auto known = [&](const Affine& affine) {
    return std::all_of(affine.terms.begin(), affine.terms.end(), [&](const Affine::Term& t) { return t.latent < c.latents.size(); });
  };
  for (const Latent& latent : c.latents)
    if (latent.extent < 0) return malformed(c, "a latent index has a negative extent");
  for (const Operand& o : c.operands) {
    const std::size_t modes = o.shape.size();
    if (o.access.size() != modes || o.format.modes.size() != modes || o.format.kinds.size() != modes ||
        !is_mode_order(o.format.modes, modes) || (!is_dense(o.format) && o.stored.size() != modes))
      return malformed(c, fmt::format("operand {} has {}, and its index or packing has not", o.tensor, counted(modes, "mode")));
    if (modes > 0 && o.format.kinds[0] == PackedKind::Singleton) return malformed(c, "a singleton is the outermost level");
    if (!std::all_of(o.access.begin(), o.access.end(), known)) return malformed(c, "an index that is no latent");
  }
  if (c.output.access.size() != c.output.shape.size()) return malformed(c, "its output has modes without an index");
  if (!c.output.pattern_of) REFOLD_CHECK(element_count(c.output.shape));
  if (!std::all_of(c.output.access.begin(), c.output.access.end(), known)) return malformed(c, "an index that is no latent");
  for (const LatentGuard& guard : c.guards)
    if (!known(guard.expression)) return malformed(c, "a guard over an index that is no latent");
  return {};
}

/// Does the order fix the levels of every iterated operand from the outside in?
bool respects_levels(const Contraction& c, const std::vector<std::size_t>& place) {
  for (const Operand& o : c.operands) {
    if (o.visit != Visit::Iterated || is_dense(o.format)) continue;
    std::size_t reached = 0;
    for (std::size_t level = 0; level < o.format.kinds.size(); ++level) {
      const std::optional<std::size_t> latent = o.access[mode_of(o.format, level)].single();
      if (!latent) continue;
      if (place[*latent] < reached) return false;
      reached = place[*latent];
    }
  }
  return true;
}

/// Modes in the order in which the loops fix them, so that the innermost loop runs through neighbours.
ModeOrder layout_for(const Operand& o, const std::vector<std::size_t>& place) {
  const auto innermost = [&](int mode) {
    std::size_t last = 0;
    for (const Affine::Term& term : o.access[static_cast<std::size_t>(mode)].terms) last = std::max(last, place[term.latent] + 1);
    return last;
  };
  ModeOrder modes = o.format.modes;
  std::stable_sort(modes.begin(), modes.end(), [&](int a, int b) { return innermost(a) < innermost(b); });
  return modes;
}

struct Candidate {
  Schedule schedule;
  Cost cost;
};

Cost cost_of(const Contraction& c, const Schedule& schedule) { return build({{c}}, {schedule}).cost; }

/// The best mode orders of the dense operands for one loop order: each is packed only if that pays.
Candidate with_layouts(const Contraction& c, const std::vector<std::size_t>& order) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t depth = 0; depth < order.size(); ++depth) place[order[depth]] = depth;
  Candidate best{plain_schedule(c), {}};
  best.schedule.order = order;
  best.cost = cost_of(c, best.schedule);
  for (std::size_t k = 0; k < c.operands.size(); ++k) {
    if (!is_dense(c.operands[k].format)) continue;
    Candidate packed = best;
    packed.schedule.layouts[k] = layout_for(c.operands[k], place);
    if (packed.schedule.layouts[k] == best.schedule.layouts[k]) continue;
    packed.cost = cost_of(c, packed.schedule);
    if (packed.cost < best.cost) best = packed;
  }
  return best;
}

Candidate best_schedule(const Contraction& c) {
  std::vector<std::size_t> order(c.latents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::optional<Candidate> best;
  std::size_t tried = 0;
  do {
    std::vector<std::size_t> place(order.size());
    for (std::size_t depth = 0; depth < order.size(); ++depth) place[order[depth]] = depth;
    if (!respects_levels(c, place)) continue;
    Candidate candidate = with_layouts(c, order);
    if (!best || candidate.cost < best->cost) best = std::move(candidate);
  } while (++tried < kMostOrders && std::next_permutation(order.begin(), order.end()));
  if (!best) best = with_layouts(c, order);  // no order respects all levels: what is not next in line is searched
  return std::move(*best);
}

/// All steps planned under the packings that the sequence has now.
std::pair<std::vector<Schedule>, Cost> plan_steps(const ContractionSequence& sequence) {
  std::vector<Schedule> schedules;
  Cost total;
  for (const Contraction& step : sequence.steps) {
    Candidate best = best_schedule(step);
    total += best.cost;
    schedules.push_back(std::move(best.schedule));
  }
  return {std::move(schedules), total};
}

void set_packing(ContractionSequence& sequence, const std::string& tensor, const PackingChoice& choice) {
  for (Contraction& step : sequence.steps)
    for (Operand& operand : step.operands)
      if (operand.tensor == tensor) operand.format = choice.packing, operand.stored = choice.stored;
}

/// How many different indices the entries have in some of their modes.
std::int64_t distinct(const CooTensor& entries, std::vector<std::size_t> modes) {
  std::vector<std::uint64_t> keys(static_cast<std::size_t>(entries.stored()), 0);
  for (const std::size_t mode : modes)
    for (std::size_t e = 0; e < keys.size(); ++e)
      keys[e] = keys[e] * static_cast<std::uint64_t>(std::max<std::int64_t>(1, entries.extents[mode])) +
                static_cast<std::uint64_t>(entries.coordinates[mode][static_cast<std::int64_t>(e)]);
  std::sort(keys.begin(), keys.end());
  return std::unique(keys.begin(), keys.end()) - keys.begin();
}

}  // namespace

std::vector<PackingChoice> packing_choices(const CooTensor& entries) {
  const std::size_t order = entries.extents.size();
  std::map<std::vector<std::size_t>, std::int64_t> counts;  // of sets of modes
  const auto count = [&](std::vector<std::size_t> modes) {
    std::sort(modes.begin(), modes.end());
    if (modes.size() == order) return entries.stored();
    const auto [entry, is_new] = counts.try_emplace(modes, 0);
    if (is_new) entry->second = distinct(entries, modes);
    return entry->second;
  };
  std::vector<PackingChoice> choices;
  ModeOrder modes = row_major(order);
  do {
    PackingChoice choice{csf_packing(modes), {}};
    std::vector<std::size_t> prefix;
    for (std::size_t level = 0; level < order; ++level) {
      prefix.push_back(static_cast<std::size_t>(modes[level]));
      const std::int64_t extent = entries.extents[prefix.back()];
      const bool range = level == 0 && order > 1 && extent <= 2 * entries.stored();
      if (range) choice.packing.kinds[level] = PackedKind::Range;
      choice.stored.push_back(range ? extent : count(prefix));
    }
    choices.push_back(std::move(choice));
  } while (order <= 4 && std::next_permutation(modes.begin(), modes.end()));
  return choices;
}

Result<Plan> make_plan(ContractionSequence sequence, const FreePackings& free) {
  std::vector<std::pair<std::string, const std::vector<PackingChoice>*>> tensors;
  for (const auto& [tensor, choices] : free)
    if (!choices.empty()) tensors.emplace_back(tensor, &choices), set_packing(sequence, tensor, choices[0]);
  for (const Contraction& step : sequence.steps) REFOLD_CHECK(check(step));
  // one tensor after the other: each takes the packing that is best while the others keep theirs
  auto [schedules, cost] = plan_steps(sequence);
  for (const auto& [tensor, choices] : tensors) {
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < choices->size(); ++i) {
      set_packing(sequence, tensor, (*choices)[i]);
      auto [other, other_cost] = plan_steps(sequence);
      if (!(other_cost < cost)) continue;
      schedules = std::move(other), cost = other_cost, chosen = i;
    }
    set_packing(sequence, tensor, (*choices)[chosen]);
  }
  Plan plan{std::move(sequence), std::move(schedules), {}};
  plan.kernel = build(plan.sequence, plan.schedules);
  return plan;
}

}  // namespace refold
