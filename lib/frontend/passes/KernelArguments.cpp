// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures that a kernel takes by value become variables of it before the optimiser starts. It
// dissolves them into what is read of them. The back end does the same, but at the end. By then a
// read of a member and one through a pointer are merged into one read of either address (`p.address
// ? *p.address : p.value`). The member would stay in local memory, where nothing knows that all
// threads find the same there. nvcc has no local memory in such kernels either.
#include "frontend/passes/DevicePasses.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

constexpr unsigned kParameterSpace = 101;

/// The kernels of the module and, of each, the parameters that stay where they are
/// (__grid_constant__), counted from 1.
DenseMap<Function *, SmallDenseSet<uint64_t>> kernelsOf(const Module &module) {
  DenseMap<Function *, SmallDenseSet<uint64_t>> kernels, constants;
  NamedMDNode *rows = module.getNamedMetadata("nvvm.annotations");
  for (MDNode *row : rows ? rows->operands() : iterator_range<NamedMDNode::op_iterator>({}, {})) {
    auto *function = mdconst::dyn_extract_or_null<Function>(row->getOperand(0));
    for (unsigned i = 1; function && i + 1 < row->getNumOperands(); i += 2) {
      auto *key = dyn_cast<MDString>(row->getOperand(i));
      if (key && key->getString() == "kernel")
        kernels[function];
      if (key && key->getString() == "grid_constant")
        for (const MDOperand &number : cast<MDNode>(row->getOperand(i + 1))->operands())
          constants[function].insert(mdconst::extract<ConstantInt>(number)->getZExtValue());
    }
  }
  for (auto &[kernel, numbers] : kernels)
    numbers = constants.lookup(kernel);
  return kernels;
}

struct CopyKernelArguments : PassInfoMixin<CopyKernelArguments> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    bool changed = false;
    for (auto &[kernel, constants] : kernelsOf(module))
      for (Argument &argument : kernel->args())
        if (!kernel->isDeclaration() && argument.hasByValAttr() && !argument.use_empty() &&
            !constants.contains(argument.getArgNo() + 1)) {
          copy(argument);
          changed = true;
        }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

  static void copy(Argument &argument) {
    Function &kernel = *argument.getParent();
    const DataLayout &layout = kernel.getParent()->getDataLayout();
    IRBuilder<> ir(&*kernel.getEntryBlock().begin());
    Type *type = argument.getParamByValType();
    AllocaInst *variable = ir.CreateAlloca(type, nullptr, argument.getName());
    Align align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
    variable->setAlignment(align);
    argument.replaceAllUsesWith(variable);
    Value *source = ir.CreateAddrSpaceCast(&argument, ir.getPtrTy(kParameterSpace));
    ir.CreateMemCpy(variable, align, source, align, layout.getTypeAllocSize(type));
  }
};

/// What is left is put in the terms of the back end. Parameters are read by loads, through generic
/// pointers, which it makes what they were. Where it cannot, it copies the parameter.
struct RestoreKernelArguments : PassInfoMixin<RestoreKernelArguments> {
  static constexpr uint64_t kMaxInLine = 128; ///< bytes

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    SmallVector<MemTransferInst *> copies;
    SmallVector<AddrSpaceCastInst *> casts;
    for (Instruction &inst : instructions(function))
      if (auto *copy = dyn_cast<MemTransferInst>(&inst);
          copy && copy->getSourceAddressSpace() == kParameterSpace)
        copies.push_back(copy);
      else if (auto *cast = dyn_cast<AddrSpaceCastInst>(&inst);
               cast && cast->getDestAddressSpace() == kParameterSpace &&
               isa<Argument>(cast->getPointerOperand()))
        casts.push_back(cast);
    if (copies.empty() && casts.empty())
      return PreservedAnalyses::all();
    const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    SmallVector<std::pair<AllocaInst *, Value *>> readOnly;
    SmallVector<MemTransferInst *> needed;
    for (MemTransferInst *copy : copies) {
      auto *variable = dyn_cast<AllocaInst>(copy->getRawDest());
      if (!variable || !isOnlyRead(*variable, *copy, dominators)) {
        needed.push_back(copy);
        continue;
      }
      readOnly.push_back({variable, copy->getRawSource()});
      copy->eraseFromParent();
    }
    for (MemTransferInst *copy : needed)
      expand(*copy);
    for (AddrSpaceCastInst *cast : casts) {
      makeUsersGeneric(*cast);
      cast->mutateType(cast->getSrcTy());
    }
    for (auto [variable, source] : readOnly) {
      variable->replaceAllUsesWith(source);
      variable->eraseFromParent();
    }
    for (AddrSpaceCastInst *cast : casts) {
      cast->replaceAllUsesWith(cast->getPointerOperand());
      cast->eraseFromParent();
    }
    return PreservedAnalyses::none();
  }

  /// Nothing is done to the variable but `copy` and, after it, loads: the parameter serves as well.
  static bool isOnlyRead(const AllocaInst &variable, const MemTransferInst &copy,
                         const DominatorTree &dominators) {
    SmallVector<const Value *> pointers{&variable};
    while (!pointers.empty())
      for (const User *user : pointers.pop_back_val()->users()) {
        auto *inst = cast<Instruction>(user);
        if (inst == &copy)
          continue;
        auto *load = dyn_cast<LoadInst>(inst);
        if (!(load && load->isSimple()) && !isa<GetElementPtrInst>(inst))
          return false;
        if (!dominators.dominates(&copy, inst))
          return false;
        if (!load)
          pointers.push_back(inst);
      }
    return true;
  }

  /// A copy of a variable whose address is needed, as loads and stores.
  static void expand(MemTransferInst &copy) {
    IRBuilder<> ir(&copy);
    Align align = std::min(copy.getSourceAlign().valueOrOne(), copy.getDestAlign().valueOrOne());
    uint64_t size = std::min<uint64_t>(align.value(), 8);
    Value *from = copy.getRawSource(), *to = copy.getRawDest();
    auto move = [&](uint64_t size, Value *index) {
      Type *type = ir.getIntNTy(8 * unsigned(size));
      ir.CreateStore(ir.CreateLoad(type, ir.CreateGEP(type, from, index)),
                     ir.CreateGEP(type, to, index), copy.isVolatile());
    };
    auto *length = dyn_cast<ConstantInt>(copy.getLength());
    const uint64_t bytes = length ? length->getZExtValue() : UINT64_MAX;
    if (bytes <= kMaxInLine) {
      for (uint64_t i = 0; i < bytes / size; ++i)
        move(size, ir.getInt64(i));
      for (uint64_t i = bytes / size * size; i < bytes; ++i)
        move(1, ir.getInt64(i));
    } else {
      if (!length || bytes % size)
        size = 1;
      Value *count =
          ir.CreateUDiv(ir.CreateZExtOrTrunc(copy.getLength(), ir.getInt64Ty()), ir.getInt64(size));
      auto [body, index] = SplitBlockAndInsertSimpleForLoop(count, &copy);
      ir.SetInsertPoint(body);
      move(size, index);
    }
    copy.eraseFromParent();
  }

  /// The pointers made of `pointer` become generic, as it will.
  static void makeUsersGeneric(Instruction &pointer) {
    Type *generic = PointerType::getUnqual(pointer.getContext());
    auto isParameter = [](const Value *value) {
      auto *type = dyn_cast<PointerType>(value->getType());
      return type && type->getAddressSpace() == kParameterSpace;
    };
    for (User *user : make_early_inc_range(pointer.users())) {
      auto *inst = cast<Instruction>(user);
      for (Use &operand : inst->operands()) // of a phi, a select, a comparison
        if (auto *constant = dyn_cast<Constant>(operand); constant && isParameter(constant))
          operand.set(isa<PoisonValue>(constant)  ? PoisonValue::get(generic)
                      : isa<UndefValue>(constant) ? UndefValue::get(generic)
                                                  : Constant::getNullValue(generic));
      if (isParameter(inst)) {
        inst->mutateType(generic);
        makeUsersGeneric(*inst);
      }
    }
  }
};

} // namespace

void addKernelArguments(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(CopyKernelArguments());
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(createModuleToFunctionPassAdaptor(RestoreKernelArguments()));
  });
}

} // namespace anywarp::frontend
