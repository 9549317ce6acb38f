// src/term/names.h: which names of a statement are its own, and which it takes from around it.
//
// Invariant: nothing visible is ever shadowed, so a name that a statement binds anywhere is its own everywhere in it:
// what is foreign to a statement is decided by its text alone, and it means the same wherever these names do.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "term/syntax.h"

namespace refold {

/// The names that a statement declares for others: of data all, of other statements the one (of a proof its rule's), of
/// `show`, `include` and `base` none.
std::vector<std::string> declared_names(const Syntax& statement);

/// Every name in the tree, in the order of its first place.
std::vector<std::string> mentioned_names(const Syntax& tree);
/// The names of the results that a proof cites, in order, each once.
std::vector<std::string> cited_names(const Syntax& proof);

/// The names that binders, parameters and clauses of the tree bind for parts of it, where they stand.
std::vector<const Syntax*> bound_names(const Syntax& tree);

/// Those that the tree neither declares nor binds: what it needs from around it, or built-in.
std::vector<std::string> foreign_names(const Syntax& tree);

}  // namespace refold
