// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __pipeline_memcpy_async and its companions.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__AW_CUDA__)
#include "anywarp/async_copy.h"

/// Copies `size` (4, 8 or 16) bytes; the last `zeros` of them are written as zero instead.
static __device__ __forceinline__ void
__pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t size,
                        size_t zeros = 0) {
  if (size == 16)
    anywarp::copy_async<16>(to, from, unsigned(16 - zeros));
  else if (size == 8)
    anywarp::copy_async<8>(to, from, unsigned(8 - zeros));
  else if (size == 4)
    anywarp::copy_async<4>(to, from, unsigned(4 - zeros));
  else
    __trap();
}
static __device__ __forceinline__ void __pipeline_commit() { anywarp::commit_copies(); }
static __device__ __forceinline__ void __pipeline_wait_prior(size_t left) {
  switch (left) {
  case 0: anywarp::wait_copies<0>(); break;
  case 1: anywarp::wait_copies<1>(); break;
  case 2: anywarp::wait_copies<2>(); break;
  case 3: anywarp::wait_copies<3>(); break;
  case 4: anywarp::wait_copies<4>(); break;
  case 5: anywarp::wait_copies<5>(); break;
  case 6: anywarp::wait_copies<6>(); break;
  case 7: anywarp::wait_copies<7>(); break;
  default: anywarp::wait_copies<8>(); break;
  }
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
/// The barrier's phase waits for the copies of this thread so far.
static __device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t *barrier) {
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(
                   (unsigned)__cvta_generic_to_shared(barrier))
               : "memory");
}
#endif
#endif

#endif
