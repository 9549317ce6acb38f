#include "plan/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/lower_terms.h"

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
    REFOLD_TRY(Contraction made, read_contraction(terms_, input_, output, flat));
    sequence_.steps.push_back(std::move(made));
    return {};
  }

  bool is_reduction(TermId function) const {
    const Term& term = terms_[function];
    if (term.op != Op::Compose) return false;
    const bool sparse = term.operands.size() == 3 && terms_.is(term.operands[2], Op::Positions) &&
                        terms_.is(term.operands[1], Op::Star) &&
                        terms_.is(terms_[term.operands[1]].operands[0], Op::Values);
    if (sparse) return false;
    return std::any_of(term.operands.begin(), term.operands.end(),
                       [&](TermId part) { return terms_.is(terms_[part].sort, Op::ReductionOf) && reduction(part); });
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
  return Steps(terms, input).lower(expression, output);
}

}  // namespace refold
