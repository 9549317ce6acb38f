#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "rule/certificate.h"
#include "term/text.h"
#include "viz/drawing.h"

namespace refold {
namespace {

std::string short_text(const Program& program, TermId term) { return text(program.module.store, term, {false, &program.module.names}); }

std::string direction(const Step& step) { return step.direction == Direction::LeftToRight ? "" : ", right to left"; }

std::string said(const Program& program, const Settled& settled) {
  const std::string prop = short_text(program, settled.prop);
  switch (settled.by) {
    case SettledBy::Analysis: return fmt::format("{}  (by {})", prop, settled.fact ? settled.fact->reason : "analysis");
    case SettledBy::Solver: return prop + "  (by Z3)";
    case SettledBy::Runtime: return prop + "  (checked on the data before the run)";
  }
  __builtin_unreachable();
}

/// "1,234,567".
std::string grouped(const Integer& value) {
  std::string digits = value.str();
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

Drawing drawing_of(const Program& program, const Explored& explored) {
  const SearchResult& found = explored.result;
  Drawing drawing;
  drawing.title = program.name;
  std::vector<TermId> path{found.derivation.start};
  for (const Step& step : found.derivation.steps) path.push_back(step.after);
  const auto on_path = [&](TermId term) { return std::find(path.begin(), path.end(), term) != path.end(); };
  // The chosen path, and what else was reached from it in one step.
  std::vector<bool> shown(found.states.size());
  for (std::size_t k = 0; k < found.states.size(); ++k) shown[k] = on_path(found.states[k].term);
  const std::vector<bool> chosen = shown;
  std::size_t extra = 0;
  for (const SearchEdge& edge : found.edges)
    if (chosen[edge.from] && !shown[edge.to] && extra < 6) shown[edge.to] = true, ++extra;
  for (std::size_t k = 0; k < found.states.size(); ++k) {
    if (!shown[k]) continue;
    const bool first = k == 0, last = k == found.best;
    drawing.nodes.push_back({fmt::format("e{}", k), short_text(program, found.states[k].term), "cost " + grouped(found.states[k].cost),
                             first && last ? "as written, result" : first ? "as written" : last ? "result" : "", static_cast<bool>(chosen[k])});
  }
  for (const SearchEdge& edge : found.edges) {
    if (!shown[edge.from] || !shown[edge.to]) continue;
    const bool taken = std::any_of(found.derivation.steps.begin(), found.derivation.steps.end(), [&](const Step& step) {
      return step.before == edge.step.before && step.after == edge.step.after;
    });
    if (!taken && chosen[edge.from] && chosen[edge.to]) continue;
    DrawingEdge drawn{fmt::format("e{}", edge.from), fmt::format("e{}", edge.to), edge.step.rule + direction(edge.step), {}, taken, true};
    for (const Settled& settled : edge.step.obligations) {
      drawn.remarks.push_back(said(program, settled));
      if (settled.by == SettledBy::Runtime) drawn.certain = false;
    }
    drawing.edges.push_back(std::move(drawn));
  }
  return drawing;
}

}  // namespace

void print_derivation(const Program& program, const Explored& explored, Streams io) {
  const SearchResult& found = explored.result;
  io.out << fmt::format("{} = {}\n", program.name, short_text(program, program.expression));
  io.out << fmt::format("  cost {}\n", grouped(found.initial_cost()));
  int number = 1;
  for (const Step& step : found.derivation.steps) {
    io.out << fmt::format("{}. by {}{}\n", number++, step.rule, direction(step));
    for (const Settled& settled : step.obligations) io.out << "     where " << said(program, settled) << '\n';
    io.out << "   = " << short_text(program, step.after) << '\n';
  }
  if (found.derivation.steps.empty()) io.out << "  no proved rule makes it cheaper\n";
  else io.out << fmt::format("  cost {}\n", grouped(found.cost()));
  io.out << fmt::format("{} expressions reached, {} rule applications, {:.0f} ms, stopped by: {}\n", found.stats.states, found.stats.applied,
                        explored.seconds * 1000, found.stats.stopped_by);
}

int write_pictures(const Program& program, const Explored& explored, const PictureFiles& files, Streams io) {
  if (files.dot.empty() && files.svg.empty()) return kAsStated;
  const std::string dot = to_dot(drawing_of(program, explored));
  if (!files.dot.empty())
    if (Result<void> written = write_text(io, files.dot, dot); !written) return fail(io, written.error());
  if (!files.svg.empty()) {
    Result<std::string> drawn = svg(dot);
    if (!drawn) return fail(io, drawn.error());
    if (Result<void> written = write_text(io, files.svg, *drawn); !written) return fail(io, written.error());
  }
  return kAsStated;
}

int write_certificate(Program& program, const Explored& explored, const std::string& file, Streams io) {
  if (file.empty()) return kAsStated;
  const Result<std::string> made = certificate(program.sources, program.module, program.module.store, program.name, explored.result.derivation);
  if (!made) return fail(io, made.error());
  if (Result<void> written = write_text(io, file, *made); !written) return fail(io, written.error());
  return kAsStated;
}

}  // namespace refold
