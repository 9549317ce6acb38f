#include "cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ostream>

namespace refold {
namespace fs = std::filesystem;

std::string paint(const Streams& io, Ink ink, std::string_view text) {
  if (!io.colour) return std::string(text);
  const char* code = nullptr;
  switch (ink) {
    case Ink::Good: code = "32"; break;
    case Ink::Bad: code = "31"; break;
    case Ink::Warn: code = "33"; break;
    case Ink::Strong: code = "1"; break;
  }
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

int fail(const Streams& io, const Diagnostic& diagnostic, const SourceMap& sources) {
  io.out.flush();
  io.err << render(diagnostic, sources);
  return kUnusable;
}

int fail(const Streams& io, const Diagnostic& diagnostic) { return fail(io, diagnostic, SourceMap()); }

Result<std::string> read_text(const Streams& io, const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(io.in), {});
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Diagnostic{"E0701", {}, path + ": no such file"};
  if (fs::is_directory(status)) return Diagnostic{"E0702", {}, path + ": this is a directory, a file is wanted"};
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return Diagnostic{"E0702", {}, path + ": cannot be read: " + std::strerror(errno)};
  return text;
}

Result<void> write_text(const Streams& io, const std::string& path, std::string_view text) {
  if (path == "-") {
    io.out << text;
    return {};
  }
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : fs::path(path);
  const fs::file_status old = fs::status(target, error);
  if (fs::exists(old) && !fs::is_regular_file(old)) {  // a device or a pipe cannot be replaced
    std::ofstream file(target, std::ios::binary);
    file << text << std::flush;
    if (!file) return Diagnostic{"E0703", {}, path + ": cannot be written"};
    return {};
  }
  fs::path beside = target;
  beside += ".new" + std::to_string(::getpid());
  std::ofstream file(beside, std::ios::binary);
  file << text << std::flush;
  error.clear();  // a file that is not there yet is no error
  const bool written = static_cast<bool>(file);
  const int reason = errno;
  file.close();
  if (written && fs::exists(old)) fs::permissions(beside, old.permissions(), error);
  if (written && !error) fs::rename(beside, target, error);
  if (written && !error) return {};
  const std::string why = error ? error.message() : std::strerror(reason);
  fs::remove(beside, error);
  return Diagnostic{"E0703", {}, path + ": cannot be written: " + why};
}

}  // namespace refold
