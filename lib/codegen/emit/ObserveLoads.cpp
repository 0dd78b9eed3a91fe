// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The uses of what a load fills, in the body of its function.
#include "codegen/emit/ObserveLoads.h"

#include <algorithm>
#include <cstdlib>

#include "codegen/emit/ModuleEmitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;

static unsigned occurrences(const Operand &operand, ptx::RegisterId reg) {
  unsigned count = 0;
  visitOperand(operand, [&](const Operand &o) {
    count += (o.kind == Operand::Register || o.hasRegister) && o.reg == reg;
  });
  return count;
}

uint32_t usedBytes(const FunctionEmitter &e, const Instruction &load, unsigned size) {
  const Operand &target = load.operands[0];
  if (target.kind != Operand::Vector || size * target.elements.size() > 32)
    return ~0u;
  uint32_t used = 0;
  for (size_t i = 0; i < target.elements.size(); ++i) {
    const Operand &element = target.elements[i];
    if (element.kind != Operand::Register)
      continue;
    unsigned count = 0;
    for (const Instruction &inst : e.source.body)
      for (const Operand &operand : inst.operands)
        count += occurrences(operand, element.reg);
    if (count > 1)
      used |= uint32_t((uint64_t(1) << size) - 1) << (i * size);
  }
  return used;
}

/// The only use of what a plain load fills, where that is a store; else null.
static const Instruction *storeOf(const FunctionEmitter &e, const Instruction &load) {
  constexpr ptrdiff_t kNear = 64; // instructions, so that few loads ask the whole function
  const ptx::RegisterId target = load.operands[0].reg;
  const Instruction *end = e.source.body.data() + e.source.body.size();
  const Instruction *last = &load + std::min(kNear, end - &load);
  const Instruction *store = std::find_if(&load, last, [&](const Instruction &inst) {
    return inst.opcode == Opcode::St && inst.operands.size() > 1 &&
           inst.operands[1].kind == Operand::Register && inst.operands[1].reg == target &&
           ptx::sizeInBits(inst.type()) == ptx::sizeInBits(load.type());
  });
  if (store == last)
    return nullptr;
  unsigned count = 0;
  for (const Instruction &inst : e.source.body)
    for (const Operand &operand : inst.operands)
      count += occurrences(operand, target);
  return count == 2 ? store : nullptr;
}

bool isOfCopiedStructure(const FunctionEmitter &e, const Instruction &load) {
  constexpr ptrdiff_t kNear = 16; // instructions
  auto isWord = [](const Instruction &inst) {
    return inst.opcode == Opcode::Ld && inst.vector == 1 && inst.operands.size() == 2 &&
           inst.operands[0].kind == Operand::Register && inst.operands[1].hasRegister &&
           ptx::sizeInBits(inst.type()) >= 32 && !ptx::isFloat(inst.type());
  };
  if (!isWord(load))
    return false;
  const Instruction *begin = e.source.body.data(), *end = begin + e.source.body.size();
  if (&load < begin || &load >= end)
    return false;
  const Instruction *store = nullptr;
  for (const Instruction *other = &load - std::min(kNear, &load - begin),
                         *last = &load + std::min(kNear, end - &load);
       other != last; ++other) {
    const Operand &from = load.operands[1],
                  &beside = other->operands.size() > 1 ? other->operands[1] : from;
    const int64_t distance = beside.integer - from.integer;
    if (other == &load || !isWord(*other) || beside.reg != from.reg ||
        std::abs(distance) != ptx::sizeInBits(load.type()) / 8)
      continue;
    store = store ? store : storeOf(e, load);
    const Instruction *storeBeside = store ? storeOf(e, *other) : nullptr;
    if (storeBeside && storeBeside->operands[0].reg == store->operands[0].reg &&
        storeBeside->operands[0].integer - store->operands[0].integer == distance)
      return true;
  }
  return false;
}

bool isLoadedAhead(const FunctionEmitter &e, const Instruction &load) {
  if (load.space != StateSpace::Local)
    return false;
  bool isChosen = false;
  auto isOnlyChosen = [&](const Operand &target) {
    if (target.kind != Operand::Register)
      return false;
    for (const Instruction &inst : e.source.body)
      for (size_t i = 0; i < inst.operands.size(); ++i) {
        if (&inst == &load && i == 0)
          continue;
        if (!occurrences(inst.operands[i], target.reg))
          continue;
        if (inst.opcode != Opcode::Selp || i == 0 || i > 2)
          return false;
        isChosen = true;
      }
    return true;
  };
  const Operand &target = load.operands[0];
  const bool isAll = target.kind == Operand::Vector ? llvm::all_of(target.elements, isOnlyChosen)
                                                    : isOnlyChosen(target);
  return isAll && isChosen;
}

} // namespace anywarp::codegen
