// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special registers of a piece, computed once at its start from LaunchState, BlockState, the
// piece's index and what BlockShape says. Their LaneShapes are promised by Uniformity::computeCall.
#include <map>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/WarpBuilder.h"

namespace anywarp::codegen {

using exec::BlockShape;
using exec::BlockState;
using exec::LaunchState;
using llvm::SmallVector;
using llvm::Value;

namespace {

bool isRegister(Intrinsic id) {
  switch (id) {
  case Intrinsic::Clock:
  case Intrinsic::GlobalTimer:
  case Intrinsic::ClusterShared:
  case Intrinsic::ClusterRank:
  case Intrinsic::IsLocal:
  case Intrinsic::WholeAddress:
  case Intrinsic::Never:
    return false;
  default:
    return infoOf(id).effect == Effect::Pure;
  }
}

} // namespace

void WarpBuilder::readSpecialRegisters() {
  std::map<Intrinsic, SmallVector<llvm::CallInst *, 2>> uses;
  for (llvm::Instruction &inst : llvm::instructions(source))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
      if (std::optional<Intrinsic> id = intrinsicOf(*call); id && isRegister(*id))
        uses[*id].push_back(call);

  llvm::Type *i32 = ir.getInt32Ty(), *i64 = ir.getInt64Ty(), *ptr = ir.getPtrTy();
  const BlockShape shape = lowering.shape();
  auto threeOf = [&](size_t offset, Intrinsic first, Intrinsic id) {
    return offset + 4 * (unsigned(id) - unsigned(first));
  };
  Value *linear = nullptr; // thread index of lane 0
  auto firstThread = [&] {
    if (!linear)
      linear = ir.CreateMul(piece(), ir.getInt32(width), "thread", true, true);
    return linear;
  };
  Value *ntid[3] = {};
  auto blockDim = [&](unsigned d) {
    if (!ntid[d])
      ntid[d] = launchField(offsetof(LaunchState, blockDim) + 4 * d, i32, "ntid");
    return ntid[d];
  };

  // Each register as the bases of its shape, or as a vector.
  struct Form {
    SmallVector<Value *, 4> bases;
    Value *vector = nullptr;
  };
  Form tid[3];
  auto makeTids = [&] {
    if (!tid[0].bases.empty() || tid[0].vector)
      return;
    Value *zero = ir.getInt32(0);
    switch (shape.kind) {
    case BlockShape::Linear:
      tid[0].bases = {firstThread()};
      tid[1].bases = tid[2].bases = {zero};
      return;
    case BlockShape::MultipleOf32: {
      Value *row = ir.CreateUDiv(firstThread(), blockDim(0));
      tid[0].bases = {ir.CreateSub(firstThread(), ir.CreateMul(row, blockDim(0)))};
      if (shape.flat) {
        tid[1].bases = {row};
        return;
      }
      tid[1].bases = {ir.CreateURem(row, blockDim(1))};
      tid[2].bases = {ir.CreateUDiv(row, blockDim(1))};
      return;
    }
    case BlockShape::DividesWarp: {
      const unsigned x = shape.x, shift = llvm::Log2_32(x), rows = std::max(width / x, 1u);
      Value *row = ir.CreateLShr(firstThread(), shift);
      if (x >= width)
        tid[0].bases = {ir.CreateAnd(firstThread(), x - 1)};
      else if (rows <= kMaxGroups)
        tid[0].bases.assign(rows, zero);
      else
        tid[0].vector = iota(ir.getInt32Ty(), 1, x);
      if (rows <= kMaxGroups && shape.flat) {
        for (unsigned k = 0; k < rows; ++k)
          tid[1].bases.push_back(ir.CreateAdd(row, ir.getInt32(k)));
        return;
      }
      if (rows <= kMaxGroups) {
        Value *z = ir.CreateUDiv(row, blockDim(1));
        Value *y = ir.CreateSub(row, ir.CreateMul(z, blockDim(1)));
        for (unsigned k = 0; k < rows; ++k) {
          if (k) { // the next row: cheaper than another division
            y = ir.CreateAdd(y, ir.getInt32(1));
            Value *wraps = ir.CreateICmpEQ(y, blockDim(1));
            y = ir.CreateSelect(wraps, zero, y);
            z = ir.CreateAdd(z, ir.CreateZExt(wraps, i32));
          }
          tid[1].bases.push_back(y);
          tid[2].bases.push_back(z);
        }
        return;
      }
      SmallVector<llvm::Constant *, 32> ofLane;
      for (unsigned i = 0; i < width; ++i)
        ofLane.push_back(ir.getInt32(i / x));
      Value *all = ir.CreateAdd(splat(row), llvm::ConstantVector::get(ofLane));
      if (shape.flat) {
        tid[1].vector = all;
        return;
      }
      tid[2].vector = divide(llvm::Instruction::UDiv, all, splat(blockDim(1)));
      tid[1].vector = ir.CreateSub(all, ir.CreateMul(tid[2].vector, splat(blockDim(1))));
      return;
    }
    case BlockShape::General: {
      auto quotient = [&](Value *a, Value *b) {
        return width == 1 ? ir.CreateUDiv(a, b) : divide(llvm::Instruction::UDiv, a, b);
      };
      Value *all =
          width == 1 ? firstThread() : ir.CreateAdd(splat(firstThread()), iota(ir.getInt32Ty(), 1));
      Value *x = splat(blockDim(0)), *y = shape.flat ? nullptr : splat(blockDim(1));
      Value *row = quotient(all, x);
      tid[0].vector = ir.CreateSub(all, ir.CreateMul(row, x));
      if (shape.flat) {
        tid[1].vector = row;
        return;
      }
      tid[2].vector = quotient(row, y);
      tid[1].vector = ir.CreateSub(row, ir.CreateMul(tid[2].vector, y));
      return;
    }
    }
  };

  for (auto &[id, calls] : uses) {
    Form form;
    auto one = [&](Value *value) { form.bases = {value}; };
    switch (id) {
    case Intrinsic::TidX:
    case Intrinsic::TidY:
    case Intrinsic::TidZ:
      makeTids();
      form = tid[unsigned(id) - unsigned(Intrinsic::TidX)];
      break;
    case Intrinsic::NTidX:
    case Intrinsic::NTidY:
    case Intrinsic::NTidZ:
      one(blockDim(unsigned(id) - unsigned(Intrinsic::NTidX)));
      break;
    case Intrinsic::CtaIdX:
    case Intrinsic::CtaIdY:
    case Intrinsic::CtaIdZ:
      one(blockField(threeOf(offsetof(BlockState, blockIdx), Intrinsic::CtaIdX, id), i32, "ctaid"));
      break;
    case Intrinsic::NCtaIdX:
    case Intrinsic::NCtaIdY:
    case Intrinsic::NCtaIdZ:
      one(launchField(threeOf(offsetof(LaunchState, gridDim), Intrinsic::NCtaIdX, id), i32,
                      "nctaid"));
      break;
    case Intrinsic::ClusterNCtaIdX:
    case Intrinsic::ClusterNCtaIdY:
    case Intrinsic::ClusterNCtaIdZ:
      one(launchField(threeOf(offsetof(LaunchState, clusterDim), Intrinsic::ClusterNCtaIdX, id),
                      i32, "cluster.nctaid"));
      break;
    case Intrinsic::ClusterCtaRank:
      one(blockField(offsetof(BlockState, clusterRank), i32, "cluster.ctarank"));
      break;
    case Intrinsic::LaneId:
      one(width == exec::kWarpSize ? ir.getInt32(0) : ir.CreateAnd(firstThread(), 31));
      break;
    case Intrinsic::WarpId:
      one(ir.CreateLShr(firstThread(), 5));
      break;
    case Intrinsic::GridId:
      one(launchField(offsetof(LaunchState, gridId), i64, "gridid"));
      break;
    case Intrinsic::GridWorkspace:
      one(launchField(offsetof(LaunchState, gridWorkspace), i64, "grid.workspace"));
      break;
    case Intrinsic::CurrentGraph:
      one(launchField(offsetof(LaunchState, currentGraph), i64, "current.graph"));
      break;
    case Intrinsic::DynamicShared:
      one(launchField(offsetof(LaunchState, dynamicShared), i32, "dynamic.shared"));
      break;
    case Intrinsic::TotalShared:
      one(launchField(offsetof(LaunchState, totalShared), i32, "total.shared"));
      break;
    case Intrinsic::ParamBase:
      one(launchField(offsetof(LaunchState, params), ptr, "params"));
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(form.bases[0]);
          load && lowering.info.paramBytes) {
        llvm::MDBuilder md(target.getContext());
        auto number = [&](uint64_t value) {
          return llvm::MDNode::get(target.getContext(), md.createConstant(ir.getInt64(value)));
        };
        load->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(lowering.info.paramBytes));
        load->setMetadata(llvm::LLVMContext::MD_align, number(8));
      }
      break;
    case Intrinsic::SharedBase:
      one(ir.CreateAddrSpaceCast(blockField(offsetof(BlockState, shared), ptr, "shared"),
                                 llvm::PointerType::get(target.getContext(), 3)));
      break;
    default:
      llvm_unreachable("not a special register");
    }
    for (llvm::CallInst *call : calls) {
      if (form.bases.empty())
        define(call, form.vector);
      else if (form.bases.size() == width / shapeOf(call).group)
        defineBases(call, form.bases);
      else // one base stands for a narrower pattern too
        llvm_unreachable("special register of another shape than Uniformity promised");
    }
  }
}

} // namespace anywarp::codegen
