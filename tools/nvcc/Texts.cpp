// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Help and version. Build systems read the line "... release X.Y, VX.Y.Z".
#include "Texts.h"
#include "Options.h"

#include "frontend/Frontend.h"

namespace anywarp::nvcc {

std::string versionText() {
  // CMake knows the compiler by the words after "nvcc:" in the second line.
  return "Anywarp " AW_VERSION ": CUDA C++ for CPUs, and to PTX, with Clang " AW_CLANG_VERSION "\n"
         "Command line of nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Cuda compilation tools, release 13.0, V13.0.88\n"
         "Build anywarp_" AW_VERSION "\n";
}

std::string archText(const char *prefix) {
  std::string text;
  for (unsigned number : frontend::kArchNumbers)
    if (number >= 75)
      text += prefix + std::to_string(number) + "\n";
  return text;
}

std::string helpText() {
  std::string text = "Usage: nvcc [options] file...\n\n"
                     "Compiles CUDA C++ (.cu), C++ and C sources and links them. An option with a value\n"
                     "is written '-opt value' or '-opt=value'.\n\nOptions\n";
  for (const OptionInfo &info : optionTable()) {
    std::string left = "--" + std::string(info.longName);
    if (info.kind == OptKind::Bool)
      left += " {true|false}";
    else if (info.kind != OptKind::Flag && !info.values.empty() && info.values.size() < 32)
      left += " {" + std::string(info.values) + "}";
    else if (info.kind != OptKind::Flag)
      left += info.kind == OptKind::List ? " <value>,..." : " <value>";
    left += "  (-" + std::string(info.shortName) + ")";
    text += left + "\n        " + std::string(info.help) + "\n";
  }
  return text;
}

} // namespace anywarp::nvcc
