// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc refuses device links as NVIDIA's nvlink does, with its messages and exit codes; functions that no kernel reaches
// may lack what they call, in objects and in members of archives.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: nvcc -dc -DMAIN %s -o main.o && nvcc -dc -DTWICE %s -o twice.o && nvcc -dc -DDEAD %s -o dead.o
// RUN: nvcc -dc -DKERNEL %s -o kernel.o && ar qc libparts.a twice.o dead.o && ar qc libkernel.a kernel.o
// RUN: bash -c 'nvcc main.o -o none; test $? = 255' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: bash -c 'nvcc -shared main.o -o none; test $? = 255' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: bash -c 'nvcc -dlink main.o -o none; test $? = 255' 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: nvlink error   : Undefined reference to '_Z5twicei' in 'main.o'
// MISSING-NEXT: nvlink error   : Undefined reference to 'number' in 'main.o'
// RUN: nvcc -dc -DTWICE -DOTHER %s -o other.o
// RUN: bash -c 'nvcc -dlink main.o twice.o other.o -o none; test $? = 1' 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: bash -c 'nvcc -dlink main.o other.o -L. -lparts -o none; test $? = 1' 2>&1 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: nvlink error   : Multiple definition of '_Z5twicei' in '{{other.o|./libparts.a:twice.o}}', first defined in '{{twice.o|other.o}}'
// DOUBLE: nvlink fatal   : the objects do not make one program
// RUN: bash -c 'nvcc -rdc=true -DMAIN %s -o none; test $? = 255' 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: Undefined reference to '_Z5twicei' in '{{.*}}relocatable_links.cu'
// RUN: nvcc main.o twice.o dead.o -o objects && ./objects | FileCheck %s
// RUN: nvcc main.o libparts.a -o archive && ./archive | FileCheck %s
// RUN: nvcc main.o -L. -lparts -o library && ./library | FileCheck %s
// RUN: env LIBRARY_PATH=. nvcc -dlink main.o -lparts -o dlink.o
// RUN: nvcc main.o dlink.o libparts.a -o parts && ./parts | FileCheck %s
// CHECK: 42 7
// A kernel is there for the host, in a member of an archive, too.
// RUN: bash -c 'nvcc main.o libparts.a libkernel.a -o none; test $? = 255' 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: nvlink error   : Undefined reference to '_Z4gonev' in 'libkernel.a:kernel.o'
#include <cstdio>
#if defined(TWICE)
__device__ int twice(int x) { return 2 * x; }
#ifndef OTHER
__device__ int number = 7;
#endif
#elif defined(DEAD)
__device__ int gone();
__device__ int dead() { return gone(); }
#elif defined(KERNEL)
__device__ int gone();
__global__ void kernel(int *out) { *out = gone(); }
#else
__device__ int twice(int);
extern __device__ int number;
__global__ void run(int *out) {
  out[0] = twice(21);
  out[1] = number;
}
int main() {
  int *p;
  cudaMallocManaged(&p, 8);
  run<<<1, 1>>>(p);
  if (cudaError_t error = cudaDeviceSynchronize())
    return std::printf("%s\n", cudaGetErrorName(error));
  std::printf("%d %d\n", p[0], p[1]);
}
#endif
