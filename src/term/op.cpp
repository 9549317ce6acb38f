#include "term/op.h"

namespace refold {

OpInfo info(Op op) {
  constexpr Payload none = Payload::None, text = Payload::Name, number = Payload::Number, index = Payload::Index;
  switch (op) {
    case Op::Type: return {"type", 0, false, none, "the sort of arrows, bags, reductions and kinds"};
    case Op::SetKind: return {"set", 0, false, none, "the sort of index sets"};
    case Op::ValueKind: return {"value", 0, false, none, "the sort of value sorts"};
    case Op::AxesKind: return {"axes", 0, false, none, "the sort of axis families"};
    case Op::Real: return {"real", 0, false, none, "exact reals"};
    case Op::Int: return {"int", 0, false, none, "integers"};
    case Op::Bool: return {"bool", 0, false, none, "truth values and propositions"};
    case Op::Model: return {"model", 0, false, text, "a number model: int32, float64, ..."};
    case Op::Arrow: return {"->", 2, false, none, "functions A -> B"};
    case Op::BagOf: return {"bag", 1, false, none, "finite multisets over A"};
    case Op::ReductionOf: return {"reduction", 1, false, none, "folds of commutative monoids on V"};
    case Op::FamilyOf: return {"family", 2, true, none, "one object for each k : N"};
    case Op::Range: return {"[n]", 1, false, none, "0 .. n-1"};
    case Op::Product: return {"*", -1, false, none, "flat tuples; without factors the one point ()"};
    case Op::Union: return {"+", -1, false, none, "tagged elements (k, i)"};
    case Op::Sigma: return {"(r : I) * S", 2, true, none, "pairs (r, x) with x in S(r); the tuple is flat"};
    case Op::Subset: return {"{p : S if g}", 2, true, none, "the elements of S with g"};
    case Op::Power: return {"[n]^F", 2, false, none, "vectors i over F with 0 <= i < n on every axis"};
    case Op::Support: return {"support", 1, false, none, "where X is not 0, where Phi is not empty"};
    case Op::Image: return {"image", 1, false, none, "the set of values of an index map"};
    case Op::Input: return {"input", 0, false, text, "named data, size or variable"};
    case Op::Bound: return {"bound", 0, false, index, "the variable bound that many binders further out"};
    case Op::Number: return {"number", 0, false, number, "a rational constant"};
    case Op::Infinity: return {"inf", 0, false, none, "the unit of min"};
    case Op::True: return {"true", 0, false, none, "true"};
    case Op::False: return {"false", 0, false, none, "false"};
    case Op::Add: return {"+", -1, false, none, "a + b"};
    case Op::Mul: return {"*", -1, false, none, "a * b"};
    case Op::Neg: return {"-", 1, false, none, "-a"};
    case Op::Divide: return {"/", 2, false, none, "a / b, x/0 = 0 in exact reals"};
    case Op::Pow: return {"^", 2, false, none, "a to the integer power b >= 0"};
    case Op::Div: return {"div", 2, false, none, "quotient rounded down"};
    case Op::Mod: return {"mod", 2, false, none, "a - b*(a div b)"};
    case Op::Quot: return {"quot", 2, false, none, "quotient rounded toward zero"};
    case Op::Rem: return {"rem", 2, false, none, "a - b*quot(a, b)"};
    case Op::Abs: return {"abs", 1, false, none, "absolute value"};
    case Op::Min: return {"min", -1, false, none, "the least"};
    case Op::Max: return {"max", -1, false, none, "the greatest"};
    case Op::ToReal: return {"real", 1, false, none, "an integer or truth value as a real"};
    case Op::ToInt: return {"int", 1, false, none, "a truth value as 0 or 1"};
    case Op::Eq: return {"==", 2, false, none, "equality of values or indices, a bool"};
    case Op::Less: return {"<", 2, false, none, "a < b"};
    case Op::LessEq: return {"<=", 2, false, none, "a <= b"};
    case Op::And: return {"and", -1, false, none, "conjunction; what stands left guards what stands right"};
    case Op::Or: return {"or", -1, false, none, "disjunction"};
    case Op::Not: return {"not", 1, false, none, "negation"};
    case Op::If: return {"if", 3, false, none, "only the chosen branch need be well formed"};
    case Op::Identity: return {"id", 1, false, none, "i |-> i on the operand"};
    case Op::Compose: return {".", -1, false, none, "(g . f)(i) = g(f(i)); flat, outermost first"};
    case Op::Apply: return {"apply", 2, false, none, "f(a)"};
    case Op::Lambda: return {"lambda", 2, true, none, "i |-> body"};
    case Op::Tuple: return {"tuple", -1, false, none, "(a, b, ..)"};
    case Op::Proj: return {"proj", 1, false, index, "one component of a tuple"};
    case Op::Inject: return {"inject", 1, false, index, "an element of a union, tagged"};
    case Op::Member: return {"member", 2, false, none, "X(k) of a family"};
    case Op::Stack: return {"[X, Y]", -1, false, none, "(k, i) |-> X_k[i]"};
    case Op::StackOver: return {"[X(k) for k in N]", 2, true, none, "(k, i) |-> X(k)[i]"};
    case Op::Empty: return {"{}", 1, false, none, "the empty bag over the operand"};
    case Op::Single: return {"single", 1, false, none, "a |-> {a} on the operand"};
    case Op::BagSum: return {"+", -1, false, none, "multiplicities add"};
    case Op::Guard: return {"guard", 2, false, none, "the bag if the condition holds, else {}"};
    case Op::Star: return {"*", 1, false, none, "f on each element of a bag"};
    case Op::Flatten: return {"flatten", 1, false, none, "the sum of the bags in a bag over bags of the operand"};
    case Op::Elements: return {"elements", 1, false, none, "each element of a set once"};
    case Op::Enumerate: return {"enumerate", 1, false, none, "[|S|] -> S, injective with image S"};
    case Op::Inverse: return {"inverse", 1, false, none, "j |-> all i with phi(i) = j"};
    case Op::Fork: return {"<f, g>", -1, false, none, "i |-> the tagged elements of every Phi_k(i)"};
    case Op::ForkOver: return {"<Phi(k) for k in N>", 2, true, none, "i |-> the tagged elements of every Phi(k)(i)"};
    case Op::Copies: return {"copies", 2, false, none, "copies(N)(i) = {(k, i) for k in N}; operands N, I"};
    case Op::Card: return {"|m|", 1, false, none, "number of elements, with multiplicity"};
    case Op::Count: return {"count", 2, false, none, "multiplicity of a in m"};
    case Op::The: return {"the", 1, false, none, "the element of a bag that has exactly one"};
    case Op::Reduce: return {"reduce", 0, false, text, "a named reduction: sum prod max min all any gcd xor"};
    case Op::Values: return {"values", 1, false, none, "the stored values of a sparse tensor"};
    case Op::Positions: return {"positions", 1, false, none, "index |-> stored positions of a sparse tensor"};
    case Op::Stored: return {"stored", 1, false, none, "number of stored values"};
    case Op::Same: return {"=", 2, false, none, "equal: for functions everywhere, for sets the same elements"};
    case Op::Implies: return {"=>", 2, false, none, "p implies q"};
    case Op::ForAll: return {"for all", 2, true, none, "for every element of the domain"};
    case Op::ForSome: return {"for some", 2, true, none, "for an element of the domain"};
    case Op::In: return {"in", 2, false, none, "membership"};
    case Op::Included: return {"<=", 2, false, none, "inclusion of sets"};
    case Op::Disjoint: return {"disjoint", 2, false, none, "no common element"};
    case Op::Injective: return {"injective", 1, false, none, "phi(i) = phi(i') only for i = i'"};
    case Op::Bijective: return {"bijective", 1, false, none, "injective, and the image is the whole codomain"};
    case Op::Monotone: return {"monotone", 1, false, none, "x <= y implies f(x) <= f(y)"};
  }
  __builtin_unreachable();
}

}  // namespace refold
