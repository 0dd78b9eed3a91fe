// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions in which the threads of a warp exchange values: shfl, vote, match, redux,
// activemask, elect. Forms without .sync take the threads that are active.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

namespace {

/// The member mask, operand `index` of the .sync form.
llvm::Value *memberMask(FunctionEmitter &e, const Instruction &inst, size_t index) {
  if (inst.has(Modifier::Sync) && index < inst.operands.size())
    return e.read(inst.operands[index], Type::B32);
  return e.call(Intrinsic::ActiveMask);
}

void emitShuffle(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  Intrinsic id;
  if (inst.has(Modifier::Up))
    id = Intrinsic::ShflUp;
  else if (inst.has(Modifier::Down))
    id = Intrinsic::ShflDown;
  else if (inst.has(Modifier::Bfly))
    id = Intrinsic::ShflBfly;
  else if (inst.has(Modifier::Idx))
    id = Intrinsic::ShflIdx;
  else
    return e.refuse(inst);
  llvm::Value *value = e.read(ops[1], Type::B32), *b = e.read(ops[2], Type::B32);
  llvm::Value *c = e.read(ops[3], Type::B32), *mask = memberMask(e, inst, 4);
  llvm::Value *result = e.call(id, {value, b, c, mask});
  e.write(ops[0], e.ir.CreateExtractValue(result, 0), Type::B32);
  if (ops[0].pair)
    e.writePredicate(*ops[0].pair, e.ir.CreateExtractValue(result, 1));
}

void emitVote(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  llvm::Value *predicate = e.readPredicate(ops[1]), *mask = memberMask(e, inst, 2);
  if (inst.has(Modifier::Ballot)) {
    e.write(ops[0], e.call(Intrinsic::Ballot, {predicate, mask}), Type::B32);
    return;
  }
  Intrinsic id;
  if (inst.has(Modifier::All))
    id = Intrinsic::VoteAll;
  else if (inst.has(Modifier::Any))
    id = Intrinsic::VoteAny;
  else if (inst.has(Modifier::Uni))
    id = Intrinsic::VoteUni;
  else
    return e.refuse(inst);
  e.writePredicate(ops[0], e.call(id, {predicate, mask}));
}

void emitMatch(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  bool isWide = ptx::sizeInBits(inst.type()) == 64;
  llvm::Value *value = e.read(ops[1], isWide ? Type::B64 : Type::B32);
  llvm::Value *mask = memberMask(e, inst, 2);
  if (inst.has(Modifier::Any)) {
    Intrinsic id = isWide ? Intrinsic::MatchAny64 : Intrinsic::MatchAny32;
    e.write(ops[0], e.call(id, {value, mask}), Type::B32);
    return;
  }
  Intrinsic id = isWide ? Intrinsic::MatchAll64 : Intrinsic::MatchAll32;
  llvm::Value *result = e.call(id, {value, mask});
  e.write(ops[0], e.ir.CreateExtractValue(result, 0), Type::B32);
  if (ops[0].pair)
    e.writePredicate(*ops[0].pair, e.ir.CreateExtractValue(result, 1));
}

void emitRedux(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  Type type = inst.type();
  if (ops.size() < 2 || ptx::sizeInBits(type) != 32 || ptx::isFloat(type))
    return e.refuse(inst);
  bool isSigned = ptx::isSigned(type);
  Intrinsic id;
  if (inst.has(Modifier::Add))
    id = Intrinsic::ReduxAdd;
  else if (inst.has(Modifier::Min))
    id = isSigned ? Intrinsic::ReduxMin : Intrinsic::ReduxUMin;
  else if (inst.has(Modifier::Max))
    id = isSigned ? Intrinsic::ReduxMax : Intrinsic::ReduxUMax;
  else if (inst.has(Modifier::And))
    id = Intrinsic::ReduxAnd;
  else if (inst.has(Modifier::Or))
    id = Intrinsic::ReduxOr;
  else if (inst.has(Modifier::Xor))
    id = Intrinsic::ReduxXor;
  else
    return e.refuse(inst);
  e.write(ops[0], e.call(id, {e.read(ops[1], type), memberMask(e, inst, 2)}), type);
}

} // namespace

void emitWarp(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  switch (inst.opcode) {
  case Opcode::Shfl:
    return emitShuffle(e, inst);
  case Opcode::Vote:
    return emitVote(e, inst);
  case Opcode::Match:
    return emitMatch(e, inst);
  case Opcode::Redux:
    return emitRedux(e, inst);
  case Opcode::Activemask:
    e.write(ops[0], e.call(Intrinsic::ActiveMask), Type::B32);
    return;
  case Opcode::Elect: {
    llvm::Value *result = e.call(Intrinsic::Elect, {memberMask(e, inst, 1)});
    e.write(ops[0], e.ir.CreateExtractValue(result, 0), Type::B32);
    if (ops[0].pair)
      e.writePredicate(*ops[0].pair, e.ir.CreateExtractValue(result, 1));
    return;
  }
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
