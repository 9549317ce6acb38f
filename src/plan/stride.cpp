#include "plan/stride.h"

#include "base/variant.h"

namespace refold {
namespace {

void collect(const LoopBody& body, Definitions& found) {
  for (const LoopStatement& statement : body) {
    std::visit(overloaded{
        [&](const LetIndex& let) { found[let.variable] = let.value; },
        [&](const FindFirst& find) {  // depends on its bounds and key in no simple way
          found[find.variable] = {.kind = IndexExpr::Kind::Load, .operands = {find.lo, find.hi, find.key}};
        },
        [&](const ForLoop& loop) { collect(loop.body, found); },
        [&](const MergeLoop& loop) {
          found[loop.coordinate] = load(loop.left.coordinates, variable(loop.left.position));
          collect(loop.body, found);
        },
        [&](const IfAll& condition) { collect(condition.body, found); },
        [](const auto&) {}}, statement.node);
  }
}

}  // namespace

Definitions definitions(const LoopBody& body) {
  Definitions found;
  collect(body, found);
  return found;
}

Stride stride(const IndexExpr& index, VariableId variable, const Definitions& known) {
  if (index.kind == IndexExpr::Kind::Constant) return Stride::Stays;
  if (index.kind == IndexExpr::Kind::Variable) {
    if (index.variable == variable) return Stride::Unit;
    const auto definition = known.find(index.variable);
    return definition == known.end() ? Stride::Stays : stride(definition->second, variable, known);
  }
  bool all_stay = true;
  for (const IndexExpr& operand : index.operands) all_stay = all_stay && stride(operand, variable, known) == Stride::Stays;
  if (all_stay) return Stride::Stays;
  if (index.kind != IndexExpr::Kind::Add && index.kind != IndexExpr::Kind::Subtract) return Stride::Jumps;
  const Stride left = stride(index.operands[0], variable, known), right = stride(index.operands[1], variable, known);
  if (right == Stride::Stays) return left;
  return left == Stride::Stays && index.kind == IndexExpr::Kind::Add ? right : Stride::Jumps;
}

}  // namespace refold
