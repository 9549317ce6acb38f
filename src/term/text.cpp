#include "term/text.h"

#include <optional>
#include <set>

#include "term/build.h"

namespace refold {
namespace {

/// The name of a bound variable, or of each component of a tuple variable.
struct Names {
  std::string name;
  std::vector<Names> parts;
};

Syntax node(Syn kind, std::vector<Syntax> children = {}, std::string text = {}) {
  return {kind, {}, std::move(text), std::move(children)};
}
Syntax name_node(std::string_view name) { return node(Syn::Name, {}, std::string(name)); }
Syntax call(std::string_view head, std::vector<Syntax> arguments) {
  arguments.insert(arguments.begin(), name_node(head));
  return node(Syn::Call, std::move(arguments));
}

class Writer {
 public:
  Writer(const TermStore& store, TextOptions options) : store_(store), options_(options) {}

  Syntax write(TermId id) {
    if (options_.names != nullptr)
      if (const auto at = options_.names->find(id); at != options_.names->end()) return name_node(at->second);
    const Term& term = store_[id];
    switch (term.op) {
      case Op::Type: case Op::SetKind: case Op::ValueKind: case Op::AxesKind:
      case Op::Real: case Op::Int: case Op::Bool: case Op::Flatten: case Op::Single: case Op::The:
        return name_node(info(term.op).name);
      case Op::Identity: return name_node("id");
      case Op::Input:
        if (const auto at = readable_.find(id); at != readable_.end()) return name_node(at->second);
        return name_node(store_.name_text(term.payload));
      case Op::Model: case Op::Reduce: return name_node(store_.name_text(term.payload));
      case Op::Arrow: return node(Syn::Arrow, all(term));
      case Op::BagOf: return node(Syn::BagSort, all(term));
      case Op::ReductionOf: return node(Syn::ReductionSort, all(term));
      case Op::FamilyOf: case Op::Sigma: return binder(term, Syn::Depend);
      case Op::Range: return node(Syn::Range, all(term));
      case Op::Product: return term.operands.empty() ? node(Syn::Tuple) : node(Syn::Mul, all(term));
      case Op::Union: return node(Syn::Add, all(term));
      case Op::Subset: return binder(term, Syn::Subset);
      case Op::Power: return node(Syn::Power, {node(Syn::Range, {write(term.operands[0])}), write(term.operands[1])});
      case Op::Bound: return bound(term);
      case Op::Number: return number(store_.number_value(term.payload));
      case Op::Infinity: return node(Syn::Inf);
      case Op::True: return node(Syn::True);
      case Op::False: return node(Syn::False);
      case Op::Add: return sum(term);
      case Op::Mul: return node(Syn::Mul, all(term));
      case Op::Neg: return node(Syn::Negate, all(term));
      case Op::Divide: return node(Syn::Divide, all(term));
      case Op::Pow: return node(Syn::Power, all(term));
      case Op::Div: return node(Syn::Div, all(term));
      case Op::Mod: return node(Syn::Mod, all(term));
      case Op::Eq: return node(Syn::Compare, all(term), "==");
      case Op::Less: return node(Syn::Compare, all(term), "<");
      case Op::LessEq: case Op::Included: return node(Syn::Compare, all(term), "<=");
      case Op::In: return node(Syn::Compare, all(term), "in");
      case Op::And: return node(Syn::And, all(term));
      case Op::Or: return node(Syn::Or, all(term));
      case Op::Not: {
        const Term& inner = store_[term.operands[0]];
        return inner.op == Op::Eq ? node(Syn::Compare, all(inner), "!=") : node(Syn::Not, all(term));
      }
      case Op::If: return node(Syn::If, all(term));
      case Op::Compose: return node(Syn::Compose, all(term));
      case Op::Apply: return apply(term);
      case Op::Lambda: return binder(term, Syn::Lambda);
      case Op::Tuple: return node(Syn::Tuple, all(term));
      case Op::Proj: return proj(term);
      case Op::Inject: return node(Syn::Tuple, {node(Syn::Number, {}, std::to_string(term.payload)), write(term.operands[0])});
      case Op::Member: return node(Syn::Call, all(term));
      case Op::Stack: return node(Syn::Stack, all(term));
      case Op::StackOver: return binder(term, Syn::StackFor);
      case Op::Empty: return node(Syn::Bag);
      case Op::BagSum: return bag_sum(term);
      case Op::Guard: return guard(term);
      case Op::Star: return node(Syn::Star, all(term));
      case Op::Fork: {
        std::vector<Syntax> parts;
        for (const TermId part : term.operands) parts.push_back(map_of(part));
        return node(Syn::Fork, std::move(parts));
      }
      case Op::ForkOver: return binder(term, Syn::ForkFor);
      case Op::Copies: return call("copies", {write(term.operands[0])});
      case Op::Card: {
        const Term& bag = store_[term.operands[0]];
        return node(Syn::Card, {write(bag.op == Op::Elements ? bag.operands[0] : term.operands[0])});
      }
      case Op::Same: return node(Syn::Equal, all(term));
      case Op::Implies: return node(Syn::Implies, all(term));
      case Op::ForAll: return binder(term, Syn::ForAll);
      case Op::ForSome: return binder(term, Syn::ForSome);
      case Op::Quot: case Op::Rem: case Op::Abs: case Op::Min: case Op::Max: case Op::ToReal: case Op::ToInt:
      case Op::Support: case Op::Image: case Op::Elements: case Op::Enumerate: case Op::Inverse: case Op::Count:
      case Op::Values: case Op::Positions: case Op::Stored: case Op::Disjoint: case Op::Injective:
      case Op::Bijective: case Op::Monotone:
        return call(info(term.op).name, all(term));
    }
    __builtin_unreachable();
  }

  /// `%i%3` is i, or i1 where something else is called i.
  void make_readable(TermId input) {
    const std::string_view name = store_.name_text(store_[input].payload);
    if (!name.starts_with('%') && !name.starts_with('@')) return;
    std::string base(name.substr(1, name.find('%', 1) - 1));
    if (base.empty() || (base[0] >= '0' && base[0] <= '9')) base = "t";
    std::string free = base;
    for (int k = 1; !inputs_.insert(free).second; ++k) free = base + std::to_string(k);
    readable_[input] = free;
  }

 private:
  std::vector<Syntax> all(const Term& term) {
    std::vector<Syntax> parts;
    for (const TermId operand : term.operands) parts.push_back(write(operand));
    return parts;
  }

  static Syntax number(const Rational& value) {
    if (value < 0) return node(Syn::Negate, {number(-value)});
    const Integer denominator = boost::multiprecision::denominator(value);
    const Syntax top = node(Syn::Number, {}, boost::multiprecision::numerator(value).str());
    return denominator == 1 ? top : node(Syn::Divide, {top, node(Syn::Number, {}, denominator.str())});
  }

  /// a + b + .. ; a last summand -b is written as a difference, and so is a negative number.
  Syntax sum(const Term& term) {
    const Term& last = store_[term.operands.back()];
    if (term.operands.size() != 2) return node(Syn::Add, all(term));
    if (last.op == Op::Neg) return node(Syn::Sub, {write(term.operands[0]), write(last.operands[0])});
    if (last.op == Op::Number && store_.number_value(last.payload) < 0)
      return node(Syn::Sub, {write(term.operands[0]), number(-store_.number_value(last.payload))});
    return node(Syn::Add, all(term));
  }

  static Syntax tree(const Names& names) {
    if (names.parts.empty()) return name_node(names.name);
    std::vector<Syntax> parts;
    for (const Names& part : names.parts) parts.push_back(tree(part));
    return node(Syn::Tuple, std::move(parts));
  }
  const Names* names_of(const Term& bound) const {
    const auto depth = static_cast<std::size_t>(bound.payload);
    return depth < bound_.size() ? &bound_[bound_.size() - 1 - depth] : nullptr;
  }
  Syntax bound(const Term& term) {
    const Names* names = names_of(term);
    return names ? tree(*names) : name_node("_" + std::to_string(term.payload));
  }
  const Names* component(TermId id) const {
    const Term& term = store_[id];
    if (term.op == Op::Bound) return names_of(term);
    if (term.op != Op::Proj) return nullptr;
    const Names* whole = component(term.operands[0]);
    const auto k = static_cast<std::size_t>(term.payload);
    return whole && k < whole->parts.size() ? &whole->parts[k] : nullptr;
  }
  Syntax proj(const Term& term) {
    if (const Names* whole = component(term.operands[0]))
      if (const auto k = static_cast<std::size_t>(term.payload); k < whole->parts.size()) return tree(whole->parts[k]);
    TermStore scratch(store_, 0);
    Terms terms(scratch);
    const Term& product = scratch[terms.erase(store_[term.operands[0]].sort)];
    std::vector<Syntax> binders;
    std::string chosen;
    std::vector<std::string> taken;
    for (std::size_t k = 0; k < product.operands.size(); ++k) {
      taken.push_back(fresh());
      binders.push_back(node(Syn::Binder, {name_node(taken.back()), node(Syn::Missing)}));
      if (static_cast<std::int64_t>(k) == term.payload) chosen = taken.back();
    }
    for (const std::string& name : taken) used_.erase(name);
    return node(Syn::Call, {node(Syn::Lambda, {node(Syn::Binders, std::move(binders)), name_node(chosen)}), write(term.operands[0])});
  }

  bool is_tensor(TermId function) const {
    const Term& sort = store_[store_[function].sort];
    if (sort.op != Op::Arrow) return false;
    const bool set = store_[store_[sort.operands[0]].sort].op == Op::SetKind;
    return set && store_[store_[sort.operands[1]].sort].op == Op::ValueKind;
  }
  /// `single . phi` where an index function is expected is written phi.
  Syntax map_of(TermId id) {
    const Term& term = store_[id];
    if (term.op == Op::Single) return name_node("id");  // the identity, as an index function
    if (term.op != Op::Compose || store_[term.operands[0]].op != Op::Single) return write(id);
    std::vector<Syntax> parts;
    for (std::size_t k = 1; k < term.operands.size(); ++k) parts.push_back(write(term.operands[k]));
    return parts.size() == 1 ? parts[0] : node(Syn::Compose, std::move(parts));
  }

  Syntax apply(const Term& term) {
    const Term& head = store_[term.operands[0]];
    if (head.op == Op::Single) return node(Syn::Bag, {write(term.operands[1])});
    if (auto comprehension = read_comprehension(term)) return *comprehension;
    if (const Term& sort = store_[head.sort]; sort.op == Op::ReductionOf && store_[term.operands[1]].op == Op::Apply)
      if (auto big = read_comprehension(store_[term.operands[1]])) {
        std::vector<Syntax> parts{write(term.operands[0]), big->children[1], big->children[2], big->children[0]};
        if (!parts[1].missing()) return node(Syn::Big, std::move(parts));
      }
    std::vector<Syntax> parts{write(term.operands[0])};
    Syntax argument = write(term.operands[1]);
    if (argument.kind == Syn::Tuple && argument.children.empty()) return node(Syn::Call, std::move(parts));
    if (argument.kind == Syn::Tuple)
      parts.insert(parts.end(), argument.children.begin(), argument.children.end());
    else
      parts.push_back(std::move(argument));
    return node(is_tensor(term.operands[0]) ? Syn::At : Syn::Call, std::move(parts));
  }

  /// flatten((x -> B)*(source)) with B again such a form, {e} or {e if g}: a comprehension.
  std::optional<Syntax> read_comprehension(const Term& term) {
    struct Level { TermId domain, source; };
    std::vector<Level> levels;
    const Term* at = &term;
    while (at->op == Op::Apply && store_[at->operands[0]].op == Op::Flatten) {
      const Term& starred = store_[at->operands[1]];
      if (starred.op != Op::Apply || store_[starred.operands[0]].op != Op::Star) return std::nullopt;
      const Term& lambda = store_[store_[starred.operands[0]].operands[0]];
      if (lambda.op != Op::Lambda) return std::nullopt;
      levels.push_back({lambda.operands[0], starred.operands[1]});
      at = &store_[lambda.operands[1]];
    }
    if (levels.empty()) return std::nullopt;
    TermId condition;
    if (at->op == Op::Guard) {
      condition = at->operands[0];
      at = &store_[at->operands[1]];
    }
    if (at->op != Op::Apply || store_[at->operands[0]].op != Op::Single) return std::nullopt;
    std::vector<Syntax> binders;
    for (const Level& level : levels) {
      const Term& source = store_[level.source];
      Syntax domain = source.op == Op::Elements ? write(source.operands[0]) : write(level.source);
      const Names names = name_tree(level.domain);
      const bool flat = source.op == Op::Elements && !names.parts.empty() && store_[source.operands[0]].op == Op::Product;
      if (flat) {
        for (std::size_t k = 0; k < names.parts.size(); ++k)
          binders.push_back(node(Syn::Binder, {pattern(names.parts[k]), options_.domains ? domain.children[k] : node(Syn::Missing)}));
      } else {
        binders.push_back(node(Syn::Binder, {pattern(names), options_.domains || source.op != Op::Elements ? domain : node(Syn::Missing)}));
      }
      bound_.push_back(names);
    }
    Syntax element = write(at->operands[1]);
    Syntax guard = condition.valid() ? write(condition) : node(Syn::Missing);
    for (std::size_t k = 0; k < levels.size(); ++k) release();
    return node(Syn::BagFor, {std::move(element), node(Syn::Binders, std::move(binders)), std::move(guard)});
  }

  Syntax guard(const Term& term) {
    const Term& bag = store_[term.operands[1]];
    if (bag.op == Op::Apply && store_[bag.operands[0]].op == Op::Single)
      return node(Syn::BagFor, {write(bag.operands[1]), node(Syn::Missing), write(term.operands[0])});
    return node(Syn::If, {write(term.operands[0]), write(term.operands[1]), node(Syn::Bag)});
  }
  Syntax bag_sum(const Term& term) {
    std::vector<Syntax> elements;
    for (const TermId part : term.operands) {
      const Term& bag = store_[part];
      if (bag.op != Op::Apply || store_[bag.operands[0]].op != Op::Single) return node(Syn::Add, all(term));
      elements.push_back(write(bag.operands[1]));
    }
    return node(Syn::Bag, std::move(elements));
  }

  std::string fresh() {
    static constexpr std::string_view letters = "ijklpqrstuvw";
    for (int round = 0;; ++round)
      for (const char letter : letters) {
        std::string name(1, letter);
        if (round > 0) name += std::to_string(round);
        if (inputs_.count(name) == 0 && used_.insert(name).second) return name;
      }
  }
  Names name_tree(TermId domain) {
    const Term& set = store_[domain];
    if (set.op == Op::Product && set.operands.size() > 1) {
      Names names;
      for (const TermId factor : set.operands) names.parts.push_back(name_tree(factor));
      return names;
    }
    if (set.op == Op::Subset) return name_tree(set.operands[0]);
    if (set.op == Op::Sigma) {
      Names names;
      names.parts.push_back(name_tree(set.operands[0]));
      const Names rest = name_tree(set.operands[1]);
      if (rest.parts.empty()) names.parts.push_back(rest);
      else names.parts.insert(names.parts.end(), rest.parts.begin(), rest.parts.end());
      return names;
    }
    return {fresh(), {}};
  }
  static Syntax pattern(const Names& names) {
    Syntax shape = tree(names);
    if (shape.kind != Syn::Tuple) return shape;
    std::vector<Syntax> parts;
    for (const Names& part : names.parts) parts.push_back(pattern(part));
    return node(Syn::PatternTuple, std::move(parts));
  }
  void release() {
    const auto forget = [this](const auto& self, const Names& names) -> void {
      used_.erase(names.name);
      for (const Names& part : names.parts) self(self, part);
    };
    forget(forget, bound_.back());
    bound_.pop_back();
  }

  Syntax binder(const Term& term, Syn kind) {
    Syntax domain = write(term.operands[0]);
    const Names names = name_tree(term.operands[0]);
    bound_.push_back(names);
    Syntax body = kind == Syn::ForkFor ? map_of(term.operands[1]) : write(term.operands[1]);
    release();
    if (kind == Syn::Depend) return node(kind, {pattern(names), std::move(domain), std::move(body)});
    if (kind == Syn::Subset) return node(kind, {pattern(names), std::move(domain), std::move(body)});
    std::vector<Syntax> binders;
    const bool keep = options_.domains || kind == Syn::StackFor || kind == Syn::ForkFor || kind == Syn::ForAll || kind == Syn::ForSome;
    if (domain.kind == Syn::Mul && !names.parts.empty()) {
      for (std::size_t k = 0; k < names.parts.size(); ++k)
        binders.push_back(node(Syn::Binder, {pattern(names.parts[k]), keep ? domain.children[k] : node(Syn::Missing)}));
    } else {
      binders.push_back(node(Syn::Binder, {pattern(names), keep ? domain : node(Syn::Missing)}));
    }
    Syntax list = node(Syn::Binders, std::move(binders));
    if (kind == Syn::Lambda || kind == Syn::ForAll || kind == Syn::ForSome) return node(kind, {std::move(list), std::move(body)});
    return node(kind, {std::move(body), std::move(list)});
  }

  const TermStore& store_;
  TextOptions options_;
  std::vector<Names> bound_;
  std::set<std::string> used_;    // names of the enclosing binders
  std::set<std::string> inputs_;  // names of the term's inputs, never reused
  std::map<TermId, std::string> readable_;  // of inputs of ours, where people read

  friend Syntax refold::to_syntax(const TermStore&, TermId, TextOptions);
};

}  // namespace

Syntax to_syntax(const TermStore& store, TermId id, TextOptions options) {
  Writer writer(store, options);
  // Names of inputs that occur are not given to bound variables.
  std::vector<TermId> open{id};
  std::set<TermId> seen;
  writer.inputs_.insert("");
  while (!open.empty()) {
    const TermId part = open.back();
    open.pop_back();
    if (!seen.insert(part).second) continue;
    const Term& term = store[part];
    if (term.op == Op::Input) writer.inputs_.insert(std::string(store.name_text(term.payload)));
    open.insert(open.end(), term.operands.begin(), term.operands.end());
  }
  if (options.readable)
    for (const TermId part : seen)
      if (store[part].op == Op::Input) writer.make_readable(part);
  return writer.write(id);
}

std::string text(const TermStore& store, TermId id, TextOptions options) { return print(to_syntax(store, id, options)); }

}  // namespace refold
