// viz/abbreviation.h: short names for the parts that an expression repeats, so that people can read it.
//
// Invariant: an abbreviation stands for a closed part of at least kShortest letters that occurs in two places of one of
// the expressions; putting all definitions back gives the expressions' own texts. Names depend on the expressions alone,
// in the order of first mention, and none of them occurs in the expressions otherwise.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "term/store.h"

namespace refold {

enum class Letters { Ascii, Greek };  // kappa phi, or κ φ

class Abbreviations {
 public:
  static constexpr std::size_t kShortest = 20;

  /// `names`: what terms are called already (Module::names).
  Abbreviations(const TermStore& store, const std::vector<TermId>& expressions, const std::map<TermId, std::string>& names,
                Letters letters);

  /// The text of any term of the store with the names in it.
  std::string text(TermId term) const;
  /// "kappa = enumerate(..)" for every abbreviation that the text of `term` needs, directly or in another's definition.
  std::vector<std::string> definitions(TermId term) const;
  /// All of them.
  std::vector<std::string> definitions() const;

 private:
  void find_repeated(TermId expression);
  void name_in_order(TermId expression, Letters letters);
  void mentioned(TermId term, std::set<TermId>& seen, std::set<std::size_t>& found) const;
  std::string definition(std::size_t k) const;
  std::string free_name(std::string_view stem, bool numbered);

  const TermStore& store_;
  std::map<TermId, std::string> names_;     // given ones, and ours
  std::map<TermId, std::size_t> position_;  // of ours in order_
  std::vector<TermId> order_;
  std::set<TermId> repeated_, visited_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace refold
