// src/prove/transport.h: guesses how the bound variables of one term are those of another.
//
// Invariant: none: these are guesses. A Transport is used only after `psi` was proved to be injective where the guards
// hold (compare.cpp): phi(psi(y)) = y. Everything here may be sloppy and proves nothing.
// Source: prover.md, section 5.
#pragma once

#include "prove/summands.h"

namespace refold {

using Replacement = std::vector<std::pair<TermId, TermId>>;  // a variable, what is put in for it

/// phi gives each variable of the moved term from the variables of the reference; psi the other way round.
struct Transport {
  Replacement phi, psi;
};

/// Guesses, the likely ones first; at most `most`.
std::vector<Transport> transports(Terms& terms, Integers& integers, const Summand& moved, const Summand& reference, std::size_t most);

}  // namespace refold
