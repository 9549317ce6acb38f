// Elaboration of binders: their sets (given or inferred from use), comprehensions, big operators, quantifiers.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "term/elaborator.h"
#include "term/text.h"

namespace refold {
namespace {

bool mentions_name(const Syntax& syntax, const std::string& name) {
  if (syntax.kind == Syn::Name && syntax.text == name) return true;
  return std::any_of(syntax.children.begin(), syntax.children.end(), [&](const Syntax& child) { return mentions_name(child, name); });
}

void add_bound(const Syntax& pattern, std::set<std::string>& bound) {
  if (pattern.kind == Syn::Name) bound.insert(pattern.text);
  if (pattern.kind == Syn::PatternTuple)
    for (const Syntax& part : pattern.children) add_bound(part, bound);
}

/// The first name in the expression that neither a scope nor a binder in it knows; nullptr: all are known.
const Syntax* unknown_name(const Syntax& syntax, const Scope& scope, std::set<std::string> bound) {
  if (syntax.kind == Syn::Name) {
    const bool known = bound.count(syntax.text) > 0 || scope.find(syntax.text) != nullptr || is_builtin(syntax.text);
    return known ? nullptr : &syntax;
  }
  if (syntax.kind == Syn::Subset || syntax.kind == Syn::Depend) add_bound(syntax.children[0], bound);
  for (const Syntax& child : syntax.children)
    if (child.kind == Syn::Binders)
      for (const Syntax& binder : child.children) add_bound(binder.children[0], bound);
  for (const Syntax& child : syntax.children)
    if (const Syntax* found = unknown_name(child, scope, bound)) return found;
  return nullptr;
}

}  // namespace

const ScopeItem* Scope::find(std::string_view name) const {
  const auto at = entries_.find(name);
  return at == entries_.end() ? nullptr : &at->second;
}

Result<void> Scope::declare(const std::string& name, ScopeItem entry, Span where) {
  if (const ScopeItem* other = find(name))
    return Diagnostic{"E0110", where, fmt::format("the name {} is already taken", name), other->span.valid() ? std::vector<Note>{{other->span, "declared here"}} : std::vector<Note>{},
                      "choose another name; nothing visible is ever shadowed"};
  if (is_builtin(name)) return Diagnostic{"E0110", where, fmt::format("the name {} is built in", name), {}, "choose another name; nothing visible is ever shadowed"};
  entries_.emplace(name, std::move(entry));
  return {};
}

bool ScopeItem::seen_from(Reach other) const { return reach <= other && (other != Reach::Global || !(definition && definition->uses_data)); }

Scope Scope::up_to(ScopeItem::Reach reach) const {
  Scope scope;
  for (const auto& [name, item] : entries_)
    if (item.seen_from(reach)) scope.entries_.emplace(name, item);
  return scope;
}

Scope Scope::only(const std::vector<std::string>& names, ScopeItem::Reach reach) const {
  Scope scope;
  std::vector<std::string> open = names;
  while (!open.empty()) {
    const auto at = entries_.find(open.back());
    open.pop_back();
    if (at == entries_.end() || !at->second.seen_from(reach) || !scope.entries_.insert(*at).second) continue;
    if (at->second.definition) open.insert(open.end(), at->second.definition->foreign.begin(), at->second.definition->foreign.end());
  }
  return scope;
}

Result<void> Elaborator::declare_pattern(const Syntax& pattern, TermId value, std::vector<std::string>& names) {
  if (pattern.kind == Syn::Name) {
    REFOLD_CHECK(scope_.declare(pattern.text, {ScopeItem::Kind::Term, value, nullptr, ScopeItem::Reach::Local, pattern.span}, pattern.span));
    names.push_back(pattern.text);
    return {};
  }
  const Term set = terms_[terms_.erase(terms_.sort(value))];
  if (set.op != Op::Product || set.operands.size() != pattern.children.size())
    return Diagnostic{"E0135", pattern.span, fmt::format("a tuple of {} stands for an element of {}", pattern.children.size(), readable(terms_.store(), terms_.sort(value)))};
  for (std::size_t k = 0; k < pattern.children.size(); ++k)
    if (Result<void> done = declare_pattern(pattern.children[k], terms_.proj(static_cast<std::int64_t>(k), value), names); !done) {
      for (const std::string& name : names) scope_.forget(name);
      names.clear();
      return done;
    }
  return {};
}

Result<std::vector<Elaborator::Local>> Elaborator::open(const Syntax& binders, const Syntax* body, const Syntax* guard, Want want_body, TermId domain,
                                                               TermId fallback) {
  std::vector<Local> locals;
  const auto fail = [&](Diagnostic d) { close(locals); return d; };
  const std::size_t count = binders.children.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Syntax& pattern = binders.children[k].children[0];
    const Syntax& set = binders.children[k].children[1];
    Local made;
    made.pattern = pattern;
    if (!set.missing()) {
      Result<TermId> source = set.kind == Syn::BagSort ? sort(set) : expr(set);
      if (!source) return fail(source.error());
      made.source = *source;
      if (terms_.is(terms_.sort(*source), Op::BagOf)) made.bag = true;
      else if (!terms_.is_set(*source) && terms_[terms_.sort(*source)].op == Op::Int)
        return fail({"E0130", set.span, "a set is wanted after in", {}, "the set of 0 .. n-1 is written [n]"});
      else if (const Op kind = terms_[terms_.sort(*source)].op;
               kind != Op::SetKind && kind != Op::ValueKind && kind != Op::AxesKind && kind != Op::Type)
        return fail({"E0130", set.span, fmt::format("a set is wanted after in, but this has sort {}", readable(terms_.store(), terms_.sort(*source)))});
    } else {
      if (domain.valid()) {
        TermId whole = domain;
        if (count == 1) made.source = domain;
        while (terms_.is(whole, Op::Subset) && count > 1) whole = terms_[whole].operands[0];
        if (count > 1 && terms_.is(whole, Op::Product) && terms_[whole].operands.size() == count) made.source = terms_[whole].operands[k];
        if (count > 1 && terms_.is(whole, Op::Sigma)) {
          if (k == 0) made.source = terms_[whole].operands[0];
          else if (locals.size() == 1 && count == 2) made.source = terms_.instantiate(terms_[whole].operands[1], locals[0].variable);
        }
      }
      if (!made.source.valid() && pattern.kind == Syn::Name) {
        // Later binders may be needed to read the uses: infer with what is in scope, from body, guard and later domains.
        for (const Syntax* place : {body, guard})
          if (place != nullptr && !made.source.valid()) made.source = infer(pattern.text, *place, place == body ? want_body : Want{});
      }
      if (!made.source.valid() && fallback.valid()) made.source = fallback;
      if (!made.source.valid()) {  // a name that is not declared is the likelier mistake
        std::set<std::string> bound;
        for (const Syntax& binder : binders.children) add_bound(binder.children[0], bound);
        for (const Syntax* place : {body, guard})
          if (const Syntax* unknown = place == nullptr ? nullptr : unknown_name(*place, scope_, bound)) return fail(not_declared(*unknown));
      }
      if (!made.source.valid())
        return fail({"E0136", pattern.span, fmt::format("the set of {} is not known from its uses", pattern.kind == Syn::Name ? pattern.text : "this pattern"), {},
                     "write `" + (pattern.kind == Syn::Name ? pattern.text : std::string("(i, j)")) + " in S`"});
    }
    const TermId element = made.bag ? terms_[terms_.sort(made.source)].operands[0] : made.source;
    made.variable = local(pattern.kind == Syn::Name ? pattern.text : "t", element);
    if (Result<void> ok = declare_pattern(pattern, made.variable, made.names); !ok) {
      locals.push_back(made);
      return fail(ok.error());
    }
    locals.push_back(std::move(made));
  }
  return locals;
}

void Elaborator::close(const std::vector<Local>& locals) {
  for (const Local& l : locals)
    for (const std::string& name : l.names) scope_.forget(name);
}

TermId Elaborator::infer(const std::string& name, const Syntax& syntax, const Want& want) {
  if (!mentions_name(syntax, name)) return {};
  if (syntax.kind == Syn::Name) return want.sort.valid() ? want.sort : TermId{};
  if (syntax.kind == Syn::Tuple && want.sort.valid()) {
    const Term set = terms_[want.sort];
    if (set.op == Op::Product && set.operands.size() == syntax.children.size())
      for (std::size_t k = 0; k < syntax.children.size(); ++k)
        if (const TermId found = infer(name, syntax.children[k], Want::of(set.operands[k])); found.valid()) return found;
  }
  if (syntax.kind == Syn::Bag && want.sort.valid() && terms_.is(want.sort, Op::BagOf))
    for (const Syntax& child : syntax.children)
      if (const TermId found = infer(name, child, Want::of(terms_[want.sort].operands[0])); found.valid()) return found;
  if (syntax.kind == Syn::BagFor && want.sort.valid() && terms_.is(want.sort, Op::BagOf))
    if (const TermId found = infer(name, syntax.children[0], Want::of(terms_[want.sort].operands[0])); found.valid()) return found;
  if (syntax.kind == Syn::Compare && syntax.children.size() == 2 && (syntax.text == "==" || syntax.text == "!="))
    for (std::size_t k = 0; k < 2; ++k)  // an index compared with one of a known set
      if (syntax.children[k].kind == Syn::Name && syntax.children[k].text == name && !mentions_name(syntax.children[1 - k], name))
        if (Result<TermId> other = expr(syntax.children[1 - k]))
          if (const TermId set = terms_.sort(*other); terms_.is_set(set)) return set;
  if (syntax.kind == Syn::Call || syntax.kind == Syn::At)
    if (const TermId found = infer_from_arguments(name, syntax); found.valid()) return found;
  for (const Syntax& child : syntax.children)
    if (const TermId found = infer(name, child, {}); found.valid()) return found;
  return {};
}

/// The factor of the head's domain at which the name stands alone.
TermId Elaborator::infer_from_arguments(const std::string& name, const Syntax& call) {
  const std::size_t count = call.children.size() - 1;
  for (std::size_t k = 0; k < count; ++k) {
    const Syntax& argument = call.children[k + 1];
    if (argument.kind != Syn::Name || argument.text != name || mentions_name(call.children[0], name)) continue;
    TermId domain;
    if (call.children[0].kind == Syn::Name) {
      if (const ScopeItem* entry = scope_.find(call.children[0].text); entry && entry->kind == ScopeItem::Kind::Definition) {
        // A parameter with a closed sort of its own tells.
        const Syntax& tree = entry->definition->tree;
        std::vector<const Syntax*> sorts;
        if (tree.kind == Syn::MaskDef) {
          for (const Syntax& binder : tree.children[2].children) sorts.push_back(&binder.children[1]);
        } else {
          for (const Syntax& group : tree.children[1].children)
            for (std::size_t p = 0; p + 1 < group.children.size(); ++p) sorts.push_back(&group.children.back());
        }
        if (k < sorts.size() && !sorts[k]->missing())
          if (Result<TermId> closed = sort(*sorts[k]); closed && (terms_.is_set(*closed) || terms_.is_value_sort(*closed))) return *closed;
        if (tree.kind == Syn::FnDef && k < sorts.size() && sorts[k]->missing()) return terms_.real();
        continue;
      }
      if (call.children[0].text == "exp" && scope_.find("exp") == nullptr) continue;
    }
    Result<TermId> head = expr(call.children[0]);
    if (!head) continue;
    if (terms_.is(terms_.sort(*head), Op::FamilyOf)) return terms_[terms_.sort(*head)].operands[0];
    domain = terms_.domain(*head);
    if (!domain.valid()) continue;
    if (count == 1) return domain;
    while (terms_.is(domain, Op::Subset)) domain = terms_[domain].operands[0];
    const Term set = terms_[domain];
    if (set.op == Op::Product && set.operands.size() == count) return set.operands[k];
    if (set.op == Op::Sigma && k == 0) return set.operands[0];
    if (set.op == Op::Sigma && k == 1 && count == 2)
      if (Result<TermId> first = expr(call.children[1], Want::of(set.operands[0])); first) return terms_.instantiate(set.operands[1], *first);
  }
  return {};
}

Result<TermId> Elaborator::comprehension(const Syntax& syntax, const Want& want) {
  const Syntax &element = syntax.children[0], &binders = syntax.children[1], &guard = syntax.children[2];
  Want own;
  if (want.sort.valid() && terms_.is(want.sort, Op::BagOf)) own = Want::of(terms_[want.sort].operands[0]);
  std::vector<Local> locals;
  if (!binders.missing()) {
    REFOLD_TRY(locals, open(binders, &element, guard.missing() ? nullptr : &guard, own));
  }
  Result<TermId> value = expr(element, own);
  Result<TermId> condition = guard.missing() || !value ? value : prop(guard);
  close(locals);
  if (!value) return value;
  if (!condition) return condition;
  const TermId sort = own.sort.valid() && terms_.meet(own.sort, terms_.sort(*value)) && locals.empty() ? own.sort : terms_.sort(*value);
  TermId bag = terms_.apply(terms_.must(Op::Single, {sort}), *value);
  if (!guard.missing()) bag = terms_.must(Op::Guard, {*condition, bag});
  for (std::size_t k = locals.size(); k-- > 0;) {
    TermId inner = terms_.abstract(bag, locals[k].variable);
    const TermId element_set = locals[k].bag ? terms_[terms_.sort(locals[k].source)].operands[0] : locals[k].source;
    const TermId function = terms_.lambda(element_set, inner);
    const TermId source = locals[k].bag ? locals[k].source : terms_.must(Op::Elements, {locals[k].source});
    const TermId bags = terms_.apply(terms_.must(Op::Star, {function}), source);
    const TermId value_sort = terms_[terms_.codomain(function)].operands[0];
    bag = terms_.apply(terms_.must(Op::Flatten, {value_sort}), bags);
  }
  return bag;
}

Result<TermId> Elaborator::bag(const Syntax& syntax, const Want& want) {
  TermId element = want.sort.valid() && terms_.is(want.sort, Op::BagOf) ? terms_[want.sort].operands[0] : TermId{};
  if (syntax.children.empty()) {
    if (!element.valid()) return Diagnostic{"E0142", syntax.span, "the sort of {} is not known here"};
    return terms_.must(Op::Empty, {element});
  }
  std::vector<TermId> parts;
  for (const Syntax& child : syntax.children) {
    REFOLD_TRY(const TermId value, expr(child, element.valid() ? Want::of(element) : Want{}));
    if (!element.valid()) element = terms_.sort(value);
    REFOLD_TRY(const TermId part, terms_.make(Op::Apply, {terms_.must(Op::Single, {element}), value}, 0, {}, child.span));
    parts.push_back(part);
  }
  return parts.size() == 1 ? parts[0] : terms_.must(Op::BagSum, parts);
}

Result<TermId> Elaborator::subset(const Syntax& syntax) {
  REFOLD_TRY(const TermId set, expr(syntax.children[1]));
  if (!terms_.is_set(set)) return Diagnostic{"E0130", syntax.children[1].span, "a set is wanted here"};
  if (syntax.children[2].missing()) return set;
  const TermId variable = local("t", set);
  std::vector<std::string> names;
  REFOLD_CHECK(declare_pattern(syntax.children[0], variable, names));
  Result<TermId> guard = prop(syntax.children[2]);
  for (const std::string& used : names) scope_.forget(used);
  if (!guard) return guard;
  return terms_.make(Op::Subset, {set, terms_.abstract(*guard, variable)}, 0, {}, syntax.span);
}

Result<TermId> Elaborator::card(const Syntax& syntax) {
  REFOLD_TRY(const TermId inner, expr(syntax.children[0]));
  if (terms_.is_set(inner)) return terms_.must(Op::Card, {terms_.must(Op::Elements, {inner})});
  if (terms_.is(terms_.sort(inner), Op::BagOf)) return terms_.must(Op::Card, {inner});
  if (terms_.is_function(inner) && terms_.is(terms_.codomain(inner), Op::BagOf)) {
    const TermId domain = terms_.domain(inner);
    const TermId at = terms_.apply(terms_.shift(inner, 1), terms_.bound(0, terms_.shift(domain, 1)));
    return terms_.lambda(domain, terms_.must(Op::Card, {at}));
  }
  return Diagnostic{"E0137", syntax.span, fmt::format("|..| counts the elements of a bag or set, but this has sort {}", readable(terms_.store(), terms_.sort(inner))), {},
                    "the absolute value is abs(x)"};
}

Result<TermId> Elaborator::reduction(const Syntax& name, TermId value_sort, Span where) {
  if (const ScopeItem* entry = scope_.find(name.text)) {
    if (entry->kind == ScopeItem::Kind::Term && terms_.is(terms_.sort(entry->term), Op::ReductionOf)) return entry->term;
    return Diagnostic{"E0138", where, fmt::format("{} is no reduction", name.text)};
  }
  if (!is_reduction_name(name.text))
    return Diagnostic{"E0138", where, fmt::format("{} is no reduction", name.text), {}, "reductions are sum prod max min all any gcd xor, or a variable r : reduction V"};
  const bool logical = name.text == "all" || name.text == "any" || name.text == "xor";
  if (terms_.is(value_sort, Op::Bool) && !logical)
    return Diagnostic{"E0139", where, fmt::format("{} reduces numbers, but this has sort bool", name.text), {}, "real(..) or int(..) makes 1 or 0 of a bool"};
  return named_reduction(name.text, terms_.erase(value_sort), where);
}

Result<TermId> Elaborator::big(const Syntax& syntax, const Want& want) {
  const Syntax &head = syntax.children[0], &binders = syntax.children[1], &guard = syntax.children[2], &body = syntax.children[3];
  Syntax bag{Syn::BagFor, syntax.span, {}, {body, binders, guard}};
  Want own;
  const TermId value = want.sort.valid() && terms_.is_value_sort(want.sort) ? want.sort : TermId{};
  if (value.valid()) own = Want::of(terms_.bag_of(value));
  REFOLD_TRY(const TermId values, comprehension(bag, own));
  const TermId element = terms_[terms_.sort(values)].operands[0];
  REFOLD_TRY(const TermId r, reduction(head, element, head.span));
  if (!terms_.meet(terms_[terms_.sort(r)].operands[0], element))
    return Diagnostic{"E0139", body.span, fmt::format("{} reduces values of sort {}, but this has sort {}", head.text, readable(terms_.store(), terms_[terms_.sort(r)].operands[0]), readable(terms_.store(), element)), {},
                      terms_.is(element, Op::Bool) ? "real(..) or int(..) makes 1 or 0 of a bool" : ""};
  return terms_.make(Op::Apply, {r, values}, 0, {}, syntax.span);
}

Result<TermId> Elaborator::quantified(const Syntax& syntax) {
  REFOLD_TRY(const std::vector<Local> locals, open(syntax.children[0], &syntax.children[1], nullptr, {}));
  Result<TermId> body = prop(syntax.children[1]);
  close(locals);
  if (!body) return body;
  const Op op = syntax.kind == Syn::ForAll ? Op::ForAll : Op::ForSome;
  TermId result = *body;
  for (std::size_t k = locals.size(); k-- > 0;) {
    if (locals[k].bag) return Diagnostic{"E0140", syntax.span, "quantify over a set or a sort, not over a bag"};
    result = terms_.must(op, {locals[k].source, terms_.abstract(result, locals[k].variable)});
  }
  return result;
}

}  // namespace refold
