// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are compiled before they are launched, by idle processors. A program whose first kernel
// has to be compiled will probably launch those that follow it in its text. The result lies in the
// JIT's cache. A launch takes it from there, or waits for a compilation that is under way. Nobody
// is told of failures: the launch fails in its turn.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "driver/base/Object.h"
#include "driver/code/Program.h"
#include "exec/KernelAbi.h"
#include "support/Mutex.h"

namespace anywarp::driver {

/// The class of blocks that a launch of `kernel` probably has, after one of another kernel of the
/// program had those of the class `seen`.
exec::BlockShape likelyShape(const ptx::Module &module, const ptx::Function &kernel,
                             const exec::BlockShape &seen);

/// The kernels of `module` to be compiled when `launched` is, in order. A bounded number: modules
/// of many kernels are libraries, of which a program uses few.
std::vector<const ptx::Function *> likelyKernels(const ptx::Module &module,
                                                 const ptx::Function &launched);

class CompileAhead {
public:
  static CompileAhead &get();
  /// `launched`, for blocks of the class `seen`, is about to be compiled for a launch. Once for
  /// each program.
  void follow(const Program &program, const ptx::Function &launched, const exec::BlockShape &seen);

private:
  Mutex mutex_;
  std::set<std::string> followed_ AW_GUARDED_BY(mutex_); ///< keys of programs
};

} // namespace anywarp::driver
