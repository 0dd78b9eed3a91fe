// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processor that kernels are compiled for: the one we run on, or what ANYWARP_CPU names.
#pragma once

#include <memory>
#include <string>

#include "support/Status.h"

namespace llvm {
class TargetMachine;
}

namespace anywarp::jit {

struct TargetCpu {
  std::string name;     ///< as LLVM calls it, "znver4"
  std::string features; ///< "+avx512f,-sse4a,…"; part of every cache key

  /// Asks the processor at the first call.
  static const TargetCpu &host();
};

/// A back end; one thread at a time uses it. The first call sets LLVM's x86 target up.
Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetCpu &cpu,
                                                                   unsigned optLevel, bool debug);

} // namespace anywarp::jit
