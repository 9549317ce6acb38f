// tests/repository/checks.h: what must hold of the repository's own text.
//
// Invariant: a check is a pure function of a tree of texts and reports every place that breaks its rule, in the order
// of the paths; an empty list means that the rule holds. The tests run each on the repository and on a made-up tree.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace refold::repository {

/// Text of each file by its path from the root.
using Tree = std::map<std::string, std::string>;

/// The repository's own texts: everything but build folders, results, data and dot folders other than .ci.
Tree read_repository(const std::string& root);

/// One line per finding: "path:line: what is wrong".
using Findings = std::vector<std::string>;

/// An include of src or viz names a layer, and one that is not above the file's own.
Findings up_the_ladder(const Tree& tree);
/// A heavy library is included by no header (unless that is a part of one source file) and, JSON aside, by at most one
/// source file of a layer.
Findings heavy_includes(const Tree& tree);
/// A header of src or viz opens with a comment that names its path and states its invariant.
Findings headers_without_invariant(const Tree& tree);
/// No text has more than 500 lines.
Findings long_files(const Tree& tree);
/// No text speaks of where it was written or of work left undone.
Findings forbidden_words(const Tree& tree);
/// scripts/packages, docs/dependencies.md and what CMake looks for agree.
Findings packages_that_disagree(const Tree& tree);
/// The files that docs/trusted-base.md lists exist, and have about as many lines as it says.
Findings trusted_files_that_disagree(const Tree& tree);
/// docs/diagnostics.md explains every code that a message of src or viz has, and no other, with layers that have it.
Findings codes_that_disagree(const Tree& tree);

}  // namespace refold::repository
