// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 64-bit mbarrier object, in our own layout. Bits 0–19: arrivals expected per phase. 20–39:
// arrivals still pending. 40: parity of the phase. 41–61: bytes still to come, above a bias that
// keeps the field positive. 62–63: how often the object was initialised.
//
// Every change of a count is one atomic addition; whoever brings both counts to zero starts the
// next phase with another. A thread that waits with a token sees its phase end even where another
// one initialises the object anew right after.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

struct Mbarrier {
  FunctionEmitter &e;
  llvm::Value *pointer;
  ptx::StateSpace space;

  void init(llvm::Value *count);
  /// Adds `delta` (i64, in the layout above); starts the next phase if it is due. Gives the object
  /// as it was before.
  llvm::Value *add(llvm::Value *delta, bool mayComplete = true);
  llvm::Value *arrive(llvm::Value *count, bool drop, llvm::Value *expectedBytes, bool mayComplete);
  void expectBytes(llvm::Value *bytes);
  void completeBytes(llvm::Value *bytes);
  /// True if the phase of parity `parity` (i1) is over.
  llvm::Value *isParityOver(llvm::Value *parity);
  /// True if the phase in which the object was `token` (i64) is over.
  llvm::Value *isPhaseOver(llvm::Value *token);
  llvm::Value *load();
  static llvm::Value *parityOf(FunctionEmitter &e, llvm::Value *object);
  static llvm::Value *pendingOf(FunctionEmitter &e, llvm::Value *object);
};

} // namespace anywarp::codegen
