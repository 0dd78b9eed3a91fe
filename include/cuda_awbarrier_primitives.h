// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrive/wait barriers in shared memory (mbarrier), sm_70 and later by name, sm_80 in hardware.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

typedef __UINT64_TYPE__ __mbarrier_t;
typedef __UINT64_TYPE__ __mbarrier_token_t;

#if defined(__AW_CUDA__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800)

#define __AW_BARRIER static __device__ __forceinline__
#define __AW_BARRIER_ADDRESS "r"((unsigned)__cvta_generic_to_shared(barrier))

__AW_BARRIER __UINT32_TYPE__ __mbarrier_maximum_count() { return (1u << 14) - 1; }
__AW_BARRIER void __mbarrier_init(__mbarrier_t *barrier, __UINT32_TYPE__ expected) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::__AW_BARRIER_ADDRESS, "r"(expected) : "memory");
}
__AW_BARRIER void __mbarrier_inval(__mbarrier_t *barrier) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::__AW_BARRIER_ADDRESS : "memory");
}
__AW_BARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(token)
               : __AW_BARRIER_ADDRESS
               : "memory");
  return token;
}
__AW_BARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
               : "=l"(token)
               : __AW_BARRIER_ADDRESS
               : "memory");
  return token;
}
__AW_BARRIER bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  __UINT32_TYPE__ done;
  asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
               "selp.u32 %0, 1, 0, p;\n\t}"
               : "=r"(done)
               : __AW_BARRIER_ADDRESS, "l"(token)
               : "memory");
  return done != 0;
}
__AW_BARRIER __UINT32_TYPE__ __mbarrier_token_pending_count(__mbarrier_token_t token) {
  __UINT32_TYPE__ pending;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(token));
  return pending;
}
__AW_BARRIER bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                      __UINT32_TYPE__ max_sleep_nanosec) {
#if __CUDA_ARCH__ >= 900
  __UINT32_TYPE__ done;
  asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.shared.b64 p, [%1], %2, %3;\n\t"
               "selp.u32 %0, 1, 0, p;\n\t}"
               : "=r"(done)
               : __AW_BARRIER_ADDRESS, "l"(token), "r"(max_sleep_nanosec)
               : "memory");
  return done != 0;
#else
  (void)max_sleep_nanosec;
  return __mbarrier_test_wait(barrier, token);
#endif
}

__AW_BARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity) {
  __UINT32_TYPE__ done;
  asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
               "selp.u32 %0, 1, 0, p;\n\t}"
               : "=r"(done)
               : __AW_BARRIER_ADDRESS, "r"((__UINT32_TYPE__)phase_parity)
               : "memory");
  return done != 0;
}
__AW_BARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity,
                                             __UINT32_TYPE__ max_sleep_nanosec) {
#if __CUDA_ARCH__ >= 900
  __UINT32_TYPE__ done;
  asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;\n\t"
               "selp.u32 %0, 1, 0, p;\n\t}"
               : "=r"(done)
               : __AW_BARRIER_ADDRESS, "r"((__UINT32_TYPE__)phase_parity), "r"(max_sleep_nanosec)
               : "memory");
  return done != 0;
#else
  (void)max_sleep_nanosec;
  return __mbarrier_test_wait_parity(barrier, phase_parity);
#endif
}

#undef __AW_BARRIER_ADDRESS
#undef __AW_BARRIER
#endif

#endif
