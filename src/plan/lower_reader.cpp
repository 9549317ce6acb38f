#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/words.h"
#include "plan/lower_forms.h"
#include "plan/lower_terms.h"
#include "term/at.h"
#include "term/text.h"

namespace refold {
namespace {

constexpr std::size_t kMostLatents = 32;        // nested loops
constexpr std::size_t kMostOperations = 5'000;  // nested in one expression of a kernel

/// One contraction, read from the point-wise form at an output index whose components are letters.
class Reader {
 public:
  Reader(Terms& terms, const LoweringInput& input, std::string output)
      : terms_(terms), input_(input), index_(terms, input), semiring_(semiring_of(input.algebra)) {
    made_.output.tensor = std::move(output);
    made_.semiring = semiring_;
  }

  Result<Contraction> read(TermId function) {
    const TermId domain = terms_.domain(function);
    TermId body;
    if (domain.valid()) {
      std::vector<TermId> point;
      for (const TermId factor : factors_of(terms_, domain)) {
        REFOLD_TRY(const std::int64_t extent, index_.extent(factor));
        point.push_back(letter(factor, extent));
        outputs_.push_back(point.back());
        made_.output.shape.push_back(extent);
      }
      body = at(terms_, function, terms_.tuple(point));
    } else {
      body = pointwise(terms_, function);
    }
    REFOLD_CHECK(outer(body));
    return finish();
  }

 private:
  Diagnostic refuse(TermId what, std::string_view why) {
    return {"E0601",
            {},
            fmt::format("there is no loop for {}: {}", text(terms_.store(), what, {.domains = false, .readable = true}), why),
            {},
            "`refold eval` computes any expression on small data"};
  }

  /// The names are those of messages; the contraction gets better ones once its operands are known (name_latents).
  TermId letter(TermId set, std::int64_t extent) {
    static constexpr std::string_view names = "ijklpqrstuvw";
    const std::size_t k = letters_.inputs.size();
    const std::string name = k < names.size() ? std::string(1, names[k]) : fmt::format("i{}", k);
    const TermId input = terms_.input(fmt::format("%{}%latent{}", name, k), set);
    letters_.inputs.push_back(input);
    letters_.latents.push_back({name, extent});
    return input;
  }

  /// The body at the output: a compaction around it, a scalar function around the reduction, the reduction itself.
  Result<void> outer(TermId body) {
    if (const std::optional<TermId> inner = compacted(body)) {
      compact_ = true;
      return outer(*inner);
    }
    TermId reduction;
    REFOLD_TRY(ScalarExpr epilogue, around(body, reduction));
    if (!reduction.valid()) {  // no reduction: one term for each output index
      value_ = body;
      conditions_ = compact_conditions_;
      return {};
    }
    made_.epilogue = epilogue;
    return reduce(reduction);
  }

  /// (+) over t with kappa(t) == o of F(kappa(t)), kappa an enumeration: F(o) where o lies in the enumerated set, and
  /// the unit elsewhere. So the set's conditions hold at the output index; they also give the output's pattern.
  std::optional<TermId> compacted(TermId body) {
    if (!is_reduction(terms_, body) || reduction_name(terms_, body) != "sum" || outputs_.empty()) return std::nullopt;
    const Term bag = terms_[terms_[body].operands[1]];
    if (bag.op != Op::Apply || !terms_.is(bag.operands[0], Op::Flatten)) return std::nullopt;
    const Term starred = terms_[bag.operands[1]];
    if (starred.op != Op::Apply || !terms_.is(starred.operands[0], Op::Star)) return std::nullopt;
    const TermId set = enumerated_set(terms_, starred.operands[1]);
    if (!set.valid()) return std::nullopt;
    const TermId t = terms_.input("%t", terms_.domain(terms_[starred.operands[0]].operands[0]));
    const Term guard = terms_[terms_.apply(terms_[starred.operands[0]].operands[0], t)];
    const TermId visited = terms_.apply(terms_.must(Op::Enumerate, {set}), t);
    const TermId point = terms_.tuple(outputs_);
    if (guard.op != Op::Guard) return std::nullopt;
    const Term equal = terms_[guard.operands[0]];
    if (equal.op != Op::Eq || equal.operands[0] != visited || equal.operands[1] != point) return std::nullopt;
    const Term single = terms_[guard.operands[1]];
    if (single.op != Op::Apply || !terms_.is(single.operands[0], Op::Single)) return std::nullopt;
    const TermId inner = terms_.replace(single.operands[1], {{visited, point}});
    if (terms_.mentions(inner, t)) return std::nullopt;
    TermId base = set;
    for (; terms_.is(base, Op::Subset); base = terms_[base].operands[0])
      compact_conditions_.push_back(pointwise(terms_, terms_.instantiate(terms_[base].operands[1], point)));
    return pointwise(terms_, inner);
  }

  /// A scalar expression with at most one reduction inside, which becomes Result.
  Result<ScalarExpr> around(TermId body, TermId& reduction) {
    if (is_reduction(terms_, body) && !sparse_entry(terms_, body)) {
      if (is_product(terms_, body)) return ScalarExpr::number(0);  // no reduction outside; read as a factor
      if (reduction.valid() && reduction != body) return refuse(body, "two reductions in one value");
      reduction = body;
      return ScalarExpr::result();
    }
    const Term term = terms_[body];
    if (term.op == Op::Number) return constant(term);
    if (!contains_reduction(body)) {
      if (reduction.valid() || contains_data(body))
        return term.operands.empty() || contains_data(body)
                   ? Result<ScalarExpr>(ScalarExpr::number(0))
                   : scalar(term, [&](TermId part) { return around(part, reduction); });
      return scalar(term, [&](TermId part) { return around(part, reduction); });
    }
    for (const TermId part : term.operands)
      if (contains_data(part) && !contains_reduction(part)) return refuse(body, "data beside a reduction");
    return scalar(term, [&](TermId part) { return around(part, reduction); });
  }

  bool contains_reduction(TermId id) {
    if (is_reduction(terms_, id) && !sparse_entry(terms_, id)) return !is_product(terms_, id);
    const Term& term = terms_[id];
    return std::any_of(term.operands.begin(), term.operands.end(),
                       [&](TermId part) { return contains_reduction(part); });
  }
  bool contains_data(TermId id) {
    const Term& term = terms_[id];
    if (term.op == Op::Input) return true;
    return std::any_of(term.operands.begin(), term.operands.end(), [&](TermId part) { return contains_data(part); });
  }

  Result<void> reduce(TermId body) {
    const std::string_view name = reduction_name(terms_, body);
    if (name == "sum") semiring_ = semiring_of(input_.algebra);
    else if (name == "max")
      semiring_ = {ScalarOp::Max, -std::numeric_limits<double>::infinity(), ScalarOp::Multiply, 1};
    else if (name == "min") semiring_ = {ScalarOp::Min, std::numeric_limits<double>::infinity(), ScalarOp::Multiply, 1};
    else if (name == "any") semiring_ = or_and();
    else if (name == "all") semiring_ = {ScalarOp::And, 1, ScalarOp::Or, 0};
    else if (name == "prod") semiring_ = {semiring_.multiply, semiring_.one, semiring_.multiply, semiring_.one};
    else return refuse(body, fmt::format("no loop reduces with {}", name.empty() ? "an unknown reduction" : name));
    made_.semiring = semiring_;
    for (const TermId condition : compact_conditions_)
      if (!says_not_empty(terms_, condition, terms_[body].operands[1])) conditions_.push_back(condition);
    return bag(terms_[body].operands[1]);
  }

  /// The elements of a bag in comprehension form: letters, guards, and at the end one value.
  Result<void> bag(TermId id) {
    const Term term = terms_[id];
    if (term.op == Op::Guard) {
      conditions_.push_back(term.operands[0]);
      return bag(term.operands[1]);
    }
    if (term.op != Op::Apply) return refuse(id, "the bag is no comprehension");
    if (terms_.is(term.operands[0], Op::Single)) {
      value_ = term.operands[1];
      return {};
    }
    if (!terms_.is(term.operands[0], Op::Flatten)) return refuse(id, "the bag is no comprehension");
    const Term starred = terms_[term.operands[1]];
    if (starred.op != Op::Apply || !terms_.is(starred.operands[0], Op::Star))
      return refuse(id, "the bag is no comprehension");
    const TermId function = terms_[starred.operands[0]].operands[0];
    if (const TermId set = enumerated_set(terms_, starred.operands[1]); set.valid())
      return over_enumeration(function, set, id);
    const Term source = terms_[starred.operands[1]];
    if (source.op == Op::Elements) {
      REFOLD_TRY(const TermId point, over_set(source.operands[0]));
      return bag(pointwise(terms_, terms_.apply(function, point)));
    }
    // Over the stored positions at an index: the one position there, where there is one.
    if (source.op == Op::Apply && terms_.is(source.operands[0], Op::Positions)) {
      const TermId position =
          terms_.apply(terms_.must(Op::The, {terms_[source.sort].operands[0]}), starred.operands[1]);
      stored_at_.push_back(starred.operands[1]);
      return bag(pointwise(terms_, terms_.apply(function, position)));
    }
    return refuse(id, "only sets and stored positions are looped over");
  }

  /// Over t in [|S|] through kappa(t) alone: the same as over the elements of S.
  Result<void> over_enumeration(TermId function, TermId set, TermId whole) {
    const TermId t = terms_.input("%t", terms_.domain(function));
    const TermId inner = terms_.apply(function, t);
    REFOLD_TRY(const TermId point, over_set(set));
    const TermId visited = terms_.apply(terms_.must(Op::Enumerate, {set}), t);
    const TermId replaced = terms_.replace(inner, {{visited, point}});
    if (terms_.mentions(replaced, t)) return refuse(whole, "the enumeration's own number is used");
    return bag(pointwise(terms_, replaced));
  }

  Result<TermId> over_set(TermId set) {
    const Term term = terms_[set];
    if (term.op == Op::Subset) {
      REFOLD_TRY(const TermId point, over_set(term.operands[0]));
      conditions_.push_back(pointwise(terms_, terms_.instantiate(term.operands[1], point)));
      return point;
    }
    std::vector<TermId> point;
    for (const TermId factor : factors_of(terms_, set)) {
      REFOLD_TRY(const std::int64_t extent, index_.extent(factor));
      point.push_back(letter(factor, extent));
    }
    return terms_.tuple(std::move(point));
  }

  /// Guards that fix an output component by the letters of the reduction take its letter away.
  Result<Contraction> finish() {
    std::vector<TermId> open;
    for (const TermId condition : conditions_) split(condition, open);
    std::vector<std::pair<TermId, TermId>> fixed;
    std::vector<TermId> kept;
    for (const TermId condition : open) {
      const Term equal = terms_[condition];
      bool used = false;
      if (equal.op == Op::Eq)
        for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
          const TermId component = equal.operands[side];
          const bool output = std::find(outputs_.begin(), outputs_.end(), component) != outputs_.end();
          const bool done =
              std::any_of(fixed.begin(), fixed.end(), [&](const auto& f) { return f.first == component; });
          if (!output || done || used || terms_.mentions(equal.operands[1 - side], component)) continue;
          if (!index_.affine(equal.operands[1 - side], letters_)) continue;
          fixed.push_back({component, equal.operands[1 - side]});
          used = true;
        }
      if (!used) kept.push_back(condition);
    }
    const auto settle = [&](TermId term) { return pointwise(terms_, terms_.replace(term, fixed)); };
    drop_letters(fixed);
    if (letters_.latents.size() > kMostLatents)
      return Diagnostic{"E0601", {}, fmt::format("there are no loops for {}: it has {} indices at once, at most {} are nested",
                                                 made_.output.tensor, letters_.latents.size(), kMostLatents),
                        {}, "write it as several sums over fewer indices, one inside the other"};
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const std::optional<Affine> access = index_.affine(settle(outputs_[k]), letters_);
      if (!access) return refuse(outputs_[k], "the output index is not affine in the loops");
      made_.output.access.push_back(*access);
      keep_inside(*access, made_.output.shape[k]);
    }
    for (const TermId at_index : stored_at_) iterated_.push_back(settle(at_index));
    for (const TermId condition : kept) REFOLD_CHECK(add_condition(settle(condition)));
    if (value_.valid()) {
      under_condition_ += tests_.empty() ? 0 : 1;
      REFOLD_TRY(ScalarExpr value, factor(settle(value_)));
      under_condition_ -= tests_.empty() ? 0 : 1;
      REFOLD_TRY(value, tested(std::move(value)));
      made_.factors = factors_of_product(std::move(value));
    }
    for (const TermId at_index : iterated_) {
      REFOLD_CHECK(operand(at_index, Visit::Iterated));  // restricts, whether or not it is read
    }
    made_.latents = letters_.latents;
    REFOLD_CHECK(pattern());
    return std::move(made_);
  }

  /// `o == f(l)` for o in [extent] says nothing of letters with f(l) outside: guards leave them out.
  void keep_inside(const Affine& index, std::int64_t extent) {
    if (always_inside(index, extent, letters_)) return;
    made_.guards.push_back({(-1) * index});
    made_.guards.push_back({index + Affine::number(1 - extent)});
  }

  void split(TermId condition, std::vector<TermId>& into) {
    const Term term = terms_[condition];
    if (term.op == Op::And) {
      for (const TermId part : term.operands) split(part, into);
      return;
    }
    const Term a = term.op == Op::Eq ? terms_[term.operands[0]] : Term{};
    const Term b = term.op == Op::Eq ? terms_[term.operands[1]] : Term{};
    const std::size_t width =
        term.op == Op::Eq && (a.op == Op::Tuple || b.op == Op::Tuple)
            ? std::max(a.op == Op::Tuple ? a.operands.size() : 0, b.op == Op::Tuple ? b.operands.size() : 0)
            : 1;
    if (term.op == Op::Eq && width != 1) {
      const std::vector<TermId> left = components(terms_, term.operands[0], width),
                                right = components(terms_, term.operands[1], width);
      for (std::size_t k = 0; k < width; ++k) split(terms_.must(Op::Eq, {left[k], right[k]}), into);
      return;
    }
    into.push_back(condition);
  }

  void drop_letters(const std::vector<std::pair<TermId, TermId>>& fixed) {
    Letters left;
    for (std::size_t k = 0; k < letters_.inputs.size(); ++k) {
      const bool gone =
          std::any_of(fixed.begin(), fixed.end(), [&](const auto& f) { return f.first == letters_.inputs[k]; });
      if (gone) continue;
      left.inputs.push_back(letters_.inputs[k]);
      left.latents.push_back(letters_.latents[k]);
    }
    letters_ = std::move(left);
  }

  Result<void> add_condition(TermId condition) {
    if (index_.guard(condition, false, letters_, made_.guards)) return {};
    if (const std::optional<TermId> at_index = stored_index(terms_, condition)) {
      iterated_.push_back(*at_index);
      return {};
    }
    if (const std::optional<TermId> entry = sparse_entry(terms_, condition)) iterated_.push_back(*entry);  // not stored: false
    tests_.push_back(condition);
    return {};
  }

  /// What is neither affine nor about stored entries is tested at each visit; where it fails, nothing is added.
  Result<ScalarExpr> tested(ScalarExpr value) {
    for (const TermId condition : tests_) {
      REFOLD_TRY(ScalarExpr test, factor(condition));
      const ScalarExpr nothing = ScalarExpr::number(semiring_.zero);
      const bool number = semiring_ == plus_times() && sparse_entry(terms_, condition);  // 0 or 1
      value = number ? ScalarExpr::apply(ScalarOp::Multiply, {std::move(test), std::move(value)})
                     : ScalarExpr::apply(ScalarOp::Select, {std::move(test), std::move(value), nothing});
    }
    return value;
  }

  bool is_truth(TermId sort) const { return sort.valid() && terms_.is(sort, Op::Bool); }
  bool is_iterated(TermId at_index) const { return std::find(iterated_.begin(), iterated_.end(), at_index) != iterated_.end(); }

  Result<ScalarExpr> constant(const Term& term) {
    return ScalarExpr::number(static_cast<double>(terms_.store().number_value(term.payload)));
  }

  Result<ScalarExpr> factor(TermId id) {
    const Term term = terms_[id];
    if (term.op == Op::Number) return constant(term);
    if (term.op == Op::Infinity) return ScalarExpr::number(std::numeric_limits<double>::infinity());
    if (const std::optional<TermId> entry = sparse_entry(terms_, id)) return operand(*entry, is_iterated(*entry) ? Visit::Iterated : Visit::Located);
    if (is_reduction(terms_, id) && is_product(terms_, id)) {
      const Term bag = terms_[term.operands[1]];
      const std::vector<TermId> parts = bag.op == Op::BagSum ? bag.operands : std::vector<TermId>{term.operands[1]};
      std::optional<ScalarExpr> product;
      for (const TermId part : parts) {
        const Term single = terms_[part];
        if (single.op != Op::Apply || !terms_.is(single.operands[0], Op::Single))
          return refuse(id, "the product is over no list of factors");
        REFOLD_TRY(ScalarExpr next, factor(single.operands[1]));
        product = product
                      ? ScalarExpr::apply(semiring_of(input_.algebra).multiply, {std::move(*product), std::move(next)})
                      : std::move(next);
      }
      return std::move(*product);
    }
    if (term.op == Op::Apply) {
      const Term head = terms_[term.operands[0]];
      if (head.op == Op::Values) {
        const Term the = terms_[term.operands[1]];
        if (the.op == Op::Apply && terms_.is(the.operands[0], Op::The)) {
          const TermId at_index = the.operands[1];
          if (!is_iterated(at_index)) return refuse(id, "the stored position is used where nothing says that there is one");
          return operand(at_index, Visit::Iterated);
        }
      }
      if (head.op == Op::Input) return operand(id, Visit::Located);
      return refuse(id, "this function has no loop");
    }
    if (term.op == Op::ToReal)
      if (const std::optional<Affine> index = index_.affine(term.operands[0], letters_)) return index_value(*index);
    if (term.op == Op::Input || term.op == Op::Proj) {
      if (const std::optional<Affine> index = index_.affine(id, letters_)) return index_value(*index);
      return operand(id, Visit::Located);
    }
    return scalar(term, [&](TermId part) { return factor(part); });
  }

  template <class F>
  Result<ScalarExpr> scalar(const Term& term, const F& part) {
    const std::optional<ScalarOp> op = scalar_op(term.op, semiring_of(input_.algebra));
    if (term.op == Op::Number) return constant(term);
    if (term.op == Op::True || term.op == Op::False) return ScalarExpr::number(term.op == Op::True ? 1 : 0);
    if (term.op == Op::ToReal) return part(term.operands[0]);
    if (!op)
      return Diagnostic{"E0601", {}, fmt::format("there is no loop for the operator {}", info(term.op).name), {},
                        "`refold eval` computes any expression on small data"};
    const bool guarding = term.op == Op::If || term.op == Op::And || term.op == Op::Or;
    std::vector<ScalarExpr> operands;
    under_condition_ += guarding ? 1 : 0;
    for (const TermId operand_term : term.operands) {
      REFOLD_TRY(ScalarExpr value, part(operand_term));
      operands.push_back(std::move(value));
    }
    under_condition_ -= guarding ? 1 : 0;
    operations_ += operands.size();
    if (operations_ > kMostOperations)
      return Diagnostic{"E0601", {}, fmt::format("there is no loop for more than {} operations at once", kMostOperations), {},
                        "compute a part of it first: write it out (run --out), and read it as a tensor"};
    const std::size_t arity = info(*op).arity;
    if (operands.size() <= arity) return ScalarExpr::apply(*op, std::move(operands));
    ScalarExpr folded = std::move(operands[0]);
    for (std::size_t k = 1; k < operands.size(); ++k) {
      std::vector<ScalarExpr> both;  // moved: an initializer list would copy all that is folded so far
      both.push_back(std::move(folded));
      both.push_back(std::move(operands[k]));
      folded = ScalarExpr::apply(*op, std::move(both));
    }
    return folded;
  }

  Result<ScalarExpr> operand(TermId place, Visit visit) {
    for (std::size_t k = 0; k < found_.size(); ++k)
      if (found_[k] == place && made_.operands[k].visit == visit) return ScalarExpr::operand(k);
    REFOLD_CHECK(add_operand(place, visit));
    return ScalarExpr::operand(made_.operands.size() - 1);
  }

  /// `place`: X[index], positions(S)(index), or a scalar Input.
  Result<void> add_operand(TermId place, Visit visit) {
    const Term term = terms_[place];
    TermId tensor = place, position;
    if (term.op == Op::Apply) {
      tensor = term.operands[0];
      position = term.operands[1];
      if (terms_.is(tensor, Op::Positions)) tensor = terms_[tensor].operands[0];
    }
    const auto bound = input_.tensors.find(tensor);
    if (bound == input_.tensors.end())
      return Diagnostic{"E0603",
                        {},
                        fmt::format("{} is not bound to data", readable(terms_.store(), tensor)),
                        {},
                        "give it with --bind NAME=FILE, or NAME=\"random(seed=1)\""};
    const double absent = terms_.is(tensor, Op::Input) && is_truth(terms_.codomain(tensor)) ? 0 : semiring_of(input_.algebra).zero;
    Operand made{bound->second.name, bound->second.shape, {}, bound->second.format, visit, absent, bound->second.stored};
    if (position.valid())
      for (const TermId component : components(terms_, position, made.shape.size())) {
        const std::optional<Affine> access = index_.affine(component, letters_);
        if (!access) return refuse(component, "this index is not affine in the loops");
        if (under_condition_ > 0 && !always_inside(*access, made.shape[made.access.size()], letters_))
          return refuse(component, "a kernel computes both sides of a condition, and this index may leave the data where the other side counts");
        made.access.push_back(*access);
      }
    if (made.access.size() != made.shape.size())
      return refuse(place, "the data has " + counted(made.shape.size(), "mode"));
    made_.operands.push_back(std::move(made));
    found_.push_back(place);
    return {};
  }

  /// An iterated operand that is read at the output index itself: the output stores values only where it does. The
  /// function around the reduction must give 0 at the unit, since nothing may reach an index.
  Result<void> pattern() {
    const bool keeps_zero = evaluate(made_.epilogue, semiring_.zero) == semiring_.zero;
    if (compact_ && !keeps_zero)
      return Diagnostic{"E0601", {}, "the function around the sum does not keep 0, so entries that nothing reaches would not be 0"};
    if (!keeps_zero || (!compact_ && semiring_.zero != 0)) return {};
    for (std::size_t k = 0; k < made_.operands.size(); ++k)
      if (made_.operands[k].visit == Visit::Iterated && made_.operands[k].access == made_.output.access) {
        made_.output.pattern_of = k;
        return {};
      }
    return {};  // no operand has the output's pattern: a dense output, 0 where nothing is reached
  }

  Terms& terms_;
  const LoweringInput& input_;
  IndexReader index_;
  Semiring semiring_;
  Contraction made_;
  Letters letters_;
  std::vector<TermId> outputs_;      // the letters of the output index
  std::vector<TermId> conditions_;   // as found
  std::vector<TermId> compact_conditions_;  // of the set that a compaction enumerates, at the output index
  std::vector<TermId> stored_at_;    // positions(S)(i) that are looped over
  std::vector<TermId> iterated_;     // positions(S)(i) at which something is stored on every visit
  std::vector<TermId> tests_;        // conditions on values
  std::vector<TermId> found_;        // the place of each operand
  TermId value_;
  bool compact_ = false;
  std::size_t operations_ = 0;       // on values
  int under_condition_ = 0;          // inside `if`, `and`, `or`, whose parts need not all be meant
};

}  // namespace

Result<Contraction> read_contraction(Terms& terms, const LoweringInput& input, const std::string& output,
                                     TermId function) {
  return Reader(terms, input, output).read(function);
}

}  // namespace refold
