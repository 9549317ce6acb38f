#include "plan/index_names.h"

#include <algorithm>
#include <set>

namespace refold {
namespace {

using Row = std::vector<std::string>;  // a name for each mode, "" for none

void add(IndexNames& names, const std::string& tensor, const Row& row) {
  std::vector<Row>& modes = names[tensor];
  modes.resize(std::max(modes.size(), row.size()));
  for (std::size_t mode = 0; mode < row.size(); ++mode)
    if (!row[mode].empty() && std::find(modes[mode].begin(), modes[mode].end(), row[mode]) == modes[mode].end())
      modes[mode].push_back(row[mode]);
}

Row letters_of(std::string_view subscripts) {
  Row row;
  for (const char c : subscripts)
    if (c != ' ') row.push_back(std::string(1, c));
  return row;
}

bool is_einsum(const Syntax& tree) {
  return tree.kind == Syn::Call && tree.children.size() > 1 && tree.children[0].kind == Syn::Name && tree.children[0].text == "einsum" &&
         tree.children[1].kind == Syn::String && tree.children[1].text.find('.') == std::string::npos;
}

void add_einsum(IndexNames& names, const Syntax& call) {
  const std::string& text = call.children[1].text;
  std::string_view inputs = std::string_view(text).substr(0, text.find("->"));
  for (std::size_t k = 2; k < call.children.size(); ++k) {
    const std::size_t comma = std::min(inputs.find(','), inputs.size());
    if (call.children[k].kind == Syn::Name) add(names, call.children[k].text, letters_of(inputs.substr(0, comma)));
    inputs.remove_prefix(std::min(comma + 1, inputs.size()));
  }
}

/// X[i, j] and einsum("ij,..", X, ..) anywhere in the text.
void collect(IndexNames& names, const Syntax& tree) {
  if (is_einsum(tree)) add_einsum(names, tree);
  if ((tree.kind == Syn::At || tree.kind == Syn::Call) && tree.children[0].kind == Syn::Name) {
    Row row;
    for (std::size_t k = 1; k < tree.children.size(); ++k)
      row.push_back(tree.children[k].kind == Syn::Name ? tree.children[k].text : std::string());
    add(names, tree.children[0].text, row);
  }
  for (const Syntax& child : tree.children) collect(names, child);
}

Row binder_names(const Syntax& binders) {
  Row row;
  for (const Syntax& binder : binders.children)
    row.push_back(binder.children[0].kind == Syn::Name ? binder.children[0].text : std::string());
  return row;
}

/// The indices of a let's value: those of a lambda or an einsum at its end.
Row indices_of(const Syntax& value) {
  if (value.kind == Syn::Lambda) return binder_names(value.children[0]);
  if (value.kind == Syn::Compose) return indices_of(value.children.back());
  if (!is_einsum(value)) return {};
  const std::size_t arrow = value.children[1].text.find("->");
  return arrow == std::string::npos ? Row() : letters_of(value.children[1].text.substr(arrow + 2));
}

/// What stands at the places of a latent: the names that stand at all of them, or those at the first.
Row candidates(const Contraction& contraction, std::size_t latent, const IndexNames& names) {
  std::vector<Row> lists;
  const auto look = [&](const std::string& tensor, const std::vector<Affine>& access) {
    const auto known = names.find(tensor);
    if (known == names.end()) return;
    for (std::size_t mode = 0; mode < std::min(access.size(), known->second.size()); ++mode)
      if (access[mode].single() == latent && !known->second[mode].empty()) lists.push_back(known->second[mode]);
  };
  look(contraction.output.tensor, contraction.output.access);
  for (const Operand& operand : contraction.operands) look(operand.tensor, operand.access);
  if (lists.empty()) return {};
  Row common = lists[0];
  for (const Row& list : lists)
    std::erase_if(common, [&](const std::string& name) { return std::find(list.begin(), list.end(), name) == list.end(); });
  return common.empty() ? lists[0] : common;
}

}  // namespace

IndexNames index_names(const Module& module, const std::string& let) {
  IndexNames names;
  for (const Syntax& statement : module.tree.children) {
    if (statement.kind != Syn::LetDef || statement.children[0].text != let) continue;
    add(names, let, statement.children[1].missing() ? indices_of(statement.children[3]) : binder_names(statement.children[1]));
    collect(names, statement);
  }
  for (const Syntax& statement : module.tree.children)
    if (statement.kind == Syn::LetDef || statement.kind == Syn::Show) collect(names, statement);
  return names;
}

void name_latents(Contraction& contraction, const IndexNames& names) {
  std::set<std::string> taken{contraction.output.tensor};
  for (const Operand& operand : contraction.operands) taken.insert(operand.tensor);
  std::vector<std::pair<Row, std::size_t>> latents;
  for (std::size_t k = 0; k < contraction.latents.size(); ++k) latents.push_back({candidates(contraction, k, names), k});
  // Those with the least choice first.
  std::stable_sort(latents.begin(), latents.end(), [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
  std::vector<std::size_t> open;
  for (const auto& [choice, k] : latents) {
    const auto free = std::find_if(choice.begin(), choice.end(), [&](const std::string& name) { return taken.count(name) == 0; });
    if (free == choice.end()) open.push_back(k);
    else taken.insert(contraction.latents[k].name = *free);
  }
  std::sort(open.begin(), open.end());
  static constexpr std::string_view letters = "ijklpqrstuvw";
  std::size_t next = 0;
  for (const std::size_t k : open) {
    std::string& name = contraction.latents[k].name;
    do {
      const std::size_t round = next / letters.size();
      name = letters[next++ % letters.size()] + (round == 0 ? std::string() : std::to_string(round));
    } while (!taken.insert(name).second);
  }
}

}  // namespace refold
