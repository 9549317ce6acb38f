#include "term/names.h"

#include <algorithm>

namespace refold {
namespace {

/// The names in nodes of this kind: a Name, or a Ref by its first part.
void mention(const Syntax& tree, Syn kind, std::set<std::string>& seen, std::vector<std::string>& names) {
  if (tree.kind == kind) {
    const std::string& name = kind == Syn::Name ? tree.text : tree.children[0].text;
    if (seen.insert(name).second) names.push_back(name);
  }
  for (const Syntax& child : tree.children) mention(child, kind, seen, names);
}

void pattern(const Syntax& tree, std::vector<const Syntax*>& own) {
  if (tree.kind == Syn::Name) own.push_back(&tree);
  for (const Syntax& part : tree.children) pattern(part, own);
}

/// The names that the node itself binds, for any part of it.
void bound_here(const Syntax& tree, std::vector<const Syntax*>& own) {
  switch (tree.kind) {
    case Syn::Binder: case Syn::Subset: case Syn::Depend: case Syn::LoopIn: case Syn::LoopPoint: case Syn::Parameter:
    case Syn::LetClause: case Syn::Family: return pattern(tree.children[0], own);
    case Syn::ParamGroup:
      for (std::size_t k = 0; k + 1 < tree.children.size(); ++k) pattern(tree.children[k], own);
      return;
    case Syn::Declare:
      for (std::size_t k = 0; k + 1 < tree.children.size(); ++k)
        if (tree.children[k].kind == Syn::Name) own.push_back(&tree.children[k]);
      return;
    case Syn::Over:
      for (const Syntax& carrier : tree.children) pattern(carrier, own);
      return;
    default: return;
  }
}

void bound(const Syntax& tree, std::vector<const Syntax*>& own) {
  bound_here(tree, own);
  for (const Syntax& child : tree.children) bound(child, own);
}

}  // namespace

std::vector<std::string> declared_names(const Syntax& tree) {
  if (tree.kind == Syn::Show || tree.kind == Syn::Include || tree.kind == Syn::Base) return {};
  if (tree.kind != Syn::SizeDecl && tree.kind != Syn::SetDecl && tree.kind != Syn::TensorDecl)
    return tree.children.empty() ? std::vector<std::string>{} : std::vector{tree.children[0].text};
  std::vector<std::string> names;
  for (const Syntax& child : tree.children) {
    if (child.kind != Syn::Name) break;
    names.push_back(child.text);
  }
  // `tensor x : real`: the sort is a name too. Sizes and sets end in a value or Missing.
  const std::size_t rest = tree.children.size() - names.size();
  const bool sort_is_name = tree.kind == Syn::TensorDecl &&
                            (rest == 0 || std::all_of(tree.children.end() - static_cast<std::ptrdiff_t>(rest),
                                                      tree.children.end(), [](const Syntax& part) {
                                                        return part.kind == Syn::Missing || part.kind == Syn::Sparse ||
                                                               part.kind == Syn::As || part.kind == Syn::Where;
                                                      }));
  const bool whole = names.size() > 1;  // of a statement that breaks off there may be one name and nothing else
  if (whole && (names.size() == tree.children.size() || sort_is_name)) names.pop_back();
  return names;
}

std::vector<std::string> mentioned_names(const Syntax& tree) {
  std::set<std::string> seen;
  std::vector<std::string> names;
  mention(tree, Syn::Name, seen, names);
  return names;
}

std::vector<std::string> cited_names(const Syntax& proof) {
  std::set<std::string> seen;
  std::vector<std::string> names;
  mention(proof, Syn::Ref, seen, names);
  return names;
}

std::vector<const Syntax*> bound_names(const Syntax& tree) {
  std::vector<const Syntax*> own;
  bound(tree, own);
  return own;
}

std::vector<std::string> foreign_names(const Syntax& tree) {
  std::set<std::string> own;
  for (const std::string& name : declared_names(tree)) own.insert(name);
  for (const Syntax* name : bound_names(tree)) own.insert(name->text);
  std::vector<std::string> names = mentioned_names(tree);
  names.erase(std::remove_if(names.begin(), names.end(), [&](const std::string& name) { return own.contains(name); }), names.end());
  return names;
}

}  // namespace refold
