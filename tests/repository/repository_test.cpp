#include "repository/checks.h"

namespace refold::repository {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Tree& repository() {
  static const Tree tree = read_repository(REFOLD_SOURCE_DIR);
  return tree;
}

TEST(Ladder, EveryLayerIncludesOnlyItselfAndLayersBelow) { EXPECT_THAT(up_the_ladder(repository()), IsEmpty()); }

TEST(Ladder, NamesTheFileThatLooksUp) {
  const Tree tree = {{"src/term/store.h", "// x\n#include \"base/id.h\"\n#include \"term/op.h\"\n#include \"plan/cost.h\"\n"},
                     {"viz/dot.cpp", "#include \"run/run.h\"\n  # include \"cli/options.h\"\n"},
                     {"tests/base/id_test.cpp", "#include \"cli/options.h\"\n"}};
  EXPECT_THAT(up_the_ladder(tree), ElementsAre("src/term/store.h:4: term looks up the ladder: plan",
                                               "viz/dot.cpp:2: viz looks up the ladder: cli"));
}

TEST(Ladder, WantsTheLayerInEveryInclude) {
  EXPECT_THAT(up_the_ladder({{"src/term/store.cpp", "#include \"store.h\"\n#include <vector>\n"}}),
              ElementsAre("src/term/store.cpp:1: \"store.h\" names no layer"));
  EXPECT_THAT(up_the_ladder({{"src/misc/a.cpp", ""}}), ElementsAre("src/misc/a.cpp:1: the ladder has no layer misc"));
}

TEST(HeavyIncludes, StayInOneSourceFileOfALayer) { EXPECT_THAT(heavy_includes(repository()), IsEmpty()); }

TEST(HeavyIncludes, NamesTheHeaderAndTheSecondFile) {
  const Tree tree = {{"src/prove/a.cpp", "#include <z3++.h>\n"},
                     {"src/prove/b.cpp", "#include <vector>\n#include <z3++.h>\n"},
                     {"src/rule/json.cpp", "#include <nlohmann/json.hpp>\n"},
                     {"src/rule/more.cpp", "#include <nlohmann/json.hpp>\n"},
                     {"src/rule/json.h", "#include <nlohmann/json.hpp>\n"},
                     {"src/term/grammar.h", "#include <tao/pegtl.hpp>\n"},
                     {"src/term/parse.cpp", "#include \"term/grammar.h\"\n"},
                     {"viz/dot.cpp", "#include \"viz/dot.h\"\n"},
                     {"viz/dot.h", "#include <graphviz/gvc.h>\n"},
                     {"viz/svg.cpp", "#include \"viz/dot.h\"\n"}};
  EXPECT_THAT(heavy_includes(tree), ElementsAre("src/prove/b.cpp:2: includes <z3++.h>, as src/prove/a.cpp does",
                                                "src/rule/json.h:1: a header includes <nlohmann/json.hpp>",
                                                "viz/dot.h:1: a header includes <graphviz/gvc.h>"));
}

TEST(Headers, OpenWithTheirInvariant) { EXPECT_THAT(headers_without_invariant(repository()), IsEmpty()); }

TEST(Headers, NamesTheOneThatDoesNot) {
  const Tree tree = {{"src/term/good.h", "// src/term/good.h: terms.\n//\n// Invariant: none is lost.\n#pragma once\n"},
                     {"src/term/late.h", "// src/term/late.h: terms.\n#pragma once\n// Invariant: none is lost.\n"},
                     {"viz/other.h", "// viz/dot.h: pictures.\n// Invariant: none is lost.\n"}};
  EXPECT_THAT(headers_without_invariant(tree),
              ElementsAre("src/term/late.h:1: states no \"// Invariant\" in its opening comment",
                          "viz/other.h:1: does not open with \"// viz/other.h: what it is\""));
}

TEST(Files, HaveAtMost500Lines) { EXPECT_THAT(long_files(repository()), IsEmpty()); }

TEST(Files, NamesTheLongOne) {
  const Tree tree = {{"a.cpp", std::string(500, '\n')}, {"b.cpp", std::string(501, '\n')}};
  EXPECT_THAT(long_files(tree), ElementsAre("b.cpp:501: has 501 lines, 500 are allowed"));
}

TEST(Words, NoneIsForbidden) { EXPECT_THAT(forbidden_words(repository()), IsEmpty()); }

TEST(Words, NamesTheForbiddenOnes) {
  const Tree tree = {{"a.md", "obsession, fragrant, methodology\nthe next ses" "sion\n"},
                     {"b.cpp", "// To" "do: later\n"},
                     {"c.sh", "cd /wo" "rk/main\n"}};
  EXPECT_THAT(forbidden_words(tree), ElementsAre("a.md:2: says \"ses" "sion\"", "b.cpp:1: says \"to" "do\"",
                                                 "c.sh:1: says \"/wo" "rk/\""));
}

TEST(Packages, ListPageAndBuildAgree) { EXPECT_THAT(packages_that_disagree(repository()), IsEmpty()); }

TEST(Packages, NamesEveryDifference) {
  const Tree tree = {{"scripts/packages", "# comment\nbuild libfmt-dev\ntest z3\n"},
                     {"docs/dependencies.md", "| `libfmt-dev` | `fmt` | text |\n| `cvc5` | `ZLIB` | solver |\n"},
                     {"cmake/libraries.cmake", "find_package(fmt 9 REQUIRED)\npkg_check_modules(Z3 REQUIRED z3)\n"}};
  EXPECT_THAT(packages_that_disagree(tree),
              ElementsAre("z3 is in scripts/packages, but docs/dependencies.md does not explain it",
                          "cvc5 is explained in docs/dependencies.md, but not in scripts/packages",
                          "Z3 is looked for by CMake, but docs/dependencies.md does not say which package brings it",
                          "ZLIB is named in docs/dependencies.md, but CMake does not look for it"));
}

TEST(Codes, AreAllExplained) { EXPECT_THAT(codes_that_disagree(repository()), IsEmpty()); }

TEST(Codes, NamesEveryDifference) {
  const Tree tree = {{"docs/diagnostics.md", "| code | layer | what is wrong | usual cure |\n|---|---|---|---|\n| E0101 | term | wrong | mend |\n"
                                             "| E0102 | rule, term | wrong | mend |\n| E0103 | term | gone | none |\n| E0101 | term | again | mend |\n"},
                     {"src/term/a.cpp", "return Diagnostic{\"E0101\", where};\nreturn {\"E0102\"};\n"},
                     {"src/cli/b.cpp", "err << \"error E0705: none\";\n"},
                     {"tests/term/c.cpp", "\"E0999\"\n"}};
  EXPECT_THAT(codes_that_disagree(tree), ElementsAre("docs/diagnostics.md:4: no message of rule has the code E0102",
                                                     "docs/diagnostics.md:5: no message has the code E0103",
                                                     "docs/diagnostics.md:6: E0101 is explained twice",
                                                     "docs/diagnostics.md: E0705 of cli is not explained"));
}

TEST(TrustedBase, ListsFilesAsTheyAre) { EXPECT_THAT(trusted_files_that_disagree(repository()), IsEmpty()); }

TEST(TrustedBase, NamesMissingFilesAndWrongCounts) {
  const Tree tree = {{"docs/trusted-base.md", "| file | lines | what |\n| `src/a.cpp` | 20 | as it is |\n| `src/b.cpp` | 20 | grown |\n| `src/c.cpp` | 20 | gone |\n"},
                     {"src/a.cpp", std::string(21, '\n')},
                     {"src/b.cpp", std::string(30, '\n')}};
  EXPECT_THAT(trusted_files_that_disagree(tree), ElementsAre("docs/trusted-base.md:3: src/b.cpp has 30 lines, not 20",
                                                             "docs/trusted-base.md:4: there is no src/c.cpp"));
  EXPECT_THAT(trusted_files_that_disagree({{"docs/trusted-base.md", "none\n"}}), ElementsAre("docs/trusted-base.md: lists no file"));
}

}  // namespace
}  // namespace refold::repository
