// src/plan/index_names.h: what the author of a file calls the indices of each tensor.
//
// Invariant: names only; nothing that is computed depends on them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/contraction.h"
#include "term/module.h"

namespace refold {

/// For each mode of a tensor, and of the result of the let at work, the names that stand there in the text: those of
/// that let first, then those of the rest of the file in order.
using IndexNames = std::map<std::string, std::vector<std::vector<std::string>>, std::less<>>;
IndexNames index_names(const Module& module, const std::string& let);

/// Gives every latent a name of its own: one that stands wherever it is an index by itself, else one that stands at some
/// of these places, else the first of i j k l p q r s t u v w, i1, .. that is no name of a tensor here.
void name_latents(Contraction& contraction, const IndexNames& names);

}  // namespace refold
