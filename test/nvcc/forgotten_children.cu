// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children begin while their parent runs, in every stream: it may wait for what they write. Tail launches
// begin when the parent and all those, with what they launched, have ended, in the order of the calls,
// each with its own tails (programming guide, CUDA Dynamic Parallelism). The host's next kernel, and
// an event, come after all of it.
// RUN: nvcc -arch=sm_90 -rdc=true %s -o %t && %t | FileCheck %s
#include <cstdio>

__device__ int count, order[64];
__device__ volatile int flag;

__device__ void note(int id) { order[atomicAdd(&count, 1)] = id; }
__device__ void pass(long clocks) {
  for (long from = clock64(); clock64() - from < clocks;)
    ;
}

__global__ void leaf(int id, long clocks) {
  pass(clocks);
  note(id);
}
__global__ void withTail() {
  note(10);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(12, 0);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(11, 100000);
}
__global__ void withForgotten() {
  note(2);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(4, 0);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(3, 100000);
}
__global__ void parent() {
  note(1);
  withTail<<<1, 1, 0, cudaStreamTailLaunch>>>();
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(20, 0);
  withForgotten<<<1, 1, 0, cudaStreamFireAndForget>>>();
}

__global__ void set() {
  flag = 1;
  __threadfence();
}
__global__ void wait(int *seen) {
  set<<<1, 1, 0, cudaStreamFireAndForget>>>();
  for (long from = clock64(); !flag && clock64() - from < 20000000000;)
    ;
  *seen = flag;
}

// In the order of the calls within a stream.
__global__ void setAfter(int before) {
  if (flag == before)
    flag = before + 1;
  __threadfence();
}
__global__ void waitForOrdinary(int *seen) {
  flag = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  setAfter<<<1, 1>>>(0);
  setAfter<<<1, 1>>>(1);
  setAfter<<<1, 1, 0, stream>>>(2);
  for (long from = clock64(); flag != 3 && clock64() - from < 20000000000;)
    ;
  *seen = flag;
  cudaStreamDestroy(stream);
}

__global__ void fail(int *nowhere) { *nowhere = 1; }
__global__ void waitForFailed(int *nowhere) {
  flag = 0;
  fail<<<1, 1, 0, cudaStreamFireAndForget>>>(nowhere);
  while (!flag)
    ;
}

int main() {
  int *seen, all[64], n;
  cudaMallocManaged(&seen, 4);
  cudaStream_t one, other;
  cudaStreamCreate(&one), cudaStreamCreate(&other);
  cudaEvent_t over;
  cudaEventCreate(&over);
  parent<<<1, 1, 0, one>>>();
  cudaEventRecord(over, one);
  cudaStreamWaitEvent(other, over);
  leaf<<<1, 1, 0, other>>>(99, 0);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(all, order, sizeof all);
  cudaMemcpyFromSymbol(&n, count, sizeof n);
  // CHECK: order: 1 2 3 4 10 11 12 20 99
  std::printf("order:");
  for (int i = 0; i < n; ++i)
    std::printf(" %d", all[i]);
  std::printf("\n");
  wait<<<1, 1>>>(seen);
  cudaDeviceSynchronize();
  // CHECK: seen: 1
  std::printf("seen: %d\n", *seen);
  waitForOrdinary<<<1, 1>>>(seen);
  cudaDeviceSynchronize();
  // CHECK: ordinary: 3
  std::printf("ordinary: %d\n", *seen);
  // A child's fault ends the parent that waits for it.
  // CHECK: failed: cudaErrorIllegalAddress
  waitForFailed<<<1, 1>>>(reinterpret_cast<int *>(8));
  std::printf("failed: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
