// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptx-opt: shows what the stages of the code generator make of a PTX file.
//   ptx-opt FILE --emit-device-ir [--entry NAME]   scalar device IR of one kernel, or of all
//   ptx-opt FILE --check                           one line per kernel that cannot be translated
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/Codegen.h"
#include "ptx/Parser.h"

using namespace anywarp;

int main(int argc, char **argv) {
  CLI::App app("Shows the stages of PTX compilation");
  std::string path, entry;
  bool emitsDeviceIr = false, checks = false;
  app.add_option("file", path, "PTX file, - for standard input")->required();
  app.add_option("--entry", entry, "Only this kernel");
  app.add_flag("--emit-device-ir", emitsDeviceIr, "Print scalar device IR");
  app.add_flag("--check", checks, "Translate every kernel, print those that fail");
  CLI11_PARSE(app, argc, argv);

  std::stringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
  } else {
    std::ifstream file(path);
    if (!file) {
      std::cerr << "ptx-opt: cannot read " << path << "\n";
      return 1;
    }
    text << file.rdbuf();
  }
  Diagnostics diagnostics;
  std::unique_ptr<ptx::Module> module = ptx::parse(text.str(), diagnostics);
  if (!diagnostics.list().empty())
    std::cerr << diagnostics.render(path);
  if (!module)
    return 1;

  unsigned kernels = 0, failures = 0;
  for (const auto &function : module->functions) {
    if (!function->isEntry || !function->isDefined || (!entry.empty() && function->name != entry))
      continue;
    ++kernels;
    llvm::LLVMContext context;
    auto ir = codegen::emitDeviceIr(*module, *function, context);
    if (!ir) {
      ++failures;
      std::cerr << path << ": " << function->name << ": " << ir.status().message() << "\n";
      continue;
    }
    if (emitsDeviceIr)
      (*ir)->print(llvm::outs(), nullptr);
  }
  if (checks)
    std::cout << path << ": " << kernels << " kernels, " << failures << " not translated\n";
  if (!entry.empty() && !kernels) {
    std::cerr << "ptx-opt: no kernel '" << entry << "'\n";
    return 1;
  }
  return failures ? 1 : 0;
}
