// tests/tensor/tensors.h: small tensors for tests, and random ones for property tests.
//
// Invariant: two tensors are the same when extents, element type, stored indices and stored values agree, whatever the
// order in which they lie in memory (contents() lists them by index).
#pragma once

#include <rapidcheck.h>

#include "tensor/entries.h"
#include "tensor/pack.h"
#include "tensor/sort.h"

namespace refold::testing {

struct Item {
  TensorIndex index;
  double value;
};

inline CooTensor coo(Extents extents, const std::vector<Item>& items) {
  const auto stored = static_cast<std::int64_t>(items.size());
  CooTensor tensor{extents, {}, StoredValues(Buffer<double>(stored)), {}, false};
  for (std::size_t mode = 0; mode < extents.size(); ++mode) tensor.coordinates.emplace_back(stored);
  for (std::int64_t e = 0; e < stored; ++e) {
    const Item& item = items[static_cast<std::size_t>(e)];
    for (std::size_t mode = 0; mode < extents.size(); ++mode)
      tensor.coordinates[mode][e] = static_cast<std::int32_t>(item.index[mode]);
    std::get<Buffer<double>>(tensor.values)[e] = item.value;
  }
  return tensor;
}

inline std::map<TensorIndex, double> contents(const Tensor& tensor) {
  std::map<TensorIndex, double> all;
  for_each_entry(tensor, [&](const TensorIndex& index, std::int64_t position) {
    all.emplace(index, value_at(values(tensor), position));
    return true;
  });
  return all;
}

/// Of one kind of tensor that is still needed afterwards.
template <class T>
std::map<TensorIndex, double> contents(const T& tensor) {
  return contents(Tensor(clone(tensor)));
}

template <class T>
std::vector<T> list(const Buffer<T>& buffer) {
  return {buffer.begin(), buffer.end()};
}

/// A sparse tensor of up to `max_order` modes without duplicates, with some explicit zeros; its entries in any order.
inline rc::Gen<std::vector<Item>> random_items(const Extents& extents) {
  std::vector<Item> all{{{}, 0}};
  for (const std::int64_t extent : extents) {
    std::vector<Item> longer;
    for (const Item& item : all)
      for (std::int64_t i = 0; i < extent; ++i) {
        longer.push_back(item);
        longer.back().index.push_back(i);
      }
    all = std::move(longer);
  }
  return rc::gen::exec([all] {
    std::vector<Item> some;
    for (Item item : all)
      if (*rc::gen::inRange(0, 2) == 1) {
        item.value = *rc::gen::inRange(-3, 4) * 0.37;
        some.push_back(item);
      }
    for (std::size_t k = some.size(); k > 1; --k) std::swap(some[k - 1], some[*rc::gen::inRange<std::size_t>(0, k)]);
    return some;
  });
}

inline Extents random_extents(int max_order) {
  Extents extents(static_cast<std::size_t>(*rc::gen::inRange(0, max_order + 1)));
  for (std::int64_t& extent : extents) extent = *rc::gen::inRange(0, 5);
  return extents;
}

inline CooTensor random_coo(int max_order) {
  const Extents extents = random_extents(max_order);
  return coo(extents, *random_items(extents));
}

}  // namespace refold::testing
