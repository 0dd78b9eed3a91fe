// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptx-opt: shows what the stages of the code generator make of a PTX file.
//   ptx-opt FILE --emit-device-ir [--entry NAME]   scalar device IR of one kernel, or of all
//   ptx-opt FILE --check                           one line per kernel that cannot be translated
//   ptx-opt FILE --pass NAME [--width W] [--block X,Y,Z] [--barriers WHICH]
//                                                  code after a pass of the SIMT lowering (--passes
//                                                  lists them)
//   ptx-opt FILE --emit-asm                        machine code of this processor as text
//   ptx-opt FILE --time ROUNDS [--width W] [--block X,Y,Z]
//                                                  what each stage of a kernel's compilation takes
// FILE may also be scalar device IR of one kernel (.ll).
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "Timing.h"
#include "codegen/Codegen.h"
#include "jit/TargetCpu.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;

namespace {

/// What is asked of the lowering.
struct Request {
  std::string pass, barriers = "auto";
  std::vector<uint32_t> block = {256, 1, 1};
  unsigned width = 0;
  bool emitsAsm = false, managedViews = false;
  bool lowers() const { return !pass.empty() || emitsAsm; }
};

/// Runs the lowering on one kernel and prints what it made.
Status lowerAndPrint(llvm::Module &module, const Request &request) {
  auto target = jit::createTargetMachine(jit::TargetCpu::host(), /*optLevel=*/2, /*debug=*/false);
  if (!target)
    return target.takeStatus();
  codegen::CodegenOptions options;
  options.simdWidth = request.width;
  options.shape =
      exec::BlockShape::of(request.block[0], request.block[1], request.block[2], 1, 1, 1);
  options.stopAfter = request.pass;
  options.managedViews = request.managedViews;
  if (request.barriers != "auto")
    options.barriers = request.barriers == "loops" ? codegen::CodegenOptions::Loops
                                                   : codegen::CodegenOptions::Coroutine;
  if (Status status = codegen::lowerToWarps(module, **target, options); !status.ok())
    return status;
  if (!request.emitsAsm) {
    module.print(llvm::outs(), nullptr);
    return {};
  }
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if ((*target)->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return Status(StatusCode::System, "no assembly writer");
  passes.run(module);
  llvm::outs() << text;
  return {};
}

int runOnDeviceIr(const std::string &path, const Request &request) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, error, context);
  if (!module) {
    error.print("ptx-opt", llvm::errs());
    return 1;
  }
  Status status = lowerAndPrint(*module, request);
  if (!status.ok())
    std::cerr << path << ": " << status.message() << "\n";
  return status.ok() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Shows the stages of PTX compilation");
  std::string path, entry;
  bool emitsDeviceIr = false, checks = false;
  app.add_option("file", path, "PTX file, - for standard input, or scalar device IR (.ll)");
  app.add_option("--entry", entry, "Only this kernel");
  app.add_flag("--emit-device-ir", emitsDeviceIr, "Print scalar device IR");
  app.add_flag("--check", checks, "Translate every kernel, print those that fail");
  Request request;
  bool listsPasses = false;
  app.add_option("--pass", request.pass, "Print the code after this pass of the lowering")
      ->check(CLI::IsMember(codegen::loweringPassNames()));
  app.add_flag("--passes", listsPasses, "List the passes");
  app.add_flag("--emit-asm", request.emitsAsm, "Print machine code as text");
  app.add_option("--width", request.width, "Lanes: 32, 16, 8, 1; 0 lets the code generator choose")
      ->check(CLI::IsMember({0, 1, 8, 16, 32}));
  app.add_option("--block", request.block, "Dimensions of the block")->delimiter(',')->expected(3);
  unsigned rounds = 0;
  app.add_option("--time", rounds,
                 "Print the processor time of each stage, the least of so many rounds");
  bool isQuick = false;
  app.add_flag("--quick", isQuick, "With --time: code for a kernel's first launches");
  app.add_option("--barriers", request.barriers, "How barriers are lowered")
      ->check(CLI::IsMember({"auto", "loops", "coroutine"}));
  app.add_flag("--managed-views", request.managedViews,
               "Managed memory is used where kernels see it");
  CLI11_PARSE(app, argc, argv);
  if (listsPasses) {
    for (const std::string &name : codegen::loweringPassNames())
      std::cout << name << "\n";
    return 0;
  }
  if (path.empty()) {
    std::cerr << "ptx-opt: no file\n";
    return 1;
  }
  if (path.ends_with(".ll"))
    return runOnDeviceIr(path, request);

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
    if (rounds) {
      exec::BlockShape shape =
          exec::BlockShape::of(request.block[0], request.block[1], request.block[2], 1, 1, 1);
      if (Status status = printTimes(*module, *function, shape, request.width, isQuick, rounds);
          !status.ok()) {
        ++failures;
        std::cerr << path << ": " << function->name << ": " << status.message() << "\n";
      }
      continue;
    }
    llvm::LLVMContext context;
    auto ir = codegen::emitDeviceIr(*module, *function, context);
    if (!ir) {
      ++failures;
      std::cerr << path << ": " << function->name << ": " << ir.status().message() << "\n";
      continue;
    }
    if (request.lowers())
      if (Status status = lowerAndPrint(**ir, request); !status.ok()) {
        ++failures;
        std::cerr << path << ": " << function->name << ": " << status.message() << "\n";
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
