// src/plan/format.h: how a tensor lies in memory, as a chain of levels.
//
// Invariant: level l of a format stores the mode `modes[l]`; `modes` is a permutation of the tensor's modes and the
// outermost level comes first. A level turns positions of its parent into positions of its own, and what loops may do
// with it is said by capabilities alone: no code asks for "CSR". Level 0 has the one parent position 0, and the
// positions of the last level number the stored values.
//   range       position p*extent + i: every coordinate is there (full), locate in O(1), nothing is stored
//   compressed  positions offsets[p] .. offsets[p+1], each with a coordinate
//   singleton   one position for each parent: p itself, with a coordinate
// Dense in any mode order, COO, CSR, CSC, DCSR and CSF of any order are instances. Intervals and points by formula
// (i <= j, i = j) store nothing: they are guards of the contraction and become loop bounds or an assignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace refold {

enum class LevelKind : std::uint8_t { Range, Compressed, Singleton };

struct Level {
  LevelKind kind = LevelKind::Range;
  bool ordered = true;  // coordinates grow within one parent
  bool unique = true;   // no coordinate twice within one parent
  bool operator==(const Level&) const = default;
};

struct Capabilities {
  bool iterate;  // its stored coordinates can be listed without trying all
  bool locate;   // a coordinate is found in O(1)
  bool search;   // a coordinate is found in O(log length): ordered and unique
  bool full;     // every coordinate of the mode is there
  bool ordered;
  bool unique;
};
Capabilities capabilities(const Level& level);

struct Format {
  std::vector<std::size_t> modes = {};
  std::vector<Level> levels = {};
  bool operator==(const Format&) const = default;
};

Format dense_format(std::size_t order);                   // row major
Format dense_format(std::vector<std::size_t> modes);      // any mode order
Format coo_format(std::size_t order);                     // sorted; outer coordinates repeat
Format csr_format();
Format csc_format();
Format csf_format(std::vector<std::size_t> modes);        // all levels compressed

bool is_dense(const Format& format);
/// Text in the language's words: "(i, j) -> i : range, j : compressed", letters from i on.
std::string print(const Format& format);

}  // namespace refold
