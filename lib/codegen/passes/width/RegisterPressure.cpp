// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Liveness of the scalar code's values, blocks from the last to the first until nothing changes.
#include "codegen/passes/width/RegisterPressure.h"

#include <algorithm>
#include <vector>

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/warps/Uniformity.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

class Pressure {
public:
  Pressure(const BlockOrder &order, const Uniformity &lanes, unsigned vectorBits)
      : order_(order), lanes_(lanes), vectorBits_(vectorBits) {
    for (const BasicBlock *block : order_)
      for (const Instruction &inst : *block)
        if (const unsigned taken = registersOf(inst)) {
          numbers_[&inst] = unsigned(registers_.size());
          registers_.push_back(taken);
        }
    liveIn_.assign(order_.size(), llvm::BitVector(unsigned(registers_.size())));
  }

  unsigned most() {
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned i = order_.size(); i-- > 0;) {
        llvm::BitVector live = walk(*order_[i], /*most=*/nullptr);
        if (live == liveIn_[i])
          continue;
        liveIn_[i] = std::move(live);
        changed = true;
      }
    }
    unsigned most = 0;
    for (const BasicBlock *block : order_)
      walk(*block, &most);
    return most;
  }

private:
  unsigned registersOf(const Instruction &inst) const {
    const llvm::Type *type = inst.getType();
    if (type->isVoidTy() || type->isIntegerTy(1) || type->isAggregateType() ||
        llvm::isa<llvm::AllocaInst>(inst) || lanes_.shapeOf(&inst).group > 4)
      return 0;
    const uint64_t bits = type->isPointerTy() ? 64 : type->getPrimitiveSizeInBits();
    return unsigned((bits * lanes_.width() + vectorBits_ - 1) / vectorBits_);
  }

  /// What lives at the start of `block`; on the way the most at any place of it.
  llvm::BitVector walk(const BasicBlock &block, unsigned *most) const {
    llvm::BitVector live(unsigned(registers_.size()));
    for (const BasicBlock *next : llvm::successors(&block)) {
      live |= liveIn_[order_.indexOf(next)];
      for (const llvm::PHINode &phi : next->phis())
        use(phi.getIncomingValueForBlock(&block), live);
    }
    unsigned taken = 0;
    if (most)
      for (unsigned number : live.set_bits())
        taken += registers_[number];
    auto count = [&](const Value *value, bool isUse) {
      auto it = numbers_.find(value);
      if (it == numbers_.end() || live.test(it->second) == isUse)
        return;
      live.flip(it->second);
      taken += isUse ? registers_[it->second] : 0u - registers_[it->second];
    };
    for (const Instruction &inst : llvm::reverse(block)) {
      if (most)
        *most = std::max(*most, taken);
      count(&inst, /*isUse=*/false);
      if (!llvm::isa<llvm::PHINode>(inst))
        for (const Value *operand : inst.operands())
          count(operand, /*isUse=*/true);
    }
    return live;
  }

  void use(const Value *value, llvm::BitVector &live) const {
    if (auto it = numbers_.find(value); it != numbers_.end())
      live.set(it->second);
  }

  const BlockOrder &order_;
  const Uniformity &lanes_;
  const unsigned vectorBits_;
  llvm::DenseMap<const Value *, unsigned> numbers_; ///< of the values that take registers
  std::vector<unsigned> registers_;
  std::vector<llvm::BitVector> liveIn_; ///< by the block's index
};

} // namespace

unsigned estimateRegisterPressure(const BlockOrder &order, const Uniformity &lanes,
                                  unsigned vectorBits) {
  return Pressure(order, lanes, vectorBits).most();
}

} // namespace anywarp::codegen
