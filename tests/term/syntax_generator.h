// tests/term/syntax_generator.h: random trees of every kind that the grammar can read.
//
// Invariant: same seed, same tree. Where the language reads the same words as another tree there is none to generate:
// an expression looser than + as a whole sort (`(i -> e)` is a function sort), a `case` that more steps follow.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "term/syntax.h"

namespace refold::testing {

class TreeMaker {
 public:
  explicit TreeMaker(std::uint64_t seed) : random_(seed) {}

  Syntax expression(int depth);
  Syntax sort(int depth);
  Syntax proposition(int depth);
  Syntax statement();

 private:
  using Trees = std::vector<Syntax>;

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  std::string pick(std::initializer_list<std::string> texts) {
    return *(texts.begin() + static_cast<std::ptrdiff_t>(below(texts.size())));
  }

  static Syntax node(Syn kind, Trees children, std::string text = {}) {
    return {kind, {}, std::move(text), std::move(children)};
  }
  template <class Make>
  Trees several(std::size_t least, std::size_t most, const Make& make) {
    Trees trees;
    for (std::size_t n = least + below(most - least + 1); n > 0; --n) trees.push_back(make());
    return trees;
  }
  template <class Make>
  Syntax perhaps(const Make& make) {
    return chance(2) ? Syntax{} : make();
  }

  Syntax name() {
    return node(Syn::Name, {}, pick({"x", "y1", "f'", "α_2''", "all", "real", "ordered", "Phi", "unordered"}));
  }
  Syntax leaf();
  Syntax pattern(int depth);
  Syntax binders(int depth);
  Syntax compare(int depth);
  Syntax declaration();
  Syntax parameters();
  Syntax clause(Syn kind);
  Trees clauses(std::initializer_list<Syn> kinds);
  Syntax loop_range();
  Syntax level();
  Syntax step(int depth, bool last);
  Syntax ref();
  Syntax rule(Syn kind);
  Syntax definition(Syn kind);

  std::mt19937_64 random_;
};

inline Syntax TreeMaker::leaf() {
  switch (below(8)) {
    case 0: return node(Syn::Number, {}, pick({"0", "1", "42", "1.5", "2e5"}));
    case 1: return node(Syn::String, {}, pick({"mn,kn->mn", "", "a # b"}));
    case 2: return node(chance(2) ? Syn::True : chance(2) ? Syn::False : Syn::Inf, {});
    default: return name();
  }
}

inline Syntax TreeMaker::pattern(int depth) {
  if (depth <= 0 || !chance(4)) return name();
  return node(Syn::PatternTuple, several(1, 3, [&] { return pattern(depth - 1); }));
}

inline Syntax TreeMaker::binders(int depth) {
  return node(Syn::Binders, several(1, 3, [&] {
                Syntax domain =
                    perhaps([&] { return chance(6) ? node(Syn::BagSort, {sort(depth - 1)}) : expression(depth - 1); });
                return node(Syn::Binder, {pattern(depth), std::move(domain)});
              }));
}

inline Syntax TreeMaker::compare(int depth) {
  const bool up = chance(2);
  std::string signs = up ? pick({"<", "<=", "==", "!=", "in"}) : pick({">", ">=", "==", "!=", "in"});
  Trees operands = several(2, 2, [&] { return expression(depth - 1); });
  for (std::size_t n = below(3); n > 0 && signs != "!=" && signs != "in"; --n) {
    signs += " " + (up ? pick({"<", "<=", "=="}) : pick({">", ">=", "=="}));
    operands.push_back(expression(depth - 1));
  }
  return node(Syn::Compare, std::move(operands), signs);
}

inline Syntax TreeMaker::expression(int depth) {
  if (depth <= 0) return leaf();
  const auto e = [&] { return expression(depth - 1); };
  const auto any = [&](std::initializer_list<Syn> kinds) {
    return *(kinds.begin() + static_cast<std::ptrdiff_t>(below(kinds.size())));
  };
  switch (below(16)) {
    case 0: return leaf();
    case 1: return chance(3) ? node(Syn::Tuple, {}) : node(Syn::Tuple, several(2, 3, e));
    case 2: return chance(2) ? node(Syn::Range, {e()}) : node(Syn::Stack, several(1, 3, e));
    case 3: return node(any({Syn::StackFor, Syn::ForkFor}), {e(), binders(depth - 1)});
    case 4: return node(any({Syn::Fork, Syn::Bag}), several(1, 3, e));
    case 5: {
      Syntax guard = perhaps(e);
      Syntax bound = guard.missing() || chance(2) ? binders(depth - 1) : Syntax{};
      return node(Syn::BagFor, {e(), std::move(bound), std::move(guard)});
    }
    case 6: return chance(2) ? node(Syn::Subset, {pattern(depth), e(), perhaps(e)}) : node(Syn::Card, {e()});
    case 7: return chance(2) ? node(Syn::Lambda, {binders(depth - 1), e()}) : node(Syn::If, {e(), e(), e()});
    case 8: return node(any({Syn::Or, Syn::And}), several(2, 3, e));
    case 9: return chance(3) ? node(Syn::Not, {e()}) : compare(depth);
    case 10: return node(any({Syn::Add, Syn::Mul}), several(2, 3, e));
    case 11: return node(any({Syn::Sub, Syn::Divide, Syn::Div, Syn::Mod, Syn::Power}), {e(), e()});
    case 12: return chance(2) ? node(Syn::Depend, {name(), e(), e()}) : node(Syn::Negate, {e()});
    case 13: return node(Syn::Big, {name(), binders(depth - 1), perhaps(e), e()});
    case 14: return chance(2) ? node(Syn::Compose, several(2, 3, e)) : node(Syn::Star, {e()});
    default: {
      const Syn kind = any({Syn::Call, Syn::At});
      Trees parts = several(kind == Syn::At ? 2 : 1, 3, e);
      return node(kind, std::move(parts));
    }
  }
}

inline Syntax TreeMaker::sort(int depth) {
  if (depth > 0 && chance(3)) return node(Syn::Arrow, {sort(depth - 1), sort(depth - 1)});
  if (depth > 0 && chance(4)) return node(chance(2) ? Syn::BagSort : Syn::ReductionSort, {sort(depth - 1)});
  Syntax tree = expression(depth);
  const bool loose = tree.kind >= Syn::Lambda && tree.kind <= Syn::Compare;
  return loose ? name() : tree;
}

inline Syntax TreeMaker::proposition(int depth) {
  const auto e = [&] { return expression(depth); };
  Syntax left = chance(2) ? e() : node(Syn::Equal, {e(), e()});
  if (depth <= 0) return left;
  if (chance(4)) return node(chance(2) ? Syn::ForAll : Syn::ForSome, {binders(depth - 1), proposition(depth - 1)});
  return chance(4) ? node(Syn::Implies, {std::move(left), proposition(depth - 1)}) : left;
}

inline Syntax TreeMaker::declaration() {
  const auto names = [&] { return several(1, 3, [&] { return name(); }); };
  const auto families = [&] {
    return several(1, 2, [&] {
      if (chance(2)) return name();
      Trees parts = {name()};
      for (Syntax& p : several(1, 2, [&] { return node(Syn::Parameter, {name(), expression(1)}); }))
        parts.push_back(std::move(p));
      return node(Syn::Family, std::move(parts));
    });
  };
  const std::string kind = pick({"", "", "size", "axes", "ordered axes", "value", "set"});
  Trees parts = kind.empty() || kind == "set" ? families() : names();
  parts.push_back(kind.empty() ? sort(2) : Syntax{});
  return node(Syn::Declare, std::move(parts), kind);
}

inline Syntax TreeMaker::parameters() {
  Trees groups;
  for (std::size_t n = 1 + below(3); n > 0; --n) {
    Trees group = several(1, 2, [&] { return pattern(1); });
    group.push_back(n > 1 || chance(2) ? sort(2) : Syntax{});
    groups.push_back(node(Syn::ParamGroup, std::move(group)));
  }
  return node(Syn::Params, std::move(groups));
}

inline Syntax TreeMaker::loop_range() {
  if (chance(3)) return node(Syn::LoopTest, {name()});
  if (chance(2)) return node(Syn::LoopPoint, {name(), expression(2)});
  const auto e = [&] { return expression(1); };
  return node(Syn::LoopIn, {name(), e(), perhaps(e), perhaps(e)});
}

inline Syntax TreeMaker::clause(Syn kind) {
  switch (kind) {
    case Syn::Given: return node(kind, several(1, 3, [&] { return declaration(); }));
    case Syn::Over: {
      const std::string text =
          pick({"float32", "min_plus", "semiring", "commutative idempotent ring", "ordered field"});
      return node(kind, text == "float32" || text == "min_plus" || chance(2) ? Trees{} : Trees{name()}, text);
    }
    case Syn::LetClause: return node(kind, {name(), perhaps([&] { return parameters(); }), expression(2)});
    case Syn::Loop: {
      Trees parts = several(1, 2, [&] { return loop_range(); });
      parts.push_back(perhaps([&] { return expression(2); }));
      return node(kind, std::move(parts));
    }
    case Syn::Base: return node(kind, {}, pick({"0", "1"}));
    default: return node(kind, several(1, 3, [&] { return proposition(2); }));
  }
}

inline std::vector<Syntax> TreeMaker::clauses(std::initializer_list<Syn> kinds) {
  return several(0, 3, [&] { return clause(*(kinds.begin() + static_cast<std::ptrdiff_t>(below(kinds.size())))); });
}

inline Syntax TreeMaker::level() {
  return node(Syn::Level, {perhaps([&] { return name(); }), expression(1), expression(1)},
              pick({"", "", "unordered", "unordered duplicates"}));
}

inline Syntax TreeMaker::ref() {
  Trees parts = {name()};
  for (Syntax& s : several(0, 2, [&] { return node(Syn::Substitution, {name(), expression(1)}); }))
    parts.push_back(std::move(s));
  return node(Syn::Ref, std::move(parts));
}

inline Syntax TreeMaker::step(int depth, bool last) {
  const auto refs = [&] { return several(1, 2, [&] { return ref(); }); };
  switch (below(9)) {
    case 0: return node(Syn::StepAt, several(1, 2, [&] { return name(); }));
    case 1: return node(Syn::StepExt, {name()});
    case 2: return node(Syn::StepLet, {name(), expression(2)});
    case 3: return node(Syn::StepHave, {name(), proposition(2)});
    case 4: return node(Syn::StepUsing, refs());
    case 5: return node(Syn::StepInduction, {name()});
    case 6: return node(Syn::StepCases, {expression(2)});
    case 7:
      if (last && depth > 0) {
        Trees parts = {expression(2)};
        for (std::size_t n = 1 + below(2); n > 0; --n) parts.push_back(step(depth - 1, n == 1));
        return node(Syn::StepCase, std::move(parts));
      }
      [[fallthrough]];
    default: {
      Trees parts = {expression(2)};
      for (std::size_t n = 1 + below(2); n > 0; --n) {
        Trees link = {expression(1)};
        for (Syntax& r : refs()) link.push_back(std::move(r));
        parts.push_back(node(Syn::ChainLink, std::move(link)));
      }
      return node(Syn::StepChain, std::move(parts));
    }
  }
}

inline Syntax TreeMaker::rule(Syn kind) {
  Trees parts = {name(), perhaps([&] { return node(Syn::String, {}, "a title"); }), proposition(3)};
  for (Syntax& c : clauses({Syn::Given, Syn::Over, Syn::Where, Syn::LetClause})) parts.push_back(std::move(c));
  if (kind == Syn::Refute && chance(2)) parts.push_back(clause(Syn::Witness));
  return node(kind, std::move(parts));
}

inline Syntax TreeMaker::definition(Syn kind) {
  const auto with = [](Trees parts, Trees more) {
    for (Syntax& tree : more) parts.push_back(std::move(tree));
    return parts;
  };
  switch (kind) {
    case Syn::FnDef: return node(kind, {name(), parameters(), perhaps([&] { return sort(2); }), expression(3)});
    case Syn::MaskDef:
      return node(kind, with({name(), perhaps([&] { return parameters(); }), binders(2), expression(3)},
                             clauses({Syn::Given, Syn::Where, Syn::Loop, Syn::Base})));
    case Syn::FormatDef:
      return node(kind, with(with({name(), perhaps([&] { return parameters(); }), binders(1)},
                                  several(1, 3, [&] { return level(); })),
                             clauses({Syn::Where})));
    case Syn::LetDef:
      return node(kind,
                  with({name(), perhaps([&] { return binders(2); }), perhaps([&] { return sort(2); }), expression(4)},
                       clauses({Syn::Over, Syn::Where})));
    default:
      return node(kind, with({name(), parameters(), perhaps([&] { return sort(2); }), expression(4)},
                             clauses({Syn::Given, Syn::Where})));
  }
}

inline Syntax TreeMaker::statement() {
  const auto e = [&] { return expression(4); };
  switch (below(12)) {
    case 0: return node(Syn::Include, {node(Syn::String, {}, "a b.rf")});
    case 1: return node(Syn::Base, {}, pick({"0", "1"}));
    case 2: {
      const Syn kind = chance(2) ? Syn::SizeDecl : Syn::SetDecl;
      if (chance(2)) return node(kind, {name(), e()});
      Trees names = several(1, 3, [&] { return name(); });
      names.emplace_back();
      return node(kind, std::move(names));
    }
    case 3: {
      Trees parts = several(1, 2, [&] { return name(); });
      parts.push_back(sort(3));
      parts.push_back(perhaps([&] { return node(Syn::Sparse, {}, pick({"", "2e5", "1"})); }));
      parts.push_back(perhaps([&] { return node(Syn::As, {expression(2)}); }));
      for (Syntax& c : clauses({Syn::Where})) parts.push_back(std::move(c));
      return node(Syn::TensorDecl, std::move(parts));
    }
    case 4: {
      Trees parts = {name(), sort(3)};
      for (Syntax& p : several(0, 2, [&] { return proposition(2); })) parts.push_back(std::move(p));
      return node(Syn::OpaqueFn, std::move(parts));
    }
    case 5: return node(Syn::Show, several(1, 3, e));
    case 6: return rule(Syn::Rule);
    case 7: return rule(Syn::Refute);
    case 8: {
      Trees parts = {name()};
      for (Syntax& s : several(1, 4, [&] { return step(2, true); })) parts.push_back(std::move(s));
      return node(Syn::Proof, std::move(parts));
    }
    case 9: return definition(chance(2) ? Syn::FnDef : Syn::MaskDef);
    case 10: return definition(chance(2) ? Syn::FormatDef : Syn::LetDef);
    default: return definition(chance(2) ? Syn::MapDef : chance(2) ? Syn::BagDef : Syn::Def);
  }
}

}  // namespace refold::testing
