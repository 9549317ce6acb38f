#include "cli/library.h"

#include <algorithm>
#include <cstdlib>

namespace refold {
namespace fs = std::filesystem;

Result<std::vector<fs::path>> rf_files(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    if (!fs::exists(path, error)) return Diagnostic{"E0701", {}, "there is no file or folder " + path.string(), {}, "check the path"};
    return std::vector<fs::path>{path};
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".rf" && !entry.is_directory(error)) files.push_back(entry.path());
  if (error) return Diagnostic{"E0702", {}, "cannot read the folder " + path.string() + ": " + error.message()};
  std::sort(files.begin(), files.end());
  return files;
}

Result<fs::path> rules_folder(const std::string& asked, const fs::path& file) {
  std::error_code error;
  if (!asked.empty()) {
    if (fs::exists(asked, error)) return fs::path(asked);
    return Diagnostic{"E0708", {}, "there is no folder of rules " + asked, {}, "check what --rules names"};
  }
  struct Place {
    fs::path folder;
    const char* why;
  };
  std::vector<Place> places{{file.parent_path() / "rules", "beside the file"}};
  if (const char* set = std::getenv("REFOLD_RULES"); set != nullptr && *set != '\0') places.push_back({set, "$REFOLD_RULES"});
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (!error)
    for (const char* relative : {"../share/refold/rules", "../rules", "../../rules"}) places.push_back({(program / relative).lexically_normal(), "beside the program"});
  std::vector<Note> looked;
  for (const Place& place : places) {
    if (fs::is_directory(place.folder, error)) return place.folder;
    looked.push_back({{}, "there is no folder " + place.folder.string() + " (" + place.why + ")"});
  }
  return Diagnostic{"E0708", {}, "no folder of rules was found", looked, "name one with --rules, or set REFOLD_RULES"};
}

fs::path proofs_folder(const fs::path& rules) {
  std::error_code error;
  const fs::path folder = fs::is_directory(rules, error) ? rules : rules.parent_path();
  for (const fs::path& place : {folder / "proofs", fs::absolute(folder, error).lexically_normal().parent_path() / "proofs",
                                fs::absolute(folder / "..", error).lexically_normal() / "proofs"})
    if (fs::is_directory(place, error)) return place;
  return {};
}

}  // namespace refold
