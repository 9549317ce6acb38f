#include "plan/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/lower_forms.h"
#include "plan/lower_terms.h"
#include "term/at.h"

namespace refold {
namespace {

/// Reductions that stand as operands (members of a stack, or at the end of a chain) become tensors of their own.
class Steps {
 public:
  Steps(Terms& terms, LoweringInput input) : terms_(terms), input_(std::move(input)) {}

  Result<ContractionSequence> lower(TermId expression, const std::string& output) {
    output_ = output;
    REFOLD_CHECK(step(expression, output));
    return std::move(sequence_);
  }

 private:
  Result<void> step(TermId expression, const std::string& output) {
    const Term& scalar = terms_[expression];
    TermId function = expression;
    if (scalar.op == Op::Apply && terms_.is(scalar.operands[1], Op::Tuple) &&
        terms_[scalar.operands[1]].operands.empty())
      function = scalar.operands[0];
    REFOLD_TRY(const TermId flat, separate(function, true));
    REFOLD_TRY(const TermId alone, one_reduction(flat));
    REFOLD_TRY(Contraction made, read_contraction(terms_, input_, output, alone));
    name_latents(made, input_.index_names);
    sequence_.steps.push_back(std::move(made));
    return {};
  }

  bool is_reduction(TermId function) const {
    const Term& term = terms_[function];
    if (term.op != Op::Compose) return false;
    const bool sparse = term.operands.size() == 3 && terms_.is(term.operands[2], Op::Positions) &&
                        terms_.is(term.operands[1], Op::Star) &&
                        terms_.is(terms_[term.operands[1]].operands[0], Op::Values);
    if (sparse || is_listed(term)) return false;
    return std::any_of(term.operands.begin(), term.operands.end(),
                       [&](TermId part) { return terms_.is(terms_[part].sort, Op::ReductionOf) && reduction(part); });
  }
  /// sum . [X, Y]* . <f, g>: one value of each, no loop.
  bool is_listed(const Term& chain) const {
    const std::size_t n = chain.operands.size();
    return n >= 3 && terms_.is(chain.operands[n - 1], Op::Fork) && terms_.is(chain.operands[n - 2], Op::Star) &&
           terms_.is(terms_[chain.operands[n - 2]].operands[0], Op::Stack) && reduction(chain.operands[n - 3]) &&
           std::none_of(chain.operands.begin(), chain.operands.end() - 3, [&](TermId part) { return terms_.is(terms_[part].sort, Op::ReductionOf) && reduction(part); });
  }
  bool reduction(TermId part) const {
    const Term& term = terms_[part];
    return term.op == Op::Reduce && terms_.store().name_text(term.payload) != "prod";
  }

  Result<TermId> separate(TermId id, bool top) {
    const Term term = terms_[id];
    if (!top && is_reduction(id) && terms_.is_set(terms_.domain(id))) return temporary(id);
    if (term.op != Op::Compose && term.op != Op::Star && term.op != Op::Stack) return id;
    std::vector<TermId> operands;
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      REFOLD_TRY(const TermId part, separate(term.operands[k], top && term.op != Op::Stack));
      operands.push_back(part);
    }
    return operands == term.operands ? id : terms_.rebuild(id, std::move(operands));
  }

  /// A value with several reductions, or with one beside data, as a function of tensors that hold the reductions.
  Result<TermId> one_reduction(TermId function) {
    const TermId domain = terms_.domain(function);
    if (!domain.valid() || !terms_.is_set(domain)) return function;
    const TermId point = terms_.input("%o", domain);
    const TermId stacked = at(terms_, function, point);
    TermId body = added(stacked);
    std::vector<TermId> found;
    reductions(body, found);
    std::vector<std::pair<TermId, TermId>> pairs;
    for (const TermId reduction : found) pairs.push_back({reduction, terms_.number(0, terms_.sort(reduction))});
    if (body == stacked && (found.empty() || (found.size() == 1 && !reads(terms_.replace(body, pairs))))) return function;
    pairs.clear();
    for (const TermId reduction : found) {
      REFOLD_TRY(const TermId value, held(reduction, domain, point));
      pairs.push_back({reduction, value});
    }
    body = terms_.replace(body, pairs);
    return terms_.lambda(domain, terms_.abstract(body, point));
  }

  /// A reduction at an index as the value of a tensor that holds it, on those components of the index that it depends on.
  Result<TermId> held(TermId reduction, TermId domain, TermId point) {
    const Term set = terms_[domain];
    std::vector<TermId> factors, parts;
    std::vector<std::pair<TermId, TermId>> known;
    if (set.op == Op::Product)
      for (std::size_t k = 0; k < set.operands.size(); ++k) {
        const TermId part = terms_.proj(static_cast<std::int64_t>(k), point);
        if (!terms_.mentions(reduction, part)) continue;
        factors.push_back(set.operands[k]);
        parts.push_back(part);
      }
    const TermId smaller = factors.empty() ? domain : terms_.product(factors), place = terms_.input("%h", smaller);
    for (std::size_t k = 0; k < parts.size(); ++k)
      known.push_back({parts[k], parts.size() == 1 ? place : terms_.proj(static_cast<std::int64_t>(k), place)});
    const TermId body = terms_.replace(reduction, known);
    if (parts.empty() || terms_.mentions(body, point)) {  // of the whole index
      REFOLD_TRY(const TermId tensor, temporary(terms_.lambda(domain, terms_.abstract(reduction, point))));
      return terms_.apply(tensor, point);
    }
    REFOLD_TRY(const TermId tensor, temporary(terms_.lambda(smaller, terms_.abstract(body, place))));
    return terms_.apply(tensor, terms_.tuple(parts));
  }

  /// Sums of listed values, sum({a} + {b}), as a + b, outside of other reductions.
  TermId added(TermId id) {
    const Term term = terms_[id];
    if (refold::is_reduction(terms_, id)) {
      const Term bag = terms_[term.operands[1]];
      if (reduction_name(terms_, id) != "sum" || bag.op != Op::BagSum) return id;
      std::vector<TermId> values;
      for (const TermId part : bag.operands) {
        const Term single = terms_[part];
        if (single.op != Op::Apply || !terms_.is(single.operands[0], Op::Single)) return id;
        values.push_back(added(single.operands[1]));
      }
      return terms_.must(Op::Add, values);
    }
    std::vector<TermId> operands;
    for (const TermId part : term.operands) operands.push_back(added(part));
    return operands == term.operands ? id : terms_.rebuild(id, std::move(operands));
  }

  /// The outermost reductions, each once; the factors of a listed product and the entries of a tensor are none.
  void reductions(TermId id, std::vector<TermId>& found) {
    if (refold::is_reduction(terms_, id) && !sparse_entry(terms_, id) && !is_product(terms_, id)) {
      if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
      return;
    }
    for (const TermId part : std::vector<TermId>(terms_[id].operands)) reductions(part, found);
  }
  /// Whether a value reads data, or its own index.
  bool reads(TermId id) const {
    const Term& term = terms_[id];
    return term.op == Op::Input || std::any_of(term.operands.begin(), term.operands.end(), [&](TermId part) { return reads(part); });
  }

  /// t1, t2, .. without the names of data.
  std::string unused_name() {
    const auto taken = [&](const std::string& name) {
      return name == output_ || std::any_of(input_.tensors.begin(), input_.tensors.end(),
                                            [&](const auto& bound) { return bound.second.name == name; });
    };
    std::string name = fmt::format("t{}", ++temporaries_);
    while (taken(name)) name = fmt::format("t{}", ++temporaries_);
    return name;
  }

  Result<TermId> temporary(TermId function) {
    const std::string name = unused_name();
    REFOLD_CHECK(step(function, name));
    const Contraction& made = sequence_.steps.back();
    if (made.output.pattern_of) sequence_.steps.back().output.pattern_of.reset();
    const TermId input = terms_.input("%" + name, terms_.sort(function));
    ModeOrder order;
    for (std::size_t k = 0; k < made.output.shape.size(); ++k) order.push_back(static_cast<ModeOrder::value_type>(k));
    input_.tensors.emplace(input, BoundTensor{name, made.output.shape, dense_packing(order), {}});
    return input;
  }

  Terms& terms_;
  LoweringInput input_;
  ContractionSequence sequence_;
  std::string output_;
  std::size_t temporaries_ = 0;
};

}  // namespace

Result<ContractionSequence> lower(Terms& terms, TermId expression, const std::string& output,
                                  const LoweringInput& input) {
  return bounded([&] { return Steps(terms, input).lower(expression, output); });
}

}  // namespace refold
