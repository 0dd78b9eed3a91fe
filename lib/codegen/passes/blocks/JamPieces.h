// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs two or four pieces of a block in one round of a loop over pieces, where they share loads or
// where one piece alone waits for its own results (unroll and jam). An LLVM pass: it stands amid
// those of Optimize, where loops are in their final form and not unrolled yet.
#pragma once

#include <string>

#include <llvm/IR/PassManager.h>

namespace anywarp::codegen {

class JamPiecesPass : public llvm::PassInfoMixin<JamPiecesPass> {
public:
  /// For a processor with `registers` vector registers of `vectorBits`. Jams `factor` pieces
  /// wherever it can; 0: as many as pay. `name` stands in traces.
  JamPiecesPass(unsigned vectorBits, unsigned registers, unsigned factor, std::string name)
      : vectorBits_(vectorBits), registers_(registers), factor_(factor), name_(std::move(name)) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned vectorBits_, registers_, factor_;
  std::string name_;
};

} // namespace anywarp::codegen
