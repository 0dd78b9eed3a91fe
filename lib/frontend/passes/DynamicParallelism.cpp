// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Must run before anything is inlined or moved: it relies on the shape that Clang's code generator
// gives a launch. Argument expressions may hold any control flow, even other launches, so the
// kernel call is found by dominance: everything evaluated for the launch is dominated by the edge
// on which the configuration was accepted.
#include "frontend/passes/DynamicParallelism.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

class LaunchLowering {
public:
  LaunchLowering(Function &push, const SmallPtrSetImpl<Function *> &kernels)
      : module_(*push.getParent()), push_(push), kernels_(kernels), builder_(push.getContext()) {}

  void run() {
    MapVector<Function *, SmallVector<CallInst *>> pushes;
    for (User *user : push_.users())
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &push_)
        pushes[call->getFunction()].push_back(call);
    for (auto &[function, calls] : pushes) {
      // A launch inside another's argument list is dominated by that one's push: deepest first.
      DominatorTree tree(*function);
      // (Two in one block cannot be: a push ends its block.)
      llvm::sort(calls, [&](CallInst *a, CallInst *b) {
        return tree.getNode(a->getParent())->getLevel() > tree.getNode(b->getParent())->getLevel();
      });
      for (CallInst *call : calls) {
        DominatorTree current(*function);
        if (!lower(call, current))
          module_.getContext().emitError(call, "this launch in device code has a form that the "
                                               "compiler does not understand");
      }
    }
  }

private:
  /// The branch on the push's result: the edge taken when it is zero.
  static bool acceptedEdge(CallInst *push, BasicBlock *&from, BasicBlock *&to) {
    for (User *user : push->users()) {
      auto *compare = dyn_cast<ICmpInst>(user);
      if (!compare || !compare->isEquality())
        continue;
      for (User *condition : compare->users())
        if (auto *branch = dyn_cast<BranchInst>(condition)) {
          from = branch->getParent();
          to = branch->getSuccessor(compare->getPredicate() == ICmpInst::ICMP_NE ? 1 : 0);
          return true;
        }
    }
    return false;
  }

  CallInst *kernelCall(BasicBlock *from, BasicBlock *to, DominatorTree &tree) {
    BasicBlockEdge edge(from, to);
    CallInst *direct = nullptr, *indirect = nullptr;
    // The last in dominance order: calls of argument expressions come before it.
    for (BasicBlock &block : *to->getParent()) {
      if (&block != to && !tree.dominates(edge, &block))
        continue;
      for (Instruction &instruction : block) {
        auto *call = dyn_cast<CallInst>(&instruction);
        if (!call || call->isInlineAsm() || !call->getType()->isVoidTy())
          continue;
        Function *callee = call->getCalledFunction();
        CallInst *&best = callee ? direct : indirect;
        if (callee && !kernels_.contains(callee))
          continue;
        if (!best || tree.dominates(best, call))
          best = call;
      }
    }
    return direct ? direct : indirect;
  }

  FunctionCallee bufferFunction(CallInst *push) {
    LLVMContext &context = module_.getContext();
    Type *ptr = PointerType::getUnqual(context);
    FunctionCallee callee = module_.getOrInsertFunction(
        "__cudaCDP2GetParameterBufferV2", ptr, ptr, push->getArgOperand(0)->getType(),
        push->getArgOperand(1)->getType(), Type::getInt32Ty(context));
    auto *function = cast<Function>(callee.getCallee());
    for (unsigned i : {0u, 1u})
      if (Type *byVal = push->getParamByValType(i))
        function->addParamAttr(i + 1, Attribute::getWithByValType(context, byVal));
    return callee;
  }

  CallInst *requestBuffer(CallInst *push, Value *kernel, Value *grid, Value *block) {
    Value *shared = builder_.CreateTrunc(push->getArgOperand(2), builder_.getInt32Ty());
    CallInst *buffer = builder_.CreateCall(bufferFunction(push), {kernel, grid, block, shared});
    for (unsigned i : {0u, 1u})
      if (Type *byVal = push->getParamByValType(i)) {
        buffer->addParamAttr(i + 1, Attribute::getWithByValType(module_.getContext(), byVal));
        buffer->addParamAttr(i + 1, Attribute::getWithAlignment(module_.getContext(), Align(4)));
      }
    return buffer;
  }

  /// Stores the arguments as the kernel's .param space lays them out.
  void storeArguments(CallInst *call, Value *buffer) {
    const DataLayout &layout = module_.getDataLayout();
    uint64_t offset = 0;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      Value *argument = call->getArgOperand(i);
      Type *type = call->getParamByValType(i);
      Align align = type ? call->getParamAlign(i).value_or(layout.getABITypeAlign(type))
                         : layout.getABITypeAlign(argument->getType());
      offset = alignTo(offset, align);
      Value *place = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), buffer, offset);
      if (type) {
        uint64_t size = layout.getTypeAllocSize(type);
        builder_.CreateMemCpy(place, align, argument, align, size);
        offset += size;
        continue;
      }
      if (argument->getType()->isIntegerTy(1))
        argument = builder_.CreateZExt(argument, builder_.getInt8Ty());
      builder_.CreateAlignedStore(argument, place, align);
      offset += layout.getTypeAllocSize(argument->getType());
    }
  }

  void launch(CallInst *push, CallInst *call, Value *buffer) {
    storeArguments(call, buffer);
    Type *ptr = PointerType::getUnqual(module_.getContext());
    FunctionCallee callee =
        module_.getOrInsertFunction("__cudaCDP2LaunchDeviceV2", builder_.getInt32Ty(), ptr, ptr);
    builder_.CreateCall(callee, {buffer, push->getArgOperand(3)});
  }

  bool lower(CallInst *push, DominatorTree &tree) {
    BasicBlock *from = nullptr, *to = nullptr;
    if (push->arg_size() != 4 || !acceptedEdge(push, from, to))
      return false;
    CallInst *call = kernelCall(from, to, tree);
    if (!call)
      return false;

    Value *kernel = call->getCalledOperand();
    auto *computed = dyn_cast<Instruction>(kernel);
    if (!computed || tree.dominates(computed, push)) {
      builder_.SetInsertPoint(push);
      CallInst *buffer =
          requestBuffer(push, kernel, push->getArgOperand(0), push->getArgOperand(1));
      Value *refused = builder_.CreateZExt(
          builder_.CreateICmpEQ(buffer, Constant::getNullValue(buffer->getType())),
          push->getType());
      push->replaceAllUsesWith(refused);
      builder_.SetInsertPoint(call);
      launch(push, call, buffer);
    } else {
      // The kernel's address is computed after the configuration: keep that until then.
      Function *function = push->getFunction();
      Value *kept[2];
      for (unsigned i : {0u, 1u}) {
        Value *given = push->getArgOperand(i);
        kept[i] = given;
        if (Type *type = push->getParamByValType(i)) {
          builder_.SetInsertPoint(&*function->getEntryBlock().getFirstInsertionPt());
          AllocaInst *copy = builder_.CreateAlloca(type);
          builder_.SetInsertPoint(push);
          builder_.CreateMemCpy(copy, copy->getAlign(), given, Align(4),
                                module_.getDataLayout().getTypeAllocSize(type));
          kept[i] = copy;
        }
      }
      push->replaceAllUsesWith(Constant::getNullValue(push->getType()));
      builder_.SetInsertPoint(call);
      CallInst *buffer = requestBuffer(push, kernel, kept[0], kept[1]);
      Value *granted = builder_.CreateICmpNE(buffer, Constant::getNullValue(buffer->getType()));
      BasicBlock *head = call->getParent();
      BasicBlock *tail = head->splitBasicBlock(call->getIterator());
      BasicBlock *body = BasicBlock::Create(module_.getContext(), "", function, tail);
      head->getTerminator()->eraseFromParent();
      builder_.SetInsertPoint(head);
      builder_.CreateCondBr(granted, body, tail);
      builder_.SetInsertPoint(body);
      Instruction *end = builder_.CreateBr(tail);
      builder_.SetInsertPoint(end);
      launch(push, call, buffer);
    }
    call->eraseFromParent();
    push->eraseFromParent();
    return true;
  }

  Module &module_;
  Function &push_;
  const SmallPtrSetImpl<Function *> &kernels_;
  IRBuilder<> builder_;
};

} // namespace

void lowerDeviceLaunches(Module &module, const SmallPtrSetImpl<Function *> &kernels) {
  Function *push = module.getFunction("__cudaPushCallConfiguration");
  if (!push || !push->isDeclaration())
    return;
  LaunchLowering(*push, kernels).run();
  if (push->use_empty())
    push->eraseFromParent();
}

} // namespace anywarp::frontend
