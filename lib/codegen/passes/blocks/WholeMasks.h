// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A second version of guarded code, for the case that all lanes pass the guard:
//
//   if (any(m)) code(m)     becomes     if (all(m)) code(all lanes) else if (any(m)) code(m)
//
// Loops that each lane leaves after rounds of its own get such a version, too: it runs as long as
// no lane has left. Masked loads and stores become plain ones there. An LLVM pass amid those of
// Optimize.
#pragma once

#include <llvm/IR/PassManager.h>

namespace anywarp::codegen {

class WholeMasksPass : public llvm::PassInfoMixin<WholeMasksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace anywarp::codegen
