// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compute-sanitizer's command line, text and exit codes; the errors themselves: utils/run-sanitizer.
// RUN: nvcc -lineinfo -o %t %s
// RUN: compute-sanitizer --error-exitcode 9 %t 0 | FileCheck %s --check-prefix=CLEAN
// CLEAN: ========= COMPUTE-SANITIZER
// CLEAN: ========= ERROR SUMMARY: 0 errors
// RUN: not compute-sanitizer --error-exitcode 9 %t 1 | FileCheck %s --check-prefix=BAD
// BAD: ========= Invalid __global__ write of size 4 bytes
// BAD-NEXT: =========     at put+{{.*}} in compute_sanitizer.cu:[[# @LINE + 13]]
// BAD-NEXT: by thread (31,0,0) in block (0,0,0)
// BAD: and is 1 bytes after the nearest allocation at {{.*}} of size 128 bytes
// BAD-NEXT: Device Frame: k(int*, int)+{{.*}} in compute_sanitizer.cu:[[# @LINE + 13]]
// RUN: compute-sanitizer --error-exitcode 9 --kernel-name kns=other %t 1 | grep "ERROR SUMMARY: 0 errors"
// RUN: compute-sanitizer %t 1 > %t.code; grep "ERROR SUMMARY" %t.code
// RUN: not compute-sanitizer --error-exitcode 9 --xml --save %t.xml %t 1 > %t.out; grep "<kind>Precise</kind>" %t.xml
// RUN: compute-sanitizer --error-exitcode 9 --report-api-errors no --suppressions %t.xml %t 1 | grep "ERROR SUMMARY: 0 errors"
// RUN: not compute-sanitizer --tol memcheck %t | grep "unknown option '--tol'; nearest: --tool"
// RUN: not compute-sanitizer --tool nothing %t | grep "takes memcheck|racecheck|initcheck|synccheck"
#include <cstdio>

__device__ void put(int *p, int i) {
  p[i] = i;
}

__global__ void k(int *p, int n) { put(p, threadIdx.x + n); }

int main(int, char **argv) {
  int *p;
  cudaMalloc(&p, 32 * sizeof(int));
  k<<<1, 32>>>(p, argv[1][0] - '0');
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(p);
  return error && argv[1][0] == '0';
}
