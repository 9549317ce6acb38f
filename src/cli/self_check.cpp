#include "cli/self_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/words.h"
#include "cli/program_eval.h"
#include "tensor/pack.h"
#include "term/text.h"

namespace refold {
namespace {

/// Indices 0 .. extent-1 that the part keeps, for each size.
using Kept = std::map<std::string, std::vector<std::int64_t>>;

std::vector<std::string> size_names(const Module& module, TermId sort) {
  std::vector<std::string> names;
  const Term& s = module.store[sort];
  if (s.op != Op::Arrow) return names;
  const Term& domain = module.store[s.operands[0]];
  for (const TermId factor : domain.op == Op::Product ? domain.operands : std::vector<TermId>{s.operands[0]}) {
    const Term& range = module.store[factor];
    const bool input = range.op == Op::Range && module.store[range.operands[0]].op == Op::Input;
    names.push_back(input ? std::string(module.store.name_text(module.store[range.operands[0]].payload))
                          : std::string());
  }
  return names;
}

/// At most `most` indices of each size; first those of a few stored entries, so that the part is not empty.
Kept choose_part(const Program& program, const ProgramData& data, std::size_t most) {
  Kept kept;
  const auto keep = [&](const std::string& size, std::int64_t index) {
    if (size.empty()) return;
    std::vector<std::int64_t>& list = kept[size];
    if (list.size() < most && std::find(list.begin(), list.end(), index) == list.end()) list.push_back(index);
  };
  std::mt19937_64 draw(1);
  for (const TensorInfo& info : program.module.tensors) {
    const auto at = data.tensors.find(info.variable.name);
    if (at == data.tensors.end()) continue;
    const auto* levels = std::get_if<LevelTensor>(&at->second.tensor);
    if (levels == nullptr) continue;
    const std::vector<std::string> names = size_names(program.module, program.module.store[info.variable.term].sort);
    const CooTensor entries = unpack(*levels);
    if (entries.stored() == 0) continue;
    for (int k = 0; k < 40; ++k) {
      const auto entry = static_cast<std::size_t>(draw() % static_cast<std::uint64_t>(entries.stored()));
      for (std::size_t mode = 0; mode < names.size(); ++mode) keep(names[mode], entries.coordinates[mode][entry]);
    }
  }
  for (const auto& [size, extent] : data.sizes) {
    kept[size];
    for (std::int64_t index = 0; index < extent && kept[size].size() < most; ++index) keep(size, index);
    std::sort(kept[size].begin(), kept[size].end());
  }
  return kept;
}

/// The data at the kept indices, renumbered.
Result<ProgramData> restrict_data(const Program& program, const ProgramData& data, const Kept& kept) {
  ProgramData part;
  for (const auto& [size, list] : kept) part.sizes[size] = static_cast<std::int64_t>(list.size());
  for (const TensorInfo& info : program.module.tensors) {
    const auto at = data.tensors.find(info.variable.name);
    if (at == data.tensors.end()) continue;
    const std::vector<std::string> names = size_names(program.module, program.module.store[info.variable.term].sort);
    const Tensor& whole = at->second.tensor;
    const Extents& shape = extents(whole);
    std::vector<const std::vector<std::int64_t>*> lists;  // nullptr: all of the mode
    Extents small;
    for (std::size_t mode = 0; mode < shape.size(); ++mode) {
      const auto list = names[mode].empty() ? kept.end() : kept.find(names[mode]);
      lists.push_back(list == kept.end() ? nullptr : &list->second);
      small.push_back(list == kept.end() ? shape[mode] : static_cast<std::int64_t>(list->second.size()));
    }
    BoundData bound{at->second.source, CooTensor{}, at->second.has_nonfinite};
    if (const auto* dense = std::get_if<DenseTensor>(&whole)) {
      REFOLD_TRY(const std::int64_t count, element_count(small));
      REFOLD_CHECK(check_room("the checked part of a dense tensor", small, count, sizeof(double)));
      DenseTensor made{small, row_major(small.size()), make_values(ElementType::F64, count)};
      const std::vector<std::int64_t> strides = dense->strides();
      auto* out = static_cast<double*>(raw(made.values));
      for (std::int64_t element = 0; element < count; ++element) {
        std::int64_t rest = element, place = 0;
        for (std::size_t mode = small.size(); mode-- > 0;) {
          const std::int64_t index = rest % small[mode];
          place += (lists[mode] == nullptr ? index : (*lists[mode])[static_cast<std::size_t>(index)]) * strides[mode];
          rest /= small[mode];
        }
        out[element] = value_at(dense->values, place);
      }
      bound.tensor = std::move(made);
    } else if (const auto* levels = std::get_if<LevelTensor>(&whole)) {
      const CooTensor entries = unpack(*levels);
      std::vector<std::vector<std::int32_t>> coordinates(shape.size());
      std::vector<double> found;
      for (std::int64_t e = 0; e < entries.stored(); ++e) {
        std::vector<std::int32_t> index;
        for (std::size_t mode = 0; mode < shape.size(); ++mode) {
          const std::int32_t there = entries.coordinates[mode][e];
          if (lists[mode] == nullptr) {
            index.push_back(there);
            continue;
          }
          const auto place = std::lower_bound(lists[mode]->begin(), lists[mode]->end(), there);
          if (place == lists[mode]->end() || *place != there) break;
          index.push_back(static_cast<std::int32_t>(place - lists[mode]->begin()));
        }
        if (index.size() < shape.size()) continue;
        for (std::size_t mode = 0; mode < shape.size(); ++mode) coordinates[mode].push_back(index[mode]);
        found.push_back(value_at(entries.values, e));
      }
      CooTensor made{small, {}, make_values(ElementType::F64, static_cast<std::int64_t>(found.size()))};
      for (std::vector<std::int32_t>& column : coordinates) {
        made.coordinates.emplace_back(column.size());
        std::copy(column.begin(), column.end(), made.coordinates.back().data());
      }
      std::copy(found.begin(), found.end(), static_cast<double*>(raw(made.values)));
      REFOLD_TRY(LevelTensor packed, pack(std::move(made), levels->packing));
      bound.tensor = std::move(packed);
    }
    part.tensors.emplace(info.variable.name, std::move(bound));
  }
  return part;
}

/// Every element, row by row.
Result<StoredValues> elements_of(Tensor tensor) {
  const std::size_t order = extents(tensor).size();
  REFOLD_TRY(DenseTensor dense, to_dense(tensor, row_major(order)));
  return std::move(dense.values);
}

std::string place(std::int64_t element, const Extents& shape) {
  std::string text;
  for (std::size_t mode = shape.size(); mode-- > 0; element /= shape[mode]) text = fmt::format("{}{}{}", element % shape[mode], text.empty() ? "" : ", ", text);
  return shape.empty() ? "" : "[" + text + "]";
}

/// Two NaN agree, as do two equal infinities, whose difference is no number.
void compare(double wanted, double given, std::int64_t element, const Extents& shape, const std::string& name, SelfCheck& check) {
  ++check.elements;
  if (wanted == given || (std::isnan(wanted) && std::isnan(given))) return;
  const double error = std::abs(wanted - given) / std::max(1.0, std::abs(wanted));
  if (!(error <= 1e-9)) {
    check.ok = false;
    if (check.wrong.empty()) check.wrong = fmt::format("; {}{} is {} instead of {}", name, place(element, shape), given, wanted);
  }
  check.max_error = std::max(check.max_error, std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
}

/// The plan's result for a part of the data against the definitions.
Result<void> compare_part(Program& program, Terms& terms, const Explored& explored, const ProgramData& part, const Computation& done,
                          Budget& budget, SelfCheck& check) {
  REFOLD_TRY(const std::vector<double> by_eval, evaluate_program(program, part, budget));
  REFOLD_TRY(Planned planned, plan_program(program, terms, explored, part, true, budget));
  const TensorInputs inputs = inputs_of(part);
  ExecuteOptions how;
  how.backend = done.backend_name == "interp" ? Backend::Interp
                : done.backend_name == "cuda" ? Backend::Cuda
                                              : Backend::OpenMp;
  how.threads = done.threads;
  REFOLD_TRY(Execution execution, execute(planned.kernel, inputs, how));
  Tensor result = take_result(planned.sequence.steps.back(), execution, inputs);
  const Extents shape = extents(result);
  REFOLD_TRY(const StoredValues by_plan, elements_of(std::move(result)));
  check.ok = check.ok && static_cast<std::int64_t>(by_eval.size()) == length(by_plan);
  for (std::int64_t k = 0; k < length(by_plan) && check.ok; ++k)
    compare(by_eval[static_cast<std::size_t>(k)], value_at(by_plan, k), k, shape, "in the part " + program.now.name, check);
  return {};
}

/// Other real values at the same places, negative ones and zeros among them; false, and nothing drawn, where the file states
/// facts about its data, or where there are no reals.
bool draw_values(const Program& program, ProgramData& part) {
  const auto stated = [](const TensorInfo& info) { return !info.facts.empty(); };
  if (std::any_of(program.module.tensors.begin(), program.module.tensors.end(), stated)) return false;
  std::mt19937_64 draw(2);
  bool any = false;
  for (const TensorInfo& info : program.module.tensors) {
    const auto at = part.tensors.find(info.variable.name);
    const Term& sort = program.module.store[program.module.store[info.variable.term].sort];
    if (at == part.tensors.end() || sort.op != Op::Arrow || program.module.store[sort.operands[1]].op != Op::Real) continue;
    StoredValues& all = std::visit([](auto& tensor) -> StoredValues& { return tensor.values; }, at->second.tensor);
    auto* numbers = static_cast<double*>(raw(all));
    for (std::int64_t k = 0; k < length(all); ++k) numbers[k] = (static_cast<double>(draw() % 9) - 4) / 2;
    any = true;
  }
  return any;
}

}  // namespace

Result<SelfCheck> self_check(Program& program, Terms& terms, const Explored& explored, const ProgramData& data,
                             Computation& done, Budget& budget) {
  SelfCheck check;
  check.ok = true;
  const Kept kept = choose_part(program, data, 6);
  REFOLD_TRY(ProgramData part, restrict_data(program, data, kept));
  REFOLD_CHECK(compare_part(program, terms, explored, part, done, budget, check));
  // Data may be all of one sign, say; the plan must be right for any.
  if (draw_values(program, part)) REFOLD_CHECK(compare_part(program, terms, explored, part, done, budget, check));
  const std::int64_t on_part = check.elements;
  // Too much work for the interpreter: the same contractions in the loop order as written, compiled anew.
  const bool large = done.operations > 50'000'000;
  if (done.backend_name != "interp") {
    const TensorInputs all = inputs_of(data);
    ExecuteOptions plain;
    plain.backend = large ? Backend::OpenMp : Backend::Interp;
    std::vector<Schedule> written;
    for (const Contraction& step : done.sequence.steps) written.push_back(plain_schedule(step));
    const Kernel other = large ? build(done.sequence, written) : Kernel{};
    REFOLD_TRY(Execution again, execute(large ? other : done.kernel, all, plain));
    const Tensor second = take_result(done.sequence.steps.back(), again, all);
    const StoredValues &wanted = values(second), &given = values(done.result);
    check.ok = check.ok && length(wanted) == length(given);
    for (std::int64_t k = 0; k < std::min(length(wanted), length(given)); ++k)
      compare(value_at(wanted, k), value_at(given, k), k, {}, fmt::format("stored value {} of {}", k, program.now.name), check);
  }
  std::string sizes;
  for (const auto& [size, list] : kept)
    sizes += fmt::format("{}{}={}", sizes.empty() ? " at " : ", ", size, list.size());
  check.text =
      fmt::format("{}: {} against eval{}{}, largest error {:.2g}{}", check.ok ? "ok" : "FAILED", counted(on_part, "element"), sizes,
                  check.elements > on_part ? fmt::format(", {} against {}", counted(check.elements - on_part, "stored value"),
                                                         large ? "other loops" : "the interpreter")
                                           : "",
                  check.max_error, check.wrong);
  return check;
}

}  // namespace refold
