// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Module passes that run at the start of the optimiser's pipeline, also at -O0.
// Device pass: built-in variables become special registers; the attributes of Annotations.h become
// nvvm annotations; host-only functions trap. Host pass: __managed__ variables are registered with
// the eight arguments of __cudaRegisterManagedVar.
#include "frontend/passes/DevicePasses.h"
#include "frontend/ast/Annotations.h"
#include "frontend/ast/InlinedPlaces.h"
#include "frontend/overrides/ByReference.h"
#include "frontend/passes/DeviceNames.h"
#include "frontend/passes/DynamicParallelism.h"
#include "frontend/passes/HostEntities.h"
#include "frontend/passes/LongDoubles.h"
#include "frontend/passes/Registration.h"
#include "frontend/passes/Relocatable.h"

#include "ptx/Forms.h"
#include "ptx/parse/Parser.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace llvm {
// Of the NVPTX back end, whose header is private: forgets the annotations it read. It reads them
// before this pass adds more (NVVMIntrRange), and would not look again.
void clearAnnotationCache(const Module *module);
} // namespace llvm

namespace anywarp::frontend {

void setTrapBody(Function &function) {
  function.deleteBody();
  BasicBlock *block = BasicBlock::Create(function.getContext(), "", &function);
  IRBuilder<> builder(block);
  builder.CreateIntrinsic(Intrinsic::trap, {}, {});
  builder.CreateUnreachable();
}

namespace {

struct Annotation {
  GlobalValue *value;
  StringRef name;
  SmallVector<uint64_t, 3> arguments;
};

StringRef stringOf(Value *value) {
  if (auto *variable = dyn_cast<GlobalVariable>(value->stripPointerCasts()))
    if (variable->hasInitializer())
      if (auto *data = dyn_cast<ConstantDataSequential>(variable->getInitializer()))
        if (data->isCString())
          return data->getAsCString();
  return {};
}

/// The annotations of functions and variables; Clang's list itself is taken out of the module, for
/// it would keep everything annotated alive.
SmallVector<Annotation> takeAnnotations(Module &module) {
  SmallVector<Annotation> found;
  GlobalVariable *list = module.getGlobalVariable("llvm.global.annotations");
  if (!list)
    return found;
  if (auto *array = dyn_cast<ConstantArray>(list->getInitializer())) {
    for (Value *operand : array->operands()) {
      auto *row = dyn_cast<ConstantStruct>(operand);
      if (!row || row->getNumOperands() < 5)
        continue;
      Annotation annotation;
      annotation.value = dyn_cast<GlobalValue>(row->getOperand(0)->stripPointerCasts());
      annotation.name = stringOf(row->getOperand(1));
      if (auto *arguments = dyn_cast<GlobalVariable>(row->getOperand(4)->stripPointerCasts()))
        if (auto *fields = dyn_cast<ConstantStruct>(arguments->getInitializer()))
          for (Value *field : fields->operands())
            if (auto *number = dyn_cast<ConstantInt>(field))
              annotation.arguments.push_back(number->getZExtValue());
      if (annotation.value)
        found.push_back(std::move(annotation));
    }
  }
  list->eraseFromParent();
  return found;
}

void addNvvm(Module &module, Constant *value, StringRef key, Metadata *setting) {
  LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(MDNode::get(
          context, {ConstantAsMetadata::get(value), MDString::get(context, key), setting}));
}

Metadata *number(LLVMContext &context, uint64_t value) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
}

/// llvm.var.annotation(ptr argument, "cuda.grid_constant") → a list of parameter numbers from 1.
void lowerGridConstants(Module &module) {
  SmallVector<CallInst *> calls;
  MapVector<Function *, SmallVector<unsigned>> parameters;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
          call && call->getIntrinsicID() == Intrinsic::var_annotation &&
          stringOf(call->getArgOperand(1)) == kGridConstantMark) {
        calls.push_back(call);
        if (auto *argument = dyn_cast<Argument>(call->getArgOperand(0)->stripPointerCasts());
            argument && argument->hasByValAttr())
          parameters[&function].push_back(argument->getArgNo() + 1);
      }
  for (CallInst *call : calls)
    call->eraseFromParent();
  for (auto &[function, list] : parameters) {
    llvm::sort(list);
    SmallVector<Metadata *> numbers;
    for (unsigned parameter : list)
      numbers.push_back(number(module.getContext(), parameter));
    addNvvm(module, function, "grid_constant", MDNode::get(module.getContext(), numbers));
  }
}

/// Two sides of a branch print one after the other (seen); one call for both goes lane by lane.
void keepPrintingApart(Module &module) {
  if (Function *print = module.getFunction("vprintf"))
    print->addFnAttr(Attribute::NoMerge);
}

/// A float becomes a char or a short by way of 32 bits: the least significant bits of what fits
/// into an int or an unsigned (seen). C++ leaves open what a number that does not fit becomes.
void widenConversions(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (!isa<FPToSIInst, FPToUIInst>(instruction))
        continue;
      const auto opcode = cast<CastInst>(instruction).getOpcode();
      Type *narrow = instruction.getType();
      if (const unsigned bits = narrow->getScalarSizeInBits(); bits != 8 && bits != 16)
        continue;
      IRBuilder<> builder(&instruction);
      Value *wide =
          builder.CreateCast(opcode, instruction.getOperand(0), narrow->getWithNewBitWidth(32));
      instruction.replaceAllUsesWith(builder.CreateTrunc(wide, narrow));
      instruction.eraseFromParent();
    }
}

/// The headers declare threadIdx and friends as plain extern variables, so that they have their
/// real types. Each function that reads one gets a local copy filled from the special registers,
/// which the optimiser dissolves.
void lowerBuiltinVariables(Module &module) {
  struct BuiltinVariable {
    const char *name;
    Intrinsic::ID registers[3];
  };
  static const BuiltinVariable variables[] = {
      {"threadIdx",
       {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
        Intrinsic::nvvm_read_ptx_sreg_tid_z}},
      {"blockIdx",
       {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
        Intrinsic::nvvm_read_ptx_sreg_ctaid_z}},
      {"blockDim",
       {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
        Intrinsic::nvvm_read_ptx_sreg_ntid_z}},
      {"gridDim",
       {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
        Intrinsic::nvvm_read_ptx_sreg_nctaid_z}},
  };
  for (const BuiltinVariable &variable : variables) {
    GlobalVariable *global = module.getGlobalVariable(variable.name);
    if (!global || !global->isDeclaration())
      continue;
    convertUsersOfConstantsToInstructions({global});
    global->removeDeadConstantUsers();
    MapVector<Function *, SmallVector<Instruction *>> users;
    bool understood = true;
    for (User *user : global->users()) {
      auto *cast = dyn_cast<AddrSpaceCastInst>(user);
      if (!cast)
        understood = false;
      else
        users[cast->getFunction()].push_back(cast);
    }
    if (!understood) {
      module.getContext().emitError(Twine("the address of '") + variable.name +
                                    "' is not a constant");
      continue;
    }
    for (auto &[function, casts] : users) {
      BasicBlock &entry = function->getEntryBlock();
      IRBuilder<> builder(&entry, entry.begin());
      Type *i32 = builder.getInt32Ty();
      AllocaInst *copy = builder.CreateAlloca(ArrayType::get(i32, 3));
      copy->setAlignment(Align(4));
      for (unsigned i = 0; i < 3; ++i)
        builder.CreateStore(builder.CreateIntrinsic(variable.registers[i], {}, {}),
                            builder.CreateConstInBoundsGEP1_32(i32, copy, i));
      for (Instruction *cast : casts) {
        cast->replaceAllUsesWith(copy);
        cast->eraseFromParent();
      }
    }
    global->eraseFromParent();
  }
}

/// __sync_synchronize and __atomic_thread_fence: LLVM 19's back end knows no `fence`.
void lowerFences(Module &module) {
  SmallVector<FenceInst *> fences;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *fence = dyn_cast<FenceInst>(&instruction))
        fences.push_back(fence);
  for (FenceInst *fence : fences) {
    IRBuilder<> builder(fence);
    if (fence->getSyncScopeID() != SyncScope::SingleThread)
      builder.CreateIntrinsic(Intrinsic::nvvm_membar_sys, {}, {});
    fence->eraseFromParent();
  }
}

/// What a reference of NVRTC's name expressions is bound to: directly, or by way of the temporary
/// that holds an address.
GlobalValue *boundTo(GlobalVariable &reference) {
  Constant *bound = reference.hasInitializer() ? reference.getInitializer() : nullptr;
  auto *value = bound ? dyn_cast<GlobalValue>(bound->stripPointerCasts()) : nullptr;
  auto *temporary = dyn_cast_or_null<GlobalVariable>(value);
  if (temporary && temporary->getName().starts_with("_ZGR"))
    value = temporary->hasInitializer()
                ? dyn_cast<GlobalValue>(temporary->getInitializer()->stripPointerCasts())
                : nullptr;
  return value;
}

void resolveNames(Module &module, DeviceFacts &facts) {
  facts.symbols.clear();
  SmallVector<Constant *> temporaries;
  for (unsigned i = 0; i < facts.names; ++i) {
    GlobalVariable *reference = module.getGlobalVariable(kNameMark + std::to_string(i), true);
    GlobalValue *value = reference ? boundTo(*reference) : nullptr;
    facts.symbols.push_back("");
    if (!value)
      continue;
    // Asked for from outside, so it stays and can be found.
    if (value->hasLocalLinkage())
      value->setLinkage(GlobalValue::ExternalLinkage);
    // NVRTC does not tell static kernels by their names.
    StringRef mangled = value->getName();
    if (isa<Function>(value) && mangled.consume_front("_ZL"))
      if (std::string plain = "_Z" + mangled.str(); !module.getNamedValue(plain))
        value->setName(plain);
    if (value->hasLinkOnceLinkage())
      value->setLinkage(GlobalValue::WeakODRLinkage);
    facts.symbols.back() = value->getName().str();
    if (auto *temporary =
            dyn_cast<GlobalVariable>(reference->getInitializer()->stripPointerCasts());
        temporary && temporary != value)
      temporaries.push_back(temporary);
    removeFromUsedLists(module, [&](Constant *used) {
      used = used->stripPointerCasts();
      return used == reference || is_contained(temporaries, used);
    });
    reference->eraseFromParent();
  }
  for (Constant *temporary : temporaries) {
    temporary->removeDeadConstantUsers();
    if (temporary->use_empty())
      cast<GlobalVariable>(temporary)->eraseFromParent();
  }
}

/// "name" for "_ZL4name", the mangled name of something static in no namespace; else empty.
StringRef plainStaticName(StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_ZL") || mangled.consumeInteger(10, length) ||
      length != mangled.size())
    return {};
  return mangled;
}

/// At run time the program reaches every variable by its symbol, static ones too. NVRTC does not
/// mangle those.
void exposeVariables(Module &module) {
  SmallVector<GlobalValue *> exposed;
  for (GlobalVariable &variable : module.globals()) {
    bool isInDeviceMemory = variable.getAddressSpace() == 1 || variable.getAddressSpace() == 4;
    if (!variable.hasInternalLinkage() || !isInDeviceMemory ||
        variable.getName().starts_with("_ZGR"))
      continue;
    if (!variable.isConstant()) {
      variable.setExternallyInitialized(true);
      exposed.push_back(&variable);
    }
    StringRef plain = plainStaticName(variable.getName());
    if (!plain.empty() && !module.getNamedValue(plain))
      variable.setName(plain.str());
  }
  appendToCompilerUsed(module, exposed);
}

struct LowerDeviceModule : PassInfoMixin<LowerDeviceModule> {
  DeviceFacts *facts;
  explicit LowerDeviceModule(DeviceFacts *facts) : facts(facts) {}
  static bool isRequired() { return true; }

  /// -maxrregcount holds for kernels without __launch_bounds__ or __maxnreg__.
  void limitRegisters(Module &module) {
    NamedMDNode *rows = module.getNamedMetadata("nvvm.annotations");
    if (!rows)
      return;
    SetVector<Function *> kernels, bounded;
    for (MDNode *row : rows->operands()) {
      auto *function = mdconst::dyn_extract_or_null<Function>(row->getOperand(0));
      for (unsigned i = 1; function && i < row->getNumOperands(); i += 2)
        if (auto *key = dyn_cast<MDString>(row->getOperand(i)))
          (key->getString() == "kernel" ? kernels : bounded).insert(function);
    }
    for (Function *kernel : kernels)
      if (!bounded.contains(kernel))
        addNvvm(module, kernel, "maxnreg", number(module.getContext(), facts->maxRegisters));
  }

  /// Clang's table of what host code names of other files, for its own device linker.
  static void dropHostUses(Module &module) {
    GlobalVariable *table = module.getGlobalVariable("__clang_gpu_used_external", true);
    if (!table)
      return;
    removeFromUsedLists(module, [&](Constant *used) { return used->stripPointerCasts() == table; });
    table->removeDeadConstantUsers();
    if (table->use_empty())
      table->eraseFromParent();
  }

  /// Constants of the host are in device code only where it uses them.
  static void dropUnused(Module &module, const SmallPtrSetImpl<GlobalValue *> &hostConstants) {
    removeFromUsedLists(module, [&](Constant *used) {
      return hostConstants.contains(dyn_cast<GlobalValue>(used->stripPointerCasts()));
    });
    for (GlobalValue *constant : hostConstants)
      constant->setLinkage(GlobalValue::InternalLinkage);
  }

  static SmallPtrSet<Function *, 16> definedKernels(Module &module) {
    SmallPtrSet<Function *, 16> kernels;
    if (NamedMDNode *rows = module.getNamedMetadata("nvvm.annotations"))
      for (MDNode *row : rows->operands())
        for (unsigned i = 1; i < row->getNumOperands(); i += 2)
          if (auto *key = dyn_cast<MDString>(row->getOperand(i));
              key && key->getString() == "kernel")
            if (auto *function = mdconst::dyn_extract_or_null<Function>(row->getOperand(0)))
              kernels.insert(function);
    return kernels;
  }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    LLVMContext &context = module.getContext();
    if (facts->isRuntime) {
      exposeVariables(module);
      resolveNames(module, *facts);
    }
    SmallPtrSet<Function *, 16> kernels = definedKernels(module);
    SmallPtrSet<GlobalValue *, 8> hostConstants;
    for (const Annotation &annotation : takeAnnotations(module)) {
      auto *function = dyn_cast<Function>(annotation.value);
      auto argument = [&](unsigned index) -> uint64_t {
        return index < annotation.arguments.size() ? annotation.arguments[index] : 1;
      };
      if (annotation.name == kManagedMark) {
        if (!function)
          addNvvm(module, annotation.value, "managed", number(context, 1));
      } else if (annotation.name == kHostConstantMark) {
        hostConstants.insert(annotation.value);
      } else if (!function) {
        continue;
      } else if (annotation.name == kKernelMark) {
        kernels.insert(function);
      } else if (annotation.name == kHostOnlyMark) {
        if (function->isDeclaration()) {
          setTrapBody(*function);
          function->setLinkage(GlobalValue::InternalLinkage);
          function->setComdat(nullptr);
        }
      } else if (annotation.name == kLibraryMark) {
        function->setLinkage(GlobalValue::InternalLinkage);
        function->setComdat(nullptr);
      } else if (annotation.name == kMaxRegMark) {
        addNvvm(module, function, "maxnreg", number(context, argument(0)));
      } else if (annotation.name == kClusterMark) {
        facts->clusters[function->getName()] = {
            {unsigned(argument(0)), unsigned(argument(1)), unsigned(argument(2))}};
      } else if (annotation.name == kBlockSizeMark) {
        for (unsigned i = 0; i < 3; ++i)
          addNvvm(module, function, std::string("reqntid") + "xyz"[i],
                  number(context, argument(i)));
        facts->clusters[function->getName()] = {
            {unsigned(argument(3)), unsigned(argument(4)), unsigned(argument(5))},
            /*isGridUnit=*/true};
      }
    }
    dropHostUses(module);
    dropUnused(module, hostConstants);
    passByReference(module, kernels);
    lowerDeviceLaunches(module, kernels);
    // Clang's linkage of every kernel that is not public in C++ is that of a template.
    if (const std::string &prefix = internalPrefix(); !prefix.empty())
      for (Function *kernel : kernels)
        if (kernel->hasWeakODRLinkage() && kernel->getName().starts_with(prefix))
          kernel->setLinkage(GlobalValue::ExternalLinkage);
    // All functions are for the one target of this pass, those of libdevice, too: different
    // attributes would only keep them from being inlined.
    for (Function &function : module) {
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
      function.removeFnAttr("no-builtins");
    }
    // What the C++ ABI calls for a virtual function that is pure or deleted.
    for (const char *name : {"__cxa_pure_virtual", "__cxa_deleted_virtual"})
      if (Function *function = module.getFunction(name); function && function->isDeclaration()) {
        setTrapBody(*function);
        function->setLinkage(GlobalValue::InternalLinkage);
      }
    if (facts->maxRegisters)
      limitRegisters(module);
    lowerGridConstants(module);
    lowerBuiltinVariables(module);
    widenConversions(module);
    keepPrintingApart(module);
    lowerFences(module);
    clearAnnotationCache(&module);
    return PreservedAnalyses::none();
  }
};

/// Clang registers a managed variable as HIP does: (handle, &pointer, storage, name, size, align).
/// CUDA's function takes (handle, &pointer, storage, name, isExtern, size, isConstant, isGlobal).
/// The pointer that all host accesses go through starts out at the storage, so that host code may
/// use the variable before the runtime has seen it.
struct LowerHostModule : PassInfoMixin<LowerHostModule> {
  HostFacts facts;
  explicit LowerHostModule(HostFacts facts) : facts(std::move(facts)) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    lowerManaged(module);
    dropFarStorage(module);
    registerDeviceVariables(module);
    linkStubs(module, facts.staticTemplates);
    if (!facts.moduleId.empty())
      makeRelocatable(module, facts);
    registerFirst(module);
    return PreservedAnalyses::none();
  }

  void lowerManaged(Module &module) {
    Function *old = module.getFunction("__cudaRegisterManagedVar");
    if (!old || !old->isDeclaration() || old->arg_size() != 6)
      return;
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::getUnqual(context);
    Type *i32 = Type::getInt32Ty(context);
    Type *size = Type::getInt64Ty(context);
    old->setName("");
    FunctionCallee registerVar =
        module.getOrInsertFunction("__cudaRegisterManagedVar", Type::getVoidTy(context), pointer,
                                   pointer, pointer, pointer, i32, size, i32, i32);
    for (User *user : make_early_inc_range(old->users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      auto *variable = dyn_cast<GlobalVariable>(call->getArgOperand(1)->stripPointerCasts());
      Value *storage = call->getArgOperand(2);
      bool isExtern = !variable || variable->isDeclaration();
      if (isExtern) // and so is its storage, which is local to the object that has it
        storage = ConstantPointerNull::get(cast<PointerType>(pointer));
      else if (isa<Constant>(storage))
        variable->setInitializer(cast<Constant>(storage));
      builder.CreateCall(registerVar, {call->getArgOperand(0), call->getArgOperand(1), storage,
                                       call->getArgOperand(3), builder.getInt32(isExtern),
                                       builder.CreateZExtOrTrunc(call->getArgOperand(4), size),
                                       builder.getInt32(0), builder.getInt32(0)});
      call->eraseFromParent();
    }
    old->eraseFromParent();
  }

  /// The storage of managed variables of other files is theirs: here it is a symbol only.
  void dropFarStorage(Module &module) {
    for (GlobalVariable &variable : make_early_inc_range(module.globals()))
      if (variable.isDeclaration() && variable.getName().ends_with(".managed")) {
        removeFromUsedLists(module,
                            [&](Constant *used) { return used->stripPointerCasts() == &variable; });
        variable.removeDeadConstantUsers();
        if (variable.use_empty())
          variable.eraseFromParent();
      }
  }
};

} // namespace

void addDevicePasses(PassBuilder &builder, DeviceFacts &facts) {
  addKeptLines(builder); // before what looks at places
  addInlinedPlaces(builder);
  builder.registerPipelineStartEPCallback([&facts](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(LowerDeviceModule(&facts));
  });
  addKernelArguments(builder);
  addKnownSpaces(builder);
  addWideCopies(builder);
  addNarrowProducts(builder);
  addBooleans(builder);
  if (facts.fuses)
    addFusedSums(builder);
}

void addHostPasses(PassBuilder &builder, HostFacts facts) {
  builder.registerPipelineStartEPCallback([facts](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(LowerHostModule(facts));
  });
  addLongDoublePass(builder);
  addNarrowProducts(builder);
}

/// The line of a variable without `.visible` or `.weak`.
static StringRef withoutLinkage(StringRef line) {
  StringRef rest = line;
  if ((rest.consume_front(".visible ") || rest.consume_front(".weak ")) &&
      (rest.starts_with(".global ") || rest.starts_with(".const ") || rest.starts_with(".shared ")))
    return rest;
  return line;
}

/// Whether LLVM 19 does not know the architecture.
static bool isNewer(const Arch &arch) { return arch.number > 90 || arch.number == 88; }

/// LLVM 19 writes version 8.5 of PTX, whatever asm statements hold. What needs no more loads with
/// older drivers, too.
static unsigned ptxVersion(StringRef text, const Arch &arch) {
  unsigned version = 85;
  if (isNewer(arch))
    version = arch.number >= 110 || arch.number == 88 ? 90 : 88;
  Diagnostics ignored;
  if (text.contains("begin inline asm"))
    if (auto module = ptx::parse(std::string_view(text.data(), text.size()), ignored))
      version = std::max(version, ptx::neededVersion(*module));
  return version;
}

std::string finishPtx(StringRef text, const DeviceFacts &facts, const Arch &arch) {
  const unsigned version = ptxVersion(text, arch);
  std::string out;
  out.reserve(text.size() + 256);
  StringRef pending; // the kernel whose opening brace is awaited
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    bool hadNewline = line.size() < text.size();
    text = rest;
    if (facts.isWhole)
      line = withoutLinkage(line);
    if (line.starts_with(".version")) {
      out += formatv(".version {0}.{1}", version / 10, version % 10).str();
    } else if (line.starts_with(".target") && isNewer(arch)) {
      StringRef tail =
          line.substr(line.find(',') == StringRef::npos ? line.size() : line.find(','));
      out += ".target " + arch.name("sm_") + tail.str();
    } else {
      if (size_t at = line.find(".entry "); at != StringRef::npos) {
        StringRef name = line.substr(at + 7);
        pending = name.take_while([](char c) { return isAlnum(c) || c == '_' || c == '$'; });
      }
      if (line.starts_with("{") && !pending.empty()) {
        if (auto found = facts.clusters.find(pending); found != facts.clusters.end()) {
          const auto &[dims, isGridUnit] = found->second;
          out += formatv("{0}\n.reqnctapercluster {1}, {2}, {3}\n",
                         isGridUnit ? ".blocksareclusters" : ".explicitcluster", dims[0], dims[1],
                         dims[2])
                     .str();
        }
        pending = {};
      }
      out += line;
    }
    if (hadNewline)
      out += '\n';
  }
  return spellInlinedPlaces(std::move(out));
}

} // namespace anywarp::frontend
