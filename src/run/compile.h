// src/run/compile.h: emitted text -> a function of this process.
//
// Invariant: compilers are found by name in PATH and started without a shell; what is loaded was compiled from exactly
// this text by this compiler for this machine (run/cache.h). A loaded kernel stays loaded: libraries are never closed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/arguments.h"

namespace refold {

enum class Language { OpenMp, Cuda };

struct CompileOptions {
  std::optional<std::filesystem::path> cache = {};  // in place of the user's directory
  bool again = false;                               // what is in the cache is made anew
  std::optional<std::filesystem::path> keep = {};   // a directory for the source and the compiler's messages
};

struct CompiledKernel {
  using Function = int (*)(void* const* arrays, const std::int64_t* lengths, const std::int64_t* sizes, int threads);
  Function function = nullptr;
  bool from_cache = false;
  double seconds = 0;    // to compile and load, or to load
  std::string compiler;  // its path
};

/// The first of the language's compilers (g++, c++, clang++; nvcc) that PATH has.
std::optional<std::filesystem::path> find_compiler(Language language);

/// Errors: E0711 no compiler; E0712 it failed (with its first messages); E0710 the cache; E0713 the result does not load.
Result<CompiledKernel> compile(Language language, const std::string& text, const CompileOptions& options = {});

}  // namespace refold
