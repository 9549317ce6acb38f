#include "prove/questions.h"

#include <algorithm>

#include "prove/encode.h"
#include "term/text.h"

namespace refold {

namespace {
/// How many of the solver's resource units a question may take.
constexpr std::pair<Integers::Effort, std::uint64_t> kEfforts[] = {
    {Integers::Effort::Divisions, 100'000}, {Integers::Effort::Few, 200'000}, {Integers::Effort::Many, 400'000}};
}

/// Named properties of functions as what they say.
TermId Questions::opened(TermId prop) {
  const Term term = terms_[prop];
  if (term.op != Op::Injective && term.op != Op::Monotone) return prop;
  const TermId function = term.operands[0], domain = terms_.domain(function);
  const TermId x = terms_.input("%first", domain), y = terms_.input("%second", domain);
  const TermId fx = terms_.apply(function, x), fy = terms_.apply(function, y);
  const TermId body = term.op == Op::Injective
                          ? terms_.must(Op::Implies, {terms_.must(Op::Same, {fx, fy}), terms_.must(Op::Same, {x, y})})
                          : terms_.must(Op::Implies, {terms_.must(Op::LessEq, {x, y}), terms_.must(Op::LessEq, {fx, fy})});
  const TermId inner = terms_.must(Op::ForAll, {domain, terms_.abstract(body, y)});
  return terms_.must(Op::ForAll, {domain, terms_.abstract(inner, x)});
}

void Questions::know(const std::string& name, TermId prop) {
  const TermId fact = integers_.tidy(opened(prop));
  if (!terms_.is(fact, Op::True)) facts_.push_back({name, fact});
}

bool Questions::implied(const std::vector<TermId>& conditions, TermId goal) {
  const TermId wanted = integers_.tidy(goal);
  if (terms_.is(wanted, Op::True)) return true;
  if (terms_.is(wanted, Op::And)) {
    const std::vector<TermId> parts = terms_[wanted].operands;
    return std::all_of(parts.begin(), parts.end(), [&](TermId part) { return implied(conditions, part); });
  }
  std::vector<TermId> given;
  for (const TermId condition : conditions) given.push_back(integers_.tidy(condition));
  if (std::find(given.begin(), given.end(), wanted) != given.end()) return true;
  for (const NamedProp& fact : facts_)
    if (fact.prop == wanted) {
      used_.insert(fact.name);
      return true;
    }
  std::vector<TermId> key;
  for (const NamedProp& fact : facts_) key.push_back(fact.prop);
  key.insert(key.end(), given.begin(), given.end());
  const auto at = known_.find({key, wanted});
  if (at != known_.end()) return at->second;
  if (!alive()) return false;

  Ground ground(terms_, {.rounds = 4, .most_terms = 1500, .budget = &budget_});
  for (const NamedProp& fact : facts_) ground.assume(fact.name, fact.prop);
  for (const TermId condition : given) ground.assume("case", condition);
  ground.set_goal(wanted);
  ground.run();
  std::vector<NamedProp> assertions = ground.assertions();
  std::vector<TermId> props{wanted};
  for (NamedProp& fact : assertions) {
    fact.prop = integers_.tidy(fact.prop);
    props.push_back(fact.prop);
  }
  const bool proved = asked(wanted, assertions, props);
  if (!proved) {
    stuck_ = wanted;
    stuck_conditions_ = given;
  }
  known_.emplace(std::pair(std::move(key), wanted), proved);
  return proved;
}

/// With more and more lemmas: most questions need none, and the solver drowns in many.
bool Questions::asked(TermId wanted, const std::vector<NamedProp>& assertions, const std::vector<TermId>& props) {
  std::optional<std::size_t> before;
  for (const auto& [effort, most] : kEfforts) {
    std::vector<NamedProp> all = assertions;
    for (NamedProp& lemma : integers_.lemmas(props, effort)) all.push_back(std::move(lemma));
    if (all.size() == before) continue;  // nothing more to say
    before = all.size();
    Obligation obligation = encode(terms_, all, wanted, {rule_.algebra, !rule_.algebra.structure.empty()});
    obligation.title = rule_.name;
    obligation.claim = text(terms_.store(), wanted, {.domains = false});
    Budget once = budget_;
    once.rlimit = std::min(budget_.rlimit, most);
    const Answer answer = solve(obligation, once);
    spent_ += answer.rlimit + 1000;  // to make a question costs too
    if (!answer.proved()) continue;
    ++asked_;
    used_.insert(answer.used.begin(), answer.used.end());
    if (observer_) observer_(obligation, answer);
    return true;
  }
  return false;
}

}  // namespace refold
