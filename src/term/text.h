// src/term/text.h: terms as text of the language.
//
// Invariant: text(store, t) is canonical: it depends on the term alone (never on ids or on how it was built), and in
// the scope that declares the term's inputs it elaborates to the same term. Bound variables get the first free name
// of i j k l p q r s t u v w, then i1 j1 ...; certificates, cache keys and golden files rely on it.
#pragma once

#include <map>
#include <string>

#include "term/store.h"
#include "term/syntax.h"

namespace refold {

struct TextOptions {
  bool domains = true;  // write `i in S` at binders; without it shorter, for people
  /// Names of definitions and data that stand for whole terms (Module::names): for people, who wrote them.
  const std::map<TermId, std::string>* names = nullptr;
  /// Inputs of ours such as `%i%3` by the name that the author knows, `i`: for messages, which may show open terms.
  bool readable = false;
};

/// The syntax tree of a term.
Syntax to_syntax(const TermStore& store, TermId id, TextOptions options = {});
/// print(to_syntax(...)).
std::string text(const TermStore& store, TermId id, TextOptions options = {});
/// For messages; not canonical.
inline std::string readable(const TermStore& store, TermId id) { return text(store, id, {.readable = true}); }

}  // namespace refold
