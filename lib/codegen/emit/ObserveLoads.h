// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a load is about, for initcheck: bytes that nobody uses, words of a structure that is copied,
// values that are loaded ahead of the choice of them.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

/// The bytes of a vector load whose registers anything else in the function names.
uint32_t usedBytes(const FunctionEmitter &e, const ptx::Instruction &load, unsigned size);

/// A word of a structure that is copied, word by word: there are others beside it, here and where
/// it is stored. What such a word holds beside members need not be initialised.
bool isOfCopiedStructure(const FunctionEmitter &e, const ptx::Instruction &load);

/// A load of the thread's own memory whose value is only chosen or not. Where it is not chosen, the
/// source may not have the load at all: compilers load ahead what cannot fault.
bool isLoadedAhead(const FunctionEmitter &e, const ptx::Instruction &load);

} // namespace anywarp::codegen
