// src/cli/library.h: where rules and their proofs are found.
//
// Invariant: the order of files is by name, so the same folders give the same rules in the same order on every machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace refold {

/// The .rf files of a folder (by name), or the file itself. Errors: E0701 not there, E0702 unreadable.
Result<std::vector<std::filesystem::path>> rf_files(const std::filesystem::path& path);

/// The folder of rules: `asked` if not empty; else `rules` beside the file, $REFOLD_RULES, share/refold/rules of the
/// installation, or rules of the build's source. Errors: E0708 none is there.
Result<std::filesystem::path> rules_folder(const std::string& asked, const std::filesystem::path& file);

/// The scripts for the rules of a folder or file: the folder `proofs` in it or beside it; empty if there is none.
std::filesystem::path proofs_folder(const std::filesystem::path& rules);

}  // namespace refold
