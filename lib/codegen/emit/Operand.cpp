// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands as values: registers, immediates, symbols, special registers.
#include "codegen/emit/Emitter.h"

#include <bit>

#include "codegen/emit/ModuleEmitter.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {

using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

llvm::Value *FunctionEmitter::toBits(llvm::Value *value) {
  llvm::Type *type = value->getType();
  if (type->isFloatingPointTy())
    return ir.CreateBitCast(value, intType(type->getPrimitiveSizeInBits()));
  return value;
}

llvm::Value *FunctionEmitter::fromBits(llvm::Value *bits, Type as) {
  return ir.CreateBitCast(bits, typeOf(as));
}

llvm::Value *FunctionEmitter::adapt(llvm::Value *value, Type as) {
  llvm::Type *wanted = typeOf(as);
  if (value->getType() == wanted)
    return value;
  value = toBits(value);
  unsigned from = value->getType()->getIntegerBitWidth();
  unsigned to = wanted->getPrimitiveSizeInBits();
  llvm::Type *integer = intType(to);
  if (from > to)
    value = as == Type::Pred ? ir.CreateICmpNE(value, constant(from, 0))
                             : ir.CreateTrunc(value, integer);
  else if (from < to)
    value = ptx::isSigned(as) && from != 1 ? ir.CreateSExt(value, integer)
                                           : ir.CreateZExt(value, integer);
  return ir.CreateBitCast(value, wanted);
}

Type FunctionEmitter::declaredType(const Operand &operand) const {
  if (operand.kind == Operand::Register && operand.reg < source.registers.size())
    return source.registers[operand.reg].type;
  return Type::None;
}

llvm::Value *FunctionEmitter::read(const Operand &operand, Type as) {
  switch (operand.kind) {
  case Operand::Register: {
    llvm::Value *value = readRegister(operand.reg);
    if (seesBits_ && operand.reg < hasMadeNan_.size() && hasMadeNan_[operand.reg])
      value = asSeen(value, hasMadeNan_[operand.reg]);
    if (operand.negated)
      value = ir.CreateNot(toBits(value));
    return adapt(value, as);
  }
  case Operand::Special:
    return specialRegister(operand, as);
  case Operand::Integer:
  case Operand::Float:
    return immediate(operand, as);
  case Operand::Symbol:
    if (operand.name == "WARP_SZ")
      return adapt(constant(32, exec::kWarpSize), as);
    if (llvm::Value *bits =
            symbolAddress(operand.name, operand.integer, ptx::sizeInBits(as) == 32 ? 32 : 64))
      return adapt(bits, as);
    poison(*current_, "unknown symbol '" + operand.name + "'");
    break;
  default:
    poison(*current_, "instruction '" + spell(*current_) + "' has an operand of a wrong kind");
  }
  return llvm::Constant::getNullValue(typeOf(as));
}

/// The double whose bits an operand holds, as float bits: exact for what was written as 0f….
static uint32_t narrowToFloat(uint64_t bits) {
  double value = std::bit_cast<double>(bits);
  if (value != value) // keeps sign and payload, also of a signalling NaN
    return uint32_t(bits >> 63 << 31) | 0x7f800000u | uint32_t((bits & 0xfffffffffffffull) >> 29);
  return std::bit_cast<uint32_t>(float(value));
}

llvm::Value *FunctionEmitter::immediate(const Operand &operand, Type as) {
  llvm::Type *type = typeOf(as);
  bool isFloat = operand.kind == Operand::Float;
  uint64_t bits = uint64_t(operand.integer);
  if (as == Type::Pred)
    return ir.getInt1((bits != 0) != operand.negated);
  if (!isFloat) {
    if (type->isFloatTy() || type->isDoubleTy())
      return llvm::ConstantFP::get(type, double(operand.integer));
    unsigned width = type->getPrimitiveSizeInBits();
    llvm::APInt value(64, bits);
    value = width > 64 && operand.integer < 0 ? value.sext(width) : value.zextOrTrunc(width);
    return ir.CreateBitCast(ir.getInt(value), type);
  }
  if (type->isDoubleTy() || (type->isIntegerTy(64) && !operand.isFloat32))
    return adapt(constant(64, bits), as);
  if (type->isHalfTy() || type->isBFloatTy())
    return llvm::ConstantFP::get(type, std::bit_cast<double>(bits));
  return adapt(constant(32, narrowToFloat(bits)), as);
}

void FunctionEmitter::write(const Operand &operand, llvm::Value *value, Type as) {
  if (operand.kind == Operand::Sink || isPoisoned())
    return;
  if (operand.kind != Operand::Register || operand.reg >= registers_.size()) {
    poison(*current_, "instruction '" + spell(*current_) + "' needs a register as destination");
    return;
  }
  llvm::Type *type = registers_[operand.reg]->getAllocatedType();
  unsigned to = type->getPrimitiveSizeInBits();
  if (value->getType()->isFloatTy() && settling_.count(current_))
    value = asSeen(value, Result);
  value = toBits(value);
  unsigned from = value->getType()->getIntegerBitWidth();
  if (from > to)
    value = ir.CreateTrunc(value, intType(to));
  else if (from < to)
    value = ptx::isSigned(as) && from != 1 ? ir.CreateSExt(value, intType(to))
                                           : ir.CreateZExt(value, intType(to));
  writeRegister(operand.reg, ir.CreateBitCast(value, type));
}

llvm::Value *FunctionEmitter::readPredicate(const Operand &operand) {
  if (operand.kind == Operand::None)
    return ir.getTrue();
  return read(operand, Type::Pred);
}

void FunctionEmitter::writePredicate(const Operand &operand, llvm::Value *value) {
  write(operand, value, Type::Pred);
}

// -- Special registers ----------------------------------------------------------------------------

llvm::Value *FunctionEmitter::specialRegister(const Operand &operand, Type as) {
  llvm::StringRef name = operand.name;
  struct Plain {
    const char *name;
    Intrinsic id;
  };
  static constexpr Plain kPlain[] = {
      {"tid.x", Intrinsic::TidX},
      {"tid.y", Intrinsic::TidY},
      {"tid.z", Intrinsic::TidZ},
      {"ntid.x", Intrinsic::NTidX},
      {"ntid.y", Intrinsic::NTidY},
      {"ntid.z", Intrinsic::NTidZ},
      {"ctaid.x", Intrinsic::CtaIdX},
      {"ctaid.y", Intrinsic::CtaIdY},
      {"ctaid.z", Intrinsic::CtaIdZ},
      {"nctaid.x", Intrinsic::NCtaIdX},
      {"nctaid.y", Intrinsic::NCtaIdY},
      {"nctaid.z", Intrinsic::NCtaIdZ},
      {"cluster_nctaid.x", Intrinsic::ClusterNCtaIdX},
      {"cluster_nctaid.y", Intrinsic::ClusterNCtaIdY},
      {"cluster_nctaid.z", Intrinsic::ClusterNCtaIdZ},
      {"cluster_ctarank", Intrinsic::ClusterCtaRank},
      {"laneid", Intrinsic::LaneId},
      {"warpid", Intrinsic::WarpId},
      {"gridid", Intrinsic::GridId},
      {"current_graph_exec", Intrinsic::CurrentGraph},
      {"dynamic_smem_size", Intrinsic::DynamicShared},
      {"aggr_smem_size", Intrinsic::TotalShared},
      {"clock64", Intrinsic::Clock},
      {"clock", Intrinsic::Clock},
      {"clock_lo", Intrinsic::Clock},
      {"globaltimer", Intrinsic::GlobalTimer},
      {"globaltimer_lo", Intrinsic::GlobalTimer},
  };
  for (const Plain &plain : kPlain)
    if (name == plain.name)
      return adapt(call(plain.id), as);
  if (name == "clock_hi" || name == "globaltimer_hi")
    return adapt(
        ir.CreateLShr(call(name == "clock_hi" ? Intrinsic::Clock : Intrinsic::GlobalTimer), 32),
        as);

  auto lane = [&] { return call(Intrinsic::LaneId); };
  auto bit = [&] { return ir.CreateShl(constant(32, 1), ir.CreateAnd(lane(), constant(32, 31))); };
  if (name.consume_front("lanemask_")) {
    llvm::Value *eq = bit(), *below = ir.CreateSub(eq, constant(32, 1));
    llvm::Value *mask = name == "eq"   ? eq
                        : name == "lt" ? below
                        : name == "le" ? ir.CreateOr(eq, below)
                        : name == "ge" ? ir.CreateNot(below)
                        : name == "gt" ? ir.CreateNot(ir.CreateOr(eq, below))
                                       : nullptr;
    if (mask)
      return adapt(mask, as);
  }
  if (name == "nwarpid") {
    llvm::Value *threads = ir.CreateMul(
        ir.CreateMul(call(Intrinsic::NTidX), call(Intrinsic::NTidY)), call(Intrinsic::NTidZ));
    return adapt(ir.CreateLShr(ir.CreateAdd(threads, constant(32, 31)), 5), as);
  }

  static constexpr struct {
    const char *axis;
    Intrinsic block, blocks, cluster;
  } kAxes[] = {
      {"x", Intrinsic::CtaIdX, Intrinsic::NCtaIdX, Intrinsic::ClusterNCtaIdX},
      {"y", Intrinsic::CtaIdY, Intrinsic::NCtaIdY, Intrinsic::ClusterNCtaIdY},
      {"z", Intrinsic::CtaIdZ, Intrinsic::NCtaIdZ, Intrinsic::ClusterNCtaIdZ},
  };
  for (const auto &axis : kAxes) {
    auto [stem, component] = name.rsplit('.');
    if (component != axis.axis)
      continue;
    // At least 1 by contract; umax tells the optimiser that the division cannot trap.
    auto cluster = [&] {
      return binary(llvm::Intrinsic::umax, call(axis.cluster), constant(32, 1));
    };
    if (stem == "clusterid")
      return adapt(ir.CreateUDiv(call(axis.block), cluster()), as);
    if (stem == "nclusterid")
      return adapt(ir.CreateUDiv(call(axis.blocks), cluster()), as);
    if (stem == "cluster_ctaid")
      return adapt(ir.CreateURem(call(axis.block), cluster()), as);
  }
  auto clusterSize = [&] {
    return ir.CreateMul(
        ir.CreateMul(call(Intrinsic::ClusterNCtaIdX), call(Intrinsic::ClusterNCtaIdY)),
        call(Intrinsic::ClusterNCtaIdZ));
  };
  if (name == "cluster_nctarank")
    return adapt(clusterSize(), as);
  if (name == "is_explicit_cluster") {
    const ptx::Function &kernel = module.entry;
    if (kernel.explicitCluster || kernel.reqnctapercluster[0])
      return adapt(ir.getTrue(), as);
    return adapt(ir.CreateICmpUGT(clusterSize(), constant(32, 1)), as);
  }
  // The halves of the address that a cooperative launch hands to its grid barrier.
  if (name == "envreg1")
    return adapt(ir.CreateTrunc(ir.CreateLShr(call(Intrinsic::GridWorkspace), 32), ir.getInt32Ty()),
                 as);
  if (name == "envreg2")
    return adapt(ir.CreateTrunc(call(Intrinsic::GridWorkspace), ir.getInt32Ty()), as);
  if (name == "total_smem_size")
    return adapt(ir.CreateSub(call(Intrinsic::TotalShared), constant(32, module.reservedShared())),
                 as);
  if (name == "reserved_smem_offset_end" || name == "reserved_smem_offset_cap")
    return adapt(constant(32, module.kReservedShared), as);
  if (name == "reserved_smem_offset_1") // of two parts
    return adapt(constant(32, module.kReservedShared / 2), as);
  // One multiprocessor, no performance counters, no environment; the reserved shared memory begins
  // at 0; the fourth component of the vectors is zero.
  if (name == "nsmid")
    return adapt(constant(32, 1), as);
  if (name == "smid" || name.starts_with("pm") || name.starts_with("envreg") ||
      name.starts_with("reserved_smem_offset") || name == "tid.w" || name == "ctaid.w" ||
      name == "clusterid.w" || name == "cluster_ctaid.w")
    return adapt(constant(64, 0), as);
  if (name == "ntid.w" || name == "nctaid.w" || name == "nclusterid.w" ||
      name == "cluster_nctaid.w")
    return adapt(constant(32, 1), as);
  poison(*current_, "special register '%" + operand.name + "' is not supported");
  return llvm::Constant::getNullValue(typeOf(as));
}

} // namespace anywarp::codegen
