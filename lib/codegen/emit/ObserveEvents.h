// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of one instruction, as calls of @aw.observe. Which of them are made is up to
// EmitOptions::observe.
#pragma once

#include "codegen/emit/Emitter.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {

/// Makes the events of one instruction.
class Events {
public:
  Events(FunctionEmitter &e, const ptx::Instruction &inst) : e(e), inst(inst) {}

  FunctionEmitter &e;
  const ptx::Instruction &inst;

  void memory(exec::EventKind kind, const ptx::Operand &operand, ptx::StateSpace space,
              uint64_t bytes, llvm::Value *counted = nullptr, uint32_t used = ~0u,
              uint32_t moreFlags = 0);
  /// At a distance from the operand's address.
  void memoryAt(exec::EventKind kind, const ptx::Operand &operand, ptx::StateSpace space,
                llvm::Value *offset, llvm::Value *bytes);
  /// With the value, where races are looked for: to write the same is none.
  void store(ptx::StateSpace space, uint64_t bytes);
  /// Of what only the engine takes apart.
  void tensor(exec::EventKind kind, ptx::StateSpace space, llvm::Value *a, llvm::Value *b);
  void signal(llvm::Value *barrier, llvm::Value *b, uint32_t flags = 0);
  /// Where a pointer that the code has made goes to.
  void bulkStore(llvm::Value *to, llvm::Value *bytes);
  void sync(exec::EventKind kind, llvm::Value *a = nullptr, llvm::Value *b = nullptr);
  void mbarrier(exec::EventKind kind, const ptx::Operand &operand, ptx::StateSpace space,
                llvm::Value *b = nullptr);
  /// Initialises memory of which nothing is told.
  void fill(ptx::StateSpace space, llvm::Value *address);
  void trap();
  void image(exec::EventKind kind, const ptx::Operand &address);
  llvm::Value *number(size_t operand, uint64_t otherwise);

private:
  using Words = llvm::SmallVector<ptx::Operand, 4>;
  /// The coordinates; none: a form that is not known.
  static Words coordinatesOf(const ptx::Operand &address);
  /// Of a texture with one or two coordinates; null: another.
  llvm::Value *placeInTexture(const ptx::Operand &address);
  /// As an ImagePlace; null: a form that is not known.
  llvm::Value *placeInSurface(const ptx::Operand &address);
  /// Of the kernel's parameters, at an address that only the thread knows.
  bool isIndexedParam(const ptx::Operand &operand) const;
  bool wants(uint32_t what) const;
  llvm::Value *wordOf(llvm::Value *pointer);

  void make(exec::EventKind kind, ptx::StateSpace space, uint64_t bytes, uint32_t used,
            llvm::Value *a, llvm::Value *b, uint32_t moreFlags = 0);
};

} // namespace anywarp::codegen
