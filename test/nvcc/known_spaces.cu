// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where it is in sight what a pointer points to, __isGlobal and the like are constants, as nvcc has them, and a copy
// of known alignment is one cp.async. Elsewhere the hardware is asked; both ways give the same (H100).
// RUN: nvcc -arch=sm_80 -std=c++17 %{few-of-cccl} -ptx %s -o - | FileCheck %s
// RUN: nvcc -arch=sm_80 -std=c++17 %{few-of-cccl} %s -o %t
// RUN: %t
// RUN: env ANYWARP_SIMD_WIDTH=1 %t
// RUN: nvcc -arch=sm_80 -std=c++17 %{few-of-cccl} -G %s -o %t.debug
// RUN: %t.debug
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/pipeline>

__device__ int global = 1;
__constant__ int constant = 2;

// CHECK-LABEL: .entry seen(
// CHECK-NOT: isspacep
extern "C" __global__ void seen(int *out, int *argument, unsigned n) {
  __shared__ int shared[32];
  int local[4];
  for (unsigned i = 0; i < 4; ++i)
    local[i] = n + i;
  shared[n] = local[n % 4];
  const int *either = n & 1 ? argument + n : &global;
  out[0] = __isGlobal(argument + n) | __isShared(argument) << 1 | __isLocal(argument) << 2;
  out[1] = __isGlobal(shared + n) | __isShared(shared + n) << 1 | __isLocal(shared) << 2;
  out[2] = __isGlobal(local + n % 4) | __isShared(local) << 1 | __isLocal(local + n % 4) << 2;
  out[3] = __isGlobal(&global) | __isShared(&global) << 1 | __isLocal(&global) << 2;
  out[4] = __isGlobal(either) | __isShared(either) << 1 | __isLocal(either) << 2;
  out[5] = __isConstant(&constant) | __isShared(&constant) << 1 | __isLocal(&constant) << 2;
  out[6] = shared[n];
}

// CHECK-LABEL: .entry asked(
// CHECK: isspacep.global
// CHECK: isspacep.shared
// CHECK: isspacep.local
extern "C" __global__ void asked(int *out, int **argument, unsigned n) {
  __shared__ int shared[32];
  int local[4];
  for (unsigned i = 0; i < 4; ++i)
    local[i] = n + i;
  shared[n] = local[n % 4];
  int *pointers[] = {argument[0], shared + n, local + n % 4, &global, argument[n]};
  __shared__ int *volatile hidden[5];
  for (unsigned i = 0; i < 5; ++i)
    hidden[i] = pointers[i];
  for (unsigned i = 0; i < 5; ++i) {
    const int *p = hidden[i];
    out[i] = __isGlobal(p) | __isShared(p) << 1 | __isLocal(p) << 2;
  }
  hidden[0] = const_cast<int *>(&constant);
  const int *p = hidden[0];
  out[5] = __isConstant(p) | __isShared(p) << 1 | __isLocal(p) << 2;
  out[6] = shared[n];
}

// CHECK-LABEL: .entry copies(
// CHECK-NOT: isspacep
// CHECK-NOT: ld.global.u8
// CHECK: cp.async.cg.shared.global
// CHECK-NOT: isspacep
// CHECK-NOT: ld.global.u8
// CHECK: cp.async.cg.shared.global
// CHECK-NOT: ld.global.u8
// CHECK: }
extern "C" __global__ void copies(int4 *out, const int4 *in) {
  __shared__ int4 shared[64];
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(shared + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  cooperative_groups::memcpy_async(block, shared + 32, in + 32, cuda::aligned_size_t<16>(32 * 16));
  cooperative_groups::wait(block);
  out[threadIdx.x] = shared[threadIdx.x];
  out[32 + threadIdx.x] = shared[63 - threadIdx.x];
}

int main() {
  int *memory, *seenOut, *askedOut, **pointers, failures = 0;
  int4 *in, *out;
  cudaMallocManaged(&memory, 64);
  cudaMallocManaged(&seenOut, 28);
  cudaMallocManaged(&askedOut, 28);
  cudaMallocManaged(&pointers, 64);
  cudaMallocManaged(&in, 64 * 16);
  cudaMallocManaged(&out, 64 * 16);
  for (int i = 0; i < 64; ++i)
    in[i] = {i, i + 100, i + 200, i + 300};
  for (int i = 0; i < 8; ++i)
    pointers[i] = memory + i;
  seen<<<1, 1>>>(seenOut, memory, 3);
  asked<<<1, 1>>>(askedOut, pointers, 3);
  copies<<<1, 32>>>(out, in);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  const int expected[] = {1, 2, 4, 1, 1, 1, 6};
  for (int i = 0; i < 7; ++i)
    if (seenOut[i] != expected[i] || askedOut[i] != expected[i]) {
      printf("%d: %d %d\n", i, seenOut[i], askedOut[i]);
      ++failures;
    }
  for (int i = 0; i < 64; ++i) {
    int4 e = in[i < 32 ? i : 95 - i];
    failures += out[i].x != e.x || out[i].y != e.y || out[i].z != e.z || out[i].w != e.w;
  }
  printf("%s\n", failures ? "wrong" : "ok");
  return failures != 0;
}
