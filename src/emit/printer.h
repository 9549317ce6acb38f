// src/emit/printer.h: the loops of a kernel as text, for every dialect. Only the emit layer includes this.
//
// Invariant: the printer decides nothing; where dialects differ it asks the Dialect, which gets the node and writes
// around what is common.
#pragma once

#include <string>
#include <vector>

#include "plan/loop_text.h"

namespace refold {

class Printer;

/// What differs between the emitted languages.
class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view infinity() const = 0;
  virtual std::string_view function_prefix() const = 0;               // of a function that the kernel calls
  virtual void parallel_loop(Printer& out, const ForLoop& loop) const = 0;
  virtual void innermost_loop(Printer& out, const ForLoop& loop) const = 0;
  virtual void tile(Printer& out, const LetTile& tile) const = 0;
  virtual void store(Printer& out, const std::string& text, bool memory) const = 0;  // an Assign outside innermost loops
  virtual void prefetch(Printer& out, const std::string& place) const = 0;
};

class Printer {
 public:
  Printer(const Kernel& kernel, const Dialect& dialect)
      : text{kernel, "refold_", dialect.infinity()}, kernel_(kernel), dialect_(dialect) {}

  void body(const LoopBody& body);
  void line(std::string_view text);
  void lines(std::string_view text);  // each ends in a newline
  void open(std::string_view text) { line(text), ++indent_; }
  void close() { --indent_, line("}"); }
  /// `for (int64_t i = lo; i < hi; ++i) {` with its note, and the body.
  void plain_loop(const ForLoop& loop);
  void loop_from(const ForLoop& loop, const std::string& first, const std::string& step);

  const LoopText text;
  std::string name(VariableId id) const { return kernel_[id]; }
  const KernelArray& array(ArrayId id) const { return kernel_[id]; }
  std::string take() { return std::move(text_); }
  bool in_vector = false;  // inside a Lanes or Vector loop: stores need no care

 private:
  void print(const LetIndex& let);
  void print(const LetValue& let);
  void print(const LetTile& tile) { dialect_.tile(*this, tile); }
  void print(const Assign& assign);
  void print(const FindFirst& find);
  void print(const Prefetch& prefetch);
  void print(const ForLoop& loop);
  void print(const MergeLoop& loop);
  void print(const IfAll& condition);
  void print(const Heading& heading);

  const Kernel& kernel_;
  const Dialect& dialect_;
  int indent_ = 0;
  std::string text_;
};

/// Text that can stand behind `//`: what is not plain ASCII becomes `?`.
std::string comment_text(std::string_view text);

/// The scalar functions that a kernel uses, as functions of the language: `refold_max(a, b)`.
std::string support_functions(const Kernel& kernel, const Dialect& dialect);

/// `void* const* arrays` and `sizes` by their names: one declaration a line.
std::vector<std::string> size_declarations(const Kernel& kernel);
std::string_view element_name(ArrayType type);
std::string role_text(const KernelArray& array);  // "offsets of level 1"
bool is_input(const KernelArray& array);

}  // namespace refold
