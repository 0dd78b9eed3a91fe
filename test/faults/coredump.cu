// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a core dump tells of the warp that went wrong: where each thread is, in which functions, its registers, local and shared memory.
// RUN: nvcc -O1 -lineinfo %s -o %t
// RUN: rm -f %t.core
// RUN: env CUDA_ENABLE_COREDUMP_ON_EXCEPTION=1 CUDA_COREDUMP_GENERATION_FLAGS=skip_abort CUDA_COREDUMP_FILE=%t.core not %t
// RUN: FileCheck %s --check-prefixes=CHECK,WARP < %t.core
// RUN: rm -f %t.core
// RUN: env ANYWARP_SIMD_WIDTH=1 CUDA_ENABLE_COREDUMP_ON_EXCEPTION=1 CUDA_COREDUMP_GENERATION_FLAGS=skip_abort CUDA_COREDUMP_FILE=%t.core not %t
// RUN: FileCheck %s --check-prefixes=CHECK,ONE < %t.core
// CHECK: illegal address 0x10 in kernel {{.*}}broken{{.*}}, block (1,0,0)
// CHECK: block 64 1 1
// CHECK: Threads of block 1 0 0, warp 1
// CHECK: thread 32 0 0, lane 0
// WARP-NEXT: in {{.*}}broken{{.*}}, PTX line {{[0-9]+}}, {{.*}}coredump.cu:[[#@LINE+21]]
// ONE-NEXT: has ended
// WARP: {{^}}    %{{[a-z]+[0-9]+}} b32 0badcafe
// WARP: %ctaid.x u32 00000001
// CHECK: thread 35 0 0, lane 3
// CHECK-NEXT: in {{.*}}broken{{.*}}, PTX line {{[0-9]+}}, {{.*}}coredump.cu:[[#@LINE+17]]
// CHECK: in {{.*}}touch{{.*}}, PTX line {{[0-9]+}}, {{.*}}coredump.cu:[[#@LINE+8]]
// CHECK: b64 0000000000000010
// ONE: thread 36 0 0, lane 4
// ONE-NEXT: in {{.*}}broken{{.*}}, PTX line {{[0-9]+}}, {{.*}}coredump.cu:[[#@LINE+11]]
// CHECK: Shared memory of block 1 0 0, 128 bytes
// CHECK-NEXT: 0000000000000000: {{.*}}78563412
#include <cstdint>

__device__ __noinline__ void touch(int *p) { *p = 1; }

__global__ void broken(int *out, unsigned seen) {
  __shared__ unsigned words[32];
  if (threadIdx.x < 32)
    words[threadIdx.x] = 0x12345678;
  __syncthreads();
  if (blockIdx.x == 1 && threadIdx.x == 35)
    touch(reinterpret_cast<int *>(uintptr_t(16)));
  out[threadIdx.x] = seen + words[threadIdx.x % 32];
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof *out);
  broken<<<2, 64>>>(out, 0x0badcafe);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 1 : 0;
}
