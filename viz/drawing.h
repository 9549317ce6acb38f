// viz/drawing.h: a picture as a value: expressions in boxes, steps between them.
//
// Invariant: nodes have different ids and every edge joins two of them; the order of nodes and edges is the order of
// the picture and of its DOT text, so equal drawings give equal bytes. Nothing is said by colour alone: the chosen path
// also has thick lines, the rest thin ones, a start and a result also have a word, an unproved step a dotted line.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace refold {

struct DrawingNode {
  std::string id;
  std::string expression;         // ASCII text of the language; drawn with the paper's signs, broken into lines
  std::string remark = {};        // below it: a cost, a size
  std::string role = {};          // above it: "as written", "result"; may be empty
  bool chosen = false;            // on the chosen path
};

struct DrawingEdge {
  std::string from, to;           // ids
  std::string label;              // the rule and its direction
  std::vector<std::string> remarks = {};  // side conditions with their verdicts, one a line
  bool chosen = false;
  bool certain = true;            // false: rests on something that is only checked when it runs, or is unknown
};

struct Drawing {
  std::string title;
  std::vector<DrawingNode> nodes;
  std::vector<DrawingEdge> edges;
  std::vector<std::string> legend = {};   // below the title: what the short names in the boxes stand for
};

/// The picture in Graphviz's language; the only text that svg() draws.
std::string to_dot(const Drawing& drawing);

/// Lays out DOT text and draws it as SVG, in process. Texts are measured by their number of letters in a fixed-width
/// font, so the picture does not depend on the fonts of the machine.
/// Errors: E0716 text that is not DOT, or that Graphviz cannot lay out.
Result<std::string> svg(const std::string& dot);

}  // namespace refold
