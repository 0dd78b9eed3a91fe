// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See exec/arch/README.md. Signals leave the registers in a ucontext_t, in the System V ABI.
#pragma once

#include <cstdint>
#include <cstring>
#include <ucontext.h>
#include <x86intrin.h>

extern "C" {
/// Saves the callee-saved registers and floating-point controls, publishes the stack pointer in
/// *resumePoint, calls fn(arg) on `stackTop`, clears the MMX state. 0: fn returned; 1: left through
/// aw_kernel_stack_left.
uint64_t aw_kernel_stack_run(void *stackTop, void (*fn)(void *), void *arg,
                             void *volatile *resumePoint);
/// To be jumped to with the stack pointer at the resume point.
void aw_kernel_stack_left();
}

namespace anywarp::exec::arch {

inline void pause() { __builtin_ia32_pause(); }
inline uint64_t cycles() { return __rdtsc(); }

inline uint32_t pieceRegister() {
  uint32_t value;
  asm volatile("movd %%mm7, %0" : "=r"(value));
  return value;
}

[[noreturn]] inline void leaveKernelStack(void *resumePoint) {
  asm volatile("movq %0, %%rsp\n\tjmp aw_kernel_stack_left" ::"r"(resumePoint) : "memory");
  __builtin_unreachable();
}

inline bool isTrap(uintptr_t pc) {
  unsigned char code[2];
  std::memcpy(code, reinterpret_cast<const void *>(pc), sizeof code);
  return code[0] == 0x0f && code[1] == 0x0b; // ud2
}

class Interrupted {
public:
  /// The third argument of a signal's handler.
  explicit Interrupted(void *context) : machine_(static_cast<ucontext_t *>(context)->uc_mcontext) {}

  uintptr_t pc() const { return uintptr_t(machine_.gregs[REG_RIP]); }
  // Of a page fault: what the processor wanted to do, by its error code.
  bool wantedToWrite() const { return machine_.gregs[REG_ERR] & 2; }
  bool wantedToFetch() const { return machine_.gregs[REG_ERR] & 0x10; }
  /// MMX instructions leave the x87 stack's top at 0, so that %mm7 is its eighth register.
  uint32_t pieceRegister(uint32_t otherwise) const {
    if (machine_.fpregs)
      std::memcpy(&otherwise, machine_.fpregs->_st[7].significand, sizeof otherwise);
    return otherwise;
  }
  /// The code goes on behind the aw_kernel_stack_run of `resumePoint`.
  void leaveKernelStack(void *resumePoint) {
    machine_.gregs[REG_RSP] = reinterpret_cast<greg_t>(resumePoint);
    machine_.gregs[REG_RIP] = reinterpret_cast<greg_t>(&aw_kernel_stack_left);
    machine_.gregs[REG_EFL] &= ~greg_t(1 << 10); // direction flag
  }

private:
  mcontext_t &machine_;
};

} // namespace anywarp::exec::arch
