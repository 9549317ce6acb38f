// viz/notation.h: text of the language in the paper's signs, for pictures and pages.
//
// Invariant: what is written here reads as the same tokens by the language's twins (docs/language.md), so a picture's
// text can be pasted back into a file; lines are only broken between tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace refold {

/// `sum . D* . Phi` as `Σ ∘ D* ∘ Phi`: the Unicode twin of every token that has one.
std::string paper_notation(std::string_view text);

/// The text in lines of at most `width` letters where a space allows it, broken before an operator if possible.
std::vector<std::string> broken_into_lines(std::string_view text, std::size_t width);

/// Text as HTML and Graphviz's labels read it: no letter of it is markup. Control characters become spaces, line ends stay.
std::string markup(std::string_view text);

/// The number of letters (Unicode code points).
std::size_t letters(std::string_view text);

}  // namespace refold
