// src/prove/verify.h: is a certificate true? From its text alone.
//
// Invariant: nothing is believed and no cache is read: the statements are elaborated again, every rule is proved again,
// the steps are made again by matching and their obligations settled again; from all that the whole certificate is made
// anew and compared field by field. A forgery stays refused when all its digests were computed again.
#pragma once

#include <string_view>

#include "base/budget.h"
#include "rule/certificate.h"

namespace refold {

struct Verified {
  std::size_t rules = 0, steps = 0, obligations = 0;
  std::vector<RuntimeCheck> checks;  // what remains to be checked on the data before a run
};

/// Errors: E0510 .. E0512 of rule/certificate.h; E0513 the statements do not elaborate; E0514 a rule is not proved;
/// those of replay; E0516 a limit.
Result<Verified> verify(std::string_view json, Budget& budget);

}  // namespace refold
