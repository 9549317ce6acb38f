// src/term/module.h: what a file (with its includes) means: declarations, expressions, rules, proofs.
//
// Invariant: everything here is elaborated: terms of `store`, well sorted, closed except for the Inputs that the
// owner declares (data of the file, or the variables of a rule). Definitions (fn, map, bag, def, mask) are gone:
// they were inlined. Order is the order of the text. `load` is the only maker.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "term/build.h"
#include "term/syntax.h"

namespace refold {

/// A declared name: data of a file, or a variable of a rule. `term` is its Input; its sort says what it is: SetKind a
/// set, ValueKind a value sort, AxesKind a family of axes, FamilyOf(N, s) one object for each k : N, Int with
/// `is_size` a size (>= 0), else an object of that sort.
struct Variable {
  std::string name;
  TermId term;
  bool is_size = false;
  Span span = {};
};

/// How `real`, or a named value sort, is read: "semiring" with properties, a number model, or a named semiring.
struct Algebra {
  std::string structure;        // monoid semiring ring field, a model (float32 ..), min_plus ..; empty: exact reals
  bool commutative = false;
  bool idempotent = false;
  bool ordered = false;
  TermId carrier;               // the value sort it speaks of (real unless named)
  bool operator==(const Algebra&) const = default;
};

struct Hypothesis {
  TermId prop;
  Span span = {};
};

/// What elaboration took for granted and someone must show: a `where` of an inlined definition, or two sets that
/// must be equal ([m] = [n], one letter of an einsum). Proved for rules, checked before running for data.
using Obligations = std::vector<Hypothesis>;

/// A rule or a refute. The claim is left = right, left => right, or a proposition (then `right` is invalid and `left`
/// is the proposition).
struct RuleStatement {
  std::string name, title;
  bool refute = false;
  bool directed = false;
  std::vector<Variable> variables;      // declared by `given`, in order
  std::vector<std::pair<std::string, TermId>> abbreviations;  // `let` clauses, already put in everywhere
  Algebra algebra;
  std::vector<Hypothesis> hypotheses;
  TermId left, right;
  std::vector<Syntax> witness;          // propositions of the witness clause, as written
  Obligations obligations;
  Span span = {};
};

struct ProofStatement {
  std::string rule;
  std::vector<Syntax> steps;
  Span span = {};
};

struct TensorInfo {
  Variable variable;
  bool sparse = false;
  std::optional<Rational> estimate;     // declared number of stored values
  Syntax format;                        // of `as`, or Missing
  std::vector<Hypothesis> facts;        // `where`: run-time obligations
};

struct LetStatement {
  std::string name;
  TermId term;
  Algebra algebra;
  Obligations obligations;
  Span span = {};
};

struct OpaqueFunction {
  Variable variable;
  std::vector<Hypothesis> axioms;
};

struct Module {
  TermStore store;
  std::vector<Variable> sizes, sets;
  std::vector<TensorInfo> tensors;
  std::vector<LetStatement> lets;
  std::vector<OpaqueFunction> opaque;
  struct Show {
    std::string text;   // as written
    TermId term;
    Obligations obligations;
    Span span = {};
  };
  std::vector<Show> shows;
  std::vector<RuleStatement> rules;
  std::vector<ProofStatement> proofs;
  std::map<TermId, std::string> names;                  // fn x -> .. and sparse tensors, as their author called them
  std::vector<SourceId> sources;                        // the file and its includes
  Syntax tree;                                          // of the file itself
  std::vector<Diagnostic> errors;                       // of wrong statements; the right ones are there
  std::set<std::string, std::less<>> refused;           // rules and definitions that only wrong statements declare
  /// What is not there of a library that someone took files away from, and what is left out of it for that.
  struct Gaps {
    std::vector<std::string> files, proofs, rules;  // each once, in the order of the text
  };
  Gaps gaps;

  const RuleStatement* rule(std::string_view name) const;
  const LetStatement* let(std::string_view name) const;
  const TensorInfo* tensor(std::string_view name) const;
};

/// Reads and elaborates one file and its includes. Errors (E00xx, E01xx, E07xx): in `errors`, all of them.
Module load(SourceMap& sources, const std::filesystem::path& file);
/// The same for a text that is not in a file; includes are looked up beside `directory`.
Module load_text(SourceMap& sources, std::string name, std::string text, const std::filesystem::path& directory = {});
/// Statements from several files in one text, as a certificate holds them: a rule and a definition see the definitions that
/// they name, so that one of the user's may be called as a variable of a rule is.
Module load_apart(SourceMap& sources, std::string name, std::string text);
/// Several files, then texts (name, text), into one module, each once; a name may be declared once in all of them.
Module load_all(SourceMap& sources, const std::vector<std::filesystem::path>& files,
                const std::vector<std::pair<std::string, std::string>>& texts = {});

/// The same after a library of rules and proofs, of which files may have been taken away: an include there that is not found,
/// the proof of a rule that is not there, and a rule that lacks a name for that are `gaps`, no errors.
Module load_with_library(SourceMap& sources, const std::vector<std::filesystem::path>& library, const std::vector<std::filesystem::path>& files,
                         const std::vector<std::pair<std::string, std::string>>& texts = {});

/// Elaborates an expression or proposition in the scope of given variables (and built-ins), into `store`: for proof
/// steps, certificates, command lines. `expected` may be invalid. Errors: E01xx.
struct ScopeEntry {
  std::string name;
  TermId term;
};
Result<TermId> elaborate(TermStore& store, const std::vector<ScopeEntry>& scope, const Syntax& syntax, TermId expected = {});

}  // namespace refold
