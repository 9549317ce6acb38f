#include "rule/known.h"

#include <set>

#include "rule/simplify.h"

namespace refold {

std::vector<TermId> conjuncts(Terms& terms, TermId prop) {
  const TermId simple = simplify(terms, prop);
  return terms[simple].op == Op::And ? terms[simple].operands : std::vector<TermId>{simple};
}

std::vector<TermId> known_membership(Terms& terms, TermId element, TermId set) {
  const Term term = terms[set];
  if (term.op != Op::Subset) return {};
  std::vector<TermId> known = conjuncts(terms, terms.instantiate(term.operands[1], element));
  for (const TermId further : known_membership(terms, element, term.operands[0])) known.push_back(further);
  return known;
}

std::vector<TermId> enumerated(Terms& terms, TermId term) {
  std::vector<TermId> known, open{term};
  std::set<TermId> seen;
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const Term part = terms[id];
    if (part.op == Op::Apply && terms[part.operands[0]].op == Op::Enumerate)
      for (const TermId holds : known_membership(terms, id, terms[part.operands[0]].operands[0]))
        known.push_back(holds);
    if (info(part.op).binder) continue;  // inside, terms may speak of another variable
    open.insert(open.end(), part.operands.rbegin(), part.operands.rend());
  }
  return known;
}

}  // namespace refold
