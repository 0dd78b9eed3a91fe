// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time between events that were not recorded; a query that is not ready is no error.
#include <cstdio>
int main() {
  cudaEvent_t a, b; float t;
  cudaEventCreate(&a); cudaEventCreate(&b);
  cudaEventElapsedTime(&t, a, b); //! memcheck api cudaErrorInvalidResourceHandle
  cudaEventQuery(a);
  cudaEventDestroy(a); cudaEventDestroy(b);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
