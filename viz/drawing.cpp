#include "viz/drawing.h"

#include <fmt/format.h>

#include "viz/notation.h"

namespace refold {
namespace {

constexpr std::size_t kWidth = 84;   // letters of a line
constexpr std::size_t kLarge = 120;  // edges from which on curves take too long

/// For a quoted string.
std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

/// Lines one below the other, flush left.
std::string stacked(std::string_view text) {
  std::string result;
  for (const std::string& line : broken_into_lines(text, kWidth)) {
    const std::size_t indent = line.find_first_not_of(' ');
    for (std::size_t k = 0; k < indent && indent != std::string::npos; ++k) result += "&#160;";
    result += markup(line.substr(indent == std::string::npos ? 0 : indent)) + "<BR ALIGN=\"LEFT\"/>";
  }
  return result;
}

std::string small(std::string_view text) { return fmt::format("<FONT POINT-SIZE=\"10\">{}</FONT>", text); }

std::string row(std::string_view content) { return fmt::format("<TR><TD ALIGN=\"LEFT\">{}</TD></TR>", content); }

std::string table(std::string_view rows) {
  return fmt::format("<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">{}</TABLE>>", rows);
}

std::string node(const DrawingNode& node) {
  std::string rows;
  if (!node.role.empty()) rows += row(small("<B>" + markup(node.role) + "</B>"));
  rows += row(stacked(paper_notation(node.expression)));
  if (!node.remark.empty()) rows += row(small(markup(node.remark)));
  const std::string_view style = node.chosen ? "penwidth=2.5, fillcolor=\"#e6f0fa\", color=\"#1f4e79\""
                                             : "penwidth=0.8, fillcolor=\"#ffffff\", color=\"#808080\"";
  return fmt::format("  {} [label={}, {}];\n", dot_string(node.id), table(rows), style);
}

std::string edge(const DrawingEdge& edge) {
  std::string rows = row("<B>" + markup(edge.label) + "</B>");
  for (const std::string& remark : edge.remarks) rows += row(small(stacked(paper_notation(remark))));
  return fmt::format("  {} -> {} [label={}, style={}, {}];\n", dot_string(edge.from), dot_string(edge.to), table(rows),
                     edge.certain ? "solid" : "dotted",
                     edge.chosen ? "penwidth=2.5, color=\"#1f4e79\"" : "penwidth=0.8, color=\"#808080\"");
}

/// The title, and below it the meaning of the short names.
std::string heading(const Drawing& drawing) {
  std::string rows = row("<B>" + stacked(paper_notation(drawing.title)) + "</B>");
  if (!drawing.legend.empty()) rows += row(small("where"));
  for (const std::string& line : drawing.legend) rows += row(small(stacked(paper_notation(line))));
  return table(rows);
}

constexpr std::string_view kFont = "fontname=\"DejaVu Sans Mono,Menlo,Consolas,monospace\"";

}  // namespace

std::string to_dot(const Drawing& drawing) {
  std::string text = "digraph refold {\n";
  text += fmt::format("  graph [label={}, labelloc=t, labeljust=l, rankdir=TB, nodesep=0.4, ranksep=0.35, {}, fontsize=13, "
                      "nslimit=4, nslimit1=4, mclimit=0.5{}];\n",
                      heading(drawing), kFont, drawing.edges.size() > kLarge ? ", splines=line" : "");
  text += fmt::format("  node [shape=box, style=\"filled,rounded\", margin=\"0.12,0.06\", fontsize=12, {}];\n"
                      "  edge [fontsize=11, arrowsize=0.8, {}];\n",
                      kFont, kFont);
  for (const DrawingNode& each : drawing.nodes) text += node(each);
  for (const DrawingEdge& each : drawing.edges) text += edge(each);
  return text + "}\n";
}

}  // namespace refold
