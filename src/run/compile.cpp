#include "run/compile.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/digest.h"
#include "run/cache.h"
#include "run/process.h"

namespace refold {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::vector<std::string> compiler_names(Language language) {
  switch (language) {
    case Language::OpenMp: return {"g++", "c++", "clang++"};
    case Language::Cuda: return {"nvcc"};
  }
  __builtin_unreachable();
}

/// Never -ffast-math: a library linked with it switches the whole process to flush-to-zero.
std::vector<std::string> flags(Language language) {
  switch (language) {
    case Language::OpenMp:
      return {"-x", "c++", "-std=c++17", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp",
              "-fPIC", "-shared"};
    case Language::Cuda: return {"-x", "cu", "-std=c++17", "-O3", "-Xcompiler", "-fPIC", "-shared", "-cudart", "static"};
  }
  __builtin_unreachable();
}

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What makes a library usable here and nowhere else: -march=native follows the processor.
std::string machine() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, found;
  while (std::getline(in, line) && !line.empty())
    if (line.starts_with("model") || line.starts_with("flags") || line.starts_with("Features") || line.starts_with("CPU part"))
      found += line + '\n';
  return found;
}

std::string key_of(const std::string& text, const fs::path& compiler, const std::vector<std::string>& arguments) {
  struct stat status{};
  ::stat(compiler.c_str(), &status);
  std::string all = fmt::format("{}\n{} {} {}\n", compiler.string(), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  for (const std::string& argument : arguments) all += argument + '\n';
  return "kernel-" + digest(all + machine() + text);
}

Result<CompiledKernel::Function> load_function(const fs::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = handle == nullptr ? nullptr : ::dlsym(handle, "refold_kernel");
  if (symbol == nullptr) {
    const char* reason = ::dlerror();
    return Diagnostic{"E0713", {}, fmt::format("cannot load the compiled kernel: {}", reason == nullptr ? "" : reason), {},
                      "run with --backend interp"};
  }
  return reinterpret_cast<CompiledKernel::Function>(symbol);
}

void keep_copy(const CompileOptions& options, Language language, const std::string& text, const std::string& log) {
  if (!options.keep) return;
  std::error_code error;
  fs::create_directories(*options.keep, error);
  std::ofstream(*options.keep / (language == Language::Cuda ? "kernel.cu" : "kernel.cpp"), std::ios::binary) << text;
  std::ofstream(*options.keep / "compile.log", std::ios::binary) << log;
}

/// Compiles into a new file of the cache's directory and makes it the entry.
Result<fs::path> build(const KernelCache& cache, const std::string& key, const std::string& text,
                       std::vector<std::string> arguments, std::string& log_text) {
  const fs::path source = cache.temporary(".src"), library = cache.temporary(".so"), log = cache.temporary(".log");
  std::ofstream(source, std::ios::binary) << text;
  arguments.insert(arguments.end(), {"-o", library.string(), source.string()});
  for (const std::string& argument : arguments) log_text += argument + ' ';
  const int status = run_process(arguments, log);
  const std::string messages = read_text(log);
  log_text += '\n' + messages;
  std::error_code ignored;
  fs::remove(source, ignored), fs::remove(log, ignored);
  if (status != 0) {
    fs::remove(library, ignored);
    return Diagnostic{"E0712", {}, fmt::format("{} could not compile the kernel (status {}): {}", arguments[0], status,
                                               messages.substr(0, messages.find('\n'))), {},
                      "run with --backend interp, or look at it with --keep DIR"};
  }
  return cache.keep(key, library);
}

}  // namespace

std::optional<fs::path> find_compiler(Language language) {
  const char* path = std::getenv("PATH");
  for (const std::string& name : compiler_names(language)) {
    std::istringstream directories(path == nullptr ? "" : path);
    for (std::string directory; std::getline(directories, directory, ':');) {
      const fs::path program = fs::path(directory) / name;
      if (!directory.empty() && ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program)) return program;
    }
  }
  return std::nullopt;
}

Result<CompiledKernel> compile(Language language, const std::string& text, const CompileOptions& options) {
  const Clock::time_point start = Clock::now();
  const std::optional<fs::path> compiler = find_compiler(language);
  if (!compiler)
    return language == Language::Cuda
               ? Diagnostic{"E0711", {}, "the cuda back end needs nvcc, and PATH has none", {}, "`refold emit --backend cuda` prints the kernel; --backend openmp runs it here"}
               : Diagnostic{"E0711", {}, "no C++ compiler in PATH", {}, "install g++, or run with --backend interp"};
  REFOLD_TRY(const KernelCache cache, options.cache ? KernelCache::open(*options.cache) : KernelCache::open());
  std::vector<std::string> arguments = flags(language);
  arguments.insert(arguments.begin(), compiler->string());
  const std::string key = key_of(text, *compiler, arguments);
  std::string log = "from the cache\n";
  std::optional<fs::path> library = options.again ? std::nullopt : cache.find(key);
  CompiledKernel kernel{.from_cache = library.has_value(), .compiler = compiler->string()};
  if (!library) {
    log.clear();
    Result<fs::path> built = build(cache, key, text, arguments, log);
    keep_copy(options, language, text, log);
    if (!built) return built.error();
    library = *built;
  } else {
    keep_copy(options, language, text, log);
  }
  REFOLD_TRY(kernel.function, load_function(*library));
  kernel.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return kernel;
}

}  // namespace refold
