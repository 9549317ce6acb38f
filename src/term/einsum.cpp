#include "term/einsum.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/words.h"
#include "term/text.h"

namespace refold {
namespace {

/// Letters l_0, l_1, .. of sets S_0, S_1, ..; a product of one factor is that factor, of none the one point.
class Latent {
 public:
  Latent(Terms& terms, std::vector<TermId> sets) : terms_(terms), sets_(std::move(sets)) {}
  TermId set() const { return terms_.product(sets_); }
  /// The k-th letter of Bound(0), a point of the latent set or of a subset of it.
  TermId letter(std::size_t k, TermId cut = {}) const {
    const TermId point = terms_.bound(0, terms_.shift(cut.valid() ? cut : set(), 1));
    return sets_.size() == 1 ? point : terms_.proj(static_cast<std::int64_t>(k), point);
  }

 private:
  Terms& terms_;
  std::vector<TermId> sets_;
};

}  // namespace

TermId einsum_term(Terms& terms, TermId latent, const std::vector<EinsumFactor>& factors, TermId psi, TermId value_sort) {
  TermId product;
  if (factors.empty()) {
    product = terms.lambda(latent, terms.number(1, value_sort));
  } else if (factors.size() == 1) {
    product = terms.compose({factors[0].tensor, factors[0].map});
  } else {
    std::vector<TermId> tensors, maps;
    for (const EinsumFactor& factor : factors) {
      tensors.push_back(factor.tensor);
      maps.push_back(terms.compose({terms.must(Op::Single, {terms.domain(factor.tensor)}), factor.map}));
    }
    product = terms.compose({terms.reduce("prod", value_sort), terms.must(Op::Star, {terms.must(Op::Stack, tensors)}),
                             terms.must(Op::Fork, maps)});
  }
  if (terms.is(psi, Op::Identity)) return product;
  return terms.compose({terms.reduce("sum", value_sort), terms.must(Op::Star, {product}), terms.must(Op::Inverse, {psi})});
}

namespace {

/// A body taken apart: factors and guards over (domain, latent letters), all written with closed letter Inputs.
struct Parts {
  struct Letter { TermId input, set; };
  std::vector<Letter> letters;
  std::vector<TermId> guards;
  std::vector<std::pair<TermId, TermId>> factors;  // tensor, index
  bool summed = false;
};

class Taker {
 public:
  explicit Taker(Terms& terms) : terms_(terms) {}
  Parts parts;

  bool take(TermId body) {
    const Term& term = terms_[body];
    if (term.op == Op::Mul) return std::all_of(term.operands.begin(), term.operands.end(), [&](TermId f) { return take(f); });
    if (term.op == Op::ToReal && terms_.meet(terms_.sort(term.operands[0]), terms_.boolean())) {
      parts.guards.push_back(term.operands[0]);
      return true;
    }
    if (term.op != Op::Apply) return false;
    const Term& head = terms_[term.operands[0]];
    if (head.op == Op::Reduce && terms_.store().name_text(head.payload) == "sum") return take_sum(term.operands[1]);
    if (head.op == Op::Star || head.op == Op::Flatten || mentions_letter(term.operands[0])) return false;
    if (terms_[terms_.sort(term.operands[0])].op != Op::Arrow || !terms_.is_set(terms_.domain(term.operands[0]))) return false;
    parts.factors.push_back({term.operands[0], term.operands[1]});
    return true;
  }

  TermId fresh(TermId set) {
    const TermId input = terms_.input(fmt::format("%{}", parts.letters.size()), set);
    parts.letters.push_back({input, set});
    return input;
  }
  bool mentions_letter(TermId id) {
    return std::any_of(parts.letters.begin(), parts.letters.end(), [&](const auto& l) { return terms_.mentions(id, l.input); });
  }

 private:
  bool take_sum(TermId bag) {
    parts.summed = true;
    const Term& term = terms_[bag];
    if (term.op == Op::Guard) {
      parts.guards.push_back(term.operands[0]);
      return take_sum(term.operands[1]);
    }
    if (term.op != Op::Apply) return false;
    const Term& head = terms_[term.operands[0]];
    if (head.op == Op::Flatten) {
      const Term& starred = terms_[term.operands[1]];
      if (starred.op != Op::Apply || terms_[starred.operands[0]].op != Op::Star) return false;
      const TermId function = terms_[starred.operands[0]].operands[0];
      const Term& source = terms_[starred.operands[1]];
      if (source.op != Op::Elements || terms_[function].op != Op::Lambda || mentions_letter(source.operands[0])) return false;
      return take_sum(terms_.apply(function, fresh_point(source.operands[0])));
    }
    if (head.op == Op::Single) return take(term.operands[1]);
    return false;
  }
  TermId fresh_point(TermId set) {
    const Term factors = terms_[set];
    if (factors.op != Op::Product) return fresh(set);
    std::vector<TermId> parts_of;
    for (const TermId factor : factors.operands) parts_of.push_back(fresh(factor));
    return terms_.tuple(std::move(parts_of));
  }

 public:
  TermId point(TermId set) { return fresh_point(set); }

 private:
  Terms& terms_;
};

}  // namespace

TermId canonical_einsum(Terms& terms, TermId domain, TermId body) {
  Taker taker(terms);
  TermId output = terms.tuple({});
  if (domain.valid()) {
    output = taker.point(domain);
    body = terms.instantiate(body, output);
  }
  if (!taker.take(body)) return {};
  const Parts& parts = taker.parts;
  if (!parts.summed && parts.factors.size() + parts.guards.size() < 2) return {};
  if (parts.factors.empty()) return {};
  std::vector<TermId> sets;
  for (const auto& letter : parts.letters) sets.push_back(letter.set);
  const Latent latent(terms, sets);
  TermId set = latent.set();
  const auto under = [&](TermId term) {  // letters become components of the bound latent point
    std::vector<std::pair<TermId, TermId>> pairs;
    for (std::size_t k = 0; k < parts.letters.size(); ++k) pairs.push_back({parts.letters[k].input, latent.letter(k, set)});
    return terms.replace(terms.shift(term, 1), pairs);
  };
  if (!parts.guards.empty()) {
    std::vector<TermId> conditions;
    for (const TermId guard : parts.guards) conditions.push_back(under(guard));
    set = terms.must(Op::Subset, {set, conditions.size() == 1 ? conditions[0] : terms.must(Op::And, conditions)});
  }
  std::vector<EinsumFactor> factors;
  for (const auto& [tensor, index] : parts.factors) {
    factors.push_back({tensor, terms.lambda(set, under(index))});
  }
  const TermId psi = terms.lambda(set, under(output));
  const TermId value = terms.codomain(parts.factors[0].first);
  for (const EinsumFactor& factor : factors)
    if (!terms.meet(terms.codomain(factor.tensor), value)) return {};
  const TermId function = einsum_term(terms, set, factors, psi, value);
  return domain.valid() ? function : terms.apply(function, terms.tuple({}));
}

namespace {

struct Subscripts {
  std::vector<std::string> inputs;
  std::string output;
  bool explicit_output = false;
};

Result<Subscripts> split(std::string_view text, Span where) {
  Subscripts subscripts;
  std::string compact;
  for (const char c : text)
    if (c != ' ') compact += c;
  const std::size_t arrow = compact.find("->");
  subscripts.explicit_output = arrow != std::string::npos;
  if (subscripts.explicit_output) subscripts.output = compact.substr(arrow + 2);
  std::string inputs = compact.substr(0, arrow);
  for (std::size_t begin = 0;;) {
    const std::size_t comma = inputs.find(',', begin);
    subscripts.inputs.push_back(inputs.substr(begin, comma - begin));
    if (comma == std::string::npos) break;
    begin = comma + 1;
  }
  for (std::string* part : [&] {
         std::vector<std::string*> all;
         for (std::string& input : subscripts.inputs) all.push_back(&input);
         all.push_back(&subscripts.output);
         return all;
       }()) {
    const std::size_t dots = part->find("...");
    std::string letters = *part;
    if (dots != std::string::npos) letters.erase(dots, 3);
    for (const char c : letters)
      if (!std::isalpha(static_cast<unsigned char>(c)))
        return Diagnostic{"E0120", where, fmt::format("'{}' cannot stand in an einsum string", c), {},
                          "use letters, commas, one '->' and '...', as in numpy"};
    if (dots != std::string::npos) *part = part->substr(0, dots) + '.' + part->substr(dots + 3);
  }
  return subscripts;
}

}  // namespace

Result<TermId> einsum_string(Terms& terms, std::string_view text_, const std::vector<TermId>& operands, Span where,
                             const std::vector<Span>& places, std::vector<std::pair<TermId, TermId>>& equal) {
  REFOLD_TRY(Subscripts subscripts, split(text_, where));
  if (subscripts.inputs.size() != operands.size())
    return Diagnostic{"E0121", where, fmt::format("the string names {}, but {} given", counted(subscripts.inputs.size(), "operand"), operands.size() == 1 ? "1 is" : fmt::format("{} are", operands.size()))};
  // The sets of letters; ellipsis axes get the letters 1, 2, .. counted from the right.
  std::map<char32_t, TermId> sets;
  std::vector<std::vector<char32_t>> letters(operands.size());
  std::size_t widest = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const TermId domain = terms.domain(operands[k]);
    std::vector<TermId> factors;
    if (domain.valid()) {
      const Term& set = terms[domain];
      if (set.op == Op::Product) factors = set.operands;
      else factors = {domain};
    }
    const std::string& input = subscripts.inputs[k];
    const bool dots = input.find('.') != std::string::npos;
    const std::size_t named = input.size() - (dots ? 1 : 0);
    if (dots ? named > factors.size() : named != factors.size())
      return Diagnostic{"E0122", places[k], fmt::format("\"{}\" names {}, but this tensor has {}", input, counted(named, "index", "indices"), factors.size())};
    const std::size_t hidden = factors.size() - named;
    widest = std::max(widest, hidden);
    std::size_t axis = 0;
    for (const char c : input) {
      const std::size_t count = c == '.' ? hidden : 1;
      for (std::size_t h = 0; h < count; ++h, ++axis) {
        const char32_t letter = c == '.' ? static_cast<char32_t>(hidden - h) : static_cast<char32_t>(c);
        letters[k].push_back(letter);
        const auto [at, fresh] = sets.emplace(letter, factors[axis]);
        if (!fresh && !terms.meet(at->second, factors[axis]))
          return Diagnostic{"E0123", places[k], fmt::format("letter '{}' stands for {} and for {}", c, readable(terms.store(), at->second), readable(terms.store(), factors[axis])), {},
                            "a letter has one set everywhere; use another letter"};
        if (!fresh && at->second != factors[axis]) equal.push_back({at->second, factors[axis]});
      }
    }
  }
  std::vector<char32_t> output;
  const auto add_dots = [&] { for (std::size_t h = widest; h >= 1; --h) output.push_back(static_cast<char32_t>(h)); };
  if (subscripts.explicit_output) {
    std::set<char> seen;
    for (const char c : subscripts.output) {
      if (c == '.') { add_dots(); continue; }
      if (sets.count(static_cast<char32_t>(c)) == 0)
        return Diagnostic{"E0124", where, fmt::format("output letter '{}' stands in no operand", c)};
      if (!seen.insert(c).second) return Diagnostic{"E0125", where, fmt::format("output letter '{}' stands twice", c)};
      output.push_back(static_cast<char32_t>(c));
    }
    if (widest > 0 && subscripts.output.find('.') == std::string::npos)
      return Diagnostic{"E0126", where, "the operands have '...' axes, but the output has not", {}, "write '...' in the output"};
  } else {
    std::map<char, int> count;
    for (const std::string& input : subscripts.inputs)
      for (const char c : input) ++count[c];
    if (widest > 0) add_dots();
    for (const auto& [c, n] : count)
      if (c != '.' && n == 1) output.push_back(static_cast<char32_t>(c));
  }
  std::vector<char32_t> order = output;
  for (const auto& list : letters)
    for (const char32_t letter : list)
      if (std::find(order.begin(), order.end(), letter) == order.end()) order.push_back(letter);
  std::vector<TermId> factors;
  for (const char32_t letter : order) factors.push_back(sets.at(letter));
  const Latent latent(terms, factors);
  const TermId set = latent.set();
  const auto read = [&](const std::vector<char32_t>& list) {
    std::vector<TermId> parts;
    for (const char32_t letter : list)
      parts.push_back(latent.letter(static_cast<std::size_t>(std::find(order.begin(), order.end(), letter) - order.begin())));
    return terms.lambda(set, terms.tuple(std::move(parts)));
  };
  TermId value;
  for (const TermId operand : operands) {
    const TermId own = terms.domain(operand).valid() ? terms.codomain(operand) : terms.sort(operand);
    if (!value.valid() || terms.is(value, Op::Bool)) value = own;
  }
  if (operands.empty() || terms.is(value, Op::Bool)) value = terms.real();
  std::vector<EinsumFactor> all;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    TermId tensor = operands[k];
    if (!terms.domain(tensor).valid()) tensor = terms.lambda(terms.product({}), terms.shift(tensor, 1));
    if (terms.is(terms.codomain(tensor), Op::Bool) && !terms.is(value, Op::Bool)) {
      const TermId domain = terms.domain(tensor);
      const TermId point = terms.bound(0, terms.shift(domain, 1));
      tensor = terms.lambda(domain, terms.must(Op::ToReal, {terms.apply(terms.shift(tensor, 1), point)}));
    }
    if (!terms.meet(terms.codomain(tensor), value))
      return Diagnostic{"E0127", places[k], fmt::format("this tensor has values {}, the others {}", readable(terms.store(), terms.codomain(tensor)), readable(terms.store(), value))};
    all.push_back({tensor, read(letters[k])});
  }
  const TermId function = einsum_term(terms, set, all, read(output), value);
  return output.empty() ? terms.apply(function, terms.tuple({})) : Result<TermId>(function);
}

}  // namespace refold
