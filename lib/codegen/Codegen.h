// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel of a PTX module as an llvm::Module that follows exec/KernelAbi.h.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/KernelAbi.h"
#include "support/Status.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm
namespace anywarp::ptx {
struct Module;
struct Function;
} // namespace anywarp::ptx

namespace anywarp::codegen {

/// The file that line tables name where a module has no source lines: those are the PTX's.
inline constexpr char kPtxFileName[] = "<ptx>";

struct CodegenOptions {
  unsigned simdWidth = 0; ///< W: 32, 16, 8, 1; 0: chosen by analysis of the kernel
  exec::BlockShape shape;
  bool fewThreads = false; ///< the grid has no more of them than there are workers
  unsigned optLevel = 2;
  bool debug = false;
  bool strict = false; ///< only pages that are open to kernels may be touched (exec/KernelAbi.h)
  bool managedViews = false; ///< managed memory is used at kManagedViewOffset (exec/KernelAbi.h)
  bool tellsSteps = false;   ///< of one block the profile is told each step (exec/calls/Profile.h)
  bool observed = false;     ///< the kernel tells events
  bool endsPieces = false;   ///< observed, and a piece may be ended at any event
  bool guarded = false;      ///< observed, where tests fail (exec::ObserveMisses)
  bool byRanges = false;     ///< guarded, and tests of all memory are by ranges (exec::ObserveInit)
  bool doubts = false;       ///< observed, where something may be wrong (exec::ObserveDoubts)
  bool waitsInPlace = false; ///< for debuggers: a piece keeps its stack while it waits; W is 1
  bool interruptible = false; ///< for exec::Schedule: pieces may change at each access; W is 1
  enum Barriers { Auto, Coroutine, Loops } barriers = Auto;
  unsigned jam = 0;   ///< pieces that run at once where they can (JamPieces); 1: none; 0: by cost
  bool quick = false; ///< complete code is not optimised: it is for its first launches only
  /// Asked, if set, when the code is complete and not optimised yet: true leaves it so.
  std::function<bool()> complete;
  std::string stopAfter; ///< a pass of loweringPassNames: the rest is not run (ptx-opt)
  std::function<void(const char *pass)> afterPass; ///< told of each when it has run, if set
};

struct EmitOptions {
  /// What is written to a PTX register is written to the thread's local memory, too;
  /// "<kernel>.registers" tells where (jit/Session.h, CompiledKernel::registers).
  bool recordRegisters = false;
  /// A debugger finds the variables of the source where the PTX has debug information; for pieces
  /// of one thread.
  bool describeVariables = false;
  uint32_t observe = 0; ///< exec::Observe: which events the kernel tells
  /// Code that tells the profile of the launch (exec/calls/Profile.h) what its threads execute;
  /// "<kernel>.places" says what the numbers stand for (emit/Profile.h).
  bool profile = false;
  bool exactApprox = false; ///< approximate instructions give the bits of a GPU everywhere
};

/// PTX → scalar device IR (README.md). Functions reached from `entry` come along; poisoned ones
/// make this fail with NotSupported and the diagnostic.
Expected<std::unique_ptr<llvm::Module>> emitDeviceIr(const ptx::Module &module,
                                                     const ptx::Function &entry,
                                                     llvm::LLVMContext &context,
                                                     const EmitOptions &options = {});

/// Scalar device IR → code for pieces of W threads, optimised, ready for the back end. The module
/// then defines "<kernel>.info" (exec::KernelInfo) and "<kernel>.block" or "<kernel>.piece".
/// `staticShared`, `localBytes`, `paramBytes` come as "aw-…" attributes of the kernel.
Status lowerToWarps(llvm::Module &module, llvm::TargetMachine &target,
                    const CodegenOptions &options);

/// The passes of lowerToWarps, in order; also what ANYWARP_DUMP=after:PASS takes.
std::vector<std::string> loweringPassNames();

} // namespace anywarp::codegen
