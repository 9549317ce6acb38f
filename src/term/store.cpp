#include "term/store.h"

#include <algorithm>
#include <cassert>

namespace refold {

std::size_t TermHash::operator()(const Term& term) const noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(term.op) * 0x9e3779b97f4a7c15ull + static_cast<std::uint64_t>(term.payload);
  const auto mix = [&hash](std::uint64_t value) {
    hash = (hash ^ (value + 0x632be59bd9b4e019ull)) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
  };
  mix(term.sort.index);
  for (const TermId operand : term.operands) mix(operand.index);
  return hash;
}

TermStore::TermStore() {
  // Type is its own sort: the one knot in the store.
  intern({Op::Type, TermId{0}, {}});
}

const TermStore::Entry& TermStore::entry(TermId id) const {
  assert(id.valid() && id.index < size());
  return id.index < offset_ ? base_->entry(id) : terms_[id.index - offset_];
}

const Term& TermStore::operator[](TermId id) const { return *entry(id).term; }
std::uint32_t TermStore::free_depth(TermId id) const { return entry(id).free_depth; }

const TermExtent& TermStore::extent(TermId id) const { return entry(id).extent; }

TermExtent TermStore::extent_of(const Term& term) const {
  TermExtent whole{0, 1};
  for (const TermId operand : term.operands) {
    const TermExtent& part = extent(operand);
    whole.height = std::max(whole.height, part.height);
    whole.nodes += std::min(part.nodes, 2 * kMostNodes);  // what is too large stays so: no sum overflows
  }
  const bool own_sort = term.op == Op::Input || term.op == Op::Bound;
  if (own_sort) whole.height = std::max(whole.height, extent(term.sort).height);
  whole.height += term.op == Op::Compose ? static_cast<std::uint32_t>(term.operands.size()) : 1;
  return whole;
}

const TermId* TermStore::find(const Term& term) const {
  if (base_ != nullptr)
    if (const TermId* found = base_->find(term)) return found;
  const auto at = ids_.find(term);
  return at == ids_.end() ? nullptr : &at->second;
}

TermId TermStore::intern(Term term) {
  if (const TermId* found = find(term)) return *found;
  const TermId id{size()};
  std::uint32_t depth = term.op == Op::Bound ? static_cast<std::uint32_t>(term.payload) + 1 : 0;
  const bool binder = info(term.op).binder;
  for (std::size_t k = 0; k < term.operands.size(); ++k) {
    const std::uint32_t inner = free_depth(term.operands[k]);
    depth = std::max(depth, binder && k == 1 ? inner - std::min(inner, 1u) : inner);
  }
  if (term.sort != id) depth = std::max(depth, free_depth(term.sort));
  const TermExtent extent = extent_of(term);
  const auto [at, inserted] = ids_.emplace(std::move(term), id);
  assert(inserted);
  terms_.push_back({&at->first, depth, extent});
  return id;
}

std::int64_t TermStore::name_count() const {
  return (base_ ? base_->name_count() : 0) + static_cast<std::int64_t>(names_.size());
}

const std::int64_t* TermStore::find_name(std::string_view text) const {
  if (base_ != nullptr)
    if (const std::int64_t* found = base_->find_name(text)) return found;
  const auto at = name_ids_.find(std::string(text));
  return at == name_ids_.end() ? nullptr : &at->second;
}

std::int64_t TermStore::name(std::string_view text) {
  if (const std::int64_t* found = find_name(text)) return *found;
  const std::int64_t id = name_count();
  name_ids_.emplace(std::string(text), id);
  names_.emplace_back(text);
  return id;
}

std::string_view TermStore::name_text(std::int64_t payload) const {
  const std::int64_t below = base_ ? base_->name_count() : 0;
  return payload < below ? base_->name_text(payload) : names_[static_cast<std::size_t>(payload - below)];
}

std::int64_t TermStore::number_count() const {
  return (base_ ? base_->number_count() : 0) + static_cast<std::int64_t>(numbers_.size());
}

std::int64_t TermStore::number(const Rational& value) {
  const std::string text = value.str();
  for (const TermStore* store = this; store != nullptr; store = store->base_)
    if (const auto at = store->number_ids_.find(text); at != store->number_ids_.end()) return at->second;
  const std::int64_t id = number_count();
  number_ids_.emplace(text, id);
  numbers_.push_back(value);
  return id;
}

const Rational& TermStore::number_value(std::int64_t payload) const {
  const std::int64_t below = base_ ? base_->number_count() : 0;
  return payload < below ? base_->number_value(payload) : numbers_[static_cast<std::size_t>(payload - below)];
}

}  // namespace refold
