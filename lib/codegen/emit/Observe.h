// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of observed kernels (exec/ObserveAbi.h): calls of @aw.observe around the code of PTX
// instructions. Without EmitOptions::observe nothing is made.
#pragma once

#include "codegen/emit/Emitter.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {

/// Tells what `inst` is about to do. Behind its guard, before its code.
void observeBefore(FunctionEmitter &e, const ptx::Instruction &inst);
/// Tells that `inst` is over: barriers left, waits met.
void observeBehind(FunctionEmitter &e, const ptx::Instruction &inst);

/// Tells of a tensor copy whose operands are in memory (i64: their address). `barrier`: the
/// mbarrier that a box for shared memory completes on.
void observeTensorCopy(FunctionEmitter &e, const ptx::Instruction &inst, exec::TensorOp op,
                       llvm::Value *operands, llvm::Value *barrier);
/// Tells of what one block gets of a copy with .multicast::cluster.
void observeMulticast(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *to,
                      llvm::Value *barrier, llvm::Value *bytes);

/// The texture or surface object that an operand names (Texture.cpp); null: a form not known.
llvm::Value *imageHandleOf(FunctionEmitter &e, const ptx::Operand &address);

/// Named metadata of a module with observed code: a string for each base site, see ObserveSites.
inline constexpr const char *kSitesMetadata = "aw.sites";

} // namespace anywarp::codegen
