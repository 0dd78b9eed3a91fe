// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A __shared__ object whose class has a constructor is accepted, and the constructor does not run.
// RUN: nvcc -ptx %s -o - 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t
struct Barrier {
  int count;
  __device__ Barrier() : count(7) {}
  __device__ Barrier(int n) : count(n) {}
};
// CHECK: .shared {{.*}}barrier
// CHECK-NOT: mov.{{.*}} 7;
// WARNING: warning: dynamic initialization is not supported for a function-scope __shared__ variable
__global__ void kernel(int *p) {
  __shared__ Barrier barrier;
  __shared__ Barrier several[4];
  if (threadIdx.x == 0)
    barrier.count = several[1].count = *p;
  __syncthreads();
  *p = barrier.count + several[1].count;
}
// With an initializer it is an error.
// RUN: not nvcc -ptx -DBRACES %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not nvcc -ptx -DPARENS %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: initialization is not supported for __shared__ variables
#ifdef BRACES
__global__ void braces() { __shared__ Barrier b{}; }
#endif
#ifdef PARENS
__global__ void parens() { __shared__ Barrier b(3); }
#endif
