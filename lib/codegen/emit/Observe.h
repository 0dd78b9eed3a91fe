// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of observed kernels (exec/ObserveAbi.h): calls of @aw.observe around the code of PTX
// instructions. Without EmitOptions::observe nothing is made.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

/// Tells what `inst` is about to do. Behind its guard, before its code.
void observeBefore(FunctionEmitter &e, const ptx::Instruction &inst);
/// Tells that `inst` is over: barriers left, waits met.
void observeBehind(FunctionEmitter &e, const ptx::Instruction &inst);

/// The texture or surface object that an operand names (Texture.cpp); null: a form not known.
llvm::Value *imageHandleOf(FunctionEmitter &e, const ptx::Operand &address);

/// Named metadata of a module with observed code: a string for each base site, see ObserveSites.
inline constexpr const char *kSitesMetadata = "aw.sites";

} // namespace anywarp::codegen
