// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that no device has is an error of the build, with the texts of NVIDIA's ptxas 13.0 for the same files.
// RUN: not nvcc -c -DSHARED %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: ptxas error   : Entry function '_Z6kernelPi' uses too much shared data (0x13880 bytes, 0xc000 max)
// RUN: nvcc -ptx -DSHARED %s -o %t.ptx && not ptxas %t.ptx -o %t.o 2>&1 | FileCheck %s --check-prefix=SHARED
// Another file's code may be what brings the memory together: that is for the linker.
// RUN: nvcc -c -rdc=true -DSHARED %s -o %t.o
// RUN: not nvcc -c -DCONSTANT %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: ptxas error   : File uses too much global constant data (0x11170 bytes, 0x10000 max)
// RUN: not nvcc -c -DPARAMETER %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PARAMETER
// PARAMETER: Formal parameter space overflowed (33008 bytes required, max 32764 bytes allowed) in function _Z6kernel3BigPc
// RUN: nvcc -c %s -o %t.o
#ifdef SHARED
__device__ __noinline__ int callee(int i) {
  __shared__ int a[10000];
  a[i] = i;
  __syncthreads();
  return a[i ^ 1];
}
__global__ void kernel(int *p) {
  __shared__ int b[10000];
  b[p[2]] = p[3];
  __syncthreads();
  *p = callee(p[1]) + b[p[4]];
}
#elif defined(CONSTANT)
__constant__ char table[70000];
__global__ void kernel(char *p) { *p = table[p[4]]; }
#else
struct Big {
#ifdef PARAMETER
  char c[33000];
#else
  char c[32752];
#endif
};
__global__ void kernel(Big b, char *p) { *p = b.c[p[3]]; }
__global__ void shared() {
  __shared__ int a[12288]; // all there is
  a[threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x] = a[threadIdx.x ^ 1];
}
#endif
