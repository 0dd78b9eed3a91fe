// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The system calls of device code: printf, the heap, assert. Declared before the standard headers
// are read, so that std::printf, std::malloc and the device operator new find them.
#ifndef ANYWARP_DEVICE_SYSTEM_H
#define ANYWARP_DEVICE_SYSTEM_H

#include "crt/host_defines.h"

#include <stddef.h>

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void *__cuda_syscall_aligned_malloc(size_t, size_t) __attribute__((nothrow));
__device__ void __assertfail(const char *message, const char *file, unsigned line,
                             const char *function, size_t charSize) __attribute__((nothrow));
// Clang turns calls of it into vprintf.
__device__ int printf(const char *, ...);

// What the host library's assert() calls.
static __device__ inline void __assert_fail(const char *message, const char *file, unsigned line,
                                            const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

/// Of the heap of malloc, for free, at a multiple of `align`, which is a power of two.
static __device__ inline void *__nv_aligned_device_malloc(size_t size, size_t align) {
  return __cuda_syscall_aligned_malloc(size, align);
}

static __device__ inline void *memmove(void *to, const void *from, size_t n) {
  return __builtin_memmove(to, from, n);
}

/// Waits for the grids that this one depends on (programmatic dependent launch).
static __device__ __forceinline__ void cudaGridDependencySynchronize(void) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Lets the grids that depend on this one start.
static __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion(void) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

#endif
