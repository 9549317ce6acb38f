// src/plan/kernel_context.h: the arrays, sizes and names of a kernel while it is being built.
//
// Invariant: a tensor has one array for its values and one for each stored part of each level, however many operands
// read it. A tensor that shares another's pattern has values of its own and the other's level arrays.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "plan/contraction.h"
#include "plan/identifier.h"
#include "plan/loop_nest.h"

namespace refold {

class KernelContext {
 public:
  Kernel kernel;

  ArrayId values_of(const Operand& operand);
  ArrayId offsets_of(const Operand& operand, std::size_t level);
  ArrayId coordinates_of(const Operand& operand, std::size_t level);
  /// The values of a step's output: the result, or a temporary that later steps read by its name.
  ArrayId output(const ContractionOutput& output, std::int64_t size, bool result, const std::string& pattern_of);
  ArrayId scratch(const std::string& tensor, std::string_view suffix, std::int64_t size);
  ArrayId tile(std::int64_t size);
  VariableId variable(std::string_view text) { return kernel.add_variable(names_.variable(text)); }
  VariableId own(std::string_view word) { return kernel.add_variable(names_.own(word)); }
  /// `p_S`: a position in the stored parts of a tensor.
  VariableId position(const Operand& operand) { return kernel.add_variable(names_.array("p", operand.tensor)); }
  IndexExpr size(std::string_view text, std::string_view suffix, std::int64_t value, bool fixed);

 private:
  ArrayId level_array(const Operand& operand, std::size_t level, KernelArray::Role role, std::string_view suffix,
                      std::int64_t size);
  Names names_;
  std::map<std::tuple<std::string, KernelArray::Role, std::size_t>, ArrayId> arrays_;
  std::map<std::string, std::string> pattern_;  // tensor whose level arrays a temporary shares
};

}  // namespace refold
