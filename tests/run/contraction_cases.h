// Random contractions with their data, and their meaning by plain loops over the whole latent set.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "plan/contraction.h"
#include "plan/schedule.h"
#include "run/arguments.h"
#include "tensor/entries.h"
#include "tensor/pack.h"

namespace refold::testing {

using Point = std::vector<std::int64_t>;

struct Case {
  Contraction contraction;
  std::map<std::string, Tensor, std::less<>> data;
  Schedule schedule;

  TensorInputs inputs() const {
    TensorInputs inputs;
    for (const auto& [name, tensor] : data) inputs.emplace(name, std::cref(tensor));
    return inputs;
  }
};

inline std::int64_t at(const Affine& affine, const Point& point) {
  std::int64_t value = affine.constant;
  for (const auto& term : affine.terms) value += term.coefficient * point[term.latent];
  return value;
}

inline Point at(const std::vector<Affine>& access, const Point& point) {
  Point index;
  for (const Affine& affine : access) index.push_back(at(affine, point));
  return index;
}

inline void for_each_point(const std::vector<Latent>& latents, const std::function<void(const Point&)>& visit) {
  Point point(latents.size(), 0);
  const std::function<void(std::size_t)> descend = [&](std::size_t l) {
    if (l == latents.size()) return visit(point);
    for (point[l] = 0; point[l] < latents[l].extent; ++point[l]) descend(l + 1);
  };
  descend(0);
}

using Stored = std::map<Point, std::pair<double, std::int64_t>>;  // index -> value, position

inline Stored stored_entries(const Tensor& tensor) {
  Stored stored;
  for_each_entry(tensor, [&](const auto& index, std::int64_t position) {
    stored[index] = {value_at(values(tensor), position), position};
    return true;
  });
  return stored;
}

inline double meaning(const ScalarExpr& expression, const std::vector<double>& operands, const Point& point, double result) {
  switch (expression.kind) {
    case ScalarExpr::Kind::Constant: return expression.constant;
    case ScalarExpr::Kind::Operand: return operands[expression.leaf];
    case ScalarExpr::Kind::Latent: return static_cast<double>(point[expression.leaf]);
    case ScalarExpr::Kind::Result: return result;
    case ScalarExpr::Kind::Apply: break;
  }
  std::vector<double> values;
  for (const ScalarExpr& operand : expression.operands) values.push_back(meaning(operand, operands, point, result));
  return apply(expression.op, values.data());
}

/// The stored values of the output, by the definition in plan/contraction.h.
inline std::vector<double> by_definition(const Contraction& c, const std::map<std::string, Tensor, std::less<>>& data) {
  std::vector<Stored> stored;
  for (const Operand& operand : c.operands) stored.push_back(stored_entries(data.find(operand.tensor)->second));
  std::int64_t size = 1;
  for (const std::int64_t extent : c.output.shape) size *= extent;
  if (c.output.pattern_of) size = static_cast<std::int64_t>(stored[*c.output.pattern_of].size());
  const auto two = [](ScalarOp op, double a, double b) {
    const double operands[] = {a, b};
    return apply(op, operands);
  };
  std::vector<double> sums(static_cast<std::size_t>(size), c.semiring.zero);
  for_each_point(c.latents, [&](const Point& point) {
    for (const LatentGuard& guard : c.guards) {
      const std::int64_t value = at(guard.expression, point);
      if (guard.equality ? value != 0 : value > 0) return;
    }
    std::vector<double> values;
    for (std::size_t k = 0; k < c.operands.size(); ++k) {
      const auto found = stored[k].find(at(c.operands[k].access, point));
      if (found == stored[k].end() && c.operands[k].visit == Visit::Iterated) return;
      values.push_back(found == stored[k].end() ? c.operands[k].absent : found->second.first);
    }
    double product = c.semiring.one;
    for (const ScalarExpr& factor : c.factors) product = two(c.semiring.multiply, product, meaning(factor, values, point, 0));
    std::int64_t place = 0;
    const Point out = at(c.output.access, point);
    for (std::size_t mode = 0; mode < out.size(); ++mode) place = place * c.output.shape[mode] + out[mode];
    if (c.output.pattern_of) place = stored[*c.output.pattern_of].at(out).second;
    double& sum = sums[static_cast<std::size_t>(place)];
    sum = two(c.semiring.add, sum, product);
  });
  for (double& sum : sums) sum = meaning(c.epilogue, {}, {}, sum);
  return sums;
}

/// Equal up to the order in which sums and products were rounded.
inline bool agree(const double* actual, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (actual[i] != expected[i] && !(std::abs(actual[i] - expected[i]) <= 1e-12 * std::abs(expected[i]))) return false;
  return true;
}

// -- random cases

inline int choose(int lo, int hi) { return *rc::gen::inRange(lo, hi + 1); }
inline bool one_in(int n) { return choose(1, n) == 1; }

template <class T>
std::vector<T> shuffled(std::vector<T> items) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[static_cast<std::size_t>(choose(0, static_cast<int>(i) - 1))]);
  return items;
}

inline Packing random_format(std::size_t order, bool sparse) {
  ModeOrder modes = shuffled(row_major(order));
  if (!sparse || order == 0) return dense_packing(modes);
  if (one_in(3)) return coo_packing(modes);
  if (one_in(3)) return csf_packing(modes);
  Packing format = dense_packing(modes);
  for (PackedKind& kind : format.kinds) kind = one_in(2) ? PackedKind::Range : PackedKind::Compressed;
  if (one_in(3) && order >= 3) format.kinds[order - 2] = PackedKind::Compressed, format.kinds[order - 1] = PackedKind::Singleton;
  return format;
}

inline double random_value(const Semiring& semiring) {
  if (semiring == or_and()) return choose(0, 1);
  return semiring == max_times() ? choose(0, 3) : choose(-3, 3);
}

inline Tensor random_tensor(const std::vector<std::int64_t>& shape, const Packing& format, const Semiring& semiring) {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  if (is_dense(format)) {
    DenseTensor dense{shape, format.modes, make_values(ElementType::F64, size)};
    for (double& value : std::get<Buffer<double>>(dense.values)) value = random_value(semiring);
    return dense;
  }
  std::set<Point> points;
  for (int tries = choose(0, 12); tries > 0 && size > 0; --tries) {
    Point point;
    for (const std::int64_t extent : shape) point.push_back(choose(0, static_cast<int>(extent) - 1));
    points.insert(point);
  }
  const auto count = static_cast<std::int64_t>(points.size());
  CooTensor coo{shape, {}, make_values(ElementType::F64, count)};
  for (std::size_t mode = 0; mode < shape.size(); ++mode) {
    Buffer<std::int32_t> column(count);
    std::int64_t e = 0;
    for (const Point& point : points) column[e++] = static_cast<std::int32_t>(point[mode]);
    coo.coordinates.push_back(std::move(column));
  }
  for (double& value : std::get<Buffer<double>>(coo.values)) value = random_value(semiring);
  Result<LevelTensor> packed = pack(std::move(coo), format);
  RC_ASSERT(packed.has_value());
  return std::move(*packed);
}

inline std::vector<std::int64_t> level_positions(const Tensor& tensor) {
  std::vector<std::int64_t> stored;
  const auto* levels = std::get_if<LevelTensor>(&tensor);
  if (levels == nullptr) return stored;
  std::int64_t parents = 1;
  for (const PackedLevel& level : levels->levels) {
    if (const auto* range = std::get_if<RangeLevel>(&level)) parents *= range->extent;
    if (const auto* compressed = std::get_if<CompressedLevel>(&level)) parents = compressed->coordinates.size();
    stored.push_back(parents);
  }
  return stored;
}

/// A latent, now and then with an offset, a sum of two, or a constant; never below 0.
inline Affine random_access(const std::vector<Latent>& latents) {
  if (latents.empty() || one_in(20)) return Affine::number(choose(0, 1));
  Affine access = Affine::of(static_cast<std::size_t>(choose(0, static_cast<int>(latents.size()) - 1)));
  if (one_in(10)) access = access + Affine::of(static_cast<std::size_t>(choose(0, static_cast<int>(latents.size()) - 1)));
  if (one_in(15)) access = access + Affine::number(1);
  return access;
}

inline std::int64_t extent_for(const Affine& access, const std::vector<Latent>& latents) {
  if (const auto latent = access.single()) return latents[*latent].extent;
  std::int64_t last = access.constant;
  for (const auto& term : access.terms) last += term.coefficient * std::max<std::int64_t>(0, latents[term.latent].extent - 1);
  return last + 1;
}

inline Semiring random_semiring() {
  switch (choose(0, 8)) {
    case 0: return min_plus();
    case 1: return max_plus();
    case 2: return max_times();
    case 3: return or_and();
    case 4: return {ScalarOp::Multiply, 1, ScalarOp::Add, 0};  // sums of products no more: nothing may be factored out
    default: return plus_times();
  }
}

inline Case random_case() {
  Case random;
  Contraction& c = random.contraction;
  c.semiring = random_semiring();
  const int latents = choose(0, 4);
  for (int l = 0; l < latents; ++l) c.latents.push_back({std::string(1, static_cast<char>('i' + l)), choose(one_in(4) ? 0 : 1, 5)});
  const int operands = choose(1, 3);
  for (int k = 0; k < operands; ++k) {
    Operand o;
    o.tensor = std::string(1, static_cast<char>('A' + k));
    const auto order = static_cast<std::size_t>(choose(0, 3));
    for (std::size_t mode = 0; mode < order; ++mode) {
      o.access.push_back(random_access(c.latents));
      o.shape.push_back(extent_for(o.access.back(), c.latents));
      if (latents == 0 || !one_in(10)) continue;
      // inside the extent only because of a guard: i - j where j <= i, or i - 1 where j < i
      const auto i = static_cast<std::size_t>(choose(0, latents - 1)), j = static_cast<std::size_t>(choose(0, latents - 1));
      const Affine difference = Affine::of(i) + (-1) * Affine::of(j);
      const bool shifted = i != j && one_in(2);
      o.access.back() = shifted ? Affine::of(i) + Affine::number(-1) : difference;
      o.shape.back() = std::max<std::int64_t>(1, c.latents[i].extent);
      c.guards.push_back({(-1) * difference + Affine::number(shifted ? 1 : 0)});
    }
    o.format = random_format(order, one_in(2));
    o.visit = !is_dense(o.format) && !one_in(4) ? Visit::Iterated : Visit::Located;
    o.absent = c.semiring.zero;
    const auto [entry, is_new] = random.data.emplace(o.tensor, random_tensor(o.shape, o.format, c.semiring));
    o.stored = level_positions(entry->second);
    c.operands.push_back(std::move(o));
    ScalarExpr factor = ScalarExpr::operand(static_cast<std::size_t>(k));
    if (one_in(8)) factor = ScalarExpr::apply(ScalarOp::Max, {factor, ScalarExpr::number(1)});
    c.factors.push_back(std::move(factor));
  }
  if (one_in(6)) c.factors.push_back(ScalarExpr::number(c.semiring == or_and() ? 1 : 2));
  if (one_in(8) && latents > 0 && c.semiring != or_and()) c.factors.push_back(ScalarExpr::latent(static_cast<std::size_t>(latents - 1)));
  for (int g = one_in(3) ? choose(1, 2) : 0; g > 0 && latents > 0; --g) {
    const auto any = [&] { return Affine::of(static_cast<std::size_t>(choose(0, latents - 1))); };
    c.guards.push_back({any() + (one_in(8) ? -2 : -1) * any() + Affine::number(choose(-1, 1)), one_in(3)});
  }
  std::vector<std::size_t> all(c.latents.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  c.output.tensor = "Y";
  const int kind = choose(0, 3);
  if (kind == 0 && c.operands[0].visit == Visit::Iterated) {
    c.output.pattern_of = 0;
    c.output.access = c.operands[0].access;
    c.output.shape = c.operands[0].shape;
  } else if (kind == 1) {
    for (int mode = choose(0, 2); mode > 0; --mode) c.output.access.push_back(random_access(c.latents));
    for (const Affine& access : c.output.access) c.output.shape.push_back(extent_for(access, c.latents));
  } else {
    const std::vector<std::size_t> modes = shuffled(all);
    for (std::size_t mode = 0; mode < static_cast<std::size_t>(choose(0, latents)); ++mode) {
      c.output.access.push_back(Affine::of(modes[mode]));
      c.output.shape.push_back(c.latents[modes[mode]].extent);
    }
  }
  if (one_in(3)) c.epilogue = ScalarExpr::apply(ScalarOp::Max, {ScalarExpr::result(), ScalarExpr::number(0)});
  if (one_in(5)) c.epilogue = ScalarExpr::apply(ScalarOp::Add, {ScalarExpr::result(), ScalarExpr::number(1)});
  random.schedule = plain_schedule(c);
  random.schedule.chunks = choose(0, 4);
  if (!one_in(3)) random.schedule.order = shuffled(all);
  for (std::size_t k = 0; k < c.operands.size(); ++k)
    if (is_dense(c.operands[k].format)) random.schedule.layouts[k] = shuffled(c.operands[k].format.modes);
  return random;
}

}  // namespace refold::testing
