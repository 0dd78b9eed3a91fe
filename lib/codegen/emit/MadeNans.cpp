// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaNs that arithmetic makes. On a GPU each .f32 operation with a NaN result gives 7fffffff; here
// it gives the processor's, and becomes 7fffffff where its bits are seen: in memory, in other
// types, in calls. Most results are never seen, sums in a loop once. Shared memory keeps them as
// they are for loads of .f32. A register that also gets other bits, behind a branch for example,
// gets results as they are seen. In a loop only what moves to a register that also gets integers
// is; elsewhere it is treated as a result, and other NaNs in it lose their payload. Matrix products
// have no negative zero. An .f64 operation keeps the payload of a NaN as here. So do neg and abs,
// which keep its sign as well. (All seen.)
#include "codegen/Intrinsics.h"
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

bool isProduct(const Instruction &inst) {
  return inst.opcode == Opcode::Mma || inst.opcode == Opcode::Wgmma ||
         (inst.opcode == Opcode::Wmma && inst.has(Modifier::Mma));
}

/// An operation on .f32 numbers: what it reads are numbers, not bits.
bool isArithmetic(const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Abs:
  case Opcode::Add:
  case Opcode::Cos:
  case Opcode::Div:
  case Opcode::Ex2:
  case Opcode::Fma:
  case Opcode::Lg2:
  case Opcode::Mad:
  case Opcode::Max:
  case Opcode::Min:
  case Opcode::Mul:
  case Opcode::Neg:
  case Opcode::Rcp:
  case Opcode::Rsqrt:
  case Opcode::Set:
  case Opcode::Setp:
  case Opcode::Sin:
  case Opcode::Sqrt:
  case Opcode::Sub:
  case Opcode::Tanh:
  case Opcode::Testp:
    return llvm::is_contained(inst.types, Type::F32);
  case Opcode::Cvt: // to .f64 keeps sign and payload
    return llvm::is_contained(inst.types, Type::F32) && inst.type() != Type::F64;
  default:
    return isProduct(inst);
  }
}

/// Its .f32 results are not 7fffffff yet where they are NaN.
bool makesNans(const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Max: // as they come from their builtins
  case Opcode::Min:
  case Opcode::Set:
  case Opcode::Setp:
  case Opcode::Testp:
    return false;
  case Opcode::Cvt: // other conversions keep the bits (seen), or have no NaN
    return inst.type() == Type::F32 &&
           (inst.type(1) == Type::F16 || (inst.type(1) == Type::F32 && !inst.has(Modifier::Sat)));
  default:
    return isProduct(inst) ? llvm::is_contained(inst.types, Type::F32)
                           : isArithmetic(inst) && inst.type() == Type::F32;
  }
}

/// The value goes through it as it is.
bool isMove(const Instruction &inst) {
  return (inst.opcode == Opcode::Mov || inst.opcode == Opcode::Selp ||
          inst.opcode == Opcode::Shfl) &&
         inst.operands.size() >= 2 && inst.operands[0].kind == Operand::Register &&
         ptx::sizeInBits(inst.type()) == 32;
}

/// It writes bits that are no number: not what may have been one before.
bool makesInteger(const Instruction &inst) {
  return inst.opcode != Opcode::Ld && inst.opcode != Opcode::Call && !isMove(inst) &&
         !isArithmetic(inst) && inst.type() != Type::F32;
}

bool isShared(const Instruction &inst, Opcode opcode) {
  return inst.opcode == opcode && inst.space == StateSpace::Shared && inst.type() == Type::F32;
}

} // namespace

/// By number: the instruction lies in a loop, that is before a jump back to before it.
std::vector<bool> FunctionEmitter::instructionsInLoops() const {
  std::vector<bool> inLoop(source.body.size());
  llvm::StringMap<size_t> labels;
  for (const ptx::Label &label : source.labels)
    labels[label.name] = label.index;
  // From behind, so that each instruction is marked once.
  size_t first = source.body.size(); // of those marked so far that lie behind the current one
  for (size_t i = source.body.size(); i-- > 0;) {
    const Instruction &inst = source.body[i];
    if (inst.opcode == Opcode::Brx)
      return std::vector<bool>(source.body.size(), true);
    if (inst.opcode == Opcode::Bra && !inst.operands.empty())
      if (auto target = labels.find(inst.operands.back().name); target != labels.end())
        first = std::min(first, target->second);
    inLoop[i] = first <= i;
    if (!inLoop[i])
      first = source.body.size();
  }
  return inLoop;
}

void FunctionEmitter::findMadeNans() {
  const size_t count = source.registers.size();
  if (llvm::none_of(source.body, makesNans))
    return;
  hasMadeNan_.resize(count);
  std::vector<const Instruction *> moves, stores, loads;
  std::vector<bool> hasOther(count), hasInteger(count);
  auto mark = [&](const Operand &operand, Made made) {
    const bool isNew = operand.kind == Operand::Register && operand.reg < count &&
                       ptx::sizeInBits(source.registers[operand.reg].type) == 32 &&
                       hasMadeNan_[operand.reg] < made;
    if (isNew)
      hasMadeNan_[operand.reg] = made;
    return isNew;
  };
  auto markAll = [&](const Operand &operand, Made made) {
    bool isNew = mark(operand, made);
    for (const Operand &element : operand.elements)
      isNew |= mark(element, made);
    return isNew;
  };
  auto setOther = [&](const Instruction &inst, const Operand &operand) {
    if (operand.kind != Operand::Register || operand.reg >= count)
      return;
    hasOther[operand.reg] = true;
    if (makesInteger(inst))
      hasInteger[operand.reg] = true;
  };
  for (const Instruction &inst : source.body) {
    if (inst.operands.empty())
      continue;
    if (isMove(inst))
      moves.push_back(&inst);
    else if (isShared(inst, Opcode::St))
      stores.push_back(&inst);
    else if (isShared(inst, Opcode::Ld))
      loads.push_back(&inst);
    else if (!makesNans(inst) && inst.opcode != Opcode::St) {
      setOther(inst, inst.operands[0]);
      for (const Operand &element : inst.operands[0].elements)
        setOther(inst, element);
    }
  }
  const std::vector<bool> inLoop = instructionsInLoops();
  for (size_t i = 0; i < source.body.size(); ++i) {
    const Instruction &inst = source.body[i];
    if (inst.operands.empty() || !(isMove(inst) || makesNans(inst)))
      continue;
    const Operand &to = inst.operands[0];
    const bool isMixed = to.kind == Operand::Register && to.reg < count && hasOther[to.reg];
    if (isMixed && (!inLoop[i] || (isMove(inst) && hasInteger[to.reg])))
      settling_.insert(&inst);
    else if (!isMove(inst))
      markAll(to, isProduct(inst) ? Product : Result);
  }
  auto isMade = [&](const Operand &operand) {
    return operand.kind == Operand::Register && operand.reg < count ? hasMadeNan_[operand.reg]
                                                                    : NoResult;
  };
  // A choice between a result and other bits sees the result (seesBits).
  auto isMadeBy = [&](const Instruction &move) {
    const Made first = isMade(move.operands[1]);
    if (settling_.count(&move))
      return NoResult;
    return move.opcode == Opcode::Selp ? std::min(first, isMade(move.operands[2])) : first;
  };
  auto storesMade = [&](const Instruction *store) {
    return isMade(store->operands[1]) || llvm::any_of(store->operands[1].elements, isMade);
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (const Instruction *move : moves)
      changes |= mark(move->operands[0], isMadeBy(*move));
    if (!loads.empty() && llvm::any_of(stores, storesMade)) {
      for (const Instruction *load : loads)
        changes |= markAll(load->operands[0], Result);
      loads.clear();
    }
  }
}

/// Sums and comparisons do not show whether neg or abs changed the sign of a NaN: those made of a
/// negated operand keep the sign that it had before.
void FunctionEmitter::findSeenSigns() {
  auto changesSign = [](const Instruction &inst) {
    return (inst.opcode == Opcode::Neg || inst.opcode == Opcode::Abs) && inst.type() == Type::F64;
  };
  if (llvm::none_of(source.body, changesSign))
    return;
  auto hidesSign = [](const Instruction &inst) {
    switch (inst.opcode) {
    case Opcode::Add:
    case Opcode::Fma:
    case Opcode::Mad:
    case Opcode::Set:
    case Opcode::Setp:
    case Opcode::Sub:
      return llvm::is_contained(inst.types, Type::F64);
    default:
      return false;
    }
  };
  showsSign_.resize(source.registers.size());
  auto mark = [&](const Operand &operand) {
    if (operand.kind == Operand::Register && operand.reg < showsSign_.size())
      showsSign_[operand.reg] = true;
  };
  for (const Instruction &inst : source.body) {
    if (hidesSign(inst))
      continue;
    for (size_t i = changesSign(inst); i < inst.operands.size(); ++i) {
      mark(inst.operands[i]);
      llvm::for_each(inst.operands[i].elements, mark);
    }
  }
}

bool FunctionEmitter::showsSign(const Operand &result) const {
  return result.kind != Operand::Register || result.reg >= showsSign_.size() ||
         showsSign_[result.reg];
}

bool FunctionEmitter::seesBits(const Instruction &inst) const {
  if (hasMadeNan_.empty() || isArithmetic(inst) || isShared(inst, Opcode::St))
    return false;
  const bool isAddition =
      (inst.opcode == Opcode::Red || inst.opcode == Opcode::Atom) && inst.has(Modifier::Add);
  if (isAddition)
    return false;
  return !isMove(inst) || inst.operands[0].reg >= hasMadeNan_.size() ||
         !hasMadeNan_[inst.operands[0].reg] || settling_.count(&inst);
}

llvm::Value *FunctionEmitter::asSeen(llvm::Value *value, Made made) {
  llvm::Value *number = fromBits(toBits(value), Type::F32);
  if (made == Product)
    number = ir.CreateFAdd(number, llvm::ConstantFP::get(ir.getFloatTy(), 0.0));
  llvm::Value *isNan = ir.CreateFCmpUNO(number, number);
  llvm::Value *nan = llvm::ConstantExpr::getBitCast(constant(32, kMadeNan), ir.getFloatTy());
  llvm::Value *seen = ir.CreateSelect(isNan, nan, number);
  return value->getType() == number->getType() ? seen : toBits(seen);
}

} // namespace anywarp::codegen
