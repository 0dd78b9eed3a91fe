// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three streams, each ordered behind the one before by an event.
#include <cstdio>
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main() {
  int *p; cudaStream_t s[3]; cudaEvent_t e[3];
  cudaMalloc(&p, 256); cudaMemset(p, 0, 256); cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) { cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking); cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming); }
  for (int i = 0; i < 3; ++i) {
    if (i) cudaStreamWaitEvent(s[i], e[i - 1], 0);
    add<<<1, 64, 0, s[i]>>>(p);
    cudaEventRecord(e[i], s[i]);
  }
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 3; ++i) { cudaStreamDestroy(s[i]); cudaEventDestroy(e[i]); }
  cudaFree(p);
}
