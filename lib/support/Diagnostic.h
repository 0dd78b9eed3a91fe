// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults of program text (PTX), with their place. Collected, not thrown: a reader reports as many
// as it can and the API shows them in the JIT error log.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace anywarp {

struct Diagnostic {
  enum Severity { Error, Warning, Note };
  Severity severity = Error;
  uint32_t line = 0, column = 0; ///< from 1; 0 unknown
  std::string message;
};

class Diagnostics {
public:
  void error(uint32_t line, uint32_t column, std::string message) {
    list_.push_back({Diagnostic::Error, line, column, std::move(message)});
    ++errors_;
  }
  void warning(uint32_t line, uint32_t column, std::string message) {
    list_.push_back({Diagnostic::Warning, line, column, std::move(message)});
  }
  bool hasErrors() const { return errors_ != 0; }
  unsigned errorCount() const { return errors_; }
  const std::vector<Diagnostic> &list() const { return list_; }
  /// One line each: "NAME, line L; error   : MESSAGE" as ptxas writes it.
  std::string render(const std::string &name) const;

private:
  std::vector<Diagnostic> list_;
  unsigned errors_ = 0;
};

} // namespace anywarp
