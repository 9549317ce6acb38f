#include "rule/statement_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "term/names.h"

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
    for (const std::string& name : declared_names(kept)) {
      if (kept.kind == Syn::Proof) proofs_.emplace(name, &kept);
      else if (kept.kind == Syn::Rule || kept.kind == Syn::Refute) rules_.emplace(name, &kept);
      else named_.emplace(name, &kept);
    }
  }

  /// The statement after all that it needs, in the order in which it names them.
  void need(const Syntax& tree) {
    if (!seen_.insert(&tree).second) return;
    for (const std::string& name : foreign_names(tree)) {
      const auto at = named_.find(name);
      if (at != named_.end() && !(is_closed(tree.kind) && is_data(at->second->kind))) need(*at->second);
    }
    if (tree.kind != Syn::Rule && tree.kind != Syn::Refute) {
      texts_.declarations.push_back(print(tree));
      return;
    }
    RuleText rule{tree.children[0].text, untitled(tree), {}, {}};
    if (const auto proof = proofs_.find(rule.name); proof != proofs_.end()) {
      for (const std::string& name : cited_names(*proof->second))
        if (const auto at = rules_.find(name); at != rules_.end() && name != rule.name) {
          need(*at->second);
          rule.cites.push_back(name);
        }
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
