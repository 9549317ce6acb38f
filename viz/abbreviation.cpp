#include "viz/abbreviation.h"

#include "term/text.h"
#include "viz/notation.h"

namespace refold {
namespace {

/// Whether the text of a term shows its own operands; what has a name or is atomic does not.
bool is_leaf(const Term& term) { return term.operands.empty(); }

/// What kind of thing it is tells the letter.
std::string_view stem(Op op, Letters letters) {
  const bool greek = letters == Letters::Greek;
  switch (op) {
    case Op::Enumerate: return greek ? "κ" : "kappa";
    case Op::Lambda: case Op::Identity: case Op::Compose: return greek ? "φ" : "phi";
    case Op::Inverse: case Op::Fork: case Op::ForkOver: case Op::Copies: return greek ? "Ψ" : "Psi";
    case Op::Subset: case Op::Product: case Op::Union: case Op::Sigma: case Op::Support: case Op::Image: return "L";
    default: return "T";
  }
}

}  // namespace

Abbreviations::Abbreviations(const TermStore& store, const std::vector<TermId>& expressions,
                             const std::map<TermId, std::string>& names, Letters letters)
    : store_(store), names_(names) {
  for (const auto& [term, name] : names) taken_.insert(name);
  for (const TermId expression : expressions) find_repeated(expression);
  for (const TermId expression : expressions) name_in_order(expression, letters);
}

/// Marks the parts that two different places of this expression use.
void Abbreviations::find_repeated(TermId expression) {
  std::map<TermId, int> uses;
  std::vector<TermId> open{expression};
  std::set<TermId> seen{expression};
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    const Term& term = store_[id];
    if (term.op == Op::Input) taken_.insert(std::string(store_.name_text(term.payload)));
    if (names_.contains(id)) continue;
    for (const TermId operand : term.operands) {
      ++uses[operand];
      if (seen.insert(operand).second) open.push_back(operand);
    }
  }
  for (const auto& [id, count] : uses)
    if (count > 1 && !names_.contains(id) && !is_leaf(store_[id]) && store_.free_depth(id) == 0 &&
        letters(refold::text(store_, id, {false, &names_})) >= kShortest)
      repeated_.insert(id);
}

/// Gives names to the marked parts, outer ones before those inside them.
void Abbreviations::name_in_order(TermId expression, Letters letters) {
  if (!visited_.insert(expression).second) return;
  if (repeated_.contains(expression)) {
    const std::string_view letter = stem(store_[expression].op, letters);
    names_[expression] = free_name(letter, letter != "κ" && letter != "kappa");
    position_[expression] = order_.size();
    order_.push_back(expression);
  } else if (names_.contains(expression)) {
    return;
  }
  for (const TermId operand : store_[expression].operands) name_in_order(operand, letters);
}

std::string Abbreviations::free_name(std::string_view stem, bool numbered) {
  for (int k = numbered ? 1 : 0;; ++k) {
    std::string name = std::string(stem) + (k == 0 ? "" : std::to_string(k));
    if (taken_.insert(name).second) return name;
  }
}

std::string Abbreviations::text(TermId term) const { return refold::text(store_, term, {false, &names_}); }

std::string Abbreviations::definition(std::size_t k) const {
  std::map<TermId, std::string> others = names_;
  others.erase(order_[k]);
  return names_.at(order_[k]) + " = " + refold::text(store_, order_[k], {false, &others});
}

void Abbreviations::mentioned(TermId term, std::set<TermId>& seen, std::set<std::size_t>& found) const {
  if (!seen.insert(term).second) return;
  if (const auto ours = position_.find(term); ours != position_.end()) found.insert(ours->second);
  else if (names_.contains(term)) return;
  for (const TermId operand : store_[term].operands) mentioned(operand, seen, found);
}

std::vector<std::string> Abbreviations::definitions(TermId term) const {
  std::set<TermId> seen;
  std::set<std::size_t> found;
  mentioned(term, seen, found);
  std::vector<std::string> result;
  for (const std::size_t k : found) result.push_back(definition(k));
  return result;
}

std::vector<std::string> Abbreviations::definitions() const {
  std::vector<std::string> result;
  for (std::size_t k = 0; k < order_.size(); ++k) result.push_back(definition(k));
  return result;
}

}  // namespace refold
