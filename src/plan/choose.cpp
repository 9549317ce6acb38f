#include "plan/choose.h"

#include <algorithm>
#include <numeric>

namespace refold {
namespace {

/// The modes of an operand, those of outer loops first; a mode that no single loop drives keeps its place at the end.
ModeOrder by_loops(const Operand& operand, const std::vector<std::size_t>& order) {
  ModeOrder modes(operand.shape.size());
  std::iota(modes.begin(), modes.end(), std::size_t{0});
  const auto depth = [&](std::size_t mode) {
    std::size_t deepest = 0;
    for (const Affine::Term& term : operand.access[mode].terms)
      deepest = std::max(deepest, static_cast<std::size_t>(std::find(order.begin(), order.end(), term.latent) - order.begin()) + 1);
    return deepest;
  };
  std::stable_sort(modes.begin(), modes.end(), [&](std::size_t a, std::size_t b) { return depth(a) < depth(b); });
  return modes;
}

/// Sparse levels come in their stored order: a loop over an inner level cannot stand outside its parent's.
bool follows_levels(const Contraction& contraction, const std::vector<std::size_t>& order) {
  for (const Operand& operand : contraction.operands) {
    if (operand.visit != Visit::Iterated || is_dense(operand.format)) continue;
    std::size_t last = 0;
    for (std::size_t level = 0; level < operand.format.modes.size(); ++level) {
      const std::optional<std::size_t> latent = operand.access[mode_of(operand.format, level)].single();
      if (!latent) continue;
      const auto at = static_cast<std::size_t>(std::find(order.begin(), order.end(), *latent) - order.begin());
      if (at < last) return false;
      last = at;
    }
  }
  return true;
}

std::vector<Schedule> candidates(const Contraction& contraction) {
  std::vector<Schedule> all;
  const auto with = [&](const std::vector<std::size_t>& order) {
    Schedule stored = plain_schedule(contraction);
    stored.order = order;
    Schedule packed = stored;
    for (std::size_t k = 0; k < contraction.operands.size(); ++k)
      if (is_dense(contraction.operands[k].format)) packed.layouts[k] = by_loops(contraction.operands[k], order);
    if (packed.layouts != stored.layouts) all.push_back(std::move(packed));
    all.push_back(std::move(stored));
  };
  std::vector<std::size_t> order(contraction.latents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() > 6) {
    with(order);
    return all;
  }
  do {
    if (follows_levels(contraction, order)) with(order);
  } while (std::next_permutation(order.begin(), order.end()));
  if (all.empty()) all.push_back(plain_schedule(contraction));
  return all;
}

}  // namespace

std::vector<Schedule> choose_schedules(const ContractionSequence& sequence) {
  std::vector<Schedule> chosen;
  for (const Contraction& step : sequence.steps) {
    std::vector<Schedule> all = candidates(step);
    std::size_t best = 0;
    Cost best_cost;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Cost cost = build({{step}}, {all[k]}).cost;
      if (k == 0 || cost < best_cost) best = k, best_cost = cost;
    }
    chosen.push_back(std::move(all[best]));
  }
  return chosen;
}

Kernel choose(const ContractionSequence& sequence) { return build(sequence, choose_schedules(sequence)); }

}  // namespace refold
