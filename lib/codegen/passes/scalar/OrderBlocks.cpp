// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds kernels whose blocks of one column of the grid walk the same memory, as those of a matrix
// product do. Run row by row, they meet it again only after a whole row of the grid.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/Lowering.h"
#include "codegen/passes/scalar/Dependents.h"

namespace anywarp::codegen {
namespace {

using llvm::Instruction;

bool walksColumns(llvm::Function &kernel) {
  const llvm::Module &module = *kernel.getParent();
  const Values ofColumn = dependents(module, Intrinsic::CtaIdX);
  if (ofColumn.empty())
    return false;
  const Values ofRow = dependents(module, Intrinsic::CtaIdY);
  llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(llvm::instructions(kernel), [&](const Instruction &inst) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    if (!load || load->getPointerAddressSpace() > 1)
      return false;
    const llvm::Value *address = load->getPointerOperand();
    const llvm::Loop *loop = loops.getLoopFor(load->getParent());
    return loop && !loop->isLoopInvariant(address) && ofColumn.contains(address) &&
           !ofRow.contains(address);
  });
}

} // namespace

Status orderBlocks(Lowering &lowering) {
  if (walksColumns(*lowering.kernel))
    lowering.info.flags |= exec::KernelInfo::WalksColumns;
  return {};
}

} // namespace anywarp::codegen
