// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites what Clang makes for a whole-program compile. (Its own -fgpu-rdc renames static device
// variables in one pass only.)
#include "frontend/passes/Relocatable.h"
#include "frontend/passes/DevicePasses.h"
#include "frontend/passes/HostEntities.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

/// Clang makes the host's shadows of device variables internal; another file's `extern __device__`
/// use has to find them. (Only names of internal linkage are mangled with _ZL or are in an
/// anonymous namespace.)
void shareShadows(Module &module, bool isHidden) {
  for (const char *name : {"__cudaRegisterVar", "__cudaRegisterManagedVar"})
    if (Function *function = module.getFunction(name))
      for (User *user : function->users())
        if (auto *call = dyn_cast<CallInst>(user))
          if (auto *shadow = dyn_cast<GlobalVariable>(call->getArgOperand(1)->stripPointerCasts());
              shadow && !shadow->isDeclaration() && shadow->hasInternalLinkage() &&
              shadow->hasName() && !shadow->getName().starts_with("_ZL") &&
              !shadow->getName().contains("_GLOBAL__N_")) {
            // Inline variables and instances of templates have a group of sections; of managed
            // ones, the storage has it.
            auto *storage = dyn_cast<GlobalVariable>(call->getArgOperand(2)->stripPointerCasts());
            const bool isShared = shadow->hasComdat() || (storage && storage->hasComdat());
            shadow->setLinkage(isShared ? GlobalValue::WeakODRLinkage
                                        : GlobalValue::ExternalLinkage);
            if (isHidden && !isShown(module, *shadow))
              shadow->setVisibility(GlobalValue::HiddenVisibility);
          }
}

/// The {magic, version, container, null} that Clang would have made.
GlobalVariable *makeWrapper(Module &module, const std::string &fatBinary) {
  LLVMContext &context = module.getContext();
  auto file = MemoryBuffer::getFile(fatBinary);
  if (!file) {
    context.emitError("cannot read the device code to embed");
    return nullptr;
  }
  Constant *bytes = ConstantDataArray::getString(context, (*file)->getBuffer(), /*AddNull=*/false);
  auto *container = new GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                       GlobalValue::PrivateLinkage, bytes);
  container->setSection(".nv_fatbin");
  container->setAlignment(Align(8));
  Type *i32 = Type::getInt32Ty(context);
  Constant *null = ConstantPointerNull::get(PointerType::getUnqual(context));
  Constant *fields = ConstantStruct::getAnon(
      {ConstantInt::get(i32, 0x466243b1), ConstantInt::get(i32, 1), container, null});
  auto *wrapper = new GlobalVariable(module, fields->getType(), /*isConstant=*/true,
                                     GlobalValue::InternalLinkage, fields, "__cuda_fatbin_wrapper");
  wrapper->setSection(".nvFatBinSegment");
  wrapper->setAlignment(Align(8));
  return wrapper;
}

} // namespace

void makeRelocatable(Module &module, const HostFacts &facts) {
  const std::string &moduleId = facts.moduleId;
  shareShadows(module, facts.isHidden);
  LLVMContext &context = module.getContext();
  Type *ptr = PointerType::getUnqual(context);
  Type *nothing = Type::getVoidTy(context);

  GlobalVariable *wrapper = module.getGlobalVariable("__cuda_fatbin_wrapper", /*AllowLocal=*/true);
  Function *constructor = module.getFunction("__cuda_module_ctor");
  if (!wrapper)
    wrapper = makeWrapper(module, facts.fatBinary);
  if (!wrapper)
    return;
  if (constructor) {
    constructor->deleteBody();
    constructor->setLinkage(GlobalValue::InternalLinkage);
  } else {
    constructor = Function::Create(FunctionType::get(nothing, /*isVarArg=*/false),
                                   GlobalValue::InternalLinkage, "__cuda_module_ctor", module);
    appendToGlobalCtors(module, constructor, /*Priority=*/65535);
  }

  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  FunctionCallee registerLinked = module.getOrInsertFunction(
      "__cudaRegisterLinkedBinary_nv_" + moduleId, nothing, ptr, ptr, ptr, ptr);
  Constant *null = ConstantPointerNull::get(cast<PointerType>(ptr));
  Function *registerGlobals = module.getFunction("__cuda_register_globals");
  // The device link finds both before any constructor has run, under these names.
  for (GlobalValue *value :
       {static_cast<GlobalValue *>(wrapper), cast_or_null<GlobalValue>(registerGlobals)})
    if (value) {
      value->setName((value == wrapper ? "__fatbinwrap_nv_" : "__cuda_register_globals_nv_") +
                     moduleId);
      value->setLinkage(GlobalValue::WeakAnyLinkage);
      value->setVisibility(GlobalValue::HiddenVisibility);
    }
  builder.CreateCall(registerLinked, {registerGlobals ? cast<Constant>(registerGlobals) : null,
                                      wrapper, builder.CreateGlobalStringPtr(moduleId), null});
  builder.CreateRetVoid();

  // Unregistering is the device link's business, too.
  if (Function *destructor = module.getFunction("__cuda_module_dtor");
      destructor && destructor->use_empty())
    destructor->eraseFromParent();
}

} // namespace anywarp::frontend
