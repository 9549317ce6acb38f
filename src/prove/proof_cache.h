// src/prove/proof_cache.h: what earlier runs proved and refuted.
//
// Invariant: the key of an entry is a digest of all that decides the verdict: this program, the solver's version, the
// counted limits, the canonical text of the statement, of its proof, of the definitions that they use, and the keys of
// what the proof cites. Only `proved` is kept, and the instance of a counterexample, at which eval judges the rule
// again. An entry is one line that ends in its own digest, appended by one write: a line that is damaged or half
// written is not read. The file may be deleted at any time; `refold verify` never reads it.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "prove/refute.h"
#include "prove/verdict.h"

namespace refold {

class ProofCache {
 public:
  /// For the rules of a module under this limit of one solver query. A file that is missing is made by the first entry.
  ProofCache(std::filesystem::path file, const SourceMap& sources, const Module& module, std::uint64_t rlimit);

  std::optional<Proved> proved(const RuleStatement& rule) const;
  void keep(const RuleStatement& rule, const Proved& proved);

  /// The same as refold::refute, from the instance that an earlier run found where there is one.
  Result<std::optional<Counterexample>> refute(const TermStore& store, const RuleStatement& rule, Budget& budget);

  static constexpr std::size_t kMostBytes = 32u << 20;  // a larger file is begun anew

 private:
  std::optional<std::string> find(const std::string& key) const;
  void add(const std::string& key, const std::string& value);
  /// Empty where the rule's text is not known.
  std::string key(const RuleStatement& rule, std::string_view kind) const;

  std::filesystem::path file_;
  std::map<std::string, std::string> keys_;      // by the rule's name
  std::map<std::string, std::string> entries_;
  mutable std::mutex mutex_;
};

}  // namespace refold
