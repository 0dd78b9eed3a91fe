// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fault is told with its kernel, its threads and its line; the program goes on and gets the documented error.
// RUN: anywarp run -X -lineinfo %s -- wild 2>&1 | FileCheck %s --check-prefix=WILD
// RUN: anywarp run -X -lineinfo %s -- odd 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: anywarp run %s -- wild 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: anywarp run -X -lineinfo %s -- null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: anywarp run -X -lineinfo %s -- barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
#include <cstdio>
#include <cstring>
__global__ void wild(int *p) {
  long long i = threadIdx.x;
  if (i == 37)
    i = 1ll << 40;
  // WILD-DAG: illegal address{{.*}} in kernel _Z4wildPi, block (0,0,0), thread{{.*}}lines.cu:[[#@LINE+1]]
  p[i] = 1;
}
// PTX: illegal address{{.*}} in kernel _Z4wildPi, block (0,0,0), thread{{.*}} at <ptx>:{{[0-9]+}} (-lineinfo tells the source line)
__global__ void null(int *p) {
  // NULL: illegal address 0x0 in kernel _Z4nullPi, block (0,0,0), thread{{.*}}lines.cu:[[#@LINE+1]]
  p[threadIdx.x] = 1;
}
__global__ void odd(char *p) {
  int i = threadIdx.x;
  // ODD-DAG: misaligned address 0x{{.*}} in kernel _Z3oddPc, block (0,0,0), thread{{.*}}lines.cu:[[#@LINE+1]]
  *reinterpret_cast<int *>(p + 4 * i + (i == 40)) = i;
}
__global__ void barrier(int *p, int n) {
  __shared__ int data[64];
  data[threadIdx.x] = n;
  __syncthreads();
  // BARRIER-DAG: illegal address{{.*}} in kernel _Z7barrierPii, block (2,0,0), thread{{.*}}lines.cu:[[#@LINE+1]]
  p[blockIdx.x == 2 ? 1ll << 40 : 0] = data[63 - threadIdx.x];
}
int main(int, char **arguments) {
  int *p;
  cudaMalloc(&p, 4096);
  if (!std::strcmp(arguments[1], "wild"))
    wild<<<1, 64>>>(p);
  else if (!std::strcmp(arguments[1], "null"))
    null<<<1, 1>>>(nullptr);
  else if (!std::strcmp(arguments[1], "odd"))
    odd<<<1, 64>>>(reinterpret_cast<char *>(p));
  else
    barrier<<<3, 64>>>(p, 1);
  // WILD-DAG: result cudaErrorIllegalAddress
  // ODD-DAG: result cudaErrorMisalignedAddress
  // BARRIER-DAG: result cudaErrorIllegalAddress
  std::printf("result %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
