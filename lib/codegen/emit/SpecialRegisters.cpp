// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers: what a kernel reads when it names one, by its row of
// spec/ptx/SpecialRegisters.td.
#include "codegen/emit/Emitter.h"
#include "codegen/emit/ModuleEmitter.h"
#include "ptx/Words.h"

namespace anywarp::codegen {

using llvm::Value;

namespace {

enum class Computed : unsigned {
#define AW_COMPUTED(Id) Id,
#include "codegen/ComputedRegisters.inc.h"
};

struct Reading {
  enum From { Value, Always, Lower, Upper, Computed } from;
  unsigned what; ///< an Intrinsic, a number, or a codegen::Computed
  uint32_t w;    ///< the fourth component
};
constexpr Reading kReadings[] = {
#include "codegen/Readings.inc.h"
};

Value *productOf(FunctionEmitter &e, Intrinsic x) {
  auto factor = [&](unsigned d) { return e.call(Intrinsic(unsigned(x) + d)); };
  Value *x0 = factor(0), *y0 = factor(1);
  return e.ir.CreateMul(e.ir.CreateMul(x0, y0), factor(2));
}

/// %lanemask_*, from the bit of the lane and those below it.
Value *laneMask(FunctionEmitter &e, Computed id) {
  Value *lane = e.ir.CreateAnd(e.call(Intrinsic::LaneId), e.constant(32, 31));
  Value *own = e.ir.CreateShl(e.constant(32, 1), lane);
  Value *below = e.ir.CreateSub(own, e.constant(32, 1));
  switch (id) {
  case Computed::LanemaskEq:
    return own;
  case Computed::LanemaskLt:
    return below;
  case Computed::LanemaskLe:
    return e.ir.CreateOr(own, below);
  case Computed::LanemaskGe:
    return e.ir.CreateNot(below);
  default:
    return e.ir.CreateNot(e.ir.CreateOr(own, below));
  }
}

/// A component of a register in which blocks are counted in clusters.
Value *inClusters(FunctionEmitter &e, Computed id, unsigned axis) {
  auto call = [&](Intrinsic x) { return e.call(Intrinsic(unsigned(x) + axis)); };
  Value *blocks = call(id == Computed::Nclusterid ? Intrinsic::NCtaIdX : Intrinsic::CtaIdX);
  // At least 1 by contract; umax tells the optimiser that the division cannot trap.
  Value *cluster =
      e.binary(llvm::Intrinsic::umax, call(Intrinsic::ClusterNCtaIdX), e.constant(32, 1));
  return id == Computed::ClusterCtaid ? e.ir.CreateURem(blocks, cluster)
                                      : e.ir.CreateUDiv(blocks, cluster);
}

Value *compute(FunctionEmitter &e, Computed id, unsigned axis) {
  switch (id) {
  case Computed::LanemaskEq:
  case Computed::LanemaskLe:
  case Computed::LanemaskLt:
  case Computed::LanemaskGe:
  case Computed::LanemaskGt:
    return laneMask(e, id);
  case Computed::IsExplicitCluster: {
    const ptx::Function &kernel = e.module.entry;
    if (kernel.explicitCluster || kernel.reqnctapercluster[0])
      return e.ir.getTrue();
    return e.ir.CreateICmpUGT(productOf(e, Intrinsic::ClusterNCtaIdX), e.constant(32, 1));
  }
  case Computed::Clusterid:
  case Computed::Nclusterid:
  case Computed::ClusterCtaid:
    return inClusters(e, id, axis);
  case Computed::ClusterNctarank:
    return productOf(e, Intrinsic::ClusterNCtaIdX);
  case Computed::ReservedSmemOffsetEnd:
  case Computed::ReservedSmemOffsetCap:
    return e.constant(32, e.module.kReservedShared);
  case Computed::ReservedSmemOffset1: // of two parts
    return e.constant(32, e.module.kReservedShared / 2);
  case Computed::TotalSmemSize: { // in units of allocation
    constexpr uint32_t kUnit = 128;
    llvm::Value *bytes =
        e.ir.CreateSub(e.call(Intrinsic::TotalShared), e.constant(32, e.module.reservedShared()));
    return e.ir.CreateAnd(e.ir.CreateAdd(bytes, e.constant(32, kUnit - 1)),
                          e.constant(32, ~(kUnit - 1)));
  }
  }
  llvm_unreachable("not a register that is computed");
}

} // namespace

Value *FunctionEmitter::specialRegister(const ptx::Operand &operand, ptx::Type as) {
  auto [name, component] = llvm::StringRef(operand.name).split('.');
  const ptx::SpecialRegister *special = ptx::findSpecialRegister(name);
  if (!special) {
    poison(*current_, "special register '%" + operand.name + "' is not supported");
    return llvm::Constant::getNullValue(typeOf(as));
  }
  const Reading &reading = kReadings[unsigned(special->id)];
  const size_t axis = component.empty() ? 0 : llvm::StringRef("xyzw").find(component.front());
  if (axis == 3)
    return adapt(constant(32, reading.w), as);
  switch (reading.from) {
  case Reading::Always:
    return adapt(constant(64, reading.what), as);
  case Reading::Computed:
    return adapt(compute(*this, Computed(reading.what), unsigned(axis)), as);
  case Reading::Value:
    return adapt(call(Intrinsic(reading.what + unsigned(axis))), as);
  case Reading::Lower:
  case Reading::Upper: {
    Value *whole = call(Intrinsic(reading.what));
    if (reading.from == Reading::Upper)
      whole = ir.CreateLShr(whole, 32);
    return adapt(ir.CreateTrunc(whole, ir.getInt32Ty()), as);
  }
  }
  llvm_unreachable("unknown kind of reading");
}

} // namespace anywarp::codegen
