#include "plan/contraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace refold {
namespace {

std::string print(const Affine& affine, const std::vector<Latent>& latents) {
  std::string text;
  for (const Affine::Term& term : affine.terms) {
    const std::int64_t size = term.coefficient < 0 ? -term.coefficient : term.coefficient;
    text += term.coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += (size == 1 ? "" : fmt::format("{}*", size)) + latents[term.latent].name;
  }
  if (text.empty()) return std::to_string(affine.constant);
  if (affine.constant != 0)
    text += fmt::format(" {} {}", affine.constant < 0 ? '-' : '+', affine.constant < 0 ? -affine.constant : affine.constant);
  return text;
}

std::string print(const std::vector<Affine>& access, const std::vector<Latent>& latents) {
  std::string text;
  for (const Affine& index : access) text += (text.empty() ? "" : ", ") + print(index, latents);
  return access.empty() ? "" : "[" + text + "]";
}

/// `i <= j` for i - j <= 0: negative terms change sides.
std::string print(const LatentGuard& guard, const std::vector<Latent>& latents) {
  Affine left, right;
  for (const Affine::Term& term : guard.expression.terms) {
    if (term.coefficient > 0) left.terms.push_back(term);
    else right.terms.push_back({term.latent, -term.coefficient});
  }
  std::int64_t constant = guard.expression.constant;
  const bool strict = !guard.equality && constant == 1;
  if (strict) constant = 0;
  (constant > 0 ? left.constant : right.constant) = constant > 0 ? constant : -constant;
  return fmt::format("{} {} {}", print(left, latents), guard.equality ? "==" : strict ? "<" : "<=", print(right, latents));
}

std::string print(const ScalarExpr& scalar, const Contraction& c) {
  switch (scalar.kind) {
    case ScalarExpr::Kind::Constant: return fmt::format("{}", scalar.constant);
    case ScalarExpr::Kind::Operand: return c.operands[scalar.leaf].tensor + print(c.operands[scalar.leaf].access, c.latents);
    case ScalarExpr::Kind::Latent: return c.latents[scalar.leaf].name;
    case ScalarExpr::Kind::Result: return "result";
    case ScalarExpr::Kind::Apply: break;
  }
  const ScalarInfo op = info(scalar.op);
  std::string text;
  for (const ScalarExpr& operand : scalar.operands)
    text += (text.empty() ? "" : op.infix ? fmt::format(" {} ", op.name) : ", ") + print(operand, c);
  return op.infix ? "(" + text + ")" : fmt::format("{}({})", op.name, text);
}

std::string reduction_name(ScalarOp op) {
  switch (op) {
    case ScalarOp::Add: return "sum";
    case ScalarOp::Multiply: return "prod";
    case ScalarOp::And: return "all";
    case ScalarOp::Or: return "any";
    default: return std::string(info(op).name);
  }
}

}  // namespace

std::optional<std::size_t> Affine::single() const {
  if (constant != 0 || terms.size() != 1 || terms[0].coefficient != 1) return std::nullopt;
  return terms[0].latent;
}

std::int64_t Affine::coefficient(std::size_t latent) const {
  for (const Term& term : terms)
    if (term.latent == latent) return term.coefficient;
  return 0;
}

std::int64_t positions(const Operand& operand, std::size_t levels) {
  if (levels == 0) return 1;
  if (!operand.stored.empty()) return operand.stored[levels - 1];
  std::int64_t count = 1;
  for (std::size_t level = 0; level < levels; ++level) count *= operand.shape[mode_of(operand.format, level)];
  return count;
}

Affine operator+(const Affine& a, const Affine& b) {
  std::map<std::size_t, std::int64_t> coefficients;
  for (const auto& term : a.terms) coefficients[term.latent] += term.coefficient;
  for (const auto& term : b.terms) coefficients[term.latent] += term.coefficient;
  Affine sum{a.constant + b.constant, {}};
  for (const auto& [latent, coefficient] : coefficients)
    if (coefficient != 0) sum.terms.push_back({latent, coefficient});
  return sum;
}

Affine operator*(std::int64_t factor, const Affine& a) {
  Affine product{factor * a.constant, {}};
  if (factor == 0) return product;
  for (const auto& term : a.terms) product.terms.push_back({term.latent, factor * term.coefficient});
  return product;
}

std::string print(const Contraction& c) {
  std::string reduced, kept, guards, product;
  for (std::size_t k = 0; k < c.latents.size(); ++k) {
    const bool index = std::any_of(c.output.access.begin(), c.output.access.end(), [&](const Affine& a) { return a.single() == k; });
    std::string& ranges = index ? kept : reduced;
    ranges += fmt::format("{}{} in [{}]", ranges.empty() ? "" : ", ", c.latents[k].name, c.latents[k].extent);
  }
  for (const Operand& operand : c.operands)
    if (operand.visit == Visit::Iterated)
      guards += fmt::format("{}{}{} stored", guards.empty() ? "" : " and ", operand.tensor, print(operand.access, c.latents));
  for (const LatentGuard& guard : c.guards) guards += (guards.empty() ? "" : " and ") + print(guard, c.latents);
  const ScalarInfo times = info(c.semiring.multiply);
  for (const ScalarExpr& factor : c.factors) product += (product.empty() ? "" : fmt::format(" {} ", times.name)) + print(factor, c);
  if (product.empty()) product = fmt::format("{}", c.semiring.one);
  const std::string epilogue = c.epilogue == ScalarExpr::result() ? "" : fmt::format("\n  then {}", print(c.epilogue, c));
  const std::string condition = guards.empty() ? "" : " if " + guards;
  const std::string value = reduced.empty() ? product + condition
                                            : fmt::format("{} {}{}: {}", reduction_name(c.semiring.add), reduced, condition, product);
  return fmt::format("{}{} = {}{}{}", c.output.tensor, print(c.output.access, c.latents), value,
                     kept.empty() ? "" : ", for " + kept, epilogue);
}

}  // namespace refold
