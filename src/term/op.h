// src/term/op.h: the closed set of constructors. A new operator starts here; -Werror=switch lists what else to extend.
//
// Invariant: every term is one of these over its operands; nothing later than elaboration knows other syntax (einsum,
// index notation, comprehensions, definitions). A binder takes (domain, body) and binds one variable of its domain in
// the body; a function of several indices binds one tuple and projects.
#pragma once

#include <cstdint>
#include <string_view>

namespace refold {

enum class Op : std::uint8_t {
  // kinds: what sorts are sorts of
  Type, SetKind, ValueKind, AxesKind,
  // value sorts
  Real, Int, Bool, Model,
  // other sorts
  Arrow, BagOf, ReductionOf, FamilyOf,
  // index sets
  Range, Product, Union, Sigma, Subset, Power, Support, Image,
  // leaves
  Input, Bound, Number, Infinity, True, False,
  // scalars
  Add, Mul, Neg, Divide, Pow, Div, Mod, Quot, Rem, Abs, Min, Max, ToReal, ToInt,
  Eq, Less, LessEq, And, Or, Not, If,
  // functions and tuples
  Identity, Compose, Apply, Lambda, Tuple, Proj, Inject, Member,
  Stack, StackOver,
  // bags
  Empty, Single, BagSum, Guard, Star, Flatten, Elements, Enumerate, Inverse, Fork, ForkOver, Copies, Card, Count, The,
  Reduce,
  // sparse data
  Values, Positions, Stored,
  // propositions
  Same, Implies, ForAll, ForSome, In, Included, Disjoint, Injective, Bijective, Monotone,
};
constexpr int kOpCount = static_cast<int>(Op::Monotone) + 1;

/// What the payload of a term means.
enum class Payload : std::uint8_t { None, Name, Number, Index };

struct OpInfo {
  std::string_view name;     // as the language writes it
  int arity;                 // -1: any number (n-ary operators are flat where they are associative)
  bool binder;               // operands are (domain, body); the body is under one bound variable
  Payload payload;
  std::string_view meaning;  // read by docs and messages
};

OpInfo info(Op op);

}  // namespace refold
