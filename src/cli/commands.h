// src/cli/commands.h: the commands, one file each.
//
// Invariant: a command reads what its options name, calls the layers, prints through its streams and returns an exit
// status of console.h; it keeps nothing and throws nothing.
#pragma once

#include <span>
#include <string>

#include "cli/console.h"
#include "cli/options.h"

namespace refold {

int fmt_command(const FmtOptions& options, Streams io);
int prove_command(const ProveOptions& options, Streams io);
int explore_command(const ExploreOptions& options, Streams io);
int verify_command(const VerifyOptions& options, Streams io);
int plan_command(const PlanOptions& options, Streams io);
int emit_command(const EmitOptions& options, Streams io);
int run_command(const RunOptions& options, Streams io);
int eval_command(const EvalOptions& options, Streams io);

/// The whole program: reads the arguments, runs the command they name and returns the exit status.
int run_program(std::span<const std::string> arguments, Streams io);

}  // namespace refold
