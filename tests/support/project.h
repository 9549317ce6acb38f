// tests/support/project.h: a scratch folder that looks like the project's root, so that commands of the documentation
// run there and leave nothing in the source.
#pragma once

#include <filesystem>
#include <string>

#include "support/scratch.h"

namespace refold {

class ScratchProject {
 public:
  ScratchProject() {
    for (const char* folder : {"examples", "rules", "proofs", "docs", "scripts"})
      std::filesystem::create_directory_symlink(std::filesystem::path(REFOLD_SOURCE_DIR) / folder, scratch_ / folder);
  }
  std::string path() const { return scratch_ / ""; }

 private:
  Scratch scratch_;
};

}  // namespace refold
