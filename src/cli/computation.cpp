#include "cli/computation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <ostream>
#include <set>

#include "base/words.h"
#include "cli/program_eval.h"
#include "cli/time_limit.h"
#include "rule/simplify.h"
#include "tensor/facts.h"
#include "term/text.h"
#include "term/wellformed.h"

namespace refold {
namespace {

constexpr std::uint64_t kCheckSteps = 20'000'000;  // of eval, for one fact that a file states about its data

/// The proposition with the sizes of this run in place of their names.
TermId with_sizes(const Program& program, Terms& terms, const ProgramData& data, TermId prop) {
  std::vector<std::pair<TermId, TermId>> pairs;
  for (const Variable& size : program.module.sizes)
    if (const auto at = data.sizes.find(size.name); at != data.sizes.end())
      pairs.push_back({size.term, terms.int_number(at->second)});
  return simplify(terms, terms.replace(prop, pairs));
}

class Conditions {
 public:
  Conditions(Program& program, Terms& terms, const ProgramData& data, Budget& budget)
      : program_(program), terms_(terms), data_(data), ask_(solver_for(terms, program.now.algebra, budget)) {}
  std::vector<DataCheck> checks;

  Result<void> size_conditions() {
    for (const Hypothesis& obligation : program_.now.obligations) REFOLD_CHECK(holds(obligation.prop, obligation.span));
    for (const WellFormed& condition : well_formed(terms_, program_.now.expression))
      if (condition.kind != Requirement::NotEmpty) REFOLD_CHECK(holds(condition.prop, {}));  // kernels go on with the infinity
    return {};
  }

  Result<void> runtime(const std::vector<RuntimeCheck>& asked) {
    for (const RuntimeCheck& check : asked) {
      const auto at = data_.tensors.find(check.tensor);
      if (at == data_.tensors.end())
        return Diagnostic{
            "E0603", {}, fmt::format("{} is not bound to data", check.tensor), {}, "give it with --bind NAME=FILE"};
      if (check.kind == "declared") {
        REFOLD_CHECK(declared(check));
        continue;
      }
      assert(check.kind == "at most one");
      if (const Check broken = coordinates_unique(at->second.tensor))
        return Diagnostic{"E0230",
                          {},
                          fmt::format("{}: {}", check.tensor, broken->message),
                          {},
                          "--sum-duplicates adds entries that have one index"};
      checks.push_back({check.text, "runtime", "holds"});
    }
    return {};
  }

  /// Skipping a product with an unstored zero is sound for finite factors only (0 * inf is NaN).
  Result<void> finite(const ContractionSequence& sequence, bool assume) {
    const bool skips = std::any_of(sequence.steps.begin(), sequence.steps.end(), [](const Contraction& c) {
      return c.operands.size() > 1 && std::any_of(c.operands.begin(), c.operands.end(),
                                                  [](const Operand& o) { return o.visit == Visit::Iterated; });
    });
    if (!skips) return {};
    for (const auto& [name, bound] : data_.tensors) {
      if (!bound.has_nonfinite) continue;
      if (!assume)
        return Diagnostic{
            "E0231",
            {},
            fmt::format("{} holds NaN or infinity, and the plan skips products with unstored zeros", name),
            {},
            "--assume-finite runs it all the same; without rules the plan visits every index"};
      checks.push_back({fmt::format("every value of {} is finite", name), "assumed", "assumed by --assume-finite"});
    }
    return {};
  }

 private:
  /// What the file says of its data, checked by the definitions.
  Result<void> declared(const RuntimeCheck& check) {
    const std::vector<Hypothesis>& facts = program_.module.tensor(check.tensor)->facts;
    const auto says = [&](const Hypothesis& fact) { return text(terms_.store(), fact.prop) == check.text; };
    const auto fact = std::find_if(facts.begin(), facts.end(), says);
    assert(fact != facts.end());
    Budget budget;
    budget.nodes = kCheckSteps;
    const Result<bool> holds = holds_of_data(program_, data_, fact->prop, budget);
    if (!holds)
      return Diagnostic{"E0232",
                        fact->span,
                        fmt::format("refold cannot check on this data that {}: {}", check.text, holds.error().message),
                        {},
                        "leave the fact out of the tensor's `where`"};
    if (!*holds)
      return Diagnostic{"E0230",
                        fact->span,
                        fmt::format("the data bound to {} does not satisfy that {}", check.tensor, check.text),
                        {},
                        "bind data that satisfies it, or leave the fact out"};
    checks.push_back({check.text, "runtime", "holds"});
    return {};
  }
  Result<void> holds(TermId prop, Span where) {
    const TermId here = with_sizes(program_, terms_, data_, prop);
    const std::string said = text(terms_.store(), prop);
    if (!terms_.is(here, Op::True) && (terms_.is(here, Op::False) || !ask_(here)))
      return Diagnostic{"E0230", where, fmt::format("it cannot be shown for this data that {}", said), {},
                        "bind data whose sizes satisfy it"};
    checks.push_back({said, "z3", "proved for the sizes of this run"});
    return {};
  }

  Program& program_;
  Terms& terms_;
  const ProgramData& data_;
  AskSolver ask_;
};

std::int64_t clamp(const Integer& value) {
  return value > std::numeric_limits<std::int64_t>::max() ? std::numeric_limits<std::int64_t>::max()
                                                          : static_cast<std::int64_t>(value);
}

}  // namespace

TensorInputs inputs_of(const ProgramData& data) {
  TensorInputs inputs;
  for (const auto& [name, bound] : data.tensors) inputs.emplace(name, std::cref(bound.tensor));
  return inputs;
}

void go_back_to_loops(Program& program, Terms& terms, Explored& explored, const ProgramData& data, Streams io) {
  SearchResult& found = explored.result;
  std::vector<Step>& steps = found.derivation.steps;
  const LoweringInput input = data.lowering(program.module, program.now.name, program.now.algebra);
  const Result<ContractionSequence> whole = lower(terms, found.term(), program.now.name, input);
  if (whole) return;
  for (std::size_t kept = steps.size(); kept-- > 0;) {
    const TermId last = kept == 0 ? found.derivation.start : steps[kept - 1].after;
    if (!lower(terms, last, program.now.name, input)) continue;
    io.err << fmt::format("note: of {} the first {} used: what the others lead to has no loops ({})\n", counted(steps.size(), "step"),
                          kept == 1 ? "is" : fmt::format("{} are", kept), whole.error().message);
    steps.resize(kept);
    const auto state = std::find_if(found.states.begin(), found.states.end(), [&](const SearchState& s) { return s.term == last; });
    assert(state != found.states.end());
    found.best = static_cast<std::size_t>(state - found.states.begin());
    return;
  }
}

namespace {

/// Everything that the expression speaks of has data or a value.
Result<void> all_bound(const Program& program, const ProgramData& data) {
  std::set<std::string> tensors, sizes;
  std::set<TermId> seen;
  const TermStore& store = program.module.store;
  const auto visit = [&](const auto& self, TermId id) -> void {
    if (!id.valid() || !seen.insert(id).second) return;
    const Term& term = store[id];
    if (term.op == Op::Input) {
      const std::string name(store.name_text(term.payload));
      if (program.module.tensor(name) != nullptr && data.tensors.count(name) == 0) tensors.insert(name);
      const auto is_size = [&](const Variable& size) { return size.term == id; };
      if (std::any_of(program.module.sizes.begin(), program.module.sizes.end(), is_size) && data.sizes.count(name) == 0) sizes.insert(name);
    }
    self(self, term.sort);
    for (const TermId operand : term.operands) self(self, operand);
  };
  visit(visit, program.now.expression);
  if (!tensors.empty())
    return Diagnostic{"E0603", {}, fmt::format("not bound to data: {}", fmt::join(tensors, ", ")), {},
                      "give it with --bind NAME=FILE, or NAME=\"random(seed=1)\""};
  if (!sizes.empty()) return Diagnostic{"E0222", {}, fmt::format("not known: {}", fmt::join(sizes, ", ")), {}, "give it with --bind NAME=NUMBER"};
  return {};
}

Result<Planned> planned(Program& program, Terms& terms, const Explored& explored, const ProgramData& data,
                        bool assume_finite, Budget& budget) {
  Planned planned;
  const auto start = std::chrono::steady_clock::now();
  REFOLD_CHECK(at_expression(program, all_bound(program, data)));
  Conditions conditions(program, terms, data, budget);
  REFOLD_CHECK(conditions.size_conditions());
  REFOLD_TRY(planned.sequence,
             at_expression(program, lower(terms, explored.result.term(), program.now.name, data.lowering(program.module, program.now.name, program.now.algebra))));
  REFOLD_CHECK(conditions.runtime(checks(explored.result.derivation)));
  REFOLD_CHECK(conditions.finite(planned.sequence, assume_finite));
  planned.checks = std::move(conditions.checks);
  planned.check_seconds = seconds_since(start);
  REFOLD_TRY(Plan plan, make_plan(std::move(planned.sequence)));
  planned.loops = print(plan);
  planned.sequence = std::move(plan.sequence);
  planned.kernel = std::move(plan.kernel);
  return planned;
}

}  // namespace

Result<Planned> plan_program(Program& program, Terms& terms, const Explored& explored, const ProgramData& data,
                             bool assume_finite, Budget& budget) {
  return bounded([&] { return planned(program, terms, explored, data, assume_finite, budget); });
}

Result<Computation> compute(Program& program, Terms& terms, const Explored& explored, const ProgramData& data,
                            const RunOptions& options, Streams io, Budget& budget) {
  REFOLD_TRY(Planned planned, plan_program(program, terms, explored, data, options.assume_finite, budget));
  Computation done;
  done.sequence = std::move(planned.sequence);
  done.kernel = std::move(planned.kernel);
  done.checks = std::move(planned.checks);
  done.check_seconds = planned.check_seconds;
  done.products = clamp(done.kernel.cost.products);
  done.operations = clamp(done.kernel.cost.operations);
  done.bytes = clamp(done.kernel.cost.bytes);
  ExecuteOptions how;
  how.threads = options.threads;
  how.repeat = options.repeat;
  how.compile.again = options.program.no_cache;
  if (!options.keep.empty()) how.compile.keep = options.keep;
  std::string backend = options.backend;
  if (backend.empty()) {
    backend = find_compiler(Language::OpenMp) ? "openmp" : "interp";
    if (backend == "interp" && !options.program.common.quiet)
      io.err << "note: no C++ compiler in PATH; the interpreter runs the plan\n";
  }
  how.backend = backend == "interp" ? Backend::Interp : backend == "cuda" ? Backend::Cuda : Backend::OpenMp;
  done.backend_name = backend;
  done.threads = backend == "interp" ? 1 : options.threads;
  if (!options.program.common.quiet) {
    for (const DataCheck& check : done.checks) io.out << fmt::format("obligation: {}: {}\n", check.text, check.verdict);
    for (const Contraction& step : done.sequence.steps) io.out << "plan: " << print(step) << '\n';
    io.out << "work: " << print(done.kernel.cost) << '\n';
  }
  const TensorInputs inputs = inputs_of(data);
  const TimeLimit limit(budget.deadline, "the kernel", io);
  REFOLD_TRY(done.execution, execute(done.kernel, inputs, how));
  done.result = take_result(done.sequence.steps.back(), done.execution, inputs);
  return done;
}

}  // namespace refold
