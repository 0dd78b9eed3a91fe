// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack of the thread, popped as often as it is pushed.
#include <cstdio>
__global__ void k(int *o, int n) {
  int a[8], top = 4;
  for (int i = 0; i < n; ++i) a[top++] = i;
  for (int i = 0; i < n; ++i) o[i] = a[--top];
}
int main() {
  int *o;
  cudaMalloc(&o, 32);
  k<<<1, 1>>>(o, 3);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
