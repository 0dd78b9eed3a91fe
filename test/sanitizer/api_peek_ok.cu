// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors are asked for, none is there.
#include <cstdio>
int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  puts(cudaGetErrorName(cudaPeekAtLastError()));
  puts(cudaGetErrorName(cudaStreamQuery(s)));
  cudaStreamDestroy(s);
}
