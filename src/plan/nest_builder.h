// src/plan/nest_builder.h: the loops of one contraction under one schedule. Only build.cpp includes this.
//
// Invariant: while the builder descends, `latent_` holds the value of every latent that the loops around have fixed,
// and a Cursor for each operand says which of its levels are fixed and at which position. Loops come from capabilities:
// a latent runs over the stored coordinates of an iterated level that is next in line, two of them are merged or one is
// searched, and where there is none it runs over its range, inside the bounds that the guards give.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "plan/kernel_context.h"
#include "plan/schedule.h"

namespace refold {

/// Where an operand stands: its first `level` levels are fixed, at `position`; where coordinates repeat, at any position
/// of position .. end.
struct Cursor {
  std::size_t level = 0;
  IndexExpr position = constant(0);
  std::optional<IndexExpr> end = {};
};
using Cursors = std::vector<Cursor>;

/// Where sums are kept while their loops run, and from which depth on.
struct Accumulator {
  enum class Kind : std::uint8_t {
    Direct,    // nothing is summed: each visit stores its value
    Register,  // one variable for one output element
    Tile,      // a local array over the output latents that run further inside
    Memory,    // the output itself (or the copy of the chunk)
  };
  Kind kind = Kind::Direct;
  std::size_t depth = 0;            // loops 0 .. depth-1 run around it
  std::vector<std::size_t> inner;   // output latents that run inside, in the order of the output's modes
  bool covers = false;              // the loops around visit every output element
  bool disjoint = false;            // two iterations of the outermost loop never meet in one output element
};

class NestBuilder {
 public:
  NestBuilder(const Contraction& contraction, const Schedule& schedule, KernelContext& context, bool result);
  LoopBody build();

 private:
  struct Bounds {
    std::optional<IndexExpr> lo, hi;  // lo <= latent < hi
    bool equal = false;               // an equality is among the guards
    bool below_0 = false;             // lo may be negative
    bool past_end = false;            // hi may exceed the extent
  };
  struct Segment {
    IndexExpr lo, hi;
    ArrayId coordinates;
  };
  /// What happens between two loops: statements in order; an IfAll without body encloses all that follows.
  using Opened = LoopBody;

  // nest_builder.cpp: descending
  LoopBody at_depth(std::size_t depth, Cursors cursors, Integer visits);
  LoopBody latent_loop(std::size_t depth, Cursors cursors, Integer visits);
  LoopBody range_loop(std::size_t depth, Cursors cursors, Integer visits);
  LoopBody driver_loop(std::size_t depth, std::size_t driver, Cursors cursors, Integer visits);
  LoopBody merge_loop(std::size_t depth, std::size_t left, std::size_t right, Cursors cursors, Integer visits);
  LoopBody fixed_latent(std::size_t depth, const IndexExpr& value, Cursors cursors, Integer visits);
  LoopBody descend(std::size_t depth, Cursors cursors, Integer visits);
  Opened between(Cursors& cursors, Integer& visits);
  /// Everything inside the loop that has just fixed the latent of `depth`.
  LoopBody inside(std::size_t depth, Opened opened, Cursors cursors, Integer visits);
  LoopBody visit(const Cursors& cursors);

  // nest_operands.cpp: positions, searches and guards
  std::vector<std::size_t> drivers(std::size_t latent, const Cursors& cursors) const;
  bool merging_pays(std::size_t left, std::size_t right, const Cursors& cursors) const;
  Segment segment(std::size_t operand, const Cursor& cursor);
  Integer average_length(std::size_t operand, const Cursor& cursor) const;
  Integer visits_below(std::size_t operand, const Cursor& cursor, const Integer& visits) const;
  void advance(std::size_t operand, Cursor& cursor, Opened& opened, Integer& visits);
  void look_up(std::size_t operand, Opened& opened);
  Segment narrow(const Segment& segment, const Bounds& bounds, std::size_t operand, Opened& opened);
  Bounds take_bounds(std::size_t latent);
  std::vector<IndexComparison> take_conditions();
  bool fixed(const Affine& affine) const;
  IndexExpr index(const Affine& affine) const;
  /// Smallest and largest value of an expression over the extents.
  std::pair<Integer, Integer> reach(const Affine& affine) const;
  bool always_inside(const Affine& affine, std::int64_t extent) const;

  // nest_output.cpp: sums and results
  Accumulator choose_accumulator() const;
  bool has_pending_duplicates(std::size_t depth) const;
  LoopBody accumulate(std::size_t depth, Cursors cursors, Integer visits);
  std::size_t levels_fixed(std::size_t operand, std::size_t depth) const;
  bool covers_output(std::size_t depth) const;
  LoopBody over_inner(std::size_t from, Integer visits, const std::function<LoopStatement()>& leaf);
  LoopBody over_whole_output(const std::string& note, const std::function<LoopStatement(IndexExpr)>& leaf);
  LoopBody combine_partials();
  IndexExpr output_elements();
  IndexExpr output_index(const Cursors& cursors) const;
  IndexExpr tile_index() const;
  ValueExpr product(bool outer, const Cursors& cursors) const;
  ValueExpr value(const ScalarExpr& expression, const Cursors& cursors, const ValueExpr* result) const;
  ValueExpr operand_value(std::size_t operand, const Cursors& cursors) const;
  ValueExpr finished(ValueExpr sum, const Cursors& cursors, bool with_outer) const;
  bool is_outer(const ScalarExpr& factor) const;

  // nest_parallel.cpp: chunks of equal work, packing
  LoopBody chunked();
  Segment chunk_of_range(IndexExpr lo, IndexExpr hi, std::size_t latent, Opened& opened);
  Segment chunk_of_positions(Segment segment, std::size_t operand, std::size_t level, Opened& opened);
  IndexExpr leaves_before(std::size_t operand, std::size_t level, IndexExpr position);
  LoopBody pack();
  LoopStatement pack_loops(std::size_t operand, ArrayId target);

  const Contraction& c_;
  const Schedule& schedule_;
  KernelContext& context_;
  std::vector<std::optional<IndexExpr>> latent_;
  std::vector<IndexExpr> size_;                      // of each latent
  std::vector<std::vector<IndexExpr>> extent_;       // of each mode of each operand
  std::vector<bool> guard_used_;
  std::vector<std::optional<VariableId>> looked_up_; // value of a located sparse operand
  std::vector<ArrayId> values_;                      // of each operand, packed where it is packed
  std::vector<std::vector<std::size_t>> level_modes_;// of each operand, as read
  Accumulator accumulator_;
  ArrayId output_;                                   // values of the result
  ArrayId target_;                                   // where loops store: the result, or the partial results
  IndexExpr target_base_ = constant(0);              // first element of the chunk's own copy
  VariableId sum_;                                   // of a Register
  ArrayId tile_;
  std::optional<IndexExpr> chunk_, chunks_;
  Integer chunk_total_ = 1;
  std::int64_t output_size_ = 1;
  IndexExpr output_elements_;
};

}  // namespace refold
