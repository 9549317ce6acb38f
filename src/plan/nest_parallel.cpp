// Chunks of equal work, and the packing of dense operands.
#include <fmt/format.h>

#include <algorithm>

#include "plan/loop_cost.h"
#include "plan/nest_builder.h"

namespace refold {
namespace {

constexpr std::int64_t kMostChunks = 256;
constexpr std::int64_t kChunkWeight = 200'000;  // about ten microseconds of work
constexpr std::int64_t kPackBlock = 8;          // doubles of a cache line

}  // namespace

/// The stored values below the first positions 0 .. position-1 of a level.
IndexExpr NestBuilder::leaves_before(std::size_t operand, std::size_t level, IndexExpr position) {
  const Operand& o = c_.operands[operand];
  for (++level; level < o.format.kinds.size(); ++level) {
    if (o.format.kinds[level] == PackedKind::Compressed) position = load(context_.offsets_of(o, level), position);
    if (o.format.kinds[level] == PackedKind::Range) position = position * extent_[operand][mode_of(o.format, level)];
  }
  return position;
}

/// The part of lo .. hi that belongs to the chunk: rows of a stored operand are dealt out by what they store (and one
/// for each row), others evenly.
NestBuilder::Segment NestBuilder::chunk_of_range(IndexExpr lo, IndexExpr hi, std::size_t latent, Opened& opened) {
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& o = c_.operands[k];
    if (is_dense(o.format) || o.visit != Visit::Iterated || o.format.kinds[0] != PackedKind::Range ||
        o.access[mode_of(o.format, 0)].single() != latent)
      continue;
    const VariableId work = context_.own("work"), begin = context_.own("begin"), end = context_.own("end"),
                     probe = context_.own("probe");
    const IndexExpr before = leaves_before(k, 0, variable(probe)) + variable(probe);
    const auto share = [&](IndexExpr chunk) { return divide(variable(work) * chunk, *chunks_); };
    opened.push_back({LetIndex{work, leaves_before(k, 0, size_[latent]) + size_[latent]}});
    opened.push_back({FindFirst{begin, probe, constant(0), size_[latent], before, share(*chunk_)}});
    opened.push_back({FindFirst{end, probe, variable(begin), size_[latent], before, share(*chunk_ + constant(1))}});
    return {lo == constant(0) ? variable(begin) : larger(lo, variable(begin)), hi == size_[latent] ? variable(end) : smaller(hi, variable(end)), {}};
  }
  const IndexExpr length = hi - lo;
  return {lo + divide(length * *chunk_, *chunks_), lo + divide(length * (*chunk_ + constant(1)), *chunks_), {}};
}

/// The part of a segment of positions that belongs to the chunk, by stored values. Where the sums of one coordinate meet
/// in memory, all positions of a coordinate go to one chunk.
NestBuilder::Segment NestBuilder::chunk_of_positions(Segment segment, std::size_t operand, std::size_t level, Opened& opened) {
  const Operand& o = c_.operands[operand];
  const bool whole_coordinates = accumulator_.disjoint && accumulator_.depth == 0 && !capabilities(o.format, level).unique;
  const VariableId work = context_.own("work"), first = context_.own("first"), probe = context_.own("probe");
  opened.push_back({LetIndex{first, leaves_before(operand, level, segment.lo)}});
  opened.push_back({LetIndex{work, leaves_before(operand, level, segment.hi) - variable(first)}});
  const auto edge = [&](std::string_view name, IndexExpr chunk, IndexExpr from) {
    const VariableId position = context_.own(name);
    const IndexExpr share = variable(first) + divide(variable(work) * chunk, *chunks_);
    opened.push_back({FindFirst{position, probe, from, segment.hi, leaves_before(operand, level, variable(probe)), share}});
    if (!whole_coordinates) return variable(position);
    // the first position after the coordinate that ends just before
    const VariableId moved = context_.own(name);
    const IndexExpr previous = larger(variable(position) - constant(1), segment.lo);
    const IndexExpr key = load(segment.coordinates, previous) + smaller(variable(position) - segment.lo, constant(1));
    opened.push_back({FindFirst{moved, probe, variable(position), segment.hi, load(segment.coordinates, variable(probe)), key}});
    return variable(moved);
  };
  const IndexExpr begin = edge("begin", *chunk_, segment.lo);
  const IndexExpr end = edge("end", *chunk_ + constant(1), begin);
  return {begin, end, segment.coordinates};
}

/// All loops of the contraction, dealt out in chunks. The number of chunks follows from the work alone.
LoopBody NestBuilder::chunked() {
  const Cursors start(c_.operands.size());
  if (schedule_.order.empty()) return at_depth(0, start, 1);
  const std::size_t count = context_.kernel.sizes.size();
  chunks_ = context_.size("chunk", "count", 1, false);
  ForLoop loop{.variable = context_.own("chunk"), .lo = constant(0), .hi = *chunks_, .kind = ForLoop::Kind::Parallel,
               .note = "chunks of equal work", .trips = 1};
  chunk_ = variable(loop.variable);
  if (!accumulator_.disjoint) {
    target_ = context_.scratch(c_.output.tensor, "part", output_size_);
    target_base_ = *chunk_ * output_elements_;
  }
  loop.body = at_depth(0, start, 1);
  target_base_ = constant(0);
  const Integer weight = cost_of(context_.kernel, loop.body).weight() / kChunkWeight;
  Integer chunks = std::clamp<Integer>(weight, 1, kMostChunks);
  if (!accumulator_.disjoint) chunks = std::clamp<Integer>(weight / std::max<std::int64_t>(1, output_size_), 1, kMostChunks);
  if (schedule_.chunks > 0) chunks = schedule_.chunks;
  chunk_total_ = chunks;
  context_.kernel.sizes[count].value = chunks.convert_to<std::int64_t>();
  if (!accumulator_.disjoint && accumulator_.kind == Accumulator::Kind::Memory)
    std::get<ForLoop>(loop.body.front().node).trips *= chunks;  // each chunk clears its own sums
  if (!accumulator_.disjoint) context_.kernel.arrays[target_.index].size = output_size_ * context_.kernel.sizes[count].value;
  return {{std::move(loop)}};
}

/// Copies of dense operands in the mode order that the loops want.
LoopBody NestBuilder::pack() {
  LoopBody body;
  std::map<std::pair<std::string, std::vector<std::size_t>>, ArrayId> packed;
  for (std::size_t k = 0; k < c_.operands.size(); ++k) {
    const Operand& o = c_.operands[k];
    const std::vector<std::size_t> stored(o.format.modes.begin(), o.format.modes.end());
    if (!is_dense(o.format) || level_modes_[k] == stored) continue;
    const auto [entry, is_new] = packed.try_emplace({o.tensor, level_modes_[k]});
    if (is_new) {
      entry->second = context_.scratch(o.tensor, "packed", positions(o, o.format.kinds.size()));
      body.push_back({Heading{fmt::format("{} in the order that the loops read it", context_.kernel[values_[k]].name)}});
      body.push_back(pack_loops(k, entry->second));
    }
    values_[k] = entry->second;
  }
  return body;
}

/// Blocks of the mode that is contiguous in the source are the outer loop, so that both sides use whole cache lines.
LoopStatement NestBuilder::pack_loops(std::size_t operand, ArrayId target) {
  const Operand& o = c_.operands[operand];
  const auto contiguous = static_cast<std::size_t>(o.format.modes.back());
  std::vector<IndexExpr> at(o.shape.size());
  std::vector<std::size_t> modes;
  for (const std::size_t mode : level_modes_[operand])
    if (mode != contiguous) modes.push_back(mode);
  const IndexExpr extent = extent_[operand][contiguous];
  const VariableId block = context_.own("block");
  const IndexExpr begin = variable(block) * constant(kPackBlock);
  std::vector<ForLoop> loops;
  loops.push_back({.variable = block, .lo = constant(0), .hi = divide(extent + constant(kPackBlock - 1), constant(kPackBlock)),
                   .kind = ForLoop::Kind::Parallel, .even = true, .note = "blocks of a cache line",
                   .trips = (o.shape[contiguous] + kPackBlock - 1) / kPackBlock});
  modes.push_back(contiguous);
  for (const std::size_t mode : modes) {
    ForLoop loop{.variable = context_.own("at"), .lo = constant(0), .hi = extent_[operand][mode],
                 .trips = loops.back().trips * (mode == contiguous ? kPackBlock : o.shape[mode])};
    if (mode == contiguous) loop.lo = begin, loop.hi = smaller(extent, begin + constant(kPackBlock));
    at[mode] = variable(loop.variable);
    loops.push_back(std::move(loop));
  }
  const auto place = [&](const std::vector<std::size_t>& order) {
    IndexExpr position = constant(0);
    for (const std::size_t mode : order) position = position * extent_[operand][mode] + at[mode];
    return position;
  };
  const std::vector<std::size_t> stored(o.format.modes.begin(), o.format.modes.end());
  LoopStatement inner{Assign{.array = target, .index = place(level_modes_[operand]),
                             .value = element(values_[operand], place(stored))}};
  while (!loops.empty()) {
    loops.back().body = {std::move(inner)};
    inner = {std::move(loops.back())};
    loops.pop_back();
  }
  return inner;
}

}  // namespace refold
