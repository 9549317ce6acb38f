#include "viz/proof_page.h"

#include <fmt/format.h>

#include <set>

#include "base/words.h"
#include "viz/notation.h"

namespace refold {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --soft: #f4f4f1; --line: #d5d5cf; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --paper: #191a1c; --soft: #232427; --line: #43454a; --link: #8ab8f0; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
a { color: var(--link); }
h2 { margin: 2.5rem 0 .25rem; border-top: 1px solid var(--line); padding-top: 1.25rem; }
h2 small { font-weight: normal; font-size: .95rem; }
pre { background: var(--soft); padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap; font: 15px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; margin: .5rem 0; }
pre.claim { border-left: 4px solid var(--link); }
.verdict { font-weight: 600; }
.miss { border-left: 4px dotted var(--line); padding-left: .9rem; margin: 1rem 0; }
summary { cursor: pointer; margin: .5rem 0; }
nav ol { columns: 2; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; }
td:first-child { font: 14px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
)";

std::string paper(std::string_view text) { return markup(paper_notation(text)); }

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : "; ") + item;
  return out.empty() ? "none" : out;
}

class HtmlPage {
 public:
  explicit HtmlPage(const ProofPage& page) : page_(page) {
    for (const PageResult& result : page.results) known_.insert(result.name);
  }

  std::string run() {
    out_ = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{}</style>\n</head>\n"
                       "<body>\n<main>\n<h1>{}</h1>\n<p>{}</p>\n",
                       markup(page_.heading), kStyle, markup(page_.heading), markup(page_.summary));
    out_ += "<nav>\n<ol>\n";
    for (const PageResult& result : page_.results) out_ += fmt::format("<li>{}{}</li>\n", link(result.name), result.ok ? "" : " (" + markup(result.verdict) + ")");
    out_ += "</ol>\n</nav>\n";
    for (const PageResult& result : page_.results) section(result);
    return out_ + "</main>\n</body>\n</html>\n";
  }

 private:
  std::string link(const std::string& name) const {
    return known_.contains(name) ? fmt::format("<a href=\"#{}\">{}</a>", markup(name), markup(name)) : markup(name);
  }
  std::string links(const std::vector<std::string>& names) const {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : ", ") + link(name);
    return out.empty() ? "none" : out;
  }

  void section(const PageResult& result) {
    out_ += fmt::format("<section id=\"{}\">\n<h2>{} <small>{}</small></h2>\n", markup(result.name), markup(result.name), markup(result.title));
    out_ += fmt::format("<pre class=\"claim\">{}</pre>\n", paper(result.statement));
    out_ += fmt::format("<p><span class=\"verdict\">{} {}</span> ({}, {:.0f} ms; stated in {})</p>\n", result.ok ? "✓" : "✗", markup(result.verdict),
                        counted(result.obligations.size(), "obligation"), result.seconds * 1000, markup(result.file));
    if (!result.hypotheses.empty()) {
      out_ += "<table>\n<tr><th>hypothesis</th><th>use</th></tr>\n";
      for (const auto& [text, use] : result.hypotheses) out_ += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", paper(text), markup(use));
      out_ += "</table>\n";
    }
    out_ += fmt::format("<p>Laws of the algebra: {}. Results: {}.</p>\n", markup(listed(result.laws)), links(result.results));
    if (!result.proof.empty()) {
      if (!result.remark.empty()) out_ += fmt::format("<p><em>Proof.</em> {}</p>\n", markup(result.remark));
      out_ += fmt::format("<pre>{}</pre>\n", paper(result.proof));
    }
    obligations(result);
    for (const PageNearMiss& miss : result.near_misses) near_miss(miss);
    out_ += "</section>\n";
  }

  void obligations(const PageResult& result) {
    if (result.obligations.empty()) return;
    out_ += fmt::format("<details>\n<summary>{} to the solver</summary>\n<table>\n<tr><th>to show</th><th>follows from</th></tr>\n", counted(result.obligations.size(), "question"));
    for (const PageObligation& obligation : result.obligations) {
      std::string used;
      for (const std::string& name : obligation.used) used += (used.empty() ? "" : "; ") + (known_.contains(name) ? link(name) : paper(name));
      out_ += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", paper(obligation.goal), used.empty() ? "logic alone" : used);
    }
    out_ += "</table>\n</details>\n";
  }

  void near_miss(const PageNearMiss& miss) {
    out_ += fmt::format("<div class=\"miss\">\n<p>Near miss <strong>{}</strong>: {}{}</p>\n<pre>{}</pre>\n", markup(miss.name), miss.ok ? "✓ " : "✗ ", markup(miss.verdict), paper(miss.statement));
    if (!miss.instance.empty()) out_ += fmt::format("<p>It fails at</p>\n<pre>{}{}</pre>\n", paper(miss.instance), markup(miss.difference));
    out_ += "</div>\n";
  }

  const ProofPage& page_;
  std::set<std::string> known_;
  std::string out_;
};

/// Text that Markdown would read as markup, made plain.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|~").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

/// Code between as many backticks as the text needs.
std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

void near_miss(const PageNearMiss& miss, std::string& out) {
  out += fmt::format("**Near miss {}**: {} {}\n\n{}", plain(miss.name), miss.ok ? "✓" : "✗", plain(miss.verdict), fenced(paper_notation(miss.statement)));
  if (!miss.instance.empty()) out += "It fails at\n\n" + fenced(paper_notation(miss.instance) + miss.difference);
}

}  // namespace

std::string proof_page_html(const ProofPage& page) { return HtmlPage(page).run(); }

std::string proof_page_markdown(const ProofPage& page) {
  std::string out = fmt::format("# {}\n\n{}\n\n", plain(page.heading), plain(page.summary));
  for (const PageResult& result : page.results) {
    out += fmt::format("## {}\n\n{}\n\n{}", plain(result.name), plain(result.title), fenced(paper_notation(result.statement)));
    out += fmt::format("{} **{}** ({}, {:.0f} ms; stated in {})\n\n", result.ok ? "✓" : "✗", plain(result.verdict), counted(result.obligations.size(), "obligation"),
                       result.seconds * 1000, plain(result.file));
    for (const auto& [text, use] : result.hypotheses) out += fmt::format("- hypothesis {}: {}\n", plain(paper_notation(text)), plain(use));
    out += fmt::format("- laws of the algebra: {}\n- results: {}\n\n", plain(listed(result.laws)), plain(listed(result.results)));
    if (!result.proof.empty()) out += fmt::format("*Proof.* {}\n\n{}", plain(result.remark), fenced(paper_notation(result.proof)));
    for (const PageObligation& obligation : result.obligations)
      out += fmt::format("- shown: {}; from {}\n", plain(paper_notation(obligation.goal)), plain(paper_notation(obligation.used.empty() ? "logic alone" : listed(obligation.used))));
    if (!result.obligations.empty()) out += '\n';
    for (const PageNearMiss& miss : result.near_misses) near_miss(miss, out);
  }
  return out;
}

}  // namespace refold
