// tests/io/files.h: files for one test, and the messages about them.
//
// Invariant: a Folder is empty at first and is removed with all its files; messages name files without the folder, so
// that a test can hold the whole text.
#pragma once

#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/read.h"
#include "io/write.h"

namespace refold::testing {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "refold_test_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// Writes a file (compressed when it ends in .gz) and gives its path.
  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = *this / name;
    if (name.ends_with(".gz")) {
      gzFile out = gzopen(path.c_str(), "wb");
      gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
      gzclose(out);
    } else {
      std::ofstream(path, std::ios::binary) << text;
    }
    return path;
  }

  /// The whole message, without the folder's name.
  std::string message(const Diagnostic& diagnostic) const {
    std::string text = render(diagnostic, {});
    for (std::size_t at; (at = text.find(path_ + "/")) != std::string::npos;) text.erase(at, path_.size() + 1);
    return text;
  }

  /// The message about a file of this text; "" when it was read.
  std::string error_of(const std::string& name, const std::string& text, const ReadOptions& options = {}) const {
    const auto loaded = read_tensor(file(name, text), options);
    return loaded ? "" : message(loaded.error());
  }

 private:
  std::string path_;
};

inline std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// The folder of the real matrices: $REFOLD_DATA, else shared/data beside the source folder; "" where it is absent.
inline std::string data_folder() {
  const char* named = std::getenv("REFOLD_DATA");
  const std::string folder = named != nullptr ? named : REFOLD_SOURCE_DIR "/../shared/data";
  return std::filesystem::is_directory(folder) ? folder : "";
}

/// A python3 that has these modules; "" where none is installed.
inline std::string python_with(const std::string& modules) {
  for (const std::string python : {"python3", "/usr/bin/python3"})
    if (std::system((python + " -c 'import " + modules + "' >/dev/null 2>&1").c_str()) == 0) return python;
  return "";
}

}  // namespace refold::testing
