// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of blocks and clusters: bar, barrier, barrier.cluster, bar.warp.sync.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

void emitCluster(FunctionEmitter &e, const Instruction &inst) {
  if (inst.has(Modifier::Arrive))
    e.call(Intrinsic::ClusterArrive);
  else if (inst.has(Modifier::Wait))
    e.call(Intrinsic::ClusterWait);
  else
    return e.refuse(inst);
}

/// d, a {, b}, {!}c
void emitReduce(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  llvm::Value *id = e.read(ops[1], Type::U32);
  llvm::Value *count = ops.size() > 3 ? e.read(ops[2], Type::U32) : e.constant(32, 0);
  llvm::Value *predicate = e.readPredicate(ops.back());
  if (inst.has(Modifier::Popc))
    e.write(ops[0], e.call(Intrinsic::BarrierPopc, {id, count, predicate}), Type::U32);
  else if (inst.has(Modifier::And))
    e.writePredicate(ops[0], e.call(Intrinsic::BarrierAnd, {id, count, predicate}));
  else if (inst.has(Modifier::Or))
    e.writePredicate(ops[0], e.call(Intrinsic::BarrierOr, {id, count, predicate}));
  else
    return e.refuse(inst);
}

} // namespace

void emitBarrier(FunctionEmitter &e, const Instruction &inst) {
  if (inst.opcode != Opcode::Bar && inst.opcode != Opcode::Barrier)
    return e.refuse(inst);
  const auto &ops = inst.operands;
  if (inst.has(Modifier::Cluster))
    return emitCluster(e, inst);
  if (inst.has(Modifier::Warp)) {
    e.call(Intrinsic::WarpSync, {e.read(ops[0], Type::B32)});
    return;
  }
  if (inst.has(Modifier::Red))
    return emitReduce(e, inst);
  llvm::Value *id = e.read(ops[0], Type::U32);
  llvm::Value *count = ops.size() > 1 ? e.read(ops[1], Type::U32) : e.constant(32, 0);
  if (inst.has(Modifier::Arrive)) {
    e.call(Intrinsic::BarrierArrive, {id, count});
  } else {
    e.call(Intrinsic::BarrierSync, {id, count});
  }
}

} // namespace anywarp::codegen
