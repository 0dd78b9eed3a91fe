// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions with order and scope (CUDA C++ guide, "Atomic Functions"): the instructions NVIDIA's nvcc 13.0 makes, and
// what they do.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s --check-prefix=PTX
// RUN: nvcc -ptx -arch=sm_80 %s -o - | FileCheck %s --check-prefix=OLD
// RUN: nvcc -std=c++17 %s -o %t && %t | FileCheck %s --check-prefix=VALUES
// RUN: nvcc -std=c++17 -G %s -o %t && %t | FileCheck %s --check-prefix=VALUES
// RUN: not nvcc -ptx -DMISTAKES %s -o %t 2>&1 | FileCheck %s --check-prefix=MISTAKE
#include <cstdio>

// PTX-LABEL: .entry _Z12instructionsPiS_
// OLD-LABEL: .entry _Z12instructionsPiS_
__global__ void instructions(int *p, int *q) {
  // PTX: fence.sc.sys;
  // PTX-NEXT: end inline asm
  // PTX: atom.acquire.sys.add.s32
  __nv_atomic_add(p, 1, __NV_ATOMIC_SEQ_CST);
  // PTX: atom.acquire.cta.add.s32
  __nv_atomic_add(p, 2, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  // PTX: atom.release.cluster.add.s32
  // OLD: atom.release.gpu.add.s32
  __nv_atomic_add(p, 3, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);
  // PTX: atom.acq_rel.gpu.max.s32
  q[0] = __nv_atomic_fetch_max(p, 4, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  // PTX: ld.acquire.sys.b32
  int x;
  __nv_atomic_load(p, &x, __NV_ATOMIC_ACQUIRE);
  // PTX: ld.relaxed.gpu.b32
  q[1] = x + __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  // PTX: st.release.sys.b32
  __nv_atomic_store_n(p, 8, __NV_ATOMIC_RELEASE);
  // PTX: fence.sc.gpu;
  // PTX: st.relaxed.gpu.b32
  __nv_atomic_store(p, &x, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  // PTX: atom.acq_rel.sys.exch.b32
  q[2] = __nv_atomic_exchange_n(p, 9, __NV_ATOMIC_ACQ_REL);
  // PTX: atom.acquire.gpu.cas.b32
  q[3] = __nv_atomic_compare_exchange_n(p, &x, 5, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  // PTX: fence.sc.cta;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_THREAD);
  // PTX: fence.acq_rel.gpu;
  __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
}

struct alignas(16) Wide {
  long long a, b;
};
struct Small {
  short a, b;
};
struct Result {
  int i;
  unsigned u, bits;
  unsigned long long l;
  float f;
  double d;
  long signedMin;
  Small small;
  Wide wide;
  char c;
  unsigned short half;
  int oldSum, locked;
  float turns;
};
#if __CUDACC_DEVICE_ATOMIC_BUILTINS__ != 1
#error These functions are to be there.
#endif

__global__ void run(Result *r) {
  atomicAdd(&r->oldSum, __nv_atomic_fetch_add(&r->i, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE));
  __nv_atomic_sub(&r->u, 2, __NV_ATOMIC_RELAXED);
  __nv_atomic_add(&r->l, 1ull << 33, __NV_ATOMIC_RELAXED);
  __nv_atomic_add(&r->f, 0.5f, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_sub(&r->d, 0.25, __NV_ATOMIC_RELAXED);
  __nv_atomic_min(&r->signedMin, -(long)threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_or(&r->bits, 1u << (threadIdx.x % 32), __NV_ATOMIC_ACQUIRE);
  Small was = r->small, next;
  do
    next = {short(was.a + 1), short(was.b - 1)};
  while (!__nv_atomic_compare_exchange(&r->small, &was, &next, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED));
  unsigned short h = __nv_atomic_load_n(&r->half, __NV_ATOMIC_ACQUIRE);
  while (!__nv_atomic_compare_exchange_n(&r->half, &h, (unsigned short)(h + 3), true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE))
    ;
  if (threadIdx.x == 5) {
    Wide w{7, 8}, back;
    __nv_atomic_store(&r->wide, &w, __NV_ATOMIC_RELEASE);
    __nv_atomic_load(&r->wide, &back, __NV_ATOMIC_SEQ_CST);
    r->wide.b += back.a;
    // The types of the generic ones may differ.
    unsigned bits = 0x40000000, seen, *cell = (unsigned *)&r->turns;
    __nv_atomic_store((volatile float *)&r->turns, &bits, __NV_ATOMIC_RELAXED); // 2.0f
    __nv_atomic_exchange((const float *)cell, (const int *)&bits, &seen, __NV_ATOMIC_RELAXED);
    float three = 3;
    if (!__nv_atomic_compare_exchange((volatile int *)cell, &seen, &three, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED))
      r->turns = -1;
    __nv_atomic_store_n(&r->c, 'x', __NV_ATOMIC_RELAXED);
    r->locked = __nv_atomic_exchange_n(&r->locked, 1, __NV_ATOMIC_ACQUIRE) + 10 * __nv_atomic_load_n(&r->locked, __NV_ATOMIC_RELAXED);
  }
}

#ifdef MISTAKES
__global__ void mistakes(int *p, long long *l, char *c, float *f, int o) {
  __nv_atomic_add(p, 1, o); // MISTAKE: error: no matching function for call to '__nv_atomic_add'
  // MISTAKE: the memory order is a constant
  __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE); // MISTAKE: error: no matching function for call to '__nv_atomic_load_n'
  __nv_atomic_add(l, 1, 0); // MISTAKE: atomic operations add and sub are not valid on signed integer of size 8
  __nv_atomic_load_n(f, 0); // MISTAKE: non-generic nv atomic load, store, cas and exchange are valid only on integral types
}
#endif

int main() {
  Result *r;
  cudaMallocManaged(&r, sizeof *r);
  *r = Result{};
  r->u = 1000;
  run<<<1, 64>>>(r);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  // VALUES: no error
  printf("%d %u %llx %g %g %ld %x\n", r->i, r->u, r->l, r->f, r->d, r->signedMin, r->bits);
  // VALUES: 64 872 8000000000 32 -16 -63 ffffffff
  printf("%d %d %lld %lld %c %d %d %d %g\n", r->small.a, r->small.b, r->wide.a, r->wide.b, r->c, r->half, r->oldSum, r->locked, r->turns);
  // VALUES: 64 -64 7 15 x 192 2016 10 3
}
