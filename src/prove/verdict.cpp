#include "prove/verdict.h"

#include "base/variant.h"

namespace refold {

std::string summary(const Verdict& verdict) {
  return std::visit(overloaded{[](const Proved& p) { return "proved by " + p.solver; },
                               [](const Refuted& r) { return "refuted: " + r.difference; },
                               [](const Unknown& u) { return "unknown: " + u.reason; }},
                    verdict);
}

}  // namespace refold
