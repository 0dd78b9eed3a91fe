// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that stand where the profile of the launch counts (exec/ProfileAbi.h).
#include "codegen/emit/Profile.h"

#include <algorithm>

#include "codegen/emit/Emitter.h"
#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/matrices/Matrix.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;

// -- Places ---------------------------------------------------------------------------------------

uint32_t Places::add(std::string line) {
  places_.push_back(std::move(line) + "\n");
  return uint32_t(places_.size() - 1);
}

void Places::define(llvm::Module &module, const std::string &name) const {
  std::string text;
  for (const std::string &place : places_)
    text += place;
  auto *value = llvm::ConstantDataArray::getString(module.getContext(), text);
  new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, value, name);
}

namespace {

std::string instructionLine(const FunctionEmitter &e, const Instruction &inst, std::string flags) {
  std::string file = "-";
  if (inst.source.known())
    if (auto it = e.module.source.files.find(inst.source.file); it != e.module.source.files.end())
      file = it->second;
  return "I\t" + flags + "\t" + std::to_string(inst.loc.line) + "\t" + file + "\t" +
         std::to_string(inst.source.line) + "\t" + FunctionEmitter::spell(inst);
}

/// One memory access of an instruction: which operand has the address.
struct AccessInfo {
  const char *kind;
  size_t operand;
  StateSpace space;
  uint64_t bytes;
  unsigned lanes = 32;                  ///< the first ones have addresses
  std::optional<unsigned> quarter = {}; ///< of a fragment
};

uint64_t bytesOf(const Instruction &inst) {
  return uint64_t(ptx::sizeInBits(inst.type())) / 8 * inst.vector;
}

bool isParameterSpace(StateSpace space) {
  return space == StateSpace::Param || space == StateSpace::ParamEntry ||
         space == StateSpace::ParamFunc;
}

/// cp.async.{ca,cg}.shared.global [dst], [src], size
uint64_t copySize(const Instruction &inst) {
  for (size_t i = 2; i < inst.operands.size(); ++i)
    if (inst.operands[i].kind == Operand::Integer)
      return uint64_t(inst.operands[i].integer);
  return 0;
}

/// A fragment of 16 rows or columns of 16 elements that lie side by side. A thread has pairs of
/// them, each an access of its own (seen).
bool isFragmentOfPairs(const Instruction &inst) {
  const std::optional<MatrixShape> shape = matrixShapeOf(inst);
  const bool isSquare = shape && shape->m == 16 && shape->n == 16 && shape->k == 16;
  const bool isSideBySide = inst.has(inst.has(Modifier::B) ? Modifier::Col : Modifier::Row);
  const unsigned bits = ptx::sizeInBits(inst.type());
  return isSquare && isSideBySide && (inst.has(Modifier::Load) || inst.has(Modifier::Store)) &&
         (bits == 16 || (bits == 32 && (inst.has(Modifier::C) || inst.has(Modifier::D)))) &&
         inst.operands.size() >= 2;
}

/// Where the thread's pair of a quarter is, from the start of the matrix.
llvm::Value *quarterOf(FunctionEmitter &e, const Instruction &inst, unsigned quarter) {
  llvm::Value *lane = e.call(Intrinsic::LaneId);
  llvm::Value *row = e.ir.CreateAdd(e.ir.CreateLShr(lane, 2), e.constant(32, quarter % 2 * 8));
  llvm::Value *column =
      e.ir.CreateAdd(e.ir.CreateShl(e.ir.CreateAnd(lane, 3), 1), e.constant(32, quarter / 2 * 8));
  llvm::Value *stride =
      inst.operands.size() > 2 ? e.read(inst.operands[2], ptx::Type::S32) : e.constant(32, 16);
  llvm::Value *element = e.ir.CreateAdd(e.ir.CreateMul(row, stride), column);
  return e.ir.CreateMul(e.ir.CreateSExt(element, e.intType(64)),
                        e.constant(64, ptx::sizeInBits(inst.type()) / 8));
}

bool isShared(StateSpace space) {
  return space == StateSpace::Shared || space == StateSpace::SharedCta ||
         space == StateSpace::SharedCluster;
}

/// Additions in shared memory that a GPU makes of compare-and-swap (seen).
bool isLoopOfSwaps(const Instruction &inst) {
  const unsigned bits = ptx::sizeInBits(inst.type());
  return isShared(inst.space) && inst.has(Modifier::Add) && inst.vector == 1 &&
         (bits == 64 || inst.type() == ptx::Type::F32);
}

/// The accesses to memory that the threads make each for themselves. Copies of the bulk engine are
/// not among them.
llvm::SmallVector<AccessInfo, 2> accessesOf(const Instruction &inst, bool isResultUnused) {
  switch (inst.opcode) {
  case Opcode::Ld:
  case Opcode::Ldu:
    if (isParameterSpace(inst.space))
      return {};
    return {{"load", 1, inst.space, bytesOf(inst)}};
  case Opcode::St:
    if (isParameterSpace(inst.space))
      return {};
    return {{"store", 0, inst.space, bytesOf(inst)}};
  case Opcode::Atom: {
    const bool hasReduction = !inst.has(Modifier::Exch) && !inst.has(Modifier::Cas);
    const char *const operation = isResultUnused && hasReduction ? "reduce" : "atomic";
    if (isLoopOfSwaps(inst))
      return {{"load", 1, inst.space, bytesOf(inst)}, {operation, 1, inst.space, bytesOf(inst)}};
    return {{operation, 1, inst.space, bytesOf(inst)}};
  }
  case Opcode::Red:
    if (isLoopOfSwaps(inst))
      return {{"load", 0, inst.space, bytesOf(inst)}, {"reduce", 0, inst.space, bytesOf(inst)}};
    return {{"reduce", 0, inst.space, bytesOf(inst)}};
  case Opcode::Cp:
    if (inst.has(Modifier::Async) && !inst.has(Modifier::Bulk) && inst.operands.size() >= 3)
      return {{"load", 1, StateSpace::Global, copySize(inst)},
              {"store", 0, StateSpace::Shared, copySize(inst)}};
    return {};
  case Opcode::Wmma: {
    if (!isFragmentOfPairs(inst))
      return {};
    const bool isLoad = inst.has(Modifier::Load);
    llvm::SmallVector<AccessInfo, 2> all;
    for (unsigned quarter = 0; quarter < 4; ++quarter)
      all.push_back({isLoad ? "load" : "store", isLoad ? 1u : 0u, inst.space,
                     ptx::sizeInBits(inst.type()) / 8 * 2, 32, quarter});
    return all;
  }
  case Opcode::Ldmatrix: // rows of 16 bytes
  case Opcode::Stmatrix: {
    const bool isLoad = inst.opcode == Opcode::Ldmatrix;
    const unsigned matrices = inst.has(Modifier::X4) ? 4 : inst.has(Modifier::X2) ? 2 : 1;
    return {{isLoad ? "load" : "store", isLoad ? 1u : 0u, inst.space, 16, 8 * matrices}};
  }
  default:
    return {};
  }
}

/// The same in all lanes: made from variables, parameters and numbers alone.
bool isUniform(const ptx::Function &function, const Operand &operand, unsigned depth = 8) {
  if (operand.kind == Operand::Integer || operand.kind == Operand::Symbol)
    return true;
  const bool isAddress = operand.kind == Operand::Address;
  if (isAddress && !operand.hasRegister)
    return true;
  if (!depth || !(isAddress || operand.kind == Operand::Register))
    return false;
  const Instruction *made = nullptr;
  for (const Instruction &inst : function.body) {
    if (inst.operands.empty() || inst.operands[0].kind != Operand::Register ||
        inst.operands[0].reg != operand.reg)
      continue;
    if (made)
      return false;
    made = &inst;
  }
  if (!made || made->hasGuard)
    return false;
  if (made->opcode == Opcode::Ld)
    return function.isEntry && isParameterSpace(made->space) && !made->operands[1].hasRegister &&
           std::any_of(function.params.begin(), function.params.end(),
                       [&](const auto &param) { return param.name == made->operands[1].name; });
  return (made->opcode == Opcode::Mov || made->opcode == Opcode::Cvta ||
          made->opcode == Opcode::Add) &&
         std::all_of(made->operands.begin() + 1, made->operands.end(),
                     [&](const Operand &from) { return isUniform(function, from, depth - 1); });
}

/// HOW of an atomic.
const char *atomicityOf(const ptx::Function &function, const Instruction &inst,
                        bool isResultUnused) {
  if (inst.opcode != Opcode::Atom && inst.opcode != Opcode::Red)
    return "plain";
  if (inst.has(Modifier::Cas))
    return "swap";
  if (isLoopOfSwaps(inst))
    return "loop";
  const size_t address = inst.opcode == Opcode::Red ? 0 : 1;
  const bool isInteger =
      ptx::sizeInBits(inst.type()) == 32 && inst.type() != ptx::Type::F32 && inst.vector == 1;
  if (!isInteger || address + 1 >= inst.operands.size())
    return "plain";
  if (isResultUnused && inst.has(Modifier::Add) &&
      inst.operands[address + 1].kind == Operand::Integer &&
      inst.operands[address + 1].integer == 1)
    return "count";
  const bool canCombine = inst.has(Modifier::Add) || inst.has(Modifier::Min) ||
                          inst.has(Modifier::Max) || inst.has(Modifier::And) ||
                          inst.has(Modifier::Or) || inst.has(Modifier::Xor);
  return canCombine && isUniform(function, inst.operands[address]) ? "combine" : "plain";
}

bool endsStretch(const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Bra:
  case Opcode::Brx:
  case Opcode::Ret:
  case Opcode::Exit:
  case Opcode::Trap:
  case Opcode::Call: // what the function does comes before what is behind
  case Opcode::Bar:  // and so does what other warps do
  case Opcode::Barrier:
    return true;
  default:
    return false;
  }
}

} // namespace

// -- Calls ----------------------------------------------------------------------------------------

/// Registers that nothing but their own instruction names.
bool FunctionEmitter::isResultUnused(const Instruction &inst) {
  if (inst.operands.empty() || inst.operands[0].kind == Operand::Sink)
    return true;
  const Operand &result = inst.operands[0];
  const bool isVector = result.kind == Operand::Vector && inst.opcode == Opcode::Atom;
  if (result.kind != Operand::Register && !isVector)
    return false;
  if (mentions_.empty()) {
    mentions_.resize(source.registers.size() + 1);
    auto mention = [this](const Operand &operand) {
      if ((operand.kind == Operand::Register || operand.hasRegister) &&
          operand.reg < mentions_.size())
        ++mentions_[operand.reg];
    };
    for (const Instruction &other : source.body) {
      if (other.hasGuard)
        ++mentions_[other.guard];
      for (const Operand &operand : other.operands)
        visitOperand(operand, mention);
    }
  }
  auto isUnused = [this](const Operand &operand) {
    return operand.kind == Operand::Sink ||
           (operand.kind == Operand::Register && mentions_[operand.reg] == 1);
  };
  return isVector ? std::all_of(result.elements.begin(), result.elements.end(), isUnused)
                  : isUnused(result);
}

/// In the order of the text it is the first that needs the result of a load from far. It waits for
/// that and for all loads before that have not been waited for.
bool FunctionEmitter::waitsForLoad(const Instruction &inst) {
  const bool hasResult = inst.opcode != Opcode::St && inst.opcode != Opcode::Red;
  bool isNeeded = inst.hasGuard && loading_.contains(inst.guard);
  for (size_t i = 0; i < inst.operands.size(); ++i)
    visitOperand(inst.operands[i], [&](const Operand &operand) {
      const bool isRead =
          operand.hasRegister || (operand.kind == Operand::Register && (i || !hasResult));
      isNeeded |= isRead && loading_.contains(operand.reg);
    });
  if (isNeeded)
    loading_.clear();
  const bool isFar = inst.space == StateSpace::Global || inst.space == StateSpace::Generic;
  const bool loads = (inst.opcode == Opcode::Ld && isFar) || inst.opcode == Opcode::Ldu;
  if (hasResult && !inst.operands.empty())
    visitOperand(inst.operands.front(), [&](const Operand &operand) {
      if (operand.kind != Operand::Register)
        return;
      loading_.erase(operand.reg);
      if (loads)
        loading_.insert(operand.reg);
    });
  return isNeeded;
}

void FunctionEmitter::profile(const Instruction &inst) {
  if (!module.options.profile)
    return;
  if (stretch_ == kNoStretch) {
    stretch_ = module.places.add("S\t" + source.name);
    call(Intrinsic::ProfileExecution, {constant(32, stretch_)});
  }
  std::string flags = inst.hasGuard && inst.opcode != Opcode::Bra ? "e" : "ep";
  if (fusionOf(inst))
    flags += "f";
  if (vanished_.contains(&inst))
    flags = "x";
  if (isResultUnused(inst))
    flags += "u";
  if (waitsForLoad(inst))
    flags += "w";
  module.places.addInstruction(stretch_, instructionLine(*this, inst, flags));
  if (endsStretch(inst))
    endStretch();
}

void FunctionEmitter::profileBranch(const Instruction &inst, llvm::Value *condition) {
  if (!module.options.profile)
    return;
  uint32_t place = module.places.add("J\t" + source.name);
  module.places.addInstruction(place, instructionLine(*this, inst, ""));
  call(Intrinsic::ProfileBranch, {constant(32, place), condition});
}

/// At the instruction itself, inside its guard.
void FunctionEmitter::profileWork(const Instruction &inst) {
  if (!module.options.profile)
    return;
  if (inst.hasGuard) {
    uint32_t place = module.places.add("G\t" + source.name);
    module.places.addInstruction(place,
                                 instructionLine(*this, inst, isResultUnused(inst) ? "pu" : "p"));
    call(Intrinsic::ProfileExecution, {constant(32, place)});
  }
  const bool hasNoResult = inst.opcode == Opcode::Red || isResultUnused(inst);
  for (const AccessInfo &access : accessesOf(inst, hasNoResult)) {
    if (access.operand >= inst.operands.size())
      continue;
    llvm::Value *address = this->address(inst.operands[access.operand], access.space);
    if (isPoisoned())
      return;
    if (access.quarter)
      address = ir.CreatePtrAdd(address, quarterOf(*this, inst, *access.quarter));
    uint32_t place = module.places.add(
        "A\t" + source.name + "\t" + access.kind + "\t" +
        (access.space == StateSpace::Generic ? "generic"
                                             : std::string(ptx::toString(access.space))) +
        "\t" + std::to_string(access.bytes) + "\t" + atomicityOf(source, inst, hasNoResult));
    module.places.addInstruction(place, instructionLine(*this, inst, ""));
    auto tell = [&] {
      call(Intrinsic::ProfileAccess,
           {constant(32, place), ir.CreatePtrToInt(address, ir.getInt64Ty()),
            constant(32, access.bytes), ir.getInt1(access.space == StateSpace::Generic)});
    };
    if (access.lanes == 32)
      tell();
    else
      emitIf(ir.CreateICmpULT(call(Intrinsic::LaneId), constant(32, access.lanes)), tell);
  }
}

} // namespace anywarp::codegen
