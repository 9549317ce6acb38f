// tests/eval/world.h: a file and an instance in two strings, and what its names mean there.
//
// Invariant: the text elaborates without an error and the instance is a well-formed witness; a test that wants either
// to fail does not use a World.
#pragma once

#include "eval/evaluate.h"
#include "term/module.h"

namespace refold {

struct World {
  explicit World(const std::string& text, const std::string& witness = "") : module(load_text(sources, "input", text)) {
    for (const Diagnostic& error : module.errors) ADD_FAILURE() << render(error, sources);
    variables = module.sizes;
    variables.insert(variables.end(), module.sets.begin(), module.sets.end());
    for (const TensorInfo& tensor : module.tensors) variables.push_back(tensor.variable);
    for (const RuleStatement& rule : module.rules)
      variables.insert(variables.end(), rule.variables.begin(), rule.variables.end());
    const Result<void> read = read_witness(module.store, variables, propositions(witness), instance);
    if (!read) ADD_FAILURE() << render(read.error(), sources);
  }

  std::vector<Syntax> propositions(const std::string& witness) {
    std::vector<Syntax> all;
    std::size_t begin = 0;
    while (begin < witness.size()) {
      const std::size_t end = std::min(witness.find(';', begin), witness.size());
      const SourceId id = sources.add("witness", witness.substr(begin, end - begin));
      const Result<Syntax> syntax = parse_entry(sources, id, Entry::Proposition);
      if (!syntax) ADD_FAILURE() << render(syntax.error(), sources);
      else all.push_back(*syntax);
      begin = end + 1;
    }
    return all;
  }

  /// The value of `let NAME`, or the message.
  std::string value(std::string_view name) {
    const Result<Value> result = evaluate(module.store, module.let(name)->term, instance, budget);
    return result ? text(*result) : result.error().message;
  }
  /// All values of the tensor `let NAME`, in the order of its indices.
  std::string tensor(std::string_view name) {
    const TermId term = module.let(name)->term;
    const Result<Values> indices =
        elements(module.store, module.store[module.store[term].sort].operands[0], instance, budget);
    if (!indices) return indices.error().message;
    std::string out;
    for (const Value& index : *indices) {
      const Result<Value> element = value_at(module.store, term, index, instance, budget);
      if (!element) return element.error().message;
      out += (out.empty() ? "" : " ") + text(*element);
    }
    return out;
  }
  /// Whether both sides of the first rule are the same: "true", "false" or the message.
  std::string claim() {
    Terms terms(module.store);
    const RuleStatement& rule = module.rules.front();
    const TermId claim = rule.right.valid() ? terms.must(Op::Same, {rule.left, rule.right}) : rule.left;
    const Result<Value> result = evaluate(module.store, claim, instance, budget);
    return result ? text(*result) : result.error().message;
  }
  std::string hypothesis(std::size_t k) {
    const Result<Value> result = evaluate(module.store, module.rules.front().hypotheses.at(k).prop, instance, budget);
    return result ? text(*result) : result.error().message;
  }

  SourceMap sources;
  Module module;
  Instance instance;
  std::vector<Variable> variables;
  Budget budget;
};

}  // namespace refold
