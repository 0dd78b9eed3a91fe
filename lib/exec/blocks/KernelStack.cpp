// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack switch, for x86-64 in the System V ABI.
#include "exec/blocks/KernelStack.h"

#include <csignal>
#include <initializer_list>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define AW_ASAN 1
#endif
#endif

#if !defined(__x86_64__)
#error "the stack switch is written for x86-64"
#endif

extern "C" {
/// Saves the callee-saved registers and floating-point controls, publishes the stack pointer in
/// *resumePoint, calls fn(arg) on `stackTop`, clears the MMX state. 0: fn returned; 1: left through
/// aw_kernel_stack_left.
uint64_t aw_kernel_stack_run(void *stackTop, void (*fn)(void *), void *arg,
                             void *volatile *resumePoint);
/// To be jumped to with the stack pointer at the resume point.
void aw_kernel_stack_left();
}

asm(R"(
  .text
  .p2align 4
  .globl aw_kernel_stack_run
  .hidden aw_kernel_stack_run
  .type aw_kernel_stack_run, @function
aw_kernel_stack_run:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $16, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movl $0x1f80, 8(%rsp)
  ldmxcsr 8(%rsp)
  movl $0x37f, 8(%rsp)
  fldcw 8(%rsp)
  movq %rsp, (%rcx)
  movq %rdi, %rsp
  movq %rdx, %rdi
  callq *%rsi
  xorl %eax, %eax
  leaq -56(%rbp), %rsp
  jmp 1f
  .globl aw_kernel_stack_left
  .hidden aw_kernel_stack_left
aw_kernel_stack_left:
  movl $1, %eax
  cld
  leaq 56(%rsp), %rbp
1:
  emms
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $16, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size aw_kernel_stack_run, .-aw_kernel_stack_run
)");

namespace anywarp::exec {

bool KernelStack::create() {
  // Deep recursion with wide frames is what needs the room; it is committed only when touched.
  for (size_t bytes : {size_t(64) << 20, size_t(8) << 20, size_t(1) << 20})
    if (memory_.reserve(bytes))
      return true;
  return false;
}

void KernelStack::trim() {
  constexpr size_t kKeep = 256 << 10;
  if (memory_.size() > kKeep)
    madvise(memory_.begin(), memory_.size() - kKeep, MADV_DONTNEED);
}

bool KernelStack::run(void (*fn)(void *), void *arg) {
  uint64_t left = aw_kernel_stack_run(memory_.end(), fn, arg, &resumePoint_);
  resumePoint_ = nullptr;
#ifdef AW_ASAN
  if (left)
    __asan_unpoison_memory_region(memory_.begin(), memory_.size());
#endif
  return left == 0;
}

void KernelStack::escape() {
  void *resumePoint = resumePoint_;
  asm volatile("movq %0, %%rsp\n\tjmp aw_kernel_stack_left" ::"r"(resumePoint) : "memory");
  __builtin_unreachable();
}

void KernelStack::escapeFrom(void *ucontext) {
  auto &registers = static_cast<ucontext_t *>(ucontext)->uc_mcontext.gregs;
  registers[REG_RSP] = reinterpret_cast<greg_t>(resumePoint_);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&aw_kernel_stack_left);
  registers[REG_EFL] &= ~greg_t(1 << 10); // direction flag
}

} // namespace anywarp::exec
