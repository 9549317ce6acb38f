#include "prove/normal_form.h"

#include <algorithm>

#include "prove/comparison.h"
#include "prove/unfold.h"
#include "term/at.h"
#include "term/text.h"
#include "term/wellformed.h"

namespace refold {
namespace {

class NormalForm {
 public:
  NormalForm(Terms& terms, const RuleStatement& rule, Budget& budget, const ObligationObserver& observer)
      : terms_(terms), rule_(rule), integers_(terms), flatten_(terms, integers_, rule.algebra), questions_(terms, integers_, rule, budget, observer),
        comparison_(terms, integers_, flatten_, questions_), left_(rule.left), right_(rule.right) {}

  ScriptOutcome run() {
    try {
      const Result<void> done = prove();
      if (!done) outcome_.problems.push_back(done.error());
    } catch (const NoNormalForm& none) {
      outcome_.problems.push_back({"E0417", rule_.span, "there is no normal form: " + none.why, {}, "prove it by a script: `proof " + rule_.name + "`"});
    }
    outcome_.used.insert(questions_.used().begin(), questions_.used().end());
    outcome_.obligations = questions_.proved();
    return std::move(outcome_);
  }

 private:
  Result<void> prove() {
    take_hypotheses();
    if (!right_.valid()) {
      if (const auto unknown = follows({}, left_))
        return Diagnostic{"E0411", rule_.span, "the claim has no meaning unless " + show(*unknown), {}, "add it as a hypothesis"};
      return proposition(left_, {});
    }
    REFOLD_CHECK(meaning());
    REFOLD_CHECK(same_shape(terms_.sort(left_), terms_.sort(right_)));
    if (terms_.is_set(left_)) return open("these are sets", {});
    return equation(left_, right_, {});
  }

  /// Equations v = t of integer variables are put in everywhere; the others are facts.
  void take_hypotheses() {
    std::vector<std::pair<std::string, TermId>> hypotheses;
    for (const Variable& variable : rule_.variables)
      if (variable.is_size) hypotheses.push_back({"logic", terms_.must(Op::LessEq, {terms_.int_number(0), variable.term})});
    for (const Hypothesis& h : rule_.hypotheses) hypotheses.push_back({"hypothesis: " + text(terms_.store(), h.prop, {.domains = false}), h.prop});
    for (std::size_t k = 0; k < hypotheses.size(); ++k) {
      const auto [name, prop] = hypotheses[k];
      const Term equation = terms_[prop];
      if (equation.op != Op::Eq && equation.op != Op::Same) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        const TermId variable = equation.operands[side], value = equation.operands[1 - side];
        if (!terms_.is(variable, Op::Input) || !terms_.is(terms_.sort(variable), Op::Int) || terms_.mentions(value, variable)) continue;
        const std::vector<std::pair<TermId, TermId>> put{{variable, value}};
        for (std::size_t other = 0; other < hypotheses.size(); ++other)
          if (other != k) hypotheses[other].second = terms_.replace(hypotheses[other].second, put);
        left_ = terms_.replace(left_, put);
        if (right_.valid()) right_ = terms_.replace(right_, put);
        outcome_.used.insert(name);
        hypotheses[k].second = terms_.truth(true);
        break;
      }
    }
    for (const auto& [name, prop] : hypotheses) questions_.know(name, prop);
  }

  /// What one term needs for a meaning beyond what another needs, as far as it cannot be shown.
  std::optional<TermId> follows(TermId from, TermId to) {
    const Questions::Scope scope(questions_);
    if (from.valid())
      for (const WellFormed& known : well_formed(terms_, from)) questions_.know("case", known.prop);
    for (const WellFormed& wanted : well_formed(terms_, to))
      if (!questions_.implied({}, wanted.prop)) return wanted.prop;
    return std::nullopt;
  }

  /// The right side has a meaning wherever the left one has, and of `=` the other way round too.
  Result<void> meaning() {
    if (const auto unknown = follows(left_, right_))
      return Diagnostic{"E0411", rule_.span, "the right side has no meaning unless " + show(*unknown), {}, "add it as a hypothesis"};
    const auto back = follows(right_, left_);
    outcome_.both_ways = !back;
    if (back && !rule_.directed)
      return Diagnostic{"E0411", rule_.span, "the right side has a meaning also where the left one has none: the left one needs that " + show(*back), {},
                        "add it as a hypothesis, or claim `left => right`: the right side for the left one, where that has a meaning"};
    for (const TermId side : {left_, right_})
      for (const WellFormed& known : well_formed(terms_, side)) {
        // Guards say again where a value is read; that an index is in range is seldom asked for, and dear to know.
        const bool cheap = known.kind == Requirement::Divisor || known.kind == Requirement::Extent;
        if (cheap) questions_.know("case", known.prop);
        else ranges_.push_back(known.prop);
      }
    return {};
  }

  /// Functions on equal sets, with values in sorts that meet.
  Result<void> same_shape(TermId left, TermId right) {
    if (left == right) return {};
    const Term a = terms_[left], b = terms_[right];
    const auto differ = [&] {
      return Diagnostic{"E0418", rule_.span, "it cannot be shown that the sides have one shape: " + show(left) + " and " + show(right), {}, "add a hypothesis that says so"};
    };
    if (a.op == Op::Arrow && b.op == Op::Arrow) {
      REFOLD_CHECK(same_shape(a.operands[0], b.operands[0]));
      return same_shape(a.operands[1], b.operands[1]);
    }
    if (a.op == Op::Range && b.op == Op::Range) {
      if (questions_.implied({}, terms_.must(Op::Eq, {a.operands[0], b.operands[0]}))) return {};
      return differ();
    }
    if (a.op == Op::Power && b.op == Op::Power && a.operands[1] == b.operands[1]) {
      const TermId axis = terms_.input("%shape", a.operands[1]);
      const auto extent = [&](TermId of) { return terms_.is_function(of) ? terms_.apply(of, axis) : of; };
      if (questions_.implied({}, terms_.must(Op::Eq, {extent(a.operands[0]), extent(b.operands[0])}))) return {};
      return differ();
    }
    const bool parts = (a.op == Op::Product || a.op == Op::Union || a.op == Op::BagOf) && a.op == b.op && a.operands.size() == b.operands.size();
    if (!parts) {
      // Values that are cut from one sort: what is compared are the values themselves.
      if (terms_.meet(left, right) && !terms_.is_set(left)) return {};
      if (terms_.erase(left) == terms_.erase(right) && (a.op == Op::Range || a.op == Op::Int || a.op == Op::Arrow) && (b.op == Op::Range || b.op == Op::Int || b.op == Op::Arrow)) return {};
      return differ();
    }
    for (std::size_t k = 0; k < a.operands.size(); ++k) REFOLD_CHECK(same_shape(a.operands[k], b.operands[k]));
    return {};
  }

  Result<void> equation(TermId left, TermId right, std::vector<TermId> conditions) {
    if (terms_.is_function(left)) {
      for (const Flatten::Element& one : flatten_.elements(terms_.domain(left))) {
        std::vector<TermId> inside = conditions;
        inside.insert(inside.end(), one.guards.begin(), one.guards.end());
        REFOLD_CHECK(equation(at(terms_, left, one.value), at(terms_, right, one.value), inside));
      }
      return {};
    }
    const TermId l = pointwise(terms_, left), r = pointwise(terms_, right);
    if (comparison_.equal(l, r, conditions)) return {};
    if (!ranges_.empty()) {
      const Questions::Scope scope(questions_);
      for (const TermId known : ranges_) questions_.know("case", known);
      if (comparison_.equal(l, r, conditions)) return {};
    }
    return open("the sides were not shown to be equal", conditions);
  }

  Result<void> proposition(TermId claim, std::vector<TermId> conditions) {
    const Term term = terms_[claim];
    switch (term.op) {
      case Op::ForAll: {
        for (const Flatten::Element& one : flatten_.elements(term.operands[0])) {
          std::vector<TermId> inside = conditions;
          inside.insert(inside.end(), one.guards.begin(), one.guards.end());
          REFOLD_CHECK(proposition(terms_.instantiate(term.operands[1], one.value), inside));
        }
        return {};
      }
      case Op::Implies:
        conditions.push_back(term.operands[0]);
        return proposition(term.operands[1], conditions);
      case Op::And:
        for (const TermId part : term.operands) REFOLD_CHECK(proposition(part, conditions));
        return {};
      case Op::Same: case Op::Eq:
        if (!terms_.is_set(term.operands[0])) return equation(term.operands[0], term.operands[1], conditions);
        break;
      default: break;
    }
    if (questions_.implied(conditions, claim)) return {};
    return open("the claim was not shown", conditions);
  }

  Result<void> open(const std::string& why, const std::vector<TermId>&) {
    Diagnostic problem{"E0419", rule_.span, why};
    if (questions_.stuck().valid()) {
      problem.notes.push_back({{}, "stuck at: " + show(questions_.stuck())});
      for (const TermId condition : questions_.stuck_conditions()) problem.notes.push_back({{}, "where: " + show(condition)});
    }
    if (questions_.gave_up()) problem.message += ": too much to ask the solver";
    problem.help = "add a hypothesis, or prove it by a script: `proof " + rule_.name + "`";
    return problem;
  }

  std::string show(TermId term) const { return text(terms_.store(), term, {.domains = false}); }

  Terms& terms_;
  const RuleStatement& rule_;
  Integers integers_;
  Flatten flatten_;
  Questions questions_;
  Comparison comparison_;
  TermId left_, right_;
  std::vector<TermId> ranges_;  // what well-formed sides say of indices
  ScriptOutcome outcome_;
};

}  // namespace

ScriptOutcome prove_by_normal_form(Terms& terms, const RuleStatement& rule, Budget& budget, const ObligationObserver& observer) {
  const Library nothing;
  if (const Result<void> fits = Script(terms, rule, nothing, budget, observer).check_parts(); !fits) {
    ScriptOutcome refused;
    refused.problems.push_back(fits.error());
    return refused;
  }
  return NormalForm(terms, rule, budget, observer).run();
}

}  // namespace refold
