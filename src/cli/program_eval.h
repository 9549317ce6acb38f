// src/cli/program_eval.h: the expression of a program by the definitions, on bound data.
//
// Invariant: exact: data become rationals, a result is rounded to double only when it is handed on.
#pragma once

#include "cli/pipeline.h"
#include "eval/instance.h"

namespace refold {

/// The bound data as an instance, with real read as the algebra says. Errors: E0705 it does not fit into memory.
Result<Instance> instance_of(const Program& program, const ProgramData& data, const Algebra& algebra);

/// Whether a proposition about the bound data is true, by the definitions. Errors: those of eval; E0242 too much data.
Result<bool> holds_of_data(const Program& program, const ProgramData& data, TermId prop, Budget& budget);

/// Every element of the expression's value, row by row; one for a scalar. Errors: those of eval.
Result<std::vector<double>> evaluate_program(const Program& program, const ProgramData& data, Budget& budget);

}  // namespace refold
