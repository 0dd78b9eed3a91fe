// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything is freed before the device is reset, in another order than it was made.
#include <cstdio>
int main() {
  void *p[8]; cudaArray_t a; auto d = cudaCreateChannelDesc<int>(); cudaMallocArray(&a, &d, 8, 8);
  for (auto &each : p) cudaMalloc(&each, 100);
  cudaFreeArray(a);
  for (int i = 7; i >= 0; --i) cudaFree(p[i]);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
}
