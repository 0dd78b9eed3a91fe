// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative device is chosen.
#include <cstdio>
int main() {
  cudaError_t e = cudaSetDevice(-1); //! memcheck api cudaErrorInvalidDevice cudaSetDevice
  puts(cudaGetErrorName(e));
}
