// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/blocks/KernelStack.h"

#include <initializer_list>
#include <sys/mman.h>

#include "exec/arch/Processor.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define AW_ASAN 1
#endif
#endif

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

void KernelStack::escape() { arch::leaveKernelStack(resumePoint_); }

void KernelStack::escapeFrom(void *ucontext) {
  arch::Interrupted(ucontext).leaveKernelStack(resumePoint_);
}

} // namespace anywarp::exec
