// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Miscellaneous instructions, and stack manipulation.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Type;

void emitMisc(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  switch (inst.opcode) {
  case Opcode::Trap:
  case Opcode::Brkpt: // no debugger listens: the grid stops, as on a GPU
    e.emitTrap();
    return;
  case Opcode::Nanosleep:
    e.call(Intrinsic::Sleep, {e.read(ops[0], Type::U32)});
    return;
  case Opcode::Stacksave:
    e.write(ops[0], e.ir.CreateZExt(e.stackTop(), e.intType(64)), inst.type());
    return;
  case Opcode::Stackrestore:
    e.setStackTop(e.ir.CreateTrunc(e.read(ops[0], Type::U64), e.intType(32)));
    return;
  case Opcode::Alloca: {
    uint64_t align = 8;
    if (ops.size() > 2 && ops[2].kind == ptx::Operand::Integer && ops[2].integer)
      align = uint64_t(ops[2].integer); // LLVM writes 0 where it leaves the alignment open
    llvm::Value *address = e.allocateStack(e.read(ops[1], Type::U64), align);
    if (!address)
      return e.poison(inst, "alloca with an alignment above 128 bytes or not a power of two");
    e.write(ops[0], e.ir.CreateTrunc(address, e.intType(ptx::sizeInBits(inst.type()))),
            inst.type());
    return;
  }
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
