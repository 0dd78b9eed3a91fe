// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches, calls, return and exit. Guards are the emitter's (Emitter.cpp).
#include "codegen/emit/Emitter.h"

#include "codegen/emit/ModuleEmitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

void emitBranch(FunctionEmitter &e, const Instruction &inst) {
  llvm::BasicBlock *to = e.labelBlock(inst.operands.back().name);
  if (!to)
    return e.poison(inst, "unknown label '" + inst.operands.back().name + "'");
  e.ir.CreateBr(to);
  e.startUnreachable();
}

/// brx.idx: an index outside the list is a fault of the program; it traps.
void emitBranchIndexed(FunctionEmitter &e, const Instruction &inst) {
  const ptx::Function::Targets *list = nullptr;
  for (const auto &targets : e.source.targets)
    if (targets.name == inst.operands[1].name)
      list = &targets;
  if (!list)
    return e.poison(inst, "unknown .branchtargets '" + inst.operands[1].name + "'");
  llvm::Value *index = e.read(inst.operands[0], Type::U32);
  llvm::BasicBlock *outside = e.newBlock("outside");
  llvm::SwitchInst *jump = e.ir.CreateSwitch(index, outside, unsigned(list->names.size()));
  for (size_t i = 0; i < list->names.size(); ++i) {
    llvm::BasicBlock *to = e.labelBlock(list->names[i]);
    if (!to)
      return e.poison(inst, "unknown label '" + list->names[i] + "'");
    jump->addCase(e.constant(32, i), to);
  }
  e.ir.SetInsertPoint(outside);
  e.emitTrap();
}

/// Bytes of the caller's variable that stands for an argument or result.
llvm::Value *paramPointer(FunctionEmitter &e, const Instruction &inst, const Operand &operand) {
  SymbolPlace place = e.findSymbol(operand.name);
  if (place.kind == SymbolPlace::Memory)
    return place.pointer;
  e.poison(inst, "'" + operand.name + "' is not a parameter variable");
  return nullptr;
}

void emitCallTo(FunctionEmitter &e, const Instruction &inst, const CallParts &parts,
                const std::vector<ptx::Variable> &results, const std::vector<ptx::Variable> &params,
                llvm::Value *callee) {
  Signature signature = e.module.signatureOf(results, params);
  size_t resultCount = parts.results ? parts.results->elements.size() : 0;
  size_t argCount = parts.args ? parts.args->elements.size() : 0;
  if (argCount != params.size() || (resultCount != results.size() && resultCount != 0))
    return e.poison(inst, "call has a wrong number of arguments");
  std::vector<llvm::Value *> args;
  for (size_t i = signature.returnsFirst ? 1 : 0; i < results.size(); ++i) {
    // A result that the call drops still needs a place: the caller must name it.
    if (!resultCount)
      return e.poison(inst, "call drops an array result");
    llvm::Value *pointer = paramPointer(e, inst, parts.results->elements[i]);
    if (!pointer)
      return;
    args.push_back(pointer);
  }
  for (size_t i = 0; i < params.size(); ++i) {
    const Operand &arg = parts.args->elements[i];
    llvm::Type *type = signature.type->getParamType(args.size());
    SymbolPlace place;
    if (arg.kind == Operand::Symbol)
      place = e.findSymbol(arg.name);
    bool isParamVariable =
        place.kind == SymbolPlace::Memory &&
        (place.space == StateSpace::Param || place.space == StateSpace::ParamEntry ||
         place.space == StateSpace::ParamFunc);
    if (isParamVariable)
      args.push_back(type->isPointerTy() ? place.pointer : e.ir.CreateLoad(type, place.pointer));
    else if (type->isPointerTy())
      return e.poison(inst, "an array argument must be a parameter variable");
    else
      args.push_back(e.toBits(e.read(arg, params[i].type)));
    if (e.isPoisoned())
      return;
    if (args.back()->getType() != type)
      return e.poison(inst, "argument does not fit its parameter");
  }
  llvm::CallInst *call = e.ir.CreateCall(signature.type, callee, args);
  call->setDoesNotThrow();
  call->setConvergent();
  if (!signature.returnsFirst || !resultCount)
    return;
  const Operand &result = parts.results->elements.front();
  if (result.kind == Operand::Symbol) {
    if (llvm::Value *pointer = paramPointer(e, inst, result))
      e.ir.CreateStore(call, pointer);
  } else {
    e.write(result, call, results.front().type);
  }
}

void emitCall(FunctionEmitter &e, const Instruction &inst) {
  CallParts parts = CallParts::of(inst);
  if (!parts.callee)
    return e.refuse(inst);
  if (parts.callee->kind == Operand::Symbol)
    if (const ptx::Function *function = e.module.findFunction(parts.callee->name)) {
      llvm::Function *callee = e.module.functionFor(*function);
      if (!callee)
        return; // recorded as the kernel's failure
      return emitCallTo(e, inst, parts, function->results, function->params, callee);
    }
  if (parts.callee->kind != Operand::Register)
    return e.poison(inst, "call of unknown function '" + parts.callee->name + "'");

  // Indirect: the signature is that of the prototype, or of any function of the target list.
  e.module.noteIndirectCall();
  llvm::Value *descriptor = e.ir.CreateIntToPtr(e.read(*parts.callee, Type::U64), e.ir.getPtrTy());
  if (e.isPoisoned())
    return;
  std::string name = parts.prototype ? parts.prototype->name : "";
  for (const auto &prototype : e.source.prototypes)
    if (prototype.name == name)
      return emitCallTo(e, inst, parts, prototype.results, prototype.params, descriptor);
  for (const auto &targets : e.source.targets)
    if (targets.name == name && !targets.names.empty())
      if (const ptx::Function *function = e.module.findFunction(targets.names.front()))
        return emitCallTo(e, inst, parts, function->results, function->params, descriptor);
  return e.poison(inst, "indirect call without prototype");
}

} // namespace

void emitControlFlow(FunctionEmitter &e, const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Bra:
    return emitBranch(e, inst);
  case Opcode::Brx:
    return emitBranchIndexed(e, inst);
  case Opcode::Call:
    return emitCall(e, inst);
  case Opcode::Ret:
    e.emitReturn();
    return;
  case Opcode::Exit:
    if (e.source.isEntry) {
      e.emitReturn();
    } else {
      e.call(Intrinsic::Exit);
      e.ir.CreateUnreachable();
      e.startUnreachable();
    }
    return;
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
