#include "cli/program_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/memory.h"
#include "tensor/pack.h"
#include "term/text.h"

namespace refold {
namespace {

/// Extents of a tensor's modes: the size or number of each factor of its domain.
class Binder {
 public:
  Binder(const Module& module, bool sum_duplicates) : module_(module), sum_duplicates_(sum_duplicates) {}
  ProgramData data;

  Result<void> bind(const std::vector<std::string>& binds) {
    for (const std::string& bind : binds) {
      const std::size_t equal = bind.find('=');
      if (equal == std::string::npos || equal == 0)
        return Diagnostic{"E0220", {}, fmt::format("--bind {} is no NAME=DATA", bind), {}, "for example --bind A=matrix.mtx, --bind n=100, --bind \"x=random(seed=1)\""};
      const std::string name = bind.substr(0, equal);
      REFOLD_TRY(DataSpec spec, parse_data_spec(bind.substr(equal + 1)));
      const bool size = std::any_of(module_.sizes.begin(), module_.sizes.end(), [&](const Variable& v) { return v.name == name; });
      if (!size && module_.tensor(name) == nullptr)
        return Diagnostic{"E0225", {}, fmt::format("--bind {}: the file declares no size and no tensor {}", bind, name), {}, declared()};
      if (!specs_.emplace(name, std::pair{bind.substr(equal + 1), std::move(spec)}).second)
        return Diagnostic{"E0226", {}, fmt::format("{} is bound twice", name)};
      if (size) {
        const IntegerData* number = std::get_if<IntegerData>(&specs_.at(name).second);
        if (number == nullptr || number->value < 0) return Diagnostic{"E0220", {}, fmt::format("--bind {}: a size is a whole number that is not negative", bind)};
        REFOLD_CHECK(fix(name, number->value, "--bind " + bind));
      }
    }
    // Files tell sizes; random data needs them.
    for (const bool random : {false, true})
      for (const TensorInfo& info : module_.tensors) {
        const auto at = specs_.find(info.variable.name);
        if (at == specs_.end() || std::holds_alternative<RandomData>(at->second.second) != random) continue;
        REFOLD_CHECK(load_tensor(info, at->second.first, at->second.second));
      }
    return {};
  }

 private:
  std::string declared() const {
    std::string names;
    for (const Variable& v : module_.sizes) names += (names.empty() ? "it declares " : ", ") + v.name;
    for (const TensorInfo& t : module_.tensors) names += (names.empty() ? "it declares " : ", ") + t.variable.name;
    return names;
  }

  Result<void> fix(const std::string& size, std::int64_t value, const std::string& by) {
    const auto [at, fresh] = data.sizes.emplace(size, value);
    if (fresh) said_by_[size] = by;
    if (at->second == value) return {};
    return Diagnostic{"E0221", {}, fmt::format("{} says {} = {}, but {} says {} = {}", by, size, value, said_by_[size], size, at->second), {},
                      "bind data whose extents agree"};
  }

  std::vector<TermId> factors(TermId sort) const {
    const Term& s = module_.store[sort];
    if (s.op != Op::Arrow) return {};
    const Term& domain = module_.store[s.operands[0]];
    return domain.op == Op::Product ? domain.operands : std::vector<TermId>{s.operands[0]};
  }

  /// The value of an extent, if it is a number or a known size.
  std::optional<std::int64_t> known(TermId set) const {
    const Term& range = module_.store[set];
    if (range.op != Op::Range) return std::nullopt;
    const Term& extent = module_.store[range.operands[0]];
    if (extent.op == Op::Number) return static_cast<std::int64_t>(module_.store.number_value(extent.payload));
    if (extent.op != Op::Input) return std::nullopt;
    const auto at = data.sizes.find(std::string(module_.store.name_text(extent.payload)));
    return at == data.sizes.end() ? std::nullopt : std::optional<std::int64_t>(at->second);
  }

  bool holds_ints(const TensorInfo& info) const {
    const Term& sort = module_.store[module_.store[info.variable.term].sort];
    const Op value = module_.store[sort.op == Op::Arrow ? sort.operands[1] : module_.store[info.variable.term].sort].op;
    return value == Op::Int || value == Op::Range;
  }

  Result<void> load_tensor(const TensorInfo& info, const std::string& said, const DataSpec& spec) {
    const std::string& name = info.variable.name;
    const std::vector<TermId> modes = factors(module_.store[info.variable.term].sort);
    ReadOptions options;
    options.sum_duplicates = sum_duplicates_;
    options.element = holds_ints(info) ? ElementType::I64 : ElementType::F64;
    KnownExtents shape;
    for (const TermId mode : modes) {
      shape.push_back(known(mode));
      if (!shape.back() && std::holds_alternative<RandomData>(spec))
        return Diagnostic{"E0222", {}, fmt::format("the extent {} of {} is not known", text(module_.store, mode), name), {}, "bind the size: --bind NAME=NUMBER"};
    }
    options.shape = shape;
    Result<Loaded> loaded = named(name, load(spec, options));
    if (!loaded) return loaded.error();
    const Extents found = extents(loaded->tensor);
    for (std::size_t k = 0; k < modes.size() && k < found.size(); ++k) {
      const Term& range = module_.store[modes[k]];
      if (range.op == Op::Range && module_.store[range.operands[0]].op == Op::Input)
        REFOLD_CHECK(fix(std::string(module_.store.name_text(module_.store[range.operands[0]].payload)), found[k], fmt::format("{}={}", name, said)));
    }
    if (holds_ints(info))  // kernels compute with doubles: an int that none holds is refused
      REFOLD_CHECK(named(name, std::visit([](auto& tensor) -> Result<void> {
        REFOLD_TRY(tensor.values, convert(std::move(tensor.values), ElementType::F64));
        return {};
      }, loaded->tensor)));
    BoundData bound{said, std::move(loaded->tensor), loaded->has_nonfinite};
    REFOLD_TRY(bound.tensor, named(name, within_memory([&] { return stored(info, std::move(bound.tensor)); })));
    data.tensors.emplace(name, std::move(bound));
    return {};
  }

  /// What is too large, or of another type, is said with the tensor's name.
  template <class T>
  static Result<T> named(const std::string& name, Result<T> made) {
    const bool unnamed = !made && (made.error().code == "E0705" || made.error().code == "E0208" || made.error().code == "E0213");
    if (!unnamed || made.error().data) return made;
    Diagnostic wrong = std::move(made).error();
    wrong.message = name + ": " + wrong.message;
    return wrong;
  }

  /// As the declaration wants it: levels for a sparse tensor, every element for another.
  Result<Tensor> stored(const TensorInfo& info, Tensor tensor) const {
    const std::size_t order = extents(tensor).size();
    if (!info.sparse) {
      if (std::holds_alternative<DenseTensor>(tensor)) return tensor;
      Result<DenseTensor> dense = to_dense(tensor, row_major(order));
      if (!dense) return dense.error();
      return Tensor(std::move(*dense));
    }
    if (const DenseTensor* dense = std::get_if<DenseTensor>(&tensor)) {
      Result<CooTensor> entries = entries_of(*dense);
      if (!entries) return entries.error();
      tensor = std::move(*entries);
    }
    std::string format = info.format.missing() ? "" : info.format.text;
    if (format.empty()) format = order == 2 ? "csr" : "csf";
    Packing packing = csf_packing(row_major(order));
    if (format == "csr" && order == 2) packing = csr_packing();
    else if (format == "csc" && order == 2) packing = csc_packing();
    else if (format == "dcsr" && order == 2) packing = dcsr_packing();
    else if (format == "coo") packing = coo_packing(row_major(order));
    else if (format == "dense") packing = dense_packing(row_major(order));
    else if (format != "csf")
      return Diagnostic{"E0224", info.format.span, fmt::format("the format {} does not fit {} with {} modes", format, info.variable.name, order), {}, "csr, csc, dcsr (two modes), coo, csf or dense"};
    if (CooTensor* entries = std::get_if<CooTensor>(&tensor)) {
      Result<LevelTensor> packed = pack(std::move(*entries), packing);
      if (!packed) return packed.error();
      return Tensor(std::move(*packed));
    }
    return tensor;
  }

  const Module& module_;
  bool sum_duplicates_;
  std::map<std::string, std::pair<std::string, DataSpec>> specs_;
  std::map<std::string, std::string> said_by_;
};

/// The number of positions of each level.
std::vector<std::int64_t> level_positions(const LevelTensor& tensor) {
  std::vector<std::int64_t> counts;
  std::int64_t positions = 1;
  for (const PackedLevel& level : tensor.levels) {
    if (const auto* range = std::get_if<RangeLevel>(&level)) positions *= range->extent;
    else if (const auto* compressed = std::get_if<CompressedLevel>(&level)) positions = static_cast<std::int64_t>(compressed->coordinates.size());
    counts.push_back(positions);
  }
  return counts;
}

}  // namespace

Result<ProgramData> bind_data(const Module& module, const std::vector<std::string>& binds, bool sum_duplicates) {
  Binder binder(module, sum_duplicates);
  REFOLD_CHECK(binder.bind(binds));
  return std::move(binder.data);
}

LoweringInput ProgramData::lowering(const Module& module, const std::string& name, const Algebra& algebra) const {
  LoweringInput input;
  input.algebra = algebra;
  input.index_names = index_names(module, name);
  for (const Variable& size : module.sizes)
    if (const auto at = sizes.find(size.name); at != sizes.end()) input.sizes.emplace(size.term, at->second);
  for (const TensorInfo& info : module.tensors) {
    const auto at = tensors.find(info.variable.name);
    if (at == tensors.end()) continue;
    const Tensor& tensor = at->second.tensor;
    BoundTensor bound{info.variable.name, extents(tensor), {}, {}};
    if (const auto* levels = std::get_if<LevelTensor>(&tensor)) {
      bound.format = levels->packing;
      bound.stored = level_positions(*levels);
    } else if (const auto* dense = std::get_if<DenseTensor>(&tensor)) {
      bound.format = dense_packing(dense->order);
    }
    input.tensors.emplace(info.variable.term, std::move(bound));
  }
  return input;
}

}  // namespace refold
