// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that have no end of their own: a recursion, and barriers that the others never reach (where a GPU hangs). The
// launch ends with an error that names the kernel, the threads and the line, and the process lives on.
// RUN: nvcc -O2 -lineinfo %s -o %t
// RUN: %t 0 2>&1 | FileCheck %s --check-prefix=STACK
// STACK: stack overflow {{.*}} in kernel {{.*}}recurse{{.*}}, block (0,0,0), threads {{0-31|32-63}} at {{.*}}endless.cu:{{[0-9]+}}
// STACK: cudaErrorHardwareStackError
// RUN: %t 1 2>&1 | FileCheck %s --check-prefix=TOO-FEW
// TOO-FEW: deadlock in kernel {{.*}}tooFew{{.*}}, block (0,0,0): warps 0-1 wait at barrier 1 (64 of 128 threads arrived) at {{.*}}endless.cu:24
// TOO-FEW: cudaErrorLaunchTimeout
// RUN: %t 2 2>&1 | FileCheck %s --check-prefix=APART
// APART: deadlock in kernel {{.*}}apart{{.*}}, block (0,0,0): warps 0 wait at barrier 1 (32 of 64 threads arrived); warps 1 wait at barrier 2 (32 of 64 threads arrived)
// APART: cudaErrorLaunchTimeout
#include <cstdio>
#include <cstdlib>

__device__ __noinline__ int deeper(volatile int *p, int n) {
  int own[16];
  for (int i = 0; i < 16; ++i)
    own[i] = p[i & 3] + n;
  return deeper(p, n + 1) + own[n & 15];
}
__global__ void recurse(int *p) { p[8] = deeper(p, 0); }
__global__ void tooFew(int *) { asm volatile("bar.sync 1, 128;"); }
__global__ void apart(int *) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;");
  else
    asm volatile("bar.sync 2, 64;");
}

int main(int, char **argv) {
  void (*const kernels[])(int *) = {recurse, tooFew, apart};
  int *p;
  cudaMalloc(&p, 256);
  kernels[std::atoi(argv[1])]<<<1, 64>>>(p);
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
