#include "plan/kernel_context.h"

#include <fmt/format.h>

namespace refold {

ArrayId KernelContext::values_of(const Operand& operand) {
  const auto key = std::tuple(operand.tensor, KernelArray::Role::Values, std::size_t{0});
  if (const auto found = arrays_.find(key); found != arrays_.end()) return found->second;
  const ArrayId id = kernel.add_array({.name = names_.array(operand.tensor, "val"), .role = KernelArray::Role::Values,
                                       .tensor = operand.tensor, .size = positions(operand, operand.format.kinds.size())});
  return arrays_[key] = id;
}

ArrayId KernelContext::level_array(const Operand& operand, std::size_t level, KernelArray::Role role,
                                   std::string_view suffix, std::int64_t size) {
  const auto shared = pattern_.find(operand.tensor);
  const std::string& tensor = shared == pattern_.end() ? operand.tensor : shared->second;
  const auto key = std::tuple(tensor, role, level);
  if (const auto found = arrays_.find(key); found != arrays_.end()) return found->second;
  const ArrayId id = kernel.add_array({.name = names_.array(tensor, fmt::format("{}{}", suffix, level)), .role = role,
                                       .type = ArrayType::Int32, .tensor = tensor, .level = level, .size = size});
  return arrays_[key] = id;
}

ArrayId KernelContext::offsets_of(const Operand& operand, std::size_t level) {
  return level_array(operand, level, KernelArray::Role::Offsets, "off", positions(operand, level) + 1);
}

ArrayId KernelContext::coordinates_of(const Operand& operand, std::size_t level) {
  return level_array(operand, level, KernelArray::Role::Coordinates, "crd", positions(operand, level + 1));
}

ArrayId KernelContext::output(const ContractionOutput& output, std::int64_t size, bool result, const std::string& pattern_of) {
  const auto role = result ? KernelArray::Role::Output : KernelArray::Role::Scratch;
  const ArrayId id = kernel.add_array(
      {.name = names_.array(output.tensor, "val"), .role = role, .tensor = output.tensor, .size = size, .shape = output.shape});
  arrays_[{output.tensor, KernelArray::Role::Values, 0}] = id;
  if (!pattern_of.empty()) {
    const auto shared = pattern_.find(pattern_of);
    pattern_[output.tensor] = shared == pattern_.end() ? pattern_of : shared->second;
  }
  return id;
}

ArrayId KernelContext::scratch(const std::string& tensor, std::string_view suffix, std::int64_t size) {
  return kernel.add_array(
      {.name = names_.array(tensor, suffix), .role = KernelArray::Role::Scratch, .tensor = tensor, .size = size});
}

ArrayId KernelContext::tile(std::int64_t size) {
  return kernel.add_array({.name = names_.own("tile"), .role = KernelArray::Role::Local, .size = size});
}

IndexExpr KernelContext::size(std::string_view text, std::string_view suffix, std::int64_t value, bool fixed) {
  const VariableId id = kernel.add_variable(names_.array(text, suffix));
  kernel.sizes.push_back({id, value, fixed});
  return refold::variable(id);
}

}  // namespace refold
