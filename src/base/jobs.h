// src/base/jobs.h: independent pieces of work, several at once.
//
// Invariant: pieces start in their order, each once; with one job they run here, one after the other. Every thread has
// ended when run_jobs returns. What a piece throws is thrown again here, the first piece's first, after the others ran.
#pragma once

#include <cstddef>
#include <functional>

namespace refold {

void run_jobs(std::size_t pieces, unsigned jobs, const std::function<void(std::size_t)>& work);

/// How many threads this machine runs at once, at least 1.
unsigned processors();

}  // namespace refold
