// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings the functions and variables that a kernel reaches into its LLVM module, and lays out
// parameters and shared memory.
#include "codegen/emit/ModuleEmitter.h"

#include <algorithm>

#include <llvm/IR/Verifier.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/Codegen.h"
#include "codegen/arch/Processor.h"
#include "codegen/emit/Emitter.h"
#include "ptx/SharedLayout.h"

namespace anywarp::codegen {
namespace {

/// Static shared memory of a kernel, on every GPU so far. More must be dynamic.
constexpr uint64_t kMaxStaticShared = 48 * 1024;

bool isSharedSpace(ptx::StateSpace space) {
  return space == ptx::StateSpace::Shared || space == ptx::StateSpace::SharedCta ||
         space == ptx::StateSpace::SharedCluster;
}

/// Functions of the device runtime that PTX calls by name: the engine serves them (Runtime.def).
struct RuntimeFunction {
  const char *ptxName, *name, *signature;
};
constexpr RuntimeFunction kRuntimeFunctions[] = {
    {"vprintf", "vprintf", "ill"},
    {"malloc", "malloc", "ll"},
    {"__cuda_syscall_aligned_malloc", "__cuda_syscall_aligned_malloc", "lll"},
    {"free", "free", "vl"},
    {"__assertfail", "__assertfail", "vllill"},
};

/// Runtime functions in device code.
struct DeviceRuntimeFunction {
  llvm::StringLiteral name, signature;
};
constexpr DeviceRuntimeFunction kDeviceRuntime[] = {
#define AW_DEVICE_RUNTIME(name, signature) {#name, signature},
#include "exec/DeviceRuntime.def"
};
constexpr uint32_t kDim3Bytes = 12;

} // namespace

CallParts CallParts::of(const ptx::Instruction &call) {
  CallParts parts;
  size_t i = 0;
  const auto &ops = call.operands;
  if (i < ops.size() && ops[i].kind == ptx::Operand::List)
    parts.results = &ops[i++];
  if (i < ops.size())
    parts.callee = &ops[i++];
  if (i < ops.size() && ops[i].kind == ptx::Operand::List)
    parts.args = &ops[i++];
  if (i < ops.size())
    parts.prototype = &ops[i++];
  return parts;
}

bool Signature::isScalar(const ptx::Variable &variable) {
  return variable.dims.empty() && variable.vector == 1;
}

ModuleEmitter::ModuleEmitter(const ptx::Module &source, const ptx::Function &entry,
                             llvm::LLVMContext &context, const EmitOptions &options)
    : source(source), entry(entry), context(context), options(options),
      module_(std::make_unique<llvm::Module>(entry.name, context)),
      builtins_(std::make_unique<Builtins>(*module_)),
      debug_(std::make_unique<llvm::DIBuilder>(*module_)) {
  module_->setTargetTriple(arch::kTriple);
  module_->setDataLayout(arch::kDataLayout);
  module_->addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  module_->addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
  // Not C++: LLVM would describe coroutine frames for it, and expects a promise that ours have not.
  unit_ = debug_->createCompileUnit(llvm::dwarf::DW_LANG_C11, ptxFile(), "anywarp",
                                    /*isOptimized=*/!options.describeVariables, "", 0, "",
                                    options.describeVariables ? llvm::DICompileUnit::FullDebug
                                                              : llvm::DICompileUnit::LineTablesOnly,
                                    0, true, false, llvm::DICompileUnit::DebugNameTableKind::None);
  if (options.describeVariables)
    variables_ = std::make_unique<SourceVariables>(source, *debug_, unit_,
                                                   [this](uint32_t file) { return fileFor(file); });
}

void ModuleEmitter::fail(StatusCode code, std::string message) {
  if (failure_.ok())
    failure_ = Status(code, std::move(message));
}

Expected<std::unique_ptr<llvm::Module>> ModuleEmitter::run() {
  if (!entry.isEntry || !entry.isDefined)
    return Status(StatusCode::InvalidInput, "'" + entry.name + "' is not a kernel");
  layOutParams();
  layOutShared();
  llvm::Function *kernel = failed() ? nullptr : functionFor(entry);
  while (!pending_.empty() && !failed()) {
    const ptx::Function *next = pending_.back();
    pending_.pop_back();
    if (!next->poison.empty()) {
      fail(StatusCode::NotSupported, next->poison);
      break;
    }
    FunctionEmitter(*this, *next, *functions_.at(next)).emit();
  }
  if (failed())
    return failure_;
  setKernelAttributes(*kernel);
  if (options.profile)
    places.define(*module_, entry.name + ".places");
  debug_->finalize();
  if (Status linked = builtins_->link(); !linked.ok())
    return linked;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(*module_, &stream))
    return Status(StatusCode::System,
                  "kernel '" + entry.name + "': wrong device IR was made: " + stream.str());
  return std::move(module_);
}

void ModuleEmitter::setKernelAttributes(llvm::Function &kernel) {
  auto set = [&](const char *name, uint64_t value) {
    kernel.addFnAttr(name, std::to_string(value));
  };
  set("aw-static-shared", staticShared_);
  set("aw-param-bytes", paramBytes_);
  auto setDims = [&](const char *name, const uint32_t(&dims)[3]) {
    if (dims[0])
      kernel.addFnAttr(name, std::to_string(dims[0]) + "," + std::to_string(std::max(1u, dims[1])) +
                                 "," + std::to_string(std::max(1u, dims[2])));
  };
  setDims("aw-maxntid", entry.maxntid);
  setDims("aw-reqntid", entry.reqntid);
  setDims("aw-cluster", entry.reqnctapercluster);
}

// -- Functions ------------------------------------------------------------------------------------

const ptx::Function *ModuleEmitter::findFunction(const std::string &name) const {
  const std::string *wanted = &name;
  for (size_t steps = 0; steps <= source.aliases.size(); ++steps) {
    auto alias = std::find_if(source.aliases.begin(), source.aliases.end(),
                              [&](const auto &pair) { return pair.first == *wanted; });
    if (alias == source.aliases.end())
      break;
    wanted = &alias->second;
  }
  const ptx::Function *declaration = nullptr;
  for (const auto &function : source.functions)
    if (function->name == *wanted) {
      if (function->isDefined)
        return function.get();
      if (!declaration)
        declaration = function.get();
    }
  return declaration;
}

Signature ModuleEmitter::signatureOf(const std::vector<ptx::Variable> &results,
                                     const std::vector<ptx::Variable> &params) {
  Signature signature;
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  auto scalar = [&](const ptx::Variable &v) -> llvm::Type * {
    if (v.type == ptx::Type::Pred)
      return llvm::Type::getInt1Ty(context);
    return llvm::IntegerType::get(context, std::max(8u, ptx::sizeInBits(v.type)));
  };
  signature.returnsFirst = !results.empty() && Signature::isScalar(results.front());
  llvm::Type *result =
      signature.returnsFirst ? scalar(results.front()) : llvm::Type::getVoidTy(context);
  std::vector<llvm::Type *> types(results.size() - (signature.returnsFirst ? 1 : 0), pointer);
  for (const ptx::Variable &param : params)
    types.push_back(Signature::isScalar(param) ? scalar(param) : pointer);
  signature.type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
  return signature;
}

llvm::Function *ModuleEmitter::externFunction(const ptx::Function &function) {
  if (function.isEntry) {
    fail(StatusCode::NotSupported, "call of kernel '" + function.name + "' as a function");
    return nullptr;
  }
  llvm::FunctionType *type = signatureOf(function.results, function.params).type;
  auto typeOf = [&](char letter) -> llvm::Type * {
    return letter == 'v'   ? llvm::Type::getVoidTy(context)
           : letter == 'i' ? llvm::Type::getInt32Ty(context)
           : letter == 'd' ? llvm::PointerType::get(context, 0)
                           : static_cast<llvm::Type *>(llvm::Type::getInt64Ty(context));
  };
  auto matches = [&](llvm::StringRef signature) {
    std::vector<llvm::Type *> params;
    for (char letter : signature.drop_front())
      params.push_back(typeOf(letter));
    // Taichi declares vprintf without a result.
    llvm::Type *result = type->getReturnType();
    if (!result->isVoidTy() || function.name != "vprintf")
      result = typeOf(signature.front());
    if (type != llvm::FunctionType::get(result, params, false))
      return false;
    for (size_t i = 0; i < function.params.size(); ++i)
      if (signature[i + 1] == 'd' && function.params[i].sizeInBytes() != kDim3Bytes)
        return false;
    return true;
  };
  auto wrong = [&] {
    fail(StatusCode::InvalidInput,
         "extern function '" + function.name + "' is declared with a wrong signature");
    return nullptr;
  };
  for (const RuntimeFunction &runtime : kRuntimeFunctions)
    if (function.name == runtime.ptxName) {
      if (!matches(runtime.signature))
        return wrong();
      return serialFunction(runtime.name, type);
    }
  llvm::StringRef name = function.name;
  if (name == "cudaGraphSetConditional")
    return matches("vli") ? setConditionalFunction(function, type) : wrong();
  if (name.consume_front("__cudaCDP2") || name.consume_front("cuda")) {
    name.consume_back("_ptsz"); // the per-thread default stream is the same in device code
    for (uint32_t row = 0; row < std::size(kDeviceRuntime); ++row)
      if (name == kDeviceRuntime[row].name)
        return matches(kDeviceRuntime[row].signature)
                   ? deviceRuntimeFunction(function, type, row, kDeviceRuntime[row].signature)
                   : wrong();
  }
  fail(StatusCode::NotSupported, "unresolved extern function '" + function.name + "'");
  return nullptr;
}

llvm::Function *ModuleEmitter::serialFunction(llvm::StringRef name, llvm::FunctionType *type) {
  if (llvm::Function *known = module_->getFunction(name))
    return known;
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, *module_);
  function->addFnAttr("aw-serial");
  function->addFnAttr(llvm::Attribute::NoBuiltin);
  function->addFnAttr(llvm::Attribute::NoMerge); // the order of two sides' lines shows
  function->setDoesNotThrow();
  return function;
}

/// A handle of a conditional node is the address of its value.
llvm::Function *ModuleEmitter::setConditionalFunction(const ptx::Function &declaration,
                                                      llvm::FunctionType *type) {
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, declaration.name, *module_);
  function->addFnAttr("aw-function");
  function->setDoesNotThrow();
  function->setSubprogram(subprogramFor(declaration));
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context, "entry", function));
  ir.SetCurrentDebugLocation(llvm::DILocation::get(context, 0, 0, function->getSubprogram()));
  ir.CreateAlignedStore(function->getArg(1), ir.CreateIntToPtr(function->getArg(0), ir.getPtrTy()),
                        llvm::Align(4));
  ir.CreateRetVoid();
  return function;
}

/// Puts the arguments into the C structure that they make up and calls the engine.
llvm::Function *ModuleEmitter::deviceRuntimeFunction(const ptx::Function &declaration,
                                                     llvm::FunctionType *type, uint32_t row,
                                                     llvm::StringRef signature) {
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, declaration.name, *module_);
  function->addFnAttr("aw-function");
  function->setDoesNotThrow();
  function->setConvergent();
  function->setSubprogram(subprogramFor(declaration));
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context, "entry", function));
  ir.SetCurrentDebugLocation(llvm::DILocation::get(context, 0, 0, function->getSubprogram()));
  constexpr uint32_t kMostBytes = 8 * 9;
  llvm::AllocaInst *place =
      ir.CreateAlloca(llvm::ArrayType::get(ir.getInt64Ty(), kMostBytes / 8), nullptr, "arguments");
  uint32_t offset = 0;
  auto put = [&](llvm::Value *value, uint32_t size) {
    offset = uint32_t(llvm::alignTo(offset, size));
    ir.CreateAlignedStore(value, ir.CreatePtrAdd(place, ir.getInt64(offset)), llvm::Align(size));
    offset += size;
  };
  for (llvm::Argument &argument : function->args()) {
    if (signature[1 + argument.getArgNo()] == 'd')
      for (uint32_t i = 0; i < kDim3Bytes / 4; ++i)
        put(ir.CreateAlignedLoad(ir.getInt32Ty(), ir.CreatePtrAdd(&argument, ir.getInt64(4 * i)),
                                 llvm::Align(4)),
            4);
    else
      put(&argument, argument.getType()->getIntegerBitWidth() / 8);
  }
  assert(offset <= kMostBytes);
  llvm::Type *i64 = ir.getInt64Ty();
  llvm::Function *serve = serialFunction(
      "__aw_device_runtime", llvm::FunctionType::get(i64, {ir.getInt32Ty(), i64}, false));
  llvm::CallInst *call = ir.CreateCall(serve, {ir.getInt32(row), ir.CreatePtrToInt(place, i64)});
  call->setDoesNotThrow();
  call->setConvergent();
  ir.CreateRet(ir.CreateZExtOrTrunc(call, type->getReturnType()));
  return function;
}

llvm::Function *ModuleEmitter::functionFor(const ptx::Function &function) {
  llvm::Function *&known = functions_[&function];
  if (known)
    return known;
  if (!function.isDefined)
    return known = externFunction(function);
  if (function.isEntry) {
    if (&function != &entry) {
      fail(StatusCode::NotSupported, "call of kernel '" + function.name + "' as a function");
      return nullptr;
    }
    auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    known =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, function.name, *module_);
    known->addFnAttr("aw-kernel");
  } else {
    known = llvm::Function::Create(signatureOf(function.results, function.params).type,
                                   llvm::GlobalValue::InternalLinkage, function.name, *module_);
    known->addFnAttr("aw-function");
  }
  known->setDoesNotThrow();
  known->setConvergent();
  known->setSubprogram(subprogramFor(function));
  pending_.push_back(&function);
  return known;
}

llvm::Constant *ModuleEmitter::descriptorOf(const ptx::Function &function) {
  std::string name = function.name + ".desc";
  if (llvm::GlobalVariable *known = module_->getNamedGlobal(name))
    return known;
  // exec::FunctionDescriptor: entry[6], name.
  llvm::Type *type = llvm::ArrayType::get(llvm::PointerType::get(context, 0), 7);
  return new llvm::GlobalVariable(*module_, type, /*isConstant=*/false,
                                  llvm::GlobalValue::ExternalLinkage, nullptr, name);
}

void ModuleEmitter::noteIndirectCall() {
  for (const ptx::Function *function : addressTaken_) {
    if (!function->isDefined)
      continue;
    functionFor(*function);
    descriptorOf(*function);
  }
}

void ModuleEmitter::scanAddressTaken() {
  if (hasAddressTaken_)
    return;
  hasAddressTaken_ = true;
  std::set<const ptx::Function *> taken;
  auto note = [&](const std::string &name) {
    if (const ptx::Function *function = findFunction(name); function && !function->isEntry)
      taken.insert(function);
  };
  std::set<std::string> names;
  for (const auto &function : source.functions)
    names.insert(function->name);
  for (const auto &alias : source.aliases)
    names.insert(alias.first);
  for (const auto &variable : source.variables)
    for (const ptx::Relocation &relocation : variable->relocations)
      if (names.count(relocation.symbol))
        note(relocation.symbol);
  for (const auto &function : source.functions)
    for (const ptx::Instruction &inst : function->body) {
      const ptx::Operand *callee =
          inst.opcode == ptx::Opcode::Call ? CallParts::of(inst).callee : nullptr;
      for (const ptx::Operand &operand : inst.operands) {
        if (&operand == callee)
          continue;
        visitOperand(operand, [&](const ptx::Operand &o) {
          if (o.kind == ptx::Operand::Symbol && names.count(o.name))
            note(o.name);
        });
      }
    }
  for (const auto &function : source.functions)
    if (taken.count(function.get()))
      addressTaken_.push_back(function.get());
}

// -- Variables ------------------------------------------------------------------------------------

llvm::GlobalVariable *ModuleEmitter::globalFor(const ptx::Variable &variable) {
  if (llvm::GlobalVariable *known = module_->getNamedGlobal(variable.name))
    return known;
  unsigned space = variable.space == ptx::StateSpace::Const ? 4 : 1;
  auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), variable.sizeInBytes());
  auto *global = new llvm::GlobalVariable(
      *module_, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr,
      variable.name, nullptr, llvm::GlobalValue::NotThreadLocal, space);
  global->setAlignment(llvm::Align(llvm::PowerOf2Ceil(std::max(1u, variable.align))));
  return global;
}

void ModuleEmitter::layOutParams() {
  uint64_t offset = 0;
  for (const ptx::Variable &param : entry.params) {
    offset = llvm::alignTo(offset, std::max(1u, param.align));
    paramOffsets_[&param] = uint32_t(offset);
    offset += param.sizeInBytes();
  }
  paramBytes_ = uint32_t(offset);
}

uint32_t ModuleEmitter::paramOffset(const ptx::Variable &param) const {
  return paramOffsets_.at(&param);
}

bool ModuleEmitter::isDynamicShared(const ptx::Variable &variable) const {
  return variable.sizeInBytes() == 0; // with a size it is static, extern or not
}

uint32_t ModuleEmitter::sharedOffset(const ptx::Variable &variable) const {
  auto it = sharedOffsets_.find(&variable);
  return it == sharedOffsets_.end() ? dynamicOffset_ : it->second;
}

/// Memory for the system's own use, which NVIDIA's cooperative groups keep their barriers in. All
/// kernels of a module have it at the same place, as functions that they share want it.
static bool usesReservedShared(const ptx::Module &module) {
  bool isUsed = false;
  for (const auto &function : module.functions)
    for (const ptx::Instruction &inst : function->body)
      for (const ptx::Operand &operand : inst.operands)
        isUsed |= operand.kind == ptx::Operand::Special &&
                  operand.name.starts_with("reserved_smem_offset");
  return isUsed;
}

/// The whole module is asked: a function that gets such an address need not be the one that makes
/// it.
static bool hasGenericMapa(const ptx::Module &module) {
  for (const auto &function : module.functions)
    for (const ptx::Instruction &inst : function->body)
      if (inst.opcode == ptx::Opcode::Mapa && inst.space == ptx::StateSpace::Generic &&
          inst.extraSpaces.empty())
        return true;
  return false;
}

void ModuleEmitter::layOutShared() {
  mapsClusters_ = hasGenericMapa(source);
  // Functions that calls from `roots` reach; sets hasIndirectCall_.
  auto reach = [&](std::vector<const ptx::Function *> work) {
    std::set<const ptx::Function *> seen;
    bool indirect = false;
    while (!work.empty()) {
      const ptx::Function *function = work.back();
      work.pop_back();
      if (!function || !seen.insert(function).second)
        continue;
      for (const ptx::Instruction &inst : function->body) {
        if (inst.opcode != ptx::Opcode::Call)
          continue;
        const ptx::Operand *callee = CallParts::of(inst).callee;
        const ptx::Function *known =
            callee && callee->kind == ptx::Operand::Symbol ? findFunction(callee->name) : nullptr;
        if (known) {
          work.push_back(known);
        } else if (!indirect) {
          indirect = true;
          scanAddressTaken();
          work.insert(work.end(), addressTaken_.begin(), addressTaken_.end());
        }
      }
    }
    hasIndirectCall_ |= indirect;
    return seen;
  };
  std::set<const ptx::Function *> reached = reach({&entry});
  if (hasIndirectCall_)
    addressClosure_ = reach(addressTaken_);

  uint64_t offset = reservedShared_ = usesReservedShared(source) ? kReservedShared : 0;
  uint32_t dynamicAlign = ptx::kDynamicSharedAlign;
  bool hasDynamic = false;
  auto place = [&](const ptx::Variable &variable) {
    if (isDynamicShared(variable)) {
      hasDynamic = true;
      dynamicAlign = std::max(dynamicAlign, variable.align);
      return;
    }
    if (sharedOffsets_.count(&variable))
      return;
    offset = llvm::alignTo(offset, std::max(1u, variable.align));
    sharedOffsets_[&variable] = uint32_t(offset);
    offset += variable.sizeInBytes();
  };
  // Variables that `functions` use, in the order of the module.
  auto placeAll = [&](const std::set<const ptx::Function *> &functions) {
    std::set<std::string> names;
    for (const ptx::Function *function : functions)
      for (const ptx::Instruction &inst : function->body)
        for (const ptx::Operand &operand : inst.operands)
          visitOperand(operand, [&](const ptx::Operand &o) {
            if (!o.name.empty() && o.kind != ptx::Operand::Special)
              names.insert(o.name);
          });
    for (const auto &variable : source.variables)
      if (isSharedSpace(variable->space) && names.count(variable->name))
        place(*variable);
    for (const auto &function : source.functions)
      if (functions.count(function.get()))
        for (const ptx::Variable &variable : function->locals)
          if (isSharedSpace(variable.space) && names.count(variable.name))
            place(variable);
  };
  // What other kernels share with this one lies at the same place in all of them: first.
  placeAll(addressClosure_);
  placeAll(reached);
  if (offset > kMaxStaticShared + reservedShared_)
    fail(StatusCode::InvalidInput, "entry function '" + entry.name +
                                       "' uses too much shared data (" + std::to_string(offset) +
                                       " bytes, " + std::to_string(kMaxStaticShared) + " max)");
  dynamicOffset_ = uint32_t(llvm::alignTo(offset, dynamicAlign));
  staticShared_ = hasDynamic ? dynamicOffset_ : uint32_t(offset);
}

// -- Entry point ----------------------------------------------------------------------------------

Expected<std::unique_ptr<llvm::Module>> emitDeviceIr(const ptx::Module &module,
                                                     const ptx::Function &entry,
                                                     llvm::LLVMContext &context,
                                                     const EmitOptions &options) {
  ModuleEmitter emitter(module, entry, context, options);
  return emitter.run();
}

} // namespace anywarp::codegen
