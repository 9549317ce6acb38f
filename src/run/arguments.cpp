#include "run/arguments.h"

#include <fmt/format.h>

#include <cassert>
#include <new>

#include "base/memory.h"
#include "base/variant.h"
#include "base/words.h"

namespace refold {
namespace {

Diagnostic mismatch(const KernelArray& array, std::string_view what) {
  return Diagnostic{"E0610", {}, fmt::format("tensor {} does not lie in memory as the plan says: {}", array.tensor, what)};
}

template <class T>
Result<void*> pointer(const KernelArray& array, const Buffer<T>& buffer) {
  if (buffer.size() < array.size)
    return mismatch(array, fmt::format("{} holds {} items, {} are wanted", array.name, buffer.size(), array.size));
  return const_cast<T*>(buffer.data());  // kernels read inputs only
}

Result<void*> values_pointer(const KernelArray& array, const StoredValues& values) {
  if (const auto* doubles = std::get_if<Buffer<double>>(&values)) return pointer(array, *doubles);
  return mismatch(array, fmt::format("its values are {}, not f64", name(element_type(values))));
}

Result<void*> level_pointer(const KernelArray& array, const LevelTensor& tensor) {
  if (array.level >= tensor.levels.size()) return mismatch(array, "it has too few levels");
  const PackedLevel& level = tensor.levels[array.level];
  if (array.role == KernelArray::Role::Offsets) {
    if (const auto* compressed = std::get_if<CompressedLevel>(&level)) return pointer(array, compressed->offsets);
    return mismatch(array, "the level is not compressed");
  }
  if (const auto* compressed = std::get_if<CompressedLevel>(&level)) return pointer(array, compressed->coordinates);
  if (const auto* singleton = std::get_if<SingletonLevel>(&level)) return pointer(array, singleton->coordinates);
  return mismatch(array, "the level stores no coordinates");
}

Result<void*> input_pointer(const KernelArray& array, const TensorInputs& inputs) {
  const auto found = inputs.find(array.tensor);
  if (found == inputs.end())
    return Diagnostic{"E0603", {}, fmt::format("no data for tensor {}", array.tensor), {}, "give it with --bind"};
  const Tensor& tensor = found->second.get();
  if (array.role == KernelArray::Role::Values) return values_pointer(array, values(tensor));
  if (const auto* levels = std::get_if<LevelTensor>(&tensor)) return level_pointer(array, *levels);
  return mismatch(array, "it is no chain of levels");
}

bool is_owned(const KernelArray& array) {
  return array.role == KernelArray::Role::Output || array.role == KernelArray::Role::Scratch;
}

/// The result, temporaries and packed copies fit into memory together.
Result<void> check_owned(const Kernel& kernel) {
  Integer whole = 0;
  const KernelArray* largest = nullptr;
  for (const KernelArray& array : kernel.arrays) {
    if (!is_owned(array)) continue;
    whole += Integer(array.size) * static_cast<int>(sizeof(double));
    if (largest == nullptr || array.size > largest->size) largest = &array;
  }
  if (largest == nullptr) return {};
  const Integer own = Integer(largest->size) * static_cast<int>(sizeof(double));
  const bool copy = largest->shape.empty();
  std::string what = copy ? fmt::format("a working copy of {} with {} values", largest->tensor, largest->size)
                          : fmt::format("{} of {} with {} values", largest->tensor, print_extents(largest->shape), largest->size);
  if (own != whole) what += fmt::format(" ({}), with the rest that the kernel writes,", in_bytes(own));
  Result<void> fits = check_memory(whole, what, copy ? "use smaller data, or a machine with more memory"
                                                     : "compute less at once: smaller sizes, or a sum or part of this result");
  if (fits) return fits;
  Diagnostic wrong = std::move(fits).error();
  wrong.code = "E0611";
  return wrong;
}

}  // namespace

Result<KernelArguments> bind_arguments(const Kernel& kernel, const TensorInputs& inputs) {
  REFOLD_CHECK(check_owned(kernel));
  KernelArguments arguments;
  for (const KernelSize& size : kernel.sizes) arguments.sizes.push_back(size.value);
  for (std::size_t i = 0; i < kernel.arrays.size(); ++i) {
    const KernelArray& array = kernel.arrays[i];
    switch (array.role) {
      case KernelArray::Role::Values:
      case KernelArray::Role::Offsets:
      case KernelArray::Role::Coordinates: {
        REFOLD_TRY(void* memory, input_pointer(array, inputs));
        arguments.arrays.push_back(memory);
        break;
      }
      case KernelArray::Role::Output: arguments.output = i; [[fallthrough]];
      case KernelArray::Role::Scratch:
        try {
          arguments.owned.emplace_back(array.size);
        } catch (const std::bad_alloc&) {
          return Diagnostic{"E0611", {}, fmt::format("no memory for {} of {}", counted(array.size, "number"), array.tensor)};
        }
        arguments.arrays.push_back(arguments.owned.back().data());
        break;
      case KernelArray::Role::Local: arguments.arrays.push_back(nullptr); break;
    }
  }
  return arguments;
}

}  // namespace refold
