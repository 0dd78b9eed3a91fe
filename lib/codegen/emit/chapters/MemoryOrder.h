// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory ordering and scope words of PTX (.relaxed, .acquire, .cta, …) as LLVM's.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/AtomicOrdering.h>

#include "ptx/Module.h"

namespace anywarp::codegen {

struct MemoryOrder {
  llvm::AtomicOrdering ordering = llvm::AtomicOrdering::NotAtomic;
  /// .cta: the threads of a block run on one worker, so one CPU thread is all that sees it.
  bool isBlockOnly = false;

  bool isAtomic() const { return ordering != llvm::AtomicOrdering::NotAtomic; }
  llvm::SyncScope::ID scope(llvm::LLVMContext &) const {
    return isBlockOnly ? llvm::SyncScope::SingleThread : llvm::SyncScope::System;
  }

  /// Of a load or store: plain unless it says otherwise.
  static MemoryOrder ofAccess(const ptx::Instruction &inst, bool isLoad) {
    using ptx::Modifier;
    MemoryOrder order;
    order.isBlockOnly = inst.has(Modifier::Cta);
    if (inst.has(Modifier::Relaxed) || inst.has(Modifier::Mmio))
      order.ordering = llvm::AtomicOrdering::Monotonic;
    else if (isLoad && inst.has(Modifier::Acquire))
      order.ordering = llvm::AtomicOrdering::Acquire;
    else if (!isLoad && inst.has(Modifier::Release))
      order.ordering = llvm::AtomicOrdering::Release;
    return order;
  }

  /// Of a read-modify-write: relaxed unless it says otherwise.
  static MemoryOrder ofAtomic(const ptx::Instruction &inst) {
    using ptx::Modifier;
    MemoryOrder order;
    order.isBlockOnly = inst.has(Modifier::Cta);
    order.ordering = inst.has(Modifier::AcqRel)    ? llvm::AtomicOrdering::AcquireRelease
                     : inst.has(Modifier::Acquire) ? llvm::AtomicOrdering::Acquire
                     : inst.has(Modifier::Release) ? llvm::AtomicOrdering::Release
                                                   : llvm::AtomicOrdering::Monotonic;
    return order;
  }
};

} // namespace anywarp::codegen
