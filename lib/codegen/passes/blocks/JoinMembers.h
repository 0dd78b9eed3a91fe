// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of small structs, which neighbouring lanes have side by side in memory. Where all lanes
// are active, gathers of members become loads of everything from the first to the last, from which
// the members are picked. Scatters become stores of the members in their order in memory; what lies
// between them is masked. An LLVM pass: it stands at the end of Optimize, where WholeMasks has left
// constant masks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace anywarp::codegen {

class JoinMembersPass : public llvm::PassInfoMixin<JoinMembersPass> {
public:
  explicit JoinMembersPass(unsigned vectorBits) : vectorBits_(vectorBits) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned vectorBits_;
};

} // namespace anywarp::codegen
