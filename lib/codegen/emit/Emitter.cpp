// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of one function: registers, parameters, labels, guards, debug locations.
#include "codegen/emit/Emitter.h"

#include <algorithm>

#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/Observe.h"

namespace anywarp::codegen {

using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

FunctionEmitter::FunctionEmitter(ModuleEmitter &module, const ptx::Function &source,
                                 llvm::Function &target)
    : ir(module.context), module(module), source(source), target(target),
      isExact(module.options.exactApprox ||
              std::ranges::find(source.pragmas, "anywarp_exact_approx") != source.pragmas.end()) {}

bool FunctionEmitter::isPoisoned() const { return module.failed(); }

void FunctionEmitter::poison(const ptx::Instruction &instruction, const llvm::Twine &message) {
  module.fail(StatusCode::NotSupported,
              (message + ", line " + llvm::Twine(instruction.loc.line)).str());
}

void FunctionEmitter::refuse(const ptx::Instruction &instruction) {
  poison(instruction, "instruction '" + spell(instruction) + "' is not supported");
}

std::string FunctionEmitter::spell(const ptx::Instruction &inst) {
  std::string text(ptx::toString(inst.opcode));
  for (ptx::Modifier modifier : inst.modifiers)
    text += "." + std::string(ptx::toString(modifier));
  auto addSpace = [&](StateSpace space) {
    if (space != StateSpace::Generic)
      text += "." + std::string(ptx::toString(space));
  };
  addSpace(inst.space);
  for (StateSpace space : inst.extraSpaces)
    addSpace(space);
  if (inst.vector > 1)
    text += ".v" + std::to_string(inst.vector);
  for (Type type : inst.types)
    text += "." + std::string(ptx::toString(type));
  return text;
}

// -- Frame ----------------------------------------------------------------------------------------

llvm::AllocaInst *FunctionEmitter::entryAlloca(llvm::Type *type, const llvm::Twine &name) {
  llvm::IRBuilder<>::InsertPointGuard guard(ir);
  ir.SetInsertPoint(allocaPoint_);
  return ir.CreateAlloca(type, nullptr, name);
}

void FunctionEmitter::prepare() {
  llvm::BasicBlock *entry = newBlock("entry");
  ir.SetInsertPoint(entry);
  scope_ = target.getSubprogram();
  if (scope_)
    ir.SetCurrentDebugLocation(llvm::DILocation::get(ir.getContext(), source.loc.line, 0, scope_));
  // A place that stays: everything before it is an alloca.
  allocaPoint_ = ir.CreateAlloca(ir.getInt8Ty(), nullptr, "frame");

  for (const ptx::Register &reg : source.registers) {
    llvm::Type *type = storageTypeOf(reg.type);
    llvm::AllocaInst *place = entryAlloca(type, reg.name);
    // A register that is read before it is written reads as some value, not as an undefined one.
    firstValues_.push_back(ir.CreateStore(llvm::Constant::getNullValue(type), place));
    registers_.push_back(place);
  }

  if (module.options.recordRegisters)
    startRecording();

  auto registerNamed = [&](const std::string &name) -> llvm::AllocaInst * {
    for (size_t i = 0; i < source.registers.size(); ++i)
      if (source.registers[i].name == name)
        return registers_[i];
    return nullptr;
  };
  if (!source.isEntry) {
    Signature signature = module.signatureOf(source.results, source.params);
    unsigned next = 0;
    for (size_t i = 0; i < source.results.size(); ++i) {
      const ptx::Variable &result = source.results[i];
      if (result.space == StateSpace::Reg && i == 0)
        continue;
      SymbolPlace &place = symbols_[result.name];
      place = {SymbolPlace::Memory, StateSpace::Param, nullptr, &result};
      place.pointer = i == 0 && signature.returnsFirst ? paramVariable(result)
                                                       : (llvm::Value *)target.getArg(next++);
    }
    for (const ptx::Variable &param : source.params) {
      llvm::Argument *arg = target.getArg(next++);
      if (param.space == StateSpace::Reg) {
        if (llvm::AllocaInst *place = registerNamed(param.name))
          ir.CreateStore(ir.CreateBitCast(arg, place->getAllocatedType()), place);
        continue;
      }
      SymbolPlace &place = symbols_[param.name];
      place = {SymbolPlace::Memory, StateSpace::Param, arg, &param};
      if (Signature::isScalar(param)) {
        place.pointer = paramVariable(param);
        ir.CreateStore(arg, place.pointer);
      }
    }
  }

  for (const ptx::Label &label : source.labels) {
    llvm::BasicBlock *&block = starts_[label.index];
    if (!block)
      block = newBlock(label.name);
    labels_[label.name] = block;
  }
}

llvm::Value *FunctionEmitter::paramVariable(const ptx::Variable &variable) {
  llvm::Type *type =
      Signature::isScalar(variable)
          ? (llvm::Type *)intType(std::max(8u, ptx::sizeInBits(variable.type)))
          : llvm::ArrayType::get(ir.getInt8Ty(), std::max<uint64_t>(1, variable.sizeInBytes()));
  llvm::AllocaInst *place = entryAlloca(type, variable.name);
  place->setAlignment(llvm::Align(llvm::PowerOf2Ceil(std::max(1u, variable.align))));
  return variable.space == StateSpace::Local ? recorded(place, variable.name, Type::None) : place;
}

// -- Records --------------------------------------------------------------------------------------

/// Marks memory that FormWarps lists in "<kernel>.registers". Type None: bytes.
llvm::AllocaInst *FunctionEmitter::recorded(llvm::AllocaInst *place, const std::string &name,
                                            Type type) {
  if (!module.options.recordRegisters)
    return place;
  llvm::LLVMContext &context = ir.getContext();
  std::string text = source.name + "\t" + name + "\t" +
                     (type == Type::None ? "local" : std::string(ptx::toString(type)));
  place->setMetadata(kRecordMetadata,
                     llvm::MDNode::get(context, llvm::MDString::get(context, text)));
  return place;
}

/// Whoever reads the records tells by the grid and the block of a thread whether they are its own.
void FunctionEmitter::startRecording() {
  for (const ptx::Register &reg : source.registers) {
    llvm::Type *type = reg.type == Type::Pred ? ir.getInt8Ty() : storageTypeOf(reg.type);
    records_.push_back(recorded(entryAlloca(type, reg.name), reg.name, reg.type));
  }
  line_ = recorded(entryAlloca(ir.getInt32Ty(), "line"), "line", Type::U32);
  auto keep = [&](Intrinsic what, const char *name, Type type) {
    llvm::Value *value = call(what);
    ir.CreateStore(value, recorded(entryAlloca(value->getType(), name), name, type),
                   /*isVolatile=*/true);
  };
  if (source.isEntry) {
    keep(Intrinsic::CtaIdX, "%ctaid.x", Type::U32);
    keep(Intrinsic::CtaIdY, "%ctaid.y", Type::U32);
    keep(Intrinsic::CtaIdZ, "%ctaid.z", Type::U32);
    keep(Intrinsic::GridId, "%gridid", Type::U64);
  }
  for (llvm::AllocaInst *record : records_)
    ir.CreateStore(llvm::Constant::getNullValue(record->getAllocatedType()), record,
                   /*isVolatile=*/true);
  recordLine(source.loc.line);
}

void FunctionEmitter::recordLine(uint32_t line) {
  if (line_)
    ir.CreateStore(constant(32, line), line_, /*isVolatile=*/true);
}

// -- Variables of the source ----------------------------------------------------------------------

/// Keeps where a variable is for FormWarps, and its memory from becoming a register.
void FunctionEmitter::describe(llvm::DILocalVariable *variable, llvm::Value *pointer) {
  if (pointer->getType() != ir.getPtrTy())
    pointer = ir.CreateAddrSpaceCast(pointer, ir.getPtrTy());
  llvm::AllocaInst *place = entryAlloca(ir.getPtrTy(), variable->getName() + ".place");
  place->setMetadata(kVariableMetadata, variable);
  // No breakpoint is meant to stop here: the line is the function's.
  const unsigned line = target.getSubprogram()->getLine();
  ir.SetCurrentDebugLocation(llvm::DILocation::get(ir.getContext(), line, 0, variable->getScope()));
  ir.CreateStore(pointer, place, /*isVolatile=*/true);
}

void FunctionEmitter::describeVariables() {
  described_ = module.variables() ? module.variables()->find(source) : nullptr;
  if (!described_)
    return;
  for (const SourceVariables::Variable &each : described_->variables) {
    std::string symbol = each.symbol;
    if (symbol.empty() && each.parameter <= source.params.size())
      symbol = source.params[each.parameter - 1].name;
    SymbolPlace place = findSymbol(symbol);
    if (place.kind == SymbolPlace::SharedOffset)
      place.pointer = ir.CreatePtrAdd(call(Intrinsic::SharedBase),
                                      ir.CreateZExt(place.pointer, ir.getInt64Ty()));
    else if (place.kind != SymbolPlace::Memory)
      continue;
    describe(each.variable, ir.CreatePtrAdd(place.pointer, ir.getInt64(each.offset)));
  }
  constexpr std::pair<const char *, Intrinsic> kDimensions[] = {{"threadIdx", Intrinsic::TidX},
                                                                {"blockIdx", Intrinsic::CtaIdX},
                                                                {"blockDim", Intrinsic::NTidX},
                                                                {"gridDim", Intrinsic::NCtaIdX}};
  for (auto [name, first] : kDimensions) {
    llvm::AllocaInst *memory = entryAlloca(llvm::ArrayType::get(ir.getInt32Ty(), 3), name);
    for (unsigned i = 0; i < 3; ++i) // x, y and z follow each other
      ir.CreateStore(call(Intrinsic(unsigned(first) + i)),
                     ir.CreateConstInBoundsGEP1_64(ir.getInt32Ty(), memory, i));
    describe(module.variables()->makeDimensions(target.getSubprogram(), name), memory);
  }
}

void FunctionEmitter::emit() {
  prepare();
  describeVariables();
  findProducts();
  findMadeNans();
  findSeenSigns();
  for (size_t i = 0; i < source.body.size() && !isPoisoned(); ++i) {
    if (auto it = starts_.find(i); it != starts_.end()) {
      fallInto(it->second);
      endStretch();
      lineBegun_ = 0;
    }
    emitInstruction(source.body[i]);
  }
  if (isPoisoned())
    return;
  // Labels at the end of the body, and a body that runs off its end: both return.
  for (auto it = starts_.lower_bound(source.body.size()); it != starts_.end(); ++it)
    fallInto(it->second);
  emitReturn();
  for (llvm::BasicBlock &block : target)
    if (!block.getTerminator())
      new llvm::UnreachableInst(ir.getContext(), &block);
  promoteRegisters();
}

void FunctionEmitter::dropFirstValues(const llvm::DominatorTree &tree) {
  for (llvm::StoreInst *first : firstValues_) {
    llvm::StoreInst *earliest = nullptr;
    auto *place = llvm::cast<llvm::AllocaInst>(first->getPointerOperand());
    for (llvm::User *user : place->users())
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user); store && store != first)
        if (!earliest || tree.dominates(store, earliest))
          earliest = store;
    bool isWrittenFirst = earliest && llvm::isAllocaPromotable(place) &&
                          llvm::all_of(place->users(), [&](llvm::User *user) {
                            return llvm::isa<llvm::StoreInst>(user) ||
                                   tree.dominates(earliest, llvm::cast<llvm::Instruction>(user));
                          });
    if (isWrittenFirst)
      first->eraseFromParent();
  }
}

void FunctionEmitter::promoteRegisters() {
  llvm::removeUnreachableBlocks(target);
  llvm::DominatorTree tree(target);
  dropFirstValues(tree);
  llvm::SmallVector<llvm::AllocaInst *, 64> allocas;
  for (llvm::Instruction &inst : target.getEntryBlock())
    if (auto *place = llvm::dyn_cast<llvm::AllocaInst>(&inst);
        place && llvm::isAllocaPromotable(place))
      allocas.push_back(place);
  llvm::PromoteMemToReg(allocas, tree);
}

void FunctionEmitter::setLocation(const ptx::Instruction &inst) {
  bool isKnown = inst.source.known();
  uint32_t file = isKnown ? inst.source.file : ModuleEmitter::kPtxFile;
  llvm::DILocalScope *innermost = target.getSubprogram();
  if (described_)
    innermost = described_->scopeAt(size_t(&inst - source.body.data()));
  llvm::DIScope *scope = module.scopeFor(innermost, file);
  unsigned line = isKnown ? inst.source.line : inst.loc.line;
  unsigned column = isKnown ? inst.source.column : inst.loc.column;
  if (module.options.observe && inst.inlined && isKnown) {
    ir.SetCurrentDebugLocation(
        llvm::DILocation::get(ir.getContext(), line, column,
                              module.scopeFor(module.inlinedSubprogram(source, inst.inlined), file),
                              inlinedAt(inst.inlined)));
    return;
  }
  ir.SetCurrentDebugLocation(llvm::DILocation::get(ir.getContext(), line, column, scope));
}

llvm::DILocation *FunctionEmitter::inlinedAt(uint32_t number) {
  llvm::DILocation *&known = inlinedAt_[number];
  if (known)
    return known;
  const ptx::InlinedCall &call = source.inlined[number - 1];
  llvm::DISubprogram *caller =
      call.outer ? module.inlinedSubprogram(source, call.outer) : target.getSubprogram();
  llvm::DILocation *outer = call.outer ? inlinedAt(call.outer) : nullptr;
  return inlinedAt_[number] =
             llvm::DILocation::getDistinct(ir.getContext(), call.caller.line, call.caller.column,
                                           module.scopeFor(caller, call.caller.file), outer);
}

/// Tells a debugged thread's place where a line of the source begins. The call looks like an
/// inlined function: breakpoints of the line are behind it, and a thread that waits in it is at
/// that line.
void FunctionEmitter::beginLine(const ptx::Instruction &inst) {
  if (!described_ || !inst.source.known())
    return;
  if (inst.source.file == lineFile_ && inst.source.line == lineBegun_)
    return;
  lineFile_ = inst.source.file;
  lineBegun_ = inst.source.line;
  llvm::DebugLoc line = ir.getCurrentDebugLocation();
  ir.SetCurrentDebugLocation(
      llvm::DILocation::get(ir.getContext(), 0, 0, module.lineSubprogram(), line.get()));
  call(Intrinsic::Line, {constant(32, 0), constant(32, inst.source.line)});
  ir.SetCurrentDebugLocation(line);
}

void FunctionEmitter::emitInstruction(const ptx::Instruction &inst) {
  setLocation(inst);
  current_ = &inst;
  seesBits_ = seesBits(inst);
  beginLine(inst);
  if (!inst.hasGuard)
    recordLine(inst.loc.line);
  if (inst.poisoned)
    return refuse(inst);
  profile(inst);
  auto emitObserved = [&] {
    profileWork(inst);
    observeBefore(*this, inst);
    emitByForm(*this, inst);
    if (!isPoisoned())
      observeBehind(*this, inst);
  };
  if (!inst.hasGuard)
    return emitObserved();
  llvm::Value *condition = readRegister(inst.guard);
  if (!condition->getType()->isIntegerTy(1)) {
    poison(inst, "guard is not a predicate");
    return;
  }
  if (inst.guardNegated)
    condition = ir.CreateNot(condition);
  llvm::BasicBlock *then = nullptr;
  // A guarded jump is a conditional branch, without a block of its own.
  if (inst.opcode == Opcode::Bra && !inst.operands.empty())
    then = labelBlock(inst.operands.back().name);
  llvm::BasicBlock *next = newBlock("next");
  if (then) {
    profileBranch(inst, condition);
    ir.CreateCondBr(condition, then, next);
  } else {
    then = newBlock("guarded");
    ir.CreateCondBr(condition, then, next);
    ir.SetInsertPoint(then);
    recordLine(inst.loc.line);
    emitObserved();
    if (isPoisoned())
      return;
    fallInto(next);
    return;
  }
  ir.SetInsertPoint(next);
}

// -- Types and registers --------------------------------------------------------------------------

llvm::Type *FunctionEmitter::typeOf(Type type) {
  switch (type) {
  case Type::F16:
    return ir.getHalfTy();
  case Type::BF16:
    return ir.getBFloatTy();
  default:
    return storageTypeOf(type);
  }
}

llvm::Type *FunctionEmitter::storageTypeOf(Type type) {
  switch (type) {
  case Type::Pred:
    return ir.getInt1Ty();
  case Type::F32:
    return ir.getFloatTy();
  case Type::F64:
    return ir.getDoubleTy();
  default:
    return intType(std::clamp(ptx::sizeInBits(type), 8u, 128u));
  }
}

llvm::Value *FunctionEmitter::readRegister(ptx::RegisterId reg) {
  if (reg >= registers_.size()) {
    poison(*current_, "operand is not a register");
    return constant(32, 0);
  }
  return ir.CreateLoad(registers_[reg]->getAllocatedType(), registers_[reg]);
}

void FunctionEmitter::writeRegister(ptx::RegisterId reg, llvm::Value *value) {
  if (reg >= registers_.size() || registers_[reg]->getAllocatedType() != value->getType()) {
    poison(*current_, "result does not fit its register");
    return;
  }
  ir.CreateStore(value, registers_[reg]);
  if (!records_.empty())
    ir.CreateStore(ir.CreateZExtOrBitCast(value, records_[reg]->getAllocatedType()), records_[reg],
                   /*isVolatile=*/true);
}

llvm::Value *FunctionEmitter::carry() {
  if (!carry_)
    setCarry(nullptr);
  return ir.CreateLoad(ir.getInt1Ty(), carry_);
}

void FunctionEmitter::setCarry(llvm::Value *bit) {
  if (!carry_) {
    carry_ = entryAlloca(ir.getInt1Ty(), "CC");
    llvm::IRBuilder<>::InsertPointGuard guard(ir);
    ir.SetInsertPoint(allocaPoint_->getNextNode());
    ir.CreateStore(ir.getFalse(), carry_);
  }
  if (bit)
    ir.CreateStore(bit, carry_);
}

// -- Control flow ---------------------------------------------------------------------------------

llvm::BasicBlock *FunctionEmitter::newBlock(const llvm::Twine &name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, &target);
}

void FunctionEmitter::fallInto(llvm::BasicBlock *next) {
  if (!ir.GetInsertBlock()->getTerminator())
    ir.CreateBr(next);
  next->moveAfter(ir.GetInsertBlock());
  ir.SetInsertPoint(next);
}

llvm::BasicBlock *FunctionEmitter::labelBlock(const std::string &name) {
  return labels_.lookup(name);
}

void FunctionEmitter::startUnreachable() { ir.SetInsertPoint(newBlock("after")); }

void FunctionEmitter::emitReturn() {
  recordLine(0);
  if (target.getReturnType()->isVoidTy()) {
    ir.CreateRetVoid();
  } else {
    const ptx::Variable &result = source.results.front();
    llvm::Value *value = nullptr;
    if (result.space == StateSpace::Reg) {
      for (ptx::RegisterId i = 0; i < source.registers.size() && !value; ++i)
        if (source.registers[i].name == result.name)
          value = readRegister(i);
      if (value)
        value = ir.CreateBitCast(value, target.getReturnType());
      else
        value = llvm::Constant::getNullValue(target.getReturnType());
    } else {
      value = ir.CreateLoad(target.getReturnType(), symbols_.lookup(result.name).pointer);
    }
    ir.CreateRet(value);
  }
  startUnreachable();
}

void FunctionEmitter::emitTrap() {
  call(Intrinsic::Trap);
  ir.CreateUnreachable();
  startUnreachable();
}

// -- Calls ----------------------------------------------------------------------------------------

llvm::CallInst *FunctionEmitter::call(Intrinsic id, llvm::ArrayRef<llvm::Value *> args) {
  return ir.CreateCall(declareIntrinsic(*target.getParent(), id), args);
}

llvm::Value *FunctionEmitter::callBuiltin(llvm::StringRef name,
                                          llvm::ArrayRef<llvm::Value *> args) {
  llvm::Function *function = module.builtins().declare(name);
  llvm::FunctionType *type = function ? function->getFunctionType() : nullptr;
  bool fits = type && type->getNumParams() == args.size();
  for (size_t i = 0; fits && i < args.size(); ++i)
    fits = type->getParamType(i) == args[i]->getType();
  if (!fits) {
    poison(*current_, "instruction '" + spell(*current_) + "' needs the builtin '" + name +
                          (function ? "', which has other parameters" : "', which is missing"));
    // The rest of the function is dropped; a value of a plausible type lets the caller finish.
    return args.empty() ? constant(32, 0) : args.front();
  }
  llvm::CallInst *call = ir.CreateCall(function, args);
  // Of results and arguments (extensions of small integers); those of the function it has itself.
  call->setAttributes(function->getAttributes().removeFnAttributes(ir.getContext()));
  return call;
}

} // namespace anywarp::codegen
