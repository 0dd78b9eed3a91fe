// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/Runtime.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/arch/Processor.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {
namespace {

struct RuntimeFunction {
  llvm::StringLiteral name, signature, doc;
};
constexpr RuntimeFunction kFunctions[] = {
#define AW_RUNTIME(name, signature, doc) {#name, signature, doc},
#include "exec/Runtime.def"
};

const RuntimeFunction *find(llvm::StringRef name) {
  for (const RuntimeFunction &f : kFunctions)
    if (f.name == name)
      return &f;
  return nullptr;
}

llvm::Type *typeOf(char letter, llvm::LLVMContext &context) {
  switch (letter) {
  case 'v':
    return llvm::Type::getVoidTy(context);
  case 'b':
    return llvm::Type::getInt8Ty(context);
  case 'i':
    return llvm::Type::getInt32Ty(context);
  case 'l':
    return llvm::Type::getInt64Ty(context);
  default:
    return llvm::PointerType::get(context, 0);
  }
}

} // namespace

llvm::Function *declareRuntime(llvm::Module &module, llvm::StringRef name) {
  if (llvm::Function *known = module.getFunction(name))
    return known;
  const RuntimeFunction *info = find(name);
  assert(info && "not in Runtime.def");
  llvm::LLVMContext &context = module.getContext();
  llvm::SmallVector<llvm::Type *, 8> params(2, llvm::PointerType::get(context, 0));
  for (char letter : info->signature.drop_front())
    params.push_back(typeOf(letter, context));
  auto *type = llvm::FunctionType::get(typeOf(info->signature.front(), context), params, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  function->setDoesNotThrow();
  if (info->signature.front() == 'b')
    function->addRetAttr(llvm::Attribute::ZExt);
  if (info->doc.contains_insensitive("does not return"))
    function->setDoesNotReturn();
  if (info->doc.contains("[pure]")) {
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->setSpeculatable();
    function->setNoSync();
  }
  return function;
}

bool isWait(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  const RuntimeFunction *info = callee ? find(callee->getName()) : nullptr;
  return info && info->doc.contains("[wait]");
}

bool isGuard(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "aw_guard";
}

llvm::SmallVector<llvm::CallInst *, 8> guardsOf(llvm::Function &function) {
  llvm::SmallVector<llvm::CallInst *, 8> guards;
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (isGuard(inst))
      guards.push_back(llvm::cast<llvm::CallInst>(&inst));
  return guards;
}

void endAtGuards(llvm::ArrayRef<llvm::CallInst *> guards, llvm::BasicBlock *end) {
  for (llvm::CallInst *guard : guards) {
    llvm::BasicBlock *here = guard->getParent();
    llvm::BasicBlock *rest = llvm::SplitBlock(here, guard->getNextNode());
    llvm::IRBuilder<> ir(here->getTerminator());
    ir.CreateCondBr(ir.CreateIsNotNull(guard), end, rest);
    here->getTerminator()->eraseFromParent();
  }
}

std::pair<llvm::Value *, llvm::Value *> loadPieceRange(llvm::IRBuilderBase &ir,
                                                       llvm::Value *block) {
  auto load = [&](size_t offset, const char *name) {
    return ir.CreateLoad(ir.getInt32Ty(),
                         ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), block, offset), name);
  };
  llvm::Value *first = load(offsetof(exec::BlockState, firstPiece), "first");
  return {first, load(offsetof(exec::BlockState, endPiece), "end")};
}

llvm::BranchInst *endPieceLoop(llvm::IRBuilderBase &ir, llvm::Value *isLast, llvm::BasicBlock *done,
                               llvm::BasicBlock *loop, bool canJam) {
  llvm::LLVMContext &context = ir.getContext();
  auto property = [&](const char *name) {
    return llvm::MDNode::get(context, llvm::MDString::get(context, name));
  };
  llvm::SmallVector<llvm::Metadata *, 3> list{nullptr, property("llvm.loop.unroll.disable")};
  if (canJam)
    list.push_back(property(kPieceLoop));
  auto *properties = llvm::MDNode::getDistinct(context, list);
  properties->replaceOperandWith(0, properties);
  llvm::BranchInst *latch = ir.CreateCondBr(isLast, done, loop);
  latch->setMetadata(llvm::LLVMContext::MD_loop, properties);
  return latch;
}

void storeCurrentPiece(llvm::IRBuilderBase &ir, llvm::Value *block, llvm::Value *piece) {
  llvm::Value *place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), block,
                                                     offsetof(exec::BlockState, currentPiece));
  ir.CreateStore(piece, place, /*isVolatile=*/true)
      ->setMetadata("aw.piece", llvm::MDNode::get(ir.getContext(), {}));
}

bool notesPiece(const llvm::Instruction &inst) {
  if (inst.hasMetadata("aw.piece"))
    return true;
  return arch::keepsPiece(inst);
}

void notePiecesLike(llvm::IRBuilderBase &ir, const llvm::Instruction &like, llvm::Value *piece,
                    unsigned more) {
  piece = ir.CreateOr(ir.CreateTrunc(piece, ir.getInt32Ty()),
                      ir.getInt32(more << exec::kMorePiecesShift));
  llvm::Instruction *note = like.clone();
  if (llvm::isa<llvm::CallInst>(note))
    piece = arch::asKeptPiece(ir, piece);
  note->setOperand(0, piece);
  ir.Insert(note);
}

void isolateCurrentPiece(llvm::Function &function) {
  llvm::SetVector<llvm::Metadata *> scopes;
  llvm::SmallVector<llvm::Instruction *, 8> stores;
  for (llvm::Instruction &inst : llvm::instructions(function)) {
    if (inst.getMetadata("aw.piece"))
      stores.push_back(&inst);
    if (llvm::MDNode *list = inst.getMetadata(llvm::LLVMContext::MD_alias_scope))
      scopes.insert(list->op_begin(), list->op_end());
  }
  if (!stores.empty() && arch::canKeepPiece(function)) {
    llvm::IRBuilder<> ir(function.getContext());
    for (llvm::Instruction *store : stores) {
      ir.SetInsertPoint(store);
      arch::keepPiece(ir, llvm::cast<llvm::StoreInst>(store)->getValueOperand());
      store->eraseFromParent();
    }
    ir.SetInsertPoint(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return storeCurrentPiece(ir, function.getArg(1),
                             llvm::ConstantInt::get(ir.getInt32Ty(), exec::kPieceInRegister));
  }
  if (scopes.empty())
    return;
  llvm::MDNode *all = llvm::MDNode::get(function.getContext(), scopes.getArrayRef());
  for (llvm::Instruction *store : stores)
    store->setMetadata(llvm::LLVMContext::MD_noalias, all);
}

bool isPlainBarrier(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || callee->getName() != "aw_barrier_sync")
    return false;
  auto isZero = [&](unsigned i) {
    auto *number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    return number && number->isZero();
  };
  return isZero(3) && isZero(4);
}

} // namespace anywarp::codegen
