// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses whose address is not a multiple of their size are faults in CUDA; this processor does
// not mind. An address that cannot be proven aligned gets a correction that is zero, or, where the
// address is misaligned, moves it into the half of the address space that no program owns
// (exec::kMisalignedBase), so that the access itself faults. The test is of that part of the
// address which is not known to be a multiple, mostly the start of an array: it leaves all loops,
// and the lanes' pattern of addresses stays as it was.
#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::Instruction;
using llvm::Value;

/// Alignment of what the engine gives out as start of the parameters and of shared memory.
constexpr uint64_t kBaseAlign = 16;

class AlignmentChecker {
public:
  explicit AlignmentChecker(llvm::Function &function)
      : function_(function), layout_(function.getParent()->getDataLayout()),
        i64_(llvm::Type::getInt64Ty(function.getContext())) {}

  void run() {
    llvm::SmallVector<Instruction *, 64> accesses;
    for (llvm::BasicBlock &block : function_)
      for (Instruction &inst : block)
        if (pointerOperand(inst))
          accesses.push_back(&inst);
    for (Instruction *access : accesses)
      check(*access);
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced_);
  }

private:
  using Key = std::pair<Value *, unsigned>;

  static llvm::Use *pointerOperand(Instruction &inst) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
      return &load->getOperandUse(load->getPointerOperandIndex());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
      return &store->getOperandUse(store->getPointerOperandIndex());
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
      return &rmw->getOperandUse(rmw->getPointerOperandIndex());
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
      return &exchange->getOperandUse(exchange->getPointerOperandIndex());
    return nullptr;
  }

  static unsigned alignmentBits(Instruction &access) {
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&access))
      return llvm::Log2(rmw->getAlign());
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
      return llvm::Log2(exchange->getAlign());
    return llvm::Log2(llvm::getLoadStoreAlignment(&access));
  }

  bool isMultiple(Value *value, unsigned bits) {
    if (value->getType()->isPointerTy()) {
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(value->stripPointerCasts()))
        if (auto id = intrinsicOf(*call);
            id && (*id == Intrinsic::ParamBase || *id == Intrinsic::SharedBase))
          return bits <= llvm::Log2_64(kBaseAlign);
    }
    return llvm::computeKnownBits(value, layout_).countMinTrailingZeros() >= bits;
  }

  /// Appends the terms of the sum `value` that are not known to be multiples of 2^bits. Of a
  /// pointer that moves through a loop in such steps, that is what it starts with.
  void collect(Value *value, unsigned bits, unsigned depth, llvm::SmallVectorImpl<Value *> &terms) {
    if (isMultiple(value, bits))
      return;
    auto *op = llvm::dyn_cast<llvm::Operator>(value);
    if (op && depth < kMaxDepth) {
      switch (op->getOpcode()) {
      case Instruction::Or:
        if (!llvm::cast<llvm::PossiblyDisjointInst>(value)->isDisjoint())
          break;
        [[fallthrough]];
      case Instruction::Add:
        collect(op->getOperand(0), bits, depth + 1, terms);
        collect(op->getOperand(1), bits, depth + 1, terms);
        return;
      case Instruction::IntToPtr:
      case Instruction::PtrToInt:
      case Instruction::AddrSpaceCast:
        if (op->getOperand(0)->getType()->isPointerTy() || op->getOperand(0)->getType() == i64_)
          return collect(op->getOperand(0), bits, depth + 1, terms);
        break;
      case Instruction::GetElementPtr: {
        auto *gep = llvm::cast<llvm::GEPOperator>(op);
        if (gep->getNumIndices() != 1 || gep->getOperand(1)->getType() != i64_)
          break;
        uint64_t scale = layout_.getTypeAllocSize(gep->getSourceElementType()).getFixedValue();
        collect(gep->getPointerOperand(), bits, depth + 1, terms);
        if (scale == 1)
          return collect(gep->getOperand(1), bits, depth + 1, terms);
        if (scale % (uint64_t(1) << bits) != 0)
          terms.push_back(nullptr); // a product: taken as a whole
        return;
      }
      case Instruction::PHI: {
        auto *phi = llvm::cast<llvm::PHINode>(value);
        if (Value *start = startOf(*phi, bits, depth))
          return collect(start, bits, depth + 1, terms);
        break;
      }
      default:
        break;
      }
    }
    terms.push_back(value);
  }

  Value *startOf(llvm::PHINode &phi, unsigned bits, unsigned depth) {
    Value *start = nullptr;
    for (Value *incoming : phi.incoming_values()) {
      llvm::SmallVector<Value *, 4> terms;
      // As a leaf: the walk must not come back here.
      auto *step = llvm::dyn_cast<llvm::Operator>(incoming);
      bool isStep = step &&
                    (step->getOpcode() == Instruction::Add ||
                     step->getOpcode() == Instruction::GetElementPtr) &&
                    step->getOperand(0) == &phi;
      if (isStep && step->getOpcode() == Instruction::GetElementPtr)
        isStep = step->getNumOperands() == 2 &&
                 llvm::cast<llvm::GEPOperator>(step)->getSourceElementType()->isIntegerTy(8);
      if (isStep && isMultiple(step->getOperand(1), bits))
        continue;
      if (start || depth >= kMaxDepth || llvm::isa<llvm::PHINode>(incoming))
        return nullptr;
      start = incoming;
    }
    return start;
  }

  void check(Instruction &access) {
    llvm::Use &use = *pointerOperand(access);
    Value *pointer = use.get();
    const unsigned bits = alignmentBits(access);
    if (!bits)
      return;
    llvm::SmallVector<Value *, 4> terms;
    collect(pointer, bits, 0, terms);
    if (terms.empty())
      return;
    if (terms.size() > 1 || !terms[0])
      terms.assign(1, pointer);
    if (Value *moved = rebuild(pointer, terms[0], bits)) {
      use.set(moved);
      replaced_.push_back(pointer);
      return;
    }
    // The doubtful part is what a loop starts with: the loop itself stays as it is.
    llvm::IRBuilder<> ir(&access);
    use.set(ir.CreateGEP(ir.getInt8Ty(), pointer, correction(terms[0], bits)));
  }

  /// Where code that uses `value` can stand at the earliest.
  llvm::BasicBlock::iterator behind(Value *value) {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst)
      return function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    std::optional<llvm::BasicBlock::iterator> at = inst->getInsertionPointAfterDef();
    assert(at && "device code has no invokes");
    return *at;
  }

  /// 0, or what moves a misaligned address out of the way.
  Value *correction(Value *term, unsigned bits) {
    Value *&known = corrections_[{term, bits}];
    if (known)
      return known;
    llvm::IRBuilder<> ir(function_.getContext());
    auto at = behind(term);
    ir.SetInsertPoint(at->getParent(), at);
    Value *number = term->getType()->isPointerTy() ? ir.CreatePtrToInt(term, i64_)
                                                   : ir.CreateZExtOrTrunc(term, i64_);
    Value *low = ir.CreateAnd(number, (uint64_t(1) << bits) - 1);
    known = ir.CreateSelect(ir.CreateICmpEQ(low, ir.getInt64(0)), ir.getInt64(0),
                            ir.getInt64(exec::kMisalignedBase), "misaligned");
    return known;
  }

  /// `value` with its term corrected; null if the term is not reached without entering a loop.
  Value *rebuild(Value *value, Value *term, unsigned bits) {
    if (Value *known = rebuilt_.lookup({value, bits}))
      return known;
    llvm::IRBuilder<> ir(function_.getContext());
    Value *result = nullptr;
    if (value == term) {
      Value *change = correction(term, bits);
      auto at = behind(change);
      ir.SetInsertPoint(at->getParent(), at);
      result = term->getType()->isPointerTy() ? ir.CreateGEP(ir.getInt8Ty(), term, change)
                                              : ir.CreateAdd(term, change);
    } else {
      auto *inst = llvm::dyn_cast<Instruction>(value);
      if (!inst || llvm::isa<llvm::PHINode>(inst) || isMultiple(value, bits))
        return nullptr;
      for (llvm::Use &operand : inst->operands()) {
        Value *moved = canCarry(*inst) ? rebuild(operand.get(), term, bits) : nullptr;
        if (!moved)
          continue;
        Instruction *copy = inst->clone();
        if (copy->getOpcode() == Instruction::Or) {
          copy->deleteValue();
          copy = llvm::BinaryOperator::CreateAdd(inst->getOperand(0), inst->getOperand(1));
        }
        copy->setOperand(operand.getOperandNo(), moved);
        copy->dropPoisonGeneratingFlags();
        auto at = behind(inst);
        copy->insertBefore(*at->getParent(), at);
        copy->setDebugLoc(inst->getDebugLoc());
        result = copy;
        break;
      }
    }
    if (result)
      rebuilt_[{value, bits}] = result;
    return result;
  }

  static bool canCarry(const Instruction &inst) {
    switch (inst.getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
    case Instruction::AddrSpaceCast:
    case Instruction::GetElementPtr:
      return true;
    default:
      return false;
    }
  }

  static constexpr unsigned kMaxDepth = 12;

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  llvm::Type *i64_;
  llvm::DenseMap<Key, Value *> corrections_, rebuilt_;
  llvm::SmallVector<llvm::WeakTrackingVH, 64> replaced_; ///< addresses that may be dead now
};

} // namespace

Status checkAlignment(Lowering &lowering) {
  for (llvm::Function &function : lowering.module)
    if (!function.isDeclaration() &&
        (&function == lowering.kernel || function.hasFnAttribute("aw-function")))
      AlignmentChecker(function).run();
  return {};
}

} // namespace anywarp::codegen
