#include "prove/transport.h"

#include <algorithm>
#include <functional>
#include <set>

namespace refold {
namespace {

constexpr std::size_t kMostPairings = 48;
constexpr std::size_t kMostPermutations = 24;

/// left == right, left over the variables of the reference, right over those of the moved term; of one sort.
struct Equation {
  TermId reference, moved;
};
using Equations = std::vector<Equation>;

bool mentions_any(Terms& terms, TermId id, const std::vector<TermId>& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](TermId v) { return terms.mentions(id, v); });
}

class Guess {
 public:
  Guess(Terms& terms, Integers& integers, const Summand& moved, const Summand& reference)
      : terms_(terms), integers_(integers), moved_(moved), reference_(reference) {}

  /// Equations between the indices of two terms that are to be equal.
  void equate(TermId reference, TermId moved, Equations& equations) {
    if (reference == moved) return;
    const Term a = terms_[reference], b = terms_[moved];
    const bool one = mentions_any(terms_, reference, reference_.variables), other = mentions_any(terms_, moved, moved_.variables);
    if (!one && !other) return;
    const TermId sort = terms_.erase(terms_.sort(reference));
    if (!terms_.meet(sort, terms_.sort(moved))) return;
    if (terms_.is(sort, Op::Int) || is_leaf(reference) || is_leaf(moved)) {
      equations.push_back({reference, moved});
      return;
    }
    if (a.op != b.op || a.operands.size() != b.operands.size() || a.payload != b.payload) {
      if (terms_.is(sort, Op::Product)) return parts(reference, moved, sort, equations);
      if (is_vector(sort)) equations.push_back({reference, moved});
      return;
    }
    if (is_vector(sort)) {
      equations.push_back({reference, moved});
      return;
    }
    for (std::size_t k = 0; k < a.operands.size(); ++k) {
      if (info(a.op).binder && k == 1) {  // compared at one element; what speaks of it is of no use
        const TermId x = terms_.input("%inner", a.operands[0]);
        Equations inner;
        equate(terms_.instantiate(a.operands[1], x), terms_.instantiate(b.operands[1], x), inner);
        for (const Equation& one_equation : inner)
          if (!terms_.mentions(one_equation.reference, x) && !terms_.mentions(one_equation.moved, x)) equations.push_back(one_equation);
      } else {
        equate(a.operands[k], b.operands[k], equations);
      }
    }
  }

  std::optional<Transport> transport(const Equations& equations, const std::vector<std::size_t>& permutation) {
    Transport made;
    made.phi = solve(equations, true, permutation);
    made.psi = solve(equations, false, permutation);
    if (made.phi.size() != moved_.variables.size() || made.psi.size() != reference_.variables.size()) return std::nullopt;
    return made;
  }

 private:
  bool is_leaf(TermId id) const {
    return std::find(moved_.variables.begin(), moved_.variables.end(), id) != moved_.variables.end() ||
           std::find(reference_.variables.begin(), reference_.variables.end(), id) != reference_.variables.end();
  }
  bool is_vector(TermId sort) {
    const Term s = terms_[sort];
    return s.op == Op::Arrow && terms_.is(terms_.sort(s.operands[0]), Op::AxesKind);
  }
  void parts(TermId reference, TermId moved, TermId product, Equations& equations) {
    for (std::size_t k = 0; k < terms_[product].operands.size(); ++k)
      equate(terms_.proj(static_cast<std::int64_t>(k), reference), terms_.proj(static_cast<std::int64_t>(k), moved), equations);
  }

  /// Values for the unknowns of one side from the variables of the other.
  Replacement solve(const Equations& equations, bool for_moved, const std::vector<std::size_t>& permutation) {
    const std::vector<TermId>& unknowns = for_moved ? moved_.variables : reference_.variables;
    const std::vector<TermId>& knowns = for_moved ? reference_.variables : moved_.variables;
    Replacement found, quotients;  // quotients: divisions whose value an equation tells
    const auto open = [&] {
      std::vector<TermId> left;
      for (const TermId u : unknowns)
        if (std::none_of(found.begin(), found.end(), [&](const auto& pair) { return pair.first == u; })) left.push_back(u);
      return left;
    };
    for (int effort = 0; effort < 3; ++effort)
      for (bool again = true; again;) {
        again = false;
        for (const Equation& equation : equations) {
          const TermId known = for_moved ? equation.reference : equation.moved;
          TermId unknown = terms_.replace(for_moved ? equation.moved : equation.reference, found);
          unknown = integers_.tidy(terms_.replace(integers_.tidy(unknown), quotients));
          const std::size_t before = found.size() + quotients.size();
          solve_one(known, unknown, open(), effort, found, quotients);
          if (found.size() + quotients.size() > before) again = true;
        }
        if (again) effort = 0;
      }
    std::vector<TermId> left = open();
    if (!left.empty()) from_guards(for_moved ? moved_ : reference_, left, found);
    left = open();
    // What is left stands for an unused variable of the same sort.
    std::vector<TermId> unused;
    for (const TermId k : knowns)
      if (std::none_of(found.begin(), found.end(), [&](const auto& pair) { return terms_.mentions(pair.second, k); })) unused.push_back(k);
    if (!permutation.empty() && unused.size() == permutation.size()) {
      std::vector<TermId> ordered(unused.size());
      for (std::size_t k = 0; k < unused.size(); ++k) ordered[for_moved ? k : permutation[k]] = unused[for_moved ? permutation[k] : k];
      unused = ordered;
    }
    for (const TermId u : left) {
      const auto same = std::find_if(unused.begin(), unused.end(), [&](TermId k) { return terms_.sort(k) == terms_.sort(u); });
      if (same == unused.end()) continue;
      found.emplace_back(u, *same);
      unused.erase(same);
    }
    return found;
  }

  void solve_one(TermId known, TermId unknown, const std::vector<TermId>& open, int effort, Replacement& found, Replacement& quotients) {
    std::vector<TermId> inside;
    for (const TermId u : open)
      if (terms_.mentions(unknown, u)) inside.push_back(u);
    if (inside.empty()) return;
    if (std::find(inside.begin(), inside.end(), unknown) != inside.end()) {
      found.emplace_back(unknown, known);
      return;
    }
    const TermId sort = terms_.erase(terms_.sort(unknown));
    if (is_vector(sort)) return vector_equation(known, unknown, inside, found);
    if (!terms_.is(sort, Op::Int)) return;
    const Polynomial e = polynomial(terms_, known), side = polynomial(terms_, integers_.tidy(unknown));
    if (inside.size() == 1) {
      const auto linear = linear_in(terms_, side, inside[0]);
      if (!linear) return effort > 0 ? divided(e, side, inside, found, quotients) : void();
      const auto factor = constant(linear->factor);
      if (factor && (*factor == 1 || *factor == -1)) found.emplace_back(inside[0], term_of(terms_, scaled(e - linear->rest, *factor)));
      else if (effort > 0) found.emplace_back(inside[0], quotient_of(e - linear->rest, linear->factor));
      return;
    }
    if (effort > 1) mixed_radix(e, side, inside, found);
    if (effort > 0) divided(e, side, inside, found, quotients);
  }

  TermId quotient_of(const Polynomial& e, const Polynomial& c) { return integers_.tidy(terms_.must(Op::Div, {term_of(terms_, e), term_of(terms_, c)})); }

  /// The same equation on one axis; its solution holds on every axis.
  void vector_equation(TermId known, TermId unknown, const std::vector<TermId>& inside, Replacement& found) {
    const TermId axes = terms_[terms_.erase(terms_.sort(unknown))].operands[0], axis = terms_.input("%axis", axes);
    const TermId at = integers_.tidy(terms_.apply(unknown, axis));
    for (const TermId u : inside) {
      if (!terms_.is(terms_.sort(u), Op::Arrow) || terms_[terms_.sort(u)].operands[0] != axes) continue;
      const auto linear = linear_in(terms_, polynomial(terms_, at), terms_.apply(u, axis));
      if (!linear || linear->factor.empty() || terms_.mentions(term_of(terms_, linear->rest), u)) continue;
      const Polynomial e = polynomial(terms_, integers_.tidy(terms_.apply(known, axis)));
      const auto factor = constant(linear->factor);
      const TermId value = factor && (*factor == 1 || *factor == -1) ? term_of(terms_, scaled(e - linear->rest, *factor)) : quotient_of(e - linear->rest, linear->factor);
      found.emplace_back(u, terms_.lambda(axes, terms_.abstract(value, axis)));
      return;
    }
  }

  /// e = C * y1 + y2 with C dividing all coefficients but that of y2, which is 1: y2 = e mod C, y1 = e div C, and so on.
  void mixed_radix(Polynomial e, Polynomial side, std::vector<TermId> inside, Replacement& found) {
    for (const TermId u : inside)
      if (!linear_in(terms_, side, u)) return;
    Polynomial rest = side;
    std::map<TermId, Polynomial> factors;
    for (const TermId u : inside) {
      const auto linear = linear_in(terms_, rest, u);
      if (!linear) return;
      factors[u] = linear->factor;
      rest = linear->rest;
    }
    for (const auto& entry : factors)
      if (mentions_any(terms_, term_of(terms_, entry.second), inside)) return;
    e = e - rest;
    Replacement values;
    while (factors.size() > 1) {
      const auto unit = std::find_if(factors.begin(), factors.end(), [](const auto& entry) { return constant(entry.second) == Integer(1); });
      if (unit == factors.end()) return;
      const TermId low = unit->first;
      factors.erase(unit);
      const Polynomial* radix = nullptr;  // divides all others
      for (const auto& one : factors) {
        const Polynomial& candidate = one.second;
        const bool divides = std::all_of(factors.begin(), factors.end(), [&](const auto& entry) { return exact_quotient(entry.second, candidate).has_value(); });
        if (divides && radix == nullptr) radix = &candidate;
      }
      if (radix == nullptr) return;
      const Polynomial by = *radix;
      values.emplace_back(low, integers_.tidy(terms_.must(Op::Mod, {term_of(terms_, e), term_of(terms_, by)})));
      e = polynomial(terms_, quotient_of(e, by));
      for (auto& entry : factors) entry.second = *exact_quotient(entry.second, by);
    }
    if (constant(factors.begin()->second) == Integer(1)) values.emplace_back(factors.begin()->first, term_of(terms_, e));
    else values.emplace_back(factors.begin()->first, quotient_of(e, factors.begin()->second));
    found.insert(found.end(), values.begin(), values.end());
  }

  std::optional<Polynomial> exact_quotient(const Polynomial& a, const Polynomial& b) {
    const TermId q = quotient_of(a, b);
    const Polynomial whole = polynomial(terms_, q);
    return whole * b == a ? std::optional(whole) : std::nullopt;
  }

  /// Unknowns inside E div c: e = E div c tells that division, and with E mod c = E - c * (E div c) known too E follows;
  /// e = (u + s) mod c alone is turned back: u = (e - s) mod c.
  void divided(const Polynomial& e, const Polynomial& side, const std::vector<TermId>& inside, Replacement& found, Replacement& quotients) {
    for (const auto& [monomial, factor] : side)
      for (const TermId atom : monomial) {
        const Term division = terms_[atom];
        if (division.op != Op::Div || !mentions_any(terms_, atom, inside)) continue;
        const auto linear = linear_in(terms_, side, atom);
        if (!linear) continue;
        if (constant(linear->factor) == Integer(1) && !mentions_any(terms_, term_of(terms_, linear->rest), inside)) {
          quotients.emplace_back(atom, term_of(terms_, e - linear->rest));
          return;
        }
        const Polynomial dividend = polynomial(terms_, division.operands[0]), by = polynomial(terms_, division.operands[1]);
        if (inside.size() != 1 || side != dividend - by * Polynomial{{{atom}, 1}}) continue;
        const auto inner = linear_in(terms_, dividend, inside[0]);
        const auto unit = inner ? constant(inner->factor) : std::nullopt;
        if (!unit || (*unit != 1 && *unit != -1)) continue;
        found.emplace_back(inside[0], integers_.tidy(terms_.must(Op::Mod, {term_of(terms_, scaled(e - inner->rest, *unit)), division.operands[1]})));
        return;
      }
  }

  /// 0 <= .. bounds with a product: c * y <= E gives y = E div c.
  void from_guards(const Summand& summand, const std::vector<TermId>& open, Replacement& found) {
    for (const TermId u : open) {
      if (!terms_.is(terms_.sort(u), Op::Int)) continue;
      for (const TermId guard : summand.guards) {
        const Term g = terms_[guard];
        if (g.op != Op::LessEq) continue;
        const Polynomial side = polynomial(terms_, terms_.replace(g.operands[0], found)) - polynomial(terms_, terms_.replace(g.operands[1], found));
        const auto linear = linear_in(terms_, side, u);  // factor * u + rest <= 0
        if (!linear || linear->factor.empty() || constant(linear->factor)) continue;
        if (mentions_any(terms_, term_of(terms_, linear->rest), open)) continue;
        if (linear->factor.rbegin()->second < 0) continue;
        found.emplace_back(u, quotient_of(scaled(linear->rest, -1), linear->factor));
        break;
      }
    }
  }

  Terms& terms_;
  Integers& integers_;
  const Summand &moved_, &reference_;
};

/// The head of a factor: what is applied, without its indices.
TermId head(Terms& terms, TermId factor) {
  const Term term = terms[factor];
  if (term.op == Op::Apply) return head(terms, term.operands[0]);
  if (term.op == Op::Member) return term.operands[0];
  return factor;
}

bool same_head(Terms& terms, TermId a, TermId b) {
  const TermId x = head(terms, a), y = head(terms, b);
  return x == y || (terms[x].op == terms[y].op && !terms[x].operands.empty() && terms[x].operands.size() == terms[y].operands.size());
}

}  // namespace

std::vector<Transport> transports(Terms& terms, Integers& integers, const Summand& moved, const Summand& reference, std::size_t most) {
  std::vector<Transport> all;
  Guess guess(terms, integers, moved, reference);
  const auto depends = [&](TermId factor, const Summand& of) { return mentions_any(terms, factor, of.variables); };
  const std::vector<TermId>& left = reference.factors;
  std::vector<TermId> right;
  for (const TermId factor : moved.factors)
    if (depends(factor, moved)) right.push_back(factor);

  std::vector<Equations> systems;
  std::vector<bool> taken(left.size());
  const std::function<void(std::size_t, Equations)> pair_up = [&](std::size_t k, Equations equations) {
    if (systems.size() >= kMostPairings) return;
    if (k == right.size()) {
      systems.push_back(std::move(equations));
      return;
    }
    bool paired = false;
    for (std::size_t j = 0; j < left.size(); ++j) {
      if (taken[j] || !same_head(terms, left[j], right[k])) continue;
      taken[j] = paired = true;
      Equations more = equations;
      guess.equate(left[j], right[k], more);
      pair_up(k + 1, std::move(more));
      taken[j] = false;
    }
    if (!paired) pair_up(k + 1, std::move(equations));
  };
  pair_up(0, {});

  std::set<std::pair<Replacement, Replacement>> known;
  for (const Equations& equations : systems) {
    std::vector<std::vector<std::size_t>> permutations{{}};
    for (std::size_t free = 2; free <= 4 && free <= moved.variables.size(); ++free) {
      std::vector<std::size_t> order(free);
      for (std::size_t k = 0; k < free; ++k) order[k] = k;
      while (std::next_permutation(order.begin(), order.end()) && permutations.size() < kMostPermutations) permutations.push_back(order);
    }
    for (const auto& permutation : permutations) {
      const auto made = guess.transport(equations, permutation);
      if (!made || !known.insert({made->phi, made->psi}).second) continue;
      all.push_back(*made);
      if (all.size() >= most) return all;
    }
  }
  return all;
}

}  // namespace refold
