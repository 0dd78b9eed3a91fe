// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each round allocates and frees.
#include <cstdio>
int main() {
  for (int i = 0; i < 3; ++i) {
    void *p;
    cudaMalloc(&p, 64 + i);
    cudaFree(p);
  }
  cudaDeviceReset();
}
