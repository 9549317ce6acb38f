// src/rule/substitution.h: what the variables of a rule stand for at one place.
//
// Invariant: values live in the scope of the place: they may mention the variables that binders around the place bind,
// and nothing that the rule's own binders bind. A family over a set N is known member by member, with N a literal [n];
// putting a substitution in therefore unrolls every stack, fork, quantifier and comprehension over N.
#pragma once

#include <string>
#include <vector>

#include "rule/rule_view.h"

namespace refold {

struct Binding {
  TermId value = {};                  // invalid for a family
  std::vector<TermId> members = {};   // of a family, by index; an invalid one is not known yet
  bool operator==(const Binding&) const = default;
};

struct Substitution {
  std::vector<Binding> bindings;  // by number of the variable

  bool operator==(const Substitution&) const = default;
};

/// Whether every variable has a value.
bool is_complete(Terms& terms, const RuleView& rule, const Substitution& substitution);

/// The number of elements of a set variable that families run over, if it is bound to a literal [n].
std::optional<std::size_t> literal_size(Terms& terms, const Substitution& substitution, std::size_t variable);

/// The element k of a set of which only the number of elements is known, as a family's index.
TermId family_index(Terms& terms, TermId set, std::size_t k);

/// `term`, over the variables of the rule, with their values put in.
/// Errors: E0311 a variable without a value, E0312 a family at an index that is not a literal, E01xx sorts that do not meet.
Result<TermId> put_in(Terms& terms, const RuleView& rule, const Substitution& substitution, TermId term);

/// (name, value) for every variable in order; a family gives one line for each member: `X(0)`.
std::vector<std::pair<std::string, std::string>> print(const Terms& terms, const RuleView& rule, const Substitution& substitution);

}  // namespace refold
