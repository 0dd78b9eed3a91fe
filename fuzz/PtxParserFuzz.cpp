// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text: parse, verify, print; what was printed must parse to a module that prints the same.
#include <cstdio>
#include <cstdlib>

#include "ptx/Printer.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  Diagnostics diagnostics;
  auto module = ptx::parse({reinterpret_cast<const char *>(data), size}, diagnostics);
  if (!module)
    return 0;
  bool isClean = ptx::verify(*module, diagnostics);
  std::string once = ptx::print(*module);
  Diagnostics second;
  auto again = ptx::parse(once, second);
  std::string twice;
  if (again) {
    isClean = isClean && ptx::verify(*again, second);
    twice = ptx::print(*again);
  }
  // A poisoned function is printed without its body, so only clean modules come back the same.
  if (again && (!isClean || once == twice) && !second.hasErrors() &&
      (!isClean || second.list().empty()))
    return 0;
  std::fprintf(stderr, "%s\n--- printed:\n%s\n--- printed again:\n%s\n",
               second.render("printed").c_str(), once.c_str(), twice.c_str());
  std::abort();
}
