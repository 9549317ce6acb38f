#include "rule/substitution.h"

#include <fmt/format.h>

#include <map>

#include "term/text.h"

namespace refold {

bool is_complete(Terms& terms, const RuleView& rule, const Substitution& substitution) {
  for (std::size_t v = 0; v < rule.size(); ++v) {
    const Binding& binding = substitution.bindings[v];
    const auto set = rule.index_set(v);
    if (!set) {
      if (!binding.value.valid()) return false;
      continue;
    }
    const auto size = literal_size(terms, substitution, *set);
    if (!size || binding.members.size() != *size) return false;
    for (const TermId member : binding.members)
      if (!member.valid()) return false;
  }
  return true;
}

std::optional<std::size_t> literal_size(Terms& terms, const Substitution& substitution, std::size_t variable) {
  const TermId set = substitution.bindings[variable].value;
  if (!set.valid() || terms[set].op != Op::Range) return std::nullopt;
  const Term& extent = terms[terms[set].operands[0]];
  if (extent.op != Op::Number) return std::nullopt;
  const Rational& value = terms.store().number_value(extent.payload);
  if (value < 0 || value > 64) return std::nullopt;  // no text has stacks of more members
  return numerator(value).convert_to<std::size_t>();
}

TermId family_index(Terms& terms, TermId set, std::size_t k) { return terms.number(Rational(k), set); }

namespace {

class PutIn {
 public:
  PutIn(Terms& terms, const RuleView& rule, const Substitution& substitution)
      : terms_(terms), rule_(rule), substitution_(substitution) {}

  Result<TermId> visit(TermId id, std::uint32_t depth) {
    const auto key = std::pair{id, depth};
    if (const auto at = memo_.find(key); at != memo_.end()) return at->second;
    REFOLD_TRY(const TermId made, fresh(id, depth));
    memo_.emplace(key, made);
    return made;
  }

 private:
  Result<TermId> fresh(TermId id, std::uint32_t depth) {
    const Term term = terms_[id];
    switch (term.op) {
      case Op::Input:
        if (const auto variable = rule_.find(id))
          return value(*variable, substitution_.bindings[*variable].value, depth);
        return id;
      case Op::Number:
        if (const auto set = rule_.find(term.sort))
          return terms_.number(terms_.store().number_value(term.payload), terms_.integer());
        return rebuilt(id, term, depth);
      case Op::Member: return member(term, depth);
      case Op::StackOver: case Op::ForkOver: case Op::ForAll: case Op::ForSome:
        if (const auto size = unrolled(term.operands[0])) return unroll(term, *size, depth);
        return rebuilt(id, term, depth);
      case Op::Apply:
        if (const auto body = comprehension(term)) return sum_of_bags(*body, term.sort, depth);
        return rebuilt(id, term, depth);
      default: return rebuilt(id, term, depth);
    }
  }

  Result<TermId> value(std::size_t variable, TermId value, std::uint32_t depth) {
    if (!value.valid())
      return Diagnostic{"E0311", {}, fmt::format("the variable {} has no value here", rule_.name(variable))};
    return terms_.shift(value, depth);
  }

  Result<TermId> rebuilt(TermId id, const Term& term, std::uint32_t depth) {
    std::vector<TermId> operands;
    const bool binder = info(term.op).binder;
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      REFOLD_TRY(const TermId operand, visit(term.operands[k], depth + (binder && k == 1 ? 1 : 0)));
      operands.push_back(operand);
    }
    TermId sort = term.sort;
    if (needs_sort(term.op)) {
      REFOLD_TRY(sort, visit(term.sort, depth));
    }
    if (operands == term.operands && sort == term.sort) return id;
    return terms_.make(term.op, std::move(operands), term.payload, sort);
  }

  Result<TermId> member(const Term& term, std::uint32_t depth) {
    const auto family = rule_.find(term.operands[0]);
    const Term& index = terms_[term.operands[1]];
    if (!family || index.op != Op::Number)
      return Diagnostic{
          "E0312", {}, fmt::format("{} stands where its index is no literal", text(terms_.store(), term.operands[0]))};
    const auto& members = substitution_.bindings[*family].members;
    const auto k = numerator(terms_.store().number_value(index.payload)).convert_to<std::size_t>();
    return value(*family, k < members.size() ? members[k] : TermId{}, depth);
  }

  /// The number of members if this is the set of a family.
  std::optional<std::size_t> unrolled(TermId set) {
    const auto variable = rule_.find(set);
    if (!variable || !rule_.runs_families(*variable)) return std::nullopt;
    return literal_size(terms_, substitution_, *variable);
  }

  Result<std::vector<TermId>> copies(TermId set, TermId body, std::size_t size, std::uint32_t depth) {
    std::vector<TermId> parts;
    for (std::size_t k = 0; k < size; ++k) {
      REFOLD_TRY(const TermId part, visit(terms_.instantiate(body, family_index(terms_, set, k)), depth));
      parts.push_back(part);
    }
    return parts;
  }

  Result<TermId> unroll(const Term& term, std::size_t size, std::uint32_t depth) {
    REFOLD_TRY(std::vector<TermId> parts, copies(term.operands[0], term.operands[1], size, depth));
    const auto chosen = [&] {
      switch (term.op) {
        case Op::StackOver: return Op::Stack;
        case Op::ForkOver: return Op::Fork;
        case Op::ForAll: return Op::And;
        default: return Op::Or;
      }
    }();
    if (chosen == Op::And || chosen == Op::Or) {
      if (parts.empty()) return terms_.truth(chosen == Op::And);
      if (parts.size() == 1) return parts[0];
    }
    return terms_.make(chosen, std::move(parts));
  }

  /// The body of `flatten((k -> body)*(elements(N)))` over the set of a family.
  struct Body {
    TermId set, body;
    std::size_t size;
  };
  std::optional<Body> comprehension(const Term& term) {
    if (terms_[term.operands[0]].op != Op::Flatten) return std::nullopt;
    const Term& starred = terms_[term.operands[1]];
    if (starred.op != Op::Apply || terms_[starred.operands[0]].op != Op::Star) return std::nullopt;
    const Term& lambda = terms_[terms_[starred.operands[0]].operands[0]];
    const Term& source = terms_[starred.operands[1]];
    if (lambda.op != Op::Lambda || source.op != Op::Elements || source.operands[0] != lambda.operands[0])
      return std::nullopt;
    const auto size = unrolled(lambda.operands[0]);
    if (!size) return std::nullopt;
    return Body{lambda.operands[0], lambda.operands[1], *size};
  }

  Result<TermId> sum_of_bags(const Body& body, TermId sort, std::uint32_t depth) {
    REFOLD_TRY(std::vector<TermId> parts, copies(body.set, body.body, body.size, depth));
    if (parts.size() == 1) return parts[0];
    if (!parts.empty()) return terms_.make(Op::BagSum, std::move(parts));
    REFOLD_TRY(const TermId bags, visit(sort, depth));
    return terms_.make(Op::Empty, {terms_[bags].operands[0]});
  }

  Terms& terms_;
  const RuleView& rule_;
  const Substitution& substitution_;
  std::map<std::pair<TermId, std::uint32_t>, TermId> memo_;
};

}  // namespace

Result<TermId> put_in(Terms& terms, const RuleView& rule, const Substitution& substitution, TermId term) {
  return PutIn(terms, rule, substitution).visit(term, 0);
}

std::vector<std::pair<std::string, std::string>> print(const Terms& terms, const RuleView& rule,
                                                       const Substitution& substitution) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (std::size_t v = 0; v < rule.size(); ++v) {
    const Binding& binding = substitution.bindings[v];
    if (binding.value.valid()) lines.emplace_back(rule.name(v), text(terms.store(), binding.value));
    for (std::size_t k = 0; k < binding.members.size(); ++k)
      if (binding.members[k].valid())
        lines.emplace_back(fmt::format("{}({})", rule.name(v), k), text(terms.store(), binding.members[k]));
  }
  return lines;
}

}  // namespace refold
