#include "cli/report.h"

#include <fmt/format.h>

#include <ostream>
#include <set>

#include "base/words.h"
#include "rule/certificate.h"
#include "term/text.h"
#include "viz/derivation_drawing.h"

namespace refold {
namespace {

/// The statement that names the expression, as its author wrote it, on one line: "C = relu . X".
std::string as_written(const Program& program) {
  const LetStatement* let = program.module.let(program.now.name);
  if (let == nullptr || !let->span.valid()) return program.now.name;
  const std::string_view source = program.sources.text(let->span.source);
  std::string line;
  bool comment = false;
  for (const char c : source.substr(let->span.begin, let->span.end - let->span.begin)) {
    if (c == '\n') comment = false;
    else if (c == '#') comment = true;
    if (comment) continue;
    if (c != ' ' && c != '\n') line += c;
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  if (line.starts_with("let ")) line.erase(0, 4);
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

void print_step(const Step& step, int number, const Abbreviations& short_names, std::set<std::string>& explained, Streams io) {
  io.out << fmt::format("{}. by {}\n", number, paint(io, Ink::Strong, step_name(step)));
  for (const Settled& settled : step.obligations) io.out << "     if " << side_condition(short_names, settled) << '\n';
  io.out << "   = " << short_names.text(step.after) << '\n';
  std::vector<std::string> definitions = short_names.definitions(step.after);
  for (const Settled& settled : step.obligations)
    for (const std::string& line : short_names.definitions(settled.prop)) definitions.push_back(line);
  for (const std::string& line : definitions)
    if (explained.insert(line).second) io.out << "     where " << line << '\n';
}

/// What ended the search, in words; the short name stands in the JSON.
std::string why_it_ended(const SearchStats& stats) {
  if (stats.stopped_by == "saturated") return "ended: nothing is left to try";
  if (stats.stopped_by == "stall") return fmt::format("ended: none of the last {} looked at was cheaper", SearchInput{}.stall);
  if (stats.stopped_by == "nodes") return "stopped by the limit on nodes";
  if (stats.stopped_by == "time") return "stopped by the limit on seconds";
  if (stats.stopped_by == "cancelled") return "stopped by Ctrl-C";
  return "stopped by the limit on " + stats.stopped_by;
}

}  // namespace

void print_derivation(const Program& program, const Explored& explored, Streams io) {
  const SearchResult& found = explored.result;
  const Abbreviations short_names(program.module.store, chosen_path(found), program.module.names, Letters::Ascii);
  io.out << fmt::format("{}\n   = {}\n", as_written(program), short_names.text(program.now.expression));
  io.out << fmt::format("   cost {}\n", grouped(found.initial_cost()));
  std::set<std::string> explained;
  for (const std::string& line : short_names.definitions(program.now.expression))
    if (explained.insert(line).second) io.out << "     where " << line << '\n';
  int number = 1;
  for (const Step& step : found.derivation.steps) print_step(step, number++, short_names, explained, io);
  if (found.derivation.steps.empty()) io.out << "   no proved rule makes it cheaper\n";
  else io.out << fmt::format("   cost {}\n", grouped(found.cost()));
  io.out << fmt::format("{} reached, {}, {:.0f} ms; {}\n", counted(found.stats.states, "expression"),
                        counted(found.stats.applied, "rule application"), explored.seconds * 1000, why_it_ended(found.stats));
}

int write_pictures(const Program& program, const Explored& explored, const PictureFiles& files, Streams io) {
  if (files.dot.empty() && files.svg.empty()) return kAsStated;
  const std::string dot =
      to_dot(derivation_drawing(program.module.store, program.module.names, as_written(program), explored.result));
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
  const Result<std::string> made = certificate(program.sources, program.module, program.module.store, program.now.name, explored.result.derivation);
  if (!made) return fail(io, made.error());
  if (Result<void> written = write_text(io, file, *made); !written) return fail(io, written.error());
  return kAsStated;
}

}  // namespace refold
