// src/plan/format.h: what loops may do with each level of a stored tensor.
//
// Invariant: what a loop may do is said by capabilities alone; no code asks for "CSR". Level l of a format stores the
// mode modes[l], the outermost level comes first, and a level turns positions of its parent into positions of its own:
//   range       position p*extent + i: every coordinate is there, locate in O(1), nothing is stored
//   compressed  positions offsets[p] .. offsets[p+1], each with a coordinate, ascending
//   singleton   one position for each parent: p itself, with a coordinate
// Dense in any mode order, COO, CSR, CSC, DCSR and CSF of any order are instances. Intervals and points by formula
// (i <= j, i = j) store nothing: they are guards of the contraction and become loop bounds or an assignment.
#pragma once

#include <cstddef>
#include <string>

#include "tensor/tensor.h"

namespace refold {

struct Capabilities {
  bool iterate;  // its stored coordinates can be listed without trying all
  bool locate;   // a coordinate is found in O(1), and every coordinate is there
  bool ordered;  // coordinates do not decrease below one parent
  bool unique;   // and none comes twice: a search finds the one position
};
/// Of level `level`. A level above a singleton repeats a coordinate for each entry below it (COO).
Capabilities capabilities(const Packing& format, std::size_t level);

/// The mode that a level stores.
std::size_t mode_of(const Packing& format, std::size_t level);

/// Every level is a range.
bool is_dense(const Packing& format);

/// Text in the language's words: "(i, j) -> i : range, j : compressed", letters from i on.
std::string in_words(const Packing& format);

}  // namespace refold
