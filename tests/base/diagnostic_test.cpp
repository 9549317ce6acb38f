#include "base/diagnostic.h"

namespace refold {
namespace {

TEST(Diagnostic, ShowsPlaceLineCaretNotesAndHelp) {
  SourceMap sources;
  const SourceId id = sources.add("input", "size n\nlet w = v . swap\n");
  const Diagnostic wrong{"E0107", {id, 19, 23}, "cannot compose", {{{id, 15, 16}, "by this"}}, "use a map"};
  EXPECT_EQ(render(wrong, sources),
            "input:2:13: error E0107: cannot compose\n"
            "  let w = v . swap\n"
            "              ^~~~\n"
            "  note: input:2:9: by this\n"
            "  help: use a map\n");
}

TEST(Diagnostic, CountsColumnsInCodePoints) {
  SourceMap sources;
  const SourceId id = sources.add("input", "αβ x\n");
  EXPECT_EQ(render({"E0001", {id, 5, 6}, "here"}, sources), "input:1:4: error E0001: here\n  αβ x\n     ^\n");
}

TEST(Diagnostic, ShowsThePlaceInADataFileWithItsLine) {
  const Diagnostic wrong{"E0203", {}, "row 0 is outside 1..5", {{{}, "rows count from 1"}}, "add 1",
                         DataPlace{"a.mtx", 12, 3, 2, "  00 3"}};
  EXPECT_EQ(render(wrong, {}),
            "a.mtx:12:3: error E0203: row 0 is outside 1..5\n"
            "    00 3\n"
            "    ^~\n"
            "  note: rows count from 1\n"
            "  help: add 1\n");
  EXPECT_EQ(render({"E0701", {}, "no such file", {}, {}, DataPlace{"a.mtx"}}, {}), "a.mtx: error E0701: no such file\n");
}

TEST(Diagnostic, CutsALongLineAroundTheCaret) {
  SourceMap sources;
  const auto shown = [&](const std::string& before, const std::string& after) {
    const auto at = static_cast<std::uint32_t>(before.size());
    const SourceId id = sources.add("a", before + "here" + after);
    const std::string text = render({"E0001", {id, at, at + 4}, "x"}, sources);
    return text.substr(text.find('\n') + 1);
  };
  const auto times = [](int n, const std::string& text) {
    std::string all;
    for (int k = 0; k < n; ++k) all += text;
    return all;
  };
  const std::string spaces(200, ' ');
  EXPECT_EQ(shown(times(100, "α"), times(56, "β")), "  " + times(100, "α") + "here" + times(56, "β") + "\n  " + spaces.substr(0, 100) + "^~~~\n")
      << "160 columns stand as they are";
  EXPECT_EQ(shown(times(300, "α"), times(300, "β")),
            "  ..." + times(60, "α") + "here" + times(56, "β") + "...\n  " + spaces.substr(0, 63) + "^~~~\n");
  EXPECT_EQ(shown("", times(300, "β")), "  here" + times(116, "β") + "...\n  ^~~~\n");
  EXPECT_EQ(shown(times(300, "α"), ""), "  ..." + times(116, "α") + "here\n  " + spaces.substr(0, 119) + "^~~~\n");
  EXPECT_EQ(shown("\t", ""), "  \there\n  \t^~~~\n") << "a tab is as wide below as above";
}

TEST(Diagnostic, ShowsControlCharactersInsteadOfSendingThem) {
  SourceMap sources;
  const SourceId id = sources.add("a\nb.rf", "let \x1b[2J x\n");
  EXPECT_EQ(render({"E0001", {id, 9, 10}, "no \x1b[2J\nerror E0002: \u009b here", {{{}, "\x7f"}}, "\r"}, sources),
            "a\\x0ab.rf:1:10: error E0001: no \\x1b[2J\\x0aerror E0002: \\x9b here\n"
            "  let \uFFFD[2J x\n"
            "           ^\n"
            "  note: \\x7f\n"
            "  help: \\x0d\n");
  EXPECT_EQ(render({"E0203", {}, "α\tβ", {}, {}, DataPlace{"a\x07.mtx", 1, 2, 1, "\x07 1"}}, {}),
            "a\\x07.mtx:1:2: error E0203: α\\x09β\n"
            "  \uFFFD 1\n"
            "   ^\n");
}

}  // namespace
}  // namespace refold
