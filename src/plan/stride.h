// src/plan/stride.h: how an index moves when a loop variable goes up by one.
//
// Invariant: Stays and Unit are exact; whatever cannot be told is Jumps.
#pragma once

#include <unordered_map>

#include "plan/loop_nest.h"

namespace refold {

enum class Stride : std::uint8_t { Stays, Unit, Jumps };

/// What each variable that is no loop variable was computed from.
using Definitions = std::unordered_map<VariableId, IndexExpr>;
Definitions definitions(const LoopBody& body);

Stride stride(const IndexExpr& index, VariableId variable, const Definitions& definitions);

}  // namespace refold
