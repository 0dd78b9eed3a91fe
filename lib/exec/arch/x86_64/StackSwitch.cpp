// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack switch, for x86-64 in the System V ABI: its functions are declared in Processor.h.

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
