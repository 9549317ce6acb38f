// src/cli/self_check.h: is the result right? Two independent looks at it.
//
// Invariant: (1) on a part of the data, chosen so that stored entries are in it, the expression as the user wrote it is
// evaluated exactly by the definitions and compared with the plan's result for that part, once with the values that are
// there and once with drawn ones, unless the file states facts about its data; (2) all of the result is
// compared with the interpreter's run of the same plan, which shares no emitted code (where that would take too long: with
// the loops as written, unpacked, on one thread). Both must agree up to rounding.
#pragma once

#include "cli/computation.h"

namespace refold {

struct SelfCheck {
  std::int64_t elements = 0;   // compared in both looks
  double max_error = 0;        // largest |difference| / max(1, |value|)
  bool ok = false;
  std::string wrong;           // the first element that differs, with both values
  std::string text;            // for the report
};

/// Errors: those of eval and of the plan on the part.
Result<SelfCheck> self_check(Program& program, Terms& terms, const Explored& explored, const ProgramData& data, Computation& done, Budget& budget);

}  // namespace refold
