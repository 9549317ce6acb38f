// viz/proof_page.h: a development of rules and proofs as one page to read, as HTML or as Markdown.
//
// Invariant: the page says what it was given and nothing else, in its order; it needs no other file and no network. Text
// of the user never becomes markup. Equal developments give equal bytes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace refold {

struct PageObligation {
  std::string goal;                  // what the solver was asked to show
  std::vector<std::string> used;     // what its answer drew on
};

struct PageNearMiss {
  std::string name, statement;
  std::string verdict;               // refuted, or why not
  std::string instance, difference;  // the counterexample
  bool ok = false;
};

struct PageResult {
  std::string name, title, file;
  std::string statement;             // text of the language, without its head line
  std::string remark, proof;         // the comment before the proof; its steps
  std::string verdict;               // "proved by Z3 ...", or what it is instead
  bool ok = false;
  double seconds = 0;
  std::vector<std::pair<std::string, std::string>> hypotheses;  // text, and its use
  std::vector<std::string> laws, results;
  std::vector<PageObligation> obligations;
  std::vector<PageNearMiss> near_misses;
};

struct ProofPage {
  std::string heading, summary;
  std::vector<PageResult> results;
};

std::string proof_page_html(const ProofPage& page);
std::string proof_page_markdown(const ProofPage& page);

}  // namespace refold
