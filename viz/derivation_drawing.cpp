#include "viz/derivation_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/words.h"
#include "viz/notation.h"

namespace refold {
namespace {

constexpr std::size_t kOthers = 3;        // expressions beside the path
constexpr std::size_t kOtherLength = 120;  // letters of one

using States = std::set<std::size_t>;

States path_states(const SearchResult& found) {
  const std::vector<TermId> path = chosen_path(found);
  States states;
  for (std::size_t k = 0; k < found.states.size(); ++k)
    if (std::find(path.begin(), path.end(), found.states[k].term) != path.end()) states.insert(k);
  return states;
}

/// The shortest expressions that one step leads to from the path, in the order in which they were found.
States others(const SearchResult& found, const States& path, const Abbreviations& short_names) {
  std::set<std::pair<std::size_t, std::size_t>> candidates;  // letters, state
  for (const SearchEdge& edge : found.edges)
    if (path.contains(edge.from) && !path.contains(edge.to))
      if (const std::size_t length = letters(short_names.text(found.states[edge.to].term)); length <= kOtherLength)
        candidates.emplace(length, edge.to);
  States result;
  for (const auto& [length, state] : candidates)
    if (result.size() < kOthers) result.insert(state);
  return result;
}

std::string role(const SearchResult& found, std::size_t state) {
  if (state == 0 && state == found.best) return "as written, and the result";
  return state == 0 ? "as written" : state == found.best ? "result" : "";
}

DrawingEdge edge_of(const SearchEdge& edge, bool chosen, const Abbreviations& short_names) {
  DrawingEdge drawn{fmt::format("e{}", edge.from), fmt::format("e{}", edge.to), step_name(edge.step), {}, chosen, true};
  for (const Settled& settled : edge.step.obligations) {
    drawn.remarks.push_back(side_condition(short_names, settled));
    drawn.certain = drawn.certain && settled.by != SettledBy::Runtime;
  }
  return drawn;
}

}  // namespace

std::vector<TermId> chosen_path(const SearchResult& found) {
  std::vector<TermId> path{found.derivation.start};
  for (const Step& step : found.derivation.steps) path.push_back(step.after);
  return path;
}

std::string step_name(const Step& step) {
  return step.rule + (step.direction == Direction::LeftToRight ? "" : ", right to left");
}

std::string side_condition(const Abbreviations& short_names, const Settled& settled) {
  const std::string prop = short_names.text(settled.prop);
  switch (settled.by) {
    case SettledBy::Analysis: return fmt::format("{}  ({})", prop, settled.fact ? settled.fact->reason : "by analysis");
    case SettledBy::Solver: return prop + "  (by Z3)";
    case SettledBy::Runtime: return prop + "  (checked on the data before the run)";
  }
  __builtin_unreachable();
}

Drawing derivation_drawing(const TermStore& store, const std::map<TermId, std::string>& names, const std::string& title,
                           const SearchResult& found) {
  const Abbreviations short_names(store, chosen_path(found), names, Letters::Greek);
  const States path = path_states(found);
  States shown = others(found, path, short_names);
  shown.insert(path.begin(), path.end());

  Drawing drawing{title, {}, {}, short_names.definitions()};
  for (const std::size_t k : shown)
    drawing.nodes.push_back({fmt::format("e{}", k), short_names.text(found.states[k].term),
                             "cost " + grouped(found.states[k].cost), role(found, k), path.contains(k)});
  std::set<std::tuple<std::size_t, std::size_t, std::string>> drawn;
  for (const SearchEdge& edge : found.edges) {
    const bool taken = std::any_of(found.derivation.steps.begin(), found.derivation.steps.end(), [&](const Step& step) {
      return step.before == edge.step.before && step.after == edge.step.after && step.rule == edge.step.rule;
    });
    const bool between = path.contains(edge.from) && shown.contains(edge.to) && (taken || !path.contains(edge.to));
    if (between && drawn.emplace(edge.from, edge.to, edge.step.rule).second)
      drawing.edges.push_back(edge_of(edge, taken, short_names));
  }
  return drawing;
}

}  // namespace refold
