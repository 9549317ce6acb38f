// src/rule/certificate.h: a derivation as self-contained JSON (docs/schema/certificate.schema.json).
//
// Invariant: a certificate holds the statements that its expression and rules rest on, and for each step what fixes
// it; everything else in it is derived from these by `certificate`. So a reader takes the few claims out, makes the
// whole certificate again, and compares field by field: no other field is ever believed.
#pragma once

#include "rule/derivation.h"
#include "rule/statement_texts.h"

namespace refold {

/// What the tensors of a module say about their data.
DataFacts data_facts(const Module& module);

/// The certificate of a derivation from the let of this name. Errors: E0506.
Result<std::string> certificate(const SourceMap& sources, const Module& module, const TermStore& store, const std::string& let,
                                const Derivation& derivation);

/// What a certificate claims, read from text that nobody vouches for.
struct CertificateClaims {
  std::vector<std::string> declarations;
  std::vector<std::string> rules;      // statement, then its proof, and so on
  std::vector<std::string> used;       // names of all rules in it
  std::string let;
  std::vector<StepChoice> steps;
};
/// Errors: E0510 not JSON, too large, too deep or a key twice; E0511 a field is missing or of another kind.
Result<CertificateClaims> read_claims(std::string_view json);

/// Whether `given` says what `made` says, fields named seconds, version, tool, time, created, rlimit, cost,
/// initial_cost, comment or note aside. Errors: E0512 names the first field that differs, is missing or is not known.
Result<void> same_certificate(std::string_view given, std::string_view made);

}  // namespace refold
