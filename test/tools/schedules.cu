// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compute-sanitizer --schedule: results that depend on the order of threads are found, others are
// not told, and a seed gives the same order again.
// RUN: nvcc -lineinfo -o %t %s
// RUN: compute-sanitizer --schedule random:1,8 %t right | FileCheck %s --check-prefix=RIGHT
// RUN: not compute-sanitizer --error-exitcode 3 --schedule random:1,8 %t lost > %t.lost
// RUN: FileCheck %s --check-prefix=LOST --input-file=%t.lost
// RUN: not compute-sanitizer --error-exitcode 3 --schedule random:1,8 %t lost later > %t.later
// RUN: FileCheck %s --check-prefix=LOST --input-file=%t.later
// RUN: compute-sanitizer --schedule random:1,8 %t missing | FileCheck %s --check-prefix=MISSING
// RUN: compute-sanitizer --schedule random:1,8 %t tail | FileCheck %s --check-prefix=TAIL
// RUN: compute-sanitizer --schedule random:1,8 %t tail > %t.again
// RUN: compute-sanitizer --schedule random:1,8 %t tail | diff - %t.again
// RUN: not compute-sanitizer --schedule sorted %t right 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cstdio>
#include <cstring>

constexpr int kBlocks = 6, kThreads = 96;

/// Barriers, shared memory, warp functions, atomics: all in order.
__global__ void right(int *sum) {
  __shared__ int part[kThreads];
  part[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  int value = part[kThreads - 1 - threadIdx.x];
  for (int offset = 16; offset; offset /= 2)
    value += __shfl_down_sync(~0u, value, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(sum, value);
}

/// An addition that another thread may come into.
__global__ void lost(int *sum) { *sum += 1; }

/// A barrier is missing between the write and the read.
__global__ void missing(int *sum) {
  __shared__ int part[kThreads];
  part[threadIdx.x] = 0;
  __syncthreads();
  part[threadIdx.x] = threadIdx.x + 1;
  atomicAdd(sum, part[(threadIdx.x + 32) % kThreads]);
}

/// The order of blocks becomes the result.
__global__ void tail(int *sum) {
  if (threadIdx.x == 0)
    atomicExch(sum, int(blockIdx.x));
}

int main(int argc, char **argv) {
  int *sum, result = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  const char *which = argv[1];
  auto *kernel = !strcmp(which, "right")  ? right
                 : !strcmp(which, "lost") ? lost
                 : !strcmp(which, "tail") ? tail
                                          : missing;
  kernel<<<kBlocks, kThreads>>>(sum);
  if (argc > 2) { // another thread carries the copy out
    int *pinned;
    cudaMallocHost(&pinned, sizeof(int));
    cudaMemcpyAsync(pinned, sum, sizeof(int), cudaMemcpyDeviceToHost);
    while (cudaStreamQuery(0) == cudaErrorNotReady) {
    }
    result = *pinned;
    cudaFreeHost(pinned);
  } else {
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("%s: %d\n", which, result);
  return cudaFree(sum) != cudaSuccess;
}
// RIGHT: right: 82080
// RIGHT-NOT: Another result
// RIGHT: SCHEDULE SUMMARY: 8 orders, 0 with another result
// RIGHT: ERROR SUMMARY: 0 errors

// LOST: Another result in the order --schedule random:{{[1-8]}}
// LOST-NEXT: Copy 1 to the host, 4 bytes, differs first in bytes 0 to 3
// LOST: Host Frame:
// LOST: SCHEDULE SUMMARY: 8 orders, {{[1-8]}} with another result
// MISSING: Another result in the order
// TAIL: Another result in the order
// WRONG: --schedule takes random:SEED or random:SEED,N, not 'sorted'
