// src/cli/proof_document.h: what `refold prove` found, as the page that viz/proof_page.h writes.
//
// Invariant: statements and proofs are canonical text of the files that were judged; a near miss stands with the rule
// before it in its file, one before all rules is a result of its own.
#pragma once

#include "cli/prove_line.h"
#include "viz/proof_page.h"

namespace refold {

/// The questions that each result's proof asked, by its name.
using AskedOf = std::map<std::string, std::vector<PageObligation>>;

ProofPage proof_page(const std::vector<ProveLine>& lines, const AskedOf& asked, const Module& module, const SourceMap& sources);

}  // namespace refold
