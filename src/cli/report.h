// src/cli/report.h: what explore and run say about a derivation, in words, pictures and certificates.
//
// Invariant: every text is made from the derivation itself; nothing about it is typed beside it.
#pragma once

#include "cli/pipeline.h"

namespace refold {

/// The expression, each step with its rule and side conditions, costs before and after.
void print_derivation(const Program& program, const Explored& explored, Streams io);

struct PictureFiles {
  std::string dot, svg;  // "": none
};
int write_pictures(const Program& program, const Explored& explored, const PictureFiles& files, Streams io);

/// Writes the certificate if `file` is not empty.
int write_certificate(Program& program, const Explored& explored, const std::string& file, Streams io);

}  // namespace refold
