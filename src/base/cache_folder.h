// src/base/cache_folder.h: the folder of what can be made again: compiled kernels, verdicts.
//
// Invariant: the folder belongs to the user and is closed to others (0700), for code is loaded from it. Everything in
// it may be deleted at any time.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace refold {

/// `$XDG_CACHE_HOME/refold`, or `$HOME/.cache/refold`; made where it is missing.
/// Errors: E0710 neither variable is an absolute path, or the folder is not the user's own.
Result<std::filesystem::path> cache_folder();
/// The same at a given place.
Result<std::filesystem::path> private_folder(const std::filesystem::path& folder);

}  // namespace refold
