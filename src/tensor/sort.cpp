#include "tensor/sort.h"

#include <algorithm>
#include <cassert>

namespace refold {
namespace {

using Column = Buffer<std::int32_t>;

/// How many of the first modes of `wanted` must be sorted by, innermost first, when the entries ascend by `known`
/// already: the rest of `wanted` stands in `known` in the same order.
std::size_t modes_to_sort(const ModeOrder& wanted, const std::optional<ModeOrder>& known) {
  if (!known) return wanted.size();
  std::size_t left = wanted.size();
  for (std::size_t k = known->size(); k-- > 0 && left > 0;)
    if ((*known)[k] == wanted[left - 1]) --left;
  return left;
}

struct Digit {
  int shift;
  std::uint32_t mask;
};

/// One stable counting pass: `from` in the order of a digit of `keys`, into `to`.
void counting_pass(const Column& keys, Digit digit, const Column& from, Column& to) {
  std::vector<std::int32_t> start(static_cast<std::size_t>(digit.mask) + 2, 0);
  const auto bucket = [&](std::int32_t entry) {
    return static_cast<std::size_t>((static_cast<std::uint32_t>(keys[entry]) >> digit.shift) & digit.mask);
  };
  for (std::int64_t entry = 0; entry < keys.size(); ++entry) ++start[bucket(static_cast<std::int32_t>(entry)) + 1];
  for (std::size_t b = 1; b < start.size(); ++b) start[b] += start[b - 1];
  for (const std::int32_t entry : from) to[start[bucket(entry)]++] = entry;
}

/// The digits by which keys below `extent` are sorted: one where a table of all keys is cheap, else 11 bits at a time.
std::vector<Digit> digits(std::int64_t extent, std::int64_t stored) {
  if (extent <= 1) return {};
  int bits = 0;
  while ((extent - 1) >> bits != 0) ++bits;
  const int width = extent <= 4 * stored + 2048 ? bits : 11;
  std::vector<Digit> all;
  for (int shift = 0; shift < bits; shift += width) all.push_back({shift, (1u << std::min(width, bits - shift)) - 1});
  return all;
}

template <class T>
Buffer<T> gathered(const Buffer<T>& from, const Column& permutation) {
  Buffer<T> to(from.size());
  for (std::int64_t k = 0; k < from.size(); ++k) to[k] = from[permutation[k]];
  return to;
}

bool add_into(double& sum, double value) { sum += value; return true; }
bool add_into(float& sum, float value) { sum += value; return true; }
bool add_into(std::int64_t& sum, std::int64_t value) { return !__builtin_add_overflow(sum, value, &sum); }
bool add_into(Bool& sum, Bool value) { sum |= value; return true; }

}  // namespace

Buffer<std::int32_t> sorted_permutation(const CooTensor& tensor, const ModeOrder& order) {
  assert(is_mode_order(order, tensor.extents.size()));
  const std::int64_t stored = tensor.stored();
  Column permutation(stored), next;
  for (std::int64_t e = 0; e < stored; ++e) permutation[e] = static_cast<std::int32_t>(e);
  for (std::size_t k = modes_to_sort(order, tensor.sorted_by); k-- > 0;) {
    const auto mode = order[k];
    for (const Digit digit : digits(tensor.extents[mode], stored)) {
      if (next.empty()) next.resize(stored);
      counting_pass(tensor.coordinates[mode], digit, permutation, next);
      std::swap(permutation, next);
    }
  }
  return permutation;
}

void permute(CooTensor& tensor, const Buffer<std::int32_t>& permutation) {
  for (Column& column : tensor.coordinates) column = gathered(column, permutation);
  std::visit([&](auto& buffer) { buffer = gathered(buffer, permutation); }, tensor.values);
  tensor.sorted_by.reset();
}

void sort(CooTensor& tensor, const ModeOrder& order) {
  if (tensor.sorted_by == order) return;
  if (modes_to_sort(order, tensor.sorted_by) > 0) permute(tensor, sorted_permutation(tensor, order));
  tensor.sorted_by = order;
}

bool same_index(const CooTensor& tensor, std::int64_t a, std::int64_t b) {
  return std::all_of(tensor.coordinates.begin(), tensor.coordinates.end(),
                     [&](const Column& column) { return column[a] == column[b]; });
}

std::vector<std::int64_t> index_of(const CooTensor& tensor, std::int64_t entry) {
  std::vector<std::int64_t> index;
  for (const Column& column : tensor.coordinates) index.push_back(column[entry]);
  return index;
}

std::optional<std::int64_t> first_duplicate(const CooTensor& sorted) {
  assert(sorted.sorted_by);
  for (std::int64_t e = 1; e < sorted.stored(); ++e)
    if (same_index(sorted, e - 1, e)) return e;
  return std::nullopt;
}

Result<void> sum_duplicates(CooTensor& sorted) {
  assert(sorted.sorted_by);
  bool fits = true;
  std::int64_t kept = 0;
  std::visit([&](auto& values) {
    for (std::int64_t e = 0; e < sorted.stored() && fits; ++e) {
      if (kept > 0 && same_index(sorted, kept - 1, e)) {
        fits = add_into(values[kept - 1], values[e]);
        continue;
      }
      for (Column& column : sorted.coordinates) column[kept] = column[e];
      values[kept++] = values[e];
    }
    if (fits) values.resize(kept);
  }, sorted.values);
  if (!fits)
    return Diagnostic{"E0204", {}, "the sum of the duplicates at " + print_index(index_of(sorted, kept - 1)) +
                      " is no i64", {}, "ask for the values as f64"};
  for (Column& column : sorted.coordinates) column.resize(kept);
  sorted.unique = true;
  return {};
}

}  // namespace refold
