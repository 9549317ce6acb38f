#include "term/module.h"

#include <algorithm>

#include "term/statements.h"

namespace refold {

const RuleStatement* Module::rule(std::string_view name) const {
  const auto at = std::find_if(rules.begin(), rules.end(), [&](const RuleStatement& r) { return r.name == name; });
  return at == rules.end() ? nullptr : &*at;
}
const LetStatement* Module::let(std::string_view name) const {
  const auto at = std::find_if(lets.begin(), lets.end(), [&](const LetStatement& l) { return l.name == name; });
  return at == lets.end() ? nullptr : &*at;
}
const TensorInfo* Module::tensor(std::string_view name) const {
  const auto at = std::find_if(tensors.begin(), tensors.end(), [&](const TensorInfo& t) { return t.variable.name == name; });
  return at == tensors.end() ? nullptr : &*at;
}

Module load(SourceMap& sources, const std::filesystem::path& file) { return load_all(sources, {file}); }

Module load_all(SourceMap& sources, const std::vector<std::filesystem::path>& files,
                const std::vector<std::pair<std::string, std::string>>& texts) {
  return load_with_library(sources, {}, files, texts);
}

Module load_with_library(SourceMap& sources, const std::vector<std::filesystem::path>& library, const std::vector<std::filesystem::path>& files,
                         const std::vector<std::pair<std::string, std::string>>& texts) {
  Module module;
  Statements statements(sources, module);
  statements.read_library(library);
  for (const std::filesystem::path& file : files) statements.file(file);
  for (const auto& [name, text] : texts) statements.text(sources.add(name, text), {});
  return module;
}

Module load_apart(SourceMap& sources, std::string name, std::string text) {
  Module module;
  Statements(sources, module, true).text(sources.add(std::move(name), std::move(text)), {});
  return module;
}

Module load_text(SourceMap& sources, std::string name, std::string text, const std::filesystem::path& directory) {
  Module module;
  Statements(sources, module).text(sources.add(std::move(name), std::move(text)), directory);
  return module;
}

Result<TermId> elaborate(TermStore& store, const std::vector<ScopeEntry>& entries, const Syntax& syntax, TermId expected) {
  Scope scope;
  for (const ScopeEntry& entry : entries)
    REFOLD_CHECK(scope.declare(entry.name, {ScopeItem::Kind::Term, entry.term, nullptr, ScopeItem::Reach::Local, {}}, syntax.span));
  Elaborator elaborator(store, scope);
  const bool proposition = expected.valid() && store[expected].op == Op::Bool;
  return bounded([&]() -> Result<TermId> {
    REFOLD_TRY(const TermId term, proposition ? elaborator.prop(syntax) : elaborator.expr(syntax, expected.valid() ? Want::of(expected) : Want{}));
    return elaborator.finish(term);
  });
}

}  // namespace refold
