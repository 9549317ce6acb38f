// viz/derivation_drawing.h: the picture of a search and of the derivation that it chose.
//
// Invariant: every text in the picture is made from the search's own values. The chosen path is whole, from the
// expression as written to the result; of the rest, the few shortest expressions that one step leads to from it.
#pragma once

#include <map>
#include <string>

#include "egraph/search.h"
#include "viz/abbreviation.h"
#include "viz/drawing.h"

namespace refold {

/// The expressions of the chosen path, first to last.
std::vector<TermId> chosen_path(const SearchResult& found);

/// "theorem1", or "lemma3_sum, right to left".
std::string step_name(const Step& step);
/// "f(0) = 0  (by Z3)": a side condition and what settled it.
std::string side_condition(const Abbreviations& short_names, const Settled& settled);

Drawing derivation_drawing(const TermStore& store, const std::map<TermId, std::string>& names, const std::string& title,
                           const SearchResult& found);

}  // namespace refold
