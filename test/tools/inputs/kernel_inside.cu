// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with a runtime, a kernel and a variable of its own.
__device__ int variable = 7;
__global__ void add() { ++variable; }

extern "C" int launched() {
  int value = 0;
  add<<<1, 1>>>();
  return cudaMemcpyFromSymbol(&value, variable, sizeof value) ? -1 : value;
}
