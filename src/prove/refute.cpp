#include "prove/refute.h"

#include <fmt/format.h>

#include <algorithm>

#include "prove/refute_inputs.h"
#include "prove/refute_judge.h"
#include "term/text.h"

namespace refold {
namespace {

constexpr std::uint64_t kRunNodes = 30'000;     // of one evaluation of hypotheses and sides
constexpr std::size_t kLargestLimit = 40;       // total cost of the choices of a systematic run
constexpr std::uint64_t kRandomRuns = 2'000, kShrinkRuns = 400;

/// One run: makes choices, answers whether it found what is looked for.
using Goal = std::function<Evaluated<bool>(Evaluator&, SearchInputs&)>;

class Search {
 public:
  Search(const TermStore& store, const RuleStatement& rule, const Instance& fixed, Budget& budget, Goal goal)
      : store_(store), rule_(rule), fixed_(fixed), budget_(budget), goal_(std::move(goal)), candidates_(store, rule) {}

  /// All runs in the order of their cost, then random ones; the complete instance of the first that succeeds.
  std::optional<Instance> find() {
    const std::uint64_t all = budget_.nodes;
    const std::uint64_t reserve = all == Budget::kUnlimited ? 0 : all / 4;
    for (std::size_t limit = 0; limit <= kLargestLimit; ++limit) {
      choices_.start(limit);
      do {
        if (!budget_.alive()) return std::nullopt;
        if (budget_.nodes <= reserve) return random();
        if (run()) return found_;
      } while (choices_.next());
      if (!choices_.cut() && !capped_) return std::nullopt;
    }
    return random();
  }

 private:
  bool run() {
    Budget mine;
    mine.nodes = std::min(kRunNodes, budget_.nodes);
    const std::uint64_t before = mine.nodes;
    SearchInputs inputs(store_, candidates_, fixed_, choices_);
    Evaluator evaluator(store_, inputs, mine);
    inputs.evaluator(&evaluator);
    const Evaluated<bool> reached = goal_(evaluator, inputs);
    const bool success = reached && *reached && inputs.complete(rule_.variables);
    capped_ = capped_ || mine.stopped_by().has_value();
    if (!budget_.take_nodes(std::min(budget_.nodes, before - mine.nodes + 1)) || budget_.nodes == 0)
      budget_.hit(Limit::Nodes);
    if (success) found_ = inputs.instance();
    return success;
  }

  std::optional<Instance> random() {
    for (std::uint64_t seed = 1; seed <= kRandomRuns && budget_.alive(); ++seed) {
      choices_.start_random(seed);
      if (run()) return shrink(choices_.trail());
    }
    return std::nullopt;
  }

  /// Lowers one choice at a time while the run still succeeds.
  std::optional<Instance> shrink(std::vector<std::size_t> trail) {
    std::optional<Instance> best = found_;
    std::uint64_t left = kShrinkRuns;
    for (bool lower = true; lower;) {
      lower = false;
      for (std::size_t k = 0; k < trail.size(); ++k)
        for (std::size_t value = 0; value < trail[k] && left > 0; ++value, --left) {
          std::vector<std::size_t> smaller = trail;
          smaller[k] = value;
          choices_.replay(smaller);
          if (!run()) continue;
          trail = choices_.trail();
          best = found_;
          lower = true;
          break;
        }
    }
    return best;
  }

  const TermStore& store_;
  const RuleStatement& rule_;
  const Instance& fixed_;
  Budget& budget_;
  Goal goal_;
  Candidates candidates_;
  Choices choices_;
  std::optional<Instance> found_;
  bool capped_ = false;
};

/// Passes questions on and notes the cells that were read.
class NotedInputs : public InstanceInputs {
 public:
  NotedInputs(const TermStore& store, const Instance& instance)
      : InstanceInputs(store, instance, true), store_(store) {}
  Evaluated<Value> cell(const InputRef& input, const Value& argument) override {
    Evaluated<Value> read = InstanceInputs::cell(input, argument);
    if (!read) return read;
    const std::string index = index_text(argument);
    const bool set = store_[store_[store_[input.sort].operands[0]].sort].op == Op::SetKind;
    const std::string place = text(store_, input) + (set ? "[" + index + "]" : "(" + index + ")");
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    last = *read;
    return read;
  }
  std::vector<std::string> places;
  std::optional<Value> last;

 private:
  const TermStore& store_;
};

/// Passes questions on and notes the first value that is no element of its sort: a witness may say anything.
class FittingInputs : public InstanceInputs {
 public:
  FittingInputs(const TermStore& store, const Instance& instance) : InstanceInputs(store, instance, true), store_(store) {}
  void evaluator(Evaluator* evaluator) { evaluator_ = evaluator; }
  std::string misfit;

  Evaluated<Value> value(const InputRef& input) override {
    return fitting(InstanceInputs::value(input), input.sort, input, "");
  }
  Evaluated<Value> cell(const InputRef& input, const Value& argument) override {
    return fitting(InstanceInputs::cell(input, argument), store_[input.sort].operands[1], input, "(" + index_text(argument) + ")");
  }
  Evaluated<Object> reduction(const InputRef& input) override {
    REFOLD_TRY(Object read, InstanceInputs::reduction(input));
    const auto* table = std::get_if<OperationTable>(&read);
    if (table == nullptr) return read;
    REFOLD_TRY(const Carrier* values, evaluator_->carrier(store_[input.sort].operands[0], input.env));
    if (values->kind == Carrier::Kind::Finite && values->size == table->size) return read;
    misfit = fmt::format("the operation {} is on {} values, not on those of {}", refold::text(store_, input), table->size, refold::text(store_, store_[input.sort].operands[0]));
    return undecided(misfit);
  }

 private:
  Evaluated<Value> fitting(Evaluated<Value> read, TermId sort, const InputRef& input, const std::string& at) {
    if (!read) return read;
    const Evaluated<bool> inside = evaluator_->contains(sort, input.env, *read);
    if (inside && *inside) return read;
    if (misfit.empty()) misfit = fmt::format("{}{} = {} is no element of {}", refold::text(store_, input), at, refold::text(*read), refold::text(store_, sort));
    return read;
  }

  const TermStore& store_;
  Evaluator* evaluator_ = nullptr;
};

class Confirmation {
 public:
  Confirmation(const TermStore& store, const RuleStatement& rule, const Instance& instance)
      : store_(store), rule_(rule), instance_(instance) {}
  std::string misfit;  // why the instance is none of the rule's

  /// Evaluates everything again at the complete instance; nothing where the claim does not fail there.
  std::optional<Counterexample> confirm(const std::optional<Value>& index) {
    misfit = unfit();
    if (!misfit.empty()) return std::nullopt;
    FittingInputs inputs(store_, instance_);
    Budget budget;
    budget.nodes = 4 * kRunNodes;
    Evaluator evaluator(store_, inputs, budget);
    inputs.evaluator(&evaluator);
    Judge judge(store_, rule_, evaluator);
    const Evaluated<bool> sorts = judge.sorts_hold(), hypotheses = judge.hypotheses_hold();
    if (!sorts || !*sorts || !hypotheses || !*hypotheses) return std::nullopt;
    const auto failure =
        judge.failure([&](const Domain&) { return index ? Evaluated<Value>(*index) : undecided("no index"); });
    if (misfit.empty()) misfit = inputs.misfit;
    if (!failure || !*failure || !misfit.empty()) return std::nullopt;
    return described(**failure);
  }

 private:
  /// Sizes below 0, values that are none of the declared algebra or model.
  std::string unfit() {
    for (const Variable& variable : rule_.variables) {
      const Object* object = instance_.find(variable.name, {});
      const auto* value = object == nullptr ? nullptr : std::get_if<Value>(object);
      if (variable.is_size && value != nullptr && (!value->is(Value::Kind::Number) || value->number() < 0))
        return fmt::format("{} = {} is no size", variable.name, refold::text(*value));
      const auto* carrier = object == nullptr ? nullptr : std::get_if<Carrier>(object);
      if (carrier != nullptr && variable.term == rule_.algebra.carrier && !satisfies(*carrier, rule_.algebra))
        return fmt::format("{} = {} is not what the `over` clause asks for", variable.name, carrier->name);
    }
    const bool reads_real = rule_.algebra.structure.empty() || store_[rule_.algebra.carrier].op == Op::Real;
    if (reads_real ? satisfies(instance_.real, rule_.algebra) : instance_.real == carriers::real()) return {};
    return fmt::format("real = {} is not what the `over` clause asks for", instance_.real.name);
  }

  Counterexample described(const Difference& difference) {
    std::vector<std::string> names;
    for (const Variable& variable : rule_.variables) names.push_back(variable.name);
    Counterexample found{instance_, text(instance_, names), difference.index, value_text(difference.left), {}, {}};
    if (!rule_.right.valid()) {
      found.difference = difference.left ? "the claim is false" : "the claim is " + found.left;
      return found;
    }
    found.right = value_text(difference.right);
    found.difference = difference.shapes.empty() ? side("left", rule_.left, difference.index, difference.left) + ", " +
                                                       side("right", rule_.right, difference.index, difference.right)
                                                 : difference.shapes;
    return found;
  }

  static std::string value_text(const Evaluated<Value>& value) {
    return value ? text(*value) : "ill formed: " + value.error().what;
  }

  /// "left[0] = X[0] = 3": the place, the one cell that the value is read from, if it is one, and the value.
  std::string side(std::string_view name, TermId term, const std::optional<Value>& index,
                   const Evaluated<Value>& value) {
    std::string out(name);
    NotedInputs inputs(store_, instance_);
    Budget budget;
    budget.nodes = kRunNodes;
    Evaluator evaluator(store_, inputs, budget);
    Evaluated<Value> again = evaluator.value(term);
    if (index) {
      const bool values = store_[store_[term].sort].op != Op::Arrow ||
                          store_[store_[store_[store_[term].sort].operands[0]].sort].op != Op::SetKind;
      out += (values ? "(" : "[") + index_text(*index) + (values ? ")" : "]");
      inputs.places.clear();
      if (again) again = evaluator.apply(*again, *index);
    }
    if (!value) return out + " is " + value_text(value);
    const bool one = inputs.places.size() == 1 && inputs.last && again && *inputs.last == *value;
    return out + " = " + (one ? inputs.places.front() + " = " : "") + text(*value);
  }

  const TermStore& store_;
  const RuleStatement& rule_;
  const Instance& instance_;
};

Diagnostic not_refuted(const RuleStatement& rule, const std::string& misfit) {
  const Span where = rule.witness.empty() ? rule.span : cover(rule.witness.front().span, rule.witness.back().span);
  std::vector<Note> notes;
  if (!misfit.empty()) notes.push_back({{}, misfit});
  return {"E0310", where, fmt::format("at this witness {} does not fail", rule.name), notes,
          "mend the witness, or leave it out and any counterexample is searched"};
}

}  // namespace

Result<std::optional<Counterexample>> refute(const TermStore& store, const RuleStatement& rule, Budget& budget) {
  Instance fixed;
  REFOLD_CHECK(read_witness(store, rule.variables, rule.witness, fixed));
  std::optional<Value> index;
  const Goal goal = [&](Evaluator& evaluator, SearchInputs& inputs) -> Evaluated<bool> {
    Judge judge(store, rule, evaluator);
    REFOLD_TRY(const bool sorts, judge.sorts_hold());
    if (!sorts) return false;
    REFOLD_TRY(const bool hypotheses, judge.hypotheses_hold());
    if (!hypotheses) return false;
    REFOLD_TRY(const std::optional<Difference> failure, judge.failure([&](const Domain& domain) {
      return domain.bags ? inputs.bag(domain.set, domain.env) : inputs.element(domain.set, domain.env);
    }));
    if (failure) index = failure->index;
    return failure.has_value();
  };
  const std::optional<Instance> found = Search(store, rule, fixed, budget, goal).find();
  std::optional<Counterexample> confirmed;
  std::string misfit;
  if (found) {
    Confirmation confirmation(store, rule, *found);
    confirmed = confirmation.confirm(index);
    misfit = confirmation.misfit;
  }
  if (!confirmed && !rule.witness.empty()) return not_refuted(rule, misfit);
  return confirmed;
}

std::optional<Instance> find_model(const TermStore& store, const RuleStatement& rule, Budget& budget) {
  const Instance nothing;
  return Search(store, rule, nothing, budget, [&](Evaluator& evaluator, SearchInputs&) -> Evaluated<bool> {
    Judge judge(store, rule, evaluator);
    REFOLD_TRY(const bool sorts, judge.sorts_hold());
    return sorts ? judge.hypotheses_hold() : Evaluated<bool>(false);
  }).find();
}

}  // namespace refold
