// Wrong statements and their whole messages: what the elaborator says, where, and how to mend it.
#include "support/fixture.h"

namespace refold {
namespace {

TEST(SortMessages, AMapWhoseSetsNothingTells) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "map swap(i, j) = (j, i)\n"
            "let w = v . swap\n"),
            "input:4:13: error E0136: the set of parameter 1 of swap is not known here\n"
            "  let w = v . swap\n"
            "              ^~~~\n"
            "  help: declare it: (i : [n])\n");
}

TEST(SortMessages, AFunctionOfValuesAppliedToATensor) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "fn relu(x) = max(x, 0)\n"
            "let w = relu(v)\n"),
            "input:4:9: error E0146: relu is a function of values and this is a tensor\n"
            "  let w = relu(v)\n"
            "          ^~~~~~~\n"
            "  help: compose: relu . X\n");
}

TEST(SortMessages, AnUndeclaredName) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w = v + u\n"),
            "input:3:13: error E0141: the name u is not declared\n"
            "  let w = v + u\n"
            "              ^\n"
            "  help: declare it first\n");
}

TEST(SortMessages, TensorsOverDifferentSets) {
  EXPECT_EQ(errors_of(
            "size m, n\n"
            "tensor A : [m]*[n] -> real\n"
            "tensor v : [n] -> real\n"
            "let w = A + v\n"),
            "input:4:9: error E0118: + needs tensors over one set, but these are over [m]*[n] and [n]\n"
            "  let w = A + v\n"
            "          ^~~~~\n"
            "  help: use an einsum or index notation\n");
}

TEST(SortMessages, TwoIndicesWhereOneIsTaken) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w[i] = v[i, i]\n"),
            "input:3:7: error E0136: the set of i is not known from its uses\n"
            "  let w[i] = v[i, i]\n"
            "        ^\n"
            "  help: write `i in S`\n");
}

TEST(SortMessages, AnIndexUsedInACompoundOnly) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w[i] = sum k: v[i + k]\n"),
            "input:3:7: error E0136: the set of i is not known from its uses\n"
            "  let w[i] = sum k: v[i + k]\n"
            "        ^\n"
            "  help: write `i in S`\n");
}

TEST(SortMessages, ASizeWhereASetIsMeant) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : n -> real\n"),
            "input:2:12: error E0130: a set or value sort is wanted, but this has sort int\n"
            "  tensor v : n -> real\n"
            "             ^\n"
            "  help: the set of 0 .. n-1 is written [n]\n");
}

TEST(SortMessages, EinsumWithTooFewOperands) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n]*[n] -> real\n"
            "let t = einsum(\"ij,jk->ik\", A)\n"),
            "input:3:16: error E0121: the string names 2 operands, but 1 is given\n"
            "  let t = einsum(\"ij,jk->ik\", A)\n"
            "                 ^~~~~~~~~~~\n");
}

TEST(SortMessages, EinsumWithTooManyLetters) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n]*[n] -> real\n"
            "let t = einsum(\"ijk->ik\", A)\n"),
            "input:3:27: error E0122: \"ijk\" names 3 indices, but this tensor has 2\n"
            "  let t = einsum(\"ijk->ik\", A)\n"
            "                            ^\n");
}

TEST(SortMessages, EinsumWithAnUnknownOutputLetter) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n]*[n] -> real\n"
            "let t = einsum(\"ij->ik\", A)\n"),
            "input:3:16: error E0124: output letter 'k' stands in no operand\n"
            "  let t = einsum(\"ij->ik\", A)\n"
            "                 ^~~~~~~~\n");
}

TEST(SortMessages, EinsumWithAnOutputLetterTwice) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n]*[n] -> real\n"
            "let t = einsum(\"ij->ii\", A)\n"),
            "input:3:16: error E0125: output letter 'i' stands twice\n"
            "  let t = einsum(\"ij->ii\", A)\n"
            "                 ^~~~~~~~\n");
}

TEST(SortMessages, EinsumWithAStrangeCharacter) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n]*[n] -> real\n"
            "let t = einsum(\"i j->i?\", A)\n"),
            "input:3:16: error E0120: '?' cannot stand in an einsum string\n"
            "  let t = einsum(\"i j->i?\", A)\n"
            "                 ^~~~~~~~~\n"
            "  help: use letters, commas, one '->' and '...', as in numpy\n");
}

TEST(SortMessages, ANameDeclaredTwice) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let n[i] = v[i]\n"),
            "input:3:5: error E0110: the name n is already taken\n"
            "  let n[i] = v[i]\n"
            "      ^\n"
            "  note: input:1:6: declared here\n"
            "  help: choose another name; nothing visible is ever shadowed\n");
}

TEST(SortMessages, ASumThatEndedEarlier) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let s = (sum k: v[k]) + v[k]\n"),
            "input:3:27: error E0141: the name k is not declared\n"
            "  let s = (sum k: v[k]) + v[k]\n"
            "                            ^\n"
            "  help: an index is known inside its binder only; the body of a big operator ends at + and -: write sum k: (a + b)\n");
}

TEST(SortMessages, ValuesOfADenseTensor) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let s = values(v)\n"),
            "input:3:16: error E0144: values needs a tensor that is declared sparse\n"
            "  let s = values(v)\n"
            "                 ^\n"
            "  help: declare it: tensor S : I -> real sparse\n");
}

TEST(SortMessages, TheBarsOfATensor) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real sparse\n"
            "let s = |v|\n"),
            "input:3:9: error E0137: |..| counts the elements of a bag or set, but this has sort [n] -> real\n"
            "  let s = |v|\n"
            "          ^~~\n"
            "  help: the absolute value is abs(x)\n");
}

TEST(SortMessages, RealDivisionOfInts) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor t : [n] -> int\n"
            "let s = t / 2\n"),
            "input:3:13: error E0116: / divides reals, but this is an int\n"
            "  let s = t / 2\n"
            "              ^\n"
            "  help: write div (rounds down) or real(..)\n");
}

TEST(SortMessages, IntegerDivisionOfReals) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let s = v div 2\n"),
            "input:3:9: error E0116: div divides ints, but this has sort real\n"
            "  let s = v div 2\n"
            "          ^~~~~~~\n"
            "  help: reals are divided with /\n");
}

TEST(SortMessages, AVariableThatIsNeverUsed) {
  EXPECT_EQ(errors_of(
            "rule r\n"
            "  given sets I, J;  X : I -> real\n"
            "  X + 0 = X\n"),
            "input:2:17: error E0302: J is never used\n"
            "    given sets I, J;  X : I -> real\n"
            "                  ^\n"
            "  help: leave it out\n");
}

TEST(SortMessages, AVariableOnTheRightOnly) {
  EXPECT_EQ(errors_of(
            "rule r\n"
            "  given set I;  X, Y : I -> real\n"
            "  X + 0 => Y\n"),
            "input:2:20: error E0303: Y stands on the right side only, so applying the rule cannot find it\n"
            "    given set I;  X, Y : I -> real\n"
            "                     ^\n"
            "  help: use it on the left or in a hypothesis\n");
}

TEST(SortMessages, TwoSidesThatAreTheSameTerm) {
  EXPECT_EQ(errors_of(
            "rule r\n"
            "  given set I;  X : I -> real\n"
            "  X . id = X\n"),
            "input:3:3: error E0301: both sides are the same term: this rule says nothing\n"
            "    X . id = X\n"
            "    ^~~~~~~~~~\n"
            "  help: delete it, or state the law it stands for\n");
}

TEST(SortMessages, SidesOfDifferentSorts) {
  EXPECT_EQ(errors_of(
            "rule r\n"
            "  given set I, J;  X : I -> real;  Y : J -> real\n"
            "  X = Y\n"),
            "input:3:3: error E0155: the sides have different sorts: I -> real and J -> real\n"
            "    X = Y\n"
            "    ^~~~~\n");
}

TEST(SortMessages, AProofWithoutARule) {
  EXPECT_EQ(errors_of(
            "proof nothing\n"
            "  using definition\n"),
            "input:1:7: error E0401: there is no rule nothing above this proof\n"
            "  proof nothing\n"
            "        ^~~~~~~\n"
            "  help: state the rule first; include the file that states it\n");
}

TEST(SortMessages, AFunctionThatReadsData) {
  EXPECT_EQ(errors_of(
            "fn f(x) = y + x\n"),
            "input:1:11: error E0141: the name y is not declared\n"
            "  fn f(x) = y + x\n"
            "            ^\n"
            "  help: declare it first\n");
}

TEST(SortMessages, AFunctionOfAnotherSortThanDeclared) {
  EXPECT_EQ(errors_of(
            "fn f(x : int) -> bool = x + 1\n"),
            "input:1:25: error E0102: this has sort int, but bool is declared\n"
            "  fn f(x : int) -> bool = x + 1\n"
            "                          ^~~~~\n");
}

TEST(SortMessages, ARangeWhereAStackOfOneIsMeant) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w = [v] . v\n"),
            "input:3:9: error E0113: [n] is a range and needs an int, but this has sort [n] -> real\n"
            "  let w = [v] . v\n"
            "          ^~~\n"
            "  help: a stack of one is [x,]\n");
}

TEST(SortMessages, ABuiltInNameAsAnIndex) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w[sum] = v[sum]\n"),
            "input:3:7: error E0110: the name sum is built in\n"
            "  let w[sum] = v[sum]\n"
            "        ^~~\n"
            "  help: choose another name; nothing visible is ever shadowed\n");
}

TEST(SortMessages, ASumAppliedToATensor) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w = sum(v)\n"),
            "input:3:13: error E0102: sum reduces a bag, but this has sort [n] -> real\n"
            "  let w = sum(v)\n"
            "              ^\n"
            "  help: a sum over an index is: sum k: X[k]\n");
}

TEST(SortMessages, AnIntWhereASetIsMeant) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "let w = { i for i in n }\n"),
            "input:2:22: error E0130: a set is wanted after in\n"
            "  let w = { i for i in n }\n"
            "                       ^\n"
            "  help: the set of 0 .. n-1 is written [n]\n");
}

TEST(SortMessages, AnUnknownReduction) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w = avg k: v[k]\n"),
            "input:3:9: error E0138: avg is no reduction\n"
            "  let w = avg k: v[k]\n"
            "          ^~~\n"
            "  help: reductions are sum prod max min all any gcd xor, or a variable r : reduction V\n");
}

TEST(SortMessages, AnyOfNumbers) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "let w = any({v[i] for i in [n]})\n"),
            "input:3:9: error E0139: any reduces bools, but this has sort real\n"
            "  let w = any({v[i] for i in [n]})\n"
            "          ^~~~~~~~~~~~~~~~~~~~~~~~\n"
            "  help: compare the values, e.g. x != 0\n");
}

TEST(SortMessages, AReductionThatIsNoMonoid) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> int\n"
            "let w = gcd i: v[i]\n"),
            "input:3:9: error E0190: gcd as a reduction has no meaning in this version of refold: of a negative number alone it would be another number\n"
            "  let w = gcd i: v[i]\n"
            "          ^~~\n");
}

TEST(SortMessages, CopiesOfABag) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor A : [n] -> real\n"
            "let h = prod . [A, A]* . copies({0, 1})\n"),
            "input:3:26: error E0101: copies needs a set here, but this has sort bag int\n"
            "  let h = prod . [A, A]* . copies({0, 1})\n"
            "                           ^~~~~~~~~~~~~~\n");
}

TEST(SortMessages, ADefinitionWithTooFewArguments) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "def twice(X : I -> real, k : int) : I -> real = X + X\n"
            "  given set I\n"
            "let w = twice(v)\n"),
            "input:5:9: error E0134: twice takes 2 arguments, but 1 is given\n"
            "  let w = twice(v)\n"
            "          ^~~~~~~~\n");
}

TEST(SortMessages, ADefinitionWhoseParameterDoesNotFit) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> real\n"
            "def dot(A : I*K -> real, B : K*J -> real) : I*J -> real = einsum(\"ik,kj->ij\", A, B)\n"
            "  given sets I, J, K\n"
            "let w = dot(v, v)\n"),
            "input:5:9: error E0147: argument 1 of dot has sort [n] -> real, which does not fit its parameter\n"
            "  let w = dot(v, v)\n"
            "          ^~~~~~~~~\n"
            "  note: input:3:13: the parameter's sort\n");
}

TEST(SortMessages, AnIncludeThatIsNotThere) {
  EXPECT_EQ(errors_of(
            "include \"missing.rf\"\n"),
            "input:1:1: error E0701: cannot read missing.rf\n"
            "  include \"missing.rf\"\n"
            "  ^~~~~~~~~~~~~~~~~~~~\n"
            "  help: check the path; an include is looked up beside the file that names it\n");
}

TEST(SortMessages, AMaskWithTooManyIndices) {
  EXPECT_EQ(errors_of(
            "mask m[i] = i < 3\n"
            "let w = m[1, 2]\n"),
            "input:2:9: error E0134: this takes 1 argument, but 2 are given\n"
            "  let w = m[1, 2]\n"
            "          ^~~~~~~\n");
}

TEST(SortMessages, ASparseScalar) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor x : real sparse\n"),
            "input:2:17: error E0151: only a tensor on an index set is sparse\n"
            "  tensor x : real sparse\n"
            "                  ^~~~~~\n");
}

TEST(SortMessages, ANumberModelOfALaterVersion) {
  EXPECT_EQ(errors_of(
            "rule r\n"
            "  given x : real\n"
            "  over float32\n"
            "  x * 1 = x\n"),
            "input:3:3: error E0190: the number model float32 has no meaning in this version of refold\n"
            "    over float32\n"
            "    ^~~~~~~~~~~~\n"
            "  help: leave `over` out: exact reals\n");
}

TEST(SortMessages, ASumOfTruthValues) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor v : [n] -> bool\n"
            "let s = (sum k: v[k])\n"),
            "input:3:10: error E0139: sum reduces numbers, but this has sort bool\n"
            "  let s = (sum k: v[k])\n"
            "           ^~~\n"
            "  help: real(..) or int(..) makes 1 or 0 of a bool\n");
}

TEST(SortMessages, AnIndexIsCalledWhatItsAuthorCallsIt) {
  EXPECT_EQ(errors_of(
            "size m, n\n"
            "tensor len : [m] -> int\n"
            "tensor X : [n] -> real\n"
            "let b[i] = (sum j in [len[i]]: ((k in [len[i]]) -> k) . X)\n"),
            "input:4:57: error E0107: cannot compose: this gives real, but [len[i]] is wanted\n"
            "  let b[i] = (sum j in [len[i]]: ((k in [len[i]]) -> k) . X)\n"
            "                                                          ^\n"
            "  note: input:4:32: by this function\n"
            "  help: compose with a map between the two sets\n");
}

TEST(SortMessages, AConversionThatStandsAsAFunction) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor X : [n] -> int\n"
            "let y = real . X\n"),
            "input:3:9: error E0103: only functions compose; this has sort value\n"
            "  let y = real . X\n"
            "          ^~~~\n"
            "  help: the conversion is the function (x -> real(x))\n");
  EXPECT_EQ(errors_of(
            "size n\n"
            "tensor X : [n] -> int\n"
            "let y = quot . X\n"),
            "input:3:9: error E0143: quot needs its arguments: quot(a, b)\n"
            "  let y = quot . X\n"
            "          ^~~~\n"
            "  help: a function of one of them is written (a -> quot(a, b))\n");
}

TEST(SortMessages, AFunctionWhoseSortNothingTells) {
  EXPECT_EQ(errors_of(
            "size n\n"
            "let f = flatten\n"),
            "input:2:9: error E0142: the sort of flatten is not known here\n"
            "  let f = flatten\n"
            "          ^~~~~~~\n"
            "  help: compose it with a function whose sets are known\n");
}

}  // namespace
}  // namespace refold
