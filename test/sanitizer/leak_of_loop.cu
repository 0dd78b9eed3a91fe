// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each round allocates, the last forgets to free.
#include <cstdio>
int main() {
  for (int i = 0; i < 3; ++i) {
    void *p;
    cudaMalloc(&p, 64 + i); //! leak cudaMalloc 66
    if (i < 2) cudaFree(p);
  }
  cudaDeviceReset();
}
