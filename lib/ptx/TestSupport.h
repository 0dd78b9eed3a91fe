// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the unit tests of this room share: modules around a body, and messages as text.
#pragma once

#include <gtest/gtest.h>

#include "ptx/Printer.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"

namespace anywarp::ptx {

/// Four header lines and one of registers, so `body` starts in line 6.
inline std::string kernel(const std::string &body,
                          const std::string &head = ".version 9.0\n.target sm_90a\n") {
  return head +
         ".address_size 64\n.visible .entry k(.param .u64 p) {\n"
         ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; "
         ".reg .f64 %d<9>;\n" +
         body + "\nret;\n}\n";
}

/// "LINE:COLUMN message" of everything reported, one a line.
inline std::string messages(const Diagnostics &diagnostics) {
  std::string text;
  for (const Diagnostic &d : diagnostics.list())
    text += std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message + "\n";
  return text;
}

struct Parsed {
  Diagnostics diagnostics;
  std::unique_ptr<Module> module;
  std::string text() const { return messages(diagnostics); }
  const Function &function(size_t i = 0) const { return *module->functions.at(i); }
};

inline Parsed parsed(const std::string &text, bool verifies = true) {
  Parsed p;
  p.module = parse(text, p.diagnostics);
  if (p.module && verifies)
    verify(*p.module, p.diagnostics);
  return p;
}

/// What parser and verifier say of a kernel with this body.
inline std::string complaints(const std::string &body) { return parsed(kernel(body)).text(); }

} // namespace anywarp::ptx
