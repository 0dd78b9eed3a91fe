// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State spaces: from PTX addresses to pointers and back. All spaces but shared hold real addresses.
// A shared address is an offset in the block's window. A shared::cluster address carries in its
// top byte the rank of the block + 1, or 0 for the own block (so that every shared::cta address is
// also a shared::cluster address). 32-bit addresses of local, param and const are the low halves of
// real ones, and stay short when a register of 64 bits takes them.
#include "codegen/emit/Emitter.h"

#include <llvm/Support/MathExtras.h>

#include "codegen/emit/ModuleEmitter.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {

using ptx::Operand;
using ptx::StateSpace;

namespace {

constexpr unsigned kClusterRankShift = 24;
/// What CUDA allows a thread: nothing larger can be allocated by the engine.
constexpr uint64_t kMaxLocalBytes = 512 * 1024;

unsigned addressSpaceOf(StateSpace space) {
  switch (space) {
  case StateSpace::Global:
    return 1;
  case StateSpace::Shared:
  case StateSpace::SharedCta:
  case StateSpace::SharedCluster:
    return 3;
  case StateSpace::Const:
    return 4;
  case StateSpace::Local:
    return 5;
  default:
    return 0;
  }
}

bool isOwnShared(StateSpace space) {
  return space == StateSpace::Shared || space == StateSpace::SharedCta;
}

} // namespace

llvm::Value *FunctionEmitter::sharedWindow() { return call(Intrinsic::SharedBase); }

llvm::Value *FunctionEmitter::localAnchor() {
  if (!anchor_) {
    anchor_ = entryAlloca(ir.getInt8Ty(), "anchor");
  }
  return ir.CreatePtrToInt(anchor_, ir.getInt64Ty());
}

llvm::Value *FunctionEmitter::anchorOf(StateSpace space) {
  switch (space) {
  case StateSpace::Param:
    if (!source.isEntry)
      return localAnchor();
    [[fallthrough]];
  case StateSpace::ParamEntry:
    return ir.CreatePtrToInt(call(Intrinsic::ParamBase), ir.getInt64Ty());
  case StateSpace::Local:
  case StateSpace::ParamFunc:
    return localAnchor();
  case StateSpace::Const:
    for (const auto &variable : module.source.variables)
      if (variable->space == StateSpace::Const && variable->sizeInBytes())
        return ir.CreatePtrToInt(module.globalFor(*variable), ir.getInt64Ty());
    return nullptr;
  default:
    return nullptr;
  }
}

llvm::Value *FunctionEmitter::advance(llvm::Value *pointer, int64_t bytes) {
  return bytes ? ir.CreatePtrAdd(pointer, ir.getInt64(uint64_t(bytes))) : pointer;
}

llvm::Value *FunctionEmitter::pointerFromBits(llvm::Value *bits, StateSpace space) {
  llvm::Value *wide = ir.CreateZExt(bits, ir.getInt64Ty());
  if (isOwnShared(space))
    return ir.CreatePtrAdd(sharedWindow(), wide);
  if (space == StateSpace::SharedCluster) {
    llvm::Value *code = ir.CreateLShr(ir.CreateTrunc(wide, ir.getInt32Ty()), kClusterRankShift);
    llvm::Value *offset = ir.CreateAnd(wide, (uint64_t(1) << kClusterRankShift) - 1);
    llvm::Value *isOwn = ir.CreateICmpEQ(code, constant(32, 0));
    llvm::Value *own = call(Intrinsic::ClusterCtaRank);
    llvm::Value *rank = ir.CreateSelect(isOwn, own, ir.CreateSub(code, constant(32, 1)));
    llvm::Value *window =
        ir.CreateSelect(isOwn, sharedWindow(), call(Intrinsic::ClusterShared, {rank}));
    return ir.CreatePtrAdd(window, offset);
  }
  if (llvm::Value *anchor = anchorOf(space))
    wide = call(Intrinsic::WholeAddress, {wide, anchor});
  return ir.CreateIntToPtr(wide, ir.getPtrTy(addressSpaceOf(space)));
}

llvm::Value *FunctionEmitter::address(const Operand &operand, StateSpace space) {
  // Some instructions take a plain register or symbol where others take [address].
  if (operand.kind == Operand::Register || operand.hasRegister) {
    llvm::Value *bits = toBits(readRegister(operand.reg));
    unsigned width = bits->getType()->getIntegerBitWidth();
    if (isPoisoned() || (width != 32 && width != 64)) {
      poison(*current_, "an address register has 32 or 64 bits");
      return llvm::Constant::getNullValue(ir.getPtrTy(addressSpaceOf(space)));
    }
    int64_t offset = operand.kind == Operand::Register ? 0 : operand.integer;
    // Inside 32 bits the sum wraps there; the offsets of 64-bit addresses stay visible as such.
    if (width == 32 && offset) {
      bits = ir.CreateAdd(bits, constant(32, uint64_t(offset)));
      offset = 0;
    }
    return advance(pointerFromBits(bits, space), offset);
  }
  if (!operand.name.empty()) {
    SymbolPlace place = findSymbol(operand.name);
    switch (place.kind) {
    case SymbolPlace::Memory:
    case SymbolPlace::Function:
      return advance(place.pointer, operand.integer);
    case SymbolPlace::SharedOffset:
      if (space == StateSpace::Generic) // a symbol's address in its own space, used as generic
        return ir.CreateIntToPtr(ir.CreateZExt(place.pointer, ir.getInt64Ty()), ir.getPtrTy());
      return advance(ir.CreatePtrAdd(sharedWindow(), ir.CreateZExt(place.pointer, ir.getInt64Ty())),
                     operand.integer);
    case SymbolPlace::Unknown:
      break;
    }
    poison(*current_, "unknown symbol '" + operand.name + "'");
    return llvm::Constant::getNullValue(ir.getPtrTy(addressSpaceOf(space)));
  }
  return pointerFromBits(constant(64, uint64_t(operand.integer)), space);
}

void FunctionEmitter::setAliasScope(llvm::Instruction &access, StateSpace space) {
  auto [scope, others] = module.aliasScopes(space);
  if (!scope)
    return;
  access.setMetadata(llvm::LLVMContext::MD_alias_scope, scope);
  access.setMetadata(llvm::LLVMContext::MD_noalias, others);
}

// -- Stack ----------------------------------------------------------------------------------------

/// Bytes for `alloca` in one function: four times what CUDA gives a thread's whole stack by
/// default.
static constexpr uint32_t kStackBytes = 4096;
static constexpr uint64_t kMaxStackAlign = 128;

llvm::Value *FunctionEmitter::stackTop() {
  if (!stack_) {
    stack_ = entryAlloca(llvm::ArrayType::get(ir.getInt8Ty(), kStackBytes), "stack");
    stack_->setAlignment(llvm::Align(kMaxStackAlign));
    stackTop_ = entryAlloca(intType(32), "stack.top");
    llvm::IRBuilder<>::InsertPointGuard guard(ir);
    ir.SetInsertPoint(allocaPoint_->getNextNode());
    ir.CreateStore(constant(32, 0), stackTop_);
  }
  return ir.CreateLoad(intType(32), stackTop_);
}

void FunctionEmitter::setStackTop(llvm::Value *top) {
  stackTop();
  ir.CreateStore(binary(llvm::Intrinsic::umin, top, constant(32, kStackBytes)), stackTop_);
}

llvm::Value *FunctionEmitter::allocateStack(llvm::Value *size, uint64_t align) {
  if (!llvm::isPowerOf2_64(align) || align > kMaxStackAlign)
    return nullptr;
  llvm::Value *top = ir.CreateZExt(stackTop(), ir.getInt64Ty());
  llvm::Value *start =
      ir.CreateAnd(ir.CreateAdd(top, constant(64, align - 1)), constant(64, ~(align - 1)));
  // The sum cannot wrap: a size above the buffer's is refused by itself.
  llvm::Value *limit = constant(64, kStackBytes);
  llvm::Value *end =
      ir.CreateAdd(start, binary(llvm::Intrinsic::umin, size, constant(64, kStackBytes + 1)));
  emitIf(ir.CreateICmpUGT(end, limit), [&] { emitTrap(); });
  setStackTop(ir.CreateTrunc(end, intType(32)));
  return ir.CreateAdd(ir.CreatePtrToInt(stack_, ir.getInt64Ty()), start);
}

// -- Symbols --------------------------------------------------------------------------------------

SymbolPlace FunctionEmitter::findSymbol(const std::string &name) {
  if (auto it = symbols_.find(name); it != symbols_.end())
    return it->second;
  auto shared = [&](const ptx::Variable &variable) {
    SymbolPlace place{SymbolPlace::SharedOffset, variable.space, nullptr, &variable};
    if (module.isDynamicShared(variable) && module.isSharedByKernels(source))
      place.pointer = ir.CreateSub(call(Intrinsic::TotalShared), call(Intrinsic::DynamicShared));
    else
      place.pointer = constant(32, module.sharedOffset(variable));
    const bool isDynamic = module.isDynamicShared(variable);
    if (module.options.observe & exec::ObserveEnds && llvm::isa<llvm::Constant>(place.pointer))
      place.pointer = call(
          Intrinsic::SharedPart,
          {place.pointer, constant(32, isDynamic ? exec::kWholeWindow : variable.sizeInBytes())});
    return place;
  };
  auto placeOf = [&](const ptx::Variable &variable) -> SymbolPlace {
    switch (variable.space) {
    case StateSpace::Shared:
    case StateSpace::SharedCta:
    case StateSpace::SharedCluster:
      return shared(variable);
    case StateSpace::Global:
    case StateSpace::Const:
      return {SymbolPlace::Memory, variable.space, module.globalFor(variable), &variable};
    case StateSpace::Local:
    case StateSpace::Param:
    case StateSpace::ParamFunc: {
      if (variable.sizeInBytes() > kMaxLocalBytes) {
        poison(*current_, "variable '" + name + "' is too large for local memory");
        return {};
      }
      SymbolPlace place{SymbolPlace::Memory, variable.space, paramVariable(variable), &variable};
      symbols_[name] = place;
      return place;
    }
    default:
      return {};
    }
  };
  for (const ptx::Variable &variable : source.locals)
    if (variable.name == name)
      return placeOf(variable);
  if (source.isEntry)
    for (const ptx::Variable &param : source.params)
      if (param.name == name) {
        llvm::Value *pointer =
            advance(call(Intrinsic::ParamBase), int64_t(module.paramOffset(param)));
        return {SymbolPlace::Memory, StateSpace::ParamEntry, pointer, &param};
      }
  for (const auto &variable : module.source.variables)
    if (variable->name == name)
      return placeOf(*variable);
  if (const ptx::Function *function = module.findFunction(name))
    return {SymbolPlace::Function, StateSpace::Generic, module.descriptorOf(*function)};
  return {};
}

bool FunctionEmitter::isEntryParam(const std::string &name) const {
  if (!source.isEntry)
    return false;
  for (const ptx::Variable &variable : source.locals)
    if (variable.name == name)
      return false;
  for (const ptx::Variable &param : source.params)
    if (param.name == name)
      return true;
  return false;
}

llvm::Value *FunctionEmitter::symbolAddress(const std::string &name, int64_t offset,
                                            unsigned bits) {
  SymbolPlace place = findSymbol(name);
  llvm::Value *value;
  switch (place.kind) {
  case SymbolPlace::Unknown:
    return nullptr;
  case SymbolPlace::SharedOffset:
    value = ir.CreateZExt(place.pointer, ir.getInt64Ty());
    break;
  default:
    value = ir.CreatePtrToInt(place.pointer, ir.getInt64Ty());
  }
  if (offset)
    value = ir.CreateAdd(value, ir.getInt64(uint64_t(offset)));
  return ir.CreateZExtOrTrunc(value, intType(bits));
}

// -- Generic addresses ----------------------------------------------------------------------------

llvm::Value *FunctionEmitter::toGeneric(llvm::Value *bits, StateSpace from) {
  // cvta is for parameters of kernels.
  const StateSpace space = from == StateSpace::Param ? StateSpace::ParamEntry : from;
  return ir.CreatePtrToInt(pointerFromBits(bits, space), ir.getInt64Ty());
}

llvm::Value *FunctionEmitter::fromGeneric(llvm::Value *bits, StateSpace to) {
  if (!isOwnShared(to) && to != StateSpace::SharedCluster)
    return bits;
  // What mapa made lies in another block's window, and is an address of .shared all the same.
  if (isOwnShared(to) && !module.mapsClusters())
    return ir.CreateSub(bits, ir.CreatePtrToInt(sharedWindow(), ir.getInt64Ty()));
  llvm::Value *rank = clusterRankOf(bits);
  llvm::Value *isOwn = ir.CreateICmpEQ(rank, call(Intrinsic::ClusterCtaRank));
  llvm::Value *window =
      ir.CreateSelect(isOwn, sharedWindow(), call(Intrinsic::ClusterShared, {rank}));
  llvm::Value *offset = ir.CreateSub(bits, ir.CreatePtrToInt(window, ir.getInt64Ty()));
  llvm::Value *code = ir.CreateShl(
      ir.CreateZExt(ir.CreateAdd(rank, constant(32, 1)), ir.getInt64Ty()), kClusterRankShift);
  return ir.CreateSelect(isOwn, offset, ir.CreateOr(code, offset));
}

llvm::Value *FunctionEmitter::clusterRankOf(llvm::Value *genericBits) {
  return call(Intrinsic::ClusterRank, {ir.CreateIntToPtr(genericBits, ir.getPtrTy())});
}

llvm::Value *FunctionEmitter::isInSpace(llvm::Value *bits, StateSpace space) {
  auto isInside = [&](llvm::Value *base, llvm::Value *size) {
    llvm::Value *distance = ir.CreateSub(bits, ir.CreatePtrToInt(base, ir.getInt64Ty()));
    return ir.CreateICmpULT(distance, size);
  };
  auto isShared = [&] {
    return isInside(sharedWindow(), ir.CreateZExt(call(Intrinsic::TotalShared), ir.getInt64Ty()));
  };
  auto isLocal = [&] { return call(Intrinsic::IsLocal, {ir.CreateIntToPtr(bits, ir.getPtrTy())}); };
  auto isConst = [&] {
    llvm::Value *result = ir.getFalse();
    for (const auto &variable : module.source.variables)
      if (variable->space == StateSpace::Const)
        result = ir.CreateOr(
            result, isInside(module.globalFor(*variable), ir.getInt64(variable->sizeInBytes())));
    return result;
  };
  switch (space) {
  case StateSpace::Shared:
  case StateSpace::SharedCta:
    return isShared();
  case StateSpace::SharedCluster: {
    llvm::Value *rank = clusterRankOf(bits);
    llvm::Value *isOwn = ir.CreateICmpEQ(rank, call(Intrinsic::ClusterCtaRank));
    return ir.CreateSelect(isOwn, isShared(), ir.getTrue());
  }
  case StateSpace::Local:
    return isLocal();
  case StateSpace::Const:
    return isConst();
  case StateSpace::Global: {
    llvm::Value *rank = clusterRankOf(bits);
    llvm::Value *isRemote = ir.CreateICmpNE(rank, call(Intrinsic::ClusterCtaRank));
    llvm::Value *other =
        ir.CreateOr(ir.CreateOr(isShared(), isRemote), ir.CreateOr(isLocal(), isConst()));
    return ir.CreateNot(other);
  }
  case StateSpace::Param:
  case StateSpace::ParamEntry:
    return isInside(call(Intrinsic::ParamBase), ir.getInt64(module.paramBytes()));
  default:
    return nullptr;
  }
}

} // namespace anywarp::codegen
