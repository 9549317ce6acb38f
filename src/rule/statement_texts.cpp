#include "rule/statement_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace refold {
namespace {

bool is_data(Syn kind) {
  return kind == Syn::SizeDecl || kind == Syn::SetDecl || kind == Syn::TensorDecl || kind == Syn::LetDef;
}
/// Kinds that see definitions only, never data.
bool is_closed(Syn kind) {
  return kind == Syn::FnDef || kind == Syn::OpaqueFn || kind == Syn::Def || kind == Syn::MaskDef ||
         kind == Syn::FormatDef || kind == Syn::Rule || kind == Syn::Refute || kind == Syn::Proof;
}

/// The names that a statement declares.
std::vector<std::string> declared(const Syntax& tree) {
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
  if (names.size() == tree.children.size() || sort_is_name) names.pop_back();
  return names;
}

void mentioned(const Syntax& tree, std::vector<std::string>& names) {
  if (tree.kind == Syn::Name || tree.kind == Syn::Ref) {
    const std::string& name = tree.kind == Syn::Name || !tree.text.empty() ? tree.text : tree.children[0].text;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const Syntax& child : tree.children) mentioned(child, names);
}

class Collector {
 public:
  Collector(const SourceMap& sources, const Module& module) {
    for (const SourceId source : module.sources) {
      ParseOutcome parsed = parse(sources, source);
      for (Syntax& tree : parsed.file.children) add(std::move(tree));
    }
  }

  Result<StatementTexts> collect(const std::string& let, const std::vector<std::string>& rules) {
    if (!let.empty()) {
      const auto root = named_.find(let);
      if (root == named_.end() || root->second->kind != Syn::LetDef)
        return Diagnostic{"E0506", {}, fmt::format("there is no let {}", let)};
      need(*root->second);
    }
    for (const std::string& name : rules) {
      const auto rule = rules_.find(name);
      if (rule == rules_.end()) return Diagnostic{"E0304", {}, fmt::format("there is no rule {}", name)};
      need(*rule->second);
    }
    return std::move(texts_);
  }

 private:
  void add(Syntax tree) {
    if (tree.kind == Syn::Include || tree.kind == Syn::Base || tree.kind == Syn::Show) return;
    trees_.push_back(std::move(tree));
    const Syntax& kept = trees_.back();
    for (const std::string& name : declared(kept)) {
      if (kept.kind == Syn::Proof) proofs_.emplace(name, &kept);
      else if (kept.kind == Syn::Rule || kept.kind == Syn::Refute) rules_.emplace(name, &kept);
      else named_.emplace(name, &kept);
    }
  }

  /// The statement after all that it needs, in the order in which it names them.
  void need(const Syntax& tree) {
    if (!seen_.insert(&tree).second) return;
    const std::vector<std::string> own = declared(tree);
    std::vector<std::string> names;
    mentioned(tree, names);
    for (const std::string& name : names) {
      if (std::find(own.begin(), own.end(), name) != own.end()) continue;
      const auto at = named_.find(name);
      if (at != named_.end() && !(is_closed(tree.kind) && is_data(at->second->kind))) need(*at->second);
    }
    if (tree.kind != Syn::Rule && tree.kind != Syn::Refute) {
      if (tree.kind != Syn::Proof) texts_.declarations.push_back(print(tree));
      return;
    }
    RuleText rule{tree.children[0].text, untitled(tree), {}, {}};
    if (const auto proof = proofs_.find(rule.name); proof != proofs_.end()) {
      std::vector<std::string> cited;
      mentioned(*proof->second, cited);
      for (const std::string& name : cited)
        if (const auto at = rules_.find(name); at != rules_.end() && name != rule.name) {
          need(*at->second);
          rule.cites.push_back(name);
        }
      need(*proof->second);
      rule.proof = print(*proof->second);
    }
    rule.declarations = texts_.declarations.size();
    texts_.rules.push_back(std::move(rule));
  }

  static std::string untitled(Syntax tree) {
    tree.children[1] = Syntax{};
    return print(tree);
  }

  std::deque<Syntax> trees_;
  std::map<std::string, const Syntax*> named_, rules_, proofs_;
  std::set<const Syntax*> seen_;
  StatementTexts texts_;
};

}  // namespace

Result<StatementTexts> statement_texts(const SourceMap& sources, const Module& module, const std::string& let,
                                       const std::vector<std::string>& rules) {
  return Collector(sources, module).collect(let, rules);
}

}  // namespace refold
