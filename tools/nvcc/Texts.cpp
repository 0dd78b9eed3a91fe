// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Help and version. Build systems read the line "... release X.Y, VX.Y.Z".
#include "Texts.h"
#include "Options.h"

#include <algorithm>
#include <string_view>

#include "fatbin/Arch.h"
#include "frontend/Frontend.h"

namespace anywarp::nvcc {

std::string versionText() {
  // CMake knows the compiler by the words after "nvcc:" in the second line.
  return "Anywarp " AW_VERSION ": CUDA C++ for CPUs, and to PTX, with Clang " AW_CLANG_VERSION "\n"
         "Command line of nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Cuda compilation tools, release 13.0, V13.0.88\n"
         "Build anywarp_" AW_VERSION "\n";
}

std::string archText(bool asVirtual, bool asReal) {
  std::string text;
  for (unsigned number : fatbin::kArchNumbers) {
    if (number < 75)
      continue;
    std::string digits = std::to_string(number);
    if (asVirtual && asReal)
      text += "arch=compute_" + digits + ",code=sm_" + digits + "\n";
    else
      text += (asVirtual ? "compute_" : "sm_") + digits + "\n";
  }
  return text;
}

std::string cppOfAssembly(const std::string &assembly) {
  std::string text = "asm(";
  for (size_t at = 0; at < assembly.size();) {
    size_t end = std::min(assembly.find('\n', at), assembly.size());
    text += "\n\"";
    for (char c : std::string_view(assembly).substr(at, end - at)) {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += "\\n\"";
    at = end + 1;
  }
  return text + "\n\".text\\n\");\n"; // g++ goes on there
}

std::string helpText() {
  return cmdline::helpText(
      "Usage: nvcc [options] file...\n\n"
      "Compiles CUDA C++ (.cu), C++ and C sources and links them. An option with a value\n"
      "is written '-opt value' or '-opt=value'.",
      optionTable());
}

} // namespace anywarp::nvcc
