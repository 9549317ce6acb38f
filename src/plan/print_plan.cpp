#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/variant.h"
#include "base/words.h"
#include "plan/loop_text.h"
#include "plan/planner.h"

namespace refold {
namespace {

class LoopTree {
 public:
  explicit LoopTree(const Kernel& kernel) : text_{kernel} {}
  void body(const LoopBody& statements, int depth) {
    for (const LoopStatement& statement : statements)
      std::visit([&](const auto& node) { print(node, depth); }, statement.node);
  }
  std::string take() { return std::move(lines_); }

 private:
  void line(int depth, const std::string& text) { lines_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + text + '\n'; }

  void print(const ForLoop& loop, int depth) {
    std::string_view kind;
    switch (loop.kind) {
      case ForLoop::Kind::Serial:
      case ForLoop::Kind::Lanes: kind = "for"; break;
      case ForLoop::Kind::Parallel: kind = "parallel"; break;
      case ForLoop::Kind::Vector: kind = "vector"; break;
    }
    line(depth, fmt::format("{} {} in {} .. {}{}{}  # {}: {}", kind, text_.kernel[loop.variable], text_(loop.lo),
                            text_(loop.hi), loop.note.empty() ? "" : ", ", loop.note, grouped(loop.trips, "time"),
                            refold::print(loop.cost)));
    body(loop.body, depth + 1);
  }
  void print(const MergeLoop& loop, int depth) {
    line(depth, fmt::format("merge {}  # {}: {}", loop.note, grouped(loop.trips, "step"), refold::print(loop.cost)));
    body(loop.body, depth + 1);
  }
  void print(const IfAll& condition, int depth) {
    std::string all;
    for (const IndexComparison& comparison : condition.all) all += (all.empty() ? "" : " and ") + text_(comparison);
    line(depth, "if " + all);
    body(condition.body, depth + 1);
  }
  void print(const Heading& heading, int depth) { line(depth, heading.text); }
  void print(const LetIndex& let, int depth) { line(depth, fmt::format("{} = {}", text_.kernel[let.variable], text_(let.value))); }
  void print(const LetValue& let, int depth) { line(depth, fmt::format("{} = {}", text_.kernel[let.variable], text_(let.value))); }
  void print(const LetTile& tile, int depth) {
    const KernelArray& array = text_.kernel[tile.array];
    line(depth, fmt::format("{}[{}] = {}", array.name, array.size, text_(tile.fill)));
  }
  void print(const Assign& assign, int depth) { line(depth, text_(assign)); }
  void print(const FindFirst& find, int depth) {
    line(depth, fmt::format("{} = first {} in {} .. {} with {} >= {}", text_.kernel[find.variable], text_.kernel[find.probe],
                            text_(find.lo), text_(find.hi), text_(find.at), text_(find.key)));
  }
  void print(const Prefetch&, int) {}

  LoopText text_;
  std::string lines_;
};

}  // namespace

using NewNames = std::map<std::string, std::string>;

/// The text with whole words replaced.
std::string renamed(const std::string& text, const NewNames& names) {
  const auto in_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::string made;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = in_word(*at) ? std::find_if_not(at, text.end(), in_word) : at + 1;
    const std::string word(at, end);
    const auto known = names.find(word);
    made += known == names.end() ? word : known->second;
    at = end;
  }
  return made;
}

void rename_notes(LoopBody& body, const NewNames& names) {
  for (LoopStatement& statement : body)
    std::visit(overloaded{[&](ForLoop& loop) { loop.note = renamed(loop.note, names), rename_notes(loop.body, names); },
                          [&](MergeLoop& loop) { loop.note = renamed(loop.note, names), rename_notes(loop.body, names); },
                          [&](IfAll& condition) { rename_notes(condition.body, names); },
                          [](auto&) {}}, statement.node);
}

/// Variables by the names that the formulas above use: `row` for `row_`, where nothing else is called so.
Kernel with_plain_names(Kernel kernel) {
  std::set<std::string> used(kernel.variables.begin(), kernel.variables.end());
  for (const KernelArray& array : kernel.arrays) used.insert(array.name);
  NewNames names;
  for (std::string& name : kernel.variables) {
    const std::size_t mark = name.ends_with('_') ? name.size() - 1 : name.find("__");  // row_, row__2
    if (mark == std::string::npos) continue;
    std::string plain = name;
    plain.erase(mark, 1);
    if (used.insert(plain).second) name = names[name] = plain;
  }
  rename_notes(kernel.body, names);
  return kernel;
}

std::string print(const Plan& plan) {
  std::string text;
  for (std::size_t s = 0; s < plan.sequence.steps.size(); ++s) {
    const Contraction& step = plan.sequence.steps[s];
    text += fmt::format("step {}: {}\n", s + 1, print(step));
    for (std::size_t k = 0; k < step.operands.size(); ++k) {
      const Operand& o = step.operands[k];
      text += fmt::format("  {}: {}", o.tensor, in_words(o.format));
      if (plan.schedules[s].layouts[k] != o.format.modes) text += ", packed as " + in_words(dense_packing(plan.schedules[s].layouts[k]));
      if (!o.stored.empty()) text += fmt::format(", {} stored", grouped(o.stored.back()));
      text += '\n';
    }
  }
  const Kernel named = with_plain_names(plan.kernel);
  LoopTree loops(named);
  loops.body(named.body, 0);
  return text + loops.take() + "in all: " + print(plan.kernel.cost) + '\n';
}

}  // namespace refold
