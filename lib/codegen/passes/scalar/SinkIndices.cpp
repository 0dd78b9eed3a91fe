// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings 32-bit indices to the accesses that they serve. `if (t > 0) x = a[t - 1]` in a loop comes
// with the extension of t - 1 hoisted before the branch, where lane 0 holds 2^32 - 1; at the access
// only lanes on one side of zero are active, and Uniformity may keep the pattern of the index.
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

/// What addresses are formed by; see also onlyFormsAddresses of UniformityRules.cpp.
bool isAddressArithmetic(const Instruction &inst) {
  switch (inst.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::GetElementPtr:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::AddrSpaceCast:
    return true;
  default:
    return false;
  }
}

class Sinker {
public:
  explicit Sinker(llvm::Function &function) : function_(function), postDominators_(function) {}

  void run() {
    for (BasicBlock &block : function_) {
      clones_.clear();
      for (Instruction &inst : block) {
        int operand = addressOperand(inst);
        if (operand < 0)
          continue;
        Value *address = inst.getOperand(unsigned(operand));
        inst.setOperand(unsigned(operand), sunk(address, block, kMaxDepth));
      }
    }
  }

private:
  static constexpr unsigned kMaxDepth = 12;

  static int addressOperand(const Instruction &inst) {
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(inst))
      return 0;
    auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
    if (call && intrinsicOf(*call) == Intrinsic::ProfileAccess)
      return 1;
    return llvm::isa<llvm::StoreInst>(inst) ? int(llvm::StoreInst::getPointerOperandIndex()) : -1;
  }

  /// `inst` is such an extension, in a block whose lanes need not all come to `block`.
  bool isHoisted(const Instruction &inst, const BasicBlock &block) const {
    return inst.getOpcode() == Instruction::ZExt && !inst.hasNonNeg() &&
           inst.getOperand(0)->getType()->isIntegerTy(32) && inst.getParent() != &block &&
           !postDominators_.dominates(&block, inst.getParent());
  }

  /// `value`, computed in `block` as far as it comes from a hoisted extension; else itself.
  Value *sunk(Value *value, BasicBlock &block, unsigned depth) {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || depth == 0)
      return value;
    if (isHoisted(*inst, block))
      return clone(*inst, block);
    if (!isAddressArithmetic(*inst))
      return value;
    llvm::SmallVector<Value *, 4> operands;
    bool isChanged = false;
    for (Value *operand : inst->operands()) {
      operands.push_back(sunk(operand, block, depth - 1));
      isChanged |= operands.back() != operand;
    }
    if (!isChanged)
      return value;
    // Within the block the instruction is as good as its copy, and stays behind its other operands.
    Instruction *result = inst->getParent() == &block ? inst : clone(*inst, block);
    for (unsigned i = 0; i < operands.size(); ++i)
      result->setOperand(i, operands[i]);
    return result;
  }

  /// One copy for a block, behind the copies of its operands.
  Instruction *clone(Instruction &inst, BasicBlock &block) {
    Instruction *&copy = clones_[&inst];
    if (!copy) {
      copy = inst.clone();
      last_ = clones_.size() == 1 ? &*block.getFirstInsertionPt() : last_;
      copy->insertBefore(last_->getIterator());
    }
    return copy;
  }

  llvm::Function &function_;
  llvm::PostDominatorTree postDominators_;
  llvm::DenseMap<Instruction *, Instruction *> clones_; ///< of the block in work
  Instruction *last_ = nullptr;                         ///< where that block's copies go: before it
};

} // namespace

Status sinkIndices(Lowering &lowering) {
  for (llvm::Function &function : lowering.module)
    if (!function.isDeclaration() &&
        (&function == lowering.kernel || function.hasFnAttribute("aw-function")))
      Sinker(function).run();
  return {};
}

} // namespace anywarp::codegen
